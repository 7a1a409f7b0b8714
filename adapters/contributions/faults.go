package contributions

import "github.com/clubhuis/clubhuis/core/fault"

// What can be wrong with the provider.
var (
	errSilent = fault.New(fault.Unavailable, "contributions_silent", "De dienst voor contributies antwoordt niet.")
	errBroken = fault.New(fault.Unavailable, "contributions_broken",
		"De dienst voor contributies kan de vraag nu niet verwerken.")
	errUnreadable = fault.New(fault.Unavailable, "contributions_unreadable",
		"De dienst voor contributies geeft een antwoord dat niet te lezen is.")
	errKey = fault.New(fault.Unauthenticated, "contributions_key", "De dienst voor contributies weigert de sleutel.")
)
