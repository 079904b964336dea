//! The one table of sentences: what each is called, what it may name, and how it is said in each language.

use crate::station::Locale;

macro_rules! sentences {
    ($($variant:ident $name:literal [$($variable:literal)*] en $en:literal fr $fr:literal;)*) => {
        /// Something that the product says, by a name that stays.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Sentence {
            $(#[doc = concat!("`", $name, "`:\n```text\n", $en, "\n```")] $variant,)*
        }

        impl Sentence {
            /// Every sentence, in the table's order.
            pub const ALL: &'static [Sentence] = &[$(Sentence::$variant),*];

            /// The names of all, in the table's order.
            pub const NAMES: &'static [&'static str] = &[$($name),*];

            /// Its name: the key that a station uses to replace it, and the code of its message at a door.
            pub fn name(self) -> &'static str {
                match self { $(Sentence::$variant => $name,)* }
            }

            /// The sentence of this name.
            pub fn named(name: &str) -> Option<Sentence> {
                match name { $($name => Some(Sentence::$variant),)* _ => None }
            }

            /// The variables that its pattern may use, without their `$`.
            pub fn variables(self) -> &'static [&'static str] {
                match self { $(Sentence::$variant => &[$($variable),*],)* }
            }

            /// The pattern that is built in.
            pub fn built_in(self, locale: Locale) -> &'static str {
                match (locale, self) {
                    $((Locale::En, Sentence::$variant) => $en,)*
                    $((Locale::Fr, Sentence::$variant) => $fr,)*
                }
            }
        }
    };
}

sentences! {
    // Calls and parameters.
    SkillUnavailable "skill-unavailable" ["skill"]
        en "The skill “{ $skill }” is not available: what it calls no longer fits this station."
        fr "La compétence «\u{a0}{ $skill }\u{a0}» n’est pas disponible\u{a0}: ce qu’elle appelle ne correspond plus à cette station.";
    ToolUnknown "tool-unknown" ["tool"]
        en "There is no tool “{ $tool }”."
        fr "Il n’y a pas d’outil «\u{a0}{ $tool }\u{a0}».";
    SignInRequired "sign-in-required" ["skill"]
        en "“{ $skill }” is for people who have signed in. Please sign in first."
        fr "«\u{a0}{ $skill }\u{a0}» est réservé aux personnes identifiées. Veuillez d’abord vous identifier.";
    PersonOnly "person-only" ["command"]
        en "Only a person can do “{ $command }”, not a model."
        fr "Seule une personne peut faire «\u{a0}{ $command }\u{a0}», pas un modèle.";
    ParamType "param-type" ["param" "type" "value"]
        en "“{ $param }” takes a value of type { $type }; “{ $value }” is none."
        fr "«\u{a0}{ $param }\u{a0}» attend une valeur de type { $type }\u{a0}; «\u{a0}{ $value }\u{a0}» n’en est pas une.";
    ParamOutside "param-outside" ["param" "value" "limit"]
        en "“{ $param }” cannot be “{ $value }”: { $limit }."
        fr "«\u{a0}{ $param }\u{a0}» ne peut pas être «\u{a0}{ $value }\u{a0}»\u{a0}: { $limit }.";
    ParamSource "param-source" ["param" "sources"]
        en "“{ $param }” can be set by { $sources } only."
        fr "«\u{a0}{ $param }\u{a0}» ne peut être fixé que par { $sources }.";
    ParamRowReference "param-row-reference" ["param" "skills"]
        en "“{ $param }” takes a reference to a row that was shown. Such rows are shown by { $skills }."
        fr "«\u{a0}{ $param }\u{a0}» attend la référence d’une ligne déjà montrée. De telles lignes sont montrées par { $skills }.";
    ParamUnset "param-unset" ["param" "sources"]
        en "“{ $param }” is missing; it can be set by { $sources }."
        fr "Il manque «\u{a0}{ $param }\u{a0}»\u{a0}; cela peut être fixé par { $sources }.";
    PathValue "path-value" ["argument"]
        en "The call was not made: “{ $argument }” cannot be empty, “.” or “..”."
        fr "L’appel n’a pas été fait\u{a0}: «\u{a0}{ $argument }\u{a0}» ne peut être ni vide, ni «\u{a0}.\u{a0}», ni «\u{a0}..\u{a0}».";
    TenantFailed "tenant-failed" ["operation"]
        en "“{ $operation }” failed at the other side. Nothing came back that can be shown."
        fr "«\u{a0}{ $operation }\u{a0}» a échoué de l’autre côté. Rien de ce qui est revenu ne peut être montré.";
    TenantLate "tenant-late" ["operation" "timeout"]
        en "“{ $operation }” did not answer within { $timeout }."
        fr "«\u{a0}{ $operation }\u{a0}» n’a pas répondu en { $timeout }.";
    RowsMissing "rows-missing" ["operation"]
        en "The answer of “{ $operation }” has no rows where they should be."
        fr "La réponse de «\u{a0}{ $operation }\u{a0}» n’a pas de lignes là où elles devraient être.";
    RowsAmbiguous "rows-ambiguous" ["operation" "lists"]
        en "The answer of “{ $operation }” has several lists: { $lists }. The station has to say which of them holds the rows."
        fr "La réponse de «\u{a0}{ $operation }\u{a0}» contient plusieurs listes\u{a0}: { $lists }. La station doit dire laquelle contient les lignes.";
    RowsTooMany "rows-too-many" ["operation" "max"]
        en "The answer of “{ $operation }” has more than { $max } rows."
        fr "La réponse de «\u{a0}{ $operation }\u{a0}» a plus de { $max } lignes.";
    RowsTooLarge "rows-too-large" ["operation"]
        en "The answer of “{ $operation }” is too large."
        fr "La réponse de «\u{a0}{ $operation }\u{a0}» est trop volumineuse.";
    AnswerCut "answer-cut" ["shown" "total"]
        en "Only a part is shown: { $shown } of { $total }."
        fr "Seule une partie est montrée\u{a0}: { $shown } sur { $total }.";
    AnswerBlocked "answer-blocked" ["policy"]
        en "The answer is held back by the rule “{ $policy }”."
        fr "La réponse est retenue par la règle «\u{a0}{ $policy }\u{a0}».";
    GuidanceNone "guidance-none" ["need"]
        en "Nothing here answers “{ $need }”."
        fr "Rien ici ne répond à «\u{a0}{ $need }\u{a0}».";

    // The room.
    RoomUnknown "room-unknown" ["room"]
        en "There is no room “{ $room }”. Open one first."
        fr "Il n’y a pas de salle «\u{a0}{ $room }\u{a0}». Ouvrez-en une d’abord.";
    KeyMissing "key-missing" []
        en "The request has no key of its own; without one it could be carried out twice."
        fr "La requête n’a pas de clé qui lui soit propre\u{a0}; sans elle, elle pourrait être exécutée deux fois.";
    KeyOtherRequest "key-other-request" ["key"]
        en "The key “{ $key }” was used for another request."
        fr "La clé «\u{a0}{ $key }\u{a0}» a déjà servi à une autre requête.";
    KeyInFlight "key-in-flight" ["key"]
        en "The request with the key “{ $key }” is still under way."
        fr "La requête de clé «\u{a0}{ $key }\u{a0}» est encore en cours.";
    SkillUnknown "skill-unknown" ["skill"]
        en "There is no skill “{ $skill }”."
        fr "Il n’y a pas de compétence «\u{a0}{ $skill }\u{a0}».";
    PlaybookUnknown "playbook-unknown" ["playbook"]
        en "There is no playbook “{ $playbook }”."
        fr "Il n’y a pas de parcours «\u{a0}{ $playbook }\u{a0}».";
    PlaybookOpen "playbook-open" ["playbook"]
        en "The playbook “{ $playbook }” is open. Leave it or submit it first."
        fr "Le parcours «\u{a0}{ $playbook }\u{a0}» est ouvert. Quittez-le ou validez-le d’abord.";
    PlaybookClosed "playbook-closed" []
        en "No playbook is open."
        fr "Aucun parcours n’est ouvert.";
    TaskNotYet "task-not-yet" ["task" "after"]
        en "“{ $task }” comes after { $after }."
        fr "«\u{a0}{ $task }\u{a0}» vient après { $after }.";
    TaskRequired "task-required" ["task"]
        en "“{ $task }” is still missing."
        fr "Il manque encore «\u{a0}{ $task }\u{a0}».";

    // The selection.
    UnknownRef "unknown-ref" ["ref" "skill"]
        en "“{ $ref }” was not shown here. Let “{ $skill }” show it first."
        fr "«\u{a0}{ $ref }\u{a0}» n’a pas été montré ici. Faites-le d’abord montrer par «\u{a0}{ $skill }\u{a0}».";
    NoKind "no-kind" ["ref" "skill"]
        en "“{ $ref }” is nothing that “{ $skill }” offers."
        fr "«\u{a0}{ $ref }\u{a0}» n’est rien de ce que «\u{a0}{ $skill }\u{a0}» propose.";
    LineUnknown "line-unknown" ["ref"]
        en "“{ $ref }” is not in the selection."
        fr "«\u{a0}{ $ref }\u{a0}» n’est pas dans la sélection.";
    LineStands "line-stands" ["title" "quantity"]
        en "“{ $title }” is in the selection already ({ $quantity }). Nothing has changed."
        fr "«\u{a0}{ $title }\u{a0}» est déjà dans la sélection ({ $quantity }). Rien n’a changé.";
    LineReplaced "line-replaced" ["old" "new"]
        en "“{ $new }” takes the place of “{ $old }”."
        fr "«\u{a0}{ $new }\u{a0}» prend la place de «\u{a0}{ $old }\u{a0}».";
    MaxItems "max-items" ["max"]
        en "At most { $max } can be chosen here."
        fr "On peut en choisir { $max } au plus.";
    QuantitySmallest "quantity-smallest" ["title" "quantity"]
        en "“{ $title }” was added in the smallest quantity: { $quantity }."
        fr "«\u{a0}{ $title }\u{a0}» a été ajouté dans la plus petite quantité\u{a0}: { $quantity }.";
    QuantityBelowMin "quantity-below-min" ["asked" "min" "above"]
        en "{ $asked } is too few: the minimum is { $min }. The nearest that can be had is { $above }."
        fr "{ $asked } est trop peu\u{a0}: le minimum est { $min }. La quantité possible la plus proche est { $above }.";
    QuantityAboveMax "quantity-above-max" ["asked" "max" "below"]
        en "{ $asked } is too many: the maximum is { $max }. The nearest that can be had is { $below }."
        fr "{ $asked } est trop\u{a0}: le maximum est { $max }. La quantité possible la plus proche est { $below }.";
    QuantityStep "quantity-step" ["asked" "step" "below" "above"]
        en "{ $asked } cannot be had: quantities go in steps of { $step }. { $below ->\n    [none] The nearest is { $above }.\n   *[other] { $above ->\n        [none] The nearest is { $below }.\n       *[other] The nearest are { $below } and { $above }.\n    }\n}"
        fr "{ $asked } n’est pas possible\u{a0}: les quantités vont par pas de { $step }. { $below ->\n    [none] La plus proche est { $above }.\n   *[other] { $above ->\n        [none] La plus proche est { $below }.\n       *[other] Les plus proches sont { $below } et { $above }.\n    }\n}";
    QuantityNotCountable "quantity-not-countable" ["title"]
        en "“{ $title }” is chosen or not: it has no quantity."
        fr "«\u{a0}{ $title }\u{a0}» se choisit ou non\u{a0}: il n’a pas de quantité.";
    UniqueTaken "unique-taken" ["title"]
        en "“{ $title }” is taken by somebody else, or was filed already."
        fr "«\u{a0}{ $title }\u{a0}» est pris par quelqu’un d’autre, ou a déjà été enregistré.";
    UniqueUnset "unique-unset" ["title" "reference"]
        en "“{ $title }” cannot be held: “{ $reference }” is not known yet."
        fr "«\u{a0}{ $title }\u{a0}» ne peut pas être réservé\u{a0}: «\u{a0}{ $reference }\u{a0}» n’est pas encore connu.";
    DependsOnEmpty "depends-on-empty" ["skill" "needed"]
        en "Choose something of “{ $needed }” before “{ $skill }”."
        fr "Choisissez quelque chose de «\u{a0}{ $needed }\u{a0}» avant «\u{a0}{ $skill }\u{a0}».";
    DependsOnLost "depends-on-lost" ["skill" "needed"]
        en "“{ $skill }” cannot be submitted: nothing of “{ $needed }” is chosen any more."
        fr "«\u{a0}{ $skill }\u{a0}» ne peut pas être validé\u{a0}: plus rien de «\u{a0}{ $needed }\u{a0}» n’est choisi.";
    DependsOnCleared "depends-on-cleared" ["skill" "needed"]
        en "“{ $skill }” was cleared, since nothing of “{ $needed }” is chosen any more."
        fr "«\u{a0}{ $skill }\u{a0}» a été vidé, puisque plus rien de «\u{a0}{ $needed }\u{a0}» n’est choisi.";
    LineChanged "line-changed" ["title" "field" "old" "new"]
        en "“{ $title }” has changed: “{ $field }” was “{ $old }” and is now “{ $new }”. Do you still want it?"
        fr "«\u{a0}{ $title }\u{a0}» a changé\u{a0}: «\u{a0}{ $field }\u{a0}» était «\u{a0}{ $old }\u{a0}» et vaut maintenant «\u{a0}{ $new }\u{a0}». Le voulez-vous encore\u{a0}?";
    LineGone "line-gone" ["title"]
        en "“{ $title }” is no longer offered and has left the selection."
        fr "«\u{a0}{ $title }\u{a0}» n’est plus proposé et a quitté la sélection.";
    LineUnpriced "line-unpriced" ["title"]
        en "The price of “{ $title }” is not known."
        fr "Le prix de «\u{a0}{ $title }\u{a0}» n’est pas connu.";

    // Guards and forms.
    GuardRequire "guard-require" ["guard"]
        en "This does not meet the condition “{ $guard }”."
        fr "Ceci ne remplit pas la condition «\u{a0}{ $guard }\u{a0}».";
    GuardCheck "guard-check" ["operation" "reason"]
        en "{ $reason ->\n    [none] The check “{ $operation }” refused.\n   *[other] The check “{ $operation }” refused: { $reason }\n}"
        fr "{ $reason ->\n    [none] La vérification «\u{a0}{ $operation }\u{a0}» a refusé.\n   *[other] La vérification «\u{a0}{ $operation }\u{a0}» a refusé\u{a0}: { $reason }\n}";
    GuardCheckUnclear "guard-check-unclear" ["operation"]
        en "The check “{ $operation }” gave no clear answer, so this does not pass."
        fr "La vérification «\u{a0}{ $operation }\u{a0}» n’a pas répondu clairement\u{a0}; ceci ne passe donc pas.";
    GuardUpdate "guard-update" ["field" "operation"]
        en "The new value of “{ $field }” could not be had from “{ $operation }”; the old one is not kept."
        fr "La nouvelle valeur de «\u{a0}{ $field }\u{a0}» n’a pas pu être obtenue de «\u{a0}{ $operation }\u{a0}»\u{a0}; l’ancienne n’est pas gardée.";
    GuardApproval "guard-approval" ["role"]
        en "This waits for the word of a person of the role “{ $role }”."
        fr "Ceci attend l’accord d’une personne du rôle «\u{a0}{ $role }\u{a0}».";
    GuardPermission "guard-permission" ["profile"]
        en "The profile “{ $profile }” may not do this."
        fr "Le profil «\u{a0}{ $profile }\u{a0}» n’a pas le droit de faire ceci.";
    GuardPolicy "guard-policy" ["policy" "reason"]
        en "{ $reason ->\n    [none] The rule “{ $policy }” does not allow this.\n   *[other] The rule “{ $policy }” does not allow this: { $reason }\n}"
        fr "{ $reason ->\n    [none] La règle «\u{a0}{ $policy }\u{a0}» ne le permet pas.\n   *[other] La règle «\u{a0}{ $policy }\u{a0}» ne le permet pas\u{a0}: { $reason }\n}";
    GuardPolicyUnclear "guard-policy-unclear" ["policy"]
        en "The rule “{ $policy }” could not be decided, so this does not pass."
        fr "La règle «\u{a0}{ $policy }\u{a0}» n’a pas pu être tranchée\u{a0}; ceci ne passe donc pas.";
    GuardBudget "guard-budget" ["left" "max" "currency"]
        en "This is over the budget of { $max } { $currency }: { $left } { $currency } are left."
        fr "Ceci dépasse le budget de { $max } { $currency }\u{a0}: il reste { $left } { $currency }.";
    GuardBudgetUnpriced "guard-budget-unpriced" ["title"]
        en "“{ $title }” has no price, so the budget does not pass."
        fr "«\u{a0}{ $title }\u{a0}» n’a pas de prix\u{a0}; le budget ne passe donc pas.";
    GuardSubmittedBy "guard-submitted-by" ["who"]
        en "This can be submitted by { $who } only."
        fr "Ceci ne peut être validé que par { $who }.";
    FormNeeded "form-needed" ["fields"]
        en "Please answer first: { $fields }."
        fr "Veuillez d’abord répondre\u{a0}: { $fields }.";
    FormOption "form-option" ["field" "value" "options"]
        en "“{ $value }” is no answer to “{ $field }”. It takes one of { $options }."
        fr "«\u{a0}{ $value }\u{a0}» n’est pas une réponse à «\u{a0}{ $field }\u{a0}». Les réponses possibles sont { $options }.";
    FormType "form-type" ["field" "type" "value"]
        en "“{ $field }” takes an answer of type { $type }; “{ $value }” is none."
        fr "«\u{a0}{ $field }\u{a0}» attend une réponse de type { $type }\u{a0}; «\u{a0}{ $value }\u{a0}» n’en est pas une.";
    FormUnknown "form-unknown" ["field"]
        en "Nobody has asked for “{ $field }”."
        fr "Personne n’a demandé «\u{a0}{ $field }\u{a0}».";
    FormAnswered "form-answered" ["field"]
        en "“{ $field }” was answered already; the first answer stands."
        fr "«\u{a0}{ $field }\u{a0}» a déjà une réponse\u{a0}; la première est gardée.";
    FormDeclined "form-declined" []
        en "The question was declined, so nothing was added."
        fr "La question a été refusée\u{a0}; rien n’a donc été ajouté.";
    FormConsent "form-consent" ["field"]
        en "“{ $field }” needs a yes."
        fr "«\u{a0}{ $field }\u{a0}» demande un oui.";
    FormProposal "form-proposal" ["field"]
        en "“{ $field }” is for a person to answer. What was sent is kept as a proposal."
        fr "C’est à une personne de répondre à «\u{a0}{ $field }\u{a0}». Ce qui a été envoyé est gardé comme proposition.";
    FormSecret "form-secret" ["field" "url"]
        en "“{ $field }” is a secret: please enter it at { $url }, never here."
        fr "«\u{a0}{ $field }\u{a0}» est un secret\u{a0}: veuillez le saisir sur { $url }, jamais ici.";
    ApprovalOwn "approval-own" []
        en "Nobody approves what they have asked for themselves."
        fr "Personne n’approuve ce qu’il a demandé lui-même.";
    ApprovalRole "approval-role" ["role"]
        en "This takes a person of the role “{ $role }”."
        fr "Ceci demande une personne du rôle «\u{a0}{ $role }\u{a0}».";
    ApprovalWithdrawn "approval-withdrawn" []
        en "What was approved has changed since, so the approval no longer holds."
        fr "Ce qui a été approuvé a changé depuis\u{a0}; l’accord ne tient donc plus.";
    ApprovalDenied "approval-denied" ["role"]
        en "A person of the role “{ $role }” said no."
        fr "Une personne du rôle «\u{a0}{ $role }\u{a0}» a dit non.";
    PendingExpired "pending-expired" []
        en "This waited too long and has expired. What it held is free again."
        fr "Ceci a attendu trop longtemps et a expiré. Ce qui était retenu est de nouveau libre.";

    // Submitting.
    SubmitEmpty "submit-empty" []
        en "Nothing is chosen, so there is nothing to submit."
        fr "Rien n’est choisi\u{a0}; il n’y a donc rien à valider.";
    SubmitPending "submit-pending" ["title"]
        en "“{ $title }” still waits for an approval."
        fr "«\u{a0}{ $title }\u{a0}» attend encore un accord.";
    SubmitField "submit-field" ["title" "field"]
        en "“{ $title }” still needs “{ $field }”."
        fr "Il manque encore «\u{a0}{ $field }\u{a0}» pour «\u{a0}{ $title }\u{a0}».";
    SubmitNoCall "submit-no-call" ["title"]
        en "No call files “{ $title }”, so this cannot be submitted."
        fr "Aucun appel n’enregistre «\u{a0}{ $title }\u{a0}»\u{a0}; ceci ne peut donc pas être validé.";
    SubmitFrozen "submit-frozen" ["action"]
        en "The action “{ $action }” is in doubt; until that is settled the selection cannot change."
        fr "L’action «\u{a0}{ $action }\u{a0}» est incertaine\u{a0}; tant que ce n’est pas réglé, la sélection ne peut pas changer.";
    SubmitUnderWay "submit-under-way" ["action"]
        en "The action “{ $action }” is under way."
        fr "L’action «\u{a0}{ $action }\u{a0}» est en cours.";
    SubmitDone "submit-done" ["action"]
        en "The action “{ $action }” is done."
        fr "L’action «\u{a0}{ $action }\u{a0}» est faite.";
    ActionUnknown "action-unknown" ["action"]
        en "There is no action “{ $action }”."
        fr "Il n’y a pas d’action «\u{a0}{ $action }\u{a0}».";
    CancelTooLate "cancel-too-late" ["action"]
        en "The action “{ $action }” can no longer be cancelled."
        fr "L’action «\u{a0}{ $action }\u{a0}» ne peut plus être annulée.";
    CallHeld "call-held" ["call" "needs"]
        en "“{ $call }” waits: it needs { $needs }."
        fr "«\u{a0}{ $call }\u{a0}» attend\u{a0}: il lui faut { $needs }.";
    CallArgumentMissing "call-argument-missing" ["call" "argument"]
        en "“{ $call }” was not made: “{ $argument }” is not known."
        fr "«\u{a0}{ $call }\u{a0}» n’a pas été fait\u{a0}: «\u{a0}{ $argument }\u{a0}» n’est pas connu.";
    CallArgumentUnreadable "call-argument-unreadable" ["call" "argument"]
        en "“{ $call }” was not made: “{ $argument }” cannot be read."
        fr "«\u{a0}{ $call }\u{a0}» n’a pas été fait\u{a0}: «\u{a0}{ $argument }\u{a0}» n’est pas lisible.";
    CallArgumentForm "call-argument-form" ["call" "argument" "value"]
        en "“{ $call }” was not made: “{ $argument }” takes a whole number, and “{ $value }” is none."
        fr "«\u{a0}{ $call }\u{a0}» n’a pas été fait\u{a0}: «\u{a0}{ $argument }\u{a0}» attend un nombre entier, et «\u{a0}{ $value }\u{a0}» n’en est pas un.";
    CallFailed "call-failed" ["call"]
        en "“{ $call }” failed; nothing came of it."
        fr "«\u{a0}{ $call }\u{a0}» a échoué\u{a0}; il n’en est rien resté.";
    CallInDoubt "call-in-doubt" ["call"]
        en "Nobody knows yet whether “{ $call }” was carried out. It is being looked into."
        fr "On ne sait pas encore si «\u{a0}{ $call }\u{a0}» a été exécuté. On le vérifie.";
    CallUnconfirmed "call-unconfirmed" ["call" "missing"]
        en "“{ $call }” was made, but the answer lacks { $missing }."
        fr "«\u{a0}{ $call }\u{a0}» a été fait, mais il manque { $missing } à la réponse.";
    SettleRole "settle-role" []
        en "Only a person of the role “operator” settles what is in doubt."
        fr "Seule une personne du rôle «\u{a0}operator\u{a0}» tranche ce qui est incertain.";
    SettleSettled "settle-settled" ["action"]
        en "The action “{ $action }” is not in doubt."
        fr "L’action «\u{a0}{ $action }\u{a0}» n’est pas incertaine.";
}
