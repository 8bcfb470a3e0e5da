//! Random functions, the same from each seed: integer arithmetic of all widths with all flags, addresses in a local array, and
//! choices between them.

use std::fmt::Write as _;

const MAJOR: &str = env!("IDIOM_LLVM_MAJOR");

/// Widths of integers; 64 more often, since addresses need it.
const WIDTHS: &[u32] = &[1, 7, 8, 16, 31, 32, 32, 33, 64, 64, 64, 64, 65, 100, 128];

/// Element types: spelling, and bytes for the array to be large enough.
const ELEMENTS: &[&str] =
    &["i8", "i16", "i32", "i64", "double", "[3 x i16]", "[4 x [5 x i32]]", "%pair", "%odd"];

/// Writes modules.
pub(super) struct Generator {
    state: u64,
    text: String,
    integers: Vec<(String, u32)>,
    pointers: Vec<String>,
    count: usize,
}

impl Generator {
    pub(super) fn new(seed: u64) -> Generator {
        let state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
        Generator { state, text: String::new(), integers: Vec::new(), pointers: Vec::new(), count: 0 }
    }

    /// xorshift*.
    fn next(&mut self) -> u64 {
        self.state ^= self.state >> 12;
        self.state ^= self.state << 25;
        self.state ^= self.state >> 27;
        self.state.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 16
    }

    fn below(&mut self, n: usize) -> usize {
        (self.next() % n as u64) as usize
    }

    fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len())]
    }

    /// A module of so many functions.
    pub(super) fn module(mut self, functions: usize) -> String {
        self.text += "target datalayout = \"e-p:64:64-p1:64:64:64:32-i64:64\"\n";
        self.text += "%pair = type { i32, double, [4 x i16] }\n%odd = type <{ i8, i32, [2 x i64] }>\n";
        self.text += "@array = global [4096 x i8] zeroinitializer\n";
        for n in 0..functions {
            self.function(n);
        }
        self.text
    }

    fn function(&mut self, n: usize) {
        let widths: Vec<u32> = (0..5).map(|_| self.pick(WIDTHS)).collect();
        (self.integers, self.count) = (Vec::new(), 0);
        self.pointers = vec!["%p".into(), "@array".into()];
        let mut parameters = vec!["ptr %p".to_string()];
        for (k, width) in widths.into_iter().chain([64, 32]).enumerate() {
            parameters.push(format!("i{width} %x{k}"));
            self.integers.push((format!("%x{k}"), width));
        }
        let _ = writeln!(self.text, "define void @f{n}({}, ptr %to) {{", parameters.join(", "));
        let steps = 6 + self.below(18);
        for _ in 0..steps {
            match self.below(10) {
                0..=5 => self.arithmetic(),
                6 | 7 => self.gep(),
                8 => self.select(),
                _ => self.disjoint(),
            }
        }
        let results: Vec<String> =
            self.integers.iter().rev().take(6).map(|(name, width)| format!("i{width} {name}")).collect();
        let pointers: Vec<String> = self.pointers.iter().rev().take(4).map(|p| format!("ptr {p}")).collect();
        for value in results.iter().chain(&pointers) {
            let _ = writeln!(self.text, "  store volatile {value}, ptr %to");
        }
        self.text += "  ret void\n}\n";
    }

    fn name(&mut self) -> String {
        self.count += 1;
        format!("%v{}", self.count)
    }

    /// A constant: small, a power of two, at an edge, or anything.
    fn constant(&mut self, width: u32) -> String {
        if width == 1 {
            return self.pick(&["true", "false"]).to_string();
        }
        let most = width.min(62) - 1;
        let value = match self.below(5) {
            0 => self.below(9) as i64 - 4,
            1 => 1 << self.below(most as usize),
            2 => -(1 << most),
            3 => (1 << most) - 1,
            _ => self.next() as i64 & ((1 << most) - 1),
        };
        let limit = 1i64 << most;
        value.clamp(-limit, limit - 1).to_string()
    }

    /// A value of that width: an older one, through a cast if need be, or a constant.
    fn integer(&mut self, width: u32) -> String {
        if self.chance(15) {
            return self.constant(width);
        }
        let at = self.below(self.integers.len());
        let (name, from) = self.integers[at].clone();
        if from == width {
            return name;
        }
        let cast = match from < width {
            true if MAJOR.parse::<u32>().unwrap() >= 18 => self.pick(&["sext", "sext", "zext", "zext nneg"]),
            true => self.pick(&["sext", "zext"]),
            false => "trunc",
        };
        let result = self.name();
        let _ = writeln!(self.text, "  {result} = {cast} i{from} {name} to i{width}");
        self.integers.push((result.clone(), width));
        result
    }

    fn flags(&mut self) -> &'static str {
        self.pick(&["", "nsw ", "nuw ", "nuw nsw ", "nsw "])
    }

    fn arithmetic(&mut self) {
        let width = self.pick(WIDTHS);
        let opcode = self.pick(&["add", "sub", "mul", "shl", "shl", "and", "or", "xor", "lshr", "add"]);
        let left = self.integer(width);
        let right = match opcode {
            "shl" | "lshr" if self.chance(90) => {
                // At the edges more often.
                let by = self.pick(&[0, 1, 2, 3, width - 1, width - 1, width]);
                if width == 1 { (if by == 0 { "false" } else { "true" }).into() } else { by.to_string() }
            }
            "mul" | "add" if self.chance(50) => self.constant(width),
            _ => self.integer(width),
        };
        let flags = if matches!(opcode, "add" | "sub" | "mul" | "shl") { self.flags() } else { "" };
        let flags = if opcode == "or" && MAJOR.parse::<u32>().unwrap() >= 18 && self.chance(30) {
            "disjoint "
        } else {
            flags
        };
        let result = self.name();
        let _ = writeln!(self.text, "  {result} = {opcode} {flags}i{width} {left}, {right}");
        self.integers.push((result, width));
    }

    /// Bits put side by side: an `or` that is a sum.
    fn disjoint(&mut self) {
        let width = self.pick(&[8, 16, 32, 64, 64, 128]);
        let by = 1 + self.below(width as usize - 2);
        let (high, low) = (self.integer(width), self.integer(width));
        let (a, b, c) = (self.name(), self.name(), self.name());
        // Sometimes one bit too many.
        let kept = if self.chance(80) { by } else { by + 1 };
        let mask = (1u128 << kept) - 1;
        let _ = writeln!(self.text, "  {a} = shl i{width} {high}, {by}");
        let _ = writeln!(self.text, "  {b} = and i{width} {low}, {mask}");
        let _ = writeln!(self.text, "  {c} = or i{width} {a}, {b}");
        self.integers.push((c, width));
    }

    /// An index that often stays within the array.
    fn index(&mut self) -> String {
        let width = self.pick(&[64, 64, 64, 32, 32, 8, 16, 100]);
        match self.below(5) {
            0 => format!("i{width} {}", self.below(9) as i64 - 2),
            4 => {
                // A sum that is widened.
                let (left, right) = (self.integer(32), self.integer(32));
                let (opcode, flags) = (self.pick(&["add", "sub", "add", "mul", "xor"]), self.flags());
                let (flags, right) = match opcode {
                    "mul" => (flags, self.constant(32)),
                    "xor" => ("", "-1".to_string()),
                    _ => (flags, right),
                };
                let (sum, wide) = (self.name(), self.name());
                let cast = self.pick(&["sext", "zext"]);
                let _ = writeln!(self.text, "  {sum} = {opcode} {flags}i32 {left}, {right}");
                let _ = writeln!(self.text, "  {wide} = {cast} i32 {sum} to i64");
                self.integers.push((wide.clone(), 64));
                format!("i64 {wide}")
            }
            1 => {
                let value = self.integer(width);
                let masked = self.name();
                let _ = writeln!(self.text, "  {masked} = and i{width} {value}, 7");
                self.integers.push((masked.clone(), width));
                format!("i{width} {masked}")
            }
            _ => format!("i{width} {}", self.integer(width)),
        }
    }

    fn gep(&mut self) {
        let element = self.pick(ELEMENTS);
        let base = match self.chance(15) {
            true => "getelementptr inbounds ([64 x [16 x i32]], ptr @array, i64 0, i64 3, i64 1)".to_string(),
            false => {
                let at = self.below(self.pointers.len());
                self.pointers[at].clone()
            }
        };
        let mut indices = vec![self.index()];
        match element {
            "[3 x i16]" => indices.push(self.index()),
            "[4 x [5 x i32]]" => {
                indices.push(self.index());
                if self.chance(70) {
                    indices.push(self.index());
                }
            }
            "%pair" | "%odd" => {
                let field = self.below(3);
                indices.push(format!("i32 {field}"));
                if field == 2 {
                    indices.push(self.index());
                }
            }
            _ => {}
        }
        let flags = match MAJOR.parse::<u32>().unwrap() >= 19 {
            true => self.pick(&["", "inbounds ", "inbounds ", "nusw ", "nuw ", "nusw nuw ", "inbounds nuw "]),
            false => self.pick(&["", "inbounds "]),
        };
        let result = self.name();
        let _ = writeln!(
            self.text,
            "  {result} = getelementptr {flags}{element}, ptr {base}, {}",
            indices.join(", ")
        );
        self.pointers.push(result);
    }

    fn select(&mut self) {
        let condition = self.integer(1);
        let recent = self.pointers.len().saturating_sub(4);
        let pick = |g: &mut Generator| {
            let at = recent + g.below(g.pointers.len() - recent);
            g.pointers[at].clone()
        };
        let (yes, no) = (pick(self), pick(self));
        let result = self.name();
        let _ = writeln!(self.text, "  {result} = select i1 {condition}, ptr {yes}, ptr {no}");
        self.pointers.push(result);
    }
}
