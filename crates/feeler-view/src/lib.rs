//! The viewer of feeler: a local server and one page that shows how meshes meet.
//!
//! The library computes, the page draws. Meshes are sent once, in f32; after that only poses travel to the server, and answers back.
//!
//! - `stage`: the parts that are shown, and their poses; `shelf` keeps their models, one for each setting of trees;
//! - `protocol`: what the page may ask, and `wire`: how answers with numbers are sent;
//! - `answer`: the answers, each of which is one query of the library; `asked` is what they are about;
//! - `level`, `trace` and `surface` draw volumes; `motion` asks about ways and chances, `assembly` about all parts, `offset` makes surfaces;
//! - `server`: connections; `http` reads requests, `guard` refuses those that are not of the page, `socket` speaks with it;
//! - `page`: the page itself, which `cargo xtask view` makes from `web/`, and its copy with the data inside, for a file.
//!
//! The server is for the machine and the user who started it: see `SECURITY.md`.

mod answer;
mod asked;
mod assembly;
mod guard;
mod http;
mod level;
mod motion;
mod offset;
mod page;
mod protocol;
mod server;
mod shelf;
mod socket;
mod stage;
mod surface;
mod trace;
mod wire;

pub use page::{NoPage, is_built, offline, offline_clashes};
pub use server::{StartError, Viewer};
pub use stage::{Moves, Part, Stage};
