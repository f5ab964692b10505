//! A picture of a sample's texture, painted pixel by pixel.

use crate::math::Vec3;

/// Red, green, blue and alpha of every pixel, rows from the top.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picture {
    /// Pixels across.
    pub width: u32,
    /// Pixels down.
    pub height: u32,
    /// Four bytes a pixel: red, green, blue, alpha.
    pub rgba: Vec<u8>,
}

/// A colour from three numbers of 0 to 255, for painting with; 0 to 1 inside.
pub(crate) fn rgb(r: u8, g: u8, b: u8) -> Vec3 {
    Vec3::new(f32::from(r), f32::from(g), f32::from(b)) / 255.0
}

impl Picture {
    /// Asks `paint` for the colour and alpha at the middle of every pixel, coordinates 0 to 1 from
    /// the top left.
    pub(crate) fn painted(
        width: u32,
        height: u32,
        paint: impl Fn(f32, f32) -> (Vec3, f32),
    ) -> Self {
        let mut picture = Self {
            width,
            height,
            rgba: vec![0; (width * height * 4) as usize],
        };
        for y in 0..height {
            for x in 0..width {
                let (colour, alpha) = paint(
                    (x as f32 + 0.5) / width as f32,
                    (y as f32 + 0.5) / height as f32,
                );
                picture.set(x, y, &colour, alpha);
            }
        }
        picture
    }

    /// Sets one pixel; channels are cut to 0..1.
    pub(crate) fn set(&mut self, x: u32, y: u32, colour: &Vec3, alpha: f32) {
        let at = ((y * self.width + x) * 4) as usize;
        let byte = |v: f32| (v.clamp(0.0, 1.0) * 255.0 + 0.5) as u8;
        let pixel = [byte(colour.x), byte(colour.y), byte(colour.z), byte(alpha)];
        if let Some(slot) = self.rgba.get_mut(at..at + 4) {
            slot.copy_from_slice(&pixel);
        }
    }
}
