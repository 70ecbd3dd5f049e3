//! Two triangles.
