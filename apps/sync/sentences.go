package main

import (
	"errors"
	"fmt"
	"time"

	"github.com/clubhuis/clubhuis/apps/sync/internal/locks"
	"github.com/clubhuis/clubhuis/core/sync/run"
)

// What the volunteer who runs the synchronization reads, beside the summaries of runs.

var errBusy = errors.New("een andere synchronisatie is nog bezig; probeer het later opnieuw")

// noFeedback is what is printed when nothing waits for the agent.
const noFeedback = "Er is geen feedback die op de programmeerhulp wacht."

// noneBegun is what is printed when the agent began at nothing.
const noneBegun = "De programmeerhulp is nergens aan begonnen: er wacht geen feedback, iemand anders werkt eraan, " +
	"of wat er op een dag mag is op. Met --verbose staat hier wat het was."

const (
	processDied  = "niet afgemaakt: het proces leeft niet meer"
	processWorks = "nog bezig"
)

func outcomeLine(r *run.Run, outcome string) string {
	return fmt.Sprintf("Run %d: %s (proces %d op %s)\n", r.ID, outcome, r.Process, r.Host)
}

func unlocked(owner locks.Owner) string {
	if owner.Process <= 0 {
		return owner.Type + " is weer vrij."
	}
	return fmt.Sprintf("%s is weer vrij. De vergrendeling was van proces %d op %s, sinds %s.",
		owner.Type, owner.Process, owner.Host, owner.Started.Format(time.DateTime))
}

func notLocked(kind string) string { return kind + " was niet vergrendeld." }

func differences(n int) string {
	switch n {
	case 0:
		return "Geen verschillen."
	case 1:
		return "1 verschil."
	}
	return fmt.Sprintf("%d verschillen.", n)
}
