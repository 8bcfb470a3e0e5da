//! Random C programs with memory accesses: local arrays, parameters that may overlap, structs linked by
//! pointers.
//!
//! There are two kinds of programs. In the first, pointers of all types may overlap, as
//! `-fno-strict-aliasing` permits. The second obeys the aliasing rules of C and has more types: floats,
//! characters that overlap numbers, unions, a member behind a member, and an inlined function with
//! `restrict`.

/// A number from two others.
pub(super) fn mixed(seed: u64, n: u64) -> u64 {
    let mut x =
        seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ n.wrapping_mul(0xd134_2543_de82_ef95) ^ 0x5bf0_3635;
    for _ in 0..3 {
        x ^= x >> 31;
        x = x.wrapping_mul(0x94d0_49bb_1331_11eb);
    }
    x >> 3
}

struct Generator {
    seed: u64,
    is_typed: bool,
    drawn: u64,
    depth: usize,
    text: String,
}

impl Generator {
    fn below(&mut self, n: u64) -> u64 {
        self.drawn += 1;
        mixed(self.seed, self.drawn) % n
    }

    fn one_of(&mut self, all: &[&str]) -> String {
        let at = self.below(all.len() as u64) as usize;
        all[at].to_string()
    }

    /// The counter of an enclosing loop, or a number.
    fn index(&mut self) -> String {
        let names = ["i", "j", "k"];
        let depth = self.depth.min(3);
        match self.below(3) {
            0 => self.below(8).to_string(),
            1 if depth > 0 => format!("{} + {}", names[self.below(depth as u64) as usize], self.below(3)),
            _ if depth > 0 => names[self.below(depth as u64) as usize].to_string(),
            _ => "n & 7".to_string(),
        }
    }

    fn place(&mut self) -> String {
        let index = self.index();
        if self.is_typed && self.below(2) == 0 {
            return match self.below(8) {
                0 => format!("h[{index}]"),
                1 => format!("e[{index}]"),
                2 => format!("c[{index}]"),
                3 => format!("d[{index}]"),
                4 => format!("v.{}", ["i", "f"][self.below(2) as usize]),
                5 => format!("m->in.{}", ["i", "f"][self.below(2) as usize]),
                6 => format!("l->{}", ["in.f", "k"][self.below(2) as usize]),
                _ => format!("fs[({index}) & 7]"),
            };
        }
        match self.below(12) {
            0 => format!("p[{index}]"),
            1 => format!("q[{index}]"),
            2 => format!("r[{index}]"),
            3 => format!("x[({index}) & 7]"),
            4 => format!("y[({index}) & 7]"),
            5 => "*z".to_string(),
            6 => format!("s->{}", ["a", "b"][self.below(2) as usize]),
            7 => format!("t->v[({index}) & 3]"),
            8 => format!("u.{}", ["a", "b"][self.below(2) as usize]),
            9 => format!("u.n->{}", ["a", "b"][self.below(2) as usize]),
            10 => format!("many[({index}) & 3].{}", ["a", "b"][self.below(2) as usize]),
            _ => format!("g[({index}) & 7]"),
        }
    }

    fn statement(&mut self) {
        match self.below(14) {
            0 => {
                let to = self.one_of(&["x", "y + 2", "p", "q", "r + 1", "&u.a", "&w.b", "g"]);
                self.text += &format!("z = {to};\n");
            }
            1 => {
                let to = self.one_of(&["&w", "&u", "s", "t", "&many[1]", "s->n"]);
                self.text += &format!("u.n = {to};\n");
            }
            2 => {
                let at = self.one_of(&["s->n", "w.n", "*zz"]);
                let to = if at == "*zz" { "y" } else { "&w" };
                self.text += &format!("{at} = {to};\n");
            }
            3 if self.depth < 3 => {
                let name = ["i", "j", "k"][self.depth];
                let from = self.below(2);
                self.text += &format!("for (int {name} = {from}; {name} < (n & 7) + 1; {name}++) {{\n");
                self.depth += 1;
                self.statements(3);
                self.depth -= 1;
                self.text += "}\n";
            }
            4 => {
                let place = self.place();
                self.text += &format!("if ((int){place} & 1) {{\n");
                self.statements(2);
                self.text += "} else {\n";
                self.statements(2);
                self.text += "}\n";
            }
            5 => self.text += "escape(&w);\n",
            6 | 7 if self.is_typed => {
                let arrays = ["x", "y", "g", "r"];
                let at = self.below(4) as usize;
                let (to, by) = (arrays[at], arrays[(at + 1 + self.below(3) as usize) % 4]);
                self.text += &format!("add({to}, {by}, n & 3);\n");
            }
            _ => {
                let (to, from, other) = (self.place(), self.place(), self.place());
                let operator = self.one_of(&["+", "^", "-"]);
                self.text += &format!("{to} = (int){from} {operator} (int){other};\n");
            }
        }
    }

    fn statements(&mut self, most: u64) {
        for _ in 0..=self.below(most) {
            self.statement();
        }
    }
}

/// A program of one function, in which pointers of all types may overlap.
pub(super) fn program(seed: u64) -> String {
    let begin = "struct S { int a; int b; struct S *n; int v[4]; };\nint g[8];\nvoid escape(struct S *);\n\
         int f(int *p, int *q, int *restrict r, struct S *s, struct S *t, int n) {\n";
    format!("{begin}{}", body(seed, false))
}

/// A program of one function that obeys the aliasing rules of C.
///
/// Within each of these groups, and no others, parameters may overlap: `p`, `q`, `d`; `h`, `e`, `c`; `m`,
/// `l`; `s`, `t`.
pub(super) fn typed_program(seed: u64) -> String {
    let begin = "struct S { int a; int b; struct S *n; int v[4]; };\n\
         struct In { int i; float f; };\nstruct M { int k; struct In in; };\nunion V { int i; float f; };\n\
         int g[8];\nfloat fs[8];\nvoid escape(struct S *);\n\
         static inline void add(int *restrict to, const int *restrict by, int n) {\n\
         for (int i = 0; i < n; i++) to[i] += by[0] + by[i];\n}\n\
         int f(int *p, int *q, int *restrict r, struct S *s, struct S *t, float *h, float *e,\n\
         unsigned char *c, unsigned char *d, struct M *m, struct M *l, int n) {\n\
         union V v;\nv.i = n;\ns->n = t;\nt->n = s;\n";
    format!("{begin}{}", body(seed, true))
}

fn body(seed: u64, is_typed: bool) -> String {
    let mut generator = Generator { seed, is_typed, drawn: 0, depth: 0, text: String::new() };
    for _ in 0..8 {
        generator.statement();
    }
    format!(
        "int x[8], y[8], *z = x, **zz = &z;\nstruct S u, w, many[4];\nu.n = &w; w.n = &u;\n\
         for (int i = 0; i < 8; i++) x[i] = y[i] = i;\nu.a = u.b = w.a = w.b = 1;\n\
         for (int i = 0; i < 4; i++) many[i].a = many[i].b = i;\n{}return x[n & 7] + u.a + w.b + *z;\n}}\n",
        generator.text
    )
}
