//! The ids of the parts of a station: indices into its lists, which live in memory only.

macro_rules! ids {
    ($($(#[$doc:meta])* $name:ident)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(usize);

        impl $name {
            /// The id of the part at an index of its list.
            pub(crate) const fn new(index: usize) -> Self {
                Self(index)
            }

            /// The index of the part in its list.
            pub const fn index(self) -> usize {
                self.0
            }

            /// The parts of a list, each with its id.
            pub fn enumerate<T>(list: &[T]) -> impl Iterator<Item = ($name, &T)> {
                list.iter().enumerate().map(|(index, part)| ($name(index), part))
            }
        }
    )*};
}

ids! {
    /// An operation, in declaration order in its station.
    OperationId
    /// A profile, in declaration order in its station.
    ProfileId
    /// A parameter, in declaration order in its skill.
    ParamId
    /// A skill, in declaration order in its station.
    SkillId
    /// A kind, in declaration order in its skill.
    KindId
}
