//! The panels: what a person sees of the editor and the intents they send back.
