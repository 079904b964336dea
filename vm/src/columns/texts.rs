//! Texts of a column as codes of a dictionary.

use hashbrown::HashTable;

/// Texts by their code: the first text that came has code 0.
#[derive(Clone, Debug, Default)]
pub struct Texts {
    codes: Codes,
    dictionary: Dictionary,
}

/// The different texts of a column, end to end.
#[derive(Clone, Debug, Default)]
pub struct Dictionary {
    texts: String,
    ends: Vec<usize>,
    codes: HashTable<u32>,
    hasher: foldhash::fast::FixedState,
}

/// A code a row, in as few bytes as the largest code takes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Codes {
    /// Below 256.
    Byte(Vec<u8>),
    /// Below 65,536.
    Short(Vec<u16>),
    /// Any.
    Wide(Vec<u32>),
}

impl Texts {
    /// The code of each row; 0 if the row has no text.
    pub fn codes(&self) -> &Codes {
        &self.codes
    }

    /// The texts of the codes.
    pub fn dictionary(&self) -> &Dictionary {
        &self.dictionary
    }

    pub(super) fn get(&self, row: usize) -> Option<&str> {
        self.dictionary.get(self.codes.get(row)?)
    }

    /// Adds a text. If all codes are taken, adds a filler and returns false.
    pub(super) fn push(&mut self, text: &str) -> bool {
        let code = self.dictionary.code(text);
        self.codes.push(code.unwrap_or(0));
        code.is_some()
    }

    pub(super) fn clear(&mut self) {
        self.codes.clear();
        self.dictionary.clear();
    }

    /// Adds the code of an earlier row.
    #[cfg(feature = "arrow")]
    pub(super) fn repeat(&mut self, row: usize) {
        self.codes.push(self.codes.get(row).unwrap_or(0));
    }

    /// Adds a filler for a row that has no text.
    pub(super) fn fill(&mut self) {
        self.codes.push(0);
    }
}

impl Default for Codes {
    fn default() -> Codes {
        Codes::Byte(Vec::new())
    }
}

impl Codes {
    /// The code of a row.
    #[inline]
    pub fn get(&self, row: usize) -> Option<u32> {
        match self {
            Codes::Byte(codes) => codes.get(row).copied().map(u32::from),
            Codes::Short(codes) => codes.get(row).copied().map(u32::from),
            Codes::Wide(codes) => codes.get(row).copied(),
        }
    }

    /// How many rows there are.
    pub fn len(&self) -> usize {
        match self {
            Codes::Byte(codes) => codes.len(),
            Codes::Short(codes) => codes.len(),
            Codes::Wide(codes) => codes.len(),
        }
    }

    /// Whether it is empty.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// All codes, in the order of the rows.
    pub fn iter(&self) -> impl Iterator<Item = u32> {
        (0..self.len()).map_while(|row| self.get(row))
    }

    fn push(&mut self, code: u32) {
        match self {
            Codes::Byte(codes) => match u8::try_from(code) {
                Ok(code) => codes.push(code),
                Err(_) => {
                    *self = Codes::Short(codes.iter().copied().map(u16::from).collect());
                    self.push(code);
                }
            },
            Codes::Short(codes) => match u16::try_from(code) {
                Ok(code) => codes.push(code),
                Err(_) => {
                    *self = Codes::Wide(codes.iter().copied().map(u32::from).collect());
                    self.push(code);
                }
            },
            Codes::Wide(codes) => codes.push(code),
        }
    }

    fn clear(&mut self) {
        match self {
            Codes::Byte(codes) => codes.clear(),
            Codes::Short(_) | Codes::Wide(_) => *self = Codes::default(),
        }
    }
}

impl Dictionary {
    /// How many different texts there are.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether it is empty.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// The text of a code.
    pub fn get(&self, code: u32) -> Option<&str> {
        text_at(&self.texts, &self.ends, code)
    }

    /// All texts, in the order of their codes.
    pub fn iter(&self) -> impl Iterator<Item = &str> {
        (0..).map_while(|code| self.get(code))
    }

    /// The code of a text; `None` if the dictionary does not hold it.
    pub fn find(&self, text: &str) -> Option<u32> {
        let hash = self.hash(text);
        self.codes.find(hash, |code| self.get(*code) == Some(text)).copied()
    }

    fn hash(&self, text: &str) -> u64 {
        std::hash::BuildHasher::hash_one(&self.hasher, text)
    }

    /// The code of a text, which may be new; `None` if all codes are used.
    fn code(&mut self, text: &str) -> Option<u32> {
        if let Some(code) = self.find(text) {
            return Some(code);
        }
        let code = u32::try_from(self.ends.len()).ok()?;
        self.texts.push_str(text);
        self.ends.push(self.texts.len());
        let (texts, ends, hasher) = (&self.texts, &self.ends, &self.hasher);
        let hash = |text: &str| std::hash::BuildHasher::hash_one(hasher, text);
        self.codes.insert_unique(hash(text), code, |code| {
            hash(text_at(texts, ends, *code).unwrap_or_default())
        });
        Some(code)
    }

    fn clear(&mut self) {
        self.texts.clear();
        self.ends.clear();
        self.codes.clear();
    }
}

fn text_at<'a>(texts: &'a str, ends: &[usize], code: u32) -> Option<&'a str> {
    let code = code as usize;
    let end = *ends.get(code)?;
    let start = code.checked_sub(1).and_then(|before| ends.get(before)).copied().unwrap_or(0);
    texts.get(start..end)
}
