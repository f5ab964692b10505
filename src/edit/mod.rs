//! Operators, the edits they plan, and the history that applies and undoes them.
