package refresh

import "github.com/clubhuis/clubhuis/core/fault"

// notACode is what is said of a text that is no member code.
const notACode = "Een lidnummer bestaat uit 4 tot 10 letters en cijfers."

const (
	codeNotConfigured = "sync_not_configured"
	codeRequestFailed = "sync_request_failed"
	codeError         = "sync_error" // what the service itself said
)

// What can go wrong, in sentences for the volunteer who asked. Those with a key are for whoever runs the application.
var (
	// ErrNotConfigured: this club has no synchronization service.
	ErrNotConfigured = fault.New(fault.Internal, codeNotConfigured,
		"Bijwerken uit de ledenadministratie is bij deze club niet ingesteld.")
	// ErrNoAnswer: the service can't be reached, took too long, or what answered is no such service. It may have done its work.
	ErrNoAnswer = fault.New(fault.Unavailable, codeRequestFailed,
		"De synchronisatie geeft nu geen antwoord. Kijk over een paar minuten of de gegevens zijn bijgewerkt, "+
			"en probeer het anders opnieuw.")

	// ErrCode: the service takes no such member code.
	ErrCode = fault.New(fault.Invalid, codeError, "De synchronisatie kan met dit lidnummer niet werken. Klopt het?")
	// ErrAbsent: the federation's administration knows no such member.
	ErrAbsent = fault.New(fault.NotFound, codeError, "Dit lid staat niet in de ledenadministratie van de bond. Klopt het lidnummer?")
	// ErrNoWork: the service has not worked on that member lately.
	ErrNoWork = fault.New(fault.NotFound, codeError, "Dit lid wordt nu niet bijgewerkt.")
	// ErrBusy: the service is busy with another member, or was asked too often.
	ErrBusy = fault.New(fault.TooMany, codeError, "Er wordt al een lid bijgewerkt. Probeer het over een minuut opnieuw.")
	// ErrFailed: the service could not do it.
	ErrFailed = fault.New(fault.Internal, codeError,
		"Het bijwerken is niet gelukt. Probeer het later opnieuw; blijft het misgaan, vraag dan de beheerder in het verslag te kijken.")
	// ErrKeyMissing: the service was sent no key.
	ErrKeyMissing = fault.New(fault.Internal, codeError, keyTrouble)
	// ErrKeyWrong: the service has another key.
	ErrKeyWrong = fault.New(fault.Internal, codeError, keyTrouble)
	// ErrKeyUnset: the service has no key.
	ErrKeyUnset = fault.New(fault.Internal, codeError, keyTrouble)
)

const keyTrouble = "Clubhuis en de synchronisatie kennen niet dezelfde sleutel. Vraag de beheerder de instellingen na te kijken."
