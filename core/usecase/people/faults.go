package people

import (
	"strconv"

	"github.com/clubhuis/clubhuis/core/fault"
)

// ErrNoneKnown is what a bulk change returns that names somebody who does not exist.
var ErrNoneKnown = fault.New(fault.NotFound, "rest_invalid_id", "Een van deze personen bestaat niet.")

// ErrOtherCount is what a bulk change returns whose filter finds another number of people than the user was shown.
func ErrOtherCount(found int) error {
	f := fault.New(fault.Conflict, "selection_changed",
		"De lijst is intussen veranderd: het zijn er nu "+strconv.Itoa(found)+". Kijk de lijst na en kies opnieuw.")
	f.Found = &found
	return f
}

// Sentences about who a question or a change is about.
const (
	TooManyFound = "Dit zijn te veel personen voor één keer (hooguit 10.000)."
	EitherWay    = "Geef één keuze: nummers, een filter of een dienst."
)
