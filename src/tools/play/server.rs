//! The HTTP server, on the loopback only: hyper handles the protocol on one thread, other threads compute the
//! answers.
//!
//! In: requests. Out: the answers of `answers.rs` to the requests that the guard admits. Any process of the
//! machine can connect, so resources before admission are bounded: connections, the size of a head and the
//! time that it takes. A refused request is answered from its head; its body stays unread, and the connection
//! is closed.

use super::super::console::Failure;
use super::answers::Answer;
use super::context::Context;
use super::guard::{Guard, Head};
use http_body_util::{BodyExt as _, Full, LengthLimitError, Limited};
use hyper::body::{Body as _, Bytes, Incoming};
use hyper::header::{self, HeaderValue};
use hyper::http::request::Parts;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper::{Method, Request, Response, StatusCode};
use hyper_util::rt::{TokioIo, TokioTimer};
use std::convert::Infallible;
use std::net::{Ipv4Addr, TcpListener};
use std::sync::Arc;
use std::time::Duration;
use tokio::net::TcpStream;
use tokio::runtime::{Builder, Runtime};
use tokio::sync::{Notify, Semaphore};

/// Limit of connections at a time; further ones wait. A browser opens six for a tab; a process may by default
/// open 1024 files.
const MOST_CONNECTIONS: usize = 512;

/// Limit of admitted requests at a time; further ones are refused.
const MOST_REQUESTS: usize = 128;

/// Limit of bytes of a head; longer ones are refused.
const MOST_HEAD: usize = 16 << 10;

/// Limit of fields of a head; requests with more are refused.
const MOST_FIELDS: usize = 64;

/// The time limit for a head, from the connection on.
const HEAD_TIME: Duration = Duration::from_secs(10);

/// Limit of bytes of a body; larger ones are refused.
const MOST_BODY: usize = 32 << 20;

/// The time limit for the body of an admitted request.
const BODY_TIME: Duration = Duration::from_secs(30);

/// The pause after a failure to accept a connection, for example for want of file descriptors.
const ACCEPT_PAUSE: Duration = Duration::from_millis(50);

/// The headers of every answer: the browser loads nothing from elsewhere, stores nothing, and shows the page
/// in no other one. The editor component inserts its own styles into the page.
const HEADERS: &[(&str, &str)] = &[
    (
        "content-security-policy",
        "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; \
         base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    ),
    ("x-content-type-options", "nosniff"),
    ("referrer-policy", "no-referrer"),
    ("cross-origin-resource-policy", "same-origin"),
    ("cache-control", "no-store"),
];

/// A server that listens on its port.
pub(super) struct HttpServer {
    listener: TcpListener,
    guard: Guard,
}

impl HttpServer {
    /// Listens on a port of 127.0.0.1; 0 is any free port.
    pub(super) fn bind(port: u16) -> Result<HttpServer, Failure> {
        let listening = TcpListener::bind((Ipv4Addr::LOCALHOST, port)).and_then(|listener| {
            listener.set_nonblocking(true)?;
            Ok((listener.local_addr()?.port(), listener))
        });
        let (port, listener) = listening
            .map_err(|error| Failure::Usage(format!("cannot listen on port {port} of 127.0.0.1: {error}")))?;
        Ok(HttpServer { listener, guard: Guard::new(port)? })
    }

    /// The address for the browser.
    pub(super) fn address(&self) -> String {
        self.guard.address()
    }

    /// Answers requests until Ctrl-C, which also cancels all jobs.
    pub(super) fn serve(self, context: Context) -> Result<(), Failure> {
        let failed = |error| Failure::Internal(format!("cannot serve: {error}"));
        let (jobs, stopped) = (context.jobs.clone(), Arc::new(Notify::new()));
        let (to_close, stop) = (jobs.clone(), stopped.clone());
        // If no handler can be set, Ctrl-C ends the process as usual.
        let _ = ctrlc::set_handler(move || {
            to_close.close();
            stop.notify_one();
        });
        let runtime = runtime().map_err(failed)?;
        let listener = {
            let _entered = runtime.enter();
            tokio::net::TcpListener::from_std(self.listener).map_err(failed)?
        };
        let requests = Arc::new(Semaphore::new(MOST_REQUESTS));
        let shared = Arc::new(Shared { guard: self.guard, context, requests });
        runtime.spawn(accept(listener, shared));
        runtime.block_on(stopped.notified());
        // Dropping the runtime waits for the threads that compute answers; their jobs have been cancelled.
        drop(runtime);
        while !jobs.is_idle() {
            std::thread::sleep(Duration::from_millis(5));
        }
        Ok(())
    }
}

fn runtime() -> std::io::Result<Runtime> {
    Builder::new_current_thread().enable_io().enable_time().max_blocking_threads(MOST_REQUESTS).build()
}

/// Accepts connections for ever.
async fn accept(listener: tokio::net::TcpListener, shared: Arc<Shared>) {
    let connections = Arc::new(Semaphore::new(MOST_CONNECTIONS));
    loop {
        // The semaphore is never closed.
        let Ok(place) = connections.clone().acquire_owned().await else { return };
        match listener.accept().await {
            Ok((stream, _)) => {
                let served = serve_one(stream, shared.clone());
                tokio::spawn(async {
                    served.await;
                    drop(place);
                });
            }
            Err(_) => tokio::time::sleep(ACCEPT_PAUSE).await,
        }
    }
}

/// Reads one request, answers it and closes the connection.
async fn serve_one(stream: TcpStream, shared: Arc<Shared>) {
    let service = service_fn(move |request| {
        let shared = shared.clone();
        async move { Ok::<_, Infallible>(response(shared.answer(request).await)) }
    });
    let served = http1::Builder::new()
        .keep_alive(false)
        .timer(TokioTimer::new())
        .header_read_timeout(HEAD_TIME)
        .max_buf_size(MOST_HEAD)
        .max_headers(MOST_FIELDS)
        .serve_connection(TokioIo::new(stream), service);
    // The browser may have closed the connection.
    let _ = served.await;
}

fn response(answer: Answer) -> Response<Full<Bytes>> {
    let mut response = Response::new(Full::new(Bytes::from(answer.body)));
    *response.status_mut() = StatusCode::from_u16(answer.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    let kind = ("content-type", answer.kind);
    for (name, value) in HEADERS.iter().copied().chain([kind]) {
        response.headers_mut().insert(name, HeaderValue::from_static(value));
    }
    response
}

/// The state that all connections share.
struct Shared {
    guard: Guard,
    context: Context,
    /// Admitted requests that may still begin.
    requests: Arc<Semaphore>,
}

impl Shared {
    async fn answer(self: Arc<Self>, request: Request<Incoming>) -> Answer {
        let (parts, body) = request.into_parts();
        let (is_post, path) = match self.admit(&parts) {
            Ok(admitted) => admitted,
            Err(refused) => return refused,
        };
        let Ok(place) = self.requests.clone().try_acquire_owned() else {
            return Answer::text(503, "too many requests at once\n");
        };
        let body = match read(body).await {
            Ok(body) => body,
            Err(refused) => return refused,
        };
        let answered = tokio::task::spawn_blocking(move || {
            let _place = place;
            match is_post {
                true => self.context.post(&path, &body),
                false => self.context.get(&path),
            }
        });
        // A panic in the answer is reported as a bug.
        answered
            .await
            .unwrap_or_else(|_| Answer::text(500, "this is a bug; please report it with the input\n"))
    }

    /// Whether the request is a POST, and the path after the token. The error is the answer to a refused
    /// request.
    fn admit(&self, parts: &Parts) -> Result<(bool, String), Answer> {
        let is_post = match parts.method {
            Method::GET => false,
            Method::POST => true,
            _ => return Err(Answer::text(405, "only GET and POST\n")),
        };
        // A header that is no text counts as empty.
        let field = |name| parts.headers.get(name).map(|value| value.to_str().unwrap_or_default());
        let path = parts.uri.to_string();
        let head = Head {
            is_post,
            path: &path,
            host: field(header::HOST),
            origin: field(header::ORIGIN),
            content_type: field(header::CONTENT_TYPE),
        };
        let admitted = self.guard.admit(&head);
        admitted
            .map(|path| (is_post, path.to_owned()))
            .map_err(|refusal| Answer::text(refusal.status(), refusal.text()))
    }
}

/// The body of an admitted request.
async fn read(body: Incoming) -> Result<Bytes, Answer> {
    let too_large = || Answer::text(413, "the body is too large\n");
    if body.size_hint().lower() > MOST_BODY as u64 {
        return Err(too_large());
    }
    match tokio::time::timeout(BODY_TIME, Limited::new(body, MOST_BODY).collect()).await {
        Ok(Ok(body)) => Ok(body.to_bytes()),
        Ok(Err(error)) if error.is::<LengthLimitError>() => Err(too_large()),
        Ok(Err(_)) => Err(Answer::text(400, "the body cannot be read\n")),
        Err(_) => Err(Answer::text(408, "the body takes too long\n")),
    }
}
