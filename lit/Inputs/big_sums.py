"""big_sums.py: a module with sums of a thousand products, and with sums whose paths grow as Fibonacci's
numbers."""

COUNT = 1000


def chain(name, factor):
    print(f"define i32 @{name}(i32 %a, ptr %p) {{")
    for n in range(COUNT):
        print(f"  %g{n} = getelementptr i32, ptr %p, i64 {n}\n  %x{n} = load i32, ptr %g{n}")
    for n in range(COUNT):
        print(f"  %m{n} = mul i32 %x{n}, {factor(n)}")
    print("  %s0 = add i32 %m0, 0")
    for n in range(1, COUNT):
        print(f"  %s{n} = add i32 %s{n - 1}, %m{n}")
    print(f"  ret i32 %s{COUNT - 1}\n}}")


chain("one_factor", lambda n: "%a")
chain("pairs", lambda n: f"%x{n ^ 1}" if n % 2 else f"%x{(n * 7 + 3) % COUNT}")

print("define i32 @fibonacci(i32 %s0, i32 %s1) {")
for n in range(2, 10 * COUNT):
    print(f"  %m{n} = mul i32 %s{n - 1}, 3\n  %s{n} = add i32 %m{n}, %s{n - 2}")
print(f"  ret i32 %s{10 * COUNT - 1}\n}}")
