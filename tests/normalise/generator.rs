//! Random functions, the same from each seed: integer arithmetic of all widths with all flags, addresses in a
//! local array, choices between them, and loops that count.

use std::fmt::Write as _;

const MAJOR: &str = env!("IDIOM_LLVM_MAJOR");

/// Widths of integers. The width 64 occurs more often, since addresses need it.
const WIDTHS: &[u32] = &[1, 7, 8, 16, 31, 32, 32, 33, 64, 64, 64, 64, 65, 100, 128];

/// Spellings of element types.
const ELEMENTS: &[&str] =
    &["i8", "i16", "i32", "i64", "double", "[3 x i16]", "[4 x [5 x i32]]", "%pair", "%odd"];

/// A generator of modules.
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

    /// The next random number, by xorshift*.
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

    /// A module of straight-line functions.
    pub(super) fn module(self, functions: usize) -> String {
        self.of(functions, Generator::function)
    }

    /// A module of functions with a loop each.
    pub(super) fn loops(self, functions: usize) -> String {
        self.of(functions, Generator::counting)
    }

    /// A module of functions with two branches that join.
    pub(super) fn joins(self, functions: usize) -> String {
        self.of(functions, Generator::joining)
    }

    fn of(mut self, functions: usize, write: fn(&mut Generator, usize)) -> String {
        self.text += "target datalayout = \"e-p:64:64-p1:64:64:64:32-i64:64\"\n";
        self.text += "%pair = type { i32, double, [4 x i16] }\n%odd = type <{ i8, i32, [2 x i64] }>\n";
        self.text += "@array = global [4096 x i8] zeroinitializer\n";
        for n in 0..functions {
            write(&mut self, n);
        }
        self.text
    }

    /// A guarded loop that counts, and stores addresses computed from the count.
    fn counting(&mut self, n: usize) {
        let width: u32 = self.pick(&[8, 16, 32, 64, 64]);
        (self.integers, self.count) = (Vec::new(), 0);
        self.pointers = vec!["%p".into()];
        let _ =
            writeln!(self.text, "define void @f{n}(ptr %p, i{width} %n, i{width} %m, i32 %o, ptr %to) {{");
        self.text += "entry:\n";
        for name in ["%n", "%m"] {
            self.integers.push((name.to_string(), width));
        }
        self.integers.push(("%o".to_string(), 32));
        let (start, stop) = (self.near(width), self.near(width));
        let guards = ["sgt", "sge", "ugt", "ne", "slt", "ult", "eq", "sle"];
        let (guard, bound) = (self.pick(&guards), self.near(width));
        let guarded = self.pick(&[start.as_str(), stop.as_str(), "%n"]).to_string();
        let _ = writeln!(self.text, "  %guard = icmp {guard} i{width} {guarded}, {bound}");
        self.text += "  br i1 %guard, label %before, label %out\nbefore:\n  br label %loop\nloop:\n";
        let step = self.pick(&[-1, -1, 1, 1, 1, -2, 2, 3, -3]);
        let flags = self.pick(&["", "", "nsw ", "nuw ", "nuw nsw "]);
        let _ = writeln!(self.text, "  %k = phi i{width} [ {start}, %before ], [ %next, %loop ]");
        let _ = writeln!(self.text, "  %next = add {flags}i{width} %k, {step}");
        let before = self.integers.len();
        self.integers
            .extend(["%k", "%next", "%k", "%next", "%k", "%next"].map(|name| (name.to_string(), width)));
        for _ in 0..1 + self.below(4) {
            match self.below(3) {
                0 => self.arithmetic_of(&[32, 64, width]),
                _ => self.gep(),
            }
        }
        let predicates = ["ne", "ne", "eq", "sgt", "slt", "ugt", "ult", "sge", "uge", "sle", "ule"];
        let (predicate, compared) = (self.pick(&predicates), self.pick(&["%k", "%next", "%next"]));
        let pointers: Vec<String> = self.pointers.iter().rev().take(3).cloned().collect();
        for pointer in pointers.iter().filter(|pointer| *pointer != "%p") {
            let _ = writeln!(self.text, "  store volatile ptr {pointer}, ptr %to");
        }
        let masked = self.chance(25) && width > 8;
        if masked {
            let _ = writeln!(self.text, "  %bits = and i{width} {compared}, 255");
        }
        let (compared, stop) = if masked { ("%bits", "0".to_string()) } else { (compared, stop) };
        let _ = writeln!(self.text, "  %again = icmp {predicate} i{width} {compared}, {stop}");
        let targets = self.pick(&["%loop, label %out", "%loop, label %out", "%out, label %loop"]);
        let _ = writeln!(self.text, "  br i1 %again, label {targets}\nout:\n  ret void\n}}");
        self.integers.truncate(before);
    }

    /// A branch on a comparison with a small number, and the join of its arms. Both arms compute a similar
    /// value, or one of them computes it folded for that number.
    fn joining(&mut self, n: usize) {
        let width: u32 = self.pick(&[8, 32, 64]);
        let _ = writeln!(self.text, "define void @f{n}(i{width} %x, i{width} %y, ptr %p, ptr %to) {{");
        let (number, predicate) = (self.below(3), self.pick(&["eq", "eq", "ne", "ult"]));
        let _ = writeln!(self.text, "  %is = icmp {predicate} i{width} %x, {number}");
        let swapped = self.chance(50);
        let (yes, no) = if swapped { ("two", "one") } else { ("one", "two") };
        let _ = writeln!(self.text, "  br i1 %is, label %{yes}, label %{no}\none:");
        let shape: Vec<(&str, &str, usize)> = (0..1 + self.below(3))
            .map(|_| (self.pick(&["add", "sub", "mul"]), self.pick(&["%x", "%x", "%y"]), self.below(4)))
            .collect();
        let from = self.pick(&["%x", "%x", "%y"]);
        let (first, left) = self.spelt("a", width, from, &shape);
        let _ = writeln!(self.text, "  br label %join\ntwo:");
        let (second, right) = match self.chance(40) {
            true => self.spelt("b", width, from, &shape),
            false => {
                let value = shape.iter().fold(number as i64, |value, (opcode, _, by)| match *opcode {
                    "add" => value + *by as i64,
                    "sub" => value - *by as i64,
                    _ => value * *by as i64,
                });
                let value = value + i64::from(self.chance(10));
                (value.to_string(), if value == 0 { "%p" } else { "%to" }.to_string())
            }
        };
        let _ = writeln!(self.text, "  br label %join\njoin:");
        let _ = writeln!(self.text, "  %phi = phi i{width} [ {first}, %one ], [ {second}, %two ]");
        let _ = writeln!(self.text, "  %at = phi ptr [ {left}, %one ], [ {right}, %two ]");
        let _ =
            writeln!(self.text, "  store volatile i{width} %phi, ptr %to\n  store volatile ptr %at, ptr %to");
        self.text += "  ret void\n}\n";
    }

    /// A computation in steps, with flags. Returns its value, and the address at that offset.
    fn spelt(
        &mut self,
        name: &str,
        width: u32,
        from: &str,
        shape: &[(&str, &str, usize)],
    ) -> (String, String) {
        let mut value = from.to_string();
        for (k, (opcode, other, by)) in shape.iter().enumerate() {
            let flags = self.flags();
            let other = if *by == 3 { other.to_string() } else { by.to_string() };
            let _ = writeln!(self.text, "  %{name}{k} = {opcode} {flags}i{width} {value}, {other}");
            value = format!("%{name}{k}");
        }
        let wide = match width {
            64 => value.clone(),
            _ => {
                let _ = writeln!(self.text, "  %{name}w = sext i{width} {value} to i64");
                format!("%{name}w")
            }
        };
        let inbounds = self.pick(&["", "inbounds "]);
        let _ = writeln!(self.text, "  %{name}p = getelementptr {inbounds}i8, ptr %p, i64 {wide}");
        (value, format!("%{name}p"))
    }

    /// A parameter of a loop, or a small number.
    fn near(&mut self, width: u32) -> String {
        match self.below(5) {
            0 | 1 => self.pick(&["%n", "%m"]).to_string(),
            2 => self.constant(width),
            _ => (self.below(7) as i64 - 2).to_string(),
        }
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

    /// A value of a width: an earlier one, cast if necessary, or a constant.
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
        self.arithmetic_of(WIDTHS);
    }

    fn arithmetic_of(&mut self, widths: &[u32]) {
        let width = self.pick(widths);
        let opcodes = [
            "add", "sub", "mul", "shl", "shl", "and", "or", "xor", "lshr", "add", "ashr", "udiv", "sdiv",
            "urem", "srem",
        ];
        let opcode = self.pick(&opcodes);
        let left = self.integer(width);
        let right = match opcode {
            "udiv" | "sdiv" | "urem" | "srem" => match width {
                1..=7 => "1".to_string(),
                _ => self.pick(&["1", "2", "3", "4", "8", "7", "-1", "-4"]).to_string(),
            },
            "shl" | "lshr" | "ashr" if self.chance(90) => {
                // Values at the limits occur more often.
                let by = self.pick(&[0, 1, 2, 3, width - 1, width - 1, width]);
                if width == 1 { (if by == 0 { "false" } else { "true" }).into() } else { by.to_string() }
            }
            "mul" | "add" if self.chance(50) => self.constant(width),
            _ => self.integer(width),
        };
        let flags = match opcode {
            "add" | "sub" | "mul" | "shl" => self.flags(),
            "lshr" | "ashr" | "udiv" | "sdiv" => self.pick(&["", "exact "]),
            _ => "",
        };
        let flags = if opcode == "or" && MAJOR.parse::<u32>().unwrap() >= 18 && self.chance(30) {
            "disjoint "
        } else {
            flags
        };
        let result = self.name();
        let _ = writeln!(self.text, "  {result} = {opcode} {flags}i{width} {left}, {right}");
        self.integers.push((result, width));
    }

    /// An `or` of disjoint bits, which is a sum.
    fn disjoint(&mut self) {
        let width = self.pick(&[8, 16, 32, 64, 64, 128]);
        let by = 1 + self.below(width as usize - 2);
        let (high, low) = (self.integer(width), self.integer(width));
        let (a, b, c) = (self.name(), self.name(), self.name());
        // Sometimes the bits overlap by one.
        let shift = if self.chance(80) { by } else { by + 1 };
        let mask = (1u128 << shift) - 1;
        let _ = writeln!(self.text, "  {a} = shl i{width} {high}, {by}");
        let _ = writeln!(self.text, "  {b} = and i{width} {low}, {mask}");
        let _ = writeln!(self.text, "  {c} = or i{width} {a}, {b}");
        self.integers.push((c, width));
    }

    /// An index that is often inside the array.
    fn index(&mut self) -> String {
        let width = self.pick(&[64, 64, 64, 32, 32, 8, 16, 100]);
        match self.below(8) {
            0 => format!("i{width} {}", self.below(9) as i64 - 2),
            5 => self.part(),
            6 => {
                // A choice between constants.
                let (condition, yes, no) = (self.integer(1), self.constant(width), self.constant(width));
                let no = self.pick(&["0", no.as_str(), "1", "6"]).to_string();
                let choice = self.name();
                let _ =
                    writeln!(self.text, "  {choice} = select i1 {condition}, i{width} {yes}, i{width} {no}");
                self.integers.push((choice.clone(), width));
                format!("i{width} {choice}")
            }
            7 => {
                // A quotient that is multiplied by its divisor.
                let (value, quotient, product) = (self.integer(64), self.name(), self.name());
                let divided =
                    self.pick(&["ashr exact", "lshr exact", "sdiv exact", "udiv exact", "ashr", "udiv"]);
                let (by, times) = (1 + self.below(3), self.pick(&[1, 2, 4, 6, 8]));
                let _ = writeln!(self.text, "  {quotient} = {divided} i64 {value}, {by}");
                let _ = writeln!(self.text, "  {product} = mul i64 {quotient}, {times}");
                format!("i64 {product}")
            }
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

    /// A part of the bits of a value: by a mask, two shifts or two casts.
    fn part(&mut self) -> String {
        let value = self.integer(64);
        let (a, b) = (self.name(), self.name());
        match self.below(4) {
            0 => {
                let mask = self.pick(&["4294967295", "4294967295", "17179869180", "255", "65535", "15"]);
                let shifted = if mask == "17179869180" {
                    format!("shl i64 {value}, 2")
                } else {
                    format!("add i64 {value}, -1")
                };
                let _ = writeln!(self.text, "  {a} = {shifted}");
                let _ = writeln!(self.text, "  {b} = and i64 {a}, {mask}");
            }
            1 => {
                let (up, down) = (self.pick(&[32, 32, 33, 48]), self.pick(&[32, 30, 29, 33, 48]));
                let shift = self.pick(&["ashr", "ashr exact", "lshr"]);
                let _ = writeln!(self.text, "  {a} = shl i64 {value}, {up}");
                let _ = writeln!(self.text, "  {b} = {shift} i64 {a}, {down}");
            }
            _ => {
                let (width, cast) = (self.pick(&[32, 32, 16, 31]), self.pick(&["sext", "zext"]));
                let flags = if MAJOR.parse::<u32>().unwrap() >= 20 { self.flags() } else { "" };
                let _ = writeln!(self.text, "  {a} = trunc {flags}i64 {value} to i{width}");
                let _ = writeln!(self.text, "  {b} = {cast} i{width} {a} to i64");
            }
        }
        self.integers.push((b.clone(), 64));
        format!("i64 {b}")
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
