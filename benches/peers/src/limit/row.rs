//! A plain struct with owned texts, and conditions written in Rust.

use benches::menu::Dish;

/// A row as a Rust programmer would declare it.
pub struct Plate {
    pub name: String,
    pub r#type: String,
    pub category: String,
    pub price: Option<f64>,
    pub stock: Option<i64>,
    pub active: bool,
    pub amount: f64,
    pub invoice_total: f64,
}

fn money(hundredths: u32) -> f64 {
    f64::from(hundredths) / 100.0
}

impl From<Dish> for Plate {
    fn from(dish: Dish) -> Plate {
        Plate {
            name: dish.name,
            r#type: dish.r#type.to_owned(),
            category: dish.category,
            price: dish.price.map(money),
            stock: dish.stock.map(i64::from),
            active: dish.active,
            amount: money(dish.amount),
            invoice_total: money(dish.invoice_total),
        }
    }
}

impl Plate {
    pub fn c1(&self) -> bool {
        self.category == "149"
    }

    pub fn c2(&self) -> bool {
        self.category == "149" && self.price.is_some_and(|price| price > 0.0)
    }

    pub fn c3(&self) -> bool {
        self.amount < self.invoice_total
    }

    pub fn c4(&self) -> bool {
        (self.r#type == "delivery" || self.r#type == "pickup")
            && self.active
            && self.price.is_some_and(|price| (5.5..60.0).contains(&price))
            && !(self.category == "120" || self.category == "121" || self.category == "122")
    }

    /// The number of its kind among those of `C5`, from 1; 0 if it has none.
    pub fn c5(&self) -> u64 {
        let at = match self.category.as_str() {
            "100" => 0,
            "101" => 1,
            "102" => 2,
            "103" => 3,
            "104" => 4,
            "105" => 5,
            "106" => 6,
            "107" => 7,
            "108" => 8,
            "109" => 9,
            "110" => 10,
            "111" => 11,
            "112" => 12,
            "113" => 13,
            "114" => 14,
            "115" => 15,
            "116" => 16,
            "117" => 17,
            "118" => 18,
            "119" => 19,
            _ => return 0,
        };
        let over = self.price.is_some_and(|price| price > f64::from(10 + 2 * at));
        if over { 1 + u64::from(at as u8) } else { 0 }
    }
}

/// `C5` or `C6` as a sequence of `if`s.
pub struct Ifs(Vec<(String, f64, f64)>);

impl Ifs {
    /// Kinds by their category and their price bounds: above the first, not above the second.
    pub fn new(kinds: impl Iterator<Item = (u32, u32, u32)>) -> Ifs {
        let kind = |(category, low, high): (u32, u32, u32)| {
            (category.to_string(), f64::from(low), f64::from(high))
        };
        Ifs(kinds.map(kind).collect())
    }

    pub fn of(&self, plate: &Plate) -> u64 {
        let (mut found, mut last) = (0, 0);
        for (at, (category, low, high)) in (1..).zip(&self.0) {
            if plate.category == *category
                && plate.price.is_some_and(|price| price > *low && price <= *high)
            {
                found += 1;
                last = at;
            }
        }
        if found == 1 { last } else { 0 }
    }
}
