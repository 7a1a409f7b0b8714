package screenings

import "github.com/clubhuis/clubhuis/core/fault"

// ErrExempt refuses who is no administrator.
var ErrExempt = fault.New(fault.Forbidden, "rest_forbidden",
	"Alleen een beheerder bepaalt voor welke commissies geen VOG nodig is.")
