//! The local server.

use crate::answer::Answerer;
use crate::guard::{Guard, Refusal};
use crate::http::{Head, Response};
use crate::page::{self, NoPage};
use crate::socket;
use crate::stage::{self, Stage};
use crate::wire::Packed;
use std::io::{self, Read};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

/// The largest number of connections at a time. A page has two, and up to six more while it loads.
const MOST_CONNECTIONS: usize = 32;

/// The time in which the whole head of a request must arrive.
const PATIENCE: Duration = Duration::from_secs(10);

/// A server for one page, on this machine only.
pub struct Viewer {
    listener: TcpListener,
    shared: Arc<Shared>,
}

struct Shared {
    guard: Guard,
    answerer: Answerer,
    page: &'static str,
    connections: AtomicUsize,
}

/// Why a viewer cannot start.
#[derive(Debug)]
pub enum StartError {
    /// This build of the crate has no page.
    NoPage(NoPage),
    /// The system has no free port or no random numbers.
    System(io::Error),
}

impl std::fmt::Display for StartError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::NoPage(error) => error.fmt(f),
            Self::System(error) => write!(f, "the viewer cannot start: {error}"),
        }
    }
}

impl std::error::Error for StartError {}

impl Viewer {
    /// Binds a free port of this machine; nothing is answered before [`Viewer::run`].
    pub fn bind(stage: Stage) -> Result<Self, StartError> {
        let page = page::html().map_err(StartError::NoPage)?;
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).map_err(StartError::System)?;
        let port = listener.local_addr().map_err(StartError::System)?.port();
        let guard = Guard::new(port).map_err(|error| StartError::System(error.into()))?;
        let answerer = Answerer::new(stage);
        let shared = Shared { guard, answerer, page, connections: AtomicUsize::new(0) };
        Ok(Self { listener, shared: shared.into() })
    }

    /// The address of the page. It has a token: whoever knows it may look.
    pub fn address(&self) -> String {
        self.shared.guard.address()
    }

    /// Answers until the process ends.
    pub fn run(self) {
        for stream in self.listener.incoming() {
            let Ok(stream) = stream else { continue };
            let shared = Arc::clone(&self.shared);
            if shared.connections.fetch_add(1, Ordering::Relaxed) >= MOST_CONNECTIONS {
                shared.connections.fetch_sub(1, Ordering::Relaxed);
                continue; // dropped, so the connection is closed
            }
            thread::spawn(move || {
                let _open = Open(&shared.connections);
                let _ = shared.serve(stream); // whoever asked has gone
            });
        }
    }
}

/// Counts a connection until it is dropped, also if its thread panics.
struct Open<'a>(&'a AtomicUsize);

impl Drop for Open<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

impl Shared {
    fn serve(&self, mut stream: TcpStream) -> io::Result<()> {
        stream.set_nodelay(true)?;
        stream.set_write_timeout(Some(PATIENCE))?;
        let until = Instant::now() + PATIENCE;
        let (head, rest) = match Head::read(&mut Timely { stream: &stream, until }) {
            Ok(read) => read,
            Err(error) => {
                let text = error.to_string();
                return Response::text("400 Bad Request", &text).write(&mut stream);
            }
        };
        let path = match self.guard.admit(&head) {
            Ok(path) => path,
            Err(refusal) => {
                let status = match refusal {
                    Refusal::Host => "421 Misdirected Request",
                    Refusal::Origin | Refusal::Token => "403 Forbidden",
                };
                return Response::text(status, refusal.text()).write(&mut stream);
            }
        };
        if path == "socket" && head.has("upgrade") {
            return socket::serve(stream, &head, rest, &self.answerer);
        }
        self.respond(path, &mut stream)
    }

    /// Only what is listed here can be read: no path of a request is a path of a file.
    fn respond(&self, path: &str, stream: &mut TcpStream) -> io::Result<()> {
        let models = &self.answerer.shelf.models;
        if path.is_empty() {
            let policy = Some(page::policy(self.page));
            let page = Response::ok("text/html; charset=utf-8", self.page.as_bytes());
            return Response { policy, ..page }.write(stream);
        }
        if path == "stage" {
            let described = serde_json::to_vec(&self.answerer.stage.described(models))?;
            return Response::ok("application/json", &described).write(stream);
        }
        let mesh = path.strip_prefix("mesh/").and_then(|number| number.parse::<usize>().ok());
        if let Some(model) = mesh.and_then(|number| models.get(number)) {
            let packed: Packed = stage::packed(model);
            return Response::ok("application/octet-stream", &packed.message(&())).write(stream);
        }
        Response::text("404 Not Found", "There is nothing at this address.").write(stream)
    }
}

/// A stream that is read until some time. The timeout of a socket alone holds for each read, so a byte now and then would keep it open.
struct Timely<'a> {
    stream: &'a TcpStream,
    until: Instant,
}

impl Read for Timely<'_> {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        let rest = self.until.saturating_duration_since(Instant::now());
        if rest.is_zero() {
            return Err(io::Error::new(io::ErrorKind::TimedOut, "the request is too slow"));
        }
        self.stream.set_read_timeout(Some(rest))?;
        self.stream.read(bytes)
    }
}
