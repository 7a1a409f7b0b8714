package agent

import "github.com/clubhuis/clubhuis/core/fault"

// What can be wrong with the agent's work. Compare with errors.Is.
var (
	ErrDirty = fault.New(fault.Conflict, "agent_dirty",
		"De schone kopie van de code is door iets anders gewijzigd. Er is niets van overgenomen.")
	ErrNotOurs = fault.New(fault.Forbidden, "agent_branch", "Deze tak is niet van de programmeerhulp.")
	ErrSilent  = fault.New(fault.Unavailable, "forge_silent", "De plek waar de code staat antwoordt niet.")
	ErrRefused = fault.New(fault.Unauthenticated, "forge_refused", "De plek waar de code staat weigert de sleutel.")
	ErrOdd     = fault.New(fault.Unavailable, "forge_unreadable",
		"De plek waar de code staat geeft een antwoord dat niet te lezen is.")
	ErrExists = fault.New(fault.Conflict, "forge_exists", "Er is al een voorstel van deze tak.")
	ErrGone   = fault.New(fault.NotFound, "forge_absent", "De code staat niet waar die volgens de instellingen staat.")
	ErrAgent  = fault.New(fault.Unavailable, "agent_command", "De programmeerhulp kan niet beginnen.")
	// Of a change that an administrator has to look at.
	ErrNotTaken = fault.New(fault.Conflict, "agent_not_taken", "De programmeerhulp heeft iets gemaakt wat niet vanzelf door mag.")
	ErrRed      = fault.New(fault.Conflict, "agent_red",
		"De controle van het programma keurt af wat de programmeerhulp heeft gemaakt, ook na een tweede poging.")
	ErrRejected = fault.New(fault.Invalid, "forge_rejected", "De plek waar de code staat neemt dit niet aan.")
	// Of an item whose change does not get to where the code is, however often the agent makes it.
	ErrNotBrought = fault.New(fault.Conflict, "agent_not_brought",
		"Wat de programmeerhulp hier maakt, komt steeds niet aan op de plek waar de code staat.")
	ErrGit = fault.New(fault.Unavailable, "agent_git", "Git kan dit niet doen.")
)
