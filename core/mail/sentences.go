package mail

// Sentences about one part of a message.
const (
	tooManyRecipients = "Een mail gaat naar hooguit 50 adressen."
	notAnAddress      = "Dit is geen geldig e-mailadres."
	notASubject       = "Een onderwerp is één regel van hooguit 500 tekens."
	notAnUnsubscribe  = "Waar je je afmeldt is één webadres."
	notAFile          = "Een bijlage heeft een naam zonder map."
	tooLargeFiles     = "De bijlagen zijn samen te groot (hooguit 10 MB)."
)
