package fault

import "time"

// The sentences that more than one noun says about an input stand here, so that the same fault reads the same everywhere.
// What only one noun says stands in that noun's faults.go.

// CodeInvalidParam is the code of every refused input.
const CodeInvalidParam = "rest_invalid_param"

// InvalidParameters introduces the list of refused fields.
const InvalidParameters = "Ongeldige invoer:"

// Sentences about one field.
const (
	Required       = "Dit veld is verplicht."
	NotJSON        = "De invoer is geen JSON-object dat kan worden gelezen."
	NotText        = "Dit moet een tekst zijn."
	TooLong        = "Deze tekst is te lang (hooguit 10.000 tekens)."
	BadCharacter   = "Deze tekst bevat een teken dat niet kan worden opgeslagen."
	NotADate       = "Dit is geen geldige datum (JJJJ-MM-DD)."
	NotATime       = "Dit is geen geldig tijdstip (JJJJ-MM-DDTUU:MM:SS)."
	NotAFlag       = "Dit moet ja of nee zijn (true of false)."
	NotANumber     = "Dit moet een geheel getal zijn."
	NotAnID        = "Dit moet een geldig nummer van een record zijn."
	NotAList       = "Dit moet een lijst zijn."
	NotAnObject    = "Dit moet een object zijn."
	TooManyRows    = "Deze lijst is te lang (hooguit 500 regels)."
	TooManyIDs     = "Dit zijn te veel nummers (hooguit 1.000)."
	NotAChoice     = "Dit is geen van de mogelijke waarden."
	TooManyMembers = "Dit zijn te veel onbekende velden (hooguit 200)."
	TooLarge       = "Dit is samen te veel (hooguit 256 kB)."
	TooDeep        = "Dit ligt te diep in elkaar (hooguit 16 lijsten en objecten)."
	TooManyDigits  = "Dit getal is te lang (hooguit 40 tekens)."
	TooManyUnknown = "Dit zijn te veel onbekende gegevens (hooguit 16 kB)."
	Administered   = "Alleen de ledenadministratie kan dit wijzigen."
	TooShortQuery  = "Geef ten minste 2 tekens om op te zoeken."
)

// The faults that no noun owns. Compare with errors.Is.
var (
	ErrInternal    = New(Internal, "internal_error", "Er ging iets mis bij ons. Probeer het later opnieuw.")
	ErrNotSignedIn = New(Unauthenticated, "rest_not_logged_in", "Je bent niet aangemeld.")
	ErrForbidden   = New(Forbidden, "rest_forbidden", "Je hebt geen toegang tot dit onderdeel.")
	ErrNotFound    = New(NotFound, "rest_not_found", "Niet gevonden.")
	ErrNoSuchPage  = New(Invalid, "rest_post_invalid_page_number", "Deze pagina bestaat niet: de lijst is korter.")
)

// The faults of parts that we need and that fail now, whatever noun they were asked about. They tell how long to wait.
var (
	ErrUnreachable = &Fault{Kind: Unavailable, Code: "database_unavailable", RetryAfter: 10 * time.Second,
		Message: "De gegevens zijn nu niet bereikbaar. Probeer het zo opnieuw."}
	ErrFull = &Fault{Kind: Unavailable, Code: "storage_full", RetryAfter: time.Minute,
		Message: "Er kan nu niets worden opgeslagen: de opslag is vol. Waarschuw de beheerder en probeer het later opnieuw."}
	ErrTooSlow = &Fault{Kind: Unavailable, Code: "server_busy", RetryAfter: 10 * time.Second,
		Message: "Dit duurde te lang. Kijk eerst of het toch is gelukt, en probeer het anders zo opnieuw."}
)
