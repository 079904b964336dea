//! Finds cycles in a graph with at most one edge from each node.

use crate::text::file::Place;

/// The edge from a node to its successor.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Link {
    /// The number of the successor.
    pub(crate) to: usize,
    /// The place that declares the edge.
    pub(crate) place: Place,
}

/// Finds each cycle once, starting at its first member.
pub(crate) fn circles(links: &[Option<Link>]) -> Vec<Vec<usize>> {
    let mut passed = vec![None; links.len()];
    let mut circles = Vec::new();
    for start in 0..links.len() {
        let mut path = Vec::new();
        let mut at = Some(start);
        while let Some(number) = at {
            let Some(mark) = passed.get_mut(number) else { break };
            match mark {
                Some(round) if *round == start => {
                    let from = path.iter().position(|member| *member == number).unwrap_or_default();
                    circles.push(path.split_off(from));
                    break;
                }
                Some(_) => break,
                None => *mark = Some(start),
            }
            path.push(number);
            at = links.get(number).copied().flatten().map(|link| link.to);
        }
    }
    circles
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(links: &[Option<usize>], expected: &[&[usize]]) {
        let place = Place { file: 0, start: 0, end: 0 };
        let links: Vec<_> = links.iter().map(|to| to.map(|to| Link { to, place })).collect();
        assert_eq!(circles(&links), expected);
    }

    #[test]
    fn each_circle_is_found_once() {
        check(&[], &[]);
        check(&[Some(1), Some(2), None], &[]);
        check(&[Some(0)], &[&[0]]);
        check(&[Some(1), Some(2), Some(1)], &[&[1, 2]]);
        check(&[Some(1), Some(0), Some(0), Some(4), Some(3)], &[&[0, 1], &[3, 4]]);
    }
}
