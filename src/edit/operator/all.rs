//! The operators as one type: its JSON, its listing, and the way to a plan.

use super::{
    AddBone, AddClip, AttachSkeleton, BindRigid, ClearHoles, ClearToRest, ConvertToGroups,
    DeleteBone, DeleteClip, DeleteKeyframes, DeleteStrayKeyframes, DropUnusedLayers, DuplicateClip,
    DuplicateKeyframes, FillTexture, FloodWeights, GradientWeights, HammerWeights, HealSeams,
    ImportAlphamaps, ImportGroundTypes, ImportHeights, InsertKeyframe, InsertTrackKeyframe,
    LimitInfluences, LockBones, MergeTextureLayers, MirrorWeights, MoveBones, MoveKeyframes,
    MoveTextureLayer, MoveWeights, NameRange, NormaliseWeights, OperatorSpec, PaintCornerFlags,
    PaintCorners, PaintHoles, PaintTextureLayer, PaintVertexColours, PaintWeights, PastePose,
    PruneWeights, QuantiseWeights, RelaxWeights, RemoveTextureLayer, RenameBone, RenameClip,
    ReparentBone, RotateBones, ScaleBones, SculptTerrain, SetAreaId, SetBaseTexture, SetBlendRule,
    SetBoneFlags, SetBoneShape, SetBoneTransform, SetChunkFlags, SetCliffLevel, SetClipFlags,
    SetClipRange, SetGroundTypes, SetInterpolation, SetKeyValue, SetLayerFlags, SetMirrorBone,
    SetPivot, SetSkinSettings, SetVertexGroup, SetVertexWeight, SetVertexWeights, SetWaterLevel,
    SmoothTextureLayers, SolveSlots, SplitWeights, SwapTexture, SwapWeights, TransferWeights,
};
use super::{ConvertAlphas, FillCorners, MergeDuplicateLayers, PaintTextureSwap, SetTileTextures};
use crate::document::Document;
use crate::edit::draft::Draft;
use crate::edit::terrain_draft::TerrainDraft;
use crate::edit::terrain_stroke::tell_of_brush;
use crate::edit::{EditError, Planned};
use serde::{Deserialize, Serialize};

/// Makes the enum, its dispatch and its listing from one list.
macro_rules! operators {
    (
        models { $($(#[doc = $doc:literal])+ $name:ident,)+ }
        terrains { $($(#[doc = $ground_doc:literal])+ $ground:ident,)+ }
    ) => {
        /// What a user can ask for. In JSON: `{"op": "rename_bone", ...}`; unknown fields are refused.
        #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
        #[serde(tag = "op", rename_all = "snake_case")]
        pub enum Operator {
            $($(#[doc = $doc])+ $name($name),)+
            $($(#[doc = $ground_doc])+ $ground($ground),)+
        }

        $(impl From<$name> for Operator {
            fn from(operator: $name) -> Self {
                Self::$name(operator)
            }
        })+

        $(impl From<$ground> for Operator {
            fn from(operator: $ground) -> Self {
                Self::$ground(operator)
            }
        })+

        impl Operator {
            /// Every operator, as `bonewright operators` lists it.
            pub fn specs() -> Vec<OperatorSpec> {
                vec![$($name::spec(),)+ $($ground::spec(),)+]
            }

            /// The id of the model it names, if it names one.
            pub fn model(&self) -> Option<u32> {
                match self {
                    $(Self::$name(operator) => operator.model,)+
                    $(Self::$ground(_) => None,)+
                }
            }

            /// The id of the terrain it names, if it names one.
            pub fn terrain(&self) -> Option<u32> {
                match self {
                    $(Self::$name(_) => None,)+
                    $(Self::$ground(operator) => operator.terrain,)+
                }
            }

            /// Whether it works on a terrain, not on a model.
            pub fn is_on_terrain(&self) -> bool {
                match self {
                    $(Self::$name(_) => false,)+
                    $(Self::$ground(_) => true,)+
                }
            }

            /// Checks the operator against the document and says what it will do; changes nothing.
            pub fn plan(&self, document: &Document) -> Result<Planned, EditError> {
                match self {
                    $(Self::$name(operator) => {
                        let mut draft = Draft::new(document, operator.model)?;
                        let label = operator.draft(&mut draft)?;
                        Ok(draft.finish(label))
                    })+
                    $(Self::$ground(operator) => {
                        let mut draft = TerrainDraft::new(document, operator.terrain)?;
                        let label = operator.draft(&mut draft)?;
                        tell_of_brush(self, &mut draft);
                        Ok(draft.finish(label))
                    })+
                }
            }
        }
    };
}

operators! {
    models {
    /// Rotates bones at a time of a clip, by setting keyframes of their rotation.
    RotateBones,
    /// Moves bones at a time of a clip, by setting keyframes of their translation.
    MoveBones,
    /// Scales bones at a time of a clip, by setting keyframes of their scale.
    ScaleBones,
    /// Sets the transform of bones at a time of a clip to typed values.
    SetBoneTransform,
    /// Sets bones to rest (no offset, no turn, scale 1) at a time of a clip.
    ClearToRest,
    /// Adds keyframes to tracks of bones: what they already are at that time, or given values.
    InsertKeyframe,
    /// Adds keyframes to any tracks, such as the alpha of a colour or the times of an event.
    InsertTrackKeyframe,
    /// Takes keyframes out of their tracks.
    DeleteKeyframes,
    /// Deletes the keyframes that lie outside every clip, where all clips share one time axis. No clip plays them.
    DeleteStrayKeyframes,
    /// Moves keyframes in time, and their values if asked.
    MoveKeyframes,
    /// Copies keyframes to another time of their tracks.
    DuplicateKeyframes,
    /// Sets the value of one keyframe, and its tangents if asked.
    SetKeyValue,
    /// Sets how tracks get from keyframe to keyframe, in all clips at once.
    SetInterpolation,
    /// Names a bone, and writes the name's checksum where the format has one.
    RenameBone,
    /// Names a clip: one of the game's names sets its animation id, another is kept beside it.
    RenameClip,
    /// Adds a clip without keyframes after the last.
    AddClip,
    /// Copies a clip with its keyframes, after the last.
    DuplicateClip,
    /// Deletes a clip with its keyframes. Refused while other clips play its keyframes.
    DeleteClip,
    /// Sets where a clip starts on the file's time axis, and how long it is. Keyframes stay where they are, or follow.
    SetClipRange,
    /// Sets what the game does with a clip. What is left out stays.
    SetClipFlags,
    /// Makes a clip of a range of cells: single poses at a steady rate, everything between interpolated.
    NameRange,
    /// Adds a bone after the last.
    AddBone,
    /// Deletes a bone. Its children and what hangs on it go to its parent, weights as chosen.
    DeleteBone,
    /// Hangs a bone below another.
    ReparentBone,
    /// Moves the point about which a bone turns.
    SetPivot,
    /// Sets bones to a copied pose at a time of a clip.
    PastePose,
    /// Sets and clears bits of the flag word of bones.
    SetBoneFlags,
    /// Sets how bones are drawn: colour, length, width, and which way they point at rest.
    SetBoneShape,
    /// Puts the bones of another skeleton on a model: by name, adding those that are missing.
    AttachSkeleton,
    /// Paints weights with a stroke of a brush: what it touched and how strongly.
    PaintWeights,
    /// Does to vertices at once what a brush does: sets, adds, scales or smooths their weights.
    FloodWeights,
    /// Gives vertices exactly this weight for a bone. With `exact` no other weight changes, so that a sum may be built bone by bone; without, other bones share the rest as the settings say.
    SetVertexWeight,
    /// Gives each vertex all-new weights: what was copied, computed or loaded. Locked bones keep theirs, and the settings say what becomes of the sum.
    SetVertexWeights,
    /// Brings the weights of each vertex to a sum of 1; locked bones keep theirs. With a bone, scales its weights so that the highest is 1 instead.
    NormaliseWeights,
    /// Keeps the strongest influences of each vertex, and shares what is dropped among them. Locked bones are kept.
    LimitInfluences,
    /// Takes weights below a threshold away, and shares them among the others. The strongest of a vertex stays, and so do those of locked bones.
    PruneWeights,
    /// Rebuilds the weights of vertices from those around them: what they had is forgotten, and each becomes the mean of its neighbours. Vertices that no edge joins to others with weights stay.
    HammerWeights,
    /// Evens weights out over the surface, all influences at once, sums kept. Neighbours count by the angles of the surface between, so that crowded and thin triangles do not pull more than others.
    RelaxWeights,
    /// Lays weights along a drag. With one bone its weight falls from 1 at the start to 0 at the end, and others share the rest. With two the share that both have goes over from the first to the second, and other bones keep theirs; a vertex without any weights gets all of its weight from the two.
    GradientWeights,
    /// Moves a share of the weight of one bone to another. Weights of other bones stay.
    MoveWeights,
    /// Exchanges the weights of two bones.
    SwapWeights,
    /// Splits the weight of a bone among several, which may name the bone itself so that it keeps a part. Weights of other bones stay.
    SplitWeights,
    /// Hangs vertices on one bone alone, for what does not bend: weapons, eyes, plates. Locked bones keep their weights, and the one bone gets the rest.
    BindRigid,
    /// Rounds weights to what the model's file can hold, so that what is shown is what the game gets: for M2 four bytes that sum to 255, for Warcraft III equal shares of the bones that move the vertex least wrongly. Vertices with weight of locked bones that is no such share stay.
    QuantiseWeights,
    /// Hangs vertices of a Warcraft III model on exactly one group of bones, whose average moves them: the group of these bones that is there, or a new one. A bone named twice counts twice.
    SetVertexGroup,
    /// Turns the weights of geosets into groups of bones, the only weights Warcraft III has: each vertex gets the group whose average moves it least wrongly over all clips, and groups in excess give way to those that serve more vertices. Tells the largest error.
    ConvertToGroups,
    /// Locks the weights of bones, so that no tool changes them, or unlocks them.
    LockBones,
    /// Sets the rules by which every tool changes weights. What is left out stays.
    SetSkinSettings,
    /// Gives one side of a model the weights of the other, bones exchanged by the table of mirrored bones. All meshes are one, so sides may be in different submeshes. Vertices in the middle get the mean of both sides.
    MirrorWeights,
    /// Takes weights over from another mesh, bones found by their names: from another model of the document, or from other vertices of the same.
    TransferWeights,
    /// Says which bone is the mirror image of another: for weights, poses and keyframes alike. The bone itself stands for one in the middle; null leaves it to names and places again.
    SetMirrorBone,
    }
    terrains {
    /// Paints a texture with a stroke of a brush: its share of the ground moves towards a target, and the other textures shrink or grow in proportion.
    PaintTextureLayer,
    /// Evens the textures of the ground out with a stroke of a brush, across map chunks and tiles, or sharpens what divides them.
    SmoothTextureLayers,
    /// Covers whole map chunks with one texture: it becomes their only layer.
    FillTexture,
    /// Makes a texture the lowest layer of map chunks, in place of the one that is. Where the map chunk has it already, it goes below the others and takes the share of the lowest.
    SetBaseTexture,
    /// Puts one texture in the place of another, on some map chunks, tiles or all. Where a map chunk has both, the first goes into the second.
    SwapTexture,
    /// Takes a texture off map chunks; the others fill up in proportion. A map chunk's only texture stays.
    RemoveTextureLayer,
    /// Gives a texture another place among the layers of map chunks. Alphas are worked out anew so that the ground looks the same: exactly with 8 bits; with 4 bits within 24 of 255, and the notes tell by how much.
    MoveTextureLayer,
    /// Puts two textures into one where a map chunk has both: the second takes the share of the first, whose layer is free again.
    MergeTextureLayers,
    /// Drops layers whose share is nowhere above a limit, and textures of tiles that no layer uses any more. What is dropped is counted in the notes.
    DropUnusedLayers,
    /// Sets and clears bits of the flag word of a texture's layers, and which clutter grows there. How alphas are stored is no matter of flags.
    SetLayerFlags,
    /// Makes textures go on across the borders of map chunks and tiles: where sides disagree each takes the mean, with new layers where there is room. The notes tell how many breaks there were and are.
    HealSeams,
    /// Chooses which textures map chunks keep where they have more than a number, so that the look changes little and borders agree: with 'look' never worse in either than to drop what covers least, with 'borders' with better borders, and never worse than to drop the highest. The notes tell what each way costs.
    SolveSlots,
    /// Sets and clears marks of the corners of a Warcraft III map under a brush: water, boundary, edge, blight, ramp.
    PaintCornerFlags,
    /// Paints a ground type at the corners of a Warcraft III map: those where the brush is at least half as strong as can be. A brush weaker than that even in its middle takes corners by chance. Ground that is painted over blight takes it away.
    PaintCorners,
    /// Cuts or fills holes in the ground of World of Warcraft, of which a map chunk has 4 by 4: the one under the middle of the brush, and all whose middle it covers.
    PaintHoles,
    /// Brings the colours of vertices of World of Warcraft's ground nearer to one; map chunks without colours get neutral ones first.
    PaintVertexColours,
    /// Changes heights of the ground with a stroke of a brush, over borders of map chunks and tiles. Normals follow. Heights of Warcraft III stay within what their layer can have, and are counted where they stop there.
    SculptTerrain,
    /// Gives map chunks of World of Warcraft to an area of the game: the one under the middle of the brush, and all whose middle it covers.
    SetAreaId,
    /// Sets and clears flags of map chunks of World of Warcraft, such as 2 for ground that nobody can walk on: of the one under the middle of the brush, and all whose middle it covers.
    SetChunkFlags,
    /// Changes the level of cliffs at the corners of a Warcraft III map. Corners of a tile stay at most two levels apart, and ramps keep their level. What could not be done is counted.
    SetCliffLevel,
    /// Changes the list of ground types of a Warcraft III map: replaces, adds, reorders and drops types. Corners keep the look of their type, or get that of the one that replaces it; corners without a type left are refused. Version 11 has at most 16 types, version 12 at most 64.
    SetGroundTypes,
    /// Sets the level of water at the corners of a Warcraft III map under a brush, and whether there is water.
    SetWaterLevel,
    /// Sets what share each texture has of every texel, as pictures say.
    ImportAlphamaps,
    /// Sets the ground types of all corners of a map, as a picture says.
    ImportGroundTypes,
    /// Sets heights as a height map says.
    ImportHeights,
    /// Puts one texture in the place of another where a brush passes: as strongly as the brush is, the share of the first goes to the second. All other textures keep theirs.
    PaintTextureSwap,
    /// Gives corners of a Warcraft III map a ground type: all of a rectangle, or only those that have another one.
    FillCorners,
    /// Puts layers of a map chunk that have the same texture into one, without changing the look; the slots of the others are free again.
    MergeDuplicateLayers,
    /// Changes the list of textures of a tile: reorders it, renames entries, adds some and drops unused ones. Layers keep their textures, so the ground looks the same but for renamed ones. Textures with layers can't be left out.
    SetTileTextures,
    /// Fills all holes of map chunks of World of Warcraft.
    ClearHoles,
    /// Chooses the rule by which the texture layers of a World of Warcraft map are mixed, for this program only: the game goes by its own version and by the map's file. Alphas stay and look otherwise, or are worked out anew so that the look stays.
    SetBlendRule,
    /// Stores alpha maps of World of Warcraft in another form: with 4 or 8 bits, or run-length coded, and with or without their last row and column. What of the look that changes is counted in the notes. Between 4 and 8 bits the whole map has to go, and the flag of its own file goes along.
    ConvertAlphas,
    }
}
