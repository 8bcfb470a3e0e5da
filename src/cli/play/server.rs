//! The HTTP server: a thread a request, on the loopback only.
//!
//! In: requests. Out: what `answers.rs` gives for those that the guard admits.

use super::super::console::Failure;
use super::answers::Answer;
use super::context::Context;
use super::guard::{Guard, Head};
use std::net::TcpStream;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;
use tiny_http::{Header, Method, Request, Response};

/// More requests at once are refused: a browser sends six for a tab.
const MOST_REQUESTS: usize = 128;

/// The time between two connections of the server to itself. `tiny_http` 0.12 hands a burst of connections to
/// threads that are taken already, where they wait until a browser closes another one; the thread of a
/// connection that ends takes one of them.
const KICK: Duration = Duration::from_millis(50);

/// Larger bodies are refused.
const MOST_BODY: u64 = 32 << 20;

/// Headers of every answer: nothing is loaded from elsewhere, kept, or shown within another page. The editor
/// component adds its styles to the page by itself.
const HEADERS: &[(&str, &str)] = &[
    (
        "Content-Security-Policy",
        "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; \
         base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    ),
    ("X-Content-Type-Options", "nosniff"),
    ("Referrer-Policy", "no-referrer"),
    ("Cross-Origin-Resource-Policy", "same-origin"),
    ("Cache-Control", "no-store"),
];

/// A server that listens.
pub(super) struct Server {
    server: Arc<tiny_http::Server>,
    guard: Guard,
}

impl Server {
    /// Listens on a port of 127.0.0.1; on one that is free where it is 0.
    pub(super) fn bind(port: u16) -> Result<Server, Failure> {
        let server = tiny_http::Server::http(("127.0.0.1", port))
            .map_err(|error| Failure::Usage(format!("cannot listen on port {port} of 127.0.0.1: {error}")))?;
        let port = server.server_addr().to_ip().map_or(port, |address| address.port());
        Ok(Server { server: Arc::new(server), guard: Guard::new(port)? })
    }

    /// The address for the browser.
    pub(super) fn address(&self) -> String {
        self.guard.address()
    }

    /// Answers requests until Ctrl-C, which also ends what runs.
    pub(super) fn serve(&self, context: &Context) {
        let (server, jobs) = (self.server.clone(), context.jobs.clone());
        // Where no handler can be set, Ctrl-C ends the process as it always does.
        let _ = ctrlc::set_handler(move || {
            jobs.close();
            server.unblock();
        });
        let active = AtomicUsize::new(0);
        std::thread::scope(|scope| {
            scope.spawn(|| {
                while let (false, Some(address)) =
                    (context.jobs.is_closed(), self.server.server_addr().to_ip())
                {
                    // Where none can be made now, the next one does.
                    let _ = TcpStream::connect(address);
                    std::thread::sleep(KICK);
                }
            });
            for request in self.server.incoming_requests() {
                active.fetch_add(1, Ordering::SeqCst);
                let active = &active;
                scope.spawn(move || {
                    self.handle(request, context, active.load(Ordering::SeqCst));
                    active.fetch_sub(1, Ordering::SeqCst);
                });
            }
            context.jobs.close();
            while !context.jobs.is_idle() {
                std::thread::sleep(Duration::from_millis(5));
            }
        });
    }

    fn handle(&self, mut request: Request, context: &Context, active: usize) {
        let answer = match active > MOST_REQUESTS {
            true => Answer::text(503, "too many requests at once\n"),
            false => self.answer(&mut request, context),
        };
        let mut response = Response::from_data(answer.body).with_status_code(answer.status);
        let kind = ("Content-Type", answer.kind);
        for (name, value) in HEADERS.iter().copied().chain([kind]) {
            if let Ok(header) = Header::from_bytes(name, value) {
                response.add_header(header);
            }
        }
        // The browser may have gone.
        let _ = request.respond(response);
    }

    fn answer(&self, request: &mut Request, context: &Context) -> Answer {
        let is_post = match request.method() {
            Method::Get => false,
            Method::Post => true,
            _ => return Answer::text(405, "only GET and POST\n"),
        };
        let header = |name: &'static str| {
            let found = request.headers().iter().find(|header| header.field.equiv(name));
            found.map(|header| header.value.as_str())
        };
        let head = Head {
            is_post,
            path: request.url(),
            host: header("Host"),
            origin: header("Origin"),
            content_type: header("Content-Type"),
        };
        let path = match self.guard.admit(&head) {
            Ok(path) => path.to_owned(),
            Err(refusal) => return Answer::text(refusal.status(), refusal.text()),
        };
        let mut body = Vec::new();
        let read = std::io::Read::take(request.as_reader(), MOST_BODY + 1);
        match std::io::Read::read_to_end(&mut { read }, &mut body) {
            Ok(_) if body.len() as u64 > MOST_BODY => return Answer::text(413, "the body is too large\n"),
            Ok(_) => {}
            Err(_) => return Answer::text(400, "the body cannot be read\n"),
        }
        let answered = catch_unwind(AssertUnwindSafe(|| match is_post {
            true => context.post(&path, &body),
            false => context.get(&path),
        }));
        answered.unwrap_or_else(|_| Answer::text(500, "this is a bug; please report it with the input\n"))
    }
}
