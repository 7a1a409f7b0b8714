package erasure

import (
	"strings"

	"github.com/clubhuis/clubhuis/core/fault"
)

// Faults of erasures. Compare with errors.Is.
var (
	ErrAbsent  = fault.New(fault.NotFound, "erasure_not_found", "Deze wissing bestaat niet.")
	ErrPlanned = fault.New(fault.Conflict, "erasure_planned", "Deze persoon wordt al gewist.")
	ErrEnded   = fault.New(fault.Conflict, "erasure_ended", "Deze wissing is al uitgevoerd of teruggedraaid.")

	ErrOwn    = fault.New(fault.Conflict, "erasure_own", "Je kunt jezelf niet wissen. Vraag het een andere beheerder.")
	ErrMember = fault.New(fault.Conflict, "erasure_member",
		"Deze persoon is nog lid en staat bij de bond. Meld het lidmaatschap daar eerst af: anders komen de gegevens weer terug.")
	ErrParent = fault.New(fault.Conflict, "erasure_parent",
		"Deze persoon is ouder van een lid dat nog bij de bond staat. Haal de gegevens daar eerst weg: anders komen ze weer terug.")
	errOpen = fault.New(fault.Conflict, "erasure_invoices_open", "")
)

// ErrOpen refuses an erasure because of invoices of which something is still to be paid or given back.
func ErrOpen(numbers []string) error {
	told := errOpen.Because(nil)
	told.Message = "Er staat nog geld open: " + strings.Join(numbers, ", ") +
		". Handel dat eerst af, of crediteer het."
	return told
}
