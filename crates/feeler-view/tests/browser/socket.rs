//! A client of the WebSocket that is not a browser.

use serde_json::Value;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::Duration;
use tungstenite::protocol::Role;
use tungstenite::{Message, WebSocket};

/// The headers of a handshake, with the key of the example in RFC 6455.
pub(crate) const UPGRADE: &str = "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n";

/// A connection after the handshake. The address is that of the page.
pub(crate) fn connected(address: &str) -> TcpStream {
    let (host, path) = address.strip_prefix("http://").unwrap().split_once('/').unwrap();
    let mut stream = TcpStream::connect(host).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
    write!(
        stream,
        "GET /{path}socket HTTP/1.1\r\nHost: {host}\r\nOrigin: http://{host}\r\n{UPGRADE}\r\n"
    )
    .unwrap();
    let mut head = Vec::new();
    while !head.ends_with(b"\r\n\r\n") {
        let mut byte = [0];
        assert_eq!(stream.read(&mut byte).unwrap(), 1);
        head.extend(byte);
    }
    assert!(head.starts_with(b"HTTP/1.1 101"));
    stream
}

/// A page that asks what it wants.
pub(crate) struct Page(WebSocket<TcpStream>);

impl Page {
    pub(crate) fn open(address: &str) -> Self {
        Self(WebSocket::from_raw_socket(connected(address), Role::Client, None))
    }

    /// Sends a text; returns the head of the answer, and the length of the whole.
    pub(crate) fn ask(&mut self, text: &str) -> (Value, usize) {
        self.0.send(Message::text(text)).unwrap();
        match self.0.read().unwrap() {
            Message::Text(text) => (serde_json::from_str(&text).unwrap(), text.len()),
            Message::Binary(bytes) => {
                let length = u32::from_le_bytes(bytes[..4].try_into().unwrap()) as usize;
                let whole: Value = serde_json::from_slice(&bytes[4..4 + length]).unwrap();
                (whole["head"].clone(), bytes.len())
            }
            other => panic!("{other:?}"),
        }
    }
}
