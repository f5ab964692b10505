//! The models that ship with the program, made by our own code.
