//! The dominator tree of code that only jumps forwards.
//!
//! Each instruction is a child of its immediate dominator, so an instruction dominates its descendants and no others.
//! Each node has a second link of skew-binary length, which finds a common ancestor in logarithmic time.

/// The dominator tree, with one node per instruction in code order.
#[derive(Debug, Default)]
pub struct Dominators {
    nodes: Vec<Node>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Node {
    parent: usize,
    jump: usize,
    depth: usize,
}

impl Dominators {
    /// Adds the next instruction below its immediate dominator; `None` for the first instruction.
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

    /// Returns the nearest common dominator of two instructions.
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

    /// Returns the node of an instruction, or the default node if it was never added; the verifier adds each node first.
    fn node(&self, at: usize) -> Node {
        self.nodes.get(at).copied().unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        /// Compares the result with a walk to the root, one parent at a time.
        #[test]
        fn the_common_dominator_is_the_deepest_shared_ancestor(links in proptest::collection::vec(any::<prop::sample::Index>(), 1..80)) {
            let (mut dominators, mut parents) = (Dominators::default(), vec![0]);
            dominators.push(None);
            for link in links {
                let parent = link.index(parents.len());
                dominators.push(Some(parent));
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
                    prop_assert_eq!(dominators.common(a, b), shared);
                }
            }
        }
    }
}
