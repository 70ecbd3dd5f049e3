//! Which requests are answered: only those of the page that this server has sent.

use crate::http::Head;

/// What a request must show.
#[derive(Clone, Debug)]
pub(crate) struct Guard {
    /// The names under which the page reaches this server: another name is a trick with DNS.
    hosts: [String; 2],
    origins: [String; 2],
    token: String,
}

/// Why a request is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Refusal {
    /// It is addressed to another name.
    Host,
    /// A page of another origin sends it.
    Origin,
    /// The address has no token, or a wrong one.
    Token,
}

impl Refusal {
    pub(crate) fn text(self) -> &'static str {
        match self {
            Self::Host => "This server answers to 127.0.0.1 and localhost only.",
            Self::Origin => "This server answers its own page only.",
            Self::Token => {
                "The address is incomplete: open the one that 'feeler view' has printed."
            }
        }
    }
}

impl Guard {
    /// A guard of a port, with a token of the operating system.
    pub(crate) fn new(port: u16) -> Result<Self, getrandom::Error> {
        let mut random = [0_u8; 16];
        getrandom::fill(&mut random)?;
        let token = random.iter().map(|byte| format!("{byte:02x}")).collect();
        let hosts = ["127.0.0.1", "localhost"].map(|name| format!("{name}:{port}"));
        let origins = hosts.clone().map(|host| format!("http://{host}"));
        Ok(Self { hosts, origins, token })
    }

    /// The address of the page.
    pub(crate) fn address(&self) -> String {
        format!("{}/{}/", self.origins[0], self.token)
    }

    /// The path below the token of a request that may be answered.
    pub(crate) fn admit<'h>(&self, head: &'h Head) -> Result<&'h str, Refusal> {
        let host = head.only("host").ok_or(Refusal::Host)?;
        if !self.hosts.iter().any(|known| known.eq_ignore_ascii_case(host)) {
            return Err(Refusal::Host);
        }
        let is_own = |origin: &str| self.origins.iter().any(|known| known == origin);
        // A browser sends the origin with each WebSocket; a page that is opened has none.
        let is_strange = match head.only("origin") {
            Some(origin) => !is_own(origin),
            None => head.has("origin") || head.has("upgrade"),
        };
        let site = head.only("sec-fetch-site").unwrap_or("none");
        if is_strange || !["none", "same-origin"].contains(&site) {
            return Err(Refusal::Origin);
        }
        let path = head.path.strip_prefix('/').unwrap_or_default();
        let (token, rest) = path.split_once('/').ok_or(Refusal::Token)?;
        if !is_equal(token.as_bytes(), self.token.as_bytes()) {
            return Err(Refusal::Token);
        }
        Ok(rest)
    }
}

/// Compares in a time that does not tell where the difference is.
fn is_equal(a: &[u8], b: &[u8]) -> bool {
    a.len() == b.len() && a.iter().zip(b).fold(0, |all, (x, y)| all | (x ^ y)) == 0
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asked(guard: &Guard, path: &str, headers: &[(&str, &str)]) -> Result<String, Refusal> {
        let headers = headers.iter().map(|(name, value)| ((*name).into(), (*value).into()));
        let head = Head { path: path.into(), headers: headers.collect() };
        guard.admit(&head).map(str::to_owned)
    }

    #[test]
    fn only_the_own_page_is_answered() {
        let guard = Guard::new(8123).unwrap();
        let path = format!("/{}/mesh/0", guard.token);
        let host = ("host", "127.0.0.1:8123");
        assert_eq!(asked(&guard, &path, &[host]), Ok("mesh/0".into()));
        assert_eq!(asked(&guard, &path, &[("host", "localhost:8123")]), Ok("mesh/0".into()));
        let own = ("origin", "http://127.0.0.1:8123");
        assert_eq!(
            asked(&guard, &path, &[host, own, ("upgrade", "websocket")]),
            Ok("mesh/0".into())
        );

        // Another name, another port, or two of them.
        for strange in
            ["evil.example", "evil.example:8123", "127.0.0.1", "127.0.0.1:80", "[::1]:8123"]
        {
            assert_eq!(asked(&guard, &path, &[("host", strange)]), Err(Refusal::Host), "{strange}");
        }
        assert_eq!(asked(&guard, &path, &[]), Err(Refusal::Host));
        assert_eq!(asked(&guard, &path, &[host, ("host", "evil.example")]), Err(Refusal::Host));

        // Another page.
        for strange in
            ["https://127.0.0.1:8123", "http://evil.example", "null", "http://127.0.0.1:8124"]
        {
            assert_eq!(asked(&guard, &path, &[host, ("origin", strange)]), Err(Refusal::Origin));
        }
        assert_eq!(asked(&guard, &path, &[host, own, own]), Err(Refusal::Origin));
        assert_eq!(asked(&guard, &path, &[host, ("upgrade", "websocket")]), Err(Refusal::Origin));
        assert_eq!(
            asked(&guard, &path, &[host, ("sec-fetch-site", "cross-site")]),
            Err(Refusal::Origin)
        );
        assert_eq!(
            asked(&guard, &path, &[host, ("sec-fetch-site", "same-site")]),
            Err(Refusal::Origin)
        );

        // Another token, or none.
        let mut wrong = guard.token.clone();
        wrong.replace_range(31.., if wrong.ends_with('0') { "1" } else { "0" });
        for path in
            ["/", "", "/mesh/0", "//mesh/0", &format!("/{wrong}/"), &format!("/{}", guard.token)]
        {
            assert_eq!(asked(&guard, path, &[host]), Err(Refusal::Token), "{path}");
        }
    }

    #[test]
    fn no_two_tokens_are_equal() {
        let [a, b] = [Guard::new(1).unwrap(), Guard::new(1).unwrap()];
        assert_eq!(a.token.len(), 32);
        assert_ne!(a.token, b.token);
    }
}
