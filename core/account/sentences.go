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
