//! Random loop nests in C, mostly affine, with all kinds of bounds, steps, conditions, types and subscripts
//! that descriptions can have.
//!
//! The text depends on the seed alone. Accesses may be out of bounds or uninitialised, since the interpreter
//! has numbers everywhere in memory.

use std::fmt::Write as _;

/// Limit of statements in a function.
const MOST_STATEMENTS: usize = 7;

struct Nests {
    state: u64,
    text: String,
    /// The iterators of the enclosing loops, and whether each is unsigned.
    around: Vec<(String, bool)>,
    next: usize,
    left: usize,
}

/// A file of `count` functions, named `nest_SEED` for the seeds from `first` on.
pub(super) fn file(first: u64, count: u64) -> String {
    let mut text = String::from("struct pair { float x; double y; };\n");
    for seed in first..first + count {
        let state = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ 0x2545_F491_4F6C_DD1D;
        let (around, text_of) = (Vec::new(), String::new());
        let mut nests = Nests { state, text: text_of, around, next: 0, left: MOST_STATEMENTS };
        nests.function(seed);
        text += &nests.text;
    }
    text
}

impl Nests {
    fn below(&mut self, bound: usize) -> usize {
        self.state ^= self.state << 13;
        self.state ^= self.state >> 7;
        self.state ^= self.state << 17;
        ((self.state >> 11) % bound as u64) as usize
    }

    fn one_of<'t>(&mut self, texts: &[&'t str]) -> &'t str {
        texts[self.below(texts.len())]
    }

    fn line(&mut self, text: &str) {
        let _ = writeln!(self.text, "{:1$}{text}", "", 2 + 2 * self.around.len());
    }

    fn function(&mut self, seed: u64) {
        let _ = writeln!(
            self.text,
            "void nest_{seed}(int n, int m, unsigned u, long l, double *a, double b[20][20], int *c, char *d, float v[n][m], struct pair *p) {{"
        );
        self.line("double s = 0; int r = 1;");
        for _ in 0..1 + self.below(2) {
            self.nest(0);
        }
        self.line("a[0] = s; c[1] = r;");
        self.text += "}\n";
    }

    fn nest(&mut self, depth: usize) {
        let name = format!("i{}", self.next);
        self.next += 1;
        let is_unsigned = self.below(5) == 0;
        let ty = if is_unsigned { "unsigned" } else { self.one_of(&["int", "int", "long"]) };
        let (low, high) = (self.low(), self.high());
        let step = self.one_of(&["1", "1", "1", "2", "3"]);
        let head = match self.below(8) {
            0 if !is_unsigned => format!("for ({ty} {name} = {high}; {name} >= {low}; {name} -= {step})"),
            1 if !is_unsigned => format!("for ({ty} {name} = {high} - 1; {name} > {low}; {name}--)"),
            2 => format!("for ({ty} {name} = {low}; {name} <= {high}; {name} += {step})"),
            3 => format!("for ({ty} {name} = {low}; {name} < {high} - 1; {name}++)"),
            _ => format!("for ({ty} {name} = {low}; {name} < {high}; {name} += {step})"),
        };
        self.line(&(head + " {"));
        self.around.push((name, is_unsigned));
        let count = 1 + self.below(3);
        for _ in 0..count {
            match self.below(6) {
                0..=2 if depth < 2 && self.left > 0 => self.nest(depth + 1),
                3 => self.guarded(),
                _ => self.assignment(),
            }
        }
        self.around.pop();
        self.line("}");
    }

    fn guarded(&mut self) {
        let condition = self.condition();
        self.line(&format!("if ({condition}) {{"));
        self.assignment();
        if self.below(3) == 0 {
            self.line("} else {");
            self.assignment();
        }
        self.line("}");
    }

    fn iterator(&mut self) -> String {
        match self.around.len() {
            0 => "n".to_owned(),
            count => {
                let at = self.below(count);
                self.around[at].0.clone()
            }
        }
    }

    fn low(&mut self) -> String {
        match self.below(6) {
            0 => "1".to_owned(),
            1 if !self.around.is_empty() => self.iterator(),
            2 if !self.around.is_empty() => format!("({} + 1)", self.iterator()),
            3 => "2".to_owned(),
            _ => "0".to_owned(),
        }
    }

    fn high(&mut self) -> String {
        match self.below(9) {
            0 => "m".to_owned(),
            1 if !self.around.is_empty() => format!("({} + 2)", self.iterator()),
            // The difference is signed: an unsigned one below zero would make the iterator overflow.
            2 if !self.around.is_empty() => format!("(n - (int){})", self.iterator()),
            3 => "10".to_owned(),
            4 => "(n < m ? n : m)".to_owned(),
            5 => self.one_of(&["(int)u", "(int)l", "(n + m)"]).to_owned(),
            _ => "n".to_owned(),
        }
    }

    fn condition(&mut self) -> String {
        let (i, j) = (self.iterator(), self.iterator());
        match self.below(9) {
            6 => format!("{} > 1", self.element()),
            7 => format!("c[{i} + {}] != 2 && {j} < 9", self.below(3)),
            8 => format!("c[{i}] > c[{j} + 1]"),
            0 => format!("{i} == {}", self.below(5)),
            1 => format!("{i} < {j}"),
            2 => format!("{i} + {j} < n"),
            3 => "n > 4".to_owned(),
            4 => format!("{i} != {} && {j} < 6", self.below(4)),
            _ => format!("{i} > {}", self.below(4)),
        }
    }

    fn subscript(&mut self) -> String {
        let (i, j) = (self.iterator(), self.iterator());
        match self.below(9) {
            0 => format!("{i} + {}", self.below(4)),
            1 => format!("{i} - {}", self.below(3)),
            2 => format!("2*{i} + {}", self.below(3)),
            3 => format!("{i} + {j}"),
            4 => format!("{i} + n"),
            5 => format!("{i} - {j} + 9"),
            6 => self.below(6).to_string(),
            _ => i,
        }
    }

    fn element(&mut self) -> String {
        let (x, y) = (self.subscript(), self.subscript());
        match self.below(9) {
            0 | 1 => format!("b[{x}][{y}]"),
            2 => format!("c[{x}]"),
            3 => format!("v[{x}][{y}]"),
            4 => format!("*(int *)(d + 4*({x}))"),
            5 => format!("p[{x}].{}", self.one_of(&["x", "y"])),
            6 => format!("d[{x}]"),
            _ => format!("a[{x}]"),
        }
    }

    fn assignment(&mut self) {
        self.left = self.left.saturating_sub(1);
        let (to, one, other) = (self.element(), self.element(), self.element());
        let text = match self.below(8) {
            0 => format!("s += {one};"),
            1 => format!("r = r * 3 + (int){one};"),
            2 => format!("{to} += {one};"),
            3 => format!("s = s * 0.5 + {one}; {to} = s;"),
            4 => format!("{to} = {};", self.iterator()),
            5 => format!("{to} = {one} > 0 ? {one} : {other};"),
            _ => format!("{to} = {one} + {other};"),
        };
        self.line(&text);
    }
}
