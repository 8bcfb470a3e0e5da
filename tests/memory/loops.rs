//! Random C programs with loops over arrays: local, of structs, of two dimensions, on the heap, global, and
//! behind a parameter.
//!
//! Elements are written and read at the counter of a loop, next to it, at the previous iteration's counter,
//! at two counters, and at constants; under conditions, through moving pointers, by `memset` and `memcpy`,
//! with early exits, and twice in one iteration. Indices stay inside the arrays.

use super::generator::mixed;

/// The number of functions in one program.
const FUNCTIONS: u64 = 16;

/// The arrays with elements to access; each function uses a few of them.
const ARRAYS: &[&str] = &["a", "a", "a", "a", "b", "h", "t.x", "t.y", "g", "m", "o", "r"];

/// The one-dimensional arrays of `int`.
const PLAIN: &[&str] = &["a", "a", "b", "m", "o", "r"];

struct Generator {
    seed: u64,
    drawn: u64,
    /// The arrays of the function.
    arrays: Vec<String>,
    /// The counters of the enclosing loops, without those of moving pointers.
    counters: Vec<String>,
    /// The moving pointers of the enclosing loops.
    walking: Vec<String>,
    loops: usize,
    text: String,
}

impl Generator {
    fn below(&mut self, n: u64) -> u64 {
        self.drawn += 1;
        mixed(self.seed, self.drawn) % n
    }

    fn one_of(&mut self, all: &[&str]) -> String {
        all[self.below(all.len() as u64) as usize].to_string()
    }

    /// An array of `int`, if possible one that the function uses.
    fn plain(&mut self) -> String {
        let known = self.arrays.iter().find(|array| PLAIN.contains(&array.as_str())).cloned();
        known.unwrap_or_else(|| self.one_of(PLAIN))
    }

    fn counter(&mut self) -> Option<String> {
        let at = self.below(self.counters.len().max(1) as u64) as usize;
        self.counters.get(at).cloned()
    }

    /// An index from 0 to 63: a counter is from 4 to 27.
    fn index(&mut self) -> String {
        let Some(counter) = self.counter() else { return (4 + self.below(20)).to_string() };
        let k = self.below(4);
        match self.below(12) {
            0..=3 => counter,
            4 | 5 => format!("{counter} - {}", k + 1),
            6 => format!("{counter} + {}", k + 1),
            7 => format!("2 * {counter} + {}", k % 2),
            8 => format!("31 - {counter}"),
            9 => format!("({counter} ^ {})", k + 1),
            10 => (4 + k).to_string(),
            _ => self.counter().map_or(k.to_string(), |other| format!("{counter} + {other} - {k}")),
        }
    }

    /// An element.
    fn place(&mut self) -> String {
        if let Some(pointer) = self.walking.last().cloned()
            && self.below(2) == 0
        {
            return match self.below(4) {
                0 | 1 => format!("*{pointer}"),
                2 => format!("{pointer}[-{}]", 1 + self.below(3)),
                _ => format!("{pointer}[{}]", 1 + self.below(2)),
            };
        }
        let at = self.below(self.arrays.len() as u64) as usize;
        let array = self.arrays[at].clone();
        let index = self.index();
        match array.split_once('.') {
            Some((array, field)) => format!("{array}[{index}].{field}"),
            None if array == "g" => {
                let (row, column) = (self.index(), self.index());
                format!("g[({row}) & 15][({column}) & 15]")
            }
            None if self.below(12) == 0 => format!("{array}[last]"),
            None => format!("{array}[{index}]"),
        }
    }

    fn value(&mut self) -> String {
        let place = self.place();
        match self.below(5) {
            0 => format!("get({})", self.below(9)),
            1 => self.counter().unwrap_or("n".to_string()),
            2 => format!("{place} + 1"),
            _ => place,
        }
    }

    fn condition(&mut self) -> String {
        let counter = self.counter().unwrap_or("n".to_string());
        let k = self.below(8);
        match self.below(6) {
            0 => format!("{counter} >= {}", 5 + k),
            1 => format!("{counter} > 4"),
            2 => format!("{counter} & {}", 1 + k),
            3 => format!("get({counter})"),
            4 => format!("n > {k}"),
            _ => format!("{} > {k}", self.place()),
        }
    }

    fn statement(&mut self, depth: u64) {
        let is_in_loop = !self.counters.is_empty() || !self.walking.is_empty();
        match self.below(20) {
            0 | 1 if depth > 0 => self.around(depth),
            2 | 3 if depth > 0 => {
                let condition = self.condition();
                self.text += &format!("if ({condition}) {{\n");
                self.statements(2, depth - 1);
                self.text += "}\n";
                if self.below(3) == 0 {
                    self.text += "else {\n";
                    self.statements(2, depth - 1);
                    self.text += "}\n";
                }
            }
            4 if self.below(2) == 0 => self.block(),
            5 if is_in_loop => {
                let condition = self.condition();
                let way = self.one_of(&["break", "continue", "return s", "break"]);
                // The loop itself advances a moving pointer.
                self.text += &format!("if ({condition}) {way};\n");
            }
            6 if !self.counters.is_empty() => {
                let index = self.index();
                self.text += &format!("last = {index};\n");
            }
            7..=9 if is_in_loop => self.neighbours(),
            7..=12 => {
                let value = self.value();
                self.text += &format!("s += {value};\n");
            }
            13 => {
                // Two accesses in one iteration.
                let (place, first, second) = (self.place(), self.value(), self.value());
                self.text += &format!("{place} = {first};\n{place} = {second};\n");
            }
            _ => {
                let (place, value) = (self.place(), self.value());
                self.text += &format!("{place} = {value};\n");
            }
        }
    }

    /// A write at a counter and a read next to it, in either order.
    fn neighbours(&mut self) {
        let array = self.arrays[0].clone();
        let (k, guard) = (1 + self.below(3), self.condition());
        let (written, read) = match (self.walking.last(), self.counters.last()) {
            (Some(pointer), _) => (format!("*{pointer}"), format!("{pointer}[-{k}]")),
            (None, Some(i)) => match array.split_once('.') {
                Some((t, field)) => (format!("{t}[{i}].{field}"), format!("{t}[{i} - {k}].{field}")),
                None if array == "g" => (format!("g[3][{i} & 15]"), format!("g[3][({i} - {k}) & 15]")),
                None => (format!("{array}[{i}]"), format!("{array}[{i} - {k}]")),
            },
            (None, None) => return,
        };
        let write = format!("{written} = get({k});\n");
        let guard = if self.below(2) == 0 { format!("if ({guard}) ") } else { String::new() };
        let read = format!("{guard}s += {read};\n");
        let text = if self.below(3) == 0 { read + &write } else { write + &read };
        self.text += &text;
    }

    /// A fill or copy of bytes of an array.
    fn block(&mut self) {
        let (to, from) = (self.plain(), self.plain());
        let (at, other, words) = (self.index(), self.index(), 1 + self.below(6));
        let text = match self.below(4) {
            0 => format!("memcpy({to} + {at}, {from} + {other} + 64, {});\n", 4 * words),
            1 => format!("memmove({to} + {at}, {from} + {other}, {});\n", 4 * words),
            2 => format!("t[{at}] = t[{other}];\n"),
            _ => format!("memset({to} + {at}, 0, {});\n", 4 * words),
        };
        self.text += &text;
    }

    fn around(&mut self, depth: u64) {
        self.loops += 1;
        let (i, least) = (format!("i{}", self.loops), 4 + self.below(3));
        let most = ["12", "20", "n + 6", "n + 9"][self.below(4) as usize];
        let p = format!("p{}", self.loops);
        let (begin, end) = match self.below(8) {
            0 => (format!("for (int {i} = {most}; {i} >= {least}; {i}--) {{\n"), "}\n".to_string()),
            1 => (format!("int {i} = {least};\ndo {{\n"), format!("}} while (++{i} < {most});\n")),
            2 => (format!("for (int {i} = {least}; {i} < {most}; {i} += 2) {{\n"), "}\n".to_string()),
            3 => {
                let array = self.plain();
                let head = format!("{p} = {array} + {least}; {p} < {array} + {most}; {p}++");
                self.text += &format!("for (int *{head}) {{\n");
                self.walking.push(p);
                self.statements(3, depth - 1);
                self.walking.pop();
                self.text += "}\n";
                return;
            }
            4 => {
                (format!("int {i} = {least};\nwhile ({i} < {most}) {{\nint before = {i}++;\n"), "}\n".into())
            }
            _ => (format!("for (int {i} = {least}; {i} < {most}; {i}++) {{\n"), "}\n".to_string()),
        };
        self.text += &begin;
        let is_copied = begin.contains("before");
        self.counters.push(if is_copied { "before".to_string() } else { i });
        self.statements(3, depth - 1);
        self.counters.pop();
        self.text += &end;
    }

    fn statements(&mut self, most: u64, depth: u64) {
        for _ in 0..=self.below(most) {
            self.statement(depth);
        }
    }
}

/// A program of functions with loops.
pub(super) fn program(seed: u64) -> String {
    let mut text = "int get(int);\nvoid *malloc(unsigned long);\nvoid free(void *);\n\
         void *memset(void *, int, unsigned long);\nvoid *memcpy(void *, const void *, unsigned long);\n\
         void *memmove(void *, const void *, unsigned long);\n\
         struct S { int x; int y; int z; };\nint o[128];\n"
        .to_string();
    for number in 0..FUNCTIONS {
        text += &function(mixed(seed, number), number);
    }
    text
}

fn function(seed: u64, number: u64) -> String {
    let (arrays, counters, walking) = (Vec::new(), Vec::new(), Vec::new());
    let mut generator =
        Generator { seed, drawn: 0, arrays, counters, walking, loops: 0, text: String::new() };
    for _ in 0..=generator.below(2) {
        let array = generator.one_of(ARRAYS);
        generator.arrays.push(array);
    }
    let begin = generator.below(4);
    for _ in 0..=generator.below(2) {
        generator.statements(1, 0);
        generator.around(2);
    }
    generator.statements(1, 0);
    // Unwritten memory has arbitrary numbers; some arrays are filled first.
    let filled = ["", "for (int i = 0; i < 64; i++) a[i] = get(i);\n", "memset(b, 0, sizeof b);\n", ""];
    let freed = if generator.below(2) == 0 { "free(m);\n" } else { "" };
    format!(
        "int f{number}(int n, int *r) {{\nint a[128], b[128], g[16][16], s = 0, last = 4;\nshort h[64];\n\
         struct S t[64];\nint *m = malloc(512);\n{}{}{freed}return s;\n}}\n",
        filled[begin as usize], generator.text
    )
}
