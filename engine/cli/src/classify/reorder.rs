//! Puts the results of several cores back in order.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

/// A reorder buffer: accepts numbered results in any order and writes them to a sink in order.
///
/// It holds a bounded number of results. A thread whose result does not fit waits.
pub struct ReorderBuffer<T, S> {
    state: Mutex<State<T, S>>,
    /// Notified whenever results were written.
    advanced: Condvar,
    capacity: usize,
}

struct State<T, S> {
    /// The number of the result that is written next.
    next: u64,
    /// The results that cannot be written yet.
    held: BTreeMap<u64, T>,
    sink: S,
    flow: ControlFlow<()>,
}

/// The receiver of results.
pub trait Sink<T> {
    /// Writes the next result; breaks if no further result is wanted.
    fn write(&mut self, result: T) -> ControlFlow<()>;
}

impl<T, S: Sink<T>> ReorderBuffer<T, S> {
    /// An empty buffer that holds at most `capacity` results.
    pub fn new(sink: S, capacity: usize) -> ReorderBuffer<T, S> {
        let flow = ControlFlow::Continue(());
        let state = State { next: 0, held: BTreeMap::new(), sink, flow };
        ReorderBuffer { state: Mutex::new(state), advanced: Condvar::new(), capacity }
    }

    /// Adds a result; breaks if no further result is wanted. Each number from 0 must be added once.
    pub fn push(&self, number: u64, result: T) -> ControlFlow<()> {
        let mut state = self.state();
        while state.flow.is_continue() && number != state.next && state.held.len() >= self.capacity
        {
            state = self.advanced.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        state.flow?;
        state.held.insert(number, result);
        let State { next, held, sink, flow } = &mut *state;
        while let Some(result) = held.remove(next) {
            *next += 1;
            *flow = sink.write(result);
            if flow.is_break() {
                break;
            }
        }
        self.advanced.notify_all();
        state.flow
    }

    /// The sink, with every result written that was wanted.
    pub fn into_sink(self) -> S {
        self.state.into_inner().unwrap_or_else(PoisonError::into_inner).sink
    }

    fn state(&self) -> MutexGuard<'_, State<T, S>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;
    use std::sync::atomic::{AtomicU64, Ordering};

    use super::{ReorderBuffer, Sink};

    #[derive(Default)]
    struct Seen(Vec<u64>, Option<u64>);

    impl Sink<u64> for Seen {
        fn write(&mut self, result: u64) -> ControlFlow<()> {
            self.0.push(result);
            if self.1 == Some(result) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        }
    }

    fn seen(last: Option<u64>) -> Vec<u64> {
        let buffer = ReorderBuffer::new(Seen(Vec::new(), last), 2);
        let next = AtomicU64::new(0);
        std::thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| {
                    loop {
                        let number = next.fetch_add(1, Ordering::SeqCst);
                        if number >= 1_000 || buffer.push(number, number).is_break() {
                            return;
                        }
                    }
                });
            }
        });
        buffer.into_sink().0
    }

    #[test]
    fn results_are_written_in_order() {
        assert_eq!(seen(None), (0..1_000).collect::<Vec<_>>());
    }

    #[test]
    fn nothing_is_written_after_a_break_and_no_thread_waits() {
        assert_eq!(seen(Some(17)), (0..=17).collect::<Vec<_>>());
    }
}
