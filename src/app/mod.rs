//! The window itself: eframe glue, dialogs and settings.
