//! Stations for the examples. Each example gives only the lines that matter.

/// The API that the examples of stations read their rows from.
macro_rules! api {
    () => {
        "apis:\n  - name: shop\n    rows: {getMenu: menu.json}\n"
    };
}

/// The skills of a station that has one, which reads the rows.
macro_rules! menu {
    () => {
        "skills: [{name: menu, cognitive: {objective: Choose what to eat}, invoke: {method: getMenu}}]\n"
    };
}

/// A station with one skill; the arguments are the lines after its objective.
macro_rules! skill {
    ($($line:literal)*) => {
        Example::station(concat!(
            api!(),
            "skills:\n  - name: menu\n    cognitive: {objective: Choose what to eat}\n",
            $("    ", $line, "\n",)*
        ))
    };
}

/// A station with two skills; the arguments are the lines after the second skill's call.
macro_rules! side {
    ($($line:literal)*) => {
        Example::station(concat!(
            api!(),
            "skills:\n  - name: menu\n    cognitive: {objective: Choose what to eat}\n    invoke: {method: getMenu}\n",
            "    kinds: {dish: {}}\n",
            "  - name: side\n    cognitive: {objective: Choose a side}\n    invoke: {method: getMenu}\n",
            $("    ", $line, "\n",)*
        ))
    };
}

/// A station with one skill and an OpenAPI document; the arguments are more lines of the API's entry and the lines
/// after the skill's objective.
macro_rules! desk {
    ($entry:literal ; $($line:literal)*) => {
        Example::station(concat!(
            "apis:\n  - name: desk\n    openapi: desk.yaml\n", $entry,
            "\nskills:\n  - name: tickets\n    cognitive: {objective: See what people wrote}\n",
            $("    ", $line, "\n",)*
        ))
    };
}

/// A station with one skill; the arguments are its presented fields.
macro_rules! fields {
    ($($line:literal)*) => {
        Example::station(concat!(
            "global: {currency: EUR}\n",
            api!(),
            "skills:\n  - name: menu\n    cognitive: {objective: Choose what to eat}\n",
            "    invoke: {method: getMenu}\n    kinds: {dish: {}}\n    present:\n      fields:\n",
            $("        ", $line, "\n",)*
        ))
    };
}

/// A station with one skill and a billed price; the arguments are the rules of its selection, and optional lines
/// between `apis` and `skills`. The file of rows also serves as a second operation, `book`.
macro_rules! chosen {
    ($($line:literal)* $(; $($between:literal)*)?) => {
        Example::station(concat!(
            "global: {currency: EUR}\napis:\n  - name: shop\n    rows: {getMenu: menu.json, book: menu.json}\n",
            $($($between, "\n",)*)?
            "skills:\n  - name: menu\n    cognitive: {objective: Choose what to eat}\n",
            "    invoke: {method: getMenu}\n    kinds: {dish: {}}\n",
            "    present: {fields: {price: {type: price, role: billed}}}\n    select:\n",
            $("      ", $line, "\n",)*
        ))
    };
}

/// A station with a catalogue and a skill with a billed price; the arguments are lines of both, and optional lines of
/// other skills.
macro_rules! listed {
    ($catalog:literal ; $($line:literal)* $(; $($other:literal)*)?) => {
        Example::station(concat!(
            "global: {currency: EUR}\ncatalog: {", $catalog, "}\n",
            api!(),
            "skills:\n  - name: menu\n    cognitive: {objective: Choose what to eat}\n",
            $("    ", $line, "\n",)*
            "    present: {fields: {price: {type: price, role: billed}}}\n",
            $($("  ", $other, "\n",)*)?
        ))
    };
}

/// A station whose only skill files its lines with the given calls; the operation `order` writes.
macro_rules! filed {
    ($($line:literal)*) => {
        Example::station(concat!(
            "apis:\n  - name: shop\n    rows: {getMenu: menu.json, order: order.json}\n",
            "    operations: {order: {access: write}}\n",
            "skills:\n  - name: menu\n    cognitive: {objective: Choose what to eat}\n",
            "    invoke: {method: getMenu}\n    kinds: {dish: {}}\n    submit:\n",
            $("      ", $line, "\n",)*
        ))
    };
}

/// A station with two skills, `menu` and `guest`; the arguments are its only playbook, and an optional second one.
macro_rules! played {
    ($first:literal $($line:literal)* $(; $more:literal)?) => {
        Example::station(concat!(
            "apis: [{name: shop, rows: {getMenu: menu.json, order: order.json}, operations: {order: {access: write}}}]\n",
            "skills:\n  - name: menu\n    cognitive: {objective: Choose what to eat}\n",
            "    params: {dish: {type: text, set_by: [read]}, note: {type: text, set_by: [llm]}}\n",
            "    invoke: {method: getMenu, args: {category: $params.dish, name: $params.note}}\n    kinds: {dish: {}}\n",
            "  - name: guest\n    cognitive: {objective: Say who eats}\n    invoke: {method: getMenu}\n",
            "    kinds: {guest: {}}\n    present: {fields: {dish: {type: text}, seats: {type: integer}}}\n",
            "    submit: [{name: go, mode: self}]\n",
            "playbooks:\n  - ", $first, "\n",
            $("    ", $line, "\n",)*
            $("  ", $more, "\n",)?
        ))
    };
}

/// A station with one skill and the OpenAPI document `desk.yaml`; the argument is the line that chooses and files.
macro_rules! desked {
    ($line:literal) => {
        Example::station(concat!(
            api!(),
            "  - {name: desk, openapi: desk.yaml}\n",
            "skills:\n  - name: menu\n    cognitive: {objective: Choose what to eat}\n",
            "    invoke: {method: getMenu}\n    kinds: {dish: {}}\n    ",
            $line,
            "\n",
        ))
    };
}

pub(crate) use api;
pub(crate) use chosen;
pub(crate) use desk;
pub(crate) use desked;
pub(crate) use fields;
pub(crate) use filed;
pub(crate) use listed;
pub(crate) use menu;
pub(crate) use played;
pub(crate) use side;
pub(crate) use skill;
