//! Which arrays of a file share bytes with no other array.

use super::array::Span;

/// The spans of all arrays, sorted, with what each shares.
#[derive(Debug)]
pub(super) struct SpanTable {
    spans: Vec<Span>,
    alone: Vec<bool>,
}

impl SpanTable {
    /// A table of `spans`, in any order.
    pub(super) fn new(mut spans: Vec<Span>) -> Self {
        spans.sort_unstable();
        let mut alone = Vec::with_capacity(spans.len());
        let mut reached = None;
        for (index, span) in spans.iter().enumerate() {
            let (place, end) = reached.unwrap_or((span.place, 0));
            let before = place == span.place && end > span.start;
            let next = spans.get(index + 1);
            let after = next.is_some_and(|next| next.place == span.place && next.start < span.end);
            alone.push(!before && !after);
            let end = if place == span.place {
                end.max(span.end)
            } else {
                span.end
            };
            reached = Some((span.place, end));
        }
        Self { spans, alone }
    }

    /// Whether `span` is an array of the table and no other array has a byte of it.
    pub(super) fn is_alone(&self, span: Span) -> bool {
        let found = self.spans.binary_search(&span).ok();
        found
            .and_then(|index| self.alone.get(index).copied())
            .unwrap_or(false)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats::m2::Place;

    fn span(place: Place, start: u64, end: u64) -> Span {
        Span { place, start, end }
    }

    #[track_caller]
    fn check_alone(spans: &[Span], expected: &[bool]) {
        let table = SpanTable::new(spans.to_vec());
        let found: Vec<bool> = spans.iter().map(|span| table.is_alone(*span)).collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn neighbours_share_nothing() {
        let (a, b) = (span(Place::Model, 0, 16), span(Place::Model, 16, 32));
        check_alone(&[b, a], &[true, true]);
    }

    #[test]
    fn overlapping_equal_and_nested_spans_are_shared() {
        let wide = span(Place::Model, 0, 100);
        let nested = span(Place::Model, 10, 20);
        let later = span(Place::Model, 50, 60);
        let free = span(Place::Model, 100, 110);
        check_alone(&[wide, nested, later, free], &[false, false, false, true]);
        check_alone(&[nested, nested], &[false, false]);
    }

    #[test]
    fn spans_of_different_files_do_not_meet() {
        let spans = [
            span(Place::Model, 0, 16),
            span(Place::Anim(0), 0, 16),
            span(Place::Anim(1), 8, 9),
        ];
        check_alone(&spans, &[true, true, true]);
    }

    #[test]
    fn an_unknown_span_is_not_alone() {
        let table = SpanTable::new(vec![span(Place::Model, 0, 16)]);
        assert!(!table.is_alone(span(Place::Model, 0, 8)));
    }
}
