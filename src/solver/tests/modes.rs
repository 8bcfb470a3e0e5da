//! Which problems are safe, and what is said of those that are not.
