//! Toy problems with known answers.
