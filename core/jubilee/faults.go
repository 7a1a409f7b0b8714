package jubilee

// Sentences about a field.
const (
	NotAMilestone = "Geef jaren van 1 tot 100, hele of halve."
	TooMany       = "Dit zijn te veel jubilea (hooguit 50)."
)
