package leaver

import "github.com/clubhuis/clubhuis/core/fault"

// Faults of rules about who left. Compare with errors.Is.
var (
	ErrAbsent  = fault.New(fault.NotFound, "leaver_proposal_not_found", "Dit voorstel bestaat niet.")
	ErrWaiting = fault.New(fault.Conflict, "leaver_proposal_waiting", "Er wacht al een voorstel.")
	ErrEnded   = fault.New(fault.Conflict, "leaver_proposal_ended", "Dit voorstel is al uitgevoerd of gestopt.")
	ErrNotKept = fault.New(fault.NotFound, "leaver_not_kept", "Van deze persoon wordt niet alles bewaard.")
	ErrStays   = fault.New(fault.Conflict, "leaver_current", "Deze persoon is geen oud-lid: de regels raken alleen wie weg is.")

	ErrTooManyKept = fault.New(fault.Conflict, "leavers_kept_many", "Van hooguit 500 oud-leden kan alles worden bewaard.")
)

const (
	badNotice  = "Geef 7 tot 90 dagen."
	badMonths  = "Geef 0 tot 240 maanden."
	badWhole   = "Een hele persoon wissen kan vanaf 12 maanden na vertrek."
	longReason = "Deze reden is te lang (hooguit 200 tekens)."
)
