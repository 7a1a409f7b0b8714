package fault

// Every sentence that a club member can read in an error of the core, and every code that goes with it, stands here:
// the contract's §7 first, then our own.

// CodeInvalidParam is the code of every refused input.
const CodeInvalidParam = "rest_invalid_param"

// InvalidParameters introduces the list of refused fields.
const InvalidParameters = "Ongeldige invoer:"

// Sentences about one field.
const (
	Required         = "Dit veld is verplicht."
	NotJSON          = "De invoer is geen JSON-object dat kan worden gelezen."
	NotText          = "Dit moet een tekst zijn."
	TooLong          = "Deze tekst is te lang (hooguit 10.000 tekens)."
	BadCharacter     = "Deze tekst bevat een teken dat niet kan worden opgeslagen."
	NotADate         = "Dit is geen geldige datum (JJJJ-MM-DD)."
	NotATime         = "Dit is geen geldig tijdstip (JJJJ-MM-DDTUU:MM:SS)."
	NotAFlag         = "Dit moet ja of nee zijn (true of false)."
	NotANumber       = "Dit moet een geheel getal zijn."
	NotAnID          = "Dit moet een geldig nummer van een record zijn."
	NotAList         = "Dit moet een lijst zijn."
	NotAnObject      = "Dit moet een object zijn."
	TooManyRows      = "Deze lijst is te lang (hooguit 500 regels)."
	TooManyIDs       = "Dit zijn te veel nummers (hooguit 1.000)."
	NotAChoice       = "Dit is geen van de mogelijke waarden."
	UnknownPerson    = "Deze persoon bestaat niet."
	PasswordTooShort = "Het wachtwoord moet ten minste 12 tekens lang zijn."
	PasswordTooLong  = "Het wachtwoord mag hooguit 1.000 tekens lang zijn."
	NotAnEmail       = "Dit is geen geldig e-mailadres."
	NotAUsername     = "Een gebruikersnaam bestaat uit letters, cijfers, punt, streepje en @ (hooguit 60 tekens)."
	UnknownRole      = "Deze rol bestaat niet."
	UsernameTaken    = "Deze gebruikersnaam is al in gebruik."
	EmailTaken       = "Dit e-mailadres is al in gebruik."
	PersonTaken      = "Deze persoon is al aan een andere gebruiker gekoppeld."
	TooShortQuery    = "Geef ten minste 2 tekens om op te zoeken."
)

// The faults that more than one place raises. Compare with errors.Is.
var (
	ErrInternal      = New(Internal, "internal_error", "Er ging iets mis bij ons. Probeer het later opnieuw.")
	ErrNotSignedIn   = New(Unauthenticated, "rest_not_logged_in", "U bent niet aangemeld.")
	ErrForbidden     = New(Forbidden, "rest_forbidden", "U hebt geen toegang tot dit onderdeel.")
	ErrHidden        = New(Forbidden, "rest_forbidden", "U hebt geen toegang tot deze persoon.")
	ErrNotFound      = New(NotFound, "rest_not_found", "Niet gevonden.")
	ErrNoSuchPerson  = New(NotFound, "rest_post_invalid_id", "Deze persoon bestaat niet.")
	ErrNoSuchUser    = New(NotFound, "rest_user_invalid_id", "Deze gebruiker bestaat niet.")
	ErrNoSuchPage    = New(Invalid, "rest_post_invalid_page_number", "Deze pagina bestaat niet: de lijst is korter.")
	ErrWrongPassword = New(Invalid, "wrong_password", "Huidig wachtwoord is onjuist.")
	ErrDemoUser      = New(Forbidden, "demo_user", "Wachtwoord wijzigen is niet beschikbaar in de demo.")
	ErrBadNonce      = New(Forbidden, "rest_cookie_invalid_nonce", "De sessie is verlopen. Vernieuw de pagina.")
	ErrSignIn        = New(Unauthenticated, "invalid_credentials", "Gebruikersnaam of wachtwoord is onjuist.")
	ErrTooMany       = New(TooMany, "too_many_attempts", "Te veel mislukte pogingen. Probeer het later opnieuw.")
	ErrBadConfig     = New(Invalid, "bad_configuration", "De instelling klopt niet.")
)
