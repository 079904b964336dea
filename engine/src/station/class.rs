//! Where a value of each class may go: the one table.

use super::Class;
use crate::station::profile::Profile;

/// Where a value may go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sink {
    /// To the tenant's own operations.
    Tenant,
    /// To the person whose room it is.
    Person,
    /// To the model.
    Model,
    /// To who approves or operates.
    Operator,
    /// Into traces and logs.
    Log,
}

/// Whether a value goes there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Passage {
    /// As it is.
    Yes,
    /// As a keyed hash.
    Hashed,
    /// Not at all.
    No,
}

impl Sink {
    /// Every sink.
    pub const ALL: &'static [Sink] =
        &[Sink::Tenant, Sink::Person, Sink::Model, Sink::Operator, Sink::Log];
}

impl Class {
    /// Whether a value of this class may go to a sink, where callers of this profile are.
    ///
    /// A model talks to its person, so it never gets what the person may not.
    pub fn passes(self, sink: Sink, profile: &Profile) -> Passage {
        let if_it_sees = || {
            if profile.sees.contains(&self) { Passage::Yes } else { Passage::No }
        };
        match (sink, self) {
            (Sink::Tenant, _) => Passage::Yes,
            (Sink::Person, Class::Public | Class::Personal) => Passage::Yes,
            (Sink::Person, Class::Internal | Class::Confidential) => if_it_sees(),
            (Sink::Model, Class::Public) => Passage::Yes,
            (Sink::Model, Class::Internal) => if_it_sees(),
            (Sink::Model, Class::Personal | Class::Confidential) => Passage::No,
            (Sink::Operator, Class::Public | Class::Internal) => Passage::Yes,
            (Sink::Operator, Class::Personal | Class::Confidential) => if_it_sees(),
            (Sink::Log, Class::Public | Class::Internal) => Passage::Yes,
            (Sink::Log, Class::Personal | Class::Confidential) => Passage::Hashed,
            (Sink::Person | Sink::Model | Sink::Operator | Sink::Log, Class::Secret) => Passage::No,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::station::profile::Grants;

    /// The rows of the table: for each sink, its classes for who sees nothing and for who sees everything.
    const TABLE: [(Sink, &str, &str); 5] = [
        (Sink::Tenant, "y y y y y", "y y y y y"),
        (Sink::Person, "y n y n n", "y y y y n"),
        (Sink::Model, "y n n n n", "y y n n n"),
        (Sink::Operator, "y y n n n", "y y y y n"),
        (Sink::Log, "y y h h n", "y y h h n"),
    ];

    #[test]
    fn each_class_goes_where_the_table_says() {
        let all = Class::WORDS.iter().filter_map(|word| Class::named(word));
        let profile = |sees: Vec<Class>| Profile {
            name: "p".to_owned(),
            grants: Grants::All,
            roles: Vec::new(),
            sees,
        };
        let (blind, seeing) = (profile(Vec::new()), profile(all.clone().collect()));
        assert_eq!(TABLE.map(|row| row.0), Sink::ALL);
        for (sink, without, with) in TABLE {
            for (profile, expected) in [(&blind, without), (&seeing, with)] {
                let found: Vec<_> = all
                    .clone()
                    .map(|class| match class.passes(sink, profile) {
                        Passage::Yes => "y",
                        Passage::Hashed => "h",
                        Passage::No => "n",
                    })
                    .collect();
                assert_eq!(found.join(" "), expected, "{sink:?}");
                let model = all.clone().all(|class| {
                    class.passes(Sink::Model, profile) != Passage::Yes
                        || class.passes(Sink::Person, profile) == Passage::Yes
                });
                assert!(model, "a model gets nothing that the person does not");
            }
        }
    }
}
