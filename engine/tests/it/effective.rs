//! The effective lists: a kind's guards, followed by the profile's.

use engine::station::{ProfileId, Rule, Station, Subject};

const STATION: &str = r#"
profiles:
  customer: {grants: "*"}
  student: {grants: "*"}
  baker: {grants: "*", roles: [chef, clerk]}
auth: {default: customer}
apis: [{name: shop, rows: {getMenu: menu.json}}]
skills:
  - name: menu
    cognitive: {objective: Choose what to eat}
    params: {table: {type: integer, default: 1, set_by: [person]}}
    invoke: {method: getMenu, guards: [require: "$params.table > 0"]}
    kinds:
      bread: {when: "$fields.category == 'bread'"}
      cake: {when: "$fields.category == 'cake'", select: {quantity: {min: 2}}}
      tart: {when: "$fields.category == 'tart'", select: {guards: []}}
    present: {fields: {category: {type: text}, stock: {type: integer}}}
    select:
      guards:
        - {name: stocked, require: "$item.fields.stock > 0"}
        - {name: few, approval: {role: chef}, when: "$item.fields.stock < 3"}
        - {name: near, form: {guests: {type: integer}}}
    per_profile:
      student:
        select:
          quantity: {max: 4}
          guards:
            - {name: always, approval: {role: chef}}
            - {name: other, approval: {role: clerk}}
            - {name: small, require: "$item.fields.stock is null or $item.fields.stock < 8"}
        invoke: {guards: [{name: open, require: "$now > '2026-01-01'"}]}
"#;

#[track_caller]
fn station() -> Station {
    let loaded = crate::load_station(&crate::station(STATION));
    assert!(loaded.findings.iter().all(|f| f.severity != lang::Severity::Refused));
    loaded.station.unwrap()
}

/// The lists of a station: subject, profiles, number of quantity rules, and guards.
fn lists(station: &Station) -> Vec<String> {
    let list = |list: engine::station::Effective<'_>| {
        let subject = match &list.subject {
            Subject::Call => "call".to_owned(),
            Subject::Lines(kinds) => {
                kinds.iter().map(|kind| kind.name.as_str()).collect::<Vec<_>>().join("+")
            }
        };
        let guards = list.guards.iter().map(|due| {
            let names: Vec<_> =
                due.guards.iter().map(|guard| guard.name.as_deref().unwrap_or("unnamed")).collect();
            names.join("|")
        });
        let guards: Vec<_> = guards.collect();
        let profiles: Vec<_> = list.profiles.iter().map(|id| id.index()).collect();
        format!("{subject} {profiles:?} {} {}", list.quantities.len(), guards.join(" "))
    };
    station.effective().map(list).collect()
}

#[test]
fn a_profile_adds_behind_each_kind_and_approvals_of_one_role_are_one() {
    assert_eq!(
        lists(&station()),
        [
            "call [0, 2] 0 unnamed",
            "call [1] 0 unnamed open",
            "bread [0, 2] 0 stocked near few",
            "bread [1] 1 stocked near small few|always other",
            "cake [0, 2] 1 stocked near few",
            "cake [1] 2 stocked near small few|always other",
            "tart [1] 1 small always other",
        ]
    );
}

#[test]
fn a_kind_and_a_profile_are_asked_one_by_one() {
    let station = station();
    let menu = station.skill("menu").unwrap();
    let profiles: Vec<_> = ProfileId::enumerate(station.profiles()).map(|(id, _)| id).collect();
    let (first, second) = (profiles[0], profiles[1]);
    let tart = &menu.kinds()[2];
    assert!(menu.guards(tart, first).is_empty());
    assert!(matches!(menu.guards(tart, second)[1].guards[0].rule, Rule::Approval(_)));
    assert_eq!(menu.call_guards(second).len(), 2);
    assert_eq!(menu.quantities(tart, second).len(), 1);
}
