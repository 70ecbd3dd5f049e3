//! Requests that are refused. They are written by hand, because no browser would send some of them.

use crate::driver::{is_ready, knot_and_ring, serve};
use crate::socket::{UPGRADE, connected};
use feeler::Pose;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

struct Server {
    /// `127.0.0.1:PORT`.
    host: String,
    token: String,
}

impl Server {
    fn start() -> Self {
        let address = serve(knot_and_ring(500, Pose::IDENTITY));
        let rest = address.strip_prefix("http://").expect("an address");
        let (host, token) = rest.split_once('/').expect("a token");
        Self { host: host.to_owned(), token: token.trim_end_matches('/').to_owned() }
    }

    /// The status and the whole answer to a request with this path and these lines of headers.
    fn ask(&self, path: &str, headers: &str) -> (u16, String) {
        let mut stream = TcpStream::connect(&self.host).unwrap();
        if write!(stream, "GET {path} HTTP/1.1\r\n{headers}\r\n").is_err() {
            return (0, String::new()); // the connection was closed at once
        }
        let mut answer = Vec::new();
        let mut chunk = [0; 4096];
        // A WebSocket stays open after its head.
        while let Ok(count @ 1..) = stream.read(&mut chunk) {
            answer.extend(&chunk[..count]);
            if answer.starts_with(b"HTTP/1.1 101") && answer.ends_with(b"\r\n\r\n") {
                break;
            }
        }
        let answer = String::from_utf8_lossy(&answer).into_owned();
        let status = answer.split(' ').nth(1).and_then(|status| status.parse().ok());
        (status.unwrap_or(0), answer)
    }

    fn status(&self, path: &str, headers: &str) -> u16 {
        self.ask(path, headers).0
    }
}

#[test]
fn only_the_own_page_reads_what_was_opened() {
    if !is_ready() {
        return;
    }
    let server = Server::start();
    let Server { host, token } = &server;
    let own = format!("Host: {host}\r\n");

    let (status, page) = server.ask(&format!("/{token}/"), &own);
    assert_eq!(status, 200);
    let head = page.split("\r\n\r\n").next().unwrap();
    for line in [
        "default-src 'none'; script-src 'sha256-",
        "connect-src 'self'",
        "frame-ancestors 'none'",
        "X-Content-Type-Options: nosniff",
        "Referrer-Policy: no-referrer",
        "Cache-Control: no-store",
    ] {
        assert!(head.contains(line), "{line}: {head}");
    }
    assert!(!head.contains("unsafe"), "{head}");
    assert_eq!(server.status(&format!("/{token}/mesh/1"), &own), 200);

    // A wrong token, or none.
    let wrong = token.replace(|c: char| c.is_ascii_digit(), "a");
    for path in [
        "/",
        "/stage",
        "/mesh/0",
        &format!("/{wrong}/"),
        &format!("/{wrong}/mesh/0"),
        &format!("/{token}"),
    ] {
        assert_eq!(server.status(path, &own), 403, "{path}");
    }
    // Paths of files, and meshes that are not there.
    for path in [
        "../",
        "../../etc/passwd",
        "mesh/../../Cargo.toml",
        "mesh/%2e%2e/x",
        "mesh/2",
        "mesh/-1",
        "src/lib.rs",
        "/etc/passwd",
    ] {
        assert_eq!(server.status(&format!("/{token}/{path}"), &own), 404, "{path}");
    }
    // The address of a proxy, as if this server were one.
    assert_eq!(server.status(&format!("http://{host}/{token}/"), &own), 403);
    // Another name, as after DNS rebinding; another port; no name.
    let port = host.split(':').next_back().unwrap();
    for other in [format!("evil.example:{port}"), "127.0.0.1".into(), "127.0.0.1:1".into()] {
        assert_eq!(
            server.status(&format!("/{token}/"), &format!("Host: {other}\r\n")),
            421,
            "{other}"
        );
    }
    assert_eq!(server.status(&format!("/{token}/"), ""), 421);

    // Another origin, for the page and for the WebSocket; the right one is answered.
    let socket = format!("/{token}/socket");
    for origin in ["http://evil.example", "null", "http://127.0.0.1:1", &format!("https://{host}")]
    {
        let headers = format!("{own}Origin: {origin}\r\n");
        assert_eq!(server.status(&format!("/{token}/mesh/0"), &headers), 403, "{origin}");
        assert_eq!(server.status(&socket, &format!("{headers}{UPGRADE}")), 403, "{origin}");
    }
    assert_eq!(
        server.status(&socket, &format!("{own}{UPGRADE}")),
        403,
        "a browser always names an origin"
    );
    let (status, answer) = server.ask(&socket, &format!("{own}Origin: http://{host}\r\n{UPGRADE}"));
    assert_eq!(status, 101);
    assert!(answer.contains("Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo="), "{answer}"); // the example of RFC 6455

    // Requests that are too long, or not for reading.
    assert_eq!(
        server.status(&format!("/{token}/"), &format!("{own}X: {}\r\n", "x".repeat(20_000))),
        400
    );
}

/// A page cannot make the server take memory without bound: what is too long ends the connection before it is read.
#[test]
fn questions_that_are_too_long_end_the_connection() {
    if !is_ready() {
        return;
    }
    let address = serve(knot_and_ring(500, Pose::IDENTITY));
    let masked = |first: u8, length: u64, body: usize| {
        let mut frame = vec![first, 0xff];
        frame.extend(length.to_be_bytes());
        frame.extend([0; 4]);
        frame.extend(vec![b' '; body]);
        frame
    };
    let mut parts = masked(0x01, 60_000, 60_000); // the first of a text in many parts, without an end
    for _ in 0..40 {
        parts.extend(masked(0x00, 60_000, 60_000));
    }
    let open = [0x81, 0x05, b'h', b'e', b'l', b'l', b'o'].to_vec(); // a client must mask
    for (name, frames) in
        [("a gigabyte", masked(0x81, 1 << 30, 1000)), ("many parts", parts), ("no mask", open)]
    {
        let mut stream = connected(&address);
        let written = stream.write_all(&frames);
        let mut rest = Vec::new();
        let end = stream.read_to_end(&mut rest);
        assert!(rest.len() < 200, "{name}: {} bytes came back", rest.len());
        let is_closed = match &end {
            Ok(_) => true,
            Err(error) => error.kind() != std::io::ErrorKind::WouldBlock,
        };
        assert!(written.is_err() || is_closed, "{name}: {end:?}");
    }
}

/// A request must arrive within ten seconds as a whole: a byte a second does not keep a connection open.
#[test]
fn slow_requests_end() {
    if !is_ready() {
        return;
    }
    let server = Server::start();
    let mut stream = TcpStream::connect(&server.host).unwrap();
    let start = Instant::now();
    stream.set_read_timeout(Some(Duration::from_millis(500))).unwrap();
    let mut chunk = [0; 256];
    loop {
        let sent = stream.write_all(b"G").and_then(|()| stream.read(&mut chunk));
        match sent {
            Ok(_) => break, // refused, or closed
            Err(error) if error.kind() == std::io::ErrorKind::WouldBlock => {}
            Err(_) => break,
        }
        assert!(start.elapsed() < Duration::from_secs(20), "it is still open");
    }
    assert!(start.elapsed() > Duration::from_secs(5), "slow lines are not refused at once");
}

/// There are 32 connections at most. When they end, the page is answered again.
#[test]
fn too_many_connections_are_dropped() {
    if !is_ready() {
        return;
    }
    let server = Server::start();
    let own = format!("Host: {}\r\n", server.host);
    let path = format!("/{}/stage", server.token);
    assert_eq!(server.status(&path, &own), 200);
    let idle: Vec<TcpStream> =
        (0..100).map(|_| TcpStream::connect(&server.host).unwrap()).collect();
    let start = Instant::now();
    while server.status(&path, &own) != 0 {
        assert!(start.elapsed() < Duration::from_secs(5), "more than 32 are open");
    }
    drop(idle);
    let start = Instant::now();
    while server.status(&path, &own) != 200 {
        assert!(start.elapsed() < Duration::from_secs(5), "nothing is answered any more");
    }
}
