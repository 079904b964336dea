//! The stations of the examples, of which each example gives the lines that matter.

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

/// A station of one skill, of which the lines after its objective are given.
macro_rules! skill {
    ($($line:literal)*) => {
        Example::station(concat!(
            api!(),
            "skills:\n  - name: menu\n    cognitive: {objective: Choose what to eat}\n",
            $("    ", $line, "\n",)*
        ))
    };
}

/// A station of two skills, of which the second's lines after its call are given.
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

/// A station of one skill over an OpenAPI document, of which more lines of its entry and those after the skill's objective
/// are given.
macro_rules! desk {
    ($entry:literal ; $($line:literal)*) => {
        Example::station(concat!(
            "apis:\n  - name: desk\n    openapi: desk.yaml\n", $entry,
            "\nskills:\n  - name: tickets\n    cognitive: {objective: See what people wrote}\n",
            $("    ", $line, "\n",)*
        ))
    };
}

/// A station of one skill, of which the presented fields are given.
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

/// A station of one skill with a billed price, of which the rules of its selection are given, and maybe what stands
/// between `apis` and `skills`. The file of rows stands for a second operation, `book`.
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

/// A station with a catalogue and a skill of a billed price, of which lines are given, and maybe those of other skills.
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

/// A station of two skills, `menu` and `guest`, of which the only playbook is given, and maybe another.
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

/// A station of one skill beside an OpenAPI document, `desk.yaml`, of which what is chosen and filed is given.
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

pub(crate) use {api, chosen, desk, desked, fields, filed, listed, menu, played, side, skill};
