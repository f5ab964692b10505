//! A table of text: the first row names the columns.
//!
//! ```text
//! ID;PWXL;N;E
//! C;X1;Y1;K"tileID"
//! C;X2;K"file"
//! C;X1;Y2;K"Ldrt"
//! ```
//!
//! A cell whose line leaves out its column or row has that of the line before. Lines that are no
//! cells are passed over.
//! Source: tables of Warcraft III as map tools carry them.

use std::collections::BTreeMap;

/// A table of text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SlkTable {
    /// Cells by row and column, both counted from 1.
    cells: BTreeMap<(u32, u32), String>,
}

impl SlkTable {
    /// Reads a table; bytes that are no table give an empty one.
    pub fn read(bytes: &[u8]) -> Self {
        let text = String::from_utf8_lossy(bytes);
        let mut cells = BTreeMap::new();
        let (mut column, mut row) = (1, 1);
        for line in text.lines() {
            let Some(mut rest) = line.strip_prefix("C;") else {
                continue;
            };
            loop {
                if let Some(value) = rest.strip_prefix('K') {
                    let value = value.trim();
                    let quoted = value.strip_prefix('"');
                    let value = quoted
                        .and_then(|it| it.rsplit_once('"'))
                        .map_or(value, |it| it.0);
                    cells.insert((row, column), value.to_owned());
                    break;
                }
                let (field, next) = rest.split_once(';').unwrap_or((rest, ""));
                let number = |prefix| {
                    let number: Option<&str> = field.strip_prefix(prefix);
                    number.and_then(|number| number.trim().parse().ok())
                };
                column = number('X').unwrap_or(column);
                row = number('Y').unwrap_or(row);
                if next.is_empty() {
                    break;
                }
                rest = next;
            }
        }
        Self { cells }
    }

    /// The cells of these columns, row by row, without the first; a cell that is not there is
    /// empty text. Nothing if a column is missing.
    pub fn rows<const COUNT: usize>(
        &self,
        columns: [&str; COUNT],
    ) -> impl Iterator<Item = [&str; COUNT]> {
        let places = columns.map(|name| {
            let mut head = self.cells.range((1, 0)..(2, 0));
            head.find(|(_, text)| text.eq_ignore_ascii_case(name))
                .map(|((_, column), _)| *column)
        });
        let is_whole = places.iter().all(Option::is_some);
        let last = self.cells.keys().next_back().map_or(0, |(row, _)| *row);
        let mut rows: Vec<u32> = self.cells.keys().map(|(row, _)| *row).collect();
        rows.dedup();
        let wanted = move |row: &u32| is_whole && *row > 1 && *row <= last;
        rows.into_iter().filter(wanted).map(move |row| {
            places.map(|column| {
                let cell = column.and_then(|column| self.cells.get(&(row, column)));
                cell.map_or("", String::as_str)
            })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_keep_the_row_or_column_of_the_line_before() {
        let text = b"ID;PWXL;N;E\r\nB;X3;Y3;D0\r\nC;X1;Y1;K\"tileID\"\r\nC;X3;K\"file\"\r\n\
            C;X1;Y2;K\"Ldrt\"\r\nC;X2;K-1\r\nC;X3;K\"Lords;Dirt\"\r\nC;Y3;K\"Grass\"\r\nE\r\n";
        let table = SlkTable::read(text);
        let rows: Vec<_> = table.rows(["file", "TILEID"]).collect();
        assert_eq!(rows, [["Lords;Dirt", "Ldrt"], ["Grass", ""]]);
        assert_eq!(table.rows(["nothing"]).count(), 0);
    }

    #[test]
    fn any_bytes_are_a_table_if_an_empty_one() {
        for bytes in [
            &b""[..],
            b"\xFF\xFE",
            b"C;",
            b"C;X;Y;K",
            b"C;X99999999999;K1",
        ] {
            assert_eq!(SlkTable::read(bytes).rows(["a"]).count(), 0);
        }
    }
}
