package record

import "github.com/clubhuis/clubhuis/core/fault"

// ErrOutdated is what an *Outdated is.
var ErrOutdated = fault.New(fault.Outdated, "rest_precondition_failed",
	"Dit is intussen gewijzigd. Er is niets opgeslagen: bekijk eerst wat er nu staat.")
