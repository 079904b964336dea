//! The shape of a set of kinds: whether each test reads one slot alone.

use crate::decimal::Decimal;
use crate::op::{Field, Op, Place, Test};
use crate::program::{Form, Program};
use crate::types::Family;
use crate::value::Constant;
use crate::verify::Verified;

/// The slots of kinds whose tests each compare one slot with constants, with one numeric slot at most.
///
/// The texts, the booleans and the position of the number between the constants then determine the kinds of a row.
#[derive(Clone, Debug, Default)]
pub struct Shape {
    /// The slots of texts and booleans, sorted.
    pub groups: Vec<usize>,
    /// The numeric slot, if any.
    pub number: Option<usize>,
    /// For each kind, the numbers that its tests compare with the numeric slot.
    pub points: Vec<Vec<Decimal>>,
}

impl Shape {
    /// Returns the shape of these kinds; `None` if some test has another form.
    pub fn of(kinds: &[Verified]) -> Option<Shape> {
        let mut shape = Shape::default();
        for kind in kinds {
            let mut points = Vec::new();
            for op in kind.program().ops(Form::Decide) {
                let Op::Jump { test, .. } = *op else { return None };
                shape.add(kind.program(), test, &mut points)?;
            }
            shape.points.push(points);
        }
        shape.groups.sort_unstable();
        shape.groups.dedup();
        Some(shape)
    }

    fn add(&mut self, program: &Program, test: Test, points: &mut Vec<Decimal>) -> Option<()> {
        let (slot, constants) = of_one_slot(program, test)?;
        match program.slots.get(slot)?.family() {
            Family::Text | Family::Boolean => self.groups.push(slot),
            Family::Number if self.number.is_none_or(|known| known == slot) => {
                self.number = Some(slot);
                points.extend(constants.into_iter().filter_map(|constant| match constant {
                    Constant::Number(number) => Some(*number),
                    Constant::Text(_) | Constant::Boolean(_) | Constant::Datetime(_) => None,
                }));
            }
            Family::Number | Family::Datetime => return None,
        }
        Some(())
    }
}

/// Returns the slot of a test and its constants; `None` if the test reads anything else.
pub fn of_one_slot(program: &Program, test: Test) -> Option<(usize, Vec<&Constant>)> {
    let (mut slot, mut plain) = (None, true);
    let mut constants: Vec<&Constant> = Vec::new();
    test.walk(|_, field| match field {
        Field::Value(operand) => match operand.place() {
            Place::Slot(index) => plain &= slot.replace(index).is_none(),
            Place::Constant(index) => constants.extend(program.constants.get(index)),
            Place::Register(_) => plain = false,
        },
        Field::List(list) => {
            let list = program.lists.get(list.index());
            constants.extend(list.into_iter().flat_map(|list| &list.members));
        }
        Field::Pattern(_) => {}
        Field::Truth(_) => plain = false,
    });
    Some((slot.filter(|_| plain)?, constants))
}
