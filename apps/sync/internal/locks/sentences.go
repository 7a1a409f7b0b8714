package locks

import (
	"fmt"
	"time"
)

// Error says who holds the lock, and what to do about it, to the volunteer who wanted to start something.
func (h *HeldError) Error() string {
	o := h.Owner
	if o.Process <= 0 {
		return fmt.Sprintf("%s is vergrendeld door een proces dat niet meer leeft, en dat niet heeft kunnen opschrijven welk. "+
			"Geef de synchronisatie weer vrij met: %s", o.Type, Command(o.Type))
	}
	text := fmt.Sprintf("%s is vergrendeld door proces %d op %s, sinds %s.",
		o.Type, o.Process, o.Host, o.Started.Format(time.DateTime))
	switch h.Life {
	case Alive:
		return text + " Dat proces leeft nog: wacht tot het klaar is."
	case Dead:
		return text + " Dat proces leeft niet meer. Geef de synchronisatie weer vrij met: " + Command(o.Type)
	}
	return text + " Of dat proces nog leeft, is op deze machine niet te zien. " +
		"Leeft het niet meer, geef de synchronisatie dan weer vrij met: " +
		Command(o.Type) + " --force-unlock"
}

// Unlock returns the command that removes the lock; "" while its owner lives.
func (h *HeldError) Unlock() string {
	switch {
	case h.Owner.Process <= 0, h.Life == Dead:
		return Command(h.Owner.Type)
	case h.Life == Alive:
		return ""
	}
	return Command(h.Owner.Type) + " --force-unlock"
}

// Command is what removes the lock of a type.
func Command(kind string) string { return "clubsync unlock " + kind }
