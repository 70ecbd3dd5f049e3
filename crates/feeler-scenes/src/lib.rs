//! feeler-scenes
