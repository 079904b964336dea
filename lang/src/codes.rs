//! The codes.

macro_rules! codes {
    ($($variant:ident $name:literal;)*) => {
        /// A code.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Code { $(#[doc = $name] $variant,)* }
        impl Code {
            /// Its name.
            pub fn as_str(self) -> &'static str { match self { $(Code::$variant => $name,)* } }
            /// How much it weighs.
            pub fn severity(self) -> crate::diagnostic::Severity { crate::diagnostic::Severity::Refused }
        }
    };
}

codes! {
    ConditionSyntax "condition/syntax";
    ConditionTooManyAtoms "condition/too-many-atoms";
    ConditionTooManyMembers "condition/too-many-members";
    ConditionRegex "condition/regex";
    ConditionRegexSize "condition/regex-size";
    ConditionRootUnknown "condition/root-unknown";
    ConditionRootNotHere "condition/root-not-here";
    ConditionFieldUnknown "condition/field-unknown";
    ConditionItemQuantity "condition/item-quantity";
    ConditionLiteralType "condition/literal-type";
    ConditionTypeMismatch "condition/type-mismatch";
    ConditionOrderOnText "condition/order-on-text";
    ConditionOrderOnBoolean "condition/order-on-boolean";
    ConditionOperandType "condition/operand-type";
    ConditionNotACondition "condition/not-a-condition";
    ConditionDatetimeLiteral "condition/datetime-literal";
    ConditionLiteralForm "condition/literal-form";
    ConditionListEmpty "condition/list-empty";
    ConditionListMixed "condition/list-mixed";
    ConditionConstant "condition/constant";
}
