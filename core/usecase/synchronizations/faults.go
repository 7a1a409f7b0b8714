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
	errNotOurs    = fault.New(fault.Conflict, "not_administered", "Wat de synchronisatie invoert telt in de applicatie niet als door een beheerder "+
		"ingevoerd: geef haar gebruiker de rol club_synchronisatie, en werk eerst de applicatie bij als die ouder is.")
	errStranger = fault.New(fault.Conflict, "stranger", "Deze persoon is door iemand anders ingevoerd.")
	errUnsure   = fault.New(fault.Conflict, "unreadable_record", "Er staat een record in de applicatie dat niet te lezen is en "+
		"dat deze kan zijn; er wordt niets nieuws ingevoerd.")
	errNoGroup = fault.New(fault.Conflict, "no_group", "Het team of de commissie staat niet in de applicatie.")
)
