package syncpages

import (
	"strings"

	"github.com/clubhuis/clubhuis/core/sync/run"
)

// advices say what helps, by the code of the fault.
var advices = map[string]string{
	"site_sign_in": "Log zelf in op de ledenadministratie met de gebruiker van de synchronisatie. Lukt dat niet, herstel dan daar " +
		"het wachtwoord of de eenmalige code.",
	"site_answer": "Niets, als dit één keer gebeurt: de volgende run probeert het opnieuw. Blijft het misgaan, kijk dan of de " +
		"ledenadministratie in een gewone browser opent.",
	"site_changed": "De ledenadministratie is veranderd. Werk clubsync bij als er een nieuwe versie is; is die er niet, " +
		"stuur deze " +
		"pagina dan aan wie clubsync onderhoudt.",
	"site_member_not_found": "Zoek het lid op in de ledenadministratie. Staat het er niet, dan is het afgemeld en lost " +
		"de volgende run " +
		"van Leden het op.",
	"site_former_member": "Niets: een oud-bondslid kan daar niet worden gewijzigd. De wijziging blijft in de clubapplicatie staan.",
	"site_not_kept": "Wijzig het veld met de hand in de ledenadministratie. Lukt dat niet, dan mag de gebruiker van de " +
		"synchronisatie " +
		"het niet.",
	"site_no_photo_address": "Kijk in de ledenadministratie of dit lid een foto heeft. De volgende run van Leden probeert " +
		"het opnieuw.",
	"site_bad_photo": "Niets: de volgende run van Leden probeert de foto opnieuw.",
	"application_refused": "Controleer of de gebruiker van de synchronisatie in de clubapplicatie nog bestaat, de rol " +
		"club_synchronisatie heeft, en of het ingestelde applicatiewachtwoord nog geldt.",
	"application_silent":    "Kijk of de clubapplicatie opent. Doet ze dat, dan probeert de volgende run het opnieuw.",
	"application_broken":    "Kijk of de clubapplicatie opent. Doet ze dat, dan probeert de volgende run het opnieuw.",
	"application_elsewhere": "Controleer bij Instellingen het adres van de clubapplicatie (app-url).",
	"application_moved":     "Stel het nieuwe adres van de clubapplicatie in (app-url).",
	"lists_key":             "Maak bij de dienst voor e-maillijsten een nieuwe sleutel en stel die in.",
	"lists_unpaid":          "Laat de penningmeester de rekening van de dienst voor e-maillijsten betalen.",
	"lists_absent":          "Controleer bij Instellingen of de lijst nog bestaat bij de dienst voor e-maillijsten.",
	"lists_invalid":         "Verbeter het e-mailadres of de naam van dit lid in de ledenadministratie.",
	"too_many_removals": "Controleer of het klopt dat er zoveel verdwijnt. Zo ja, start de synchronisatie dan met het " +
		"aantal dat in de " +
		"melding staat. Zo nee, herstel eerst de ledenadministratie.",
	"too_many_creations": "Doe eerst een proefdraai en kijk wie het zijn. Klopt het, start dan met het aantal dat in de " +
		"melding staat.",
	"no_members":        "De ledenadministratie gaf een lege lijst. Kijk daar of de gebruiker van de synchronisatie leden mag zien.",
	"not_administered":  "Geef de gebruiker van de synchronisatie in de clubapplicatie de rol club_synchronisatie.",
	"stranger":          "Laat een ledenbeheerder deze persoon in de clubapplicatie overnemen of verwijderen.",
	"unreadable_record": "Open deze persoon in de clubapplicatie en verbeter wat er niet klopt.",
	"unreadable_work":   "Open de werkgeschiedenis van deze persoon in de clubapplicatie en verbeter wat er niet klopt.",
	"keeps_changing":    "Niets: de volgende run probeert het opnieuw.",
	"no_child_yet":      "Niets: zodra het kind in de clubapplicatie staat, volgt de ouder.",
	"member_not_sent":   "Niets: zodra dit lid in de clubapplicatie staat, volgt de rest.",
	"no_group":          "Start Teams of Functies; daarna komt dit vanzelf goed.",
	"browser_missing":   "Installeer Chromium op de machine van de synchronisatie, of stel in waar het staat (browser).",
	"browser_busy":      "Niets, als dit één keer gebeurt. Blijft het misgaan, herstart dan de dienst.",
	"forge_refused":     "Maak op de plek waar de code staat een nieuwe sleutel en stel die in (forge-token-file).",
	"forge_absent":      "Controleer bij Instellingen de plek waar de code staat (forge en repository).",
	"forge_silent":      "Niets, als dit één keer gebeurt. Blijft het misgaan, kijk dan of de plek waar de code staat opent.",
	"agent_command":     "Kijk met clubsync config check of de programmeerhulp en bubblewrap zijn geïnstalleerd en starten.",
	"agent_dirty":       "Zet een afscherming om de programmeerhulp (agent-wrapper). De volgende run begint met een schone kopie.",
	"forge_rejected":    "Lees in het log van de run waarom. Gebeurt het drie keer, dan wacht de feedback op een beheerder.",
	"agent_not_brought": "Lees in het log van de run waarom. Verander de regels van de plek waar de code staat, doe het zelf, " +
		"of wijs de feedback af.",
	"agent_not_taken": "Lees in het log van de run waarom. Voer de wijziging zelf door, of wijs de feedback af.",
	"agent_red":       "Lees in het log van de run wat de controle zei. Maak het zelf af, of wijs de feedback af.",
	"agent_git":       "Kijk of git is geïnstalleerd en of de schijf van de machine vol is.",
	"mail_token":      "Maak bij de dienst die mail verstuurt een nieuw token en stel dat in.",
}

// general are what helps when nothing more is known than the system.
var general = map[string]string{
	run.ClubSite: "Kijk of de ledenadministratie in een gewone browser opent; de volgende run probeert het opnieuw.",
	run.Application: "Open het lid in de clubapplicatie en kijk of de gegevens kloppen; de volgende run probeert " +
		"het opnieuw.",
	run.MailLists:           "De volgende run probeert het opnieuw. Blijft het misgaan, kijk dan bij de dienst voor e-maillijsten.",
	run.HelpdeskSystem:      "De volgende run probeert het opnieuw. Blijft het misgaan, kijk dan of de helpdesk opent.",
	run.ContributionsSystem: "De volgende run probeert het opnieuw. Blijft het misgaan, vraag de dienst voor contributies.",
	run.AgentSystem:         "De volgende run probeert het opnieuw. Blijft het misgaan, kijk dan in het log van de run.",
	run.Store:               "Kijk of de schijf van de machine vol is, en herstart de dienst.",
}

const otherAdvice = "De volgende run probeert het opnieuw. Blijft het misgaan, stuur deze pagina dan aan wie clubsync onderhoudt."

func advice(c run.Cause) string {
	if text, known := advices[c.Code]; known {
		return text
	}
	if text, known := general[c.System]; known {
		return text
	}
	if strings.Contains(c.Message, "vergrendeld") {
		return "Kijk bij Vergrendelingen, en hef die op als het proces niet meer leeft."
	}
	return otherAdvice
}
