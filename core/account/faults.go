package account

import "github.com/clubhuis/clubhuis/core/fault"

// What can be wrong with accounts, in the contract's codes (§4.5, §7) where it has one.
var (
	ErrAbsent     = fault.New(fault.NotFound, "rest_user_invalid_id", "Deze gebruiker bestaat niet.")
	ErrSignIn     = fault.New(fault.Unauthenticated, "invalid_credentials", "Gebruikersnaam of wachtwoord is onjuist.")
	ErrTooMany    = fault.New(fault.TooMany, "too_many_attempts", "Te veel mislukte pogingen. Probeer het later opnieuw.")
	ErrCodeNeeded = fault.New(fault.Unauthenticated, "second_factor_required",
		"Vul ook de code uit je app in, of gebruik je passkey.")
	ErrWrongCode = fault.New(fault.Unauthenticated, "wrong_code", "Deze code klopt niet, of is al gebruikt.")
	ErrPasskey   = fault.New(fault.Unauthenticated, "passkey_refused",
		"Deze passkey werkt niet. Probeer het opnieuw, of meld je aan met je wachtwoord.")
	ErrPasskeyExpired = fault.New(fault.Unauthenticated, "passkey_expired", "Dit duurde te lang. Probeer het opnieuw.")
	ErrPasskeyKnown   = fault.New(fault.Conflict, "passkey_exists", "Deze passkey heb je al toegevoegd.")
	ErrPasskeysFull   = fault.New(fault.Conflict, "too_many_passkeys", "Je hebt al tien passkeys. Verwijder er eerst een.")
	ErrNoPasskeys     = fault.New(fault.Conflict, "passkeys_unavailable",
		"Passkeys werken alleen als Clubhuis een eigen domeinnaam heeft.")
	ErrNoFactor   = fault.New(fault.Conflict, "no_second_factor", "Tweestapsverificatie staat niet aan.")
	ErrNotBegun   = fault.New(fault.Conflict, "second_factor_not_begun", "Begin opnieuw met instellen.")
	ErrFactorKept = fault.New(fault.Conflict, "second_factor_mandatory",
		"Voor jouw rol is tweestapsverificatie verplicht. Uitzetten kan niet.")
	ErrFactorLacking = fault.New(fault.Forbidden, "second_factor_setup",
		"Voor jouw rol is tweestapsverificatie verplicht. Stel die eerst in bij Beveiliging.")
	ErrFactorLost = fault.New(fault.Conflict, "second_factor_lost",
		"De code van je app kan niet meer worden nagekeken. Gebruik een herstelcode, of vraag een beheerder om hulp.")
	ErrFactorSelf = fault.New(fault.Invalid, "cannot_reset_own_factor", "Je eigen tweestapsverificatie zet je uit bij Beveiliging.")
	ErrBusy       = fault.New(fault.Unavailable, "sign_in_busy",
		"Er melden zich nu te veel mensen tegelijk aan. Probeer het zo opnieuw.")
	ErrBadNonce      = fault.New(fault.Forbidden, "rest_cookie_invalid_nonce", "De sessie is verlopen. Vernieuw de pagina.")
	ErrWrongPassword = fault.New(fault.Invalid, "wrong_password", "Huidig wachtwoord is onjuist.")
	ErrDemoUser      = fault.New(fault.Forbidden, "demo_user", "Wachtwoord wijzigen is niet beschikbaar in de demo.")
	ErrDemoAccess    = fault.New(fault.Forbidden, "demo_user", "Aanmelden op een andere manier instellen kan niet in de demo.")
	ErrUsernameTaken = fault.New(fault.Conflict, "username_taken", "Deze gebruikersnaam is al in gebruik.")
	ErrEmailTaken    = fault.New(fault.Conflict, "email_taken", "Dit e-mailadres is al in gebruik.")
	ErrUnconfirmed   = fault.New(fault.Forbidden, "confirmation_required", "Bevestig dit eerst met het wachtwoord.")
	ErrBrowserOnly   = fault.New(fault.Forbidden, "rest_forbidden",
		"Dit kan alleen in de browser, niet met een applicatiewachtwoord.")
	ErrReadOnly = fault.New(fault.Forbidden, "rest_forbidden", "Met dit applicatiewachtwoord mag je alleen lezen.")

	ErrPersonTaken = fault.New(fault.Conflict, "person_taken", "Deze persoon is al aan een andere gebruiker gekoppeld.")

	ErrNoLink = fault.New(
		fault.NotFound,
		"invalid_token",
		"Deze link bestaat niet. Controleer of je hem helemaal hebt overgenomen.",
	)
	ErrLinkUsed    = fault.New(fault.Invalid, "invalid_status", "Deze link is al gebruikt. Vraag een nieuwe aan.")
	ErrLinkExpired = fault.New(fault.Invalid, "expired", "Deze link is verlopen. Vraag een nieuwe aan.")

	ErrNoFirstStart = fault.New(fault.NotFound, "invalid_token",
		"Dit adres werkt niet (meer). Zolang er nog geen beheerder is, staat het adres "+
			"dat werkt in wat clubhuis bij het starten schrijft.")

	ErrNoEmail     = fault.New(fault.Invalid, "no_email", "Bij deze persoon staat geen e-mailadres.")
	ErrProvisioned = fault.New(fault.Conflict, "already_provisioned", "Deze persoon heeft al een account.")
	ErrEmailExists = fault.New(fault.Conflict, "email_exists",
		"Een ander account heeft al het e-mailadres van deze persoon. "+
			"Geef de persoon een ander adres, of koppel dat account aan de persoon, bij Instellingen, Gebruikers.")
	ErrNotProvisioned = fault.New(fault.Invalid, "not_provisioned", "Deze persoon heeft nog geen account.")
	ErrWelcomed       = fault.New(fault.TooMany, "welcome_sent",
		"De welkomstmail is net verstuurd. Tien minuten na de vorige kan er weer een.")
	ErrBlocked = fault.New(fault.Conflict, "user_blocked", "Dit account is geblokkeerd. Hef eerst de blokkade op.")

	ErrErasing = fault.New(fault.Conflict, "user_erasing",
		"De persoon van dit account wordt gewist. Neem dat eerst terug, bij Instellingen, Bewaren en wissen.")

	ErrDeleteSelf = fault.New(fault.Invalid, "cannot_delete_self", "Je kunt je eigen account niet verwijderen.")
	ErrBlockSelf  = fault.New(fault.Invalid, "cannot_block_self", "Je kunt je eigen account niet blokkeren.")
	ErrResetSelf  = fault.New(fault.Invalid, "cannot_reset_self", "Je eigen wachtwoord wijzig je bij Beveiliging.")

	ErrLastAdministrator = fault.New(fault.Conflict, "last_administrator", "Dit is de enige beheerder die zich kan aanmelden.")
)

// ErrNoHeir refuses a user who is to inherit and does not exist, or is blocked.
func ErrNoHeir() error { return fault.Param("reassign", unknownHeir) }

// ErrEnded refuses an application password that would be worthless at once.
func ErrEnded() error { return fault.Param("expires", dayHasPassed) }

// ErrCode refuses a code that the app does not show.
func ErrCode() error { return fault.Param("code", wrongCode) }

// NameTooLong is said of the name of an application password.
const NameTooLong = "De naam mag hooguit 200 tekens lang zijn."

// Sentences about one field.
const (
	passwordTooShort = "Het wachtwoord moet ten minste 12 tekens lang zijn."
	passwordTooLong  = "Het wachtwoord mag hooguit 1.000 tekens lang zijn."
	passwordTooWeak  = "Dit wachtwoord is te makkelijk te raden. Kies bijvoorbeeld vier willekeurige woorden."
	notAnEmail       = "Dit is geen geldig e-mailadres."
	notAUsername     = "Een gebruikersnaam bestaat uit letters, cijfers, punt, streepje en @ (hooguit 60 tekens)."
	notATimeInSteps  = "Dit is geen tijd in stappen van vijf minuten, zoals 09:00 of 17:25."
	unknownRole      = "Deze rol bestaat niet."
	tooLongForMail   = "Deze tekst is te lang voor de mail."
	unknownHeir      = "De gebruiker aan wie alles overgaat bestaat niet, of is geblokkeerd."
	dayHasPassed     = "Deze dag is al voorbij."
	wrongCode        = "Deze code klopt niet. Kijk of de klok van je telefoon goed staat, en of je de laatste QR-code hebt gescand."
	unknownTeam      = "Een van deze teams bestaat niet."
)
