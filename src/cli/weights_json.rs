//! What is known of a skin as JSON, bones and clips with their names.

use crate::document::Model;
use crate::import_export::TargetPreview;
use crate::skeleton::BoneId;
use crate::validate::{
    BoneShare, BudgetRow, MoverPeak, StressReport, StressSpot, VertexMovers, WeightCensus,
};
use serde_json::{Value, json};
use std::collections::HashMap;

/// Most entries of a list of the worst.
const LISTED: usize = 20;

/// The names of a model's bones and clips.
pub struct Names<'a> {
    model: &'a Model,
    positions: HashMap<BoneId, usize>,
    bones: Vec<String>,
}

impl<'a> Names<'a> {
    /// Those of a model.
    pub fn of(model: &'a Model) -> Self {
        Self {
            model,
            positions: model.skeleton.positions(),
            bones: model.bone_names(),
        }
    }

    /// A bone as position and name; both are null for one that does not exist.
    fn bone(&self, id: BoneId) -> Value {
        let position = self.positions.get(&id).copied();
        let name = position.and_then(|at| self.bones.get(at));
        json!({ "index": position, "name": name })
    }

    fn clip(&self, clip: Option<usize>) -> Value {
        let clip = clip.and_then(|clip| self.model.clips.get(clip));
        clip.map_or_else(|| "bind".into(), |clip| clip.display_name().into())
    }

    fn share(&self, share: &BoneShare) -> Value {
        json!({
            "vertex": share.vertex,
            "bone": self.bone(share.bone),
            "weight": share.weight,
        })
    }

    /// Counts, and the worst of each kind.
    pub fn histogram(&self, census: &WeightCensus, dust_below: f32) -> Value {
        let shares = |list: &[BoneShare]| -> Vec<Value> {
            let listed = list.iter().take(LISTED);
            listed.map(|share| self.share(share)).collect()
        };
        let mut dust = census.dust.clone();
        dust.sort_by(|a, b| a.weight.total_cmp(&b.weight));
        let sums = census.off_sum.iter().take(LISTED);
        let sums: Vec<Value> = sums
            .map(|(vertex, sum)| json!({ "vertex": vertex, "sum": sum }))
            .collect();
        let first = |list: &[u32]| list.iter().take(LISTED).copied().collect::<Vec<_>>();
        json!({
            "vertices": census.vertices,
            "by_count": census.by_count,
            "unweighted": census.unweighted.len(),
            "off_sum": census.off_sum.len(),
            "missing_bones": census.missing_bones.len(),
            "dust": census.dust.len(),
            "dust_below": dust_below,
            "senseless": census.senseless.len(),
            "worst": {
                "unweighted": first(&census.unweighted),
                "off_sum": sums,
                "missing_bones": shares(&census.missing_bones),
                "dust": shares(&dust),
                "senseless": first(&census.senseless),
            },
        })
    }

    /// A row for each part and kind.
    pub fn budget(&self, rows: &[BudgetRow]) -> Value {
        let rows = rows.iter().map(|row| {
            json!({
                "name": row.kind.name(),
                "path": row.path,
                "used": row.used,
                "limit": row.limit,
                "severity": row.severity.map(|severity| severity.to_string()),
            })
        });
        rows.collect()
    }

    /// What the target's file will hold.
    pub fn preview(&self, preview: &TargetPreview) -> Value {
        let mut dropped = preview.dropped.clone();
        dropped.sort_by(|a, b| b.weight.total_cmp(&a.weight));
        let listed: Vec<Value> = dropped
            .iter()
            .take(LISTED)
            .map(|one| {
                json!({
                    "vertex": one.vertex,
                    "bone": self.bone(one.bone),
                    "weight": one.weight,
                })
            })
            .collect();
        let worst = preview.worst.map(|worst| {
            json!({
                "vertex": worst.vertex,
                "clip": worst.clip,
                "clip_name": self.clip(Some(worst.clip)),
                "time_ms": worst.time_ms,
                "distance": worst.distance,
            })
        });
        let largest = preview.largest.iter().copied().fold(0.0, f32::max);
        let losses = preview.report.losses.iter();
        let losses: Vec<Value> = losses
            .filter(|loss| loss.path.contains("influences"))
            .map(|loss| {
                json!({
                    "path": loss.path,
                    "what": loss.what,
                    "max_error": loss.max_error,
                    "unit": loss.unit,
                })
            })
            .collect();
        json!({
            "changed": preview.changed(),
            "largest_change": largest,
            "dropped": dropped.len(),
            "dropped_worst": listed,
            "left_out": preview.left_out.len(),
            "worst": worst,
            "moments": preview.moments,
            "losses": losses,
        })
    }

    /// What moves one vertex, now and at most.
    pub fn vertex(
        &self,
        vertex: usize,
        clip: Option<usize>,
        time_ms: f64,
        found: &VertexMovers,
        peaks: &[MoverPeak],
    ) -> Value {
        let movers = found.movers.iter().map(|mover| {
            let peak = peaks.iter().find(|peak| peak.bone == mover.bone);
            json!({
                "bone": self.bone(mover.bone),
                "weight": mover.weight,
                "part": <[f32; 3]>::from(mover.part),
                "worst": peak.map(|peak| json!({
                    "clip": peak.clip,
                    "clip_name": self.clip(Some(peak.clip)),
                    "time_ms": peak.time_ms,
                    "distance": peak.distance,
                })),
            })
        });
        json!({
            "vertex": vertex,
            "clip": self.clip(clip),
            "time_ms": time_ms,
            "bind": <[f32; 3]>::from(found.bind),
            "displacement": <[f32; 3]>::from(found.displacement),
            "movers": movers.collect::<Vec<_>>(),
        })
    }

    /// The worst spots.
    pub fn stress(&self, report: &StressReport) -> Value {
        let spots = |list: &[StressSpot]| -> Vec<Value> {
            let spots = list.iter().map(|spot| {
                json!({
                    "vertex": spot.vertex,
                    "clip": spot.clip,
                    "clip_name": self.clip(Some(spot.clip)),
                    "time_ms": spot.time_ms,
                    "ratio": spot.ratio,
                    "score": spot.score,
                })
            });
            spots.collect()
        };
        json!({
            "moments": report.moments,
            "edges": report.edges,
            "stretches": spots(&report.stretches),
            "collapses": spots(&report.collapses),
            "volume_losses": spots(&report.volume_losses),
        })
    }
}
