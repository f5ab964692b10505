//! Every command by name: what menus, shortcuts and the palette list.

use super::menu::Menu;

/// The title of a group of a menu, if it has one.
macro_rules! title {
    () => {
        None
    };
    ($title:literal) => {
        Some($title)
    };
}

/// Makes the enum and its table from one list: groups in brackets have a line between them in the
/// menu, those with a title are menus of their own.
macro_rules! commands {
    ($($menu:ident: $($($title:literal)? [$($name:ident $label:literal $doc:literal,)+])+;)+) => {
        /// A command: something a user can ask for without saying more.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum Command {
            $($($(#[doc = $doc] $name,)+)+)+
        }

        impl Command {
            /// All commands, in the order of the menus.
            pub const ALL: &'static [Self] = &[$($($(Self::$name,)+)+)+];

            /// What menus and the palette call it.
            pub fn label(self) -> &'static str {
                match self {
                    $($($(Self::$name => $label,)+)+)+
                }
            }

            /// What it does, in one sentence.
            pub fn description(self) -> &'static str {
                match self {
                    $($($(Self::$name => $doc,)+)+)+
                }
            }

            /// The menu it is in.
            pub fn menu(self) -> Menu {
                match self {
                    $($($(Self::$name)|+)|+ => Menu::$menu,)+
                }
            }
        }

        impl Menu {
            /// The commands of the menu in groups, those of a menu of their own with its title.
            pub fn groups(self) -> &'static [(Option<&'static str>, &'static [Command])] {
                match self {
                    $(Self::$menu => &[$((title!($($title)?), &[$(Command::$name,)+]),)+],)+
                }
            }
        }
    };
}

commands! {
    File:
        [
            NewProject "New project" "Closes what is open and starts with an empty project.",
            Open "Open…" "Opens projects, or adds models to what is open.",
        ]
        [
            Save "Save" "Saves the project, reads it back and compares.",
            SaveAs "Save as…" "Saves the project under another name.",
            Export "Export…" "Writes the model as M2 with its companion files, as MDX or as a text skeleton, or the map as W3E or into its archive, by the ending of the name.",
            ExportSkeleton "Export as text skeleton…" "Writes the bones of the selected model as text.",
        ]
        [
            AttachSkeleton "Import skeleton onto model…" "Puts the bones of a text skeleton or another model on this one, by name.",
        ]
        "Pictures of the map" [
            SaveAlphamaps "Save alphamaps…" "Writes the share of each texture of the map as a grey picture, and a list of them; of a Warcraft III map the numbers of its ground types.",
            LoadAlphamaps "Load alphamaps…" "Gives the map the shares that the pictures of a list say.",
            SaveHeightmap "Save height map…" "Writes the heights of the map as grey pictures of 16 bits, and a list that tells their range.",
            LoadHeightmap "Load height map…" "Gives the map the heights that the pictures of a list say.",
            SaveSplat "Save as splat…" "Writes the whole map as one height map and a weight picture for each texture, with a list of them that opens again.",
            ImportSplat "Import splat pictures…" "Makes ground of a height map and weight pictures, each of which is a texture; a map chunk keeps the four that matter most.",
        ]
        [
            RecoverWork "Recover unsaved work…" "Lists what a crash left behind, to have it back or to remove it.",
        ]
        [
            AddAssetFolder "Add asset folder…" "Looks for textures in another folder too.",
        ]
        [
            Quit "Quit" "Closes the program; asks first if something is unsaved.",
        ];
    Edit:
        [
            Undo "Undo" "Takes the last change back and shows where it was.",
            Redo "Redo" "Does the change again that was taken back.",
        ]
        [
            CopyPose "Copy pose" "Copies the pose of the selected bones, or of all.",
            PastePose "Paste pose" "Puts the copied pose on the bones of the same names.",
            PastePoseFlipped "Paste pose flipped" "Puts the copied pose, mirrored, on the bones of the other side.",
        ]
        [
            OpenPalette "Command palette…" "Finds any command by its name.",
        ];
    Select:
        [
            SelectAllBones "All bones" "Selects every bone that is shown.",
            SelectNoBones "None" "Selects no bones and no keyframes.",
            InvertBones "Invert" "Selects the bones that are not selected.",
        ]
        [
            SelectChildren "Children" "Selects all bones below the selected ones too.",
            SelectParents "Parents" "Selects the parents of the selected bones instead.",
        ]
        [
            SelectAllKeys "All keyframes" "Selects all keyframes of the selected bones, or of everything.",
            SelectKeysHere "Keyframes at playhead" "Selects the keyframes at the playhead.",
            SelectKeysBefore "Keyframes before playhead" "Selects the keyframes up to the playhead.",
            SelectKeysAfter "Keyframes after playhead" "Selects the keyframes from the playhead on.",
        ];
    Bone:
        [
            MoveBones "Move" "Moves the selected bones with the mouse.",
            RotateBones "Rotate" "Rotates the selected bones with the mouse.",
            ScaleBones "Scale" "Scales the selected bones with the mouse.",
        ]
        [
            ClearTranslation "Clear position" "Puts the selected bones where the rest pose has them.",
            ClearRotation "Clear rotation" "Turns the selected bones as the rest pose has them.",
            ClearScale "Clear scale" "Gives the selected bones the size of the rest pose.",
            ClearAll "Clear all" "Puts the selected bones into the rest pose.",
        ]
        [
            AddBone "Add child bone" "Adds a bone below the active bone.",
            RenameBone "Rename bone" "Gives the active bone another name.",
            ReparentBones "Hang below active bone" "Makes the active bone the parent of the other selected bones.",
            MakeRoots "Clear parent" "Takes the selected bones from their parents.",
            DeleteBones "Delete bones" "Deletes the selected bones; weights and children go to their parents.",
        ]
        [
            SelectMirrorBones "Select mirror images" "Selects the mirror images of the selected bones instead.",
            PairBones "Mirror images of each other" "Says that the two selected bones are mirror images of each other: for weights and poses.",
            PutBoneInMiddle "In the middle" "Says that the active bone is its own mirror image.",
            ForgetMirrorBone "Mirror image by name and place" "Forgets what was said of the active bone's mirror image.",
        ]
        [
            HideBones "Hide" "Hides the selected bones.",
            ShowAllBones "Show all" "Shows every hidden bone again.",
            IsolateBones "Show only selected" "Hides all bones but the selected ones.",
        ];
    Weights:
        [
            BrushTool "Brush tool" "The left button paints weights.",
            SelectVerticesTool "Select vertices tool" "The left button selects vertices: click one, or draw a box.",
            GradientTool "Gradient tool" "The left button draws a gradient of the active bone: pressed where it has all of the weight, released where it has none.",
            ToggleFaces "Select faces" "Clicks and boxes of the select tool take whole faces, or single vertices.",
            NextBrushMode "Next brush mode" "Goes on to the next thing that the brush does.",
            ToggleAirbrush "Airbrush" "Lets every dab of a stroke work on what the dabs before left.",
            ToggleBrushMirror "Paint both sides" "Paints the mirror image of each stroke too.",
        ]
        "Brush" [
            DragBrushRadius "Brush radius" "The mouse changes the radius of the brush; a click keeps it, Esc puts it back.",
            DragBrushStrength "Brush strength" "The mouse changes the strength of the brush; a click keeps it, Esc puts it back.",
            DragBrushValue "Brush value" "The mouse changes the value of the brush; a click keeps it, Esc puts it back.",
            BrushLarger "Larger brush" "Makes the brush larger.",
            BrushSmaller "Smaller brush" "Makes the brush smaller.",
            BrushStronger "Stronger brush" "Makes the brush stronger.",
            BrushWeaker "Weaker brush" "Makes the brush weaker.",
        ]
        "Mirror" [
            MirrorWeightsLeft "Mirror weights left to right" "Gives the right side the weights of the left, bones exchanged, in the way that the panel says.",
            MirrorWeightsRight "Mirror weights right to left" "Gives the left side the weights of the right, bones exchanged, in the way that the panel says.",
            FlipWeights "Flip weights" "Exchanges the weights of both sides.",
        ]
        "Transfer and files" [
            TransferWeights "Transfer weights from other model" "Takes weights from another open model, in the way that the panel says, bones by name.",
            SaveWeights "Save weights as text…" "Writes the weights of the selected model as text, by place and bone name.",
            LoadWeights "Load weights…" "Gives the selected model the weights of a text, by place and bone name.",
        ]
        "Select vertices" [
            SelectAllVertices "Select all vertices" "Selects every vertex that is shown.",
            SelectNoVertices "Select no vertices" "Selects no vertices.",
            InvertVertices "Invert vertices" "Selects the vertices that are not selected.",
            SelectLinkedVertices "Linked" "Selects all that edges join to the selected vertices.",
            GrowVertices "Grow" "Selects the vertices an edge away from selected ones, too.",
            ShrinkVertices "Shrink" "Takes the rim of the selected vertices out.",
        ]
        "Select by weights" [
            SelectInfluenced "Moved by active bone" "Selects the vertices that the active bone moves.",
            SelectSameWeights "Same weights" "Selects the vertices with the weights of a selected one.",
            SelectUnweighted "Without weights" "Selects the vertices that no bone moves.",
            SelectOverLimit "Over the limit" "Selects the vertices that more bones move than the rules allow.",
            SelectNotWhole "Sum is not 1" "Selects the vertices whose weights do not sum to 1.",
            SelectMissingBones "Missing bones" "Selects the vertices with weight for a bone that is not there.",
            SelectUnmirrored "Without mirror image" "Selects the vertices that have no mirror image on the other side.",
        ]
        "Hide and show" [
            HideVertices "Hide vertices" "Hides the selected vertices and their faces; no tool changes them.",
            ShowAllVertices "Show all vertices" "Shows every hidden vertex again.",
            IsolateVertices "Show only selected vertices" "Hides all vertices but the selected ones.",
        ]
        [
            CopyWeights "Copy weights" "Copies the weights of the selected vertices.",
            PasteWeights "Paste weights" "Puts copied weights on the selected vertices, one on one; those of one vertex on all.",
            PasteAverageWeights "Paste average" "Puts the mean of the copied weights on the selected vertices.",
        ]
        "Automatic weights" [
            AutomaticWeights "Automatic weights" "Finds all-new weights: bone heat where the mesh allows it, geodesic voxels for the rest.",
            AutomaticWeightsOfBones "Automatic weights for selected bones" "Finds weights of the selected bones only; the other bones keep their proportion in what is left.",
            BoneHeat "Bone heat" "Finds all-new weights by heat that bones give to the surface they see.",
            GeodesicVoxels "Geodesic voxels" "Finds all-new weights by distance through the inside of the mesh.",
            ClosestBone "Closest bone" "Finds all-new weights by distance alone: the nearest bone, shared where others are about as near.",
        ]
        "Normalise and limit" [
            NormaliseAll "Normalise all" "Brings the weights of each vertex to a sum of 1; locked bones keep theirs.",
            NormaliseBone "Normalise bone" "Scales the weights of the active bone so that the highest is 1.",
            LimitInfluences "Limit influences" "Keeps the strongest bones of each vertex, as many as the panel says.",
            PruneWeights "Prune weights" "Takes weights away that are smaller than the panel says.",
        ]
        "Flood and smooth" [
            FloodWeights "Flood" "Sets, adds to, scales or smooths weights at once, as the panel says.",
            SmoothWeights "Smooth" "Brings weights nearer to those around, as far as the panel says.",
            RelaxWeights "Relax" "Evens weights out over the surface, by its shape.",
            HammerWeights "Hammer" "Rebuilds the weights of the selected vertices from those around.",
            GradientWeights "Gradient between bones" "Lets the weight of two bones go over from the first to the active one, between their pivots.",
        ]
        "Between bones" [
            MoveWeights "Move to active bone" "Gives the weights of the bone selected first to the active one.",
            SwapWeights "Swap bones" "Exchanges the weights of the two selected bones.",
            SplitWeights "Split equally" "Splits the weights of the active bone among the other selected bones.",
            SplitToNearest "Split to nearest" "Gives the weights of the active bone to the nearest of the selected bones.",
        ]
        "Bind and round" [
            BindRigid "Bind to active bone" "Hangs vertices on the active bone alone.",
            BindRigidStrongest "Bind to strongest" "Hangs each vertex on the bone that moves it most.",
            BindRigidIslands "Bind islands" "Hangs all that edges join on the bone that moves it most.",
            QuantiseWeights "Quantise" "Rounds weights to what the file can hold.",
        ]
        "Locks" [
            LockSelectedBones "Lock selected bones" "No tool changes the weights of the selected bones.",
            UnlockSelectedBones "Unlock selected bones" "Tools change the weights of the selected bones again.",
            LockUnselectedBones "Lock all but selected" "Tools change only the weights of the selected bones.",
            InvertLocks "Invert locks" "Locks the bones that are not locked, and unlocks the others.",
            UnlockAllBones "Unlock all bones" "Tools change the weights of all bones.",
        ]
        "Warcraft III groups" [
            AssignGroup "Assign group of bones" "Hangs the selected vertices of a Warcraft III model on the average of the selected bones.",
            ConvertToGroups "Convert weights to groups" "Turns the weights of a Warcraft III model, or of the selected geoset, into groups of bones, and tells the error.",
        ];
    Terrain:
        "Brush" [
            LoadBrushPicture "Load brush picture…" "Gives the brush the shape of a picture: what is white is painted.",
            ClearBrushPicture "Brush without picture" "Takes the picture off the brush.",
            NextSymmetry "Next symmetry" "Goes on to the next symmetry of the brush: none, west and east, north and south, four ways, turned.",
            CentreSymmetry "Symmetry about cursor" "Makes the place under the cursor the centre of the symmetry.",
            MiddleSymmetry "Symmetry about middle of map" "Makes the middle of the map the centre of the symmetry.",
            ToggleStraight "Straight lines" "Makes every stroke a straight line, from where the button is pressed to where it is released.",
        ]
        "Fill" [
            FillChunk "Fill map chunk" "Covers the map chunk that was picked with the chosen texture.",
            FillTile "Fill tile" "Covers the tile of the picked map chunk with the chosen texture.",
            FillRegion "Fill marked region" "Covers the marked map chunks with the chosen texture, or the marked corners with the chosen ground type.",
            FillMap "Fill whole map" "Covers all map chunks with the chosen texture.",
            SetBaseOfChunk "Base of map chunk" "Makes the chosen texture the lowest layer of the map chunk that was picked.",
            SetBaseOfTile "Base of tile" "Makes the chosen texture the lowest layer of the tile of the picked map chunk.",
            SetBaseOfRegion "Base of marked region" "Makes the chosen texture the lowest layer of the marked map chunks.",
            SetBaseOfMap "Base of whole map" "Makes the chosen texture the lowest layer of all map chunks.",
        ]
        "Region" [
            MarkRegionTool "Mark region" "The left button marks map chunks, or a rectangle of corners.",
            MarkTile "Mark tile" "Marks the tile of the picked map chunk.",
            MarkTexture "Mark chosen texture" "Marks all map chunks that have the chosen texture.",
            MarkCrowded "Mark full map chunks" "Marks all map chunks with four textures.",
            InvertRegion "Invert region" "Marks the map chunks that are not marked.",
            ClearRegion "Mark nothing" "Marks no map chunks and no corners.",
            ProtectRegion "Protect marked region" "Brushes leave the marked region alone from now on.",
            UnprotectAll "Protect nothing" "Brushes leave no place alone any more.",
            SolveSlotsOfRegion "Solve texture slots of region" "Chooses which four textures the marked map chunks keep that have more.",
            DropUnusedOfRegion "Drop unused layers of region" "Drops layers of the marked map chunks that are not seen anywhere.",
        ]
        [
            ReplaceTexture "Replace texture…" "Puts one texture in the place of another: on the picked map chunk, its tile, the marked region or all tiles.",
            ConvertAlphas "Convert alpha maps…" "Stores alpha maps with 4 or 8 bits, compressed or not, with or without their last row and column, and tells first what each form costs.",
            MergeDuplicateLayers "Merge duplicate layers" "Puts layers of a map chunk with the same texture into one.",
            HealSeams "Heal seams" "Makes textures go on across the borders of map chunks and tiles.",
            DropUnusedLayers "Drop unused layers" "Drops layers that are not seen anywhere, and textures that no layer uses.",
            MakeRoom "Make room for last stroke…" "Paints again where the last stroke met four other textures, and shows which of them can give way.",
            SolveSlots "Solve texture slots" "Chooses which four textures map chunks keep that have more.",
            EditGroundTypes "Ground types…" "Shows the list of ground types of a Warcraft III map, to add, replace, reorder and drop them.",
            ClearHoles "Fill all holes" "Fills all holes of the map; to fill some, use the tool with Ctrl.",
            SolveSlotsByBorders "Solve texture slots, borders first" "The same, but changes more of the look where textures then go on better across borders.",
            MixInOrder "Mix layers in order" "Lays each layer over those below it, as clients of 3.x are said to do; alphas stay, so the look changes.",
            MixByShares "Mix layers by shares" "Takes alphas as shares of the ground, as maps with 8-bit alphas are made; alphas stay, so the look changes.",
            DropGroundTypes "Drop unused ground types" "Takes ground types off the list that no corner has.",
        ]
        [
            NextSeam "Next seam" "Shows the next place where textures of neighbouring map chunks do not meet.",
            NextMeeting "Next meeting of grounds" "Shows the next tile of a Warcraft III map where three or four grounds meet.",
            ExamineGround "Look over the ground" "Measures textures and looks for seams anew.",
            LoadAllTiles "Load all tiles" "Reads all tiles of a large map, also those far from the viewer; the panel Map chunk says what memory they take.",
        ]
        "Overlays" [
            OverLayerCount "Layer count" "Colours map chunks by how many texture layers they have, and tiles of Warcraft III by how many grounds meet in them.",
            OverCoverage "Coverage of texture" "Colours the ground by how much of it the chosen texture covers.",
            OverSlope "Slope" "Colours the ground by how steep it is; slopes that the brush leaves alone are dim.",
            OverUnpaintable "Full map chunks" "Marks map chunks that have four layers already, none of them the chosen texture.",
            OverAreas "Areas" "Colours map chunks by the area of the game that they belong to.",
            OverMarks "Marks and flags" "Marks map chunks that have the flag of the brush, or corners with water, boundary, ramp, blight or edge.",
            OverMeetings "Meetings of grounds" "Marks tiles of Warcraft III where three or four grounds meet.",
            OverContours "Contour lines" "Shows or hides lines of equal height.",
            OverWire "Edges of the ground" "Shows or hides the edges of the ground's triangles.",
        ];
    Key:
        [
            InsertKeys "Insert keyframes" "Keys position, rotation and scale of the selected bones.",
            InsertTranslationKeys "Insert position keyframes" "Keys the position of the selected bones.",
            InsertRotationKeys "Insert rotation keyframes" "Keys the rotation of the selected bones.",
            InsertScaleKeys "Insert scale keyframes" "Keys the scale of the selected bones.",
        ]
        [
            DeleteKeysHere "Delete keyframes at playhead" "Deletes the keyframes of the selected bones at the playhead.",
            DeleteSelectedKeys "Delete selected keyframes" "Deletes the keyframes that are selected in the timeline.",
            NextStrayKey "Next keyframe outside every clip" "Shows the next keyframe that no clip plays.",
            DeleteStrayKeys "Delete keyframes outside every clip" "Deletes all keyframes that no clip plays.",
        ]
        [
            SetStep "Interpolation: step" "Holds each keyframe until the next, in all clips.",
            SetLinear "Interpolation: linear" "Goes straight from keyframe to keyframe, in all clips.",
            SetHermite "Interpolation: Hermite" "Goes smoothly by tangents, in all clips.",
            SetBezier "Interpolation: Bezier" "Goes smoothly by control points, in all clips.",
        ]
        [
            AutoKeyOff "Auto-key: off" "Poses set no keyframes by themselves.",
            AutoKeyAdd "Auto-key: add" "Poses set keyframes at the playhead.",
            AutoKeyReplace "Auto-key: only replace" "Poses change keyframes that are there, and add none.",
        ]
        [
            SetCell "Set cell" "Keys the whole pose of the selected bones, or of all, in the cell of the frame strip.",
            NextCell "Next cell" "Goes to the next cell of the frame strip; a pose that was made is keyed first.",
            PreviousCell "Previous cell" "Goes to the cell before; a pose that was made is keyed first.",
            AddCells "Add cells" "Makes the shown clip ten cells longer; without a clip, makes one to pose in.",
            NameRange "Name range as clip…" "Makes a clip of the cells that are selected in the frame strip.",
        ]
        [
            NextKey "Next keyframe" "Moves the playhead to the next keyframe of the selected bones.",
            PreviousKey "Previous keyframe" "Moves the playhead to the keyframe before.",
        ];
    Clip:
        [
            TogglePlay "Play or pause" "Plays the clip, or stops it.",
            StepForward "Next frame" "Moves the playhead one frame on.",
            StepBack "Previous frame" "Moves the playhead one frame back.",
            GoToStart "Go to start" "Moves the playhead to the start of the clip.",
            GoToEnd "Go to end" "Moves the playhead to the end of the clip.",
        ]
        [
            NextClip "Next clip" "Shows the next clip of the list.",
            PreviousClip "Previous clip" "Shows the clip before in the list.",
        ]
        [
            AddClip "Add clip" "Adds an empty clip of one second.",
            DuplicateClip "Duplicate clip" "Copies the selected clip with its keyframes.",
            RenameClip "Rename clip" "Gives the selected clip another name.",
            DeleteClip "Delete clip" "Deletes the selected clip with its keyframes.",
        ]
        [
            LoopAlways "Playback: loop" "Starts the clip again at its end.",
            LoopOnce "Playback: once" "Stops at the end of the clip.",
            LoopPingPong "Playback: ping-pong" "Plays the clip to and fro.",
        ]
        [
            ToggleAxis "Clip or whole time axis" "Shows all clips as bands on the axis that they share, or the selected clip alone.",
        ];
    View:
        "Camera" [
            FrameSelected "Frame selected" "Moves the camera to the selected bones.",
            FrameAll "Frame all" "Moves the camera so that the whole model or map is seen.",
            LookFront "Front" "Looks at the model from the front.",
            LookBack "Back" "Looks at the model from behind.",
            LookRight "Right" "Looks at the model's right side.",
            LookLeft "Left" "Looks at the model's left side.",
            LookTop "Top" "Looks at the model from above.",
            LookBottom "Bottom" "Looks at the model from below.",
            LookThroughCamera "Model camera" "Looks through the model's own camera; again for its next one.",
            ToggleOrtho "Perspective or parallel" "Changes between perspective and parallel view.",
        ]
        "Show" [
            NextShading "Next shading" "Goes on from textured to solid, wire and textured with wire.",
            ToggleGrid "Grid" "Shows or hides the floor grid.",
            ToggleAxes "Axes" "Shows or hides the axes.",
            ToggleBones "Bones" "Shows or hides the bones.",
            ToggleBoneNames "Bone names" "Writes the names of all bones, or of selected ones only.",
            ToggleBonesInFront "Bones in front" "Draws bones over the mesh, or inside it.",
            ToggleParts "Attachments and emitters" "Shows or hides attachments, lights, events and emitters.",
            ToggleCollision "Collision shapes" "Shows or hides what the mouse and missiles hit.",
            NextTeam "Next team colour" "Shows a Warcraft III model in the next player's colour.",
        ]
        [
            AnimateWorkspace "Workspace: animate" "Shows the model to pose bones and set keyframes.",
            WeightsWorkspace "Workspace: weights" "Shows the weights of bones as colours of the skin, in any pose.",
            TerrainWorkspace "Workspace: terrain" "Shows the ground of a map, to paint on it.",
            NextWorkspace "Next workspace" "Goes on to the workspace to the right.",
        ]
        "Weight colours" [
            WeightsOfBone "Weights: active bone" "Colours the skin by the weight of the active bone.",
            WeightsOfAllBones "Weights: all bones" "Colours the skin by all bones, mixed by weight.",
            WeightsByDominantBone "Weights: dominant bone" "Colours the skin by the bone with the most weight.",
            ToggleTarget "What the game will get" "Shows the skin with the weights that the file will hold, and how far they move it.",
            NextWeightRamp "Next weight colours" "Goes on from heat to colours for the colour-blind and to greys.",
            ToggleVertexDots "Vertex dots" "Shows or hides vertices as dots.",
            ToggleDotsThrough "Dots through surfaces" "Draws the dots that a surface hides, too.",
            ToggleWeightContours "Contour lines" "Shows or hides lines where the weight of the active bone is a tenth, two tenths and so on.",
            ToggleWeightWire "Edges over weights" "Shows or hides edges over weight colours.",
            ToggleWeightNumbers "Weight numbers" "Writes weights as numbers at the vertices near the cursor.",
        ]
        "Panels" [
            ShowOutliner "Outliner" "Brings the outliner to the front.",
            ShowInspector "Inspector" "Brings the inspector to the front.",
            ShowClips "Clips" "Brings the list of clips to the front.",
            ShowHistory "History" "Brings the history to the front.",
            ShowReport "Report" "Brings the report to the front.",
            ShowWeightCheck "Weight check" "Brings the weight check to the front: what a game will get of the weights.",
            ShowWeights "Vertex weights" "Brings the weights of the selected vertices, and the tools on them, to the front.",
            ShowTextures "Textures" "Brings the textures to the front.",
            ShowGroundTextures "Ground textures" "Brings the textures of the ground to the front.",
            ShowMapChunk "Map chunk" "Brings the layers of the picked map chunk to the front.",
            ShowTimeline "Timeline" "Brings the timeline to the front.",
            ShowFrameStrip "Frame strip" "Brings the strip of single poses to the front.",
            ResetLayout "Reset layout" "Puts all panels back where they were at first.",
        ]
        [
            ToggleTimeUnit "Frames or milliseconds" "Shows times as frames or as milliseconds.",
            ToggleTheme "Dark or light theme" "Changes between the dark and the light theme.",
            ZoomIn "Larger interface" "Makes all text and buttons larger.",
            ZoomOut "Smaller interface" "Makes all text and buttons smaller.",
            ZoomReset "Usual interface size" "Makes all text and buttons their usual size.",
        ];
    Help:
        [
            OpenShortcuts "Keyboard shortcuts…" "Lists every key and what it does.",
            OpenAbout "About Bonewright…" "Says what the program is and which version.",
        ];
}

impl Command {
    /// Whether holding the key down asks again and again.
    pub fn repeats(self) -> bool {
        matches!(
            self,
            Self::Undo
                | Self::Redo
                | Self::StepForward
                | Self::StepBack
                | Self::NextKey
                | Self::PreviousKey
                | Self::NextCell
                | Self::PreviousCell
                | Self::NextClip
                | Self::PreviousClip
                | Self::ZoomIn
                | Self::ZoomOut
        )
    }
}
