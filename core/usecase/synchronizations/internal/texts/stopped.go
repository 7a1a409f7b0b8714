package texts

import "github.com/clubhuis/clubhuis/core/sync/run"

// What the mail about a run that failed says first.
const (
	Cause  = "Oorzaak"
	Effect = "Gevolg"
	Next   = "Wat te doen"
	Page   = "Meer"
)

// Why a run failed, and what helps. The next steps of the guard and of a lock name a command.
const (
	SignInCause = "Inloggen op de ledenadministratie is niet gelukt."
	SignInNext  = "Log zelf in met de gebruiker van de synchronisatie. Lukt dat niet, herstel dan daar het wachtwoord of de " +
		"eenmalige code; lukt het wel, controleer dan wat hier is ingesteld met: clubsync config check"

	SiteCause = "De ledenadministratie is niet bereikbaar of gaf geen bruikbaar antwoord."
	SiteNext  = "Niets, als dit één keer gebeurt: de volgende run probeert het opnieuw. Blijft het misgaan, kijk dan of de " +
		"ledenadministratie in een gewone browser opent, en daarna: clubsync config check"

	ShapeCause = "De pagina's van de ledenadministratie zijn veranderd; de synchronisatie herkent ze niet meer."
	ShapeNext  = "Werk clubsync bij als er een nieuwe versie is. Is die er niet, stuur deze mail dan aan wie clubsync onderhoudt."

	GuardCause = "De run zou te veel weghalen: %s."
	GuardNext  = "Controleer of dat klopt. Zo ja, draai dan met de hand: %s. Zo nee, herstel eerst de ledenadministratie."

	LockCause     = "Er staat een vergrendeling in de weg: %s"
	LockNext      = "Geef de synchronisatie weer vrij met: %s"
	LockAliveNext = "Wacht tot de andere run klaar is; de volgende run begint dan vanzelf."

	RefusedCause = "De clubapplicatie weigert de synchronisatie: %s"
	RefusedNext  = "Controleer in de clubapplicatie of de gebruiker van de synchronisatie nog bestaat en de rol " +
		"club_synchronisatie heeft, en hier het ingestelde wachtwoord, met: clubsync config check"

	ApplicationCause = "De clubapplicatie is niet bereikbaar: %s"
	ApplicationNext  = "Kijk of de clubapplicatie in een browser opent. Doet ze dat, dan probeert de volgende run het opnieuw."

	ContributionsCause = "De dienst voor contributies werkt niet mee: %s"
	ContributionsNext  = "Niets, als dit één keer gebeurt: de volgende run probeert het opnieuw. Blijft het misgaan, " +
		"vraag dan bij die " +
		"dienst na of ze werkt en of de sleutel nog geldt, en controleer hier: clubsync config check"

	HelpdeskCause = "De helpdesk werkt niet mee: %s"
	HelpdeskNext  = "Niets, als dit één keer gebeurt: de volgende run probeert het opnieuw. Blijft het misgaan, kijk dan of de " +
		"helpdesk in een browser opent en of de sleutel nog geldt, en controleer hier: clubsync config check"

	AgentCause     = "De programmeerhulp kon niet werken: %s"
	AgentOtherNext = "Niets, als dit één keer gebeurt: de volgende run probeert het opnieuw. Blijft het misgaan, " +
		"probeer het dan met de hand: %s"

	EndedCause = "De synchronisatiedienst is gestopt terwijl de run bezig was."
	EndedNext  = "Niets, als de dienst weer draait: de volgende run maakt het af."

	OtherNext = "Probeer het met de hand: %s. Gaat het weer mis, stuur deze mail dan aan wie clubsync onderhoudt."
)

// The commands that run pipelines by hand.
const (
	RunCommand      = "clubsync run %s"
	FeedbackCommand = "clubsync feedback --run"
)

// AgentNext are what helps when the coding agent could not work, by the code of the fault.
var AgentNext = map[string]string{
	"forge_refused": "Maak op de plek waar de code staat een nieuwe sleutel en stel die in (forge-token-file).",
	"forge_absent":  "Controleer de instellingen van de plek waar de code staat (forge en repository).",
	"forge_rejected": "Lees in het log van de run waarom het niet werd aangenomen. Gebeurt het drie keer, dan wacht de feedback " +
		"op een beheerder en is de volgende aan de beurt.",
	"agent_command": "Kijk met clubsync config check of de programmeerhulp en bubblewrap zijn geïnstalleerd en starten.",
	"agent_dirty": "Iets schreef in de kopie van de code terwijl de programmeerhulp werkte. Zet een afscherming om de " +
		"programmeerhulp (agent-wrapper); de volgende run begint met een schone kopie.",
}

// What the mail about a pipeline that is overdue says.
const (
	OverdueCause  = "De synchronisatie had op %s moeten beginnen en is meer dan vier uur later nog niet begonnen."
	OverdueEffect = "Wat %s aangaat is niet bijgewerkt. Deze mail komt niet nog eens voordat de synchronisatie heeft gedraaid."
	OverdueNext   = "Kijk of er een andere run bezig is of iets is vergrendeld, en herstart anders de dienst. Of draai met de " +
		"hand: %s"
)

// What a failed run leaves behind.
const (
	NothingBegun = "De synchronisatie van %s is niet begonnen; er is niets gewijzigd."
	StoppedEarly = "De synchronisatie van %s is voor het einde gestopt; wat al was verwerkt blijft staan, " +
		"de rest is niet bijgewerkt."
)

// Subjects are what pipelines synchronize.
var Subjects = map[run.Pipeline]string{
	run.People: "de leden", run.Teams: "de teams", run.Functions: "de functies en commissies",
	run.FunctionsFull: "de functies en commissies van alle leden", run.Individual: "één lid", run.Discipline: "de tuchtzaken",
	run.Contributions: "de contributies", run.Helpdesk: "de helpdesk", run.FormerMembers: "de oud-leden",
	run.Feedback: "de goedgekeurde feedback",
}
