//! Sets the rules by which every tool changes weights.

use crate::edit::draft::Draft;
use crate::edit::operator::spec::operator;
use crate::edit::{Edit, EditError};

operator! {
    /// Sets the rules by which every tool changes weights. What is left out stays.
    SetSkinSettings = "set_skin_settings" {
        /// Whether changed weights are brought to a sum of 1.
        #[serde(default)]
        normalise: Option<bool> = "null",
        /// The most influences a changed vertex may have: 0 for any number, -1 for what the format takes.
        #[serde(default)]
        influence_limit: Option<i16> = "null",
        /// Whether coincident vertices are changed as one.
        #[serde(default)]
        weld: Option<bool> = "null",
    }
    example r##"{"op":"set_skin_settings","model":1,"normalise":true,"influence_limit":4,"weld":true}"##
}

impl SetSkinSettings {
    /// Checks everything and puts the changes into `draft`; gives the label.
    pub(in crate::edit::operator) fn draft(
        &self,
        draft: &mut Draft<'_>,
    ) -> Result<String, EditError> {
        let model = draft.model;
        let mut settings = model.skin_settings.clone();
        settings.normalises = self.normalise.unwrap_or(settings.normalises);
        settings.welds = self.weld.unwrap_or(settings.welds);
        match self.influence_limit {
            None => {}
            Some(-1) => settings.influence_limit = None,
            Some(limit) => match u8::try_from(limit) {
                Ok(limit) => settings.influence_limit = Some(limit),
                Err(_) => {
                    return Err(EditError::Value {
                        argument: "influence_limit",
                        reason: "must be from -1 to 255".to_owned(),
                    });
                }
            },
        }
        if settings != model.skin_settings {
            draft.push(Edit::SwapSkinSettings {
                model: model.id,
                settings: Box::new(settings),
            });
        }
        Ok("Set rules of weights".to_owned())
    }
}
