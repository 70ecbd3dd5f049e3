//! Tests that run the binary as users do, and compare its output literally.

mod batch;
mod bench;
mod cache;
mod check;
mod clash;
mod curves;
mod demo;
mod depth;
mod explain;
mod guided;
mod info;
mod interrupt;
mod near;
mod offset;
mod overwriting;
mod poses;
mod readme;
mod real_meshes;
mod refusals;
mod relation;
mod research;
mod run;
mod threads;
mod toward;
mod usage;
mod view;
