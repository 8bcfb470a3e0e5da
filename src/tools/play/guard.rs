//! The guard of the server. It admits only requests of the page that was opened with the secret token.
//!
//! Any page in the browser and any user of the machine can send requests to a port of the loopback. The token
//! in the path excludes them. The check of `Host` excludes other names for this address (DNS rebinding), the
//! check of `Origin` excludes pages of other sites.
//!
//! In: method, path and headers. Out: the path after the token, or a refusal.

use super::super::console::Failure;
use std::fs::File;
use std::io::Read as _;

/// Bytes of randomness in the token.
const TOKEN_BYTES: usize = 16;

/// The secret token, and the host names of the server.
pub(super) struct Guard {
    token: String,
    hosts: [String; 2],
}

/// The head of a request, known before its body is read.
#[derive(Clone, Copy, Default)]
pub(super) struct Head<'h> {
    pub(super) is_post: bool,
    pub(super) path: &'h str,
    pub(super) host: Option<&'h str>,
    pub(super) origin: Option<&'h str>,
    pub(super) content_type: Option<&'h str>,
}

/// The reason why a request is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Refusal {
    /// The request was sent to another host name.
    Host,
    /// A page of another site sent it.
    Origin,
    /// The request lacks the token.
    Token,
    /// The content type is not JSON: a form of another site could have sent the body.
    ContentType,
}

impl Refusal {
    pub(super) fn status(self) -> u16 {
        if self == Refusal::ContentType { 415 } else { 403 }
    }

    pub(super) fn text(self) -> &'static str {
        match self {
            Refusal::Host => "refused: this is not the host that the request names\n",
            Refusal::Origin => "refused: the request comes from another site\n",
            Refusal::Token => "refused: open the whole address that `idiom play` printed\n",
            Refusal::ContentType => "refused: the body must be application/json\n",
        }
    }
}

impl Guard {
    /// A guard with a new token, for a server on this port.
    pub(super) fn new(port: u16) -> Result<Guard, Failure> {
        let mut bytes = [0; TOKEN_BYTES];
        File::open("/dev/urandom")
            .and_then(|mut random| random.read_exact(&mut bytes))
            .map_err(|error| Failure::Internal(format!("cannot read /dev/urandom: {error}")))?;
        let token = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
        Ok(Guard { token, hosts: [format!("127.0.0.1:{port}"), format!("localhost:{port}")] })
    }

    /// The address for the browser.
    pub(super) fn address(&self) -> String {
        format!("http://{}/{}/", self.hosts[0], self.token)
    }

    /// The path after the token, if the request is admitted.
    pub(super) fn admit<'h>(&self, head: &Head<'h>) -> Result<&'h str, Refusal> {
        if !head.host.is_some_and(|host| self.hosts.iter().any(|known| known == host)) {
            return Err(Refusal::Host);
        }
        let is_own = |origin: &str| {
            origin.strip_prefix("http://").is_some_and(|host| self.hosts.iter().any(|known| known == host))
        };
        // Programs other than browsers send no origin.
        if head.origin.is_some_and(|origin| !is_own(origin)) {
            return Err(Refusal::Origin);
        }
        let rest = head.path.strip_prefix('/').and_then(|path| path.split_once('/'));
        let (token, rest) = rest.ok_or(Refusal::Token)?;
        if !is_same(token.as_bytes(), self.token.as_bytes()) {
            return Err(Refusal::Token);
        }
        let is_json =
            |kind: &str| kind.split(';').next().is_some_and(|kind| kind.trim() == "application/json");
        if head.is_post && !head.content_type.is_some_and(is_json) {
            return Err(Refusal::ContentType);
        }
        Ok(rest)
    }
}

/// Compares in constant time for texts of one length.
fn is_same(given: &[u8], secret: &[u8]) -> bool {
    given.len() == secret.len() && given.iter().zip(secret).fold(0, |differ, (a, b)| differ | (a ^ b)) == 0
}

#[cfg(test)]
mod tests {
    use super::*;

    fn guard() -> Guard {
        Guard { token: "abc".to_owned(), hosts: ["127.0.0.1:80".to_owned(), "localhost:80".to_owned()] }
    }

    #[test]
    fn the_page_is_admitted() {
        let page = Head { path: "/abc/", host: Some("127.0.0.1:80"), ..Head::default() };
        assert_eq!(guard().admit(&page), Ok(""));
        let named = Head { path: "/abc/page.js", host: Some("localhost:80"), ..page };
        assert_eq!(guard().admit(&named), Ok("page.js"));
        let post = Head {
            is_post: true,
            path: "/abc/search",
            origin: Some("http://127.0.0.1:80"),
            content_type: Some("application/json; charset=utf-8"),
            ..page
        };
        assert_eq!(guard().admit(&post), Ok("search"));
        assert_eq!(guard().admit(&Head { origin: None, ..post }), Ok("search"));
    }

    #[test]
    fn nobody_else_is() {
        let good = Head {
            is_post: true,
            path: "/abc/search",
            host: Some("127.0.0.1:80"),
            origin: Some("http://127.0.0.1:80"),
            content_type: Some("application/json"),
        };
        let refused = |head: Head<'_>| guard().admit(&head).unwrap_err();
        for path in ["/", "", "/abc", "/abd/search", "/ab/search", "/abcd/search", "//search", "/search?abc"]
        {
            assert_eq!(refused(Head { path, ..good }), Refusal::Token, "{path}");
        }
        for host in [None, Some("evil.example:80"), Some("127.0.0.1:81"), Some("127.0.0.1"), Some("")] {
            assert_eq!(refused(Head { host, ..good }), Refusal::Host, "{host:?}");
        }
        for origin in ["null", "http://evil.example", "https://127.0.0.1:80", "http://127.0.0.1:81", ""] {
            assert_eq!(refused(Head { origin: Some(origin), ..good }), Refusal::Origin, "{origin}");
        }
        for content_type in [None, Some("text/plain"), Some("application/x-www-form-urlencoded"), Some("")] {
            assert_eq!(refused(Head { content_type, ..good }), Refusal::ContentType, "{content_type:?}");
        }
    }

    #[test]
    fn tokens_differ() {
        let (one, other) = (Guard::new(80).expect("a token"), Guard::new(80).expect("a token"));
        assert_ne!(one.token, other.token);
        assert_eq!(one.token.len(), 2 * TOKEN_BYTES);
    }
}
