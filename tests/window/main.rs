//! The real window, driven as a person would: keys and mouse through an X server without a screen.

#[cfg(test)]
#[allow(
    dead_code,
    reason = "the tests of the journal share it, and kill with it"
)]
mod desktop;
#[cfg(test)]
mod session;
#[cfg(test)]
mod terrain;
#[cfg(test)]
mod warcraft;
#[cfg(test)]
mod weights;
