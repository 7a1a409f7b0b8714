package audit

import (
	"slices"
	"strings"
)

// Kind is what happened.
type Kind string

// The kinds. A new one is a line here and in the table below; its sentence on the page stands in src/texts/audit.ts.
const (
	SignedIn                Kind = "signed-in"
	SignInFailed            Kind = "sign-in-failed"
	SignedOut               Kind = "signed-out"
	SessionsEnded           Kind = "sessions-ended"
	PasswordConfirmed       Kind = "password-confirmed"
	PasswordChanged         Kind = "password-changed"
	PasswordLinkAsked       Kind = "password-link-asked"
	PasswordLinkUsed        Kind = "password-link-used"
	FactorAdded             Kind = "second-factor-added"
	FactorRemoved           Kind = "second-factor-removed"
	RecoveryRenewed         Kind = "recovery-codes-renewed"
	PasskeyAdded            Kind = "passkey-added"
	PasskeyRemoved          Kind = "passkey-removed"
	PasskeyCopied           Kind = "passkey-copied"
	WelcomeSent             Kind = "welcome-sent"
	ProgramPasswordCreated  Kind = "application-password-created"
	ProgramPasswordsRevoked Kind = "application-passwords-revoked"
	ProgramPasswordRefused  Kind = "application-password-refused"
	UserCreated             Kind = "user-created"
	UserDeleted             Kind = "user-deleted"
	UserBlocked             Kind = "user-blocked"
	UserUnblocked           Kind = "user-unblocked"
	UserLinked              Kind = "user-linked"
	EmailChanged            Kind = "email-changed" // of a user
	RolesChanged            Kind = "roles-changed"
	ScopeChanged            Kind = "scope-changed"
	MatrixChanged           Kind = "matrix-changed"
	FunctionsChanged        Kind = "functions-changed"
	SettingsChanged         Kind = "settings-changed"
	ShareGiven              Kind = "share-given"
	ShareTaken              Kind = "share-taken"
	VisibilityChanged       Kind = "visibility-changed"
	AuthorChanged           Kind = "author-changed" // of a record
	WorkspaceCreated        Kind = "workspace-created"
	WorkspaceChanged        Kind = "workspace-changed"
	WorkspaceDeleted        Kind = "workspace-deleted"
	MemberAdded             Kind = "member-added"
	MemberChanged           Kind = "member-changed"
	MemberRemoved           Kind = "member-removed"
	InviteSent              Kind = "invite-sent"
	InviteRevoked           Kind = "invite-revoked"
	InviteAccepted          Kind = "invite-accepted"
	TermCreated             Kind = "term-created" // a label or a type of relations
	TermChanged             Kind = "term-changed"
	RecordVouched           Kind = "record-vouched"
	FinancialBlockChanged   Kind = "financial-block-changed"
	FeeExclusionChanged     Kind = "fee-exclusion-changed"
	FeesExported            Kind = "fees-exported"
	CaseFiled               Kind = "case-filed"
	CaseChanged             Kind = "case-changed"
	CaseRemoved             Kind = "case-removed"
	CasesExported           Kind = "cases-exported"
	CertificatesAsked       Kind = "vog-asked" // by mail
	CertificatesReminded    Kind = "vog-reminded"
	CertificatesSubmitted   Kind = "vog-submitted" // to the screening authority
	ShiftsPlanned           Kind = "shifts-planned"
	ShiftChanged            Kind = "shift-changed"
	ShiftRemoved            Kind = "shift-removed"
	ShiftAssigned           Kind = "shift-assigned" // somebody, by themselves or by another one
	ShiftLeft               Kind = "shift-left"
	FeedbackMoved           Kind = "feedback-moved" // to another status
	FeedbackRemoved         Kind = "feedback-removed"
	RecordRemoved           Kind = "record-removed"
	RecordRestored          Kind = "record-restored"
	PeopleDestroyed         Kind = "people-destroyed"
	ErasurePlanned          Kind = "erasure-planned"
	ErasureWithdrawn        Kind = "erasure-withdrawn"
	PersonErased            Kind = "person-erased"
	LeaversProposed         Kind = "leavers-proposed" // of whose data goes by the rules about who left
	LeaversStopped          Kind = "leavers-stopped"
	LeaverCleared           Kind = "leaver-cleared"
	LeaverKept              Kind = "leaver-kept" // with all that is known
	LeaverNotKept           Kind = "leaver-not-kept"
	PeopleChanged           Kind = "people-changed"
	ChangeTakenBack         Kind = "change-taken-back"
	PeopleExported          Kind = "people-exported"
	AddressesListed         Kind = "addresses-listed"
	MessageSent             Kind = "message-sent"
	MessageStopped          Kind = "message-stopped" // for its author was kept out
	MailSentAnew            Kind = "mail-sent-anew"
	SuppressionLifted       Kind = "suppression-lifted"
	InvoiceCreated          Kind = "invoice-created"
	InvoiceChanged          Kind = "invoice-changed"
	InvoiceStatusSet        Kind = "invoice-status-set"
	InvoiceDeleted          Kind = "invoice-deleted"
	InvoiceCredited         Kind = "invoice-credited"
	InvoiceMailed           Kind = "invoice-mailed"
	InvoicesBilled          Kind = "invoices-billed" // a whole season
	PaymentAdded            Kind = "payment-added"
	PaymentRemoved          Kind = "payment-removed"
	PlanChosen              Kind = "plan-chosen" // on a payment page
	PaymentReceived         Kind = "payment-received"
	PaymentReturned         Kind = "payment-returned"
	PaymentReviewed         Kind = "payment-reviewed"
	PaymentLinkRenewed      Kind = "payment-link-renewed"
	FileUploaded            Kind = "import-uploaded" // of people
	FileApplied             Kind = "import-applied"
	FileTakenBack           Kind = "import-taken-back"
	PeopleMerged            Kind = "people-merged"
	PairDismissed           Kind = "pair-dismissed" // two people who are not one
	KeyRotated              Kind = "key-rotated"    // by which secrets are sealed
	Refused                 Kind = "refused"
	LogPurged               Kind = "log-purged"
	ClubMoving              Kind = "club-moving" // from the application before, from here on
	ClubMoved               Kind = "club-moved"  // with how much came
)

var kinds = []Kind{
	SignedIn, SignInFailed, SignedOut, SessionsEnded, PasswordConfirmed, PasswordChanged, PasswordLinkAsked, PasswordLinkUsed,
	FactorAdded, FactorRemoved, RecoveryRenewed, PasskeyAdded, PasskeyRemoved, PasskeyCopied,
	WelcomeSent, ProgramPasswordCreated, ProgramPasswordsRevoked, ProgramPasswordRefused, UserCreated, UserDeleted, UserBlocked,
	UserUnblocked, UserLinked, EmailChanged,
	RolesChanged, ScopeChanged, MatrixChanged, FunctionsChanged, SettingsChanged, ShareGiven,
	ShareTaken, VisibilityChanged, AuthorChanged, WorkspaceCreated, WorkspaceChanged, WorkspaceDeleted, MemberAdded, MemberChanged,
	MemberRemoved, InviteSent, InviteRevoked, InviteAccepted, TermCreated, TermChanged, RecordVouched, FinancialBlockChanged,
	FeeExclusionChanged, FeesExported, CaseFiled, CaseChanged, CaseRemoved, CasesExported,
	CertificatesAsked, CertificatesReminded, CertificatesSubmitted,
	ShiftsPlanned, ShiftChanged, ShiftRemoved, ShiftAssigned, ShiftLeft,
	FeedbackMoved, FeedbackRemoved, FileUploaded, FileApplied, FileTakenBack, PeopleMerged, PairDismissed,
	RecordRemoved, RecordRestored, PeopleDestroyed, ErasurePlanned, ErasureWithdrawn, PersonErased,
	LeaversProposed, LeaversStopped, LeaverCleared, LeaverKept, LeaverNotKept,
	PeopleChanged, ChangeTakenBack, PeopleExported, AddressesListed,
	MessageSent, MessageStopped, MailSentAnew, SuppressionLifted, KeyRotated, Refused, LogPurged, ClubMoving, ClubMoved,
	InvoiceCreated, InvoiceChanged, InvoiceStatusSet, InvoiceDeleted, InvoiceCredited, InvoiceMailed, InvoicesBilled,
	PaymentAdded, PaymentRemoved,
	PlanChosen, PaymentReceived, PaymentReturned, PaymentReviewed, PaymentLinkRenewed,
}

// Kinds are all of them.
func Kinds() []Kind { return slices.Clone(kinds) }

// Known reports whether there is such a kind.
func (k Kind) Known() bool { return slices.Contains(kinds, k) }

// moneyKinds are what became of money, beside the settings that it follows from.
var moneyKinds = []Kind{
	InvoiceCreated, InvoiceChanged, InvoiceStatusSet, InvoiceDeleted, InvoiceCredited, InvoiceMailed, InvoicesBilled,
	PaymentAdded, PaymentRemoved, PlanChosen, PaymentReceived, PaymentReturned, PaymentReviewed, PaymentLinkRenewed,
	FeeExclusionChanged,
}

// MoneyKinds are the kinds of entries that explain the books, whatever they are about.
func MoneyKinds() []Kind { return slices.Clone(moneyKinds) }

// ClubSettings is the name of who the club is.
const ClubSettings = "club"

// Names of the settings that money follows from. That of fees has a season behind it.
const (
	FinanceSettings = "finance"
	FeeSettings     = "membership-fees"
)

// OfMoney reports whether an entry explains the books: it is one of MoneyKinds, or a change of the settings that money follows
// from, whose name begins with FinanceSettings or FeeSettings.
func (e *Entry) OfMoney() bool {
	return slices.Contains(moneyKinds, e.Kind) || e.Kind == SettingsChanged && e.Object.Noun == Settings &&
		(strings.HasPrefix(e.Object.Name, FinanceSettings) || strings.HasPrefix(e.Object.Name, FeeSettings))
}

// Noun is what an entry is about, as addresses name it: person:12.
type Noun string

// The nouns.
const (
	Person    Noun = "person"
	Group     Noun = "group" // a team or a committee: they share their numbers
	User      Noun = "user"
	Workspace Noun = "workspace"
	Label     Noun = "label"
	Relation  Noun = "relation-type"
	Mail      Noun = "mail"
	Case      Noun = "case" // of discipline
	Invoice   Noun = "invoice"
	Shift     Noun = "shift"
	Feedback  Noun = "feedback"
	Import    Noun = "import"    // of a file of people
	Settings  Noun = "settings"  // has no number
	Operation Noun = "operation" // of the API: has no number but that of the record in its path
)

var nouns = []Noun{
	Person, Group, User, Workspace, Label, Relation, Mail, Case, Invoice, Feedback, Shift, Import, Settings, Operation,
}

// Nouns are all of them.
func Nouns() []Noun { return slices.Clone(nouns) }
