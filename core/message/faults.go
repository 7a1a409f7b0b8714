package message

import "github.com/clubhuis/clubhuis/core/fault"

// What can be wrong with messages.
var (
	ErrAbsent  = fault.New(fault.NotFound, "message_not_found", "Dit bericht bestaat niet.")
	ErrHidden  = fault.New(fault.Forbidden, "rest_forbidden", "Alleen wie dit bericht schreef ziet wat ervan geworden is.")
	ErrReused  = fault.New(fault.Conflict, "request_reused", "Onder dit kenmerk is al een ander bericht verstuurd.")
	ErrNobody  = fault.New(fault.Invalid, "no_recipients", "Van niemand van deze mensen is een e-mailadres bekend.")
	ErrNoWords = fault.New(fault.Invalid, "empty_content", "Schrijf eerst een bericht.")
	ErrQuota   = fault.New(fault.TooMany, "mail_limit_reached",
		"Je hebt vandaag al aan zo veel adressen gemaild als mag. Morgen kun je verder.")
)

// Sentences about one field.
const (
	idTooLong    = "Dit kenmerk is te lang (hooguit 100 tekens)."
	notASubject  = "Een onderwerp is één regel van hooguit 200 tekens."
	tooManyFiles = "Er gaan hooguit vijf bijlagen mee."
	notAName     = "Een bijlage heeft een naam zonder map, van hooguit 150 tekens."
	notAType     = "Een bijlage is een pdf, een afbeelding, een document (docx, xlsx, pptx, odt, ods, odp), een tekst of een agenda."
	tooLarge     = "De bijlagen zijn samen te groot (hooguit 10 MB)."
	NotBase64    = "De inhoud van een bijlage staat in base64."
)

// sentBy stands below a message.
const sentBy = "{author} stuurde je dit bericht namens {club}. Een antwoord op deze mail komt bij {author} terecht."
