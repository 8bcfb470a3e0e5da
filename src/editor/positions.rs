//! Conversion between byte offsets and the lines and UTF-16 columns that editors use.
//!
//! In: byte 4 of `a∧b`. Out: line 0, column 2.

/// A position in a text; line and column count from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Place {
    /// The line.
    pub line: u32,
    /// The column, in units of UTF-16.
    pub column: u32,
}

/// An index of the lines of a text.
#[derive(Clone, Debug)]
pub struct Lines<'t> {
    text: &'t str,
    starts: Vec<usize>,
}

impl<'t> Lines<'t> {
    /// Indexes a text; lines end with `\n`, `\r\n` or a lone `\r`.
    pub fn new(text: &'t str) -> Lines<'t> {
        let bytes = text.as_bytes();
        let ends_line = |at: &usize| match bytes[*at] {
            b'\n' => true,
            b'\r' => bytes.get(at + 1) != Some(&b'\n'),
            _ => false,
        };
        let behind = (0..bytes.len()).filter(ends_line).map(|at| at + 1);
        Lines { text, starts: std::iter::once(0).chain(behind).collect() }
    }

    /// The position of a byte offset. An offset past the end is clamped to it; one inside a character counts
    /// as the character's start.
    pub fn place(&self, offset: usize) -> Place {
        let mut offset = offset.min(self.text.len());
        while !self.text.is_char_boundary(offset) {
            offset -= 1;
        }
        let line = self.starts.partition_point(|start| *start <= offset).saturating_sub(1);
        let before = &self.text[self.starts[line]..offset];
        Place { line: line as u32, column: before.encode_utf16().count() as u32 }
    }

    /// The byte offset of a position. A column past the end of its line is clamped to it; one inside a
    /// character counts as the character's start.
    pub fn offset(&self, place: Place) -> usize {
        let Some(&start) = self.starts.get(place.line as usize) else { return self.text.len() };
        let end = self.starts.get(place.line as usize + 1).map_or(self.text.len(), |next| *next);
        let line = self.text[start..end].trim_end_matches(['\n', '\r']);
        let mut units = 0;
        for (at, character) in line.char_indices() {
            units += character.len_utf16() as u32;
            if units > place.column {
                return start + at;
            }
        }
        start + line.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_units_of_utf_16() {
        let text = "a∧b\r\n😀x\rend";
        let lines = Lines::new(text);
        for (offset, line, column) in [
            (0, 0, 0),
            (1, 0, 1),
            (4, 0, 2),
            (5, 0, 3),
            (7, 1, 0),
            (11, 1, 2),
            (12, 1, 3),
            (13, 2, 0),
            (16, 2, 3),
        ] {
            let place = Place { line, column };
            assert_eq!(lines.place(offset), place, "{offset}");
            assert_eq!(lines.offset(place), offset, "{place:?}");
        }
        assert_eq!(lines.place(2), Place { line: 0, column: 1 }, "inside the operator");
        assert_eq!(lines.offset(Place { line: 1, column: 1 }), 7, "inside the pair");
        assert_eq!(lines.offset(Place { line: 0, column: 99 }), 5, "past the end of the line");
        assert_eq!(lines.offset(Place { line: 99, column: 0 }), text.len());
        assert_eq!(Lines::new("").place(3), Place { line: 0, column: 0 });
    }
}
