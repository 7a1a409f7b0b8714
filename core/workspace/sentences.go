package workspace

// What the mail with an invite says.
const (
	inviteSubject  = "{by} nodigt je uit voor {name}"
	inviteTitle    = "Uitnodiging voor een werkruimte"
	inviteGreeting = "Hallo,"
	inviteText     = "{by} nodigt je uit om als {role} mee te doen in de werkruimte {name} van {club}. In een werkruimte zien en " +
		"bewerken leden dezelfde personen en teams. Heb je nog geen account, dan maak je er een via de knop."
	inviteEnd = "De link werkt één keer, en zeven dagen lang, voor het e-mailadres waarop je deze mail kreeg. Ken je {by} niet? " +
		"Dan hoef je niets te doen."

	openInvite = "Uitnodiging bekijken"
)

// roleNames are what members call the roles.
var roleNames = map[Role]string{Owner: "eigenaar", Admin: "beheerder", Member: "lid"}
