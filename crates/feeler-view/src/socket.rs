//! A connection that asks questions, by WebSocket.

use crate::answer::Answerer;
use crate::http::Head;
use crate::protocol::{MOST_REQUEST_BYTES, Request};
use crate::wire::Answer;
use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use feeler::Scratch;
use serde::Serialize;
use serde_json::Value;
use sha1::{Digest, Sha1};
use std::io::{self, Write};
use std::net::TcpStream;
use tungstenite::protocol::{Role, WebSocketConfig};
use tungstenite::{Message, WebSocket};

/// The head of an answer: the number of the question, and either what was found or why nothing was.
#[derive(Serialize)]
#[serde(rename_all = "lowercase")]
enum Replied<'a> {
    Found(&'a Value),
    Refused(&'a str),
}

#[derive(Serialize)]
struct Reply<'a> {
    id: u32,
    #[serde(flatten)]
    replied: Replied<'a>,
}

/// Shakes hands by the rules of RFC 6455, section 4.2, and answers until the page goes away.
pub(crate) fn serve(
    mut stream: TcpStream,
    head: &Head,
    rest: Vec<u8>,
    answerer: &Answerer,
) -> io::Result<()> {
    let key = head.only("sec-websocket-key").unwrap_or_default();
    let accept =
        BASE64_STANDARD.encode(Sha1::digest(format!("{key}258EAFA5-E914-47DA-95CA-C5AB0DC85B11")));
    write!(
        stream,
        "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: {accept}\r\n\r\n"
    )?;
    let config = WebSocketConfig::default()
        .max_message_size(Some(MOST_REQUEST_BYTES))
        .max_frame_size(Some(MOST_REQUEST_BYTES));
    stream.set_read_timeout(None)?; // a page may be open for days
    let mut socket = WebSocket::from_partially_read(stream, rest, Role::Server, Some(config));
    // Both are warm after the first questions, and the memory makes a drag faster.
    let mut scratch = Scratch::new();
    while let Ok(message) = socket.read() {
        let Message::Text(text) = message else { continue };
        if socket.send(replied(&text, answerer, &mut scratch)).is_err() {
            break;
        }
    }
    Ok(())
}

fn replied(text: &str, answerer: &Answerer, scratch: &mut Scratch) -> Message {
    let request: Request = match serde_json::from_str(text) {
        Ok(request) => request,
        Err(error) => {
            return refused(
                0,
                &format!("the page and the server do not understand each other: {error}"),
            );
        }
    };
    let id = request.id;
    match answerer.answer(&request.ask, scratch) {
        Ok(Answer::Text(value)) => {
            let reply = Reply { id, replied: Replied::Found(&value) };
            Message::text(serde_json::to_string(&reply).expect("a reply has string keys"))
        }
        Ok(Answer::Numbers(value, packed)) => {
            Message::binary(packed.message(&Reply { id, replied: Replied::Found(&value) }))
        }
        Err(error) => refused(id, &error),
    }
}

fn refused(id: u32, text: &str) -> Message {
    let reply = Reply { id, replied: Replied::Refused(text) };
    Message::text(serde_json::to_string(&reply).expect("a reply has string keys"))
}
