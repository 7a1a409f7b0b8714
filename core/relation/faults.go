package relation

import (
	"strconv"

	"github.com/clubhuis/clubhuis/core/fault"
)

// What can be wrong with a type that people have relations of. Compare with errors.Is.
var (
	// ErrInUse is the refusal to remove a type, as InUse words it.
	ErrInUse = fault.New(fault.Conflict, "relationship_type_in_use", "Er zijn nog relaties van deze soort.")

	// ErrGone is the refusal of a row of a type that is not there, or was removed meanwhile.
	ErrGone = fault.New(fault.Conflict, "relationship_type_gone", "Deze soort relatie bestaat niet meer. Kies een andere.")
)

// InUse refuses to remove a type that so many people have relations of.
func InUse(people int) error {
	told := ErrInUse.Because(nil)
	told.Message = strconv.Itoa(people) + " mensen hebben nog een relatie van deze soort. Pas die eerst aan."
	if people == 1 {
		told.Message = "1 persoon heeft nog een relatie van deze soort. Pas die eerst aan."
	}
	return told
}
