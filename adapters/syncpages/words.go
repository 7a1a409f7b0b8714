package syncpages

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/sync/conflict"
	"github.com/clubhuis/clubhuis/core/sync/difference"
	"github.com/clubhuis/clubhuis/core/sync/federation"
	"github.com/clubhuis/clubhuis/core/sync/run"
	"github.com/clubhuis/clubhuis/core/usecase/operators"
)

// What the pages call things. A pipeline, a step or a code that has no words yet is shown by its own name.

var errForm = fault.New(fault.Invalid, "bad_form", "Dit formulier is niet te lezen.")

const noDay = "Dat is geen dag. Schrijf een dag als 2026-03-31."

// doneTexts are what a page says when a form led to it.
var doneTexts = map[string]string{
	"started":     "De synchronisatie is begonnen. Deze pagina ververst vanzelf.",
	"started-dry": "De proefdraai is begonnen: er wordt niets gewijzigd. Straks staat hij hieronder.",
	"unlocked":    "De vergrendeling is weg. De volgende run maakt af wat is blijven liggen.",
	"cleared":     "Afgevinkt. Nieuwe fouten vallen weer op.",
	"comparing":   "Het vergelijken is begonnen. Dat duurt een paar minuten.",
	"repairing":   "Het herstellen is begonnen. Wat er gebeurt, staat daarna bij de runs.",
	"planning":    "De proefdraai van het herstel is begonnen: er wordt niets gewijzigd.",
}

type pipelineWords struct{ name, about string }

var pipelines = map[run.Pipeline]pipelineWords{
	run.People: {"Leden", "Leden, ouders, e-maillijsten en foto's, en wijzigingen terug naar de ledenadministratie."},
	run.Teams:  {"Teams", "Teams en wie erin speelt of ze begeleidt."},
	run.Functions: {"Functies",
		"Functies, commissies en vrije velden van wie de laatste dagen is gewijzigd, en van vrijwilligers zonder geldige VOG."},
	run.FunctionsFull: {"Functies, iedereen", "Functies, commissies en vrije velden van alle leden. Dit duurt een paar uur."},
	run.Contributions: {"Contributie", "Wat leden per jaar aan contributie hebben te betalen en nog open staat."},
	run.Discipline:    {"Tuchtzaken", "Tuchtzaken van de bond, bij de leden om wie het gaat."},
	run.Helpdesk:      {"Helpdesk", "Klanten in de helpdesk, en hun gesprekken op de tijdlijn van leden."},
	run.FormerMembers: {"Oud-leden", "Haalt oud-leden op die nog niet in de clubapplicatie staan. Alleen met de hand."},
	run.Feedback: {"Programmeerhulp",
		"Maakt van goedgekeurde feedback een voorstel, dat een maker van het programma beoordeelt."},
	run.Individual: {"Eén lid", "Werkt één lid bij, op verzoek van de clubapplicatie."},
}

func pipelineName(p run.Pipeline) string { return cmp.Or(pipelines[p].name, string(p)) }

func pipelineAbout(p run.Pipeline) string { return pipelines[p].about }

// workName is what the process works on, in words.
func workName(what string) string {
	switch what {
	case operators.Comparing:
		return "Vergelijken"
	case operators.Repairing:
		return "Herstellen"
	}
	return pipelineName(run.Pipeline(what))
}

var steps = map[string]string{
	run.StepMemberDownload: "Leden lezen", run.StepListPrepare: "E-maillijsten voorbereiden",
	run.StepLists: "E-maillijsten bijwerken", run.StepPeople: "Leden bijwerken", run.StepParents: "Ouders bijwerken",
	run.StepPhotoDownload: "Foto's ophalen", run.StepPhotoUpload: "Foto's plaatsen",
	run.StepReverse: "Terug naar de ledenadministratie", run.StepTeamDownload: "Teams lezen",
	run.StepTeams: "Teams bijwerken", run.StepWork: "Wie speelt waar", run.StepFunctionsDownload: "Functies lezen",
	run.StepCommittees: "Commissies bijwerken", run.StepCommitteeWork: "Wie doet wat", run.StepFreeFields: "Vrije velden",
	run.StepItem: "Melding", run.StepAgent: "Programmeren", run.StepCheck: "Controleren", run.StepPullRequest: "Voorstel maken",
	run.StepBranches: "Takken opruimen", run.StepRoles: "Rollen doorgeven", "contributions-download": "Contributie lezen",
	"contributions-submit": "Contributie bijwerken", "discipline-download": "Tuchtzaken lezen",
	"discipline-submit": "Tuchtzaken bijwerken", run.StepMovedCases: "Tuchtzaken van een ander lid",
	run.StepCustomersPrepare: "Klanten voorbereiden", run.StepCustomers: "Klanten bijwerken",
	run.StepConversations: "Gesprekken op de tijdlijn", run.StepFormerDownload: "Oud-leden lezen",
	run.StepFormer: "Oud-leden toevoegen",
}

func stepName(name string) string {
	if words, known := steps[name]; known {
		return words
	}
	return strings.ReplaceAll(name, "-", " ")
}

var systems = map[string]string{
	run.ClubSite: "ledenadministratie", run.Application: "clubapplicatie", run.MailLists: "e-maillijsten",
	run.HelpdeskSystem: "helpdesk", run.ContributionsSystem: "contributies", run.Store: "eigen database",
	run.AgentSystem: "programmeerhulp",
}

func systemName(system string) string { return cmp.Or(systems[system], system) }

var kinds = map[string]string{"create": "nieuw", "update": "wijzigen", "end": "beëindigen", "delete": "weghalen"}

func kindName(kind string) string { return cmp.Or(kinds[kind], kind) }

var reasons = map[string]string{
	"new": "staat er nog niet", "changed": "is veranderd", "forced": "opnieuw", "back": "is er weer",
	"vanished": "is er niet meer",
	"edited":   "gewijzigd in de clubapplicatie", "pending_download": "nieuwe foto", "downloaded": "nieuwe foto",
	"pending_upload": "nog niet geplaatst", "pending_delete": "is er niet meer",
	conflict.SameValue: "beide hetzelfde", conflict.NoHistory: "van geen van beide is bekend wanneer",
	conflict.OnlySite:        "alleen van de ledenadministratie is bekend wanneer",
	conflict.OnlyApplication: "alleen van de clubapplicatie is bekend wanneer",
	conflict.WithinGrace:     "bijna tegelijk gewijzigd", conflict.SiteNewer: "later gewijzigd",
	conflict.AppNewer: "later gewijzigd",
}

func reasonName(reason string) string { return cmp.Or(reasons[reason], reason) }

var fieldNames = map[string]string{
	string(federation.FieldEmail): "e-mailadres", string(federation.FieldEmail2): "tweede e-mailadres",
	string(federation.FieldMobile): "mobiel", string(federation.FieldMobile2): "tweede mobiel",
	string(federation.FieldTelephone): "telefoon", string(federation.FieldTelephone2): "tweede telefoon",
	string(federation.FieldStreet): "adres", string(federation.FieldHelpdesk): "helpdesknummer",
	string(federation.FieldVOG): "datum VOG", string(federation.FieldBlock): "financiële blokkade", "address": "adres",
	"first_name": "voornaam", "infix": "tussenvoegsel", "last_name": "achternaam", "datum-overlijden": "datum van overlijden",
	"former_member": "oud-lid", "title": "naam",
}

func fieldName(field string) string { return cmp.Or(fieldNames[field], field) }

var areas = map[difference.Area]string{
	difference.People: "Leden en ouders", difference.Teams: "Teams en commissies", difference.Lists: "E-maillijsten",
	difference.Photos: "Foto's", difference.Helpdesk: "Helpdesk",
	difference.Discipline: "Tuchtzaken", difference.Contributions: "Contributie",
}

func areaName(area difference.Area) string { return cmp.Or(areas[area], string(area)) }

func winnerName(w conflict.Winner) string {
	return map[conflict.Winner]string{conflict.Site: "ledenadministratie", conflict.Application: "clubapplicatie"}[w]
}

// sum is what all steps of a run did together.
func sum(r *run.Run) (c run.Counts) {
	for _, s := range r.Steps {
		c.Created += s.Counts.Created
		c.Updated += s.Counts.Updated
		c.Ended += s.Counts.Ended
		c.Deleted += s.Counts.Deleted
	}
	c.Errors = r.Errors()
	return c
}

// changes says in a sentence what a run did, or would do.
func changes(r *run.Run) string {
	c := sum(r)
	var parts []string
	for _, p := range []struct {
		n    int
		text string
	}{{c.Created, "nieuw"}, {c.Updated, "gewijzigd"}, {c.Ended, "beëindigd"}, {c.Deleted, "weggehaald"}} {
		if p.n > 0 {
			parts = append(parts, thousands(p.n)+" "+p.text)
		}
	}
	if len(parts) == 0 {
		return "Niets veranderd"
	}
	return strings.Join(parts, ", ")
}

// thousands writes a number as people here do: 1.500.
func thousands(n int) string {
	text := fmt.Sprint(n)
	for at := len(text) - 3; at > 0; at -= 3 {
		text = text[:at] + "." + text[at:]
	}
	return text
}

func plural(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return thousands(n) + " " + many
}

// badge is the word for how a run ended, and its colour.
type badge struct{ Text, Tone string }

func stateBadge(s operators.State) badge {
	return map[operators.State]badge{
		operators.NotConfigured: {"Niet ingesteld", "calm"}, operators.NeverRan: {"Nog niet gedraaid", "calm"},
		operators.AtWork: {"Bezig", "busy"}, operators.Died: {"Niet afgemaakt", "bad"}, operators.Good: {"Goed", "good"},
		operators.WithErrors: {"Klaar, met fouten", "warn"}, operators.Failed: {"Mislukt", "bad"},
	}[s]
}

func runBadge(r *run.Run, dead bool) badge {
	switch {
	case dead:
		return stateBadge(operators.Died)
	case r.Outcome == run.Running:
		return stateBadge(operators.AtWork)
	case r.Outcome == run.Success && r.DryRun:
		return badge{"Proef", "calm"}
	case r.Outcome == run.Success:
		return stateBadge(operators.Good)
	case r.Outcome == run.Partial:
		return stateBadge(operators.WithErrors)
	}
	return stateBadge(operators.Failed)
}
