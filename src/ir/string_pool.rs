//! Many short strings in one allocation: the names of values.

/// Strings by index.
#[derive(Clone, Debug, Default)]
pub(super) struct StringPool {
    all: String,
    ends: Vec<u32>,
}

impl StringPool {
    /// Stores the string at an index, which must be greater than all indices stored before. Empty strings
    /// need no memory after the last non-empty one.
    pub(super) fn set(&mut self, number: usize, text: &str) {
        if text.is_empty() {
            return;
        }
        self.ends.resize(number, self.end());
        self.all.push_str(text);
        self.ends.push(self.end());
    }

    /// The string at an index; empty if none was stored.
    pub(super) fn get(&self, number: usize) -> &str {
        let Some(&end) = self.ends.get(number) else { return "" };
        let from = number.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.all[from as usize..end as usize]
    }

    fn end(&self) -> u32 {
        u32::try_from(self.all.len()).unwrap_or_else(|_| panic!("the names take more than 4 GiB"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_come_back_in_order() {
        let mut texts = StringPool::default();
        for (number, text) in ["a", "", "\u{e4}bc", "d", ""].iter().enumerate() {
            texts.set(number, text);
        }
        let all: Vec<&str> = (0..6).map(|k| texts.get(k)).collect();
        assert_eq!(all, ["a", "", "\u{e4}bc", "d", "", ""]);
    }
}
