//! What all ways to an instruction have in common, where jumps go forwards only.
//!
//! Each instruction hangs below the last one that every way to it leads over, so one leads over another exactly where it
//! is an ancestor. Ancestors are found in logarithmic time by a second link of skew-binary length.

/// The tree of instructions, in the order of the code.
#[derive(Debug, Default)]
pub struct Ways {
    nodes: Vec<Node>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Node {
    parent: usize,
    jump: usize,
    depth: usize,
}

impl Ways {
    /// Adds the next instruction below the last that every way to it leads over; `None` for the first.
    pub fn push(&mut self, parent: Option<usize>) {
        let at = self.nodes.len();
        let Some(parent) = parent else {
            self.nodes.push(Node { parent: at, jump: at, depth: 0 });
            return;
        };
        let above = self.node(parent);
        let (jump, depth) = (self.node(above.jump), above.depth + 1);
        let even = above.depth - jump.depth == jump.depth - self.node(jump.jump).depth;
        self.nodes.push(Node { parent, jump: if even { jump.jump } else { parent }, depth });
    }

    /// The last instruction that lies on every way to either.
    pub fn common(&self, a: usize, b: usize) -> usize {
        let (mut high, mut low) =
            if self.node(a).depth <= self.node(b).depth { (a, b) } else { (b, a) };
        let depth = self.node(high).depth;
        while self.node(low).depth > depth {
            let node = self.node(low);
            low = if self.node(node.jump).depth >= depth { node.jump } else { node.parent };
        }
        while high != low {
            let (h, l) = (self.node(high), self.node(low));
            (high, low) = if h.jump == l.jump { (h.parent, l.parent) } else { (h.jump, l.jump) };
        }
        high
    }

    /// An instruction that was not added has the first's place; the verifier adds each before it asks.
    fn node(&self, at: usize) -> Node {
        self.nodes.get(at).copied().unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        /// Against the walk to the root, step by step.
        #[test]
        fn the_common_way_is_the_deepest_shared_ancestor(links in proptest::collection::vec(any::<prop::sample::Index>(), 1..80)) {
            let (mut ways, mut parents) = (Ways::default(), vec![0]);
            ways.push(None);
            for link in links {
                let parent = link.index(parents.len());
                ways.push(Some(parent));
                parents.push(parent);
            }
            let line = |mut at: usize| {
                let mut line = vec![at];
                while at != 0 {
                    at = parents[at];
                    line.push(at);
                }
                line
            };
            for a in 0..parents.len() {
                for b in 0..parents.len() {
                    let other = line(b);
                    let shared = line(a).into_iter().find(|x| other.contains(x)).unwrap();
                    prop_assert_eq!(ways.common(a, b), shared);
                }
            }
        }
    }
}
