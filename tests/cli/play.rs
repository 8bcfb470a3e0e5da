//! `idiom play` through its protocol: admission, searches, cancelling, budgets, two tabs. `lit/play/` tests
//! the page itself in a browser.

use super::{Folder, LOOP_C, SQUARE_C, plugin};
use serde_json::{Value, json};
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::process::{Child, Stdio};
use std::time::{Duration, Instant};

/// A running server and its address. Dropping it ends the server.
struct Server {
    child: Child,
    host: String,
    token: String,
    _folder: Folder,
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A specification without findings, whose search visits all chains of five sums.
const ENDLESS: &str = "Constraint Endless
( opcode{a} = add ∧ opcode{b} = add ∧ opcode{c} = add ∧ opcode{d} = add ∧ opcode{e} = add
∧ strict_domination({a}, {b}) ∧ strict_domination({b}, {c}) ∧ strict_domination({c}, {d}) ∧ strict_domination({d}, {e})
∧ strict_domination({e}, {a}))
End
";

impl Server {
    fn start(more: &[&str], files: &[(&str, &str)]) -> Server {
        let folder = Folder::new(files);
        let plugin = plugin();
        let mut arguments = vec!["play", "--plugin", plugin.to_str().unwrap()];
        arguments.extend(more);
        let mut command = folder.command(&arguments);
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let address = line.trim().strip_prefix("http://").unwrap_or_else(|| panic!("{line}"));
        let (host, token) = address.trim_end_matches('/').split_once('/').unwrap();
        Server { child, host: host.to_owned(), token: token.to_owned(), _folder: folder }
    }

    /// Sends a raw request. Returns the status, headers and body of the answer.
    fn raw(&self, request: &str) -> (u16, String, String) {
        let mut stream = TcpStream::connect(&self.host).unwrap();
        stream.write_all(request.as_bytes()).unwrap();
        let mut bytes = Vec::new();
        stream.read_to_end(&mut bytes).unwrap();
        let text = String::from_utf8_lossy(&bytes).into_owned();
        let (head, body) = text.split_once("\r\n\r\n").unwrap_or((&text, ""));
        let status =
            head.split(' ').nth(1).and_then(|code| code.parse().ok()).unwrap_or_else(|| panic!("{text}"));
        (status, head.to_owned(), body.to_owned())
    }

    fn get(&self, path: &str) -> (u16, String, String) {
        let (host, token) = (&self.host, &self.token);
        self.raw(&format!("GET /{token}/{path} HTTP/1.0\r\nHost: {host}\r\n\r\n"))
    }

    fn post(&self, path: &str, body: &Value) -> Value {
        let (host, token, body) = (&self.host, &self.token, body.to_string());
        let length = body.len();
        let (status, _, answer) = self.raw(&format!(
            "POST /{token}/{path} HTTP/1.0\r\nHost: {host}\r\nContent-Type: application/json\r\nContent-Length: {length}\r\n\r\n{body}"
        ));
        assert_eq!(status, 200, "{answer}");
        serde_json::from_str(&answer).unwrap_or_else(|_| panic!("{answer}"))
    }

    fn search(&self, tab: &str, source: &str, candl: &str, idioms: &[&str], budget: u64) -> Value {
        self.post("search", &request(tab, source, candl, idioms, budget))
    }
}

fn request(tab: &str, source: &str, candl: &str, idioms: &[&str], budget: u64) -> Value {
    let llvm: u32 = env!("IDIOM_LLVM_MAJOR").parse().unwrap();
    json!({
        "tab": tab, "serial": 1, "source": source, "language": "c", "candl": candl, "idioms": idioms, "level": "2",
        "flags": "-ffast-math", "llvm": llvm, "budget": budget,
    })
}

const BUDGET: u64 = 1_000_000;

#[test]
fn requests_of_others_are_refused() {
    let server = Server::start(&[], &[]);
    let (host, token) = (&server.host, &server.token);
    assert!(host.starts_with("127.0.0.1:"));
    let port = host.split_once(':').unwrap().1;
    let get = |path: &str, host: &str, more: &str| {
        server.raw(&format!("GET {path} HTTP/1.0\r\nHost: {host}\r\n{more}\r\n")).0
    };
    let page = format!("/{token}/");
    assert_eq!(get(&page, host, ""), 200);
    assert_eq!(get(&page, &format!("localhost:{port}"), ""), 200);
    assert_eq!(get(&page, host, &format!("Origin: http://{host}\r\n")), 200);
    assert_eq!(get("/", host, ""), 403);
    assert_eq!(get("/state", host, ""), 403);
    assert_eq!(get(&format!("/{}/", token.replace(|c: char| c.is_ascii_digit(), "x")), host, ""), 403);
    assert_eq!(get(&page, &format!("evil.example:{port}"), ""), 403);
    assert_eq!(get(&page, host, "Origin: http://evil.example\r\n"), 403);
    assert_eq!(get(&page, host, "Origin: null\r\n"), 403);
    let post = |kind: &str| {
        let head = format!("POST /{token}/cancel HTTP/1.0\r\nHost: {host}\r\n");
        server
            .raw(&format!(
                "{head}Content-Type: {kind}\r\nContent-Length: 22\r\n\r\n{{\"tab\":\"1\",\"serial\":1}}"
            ))
            .0
    };
    assert_eq!((post("application/json"), post("text/plain")), (200, 415));
    let delete = format!("DELETE {page} HTTP/1.0\r\nHost: {host}\r\n\r\n");
    assert_eq!(server.raw(&delete).0, 405);
    assert_eq!(server.get("../Cargo.toml").0, 404);
}

/// A browser opens several connections at once and keeps them open.
#[test]
fn idle_connections_do_not_starve_others() {
    let server = Server::start(&[], &[]);
    let mut streams: Vec<TcpStream> = (0..12).map(|_| TcpStream::connect(&server.host).unwrap()).collect();
    let (host, token) = (&server.host, &server.token);
    for stream in &mut streams {
        stream.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
        write!(stream, "GET /{token}/state HTTP/1.1\r\nHost: {host}\r\n\r\n").unwrap();
    }
    for stream in &mut streams {
        assert!(stream.read(&mut [0; 16]).unwrap() > 0);
    }
}

/// The peak memory of the server, in MiB.
fn most_memory(server: &Server) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{}/status", server.child.id())).unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
    line.trim().trim_end_matches(" kB").parse::<u64>().unwrap() / 1024
}

/// Sends a head and `times` copies of `body` while the server reads, then reads to the end. Returns the
/// status, if there was one before the connection closed, and the number of bytes sent.
fn sent(server: &Server, head: &str, body: &[u8], times: usize) -> (Option<u16>, usize) {
    let mut stream = TcpStream::connect(&server.host).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(5))).unwrap();
    stream.set_write_timeout(Some(Duration::from_secs(5))).unwrap();
    let mut taken = 0;
    if stream.write_all(head.as_bytes()).is_ok() {
        while taken < times * body.len() && stream.write_all(body).is_ok() {
            taken += body.len();
        }
    }
    let mut answer = Vec::new();
    if let Err(error) = stream.read_to_end(&mut answer) {
        let is_closed = error.kind() == std::io::ErrorKind::ConnectionReset;
        assert!(is_closed, "{head:.200}: {error}");
    }
    let status = String::from_utf8_lossy(&answer).split(' ').nth(1).and_then(|code| code.parse().ok());
    (status, taken)
}

/// Whether a status is a refusal, or the connection closed without one.
fn is_refusal(status: Option<u16>) -> bool {
    status.is_none_or(|status| (400..500).contains(&status))
}

#[test]
fn what_is_announced_without_the_secret_is_not_read() {
    let mut server = Server::start(&[], &[]);
    let lengths = [
        "99999999999999",
        "18446744073709551615",
        "18446744073709551614",
        "18446744073709551613",
        "18446744073709551616",
        "9223372036854775807",
        "9223372036854775808",
        "1610612736",
        "-1",
        "1, 99999999999999",
    ];
    let paths = ["/".to_owned(), format!("/{}/search", server.token)];
    for (number, length) in lengths.iter().cycle().take(200).enumerate() {
        let path = &paths[number % 2];
        let head = format!("POST {path} HTTP/1.1\r\nHost: evil\r\nContent-Length: {length}\r\n\r\n");
        let (status, _) = sent(&server, &head, b"x", 1);
        assert!(is_refusal(status), "{length}: {status:?}");
    }
    // The server does not read a body that arrives, either.
    let head = |more: &str| format!("POST / HTTP/1.1\r\nHost: {}\r\n{more}\r\n", server.host);
    let mebibyte = vec![b'x'; 1 << 20];
    let (status, taken) = sent(&server, &head("Content-Length: 1610612736\r\n"), &mebibyte, 1536);
    assert!(is_refusal(status) && taken < 64 << 20, "{status:?}: {taken}");
    for chunk in ["FFFFFFFFFFFFFFFF\r\n", "ffffffff\r\nxxxx", "1\r\nx\r\n", "10000000000000000\r\n", "zz\r\n"]
    {
        let (status, taken) =
            sent(&server, &head("Transfer-Encoding: chunked\r\n"), chunk.repeat(100_000).as_bytes(), 100);
        assert!(is_refusal(status) && taken < 64 << 20, "{chunk:?}: {status:?}: {taken}");
    }
    // Heads without an end: many fields, one long field, a long first line.
    for (begin, more) in [("GET / HTTP/1.1\r\n", "A: b\r\n"), ("GET / HTTP/1.1\r\nA: ", "b"), ("GET /", "x")]
    {
        let (status, taken) = sent(&server, begin, more.repeat(100_000).as_bytes(), 1000);
        assert!(is_refusal(status) && taken < 64 << 20, "{begin:?}: {status:?}: {taken}");
    }
    // With the secret token, only the size of a body is limited.
    let (host, token) = (&server.host, &server.token);
    let json = format!("POST /{token}/cancel HTTP/1.1\r\nHost: {host}\r\nContent-Type: application/json\r\n");
    let too_long =
        |more: &str, body: &[u8], times| sent(&server, &format!("{json}{more}\r\n"), body, times).0;
    assert_eq!(too_long("Content-Length: 99999999999999\r\n", b"", 0), Some(413));
    let chunk = [b"100000\r\n", &mebibyte[..], b"\r\n"].concat();
    assert!(matches!(too_long("Transfer-Encoding: chunked\r\n", &chunk, 200), Some(413) | None));
    assert_eq!(too_long("Transfer-Encoding: chunked\r\n", b"zz\r\n", 1), Some(400));
    assert_eq!(too_long("Content-Length: 22\r\n", br#"{"tab":"1","serial":1}"#, 1), Some(200));

    assert!(server.child.try_wait().unwrap().is_none(), "the server has ended");
    assert_eq!(server.get("state").0, 200);
    let memory = most_memory(&server);
    assert!(memory < 200, "{memory} MiB");
}

#[test]
fn heads_that_do_not_end_are_closed_and_keep_nobody_out() {
    let mut server = Server::start(&[], &[]);
    let slow = |text: &str| {
        let mut stream = TcpStream::connect(&server.host).unwrap();
        stream.write_all(text.as_bytes()).unwrap();
        stream
    };
    let begun = Instant::now();
    let mut open: Vec<TcpStream> = (0..100).map(|_| slow("GET / HTTP/1.1\r\nHos")).collect();
    open.extend((0..100).map(|_| slow("")));
    let huge = "POST / HTTP/1.1\r\nHost: evil\r\nContent-Length: 99999999999999\r\n\r\n";
    open.extend((0..200).map(|_| slow(huge)));
    assert_eq!(server.get("state").0, 200);
    assert!(begun.elapsed() < Duration::from_secs(5), "the slow ones keep others out");
    // A connection that sends single bytes slowly, and more connections than the limit.
    let mut dripping = slow("GET / HTTP/1.1\r\nA: ");
    open.extend((0..320).map(|_| slow("G")));
    assert_eq!(server.get("state").0, 200);
    let is_closed = |stream: &mut TcpStream| {
        stream.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
        let mut answer = Vec::new();
        match stream.read_to_end(&mut answer) {
            Ok(_) => true,
            Err(error) => error.kind() == std::io::ErrorKind::ConnectionReset,
        }
    };
    assert!(open.iter_mut().all(is_closed));
    let dripped = (0..600).position(|_| {
        std::thread::sleep(Duration::from_millis(50));
        dripping.write_all(b"b").is_err()
    });
    assert!(dripped.is_some(), "a slow head goes on for {:?}", begun.elapsed());
    assert!(server.child.try_wait().unwrap().is_none(), "the server has ended");
    assert_eq!(server.get("state").0, 200);
}

#[test]
fn the_page_is_whole_and_loads_nothing_from_elsewhere() {
    let server = Server::start(&["x.c", "mine.candl"], &[("x.c", SQUARE_C), ("mine.candl", "# mine\n")]);
    let (status, head, page) = server.get("");
    assert_eq!(status, 200);
    assert!(head.contains("default-src 'none'") && head.contains("no-referrer"), "{head}");
    let mut files = vec!["style.css".to_owned(), "page.js".to_owned()];
    assert!(files.iter().all(|name| page.contains(name.as_str())));
    while let Some(file) = files.pop() {
        let (status, _, text) = server.get(&file);
        assert_eq!(status, 200, "{file}");
        let imports = text.lines().filter(|line| line.starts_with("import ") && file != "editor.js");
        files.extend(
            imports.filter_map(|line| Some(line.split("\"./").nth(1)?.split('"').next()?.to_owned())),
        );
    }
    for text in [&page, &server.get("page.js").2, &server.get("style.css").2] {
        assert!(!text.contains("http://") && !text.contains("https://"), "{text}");
    }
    let state: Value = serde_json::from_str(&server.get("state").2).unwrap();
    assert_eq!(state["start"]["source"], SQUARE_C);
    assert_eq!(state["start"]["candl"], "# mine\n");
    assert!(state["idioms"].as_array().unwrap().iter().any(|idiom| idiom["name"] == "SCoP"));
}

#[test]
fn a_search_tells_what_the_command_tells() {
    let server = Server::start(&[], &[]);
    let answer = server.search("1", SQUARE_C, "", &["SqrtOfSquare"], BUDGET);
    assert_eq!(answer["state"], "done", "{answer}");
    let folder = Folder::new(&[("source.c", SQUARE_C)]);
    let find = ["--format", "json", "--explain", "--idiom", "SqrtOfSquare", "source.c", "--", "-ffast-math"];
    assert_eq!(answer["report"], folder.find(&find).reports()[0]);
    let headline = answer["groups"][0]["headline"].as_str().unwrap();
    assert!(headline.starts_with("found SqrtOfSquare in f"), "{headline}");
}

#[test]
fn failures_are_reported() {
    let server = Server::start(&[], &[]);
    let failure = |answer: Value| {
        assert_eq!(answer["state"], "failed", "{answer}");
        answer["said"].as_str().unwrap().to_owned()
    };
    let of_clang = failure(server.search("1", "int f( {\n", "", &["For"], BUDGET));
    assert!(of_clang.contains("source.c:1:8: error:"), "{of_clang}");
    assert!(
        failure(server.search("1", "", "Constraint A opcode{x} = nonsense End", &[], BUDGET))
            .contains("nonsense")
    );
    assert!(failure(server.search("1", "", "", &["Nonsense"], BUDGET)).contains("Nonsense"));
    let mut bad = request("1", "", "", &[], BUDGET);
    bad["flags"] = "-fplugin=x.so".into();
    assert!(failure(server.post("search", &bad)).contains("-fplugin"));
    let check = server.post(
        "check",
        &json!({ "tab": "1", "serial": 1, "candl": "Constraint A\nopcode{x} = nonsense\nEnd\n" }),
    );
    assert_eq!(check["diagnostics"][0]["primary"]["line"], 2, "{check}");
    let check = server
        .post("check", &json!({ "tab": "1", "serial": 1, "candl": "Constraint A opcode{x} = add End\n" }));
    assert_eq!(check["diagnostics"], json!([]));
}

#[test]
fn constraints_are_switched_off() {
    let server = Server::start(&[], &[]);
    let candl = "Constraint Adds\n( opcode{x} = add\n∧ {n} = {x}.args[1]\n∧ literal{n} = 7)\nEnd\n";
    let source = "int f(int a) { return a + 7; } int g(int a) { return a + 8; }";
    let listed = server.post("constraints", &json!({ "tab": "1", "serial": 1, "candl": candl }));
    assert_eq!(listed[0]["constraints"][2]["text"], "literal{n} = 7");
    let functions = |off: &[usize]| {
        let mut request = request("1", source, candl, &[], BUDGET);
        request["off"] = json!(off);
        let answer = server.post("search", &request);
        let findings = answer["report"]["findings"].as_array().unwrap_or_else(|| panic!("{answer}")).clone();
        findings.iter().map(|f| f["function"].as_str().unwrap().to_owned()).collect::<Vec<String>>()
    };
    assert_eq!(functions(&[]), ["f"]);
    assert_eq!(functions(&[2]), ["f", "g"]);
}

#[test]
fn expansion_and_profile() {
    let server = Server::start(&[], &[]);
    let expanded =
        server.post("expand", &json!({ "tab": "1", "serial": 1, "candl": "", "name": "SqrtOfSquare" }));
    assert!(expanded["text"].as_str().unwrap().contains("Constraint SqrtOfSquare"), "{expanded}");
    let profile = server.post("profile", &request("1", LOOP_C, "", &["For"], BUDGET));
    let text = profile["text"].as_str().unwrap_or_else(|| panic!("{profile}"));
    assert!(text.starts_with("For: 1 found, ") && text.contains("opcode{iterator} = phi"), "{text}");
}

/// A static control part, and a nest that is none, because its inner loop may end early.
const TWO_NESTS: &str = "void f(int n, int *restrict a, const int *restrict b) {
  for (int i = 0; i < n; i++)
    a[i] = 2 * i;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      if (b[j] == i)
        break;
      a[i] += b[j];
    }
}
";

#[test]
fn the_ir_has_the_names_and_lines_of_findings() {
    let server = Server::start(&[], &[]);
    let found = server.search("1", TWO_NESTS, "", &["SCoP"], BUDGET);
    let variables = found["report"]["findings"][0]["variables"].as_array().unwrap();
    let increment = variables.iter().find(|v| v["name"] == "loop.increment").unwrap();
    let query = json!({ "search": request("1", TWO_NESTS, "", &["SCoP"], BUDGET), "function": "f" });
    let ir = server.post("ir", &query);
    let begin = format!("  {} = add ", increment["value"].as_str().unwrap());
    let lines = ir["lines"].as_array().unwrap_or_else(|| panic!("{ir}"));
    let line = lines.iter().find(|line| line["text"].as_str().unwrap().starts_with(&begin));
    assert_eq!(line.unwrap_or_else(|| panic!("{begin}: {ir}"))["line"], increment["place"]["line"]);
    // The other nest is no static control part.
    let beside = server.post("beside", &query);
    let misses = beside["report"]["near_misses"].as_array().unwrap_or_else(|| panic!("{beside}"));
    assert_eq!(misses.len(), 1, "{beside}");
    assert_eq!(misses[0]["place"]["line"], 6, "{beside}");
    let none = server.post("ir", &json!({ "search": query["search"], "function": "g" }));
    assert_eq!(none["state"], "failed", "{none}");
}

/// A function with many sums.
fn sums(lines: usize) -> String {
    let body: String = (0..lines).map(|n| format!("  a[{n}] = b[{n}] + c[{}];\n", n / 2)).collect();
    format!("void f(int *restrict a, const int *b, const int *c) {{\n{body}}}\n")
}

#[test]
fn a_spent_budget_is_reported() {
    let server = Server::start(&[], &[]);
    let many = "Constraint Pairs\n( opcode{a} = add ∧ opcode{b} = add ∧ opcode{c} = add)\nEnd\n";
    let answer = server.search("1", &sums(20), many, &[], 100);
    let findings = answer["report"]["findings"].as_array().unwrap();
    assert_eq!(findings.last().unwrap()["outcome"], "budget-exhausted", "{answer}");
}

#[test]
fn searches_are_cancelled_by_tab_and_others_go_on() {
    let server = Server::start(&[], &[]);
    let source = sums(400);
    let numbered = |serial: u64, source: &str, candl: &str, idioms: &[&str], budget: u64| {
        let mut search = request("long", source, candl, idioms, budget);
        search["serial"] = serial.into();
        server.post("search", &search)
    };
    std::thread::scope(|scope| {
        let long = scope.spawn(|| server.search("long", &source, ENDLESS, &[], u64::MAX));
        // Meanwhile the server answers another tab, and serves the page.
        let begun = Instant::now();
        assert_eq!(
            server.search("other", LOOP_C, "", &["For"], BUDGET)["report"]["findings"][0]["idiom"],
            "For"
        );
        assert_eq!(server.get("state").0, 200);
        assert!(!long.is_finished(), "it was to be long");
        let cancelled = loop {
            let answer = server.post("cancel", &json!({ "tab": "long", "serial": 2 }));
            if answer["cancelled"] == 1 || begun.elapsed() > Duration::from_secs(30) {
                break answer["cancelled"].clone();
            }
        };
        assert_eq!(cancelled, 1);
        assert_eq!(long.join().unwrap()["state"], "cancelled");
        // The next search of a tab cancels the previous one.
        let long = scope.spawn(|| numbered(3, &source, ENDLESS, &[], u64::MAX));
        std::thread::sleep(Duration::from_millis(100));
        assert_eq!(numbered(4, LOOP_C, "", &["For"], BUDGET)["state"], "done");
        assert_eq!(long.join().unwrap()["state"], "cancelled");
        // A request that was sent before the cancelled one, and arrives after it.
        assert_eq!(numbered(1, LOOP_C, "", &["For"], BUDGET)["state"], "cancelled");
    });
}

#[test]
fn a_search_ends_in_time() {
    let server = Server::start(&["--timeout", "1"], &[]);
    let answer = server.search("1", &sums(400), ENDLESS, &[], u64::MAX);
    assert_eq!(answer["state"], "failed");
    assert!(answer["said"].as_str().unwrap().contains("took longer than 1 s"), "{answer}");
}

#[test]
fn files_that_are_none_of_ours() {
    let folder = Folder::new(&[("x.txt", ""), ("a.c", ""), ("b.c", "")]);
    folder.run(&["play", "x.txt"]).expect(2, &[], &["x.txt is neither"]);
    folder.run(&["play", "none.c"]).expect(2, &[], &["cannot read none.c"]);
    folder.run(&["play", "a.c", "b.c"]).expect(2, &[], &["the page holds one source"]);
}
