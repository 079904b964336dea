//! Restores the order of results that several cores compute.

use std::collections::BTreeMap;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

/// Takes results in any order and passes them on by number.
///
/// A bounded number of results waits; a core that is further ahead blocks.
pub struct Order<T, S> {
    state: Mutex<State<T, S>>,
    turn: Condvar,
    ahead: usize,
}

struct State<T, S> {
    next: u64,
    early: BTreeMap<u64, T>,
    sink: S,
    over: bool,
}

/// The receiver of ordered results.
pub trait Sink<T> {
    /// Takes the next result; returns whether more results are wanted.
    fn take(&mut self, result: T) -> Wanted;
}

/// Whether more results are wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wanted {
    /// More results are wanted.
    More,
    /// No more results are wanted; later results are dropped.
    Nothing,
}

impl<T, S: Sink<T>> Order<T, S> {
    /// Starts at number 0; at most `ahead` results wait.
    pub fn new(sink: S, ahead: usize) -> Order<T, S> {
        let state = State { next: 0, early: BTreeMap::new(), sink, over: false };
        Order { state: Mutex::new(state), turn: Condvar::new(), ahead }
    }

    /// Takes the result with a number; each number from 0 arrives once. Returns whether more is wanted.
    pub fn take(&self, number: u64, result: T) -> Wanted {
        let mut state = self.state();
        while !state.over && number != state.next && state.early.len() >= self.ahead {
            state = self.turn.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        if state.over {
            return Wanted::Nothing;
        }
        state.early.insert(number, result);
        let State { next, early, sink, over } = &mut *state;
        while let Some(result) = early.remove(next) {
            *next += 1;
            if sink.take(result) == Wanted::Nothing {
                *over = true;
                break;
            }
        }
        self.turn.notify_all();
        if state.over { Wanted::Nothing } else { Wanted::More }
    }

    /// The receiver of the results.
    pub fn into_sink(self) -> S {
        self.state.into_inner().unwrap_or_else(PoisonError::into_inner).sink
    }

    fn state(&self) -> MutexGuard<'_, State<T, S>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU64, Ordering};

    use super::{Order, Sink, Wanted};

    #[derive(Default)]
    struct Seen(Vec<u64>, Option<u64>);

    impl Sink<u64> for Seen {
        fn take(&mut self, result: u64) -> Wanted {
            self.0.push(result);
            if self.1 == Some(result) { Wanted::Nothing } else { Wanted::More }
        }
    }

    fn seen(last: Option<u64>) -> Vec<u64> {
        let order = Order::new(Seen(Vec::new(), last), 2);
        let next = AtomicU64::new(0);
        std::thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| {
                    loop {
                        let number = next.fetch_add(1, Ordering::SeqCst);
                        if number >= 1_000 || order.take(number, number) == Wanted::Nothing {
                            return;
                        }
                    }
                });
            }
        });
        order.into_sink().0
    }

    #[test]
    fn results_are_given_on_in_order() {
        assert_eq!(seen(None), (0..1_000).collect::<Vec<_>>());
    }

    #[test]
    fn nothing_follows_the_last_that_is_wanted_and_nobody_waits() {
        assert_eq!(seen(Some(17)), (0..=17).collect::<Vec<_>>());
    }
}
