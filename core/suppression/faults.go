package suppression

import "github.com/clubhuis/clubhuis/core/fault"

// What can be wrong.
var (
	ErrAbsent = fault.New(fault.NotFound, "suppression_not_found", "Dit geblokkeerde adres staat niet (meer) op de lijst.")

	// ErrSignature is all that is told to whoever did not sign as the provider does.
	ErrSignature = fault.New(fault.Unauthenticated, "invalid_signature", "De handtekening van dit bericht klopt niet.")

	ErrNews = fault.New(fault.Invalid, "invalid_event", "Dit bericht van de bezorgdienst is niet te lezen.")
)
