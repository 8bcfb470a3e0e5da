//! Many short texts in one allocation: the names of values.

/// Texts by number.
#[derive(Clone, Debug, Default)]
pub(super) struct Texts {
    all: String,
    ends: Vec<u32>,
}

impl Texts {
    /// Adds the next text.
    pub(super) fn push(&mut self, text: &str) {
        self.all.push_str(text);
        self.ends.push(self.end());
    }

    /// Adds all of another's.
    pub(super) fn append(&mut self, other: &Texts) {
        let before = self.end();
        self.all.push_str(&other.all);
        self.end();
        self.ends.extend(other.ends.iter().map(|end| before + end));
    }

    /// The text with that number; empty when there is none.
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
        let (mut texts, mut more) = (Texts::default(), Texts::default());
        texts.push("a");
        texts.push("");
        more.push("\u{e4}bc");
        more.push("d");
        texts.append(&more);
        let all: Vec<&str> = (0..5).map(|k| texts.get(k)).collect();
        assert_eq!(all, ["a", "", "\u{e4}bc", "d", ""]);
    }
}
