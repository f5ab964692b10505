//! The real window, driven as a person would: keys and mouse through an X server without a screen.

#[cfg(test)]
mod desktop;
#[cfg(test)]
mod session;
