//! As much of HTTP as one page needs: a request is a head without a body, and a connection is closed after the answer.

use std::io::{self, Read, Write};

/// The largest head of a request, in bytes; browsers send less than a tenth of it.
const MOST_BYTES: usize = 16 << 10;
/// The largest number of headers.
const MOST_HEADERS: usize = 64;

/// The head of a request for something.
#[derive(Debug)]
pub(crate) struct Head {
    pub(crate) path: String,
    /// Names in small letters, and values.
    pub(crate) headers: Vec<(String, String)>,
}

impl Head {
    /// Reads a head. Also returns the bytes that came after it.
    pub(crate) fn read(stream: &mut impl Read) -> io::Result<(Self, Vec<u8>)> {
        let refused = |text: &str| io::Error::new(io::ErrorKind::InvalidData, text.to_owned());
        let mut bytes = Vec::new();
        let mut chunk = [0; 2048];
        loop {
            let count = stream.read(&mut chunk)?;
            if count == 0 {
                return Err(refused("the request ends in its head"));
            }
            bytes.extend(&chunk[..count]);
            if bytes.len() > MOST_BYTES {
                return Err(refused("the head is too long"));
            }
            let mut headers = [httparse::EMPTY_HEADER; MOST_HEADERS];
            let mut request = httparse::Request::new(&mut headers);
            let end = match request.parse(&bytes) {
                Ok(httparse::Status::Complete(end)) => end,
                Ok(httparse::Status::Partial) => continue,
                Err(error) => return Err(refused(&error.to_string())),
            };
            if request.method != Some("GET") {
                return Err(refused("only GET is answered"));
            }
            let path = request.path.unwrap_or_default().to_owned();
            let text = |header: &httparse::Header<'_>| {
                let value = str::from_utf8(header.value).ok()?.trim();
                Some((header.name.to_ascii_lowercase(), value.to_owned()))
            };
            let headers: Option<Vec<_>> = request.headers.iter().map(text).collect();
            let headers = headers.ok_or_else(|| refused("a header is no text"))?;
            return Ok((Self { path, headers }, bytes.split_off(end)));
        }
    }

    /// The value of a header that is there once.
    pub(crate) fn only(&self, name: &str) -> Option<&str> {
        let mut values = self.headers.iter().filter(|(known, _)| known == name);
        let (_, value) = values.next()?;
        values.next().is_none().then_some(value)
    }

    /// Whether a header is there at all.
    pub(crate) fn has(&self, name: &str) -> bool {
        self.headers.iter().any(|(known, _)| known == name)
    }
}

/// An answer to a request.
pub(crate) struct Response<'a> {
    pub(crate) status: &'static str,
    pub(crate) content_type: &'static str,
    /// The policy of the page, if it is the page.
    pub(crate) policy: Option<&'a str>,
    pub(crate) body: &'a [u8],
}

impl<'a> Response<'a> {
    pub(crate) fn ok(content_type: &'static str, body: &'a [u8]) -> Self {
        Self { status: "200 OK", content_type, policy: None, body }
    }

    pub(crate) fn text(status: &'static str, text: &'a str) -> Self {
        Self {
            status,
            content_type: "text/plain; charset=utf-8",
            policy: None,
            body: text.as_bytes(),
        }
    }

    pub(crate) fn write(&self, stream: &mut impl Write) -> io::Result<()> {
        let Self { status, content_type, policy, body } = self;
        let policy = policy.unwrap_or("default-src 'none'");
        write!(
            stream,
            "HTTP/1.1 {status}\r\nContent-Type: {content_type}\r\nContent-Length: {}\r\nConnection: close\r\n\
             Cache-Control: no-store\r\nX-Content-Type-Options: nosniff\r\nReferrer-Policy: no-referrer\r\n\
             Cross-Origin-Resource-Policy: same-origin\r\nCross-Origin-Opener-Policy: same-origin\r\n\
             Content-Security-Policy: {policy}; frame-ancestors 'none'\r\n\r\n",
            body.len()
        )?;
        stream.write_all(body)?;
        stream.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn heads_are_bounded() {
        let read =
            |text: &str| Head::read(&mut text.as_bytes()).map(|(head, rest)| (head.path, rest));
        assert_eq!(
            read("GET /a HTTP/1.1\r\nHost: x\r\n\r\nmore").unwrap(),
            ("/a".into(), b"more".to_vec())
        );
        assert!(read("GET /a HTTP/1.1\r\nHost: x\r\n").is_err());
        assert!(read("POST /a HTTP/1.1\r\nHost: x\r\n\r\n").is_err());
        assert!(read(&format!("GET /{} HTTP/1.1\r\n\r\n", "a".repeat(MOST_BYTES))).is_err());
        let many: String = (0..=MOST_HEADERS).map(|i| format!("x-{i}: 1\r\n")).collect();
        assert!(read(&format!("GET / HTTP/1.1\r\n{many}\r\n")).is_err());
    }
}
