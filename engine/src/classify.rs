//! Turns rows into items: finds the kind of each row and the values that a card shows.

#[cfg(feature = "arrow")]
mod batch;
pub(crate) mod call;
mod item;

#[cfg(feature = "arrow")]
pub use batch::SortedBatch;
pub use item::{Cadenced, Item, Price, Shown};
use smallvec::SmallVec;
use vm::{BadRow, FeedFault, KindSet, Kinds, Layout, Lines, Path, RawRow, Row, Type};

pub use self::call::{Call, CallFault};
use crate::station::{KindId, Skill, Station};

/// Sorts the rows of a skill.
///
/// It holds the paths that the skill reads, compiled once, and is shared by every thread.
#[derive(Clone, Debug)]
pub struct Classifier<'a> {
    station: &'a Station,
    skill: &'a Skill,
    layout: Layout,
    #[cfg(feature = "arrow")]
    batches: vm::BatchLayout,
    sorter: Sorter,
    slots: Slots,
}

/// How a row's kind is found.
#[derive(Clone, Debug)]
enum Sorter {
    /// The only kind has no `when`: every row is of it.
    All,
    Set(KindSet),
}

/// The slots that follow those of the fields.
#[derive(Clone, Debug)]
struct Slots {
    /// Where the reference may be, first come first taken.
    references: std::ops::Range<usize>,
    /// The billed price's cadence.
    cadence: Option<usize>,
}

/// What became of a row.
#[derive(Clone, Debug)]
pub enum Sorted<'r> {
    /// It has exactly one kind and may be offered.
    Item(Item<'r>),
    /// It is not offered.
    Dropped(DropReason),
}

/// Why a row is not offered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DropReason {
    /// It has no kind.
    NoKind,
    /// It has several kinds: their numbers, in the order of the file.
    SeveralKinds(SmallVec<[KindId; 4]>),
    /// Its billed price is there and cannot be read.
    PriceUnreadable,
    /// It has no reference.
    NoReference,
}

impl DropReason {
    /// Every word that there is.
    #[cfg(feature = "arrow")]
    const WORDS: [&'static str; 4] =
        ["no-kind", "several-kinds", "price-unreadable", "no-reference"];

    /// The word for it in a log.
    pub fn word(&self) -> &'static str {
        match self {
            DropReason::NoKind => "no-kind",
            DropReason::SeveralKinds(_) => "several-kinds",
            DropReason::PriceUnreadable => "price-unreadable",
            DropReason::NoReference => "no-reference",
        }
    }
}

impl Station {
    /// The classifier of one of its skills; `None` if the skill has no kinds.
    pub fn classifier<'a>(&'a self, skill: &'a Skill) -> Option<Classifier<'a>> {
        let sorter = match skill.kinds.as_slice() {
            [] => return None,
            [only] if only.when.is_none() => Sorter::All,
            kinds => {
                let programs = kinds.iter().filter_map(|kind| kind.when.as_ref());
                Sorter::Set(KindSet::new(programs.map(|when| when.program.clone()).collect()))
            }
        };
        let present = &skill.present;
        let mut paths: Vec<(Path, Type)> = Vec::new();
        // A slot for every field, in order: the conditions' programs count on it.
        for field in &present.fields {
            paths.push((Path::parse(&field.from).ok()?, field.ty));
        }
        let first = paths.len();
        for reference in &present.reference {
            paths.push((Path::parse(reference).ok()?, Type::Id));
        }
        let references = first..paths.len();
        let mut cadence = None;
        if let (Some(path), Some(_)) = (&present.cadence, present.billed) {
            cadence = Some(paths.len());
            paths.push((Path::parse(path).ok()?, Type::Text));
        }
        let layout = Layout::new(&paths, self.global.reading.clone());
        let slots = Slots { references, cadence };
        #[cfg(feature = "arrow")]
        let batches = vm::BatchLayout::new(&paths, self.global.reading.clone());
        Some(Classifier {
            station: self,
            skill,
            layout,
            #[cfg(feature = "arrow")]
            batches,
            sorter,
            slots,
        })
    }
}

impl<'a> Classifier<'a> {
    /// The skill whose rows it sorts.
    pub fn skill(&self) -> &'a Skill {
        self.skill
    }

    /// A row to read into, again and again.
    pub fn row(&self) -> Row {
        self.layout.row()
    }

    /// Reads the JSON of a row.
    pub fn read(&self, bytes: &[u8], row: &mut Row) -> Result<(), BadRow> {
        self.layout.read(bytes, row)
    }

    /// Reads the next of some lines, as [`Lines::read`] does.
    #[inline]
    pub fn read_line<'l>(
        &self,
        lines: &mut Lines<'l>,
        row: &mut Row,
    ) -> Option<Result<RawRow<'l>, FeedFault>> {
        lines.read(&self.layout, row)
    }

    /// Of which kinds a row is.
    pub fn kinds(&self, row: &Row) -> Kinds {
        match &self.sorter {
            Sorter::All => Kinds::One(0),
            Sorter::Set(set) => set.classify(row),
        }
    }

    /// What becomes of a row.
    pub fn classify<'r>(&'r self, row: &'r Row) -> Sorted<'r> {
        let id = match self.only(&self.kinds(row)) {
            Ok(id) => id,
            Err(drop) => return Sorted::Dropped(drop),
        };
        let Some(kind) = self.skill.kinds.get(id.index()) else {
            return Sorted::Dropped(DropReason::NoKind);
        };
        match Item::new(self, row, id, kind) {
            Ok(item) => Sorted::Item(item),
            Err(drop) => Sorted::Dropped(drop),
        }
    }

    /// The only kind that a row is of.
    fn only(&self, kinds: &Kinds) -> Result<KindId, DropReason> {
        match kinds {
            Kinds::None => Err(DropReason::NoKind),
            Kinds::One(number) => Ok(KindId::new(usize::from(*number))),
            Kinds::Several(kinds) => Err(DropReason::SeveralKinds(
                kinds.iter().map(|&kind| KindId::new(usize::from(kind))).collect(),
            )),
        }
    }
}
