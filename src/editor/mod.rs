//! What the window edits with: intents, selection, playback, tools and jobs, without any window.
