package account

// What the mail about a forgotten password says.
const (
	resetSubject  = "Nieuw wachtwoord voor {club}"
	resetTitle    = "Nieuw wachtwoord"
	resetGreeting = "Beste {name},"
	resetText     = "Iemand, waarschijnlijk jijzelf, heeft een nieuw wachtwoord gevraagd voor je account {username} bij {club}. " +
		"Met de knop hieronder stel je het in. De link werkt één keer, en zeven dagen lang."
	resetEnd = "Heb je dit niet gevraagd? Dan hoef je niets te doen: je wachtwoord blijft zoals het is."

	setPassword = "Wachtwoord instellen"
)

// What the mail to a new user says at first, and what always stands below it.
const (
	welcomeSubject = "Welkom bij {{club}}"
	welcomeBody    = "Beste {{voornaam}},\n\nEr is een account voor je gemaakt in Clubhuis, de ledenadministratie van {{club}}. " +
		"Je vindt Clubhuis op {{site_url}}."
	welcomeSignIn = "Stel eerst je wachtwoord in. Daarna meld je je aan als {username}, of met {email}."
	welcomeEnd    = "De link werkt één keer, en zeven dagen lang. Daarna vraag je op de aanmeldpagina een nieuwe aan."
)

// requiredText is what the mail says to a user whose password an administrator took away.
const requiredText = "Een beheerder heeft het wachtwoord van je account {username} bij {club} laten vervallen. " +
	"Met de knop hieronder stel je een nieuw wachtwoord in."

// What the mails about a new sign-in and about changed credentials say.
const (
	newsSubject    = "{title} bij {club}"
	lookAtSecurity = "Beveiliging bekijken"

	signInTitle = "Nieuwe aanmelding"
	signInText  = "Op {at} is er aangemeld op je account {username} bij {club} met {device}. Dit apparaat kenden we nog niet."
	signInEnd   = "Was jij dit? Dan hoef je niets te doen. Was jij dit niet? Wijzig dan meteen je wachtwoord, beëindig bij " +
		"Beveiliging alle andere sessies, en waarschuw een beheerder van de club."

	passkeyEnd = "Was jij dit niet? Verwijder die passkey dan meteen bij Beveiliging, wijzig je wachtwoord, en waarschuw een " +
		"beheerder van de club."
	takenEnd      = "Wist je hier niet van? Vraag dan een beheerder van de club waarom het is gebeurd."
	credentialEnd = "Was jij dit niet? Wijzig dan meteen je wachtwoord, en waarschuw een beheerder van de club."

	onSystem      = " op "
	unknownDevice = "een onbekend apparaat"
	momentLayout  = "02-01-2006 om 15:04 uur"
)

var (
	credentialTitles = map[CredentialChange]string{
		PasswordNew:         "Nieuw wachtwoord ingesteld",
		ProgramPasswordNew:  "Nieuw applicatiewachtwoord",
		ProgramPasswordGone: "Applicatiewachtwoord ingetrokken",
		AccessGone:          "Overal afgemeld",
		PasskeyNew:          "Nieuwe passkey",
		PasskeyGone:         "Passkey verwijderd",
		EmailNew:            "E-mailadres gewijzigd",
		CodesTried:          "Verkeerde codes bij het aanmelden",
	}
	credentialTexts = map[CredentialChange]string{
		PasswordNew: "Op {at} is het wachtwoord van je account {username} bij {club} gewijzigd. Je bent overal afgemeld.",
		ProgramPasswordNew: "Op {at} is voor je account {username} bij {club} een applicatiewachtwoord gemaakt: {name}. " +
			"Een programma dat het kent, kan namens jou bij Clubhuis.",
		ProgramPasswordGone: "Op {at} heeft een beheerder een applicatiewachtwoord van je account {username} bij {club} ingetrokken: " +
			"{name}. Een programma dat het kent, kan niet meer namens jou bij Clubhuis.",
		AccessGone: "Op {at} heeft een beheerder je account {username} bij {club} overal afgemeld. " +
			"Applicatiewachtwoorden, passkeys en het adres van je agenda werken niet meer; je wachtwoord wel.",
		PasskeyNew: "Op {at} is een passkey toegevoegd aan je account {username} bij {club}: {name}. " +
			"Daarmee kan iemand zich aanmelden als jou.",
		PasskeyGone: "Op {at} is een passkey verwijderd van je account {username} bij {club}: {name}. Die werkt niet meer.",
		CodesTried: "Op {at} is er vaak geprobeerd met je wachtwoord en een verkeerde code aan te melden op je account " +
			"{username} bij {club}. Wie dat doet, kent je wachtwoord.",
		EmailNew: "Op {at} is het e-mailadres van je account {username} bij {club} gewijzigd. " +
			"Mail over je account gaat voortaan naar het nieuwe adres, ook als je een nieuw wachtwoord vraagt.",
	}
)

// What the mail about a second factor says.
const (
	factorSubject = "Tweestapsverificatie van je account bij {club}"
	factorTitle   = "Tweestapsverificatie"
	factorEnd     = "Was jij dit niet? Wijzig dan meteen je wachtwoord, en waarschuw een beheerder van de club."
)

var factorTexts = map[FactorChange]string{
	FactorAdded: "Tweestapsverificatie is aangezet voor je account {username}. Bij het aanmelden vul je voortaan ook de " +
		"code uit je app in.",
	AppReplaced: "De app die codes laat zien voor je account {username}, is door een andere vervangen. De codes van de vorige en " +
		"de oude herstelcodes werken niet meer.",
	AppRemoved: "De app die codes laat zien, hoort niet meer bij je account {username}. Aanmelden kan nog met een passkey, of met " +
		"je wachtwoord en daarna een passkey of herstelcode.",
	FactorRemoved:   "Tweestapsverificatie is uitgezet voor je account {username}. Je wachtwoord alleen is nu genoeg.",
	RecoveryRenewed: "Er zijn nieuwe herstelcodes gemaakt voor je account {username}. De oude werken niet meer.",
}
