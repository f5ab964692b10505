//! Patches of terrains as bytes that give them back bit by bit.

use super::edit_bytes::{In, Out, Read};
use crate::edit::{ChunkFields, TerrainPatch};
use crate::terrain::{AlphaDepth, BlendRule, ChunkFlags, ChunkPlace, Corner, TileId};

impl Out {
    pub(super) fn patch(&mut self, patch: &TerrainPatch) -> Result<(), String> {
        match patch {
            TerrainPatch::Corners(corners) => {
                self.number(0);
                let (places, corners): (Vec<u32>, Vec<Corner>) = corners.iter().copied().unzip();
                self.piece(&places)?;
                self.piece(&corners)
            }
            TerrainPatch::CornerHead(head) => {
                self.number(1);
                self.piece(head.as_ref())
            }
            TerrainPatch::Layers(chunks) => {
                self.number(2);
                self.list(chunks, |out, (place, layers)| {
                    out.place(*place);
                    out.piece(layers)
                })
            }
            TerrainPatch::Textures(tile, textures) => {
                self.number(3);
                self.number(u32::from_le_bytes([tile.x, tile.y, 0, 0]));
                self.piece(textures)
            }
            TerrainPatch::Blend(rule) => {
                self.number(5);
                self.number(u32::from(*rule == BlendRule::Weighted));
                Ok(())
            }
            TerrainPatch::MapForm { flags, depth } => {
                self.number(6);
                self.optional(flags.as_ref(), |out, flags| {
                    out.number(*flags);
                    Ok(())
                })?;
                self.number(u32::from(*depth == AlphaDepth::Eight));
                Ok(())
            }
            TerrainPatch::ChunkFields(chunks) => {
                self.number(4);
                self.list(chunks, |out, (place, fields)| {
                    out.place(*place);
                    out.fields(fields)
                })
            }
        }
    }

    fn place(&mut self, place: ChunkPlace) {
        let ChunkPlace { tile, column, row } = place;
        self.number(u32::from_le_bytes([tile.x, tile.y, column, row]));
    }

    fn fields(&mut self, fields: &ChunkFields) -> Result<(), String> {
        let numbers = [
            fields.flags.map(|flags| flags.0),
            fields.area_id,
            fields.holes.map(u32::from),
        ];
        for number in numbers {
            self.optional(number.as_ref(), |out, number| {
                out.number(*number);
                Ok(())
            })?;
        }
        let words = |out: &mut Self, words: &[f32]| {
            let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
            out.blob(&bytes)
        };
        self.optional(fields.position.as_ref(), |out, position| {
            words(out, position)
        })?;
        self.optional(fields.heights.as_deref(), |out, heights| {
            words(out, heights)
        })?;
        self.optional(fields.normals.as_deref(), |out, normals| {
            let bytes = normals
                .as_flattened()
                .iter()
                .map(|part| part.cast_unsigned());
            out.blob(&bytes.collect::<Vec<u8>>())
        })?;
        self.optional(fields.colours.as_ref(), |out, colours| {
            out.optional(colours.as_deref(), |out, colours| {
                out.blob(colours.as_flattened())
            })
        })?;
        self.optional(fields.shadow.as_ref(), |out, shadow| {
            out.optional(shadow.as_deref(), |out, shadow| out.blob(shadow))
        })?;
        self.optional(fields.clutter_layers.as_ref(), |out, rows| {
            let bytes: Vec<u8> = rows.iter().flat_map(|row| row.to_le_bytes()).collect();
            out.blob(&bytes)
        })?;
        self.optional(fields.no_clutter.as_ref(), |out, rows| out.blob(rows))
    }
}

impl In<'_> {
    pub(super) fn patch(&mut self) -> Read<TerrainPatch> {
        Ok(match self.number()? {
            0 => {
                let (places, corners): (Vec<u32>, Vec<Corner>) = (self.piece()?, self.piece()?);
                if places.len() != corners.len() {
                    let (places, corners) = (places.len(), corners.len());
                    return Err(format!("{places} places have {corners} corners"));
                }
                TerrainPatch::Corners(places.into_iter().zip(corners).collect())
            }
            1 => TerrainPatch::CornerHead(Box::new(self.piece()?)),
            2 => {
                TerrainPatch::Layers(self.list(|input| Ok((input.chunk_place()?, input.piece()?)))?)
            }
            3 => {
                let [x, y, ..] = self.number()?.to_le_bytes();
                TerrainPatch::Textures(TileId { x, y }, self.piece()?)
            }
            4 => TerrainPatch::ChunkFields(
                self.list(|input| Ok((input.chunk_place()?, Box::new(input.fields()?))))?,
            ),
            5 => TerrainPatch::Blend(match self.number()? {
                0 => BlendRule::Ordered,
                1 => BlendRule::Weighted,
                other => return Err(format!("there is no rule of mixing layers {other}")),
            }),
            6 => TerrainPatch::MapForm {
                flags: self.optional(Self::number)?,
                depth: match self.number()? {
                    0 => AlphaDepth::Four,
                    1 => AlphaDepth::Eight,
                    other => return Err(format!("there is no depth of alpha maps {other}")),
                },
            },
            other => return Err(format!("there is no patch of a terrain {other}")),
        })
    }

    fn chunk_place(&mut self) -> Read<ChunkPlace> {
        let [x, y, column, row] = self.number()?.to_le_bytes();
        let tile = TileId { x, y };
        Ok(ChunkPlace { tile, column, row })
    }

    fn fields(&mut self) -> Read<ChunkFields> {
        Ok(ChunkFields {
            flags: self.optional(Self::number)?.map(ChunkFlags),
            area_id: self.optional(Self::number)?,
            holes: self.optional(Self::number)?.map(|holes| holes as u16),
            position: self.optional(|input| input.items(f32::from_le_bytes))?,
            heights: self.optional(|input| input.items(f32::from_le_bytes).map(Box::new))?,
            normals: self.optional(|input| {
                let normal = |bytes: [u8; 3]| bytes.map(u8::cast_signed);
                input.items(normal).map(Box::new)
            })?,
            colours: self.optional(|input| {
                input.optional(|input| input.items(|bytes: [u8; 4]| bytes).map(Box::new))
            })?,
            shadow: self.optional(|input| {
                input.optional(|input| input.items(|[byte]: [u8; 1]| byte).map(Box::new))
            })?,
            clutter_layers: self.optional(|input| input.items(u16::from_le_bytes))?,
            no_clutter: self.optional(|input| input.items(|[byte]: [u8; 1]| byte))?,
        })
    }

    /// A blob of exactly so many items.
    fn items<T, const SIZE: usize, const COUNT: usize>(
        &mut self,
        item: impl Fn([u8; SIZE]) -> T,
    ) -> Read<[T; COUNT]> {
        let bytes = self.bytes()?;
        let (items, rest) = bytes.as_chunks::<SIZE>();
        let items: Vec<T> = items.iter().copied().map(item).collect();
        let wrong = || format!("{} bytes are no {COUNT} items of {SIZE}", bytes.len());
        if !rest.is_empty() {
            return Err(wrong());
        }
        items.try_into().map_err(|_| wrong())
    }
}

#[cfg(test)]
mod tests {
    use super::super::edit_bytes::{read, write};
    use super::*;
    use crate::document::TerrainId;
    use crate::edit::Edit;
    use crate::terrain::{
        AlphaForm, AlphaMap, CornerMapHead, TextureLayer, TextureLayerFlags, TileTexture,
    };

    const PLACE: ChunkPlace = ChunkPlace {
        tile: TileId { x: 31, y: 63 },
        column: 15,
        row: 2,
    };

    fn check_same(patch: TerrainPatch) {
        let edit = Edit::SwapTerrain {
            terrain: TerrainId(7),
            patch,
        };
        let bytes = write(&edit).expect("bytes");
        assert_eq!(read(&bytes).as_ref(), Ok(&edit));
        for cut in (0..bytes.len()).step_by(1 + bytes.len() / 500) {
            assert!(read(&bytes[..cut]).is_err(), "cut at {cut}");
        }
    }

    #[test]
    fn every_patch_of_a_terrain_comes_back() {
        let corner = Corner {
            height: 1,
            water: 2,
            ground: 3,
            variation: 4,
            cliff: 5,
        };
        check_same(TerrainPatch::Corners(vec![(9, corner), (70_000, corner)]));
        check_same(TerrainPatch::CornerHead(Box::new(CornerMapHead {
            version: 12,
            tileset: b'L',
            custom_tileset: 1,
            ground_types: vec![*b"Ldrt", *b"Lgrs"],
            cliff_types: vec![*b"CLdi"],
            origin: [-1.0, 2.5],
            rest: vec![1, 2],
        })));
        let layer = |alpha| TextureLayer {
            texture: 3,
            flags: TextureLayerFlags(0x100),
            ground_effect: -1,
            alpha,
            form: AlphaForm::Runs,
        };
        let layers = vec![layer(None), layer(Some(AlphaMap::filled(17)))];
        check_same(TerrainPatch::Layers(vec![(PLACE, layers)]));
        let texture = TileTexture {
            path: b"Tileset\\Gr\xFFss.blp".to_vec(),
            flags: 1,
        };
        check_same(TerrainPatch::Textures(PLACE.tile, vec![texture]));
        check_same(TerrainPatch::Blend(BlendRule::Weighted));
        for (flags, depth) in [(Some(0x84), AlphaDepth::Eight), (None, AlphaDepth::Four)] {
            check_same(TerrainPatch::MapForm { flags, depth });
        }
    }

    #[test]
    fn every_field_of_a_map_chunk_comes_back_alone_and_with_all_others() {
        let all = ChunkFields {
            flags: Some(ChunkFlags(0x8001)),
            area_id: Some(12),
            holes: Some(0xF00F),
            position: Some([1.0, -0.0, 3.0]),
            heights: Some(Box::new(std::array::from_fn(|at| at as f32 / 7.0))),
            normals: Some(Box::new([[-127, 3, 127]; 145])),
            colours: Some(Some(Box::new([[1, 2, 3, 4]; 145]))),
            shadow: Some(Some(Box::new([0x55; 512]))),
            clutter_layers: Some([1, 2, 3, 4, 5, 6, 7, 0xFFFF]),
            no_clutter: Some([8; 8]),
        };
        let none = ChunkFields {
            colours: Some(None),
            shadow: Some(None),
            ..ChunkFields::default()
        };
        let marks = ChunkFields {
            area_id: all.area_id,
            ..ChunkFields::default()
        };
        for fields in [all, none, marks] {
            check_same(TerrainPatch::ChunkFields(vec![(PLACE, Box::new(fields))]));
        }
    }
}
