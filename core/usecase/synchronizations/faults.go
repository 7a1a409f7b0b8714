package synchronizations

import "github.com/clubhuis/clubhuis/core/fault"

// ErrTooManyRemovals stops a run that would mark or remove too much.
var ErrTooManyRemovals = fault.New(fault.Conflict, "too_many_removals", "De run zou te veel weghalen en is gestopt; er is niets gewijzigd.")

// What a report says of records that could not be sent.
var (
	errNoDownload = fault.New(fault.Conflict, "no_download", "Er is nog geen eerdere download om mee verder te gaan.")
	errNobody     = fault.New(fault.Conflict, "no_members", "De ledenadministratie kent geen enkel lid.")
	errNoType     = fault.New(fault.Conflict, "no_child_type", "De applicatie kent het soort relatie 'child' niet.")
	errNoChildYet = fault.New(fault.Conflict, "no_child_yet", "Geen van de kinderen staat al in de applicatie.")
	errNotSentYet = fault.New(fault.Conflict, "member_not_sent", "De ouder is een lid dat nog niet in de applicatie staat.")
	errUnreadable = fault.New(fault.Conflict, "unreadable_work", "De werkgeschiedenis in de applicatie kan niet worden gelezen.")
	errNoGroup    = fault.New(fault.Conflict, "no_group", "Het team of de commissie staat niet in de applicatie.")
)
