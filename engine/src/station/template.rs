//! The template of a link: an address with places for one value.

use std::ops::Range;

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};

/// What a value keeps: it stays one segment of a path, whatever it holds.
const SEGMENT: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~');

const VALUE: &str = "{value}";
const TENANT: &str = "{tenant_url}";

/// An address with `{value}` in it once or more, that begins with `{tenant_url}` or `http(s)://`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Template {
    base: Base,
    /// The texts between the values: one more than there are values.
    parts: Vec<String>,
}

/// What the address begins with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Base {
    /// The tenant's address.
    Tenant,
    /// An address that the template itself says.
    Own,
}

/// Why a text is not a template.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TemplateFault {
    /// It has no `{value}`.
    Value,
    /// A mark other than `{value}`, or a `{tenant_url}` that is not at the start; with its bytes.
    Mark(Range<usize>),
    /// It begins with neither `{tenant_url}` nor `http(s)://`.
    Start,
    /// The host is not complete before the first value, so that a value could choose the host.
    Host,
}

impl Template {
    /// Parses a template. Every fault is reported, except that a missing `{value}` is not reported next to a
    /// misspelled one.
    pub fn parse(text: &str) -> Result<Template, Vec<TemplateFault>> {
        let base = if text.starts_with(TENANT) { Base::Tenant } else { Base::Own };
        let mut faults = Vec::new();
        let mut parts = vec![String::new()];
        let mut at = if base == Base::Tenant { TENANT.len() } else { 0 };
        while let Some(rest) = text.get(at..).filter(|rest| !rest.is_empty()) {
            if rest.starts_with(VALUE) {
                parts.push(String::new());
                at += VALUE.len();
                continue;
            }
            let length = match rest.chars().next() {
                Some('{') => rest.find('}').map_or(rest.len(), |end| end + 1),
                Some('}') => 1,
                Some(c) => {
                    if let Some(part) = parts.last_mut() {
                        part.push(c);
                    }
                    at += c.len_utf8();
                    continue;
                }
                None => break,
            };
            faults.push(TemplateFault::Mark(at..at + length));
            at += length;
        }
        let marked = faults
            .contains(&TemplateFault::Mark(0..text.find('}').map_or(text.len(), |end| end + 1)));
        let own = text.split_once("://").map(|(_, host)| host);
        if base == Base::Own
            && !is_absolute(text)
            && !marked
            && own.is_none_or(|host| !host.starts_with(VALUE))
        {
            faults.push(TemplateFault::Start);
        } else if parts.len() > 1 && !ends_host(base, parts.first().map_or("", String::as_str)) {
            faults.push(TemplateFault::Host);
        }
        let meant = |fault: &TemplateFault| matches!(fault, TemplateFault::Mark(span) if text.get(span.clone()).is_some_and(|mark| mark.starts_with("{v")));
        if parts.len() == 1 && !faults.iter().any(meant) {
            faults.push(TemplateFault::Value);
        }
        if faults.is_empty() { Ok(Template { base, parts }) } else { Err(faults) }
    }

    /// What the address begins with.
    pub fn base(&self) -> Base {
        self.base
    }

    /// The address with a value in it.
    ///
    /// There is none for a value that is empty, `.` or `..`, and none where the template needs the tenant's address
    /// and there is none.
    pub fn link(&self, value: &str, tenant_url: Option<&str>) -> Option<String> {
        if matches!(value, "" | "." | "..") {
            return None;
        }
        let mut link = match self.base {
            Base::Tenant => tenant_url?.to_owned(),
            Base::Own => String::new(),
        };
        for (number, part) in self.parts.iter().enumerate() {
            if number > 0 {
                link.extend(utf8_percent_encode(value, SEGMENT));
            }
            link.push_str(part);
        }
        Some(link)
    }
}

/// Whether the host is complete before the first value.
fn ends_host(base: Base, before: &str) -> bool {
    let ends = ['/', '?', '#'];
    match base {
        Base::Tenant => before.starts_with(ends),
        Base::Own => before.split_once("://").is_none_or(|(_, host)| host.contains(ends)),
    }
}

/// Whether a text is an absolute http or https address, by its beginning.
pub(crate) fn is_absolute(text: &str) -> bool {
    let scheme_end = text.find("://");
    let scheme = scheme_end.and_then(|end| text.get(..end)).unwrap_or_default();
    let host = scheme_end.and_then(|end| text.get(end + 3..)).unwrap_or_default();
    let named = scheme.eq_ignore_ascii_case("http") || scheme.eq_ignore_ascii_case("https");
    let clean = !text.chars().any(|c| c.is_whitespace() || c.is_control());
    named && clean && !host.is_empty() && !host.starts_with(['/', '?', '#'])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(template: &str, value: &str, link: Option<&str>) {
        let template = Template::parse(template).unwrap();
        assert_eq!(template.link(value, Some("https://t.example")).as_deref(), link);
    }

    #[track_caller]
    fn refused(template: &str, faults: &[TemplateFault]) {
        assert_eq!(Template::parse(template).unwrap_err(), faults, "{template}");
    }

    #[test]
    fn a_value_is_one_segment() {
        let shop = "https://shop.example/p/{value}";
        check(shop, "AC/DC", Some("https://shop.example/p/AC%2FDC"));
        check(shop, "50% off? #1", Some("https://shop.example/p/50%25%20off%3F%20%231"));
        check(shop, "🍕 Zoë", Some("https://shop.example/p/%F0%9F%8D%95%20Zo%C3%AB"));
        check(shop, "a-b_c.d~e", Some("https://shop.example/p/a-b_c.d~e"));
        check(shop, "it's", Some("https://shop.example/p/it%27s"));
        check("{tenant_url}?q={value}", "a&b", Some("https://t.example?q=a%26b"));
        check("https://t.example?q={value}", "a", Some("https://t.example?q=a"));
        check(shop, "..", None);
        check(shop, ".", None);
        check(shop, "", None);
        check(shop, "...", Some("https://shop.example/p/..."));
    }

    #[test]
    fn a_template_may_begin_with_the_tenant() {
        check("{tenant_url}/p/{value}?r={value}", "x", Some("https://t.example/p/x?r=x"));
        let template = Template::parse("{tenant_url}/{value}").unwrap();
        assert_eq!(template.link("x", None), None);
    }

    #[test]
    fn faults_are_told_together() {
        refused("/p/{value}", &[TemplateFault::Start]);
        refused("https://a.example/p", &[TemplateFault::Value]);
        refused("{lang}/{value}", &[TemplateFault::Mark(0..6)]);
        refused("https://a.example/{tenant_url}/{value}", &[TemplateFault::Mark(18..30)]);
        refused("{tenant_url}{tenant_url}/{value}", &[TemplateFault::Mark(12..24)]);
        refused("p/{x", &[TemplateFault::Mark(2..4), TemplateFault::Start, TemplateFault::Value]);
        refused("https://a.example/{value", &[TemplateFault::Mark(18..24)]);
        refused("javascript:{value}", &[TemplateFault::Start]);
    }

    #[test]
    fn a_value_chooses_no_host() {
        for host in [
            "{tenant_url}{value}",
            "{tenant_url}.{value}/p",
            "https://{value}",
            "https://a{value}/p",
        ] {
            refused(host, &[TemplateFault::Host]);
        }
        refused("{value}", &[TemplateFault::Start]);
        refused("{value}/p", &[TemplateFault::Start]);
    }

    #[test]
    fn an_address_is_absolute() {
        for text in ["http://a", "https://a.example/x?y#z", "HTTPS://a"] {
            assert!(is_absolute(text), "{text}");
        }
        for text in [
            "//a/b",
            "/a",
            "a",
            "https:/a",
            "https://",
            "https:///a",
            "data:x",
            "ftp://a",
            " https://a",
            "https://a b",
        ] {
            assert!(!is_absolute(text), "{text}");
        }
    }
}
