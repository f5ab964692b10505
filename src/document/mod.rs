//! The one thing being edited: models by id, their native source, invariants and content hash.
