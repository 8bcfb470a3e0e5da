//! The transport of the protocol's messages over stdin and stdout, with one thread per direction.
//!
//! In: the bytes that the client writes. Out: its messages, through a channel, and the server's messages to
//! the client. The reader of lsp-server allocates as many bytes as a header announces, and ends at a
//! malformed body. This one sends an error response as JSON-RPC defines it, and reads the next message.

use lsp_server::{Connection, ErrorCode, Message};
use lsp_types::notification::{Exit, Notification as _};
use serde_json::{Value, json};
use std::io::{self, BufRead, Read as _, Write};
use std::thread::JoinHandle;

/// Limit of bytes of a header; longer ones are malformed.
const MOST_HEAD: u64 = 4 << 10;

/// Limit of bytes of a body; longer ones are refused and skipped.
const MOST_BODY: u64 = 64 << 20;

/// The reader and writer threads.
pub(super) struct Threads {
    reader: JoinHandle<io::Result<()>>,
    writer: JoinHandle<io::Result<()>>,
}

impl Threads {
    /// Waits until all messages are written, and for the reader if `all` input has been read.
    pub(super) fn join(self, all: bool) -> io::Result<()> {
        let ended = |thread: JoinHandle<io::Result<()>>| {
            thread.join().unwrap_or_else(|_| Err(io::Error::other("a thread panicked")))
        };
        ended(self.writer)?;
        if all { ended(self.reader) } else { Ok(()) }
    }
}

/// A connection to the client at stdin and stdout.
pub(super) fn connect() -> (Connection, Threads) {
    let (connection, client) = Connection::memory();
    let Connection { sender, receiver } = client;
    let reader = std::thread::spawn(move || {
        let take = |message| sender.send(message).is_ok();
        read_all(&mut io::stdin().lock(), take, |response| response.write(&mut io::stdout().lock()))
    });
    let writer = std::thread::spawn(move || {
        receiver.into_iter().try_for_each(|message| message.write(&mut io::stdout().lock()))
    });
    (connection, Threads { reader, writer })
}

/// The response to a malformed message. Its id may be null, which a [`Message`] cannot express.
#[derive(Debug)]
struct ErrorResponse {
    id: Value,
    code: i32,
    text: String,
}

impl ErrorResponse {
    fn write(&self, out: &mut impl Write) -> io::Result<()> {
        let error = json!({ "code": self.code, "message": self.text });
        let body = json!({ "jsonrpc": "2.0", "id": self.id, "error": error }).to_string();
        write!(out, "Content-Length: {}\r\n\r\n{body}", body.len())?;
        out.flush()
    }
}

/// Reads messages until the exit notification, the end of the input, or until `take` returns false.
fn read_all(
    input: &mut impl BufRead,
    mut take: impl FnMut(Message) -> bool,
    mut refuse: impl FnMut(ErrorResponse) -> io::Result<()>,
) -> io::Result<()> {
    while let Some(length) = read_head(input)? {
        if length > MOST_BODY {
            let text = format!("a message of {length} bytes; there may be {MOST_BODY}");
            refuse(ErrorResponse { id: Value::Null, code: ErrorCode::InvalidRequest as i32, text })?;
            is_whole(io::copy(&mut input.take(length), &mut io::sink())?, length)?;
            continue;
        }
        let mut body = Vec::new();
        is_whole(input.take(length).read_to_end(&mut body)? as u64, length)?;
        match message(&body) {
            Ok(message) => {
                let is_last = matches!(&message, Message::Notification(sent) if sent.method == Exit::METHOD);
                if !take(message) || is_last {
                    break;
                }
            }
            Err(response) => refuse(response)?,
        }
    }
    Ok(())
}

fn is_whole(read: u64, length: u64) -> io::Result<()> {
    match read == length {
        true => Ok(()),
        false => Err(broken("the input ends within a message")),
    }
}

fn broken(text: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, text)
}

/// Reads a header: the length of the body that follows; `None` at the end of the input.
fn read_head(input: &mut impl BufRead) -> io::Result<Option<u64>> {
    let mut head = input.take(MOST_HEAD);
    let (mut length, mut line) = (None, Vec::new());
    let mut is_first = true;
    loop {
        line.clear();
        if head.read_until(b'\n', &mut line)? == 0 && is_first {
            return Ok(None);
        }
        is_first = false;
        let Some(field) = line.strip_suffix(b"\n") else {
            return Err(broken("a head without an end"));
        };
        let field = field.strip_suffix(b"\r").unwrap_or(field);
        if field.is_empty() {
            break;
        }
        length = length_of(field)?.or(length);
    }
    length.map(Some).ok_or_else(|| broken("a head without Content-Length"))
}

/// The value of a header field `Content-Length`; `None` for other fields.
fn length_of(field: &[u8]) -> io::Result<Option<u64>> {
    let field = String::from_utf8_lossy(field);
    let (name, value) =
        field.split_once(':').ok_or_else(|| broken(&format!("no field of a head: {field:?}")))?;
    if !name.trim().eq_ignore_ascii_case("Content-Length") {
        return Ok(None);
    }
    let length = value.trim().parse();
    length.map(Some).map_err(|_| broken(&format!("no length of a message: {value:?}")))
}

/// Parses a body as a message.
fn message(body: &[u8]) -> Result<Message, ErrorResponse> {
    serde_json::from_slice(body).map_err(|error| {
        if !error.is_data() {
            let text = format!("no JSON: {error}");
            return ErrorResponse { id: Value::Null, code: ErrorCode::ParseError as i32, text };
        }
        let request: Option<Value> = serde_json::from_slice(body).ok();
        let id = request.and_then(|request| request.get("id").cloned());
        let id = id.filter(|id| id.is_number() || id.is_string()).unwrap_or_default();
        let text = "neither a request, nor a response, nor a notification".to_owned();
        ErrorResponse { id, code: ErrorCode::InvalidRequest as i32, text }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Methods of the messages, codes of the refusals, and whether the input was in order.
    fn read(input: &[u8]) -> (Vec<String>, Vec<i32>, bool) {
        let (mut methods, mut codes) = (Vec::new(), Vec::new());
        let take = |message| {
            methods.push(match message {
                Message::Notification(sent) => sent.method,
                Message::Request(request) => request.method,
                Message::Response(_) => "a response".to_owned(),
            });
            true
        };
        let refuse = |response: ErrorResponse| {
            codes.push(response.code);
            Ok(())
        };
        let is_fine = read_all(&mut &*input, take, refuse).is_ok();
        (methods, codes, is_fine)
    }

    fn framed(body: &[u8]) -> Vec<u8> {
        [format!("Content-Length: {}\r\n\r\n", body.len()).as_bytes(), body].concat()
    }

    const NOTIFICATION: &[u8] = br#"{"jsonrpc": "2.0", "method": "told"}"#;

    #[test]
    fn what_is_no_message_is_answered_and_the_next_is_read() {
        let bad: [(&[u8], i32); 8] = [
            (b"{", -32700),
            (b"", -32700),
            (b"nonsense", -32700),
            (b"\xff\xfe", -32700),
            (b"{\"method\": \"\xff\"}", -32700),
            (b"{}", -32600),
            (b"[]", -32600),
            (b"17", -32600),
        ];
        for (body, code) in bad {
            let input = [framed(body), framed(NOTIFICATION)].concat();
            assert_eq!(read(&input), (vec!["told".to_owned()], vec![code], true), "{body:?}");
        }
        let deep = "[".repeat(100_000);
        assert_eq!(read(&framed(deep.as_bytes())).1, [-32700]);
        assert_eq!(read(&[framed(NOTIFICATION), framed(NOTIFICATION)].concat()).0.len(), 2);
    }

    #[test]
    fn what_is_refused_names_the_request() {
        let id = |body: &str| message(body.as_bytes()).expect_err("no message").id;
        assert_eq!(id(r#"{"id": 7}"#), json!(7));
        assert_eq!(id(r#"{"id": "a"}"#), json!("a"));
        assert_eq!(id(r#"{"id": [1]}"#), Value::Null);
    }

    #[test]
    fn no_room_is_made_for_what_is_only_announced() {
        for length in [MOST_BODY + 1, 30_000_000_000, u64::MAX] {
            let input = format!("Content-Length: {length}\r\n\r\n{{}}");
            assert_eq!(read(input.as_bytes()), (vec![], vec![-32600], false), "{length}");
        }
        // The header announces the maximal length, but few bytes arrive.
        let input = format!("Content-Length: {MOST_BODY}\r\n\r\n{{}}");
        assert_eq!(read(input.as_bytes()), (vec![], vec![], false));
        // A body that is too long and arrives is skipped.
        let long = [framed(&vec![b' '; MOST_BODY as usize + 1]), framed(NOTIFICATION)].concat();
        assert_eq!(read(&long), (vec!["told".to_owned()], vec![-32600], true));
    }

    #[test]
    fn heads_are_bounded_and_checked() {
        let message_after = |head: &str| read(&[head.as_bytes(), NOTIFICATION].concat());
        let fine = (vec!["told".to_owned()], vec![], true);
        let length = NOTIFICATION.len();
        assert_eq!(message_after(&format!("content-length:{length}\r\nContent-Type: x\r\n\r\n")), fine);
        assert_eq!(message_after(&format!("Content-Length: {length}\n\n")), fine);
        let many = "X: y\r\n".repeat(2000);
        let long = "x".repeat(5000);
        for head in [
            "\r\n".to_owned(),
            "Content-Length: -1\r\n\r\n".to_owned(),
            "Content-Length: 18446744073709551616\r\n\r\n".to_owned(),
            "Content-Length\r\n\r\n".to_owned(),
            format!("{many}Content-Length: {length}\r\n\r\n"),
            format!("X: {long}\r\nContent-Length: {length}\r\n\r\n"),
        ] {
            assert_eq!(message_after(&head), (vec![], vec![], false), "{head:?}");
        }
        assert_eq!(read(b""), (vec![], vec![], true));
        assert_eq!(read(b"Content-Le"), (vec![], vec![], false));
    }

    #[test]
    fn nothing_is_read_behind_the_exit() {
        let exit = framed(br#"{"jsonrpc": "2.0", "method": "exit"}"#);
        assert_eq!(read(&[exit, framed(NOTIFICATION)].concat()).0, ["exit"]);
    }
}
