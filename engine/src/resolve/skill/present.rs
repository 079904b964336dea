//! Resolves the fields that are kept of a row.

use std::collections::HashMap;
use std::ops::Range;

use vm::Type;

use crate::raw::keys::Given;
use crate::raw::{RawField, RawPresent, RawSkill, Spanned, name};
use crate::report::codes;
use crate::report::finding::{Remark, Report};
use crate::resolve::field::{class, path, type_named};
use crate::resolve::scope::condition::Refused;
use crate::station::template::{Template, TemplateFault};
use crate::station::{Class, Field, Present, Role};
use crate::text::file::{Place, quote};
use crate::text::words::listed;
use crate::text::yaml::Places;

/// The default paths of a row's reference.
const REFERENCES: &[&str] = &["id", "code", "slug"];

/// Names that other systems use for a reference.
const FORBIDDEN: &[&str] = &["code", "slug", "id"];

/// The presented fields while their skill is resolved.
#[derive(Debug, Default)]
pub(crate) struct Fields {
    pub(crate) present: Present,
    /// The refused names; a condition that reads one is not refused for it.
    pub(crate) refused: Refused,
    /// The place of the first price.
    pub(crate) first_price: Option<Place>,
    /// The place of the link's template.
    pub(crate) template_place: Option<Place>,
    names: HashMap<String, Place>,
    roles: HashMap<Role, Place>,
}

pub(crate) fn resolve(raw: &RawSkill<'_>, report: &mut Report) -> Fields {
    let mut fields = Fields::default();
    match &raw.present {
        Given::Value(present) => fields.take(present, report),
        Given::Refused => fields.refused = Refused::All,
        Given::Absent => {}
    }
    if fields.present.reference.is_empty() {
        fields.present.reference = REFERENCES.iter().map(|&name| name.to_owned()).collect();
    }
    fields
}

impl Fields {
    fn take(&mut self, raw: &RawPresent<'_>, report: &mut Report) {
        match &raw.fields {
            Given::Value(fields) => {
                for field in fields {
                    if report.is_full() {
                        self.refused = Refused::All;
                        break;
                    }
                    self.field(field, report);
                }
            }
            Given::Refused => self.refused = Refused::All,
            Given::Absent => {}
        }
        if let Given::Value(reference) = &raw.reference {
            self.present.reference.extend(path(reference, codes::PRESENT_PATH, report));
        }
    }

    fn field(&mut self, raw: &RawField<'_>, report: &mut Report) {
        let name = self.name(raw, report);
        let ty = self.ty(raw, report);
        let role = self.role(raw, ty, report);
        self.reserved(raw, ty, role, report);
        let from = match &raw.from {
            Given::Absent => Some(raw.name.text.to_owned()),
            Given::Refused => None,
            Given::Value(word) => path(word, codes::PRESENT_PATH, report),
        };
        let class = class(&raw.class, Class::Public, report);
        let number = self.present.fields.len();
        self.template(raw, role, report);
        self.cadence(raw, role, report);
        let (Some(name), Some(ty), Some(from), Some(class)) = (name, ty, from, class) else {
            self.refused.add(raw.name.text);
            return;
        };
        if ty == Type::Image && self.present.image.is_none() {
            self.present.image = Some(number);
        }
        match role {
            Named::Role(Role::Title) => self.present.title = Some(number),
            Named::Role(Role::Billed) => self.present.billed = Some(number),
            Named::Role(Role::Headline) => self.present.headline = Some(number),
            Named::Role(Role::Link) => self.present.link = Some(number),
            Named::None | Named::Refused => {}
        }
        self.present.fields.push(Field { name, from, ty, class });
    }

    fn name(&mut self, raw: &RawField<'_>, report: &mut Report) -> Option<String> {
        let (text, place) = (raw.name.text, raw.name.place);
        if FORBIDDEN.contains(&text) {
            let message = format!("{} is no name for a field: a reference goes by it", quote(text));
            report.add(
                Remark::new(codes::PRESENT_FORBIDDEN_NAME, place, message)
                    .help(format!("choose another name, with `from: {text}`")),
            );
            return None;
        }
        let name = name::checked(&raw.name, "a field", report)?;
        if let Some(&first) = self.names.get(&name) {
            let message =
                format!("{} is declared twice: names are compared in one spelling", quote(text));
            let remark = Remark::new(codes::YAML_DUPLICATE_KEY, place, message);
            report.add(remark.help("rename one").also(first, "the first stands here"));
            return None;
        }
        self.names.insert(name.clone(), place);
        Some(name)
    }

    fn ty(&mut self, raw: &RawField<'_>, report: &mut Report) -> Option<Type> {
        let word = match &raw.ty {
            Given::Value(word) => word,
            Given::Refused => return None,
            Given::Absent => {
                let form = "one of the types, such as `text`";
                crate::raw::missing(raw.name.place, "type", form, report);
                return None;
            }
        };
        let ty = type_named(word, codes::PRESENT_TYPE, report)?;
        if ty == Type::Price && self.first_price.is_none() {
            self.first_price = Some(word.place);
        }
        Some(ty)
    }

    fn role(&mut self, raw: &RawField<'_>, ty: Option<Type>, report: &mut Report) -> Named {
        let word = match &raw.role {
            Given::Value(word) => word,
            Given::Absent => return Named::None,
            Given::Refused => return Named::Refused,
        };
        let Some(role) = Role::named(word.text) else {
            let names = || Role::WORDS.iter().copied();
            let message = format!("{} is no role", quote(word.text));
            let remark = Remark::new(codes::PRESENT_ROLE, word.place, message);
            report.add(
                remark.near(word.text, names(), || format!("the roles are {}", listed(names()))),
            );
            return Named::Refused;
        };
        if let Some(ty) = ty.filter(|ty| !role.types().contains(ty)) {
            let message =
                format!("{} is no role for a field of type `{}`", quote(word.text), ty.name());
            let types = listed(role.types().iter().map(|ty| ty.name()));
            report.add(
                Remark::new(codes::PRESENT_ROLE_TYPE, word.place, message)
                    .help(format!("a field of this role is of type {types}")),
            );
            return Named::Refused;
        }
        if let Some(&first) = self.roles.get(&role) {
            let message = format!("two fields have the role {}", quote(word.text));
            let remark = Remark::new(codes::PRESENT_ROLE_DUPLICATE, word.place, message);
            report.add(remark.help("delete one").also(first, "the first stands here"));
            return Named::Refused;
        }
        self.roles.insert(role, word.place);
        Named::Role(role)
    }

    /// Refuses a field that has one of the three reserved names without the matching role or type.
    fn reserved(&self, raw: &RawField<'_>, ty: Option<Type>, role: Named, report: &mut Report) {
        let (is_right, what, help) = match raw.name.text {
            "name" => (role == Named::Role(Role::Title), "the title", "`role: title`"),
            "price" => (role == Named::Role(Role::Billed), "the billed price", "`role: billed`"),
            "image_url" => {
                let first = ty == Some(Type::Image) && self.present.image.is_none();
                (first, "the first image", "`type: image` on it, before every other image")
            }
            _ => return,
        };
        if is_right || role == Named::Refused || ty.is_none() {
            return;
        }
        let message = format!("`{}` is reserved for {what}", raw.name.text);
        let remark = Remark::new(codes::PRESENT_RESERVED_NAME, raw.name.place, message);
        report.add(remark.help(format!("write {help}, or choose another name")));
    }

    fn template(&mut self, raw: &RawField<'_>, role: Named, report: &mut Report) {
        let Given::Value(word) = &raw.template else { return };
        if role != Named::Role(Role::Link) {
            if role == Named::None {
                let message = "a template on a field that is not the link";
                let remark = Remark::new(codes::PRESENT_TEMPLATE_NOT_LINK, word.place, message);
                report.add(remark.help("write `role: link`, or delete it"));
            }
            return;
        }
        match Template::parse(word.text) {
            Ok(template) => {
                self.present.template = Some(template);
                self.template_place = Some(word.place);
            }
            Err(faults) => {
                for fault in faults {
                    report.add(template_fault(word, fault));
                }
            }
        }
    }

    fn cadence(&mut self, raw: &RawField<'_>, role: Named, report: &mut Report) {
        let billed = Named::Role(Role::Billed);
        if let Some(place) = raw
            .cadence_key
            .filter(|_| role == Named::None || matches!(role, Named::Role(_)) && role != billed)
        {
            let message = "`cadence` on a field that is not the billed price";
            let remark = Remark::new(codes::KEY_UNKNOWN, place, message);
            report.add(remark.help("write `role: billed`, or delete it"));
        }
        let found = match &raw.cadence {
            Given::Value(word) => path(word, codes::PRESENT_PATH, report),
            Given::Absent => Some("cadence".to_owned()),
            Given::Refused => None,
        };
        if role == billed {
            self.present.cadence = found;
        }
    }
}

/// The role of a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Named {
    Role(Role),
    None,
    Refused,
}

fn template_fault(word: &Spanned<'_>, fault: TemplateFault) -> Remark {
    match fault {
        TemplateFault::Value => {
            Remark::new(codes::PRESENT_TEMPLATE_VALUE, word.place, "the template has no `{value}`")
                .help("write `{value}` where the field's value goes")
        }
        TemplateFault::Start => {
            let message = "the template begins with neither `{tenant_url}` nor `http(s)://`";
            let near = format!("{{tenant_url}}/{}", word.text.trim_start_matches('/'));
            Remark::new(codes::PRESENT_TEMPLATE_START, word.place, message)
                .help(format!("write {}", quote(&near)))
        }
        TemplateFault::Host => {
            let message =
                "the host must end before the first `{value}`, or a value could choose it";
            Remark::new(codes::PRESENT_TEMPLATE_START, word.place, message)
                .help("write a `/` before `{value}`")
        }
        TemplateFault::Mark(span) => {
            let mark = word.text.get(span.clone()).unwrap_or_default();
            let message = format!("{} may not stand here", quote(mark));
            Remark::new(codes::PRESENT_TEMPLATE_MARK, within(word, &span), message)
                .help("there are `{value}`, and `{tenant_url}` once at the start")
        }
    }
}

/// The place of a part of a text in the file.
fn within(word: &Spanned<'_>, span: &Range<usize>) -> Place {
    let Some((text, style)) = word.view.scalar() else { return word.place };
    let file = word.view.file;
    let places = Places::new(text, style, file.source.text(), word.place.start..word.place.end);
    file.place(places.range(span))
}
