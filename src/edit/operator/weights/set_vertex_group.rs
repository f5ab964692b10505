//! Gives vertices of a Warcraft III model a group of bones.

use super::bones_of::unlocked_bone;
use super::geoset_groups::GroupSheet;
use crate::edit::draft::Draft;
use crate::edit::operator::spec::operator;
use crate::edit::weight_draft::{WeightPlan, counted};
use crate::edit::{BoneRef, EditError};
use crate::skeleton::BoneId;
use crate::skinning::group_influences;

operator! {
    /// Hangs vertices of a Warcraft III model on exactly one group of bones, whose average moves them: the group of these bones that is there, or a new one. A bone named twice counts twice.
    SetVertexGroup = "set_vertex_group" {
        /// Position of the geoset the vertices are in; null for whichever each is in.
        #[serde(default)]
        geoset: Option<u32> = "null",
        /// The vertices.
        vertices: Vec<u32>,
        /// The bones of the group.
        bones: Vec<BoneRef>,
    }
    example r##"{"op":"set_vertex_group","model":1,"geoset":0,"vertices":[0,1,2],"bones":["#0","#1"]}"##
}

impl SetVertexGroup {
    /// Checks everything and puts the changes into `draft`; gives the label.
    pub(in crate::edit::operator) fn draft(
        &self,
        draft: &mut Draft<'_>,
    ) -> Result<String, EditError> {
        let mut sheet = GroupSheet::new(draft.model)?;
        if self.bones.is_empty() {
            return Err(EditError::Empty { argument: "bones" });
        }
        let mut bones: Vec<BoneId> = Vec::with_capacity(self.bones.len());
        for bone in &self.bones {
            bones.push(unlocked_bone(draft, bone)?.1);
        }
        let meant = group_influences(&bones);
        let plan = WeightPlan::new(draft.model, Some(&self.vertices))?;
        self.check_geoset(&sheet)?;
        let rules = plan.pen().rules().clone();
        if rules.limit() > 0 && meant.len() > rules.limit() {
            return Err(EditError::Value {
                argument: "bones",
                reason: format!(
                    "names {} bones, and a vertex may have {} influences",
                    meant.len(),
                    rules.limit()
                ),
            });
        }
        let plan = plan.with_rules(|rules| rules.with_normalising(false));
        let mut weights = plan.begin(draft.model);
        let mut kept = 0;
        for place in weights.pen.places() {
            let members = match draft.model.skin_settings.welds {
                true => plan.topology.members(place),
                false => std::slice::from_ref(&place),
            };
            let is_locked = |&vertex: &u32| {
                let own = draft.model.vertices.influences.of(vertex as usize);
                own.into_iter().any(|one| rules.is_locked(one.bone))
            };
            if members.iter().any(is_locked) {
                kept += 1;
                continue;
            }
            weights.replace(place, &meant);
            for &vertex in members {
                sheet.assign(vertex, &bones)?;
            }
        }
        let count = weights.finish(draft);
        sheet.finish(draft);
        if kept > 0 {
            draft.note(format!(
                "{} kept their group: locked bones move them",
                counted(kept)
            ));
        }
        Ok(format!("Assign group of bones, {}", counted(count)))
    }

    /// Refuses a geoset that is not there, and vertices that are in another.
    fn check_geoset(&self, sheet: &GroupSheet) -> Result<(), EditError> {
        let Some(geoset) = self.geoset else {
            return Ok(());
        };
        let count = sheet.geoset_count();
        if geoset as usize >= count {
            return Err(EditError::Value {
                argument: "geoset",
                reason: format!("{geoset} is not there; there are {count}, counted from 0"),
            });
        }
        let is_elsewhere = |vertex: &&u32| sheet.geoset_of(**vertex) != Some(geoset as usize);
        match self.vertices.iter().find(is_elsewhere) {
            None => Ok(()),
            Some(vertex) => Err(EditError::Value {
                argument: "vertices",
                reason: format!("names vertex {vertex}, which is not in geoset {geoset}"),
            }),
        }
    }
}
