//! Tables in Apache Parquet's format, which databases and data frames read. The crate `parquet` would take
//! as long to compile as half of this program; a table of plain columns needs little of the format.
//!
//! A file is a series of row groups, each with a page for every column, and a footer that says where they
//! are. Values are plain, pages are compressed by gzip, and every column may have gaps.

use std::io::{self, Write};

use flate2::Compression;
use flate2::write::GzEncoder;
use serde::Serialize;

/// What a column holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Integer,
    Number,
    Text,
}

/// A value in a row.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub(crate) enum Value {
    Missing,
    Integer(i64),
    Number(f64),
    Text(String),
}

/// A table that is written row by row.
#[derive(Debug)]
pub(crate) struct Table<W> {
    out: W,
    columns: Vec<Column>,
    /// Bytes written, which is where the next page begins.
    written: u64,
    /// Rows that wait for their group to be written.
    waiting: usize,
    rows: u64,
    /// The footer's entries for the groups, ready to be written.
    groups: Vec<Vec<u8>>,
}

#[derive(Debug)]
struct Column {
    name: &'static str,
    kind: Kind,
    /// A bit for each row: whether it has a value.
    present: Vec<u8>,
    values: Vec<u8>,
}

const MAGIC: &[u8] = b"PAR1";

/// Rows in a group: a few megabytes, so that neither the rows nor the footer takes much memory.
const GROUP: usize = 1 << 16;

/// Numbers of the format.
const OPTIONAL: i64 = 1;
const UTF8: i64 = 0;
const PLAIN: i64 = 0;
const RLE: i64 = 3;
const GZIP: i64 = 2;
const DATA_PAGE: i64 = 0;

impl Kind {
    fn code(self) -> i64 {
        match self {
            Self::Integer => 2,
            Self::Number => 5,
            Self::Text => 6,
        }
    }
}

impl<W: Write> Table<W> {
    pub(crate) fn new(mut out: W, columns: &[(&'static str, Kind)]) -> io::Result<Self> {
        out.write_all(MAGIC)?;
        let columns = columns
            .iter()
            .map(|&(name, kind)| Column { name, kind, present: Vec::new(), values: Vec::new() })
            .collect();
        Ok(Self { out, columns, written: MAGIC.len() as u64, waiting: 0, rows: 0, groups: Vec::new() })
    }

    /// Adds a row, with a value of the right kind, or none, for each column.
    pub(crate) fn add(&mut self, row: &[Value]) -> io::Result<()> {
        debug_assert_eq!(row.len(), self.columns.len(), "a row has a value for each column");
        for (column, value) in self.columns.iter_mut().zip(row) {
            column.add(self.waiting, value);
        }
        self.waiting += 1;
        self.rows += 1;
        if self.waiting == GROUP { self.write_group() } else { Ok(()) }
    }

    fn write_group(&mut self) -> io::Result<()> {
        let (mut chunks, mut bytes) = (Vec::new(), 0);
        for column in &mut self.columns {
            let offset = self.written;
            let page = column.page();
            let compressed = compress(&page)?;
            let header = page_header(self.waiting, page.len(), compressed.len());
            self.out.write_all(&header)?;
            self.out.write_all(&compressed)?;
            let stored = header.len() + compressed.len();
            self.written += stored as u64;
            bytes += header.len() + page.len();
            chunks.push(
                Struct::new().integer(2, I64, offset as i64).nested(
                    3,
                    Struct::new()
                        .integer(1, I32, column.kind.code())
                        .list(2, I32, [PLAIN, RLE].map(zigzag))
                        .list(3, BINARY, [binary(column.name)])
                        .integer(4, I32, GZIP)
                        .integer(5, I64, self.waiting as i64)
                        .integer(6, I64, (header.len() + page.len()) as i64)
                        .integer(7, I64, stored as i64)
                        .integer(9, I64, offset as i64),
                ),
            );
        }
        let group = Struct::new()
            .list(1, STRUCT, chunks.into_iter().map(Struct::bytes))
            .integer(2, I64, bytes as i64)
            .integer(3, I64, self.waiting as i64);
        self.groups.push(group.bytes());
        self.waiting = 0;
        Ok(())
    }

    /// Writes the rest and the footer.
    pub(crate) fn finish(mut self) -> io::Result<W> {
        if self.waiting > 0 {
            self.write_group()?;
        }
        let root = Struct::new().text(4, "rows").integer(5, I32, self.columns.len() as i64);
        let columns = self.columns.iter().map(|column| {
            let element = Struct::new().integer(1, I32, column.kind.code()).integer(3, I32, OPTIONAL);
            let element = element.text(4, column.name);
            if column.kind == Kind::Text { element.integer(6, I32, UTF8) } else { element }
        });
        let schema: Vec<Vec<u8>> = std::iter::once(root).chain(columns).map(Struct::bytes).collect();
        let footer = Struct::new()
            .integer(1, I32, 1)
            .list(2, STRUCT, schema)
            .integer(3, I64, self.rows as i64)
            .list(4, STRUCT, self.groups)
            .text(6, concat!("mola ", env!("CARGO_PKG_VERSION")))
            .bytes();
        self.out.write_all(&footer)?;
        self.out.write_all(&(footer.len() as u32).to_le_bytes())?;
        self.out.write_all(MAGIC)?;
        Ok(self.out)
    }
}

impl Column {
    fn add(&mut self, row: usize, value: &Value) {
        if row.is_multiple_of(8) {
            self.present.push(0);
        }
        match (self.kind, value) {
            (Kind::Integer, Value::Integer(number)) => self.values.extend(number.to_le_bytes()),
            (Kind::Number, Value::Number(number)) => self.values.extend(number.to_le_bytes()),
            (Kind::Text, Value::Text(text)) => {
                self.values.extend((text.len() as u32).to_le_bytes());
                self.values.extend(text.as_bytes());
            }
            (_, value) => {
                debug_assert_eq!(value, &Value::Missing, "{} holds another kind of value", self.name);
                return;
            }
        }
        if let Some(last) = self.present.last_mut() {
            *last |= 1 << (row % 8);
        }
    }

    /// The page of a group: which rows have a value, then the values. The column is empty after it.
    fn page(&mut self) -> Vec<u8> {
        // One run of single bits, in groups of eight.
        let mut levels = varint((self.present.len() as u64) << 1 | 1);
        levels.append(&mut self.present);
        let mut page = (levels.len() as u32).to_le_bytes().to_vec();
        page.append(&mut levels);
        page.append(&mut self.values);
        page
    }
}

fn page_header(rows: usize, length: usize, stored: usize) -> Vec<u8> {
    let data = Struct::new()
        .integer(1, I32, rows as i64)
        .integer(2, I32, PLAIN)
        .integer(3, I32, RLE)
        .integer(4, I32, RLE);
    Struct::new()
        .integer(1, I32, DATA_PAGE)
        .integer(2, I32, length as i64)
        .integer(3, I32, stored as i64)
        .nested(5, data)
        .bytes()
}

fn compress(bytes: &[u8]) -> io::Result<Vec<u8>> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(bytes)?;
    encoder.finish()
}

/// A structure in Thrift's compact protocol, in which the format describes itself.
struct Struct {
    bytes: Vec<u8>,
    last_field: u8,
}

/// Thrift's numbers for types.
const I32: u8 = 5;
const I64: u8 = 6;
const BINARY: u8 = 8;
const LIST: u8 = 9;
const STRUCT: u8 = 12;

impl Struct {
    fn new() -> Self {
        Self { bytes: Vec::new(), last_field: 0 }
    }

    fn field(mut self, id: u8, kind: u8, value: impl IntoIterator<Item = u8>) -> Self {
        self.bytes.push((id - self.last_field) << 4 | kind);
        self.bytes.extend(value);
        self.last_field = id;
        self
    }

    fn integer(self, id: u8, kind: u8, value: i64) -> Self {
        self.field(id, kind, zigzag(value))
    }

    fn text(self, id: u8, text: &str) -> Self {
        self.field(id, BINARY, binary(text))
    }

    fn nested(self, id: u8, value: Self) -> Self {
        self.field(id, STRUCT, value.bytes())
    }

    fn list(self, id: u8, kind: u8, values: impl IntoIterator<Item = Vec<u8>>) -> Self {
        let values: Vec<Vec<u8>> = values.into_iter().collect();
        let mut bytes = vec![(values.len().min(15) as u8) << 4 | kind];
        if values.len() >= 15 {
            bytes.extend(varint(values.len() as u64));
        }
        bytes.extend(values.into_iter().flatten());
        self.field(id, LIST, bytes)
    }

    fn bytes(mut self) -> Vec<u8> {
        self.bytes.push(0);
        self.bytes
    }
}

fn binary(text: &str) -> Vec<u8> {
    let mut bytes = varint(text.len() as u64);
    bytes.extend(text.as_bytes());
    bytes
}

fn zigzag(value: i64) -> Vec<u8> {
    varint((value << 1 ^ value >> 63) as u64)
}

/// Seven bits in each byte, the low ones first.
fn varint(mut value: u64) -> Vec<u8> {
    let mut bytes = Vec::new();
    while value >= 0x80 {
        bytes.push(value as u8 | 0x80);
        value >>= 7;
    }
    bytes.push(value as u8);
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    // Whether other programs read the files is tested with DuckDB and pyarrow: `cargo xtask python`.

    #[test]
    fn numbers_are_written_in_as_few_bytes_as_they_need() {
        assert_eq!(varint(300), [0xAC, 0x02]);
        assert_eq!((zigzag(0), zigzag(-1), zigzag(1)), (vec![0], vec![1], vec![2]));
    }

    #[test]
    fn a_file_begins_and_ends_as_the_format_wants_and_its_groups_follow_each_other() {
        let mut table = Table::new(Vec::new(), &[("game", Kind::Integer), ("move", Kind::Text)]).unwrap();
        for row in 0..GROUP as i64 + 5 {
            let text = if row % 3 == 0 { Value::Missing } else { Value::Text("Nf3".to_owned()) };
            table.add(&[Value::Integer(row), text]).unwrap();
        }
        assert_eq!((table.groups.len(), table.waiting), (1, 5));
        let file = table.finish().unwrap();
        let (rest, magic) = file.split_at(file.len() - 4);
        assert_eq!((&file[..4], magic), (MAGIC, MAGIC));
        let (rest, length) = rest.split_at(rest.len() - 4);
        let length = u32::from_le_bytes(length.try_into().unwrap()) as usize;
        let footer = &rest[rest.len() - length..];
        assert!(footer.windows(4).any(|word| word == b"game") && footer.ends_with(&[0]));
    }
}
