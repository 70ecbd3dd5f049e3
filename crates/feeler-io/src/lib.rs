//! feeler-io
