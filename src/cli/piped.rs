//! Output that another program reads, which may stop reading.

use std::io::{ErrorKind, Result, Write};

/// Passes on what is written until nobody reads it any more, which is no fault: `head` has enough.
#[derive(Debug)]
pub struct Piped<W> {
    inner: W,
    is_closed: bool,
}

impl<W> Piped<W> {
    /// Output to this writer.
    pub fn new(inner: W) -> Self {
        Self {
            inner,
            is_closed: false,
        }
    }

    /// What was done, or `nothing` where nobody reads it.
    fn done<T>(&mut self, result: Result<T>, nothing: T) -> Result<T> {
        match result {
            Err(error) if error.kind() == ErrorKind::BrokenPipe => {
                self.is_closed = true;
                Ok(nothing)
            }
            other => other,
        }
    }
}

impl<W: Write> Write for Piped<W> {
    fn write(&mut self, bytes: &[u8]) -> Result<usize> {
        if self.is_closed {
            return Ok(bytes.len());
        }
        let result = self.inner.write(bytes);
        self.done(result, bytes.len())
    }

    fn flush(&mut self) -> Result<()> {
        if self.is_closed {
            return Ok(());
        }
        let result = self.inner.flush();
        self.done(result, ())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Takes three bytes, then nobody reads.
    struct Closing(Vec<u8>);

    impl Write for Closing {
        fn write(&mut self, bytes: &[u8]) -> Result<usize> {
            if self.0.len() >= 3 {
                return Err(ErrorKind::BrokenPipe.into());
            }
            self.0.extend(bytes.iter().take(3));
            Ok(bytes.len().min(3))
        }

        fn flush(&mut self) -> Result<()> {
            Err(ErrorKind::StorageFull.into())
        }
    }

    #[test]
    fn a_reader_that_has_enough_is_no_fault_and_a_full_disk_is_one() {
        let mut piped = Piped::new(Closing(Vec::new()));
        assert!(piped.flush().is_err());
        assert!(piped.write_all(b"abcdef").is_ok());
        assert!(piped.write_all(b"more").is_ok() && piped.flush().is_ok());
        assert_eq!(piped.inner.0, b"abc");
    }
}
