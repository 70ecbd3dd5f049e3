//! Where the triangles of two meshes cross, by names instead of coordinates.
//!
//! # No touching
//!
//! B is taken to be moved by a step t = (ε, ε², ε³) with a number ε > 0 that is smaller than all
//! numbers that occur (simulation of simplicity, Edelsbrunner and Mücke 1990). After it, no corner
//! is in a plane of the other mesh and no edges meet, wherever corners, edges or faces touched
//! before: so two triangles share nothing, or a segment from one *node* to another. A node is the
//! place where an edge of one mesh goes through a triangle of the other, and these two are its
//! name. It is an end of one segment for each triangle at the edge, so segments share their ends
//! whatever the rounding of coordinates, and curves of closed meshes are closed.
//!
//! Signs decide all of it, and t counts only where a determinant is zero. Two kinds of determinants are
//! asked for:
//!
//! - The side of a plane with normal n on which a corner is changes by n·t: its sign is that of the
//!   first component of n that is not zero.
//! - The turn of an edge u of A around an edge v of B changes by t·(v × u). That is zero for
//!   parallel edges only, and then no end of it is asked for: an edge that crosses the plane of a triangle is
//!   not parallel to its sides.
//!
//! A triangle without area has no normal, so no edge goes through it; its own edges go through others as
//! those of its neighbours do.
//!
//! - `nudge`: these signs;
//! - `segment`: what two triangles share;
//! - `node`: which segments nodes belong to, and where they are;
//! - `inner`: which corners of a solid are inside of the other one.

pub(crate) mod inner;
pub(crate) mod node;
mod nudge;
pub(crate) mod segment;
