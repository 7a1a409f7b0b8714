package workspace

import "github.com/clubhuis/clubhuis/core/fault"

// What can be wrong with workspaces and invites, in the codes of the predecessor.
var (
	ErrAbsent   = fault.New(fault.NotFound, "workspace_not_found", "Deze werkruimte bestaat niet.")
	ErrHidden   = fault.New(fault.Forbidden, "rest_forbidden", "Je bent geen lid van deze werkruimte.")
	ErrNotAdmin = fault.New(fault.Forbidden, "rest_forbidden", "Alleen de eigenaar en de beheerders van de werkruimte kunnen dit.")
	ErrNotOwner = fault.New(fault.Forbidden, "rest_forbidden", "Alleen de eigenaar van de werkruimte kan dit.")

	ErrNoUser      = fault.New(fault.NotFound, "user_not_found", "Deze gebruiker bestaat niet, of kan niet aanmelden.")
	ErrNotAMember  = fault.New(fault.Invalid, "not_a_member", "Deze gebruiker is geen lid van de werkruimte.")
	ErrRemoveOwner = fault.New(fault.Invalid, "cannot_remove_owner",
		"De eigenaar kan niet weg. Draag de werkruimte eerst over aan een ander lid.")
	ErrChangeOwner = fault.New(fault.Invalid, "cannot_change_owner",
		"De eigenaar houdt deze rol, tot de werkruimte aan een ander lid is overgedragen.")
	ErrFull = fault.New(fault.Invalid, "workspace_full", "Een werkruimte heeft hooguit 500 leden.")

	ErrAlreadyMember  = fault.New(fault.Invalid, "already_member", "Wie dit e-mailadres heeft, is al lid van de werkruimte.")
	ErrAlreadyInvited = fault.New(fault.Invalid, "invite_exists", "Dit e-mailadres heeft al een uitnodiging die nog geldig is.")
	ErrNoInvite       = fault.New(fault.NotFound, "invite_not_found", "Deze uitnodiging bestaat niet.")
	ErrNotPending     = fault.New(fault.Invalid, "invalid_status", "Deze uitnodiging is al gebruikt of ingetrokken.")
	ErrTooManyInvites = fault.New(fault.TooMany, "too_many_invites",
		"Je hebt vandaag te veel mensen uitgenodigd. Probeer het morgen opnieuw.")

	ErrNoToken = fault.New(fault.NotFound, "invalid_token",
		"Deze uitnodiging bestaat niet. Controleer of je de link helemaal hebt overgenomen.")
	ErrUsed    = fault.New(fault.Invalid, "invalid_status", "Deze uitnodiging is al gebruikt. Vraag een nieuwe aan.")
	ErrRevoked = fault.New(fault.Invalid, "invalid_status", "Deze uitnodiging is ingetrokken.")
	ErrExpired = fault.New(fault.Invalid, "expired", "Deze uitnodiging is verlopen. Vraag een nieuwe aan.")
	ErrAddress = fault.New(fault.Forbidden, "email_mismatch",
		"Deze uitnodiging is voor een ander e-mailadres dan dat van je account.")
)

// Sentences about a field.
const (
	nameTooLong        = "De naam mag hooguit 100 tekens lang zijn."
	descriptionTooLong = "De omschrijving mag hooguit 2.000 tekens lang zijn."
	notARole           = "Kies lid of beheerder."
	notAnEmail         = "Dit is geen geldig e-mailadres."
	NotYours           = "Je kunt alleen werkruimtes toevoegen waarvan je lid bent."
)
