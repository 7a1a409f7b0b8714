package agent

import "strings"

// What the thread of an item is told, for the volunteer who reported it and the administrator.

var failures = map[Failure]string{
	TimedOut:     "Hij was niet op tijd klaar.",
	Exited:       "Het programma stopte met een fout.",
	NoStatus:     "Hij zei niet hoe het was afgelopen.",
	NothingDone:  "Hij zei dat het klaar was, maar er was niets veranderd.",
	Lost:         "Het werk werd afgebroken.",
	NothingToAsk: "Hij had een vraag, maar stelde die niet.",
	Unread:       "Hij kon de melding niet lezen.",
}

// GaveUp is what is asked when the agent came to no end with an item too often.
func GaveUp(why Failure) string {
	if why == NotBrought {
		return notBrought
	}
	return "De programmeerhulp is hier twee keer niet uitgekomen. " + failures[why] +
		" Kun je preciezer beschrijven wat er misgaat of wat je wilt?"
}

var refusals = map[Reason]string{
	TooManyFiles: "er veranderen te veel bestanden",
	TooManyLines: "er veranderen te veel regels",
	Binary:       "dit bestand is geen tekst",
	Workflow:     "dit bestand bepaalt wat er vanzelf wordt uitgevoerd of wie beoordeelt",
	Secret:       "hierin staat iets wat op een sleutel of wachtwoord lijkt",
	LinkOut:      "deze verwijzing leidt naar buiten",
	Device:       "dit is geen gewoon bestand",
	GitFile:      "dit bestand stuurt git zelf",
	OddName:      "deze naam is niet goed te lezen",
}

// waits is what the reporter is told of work that an administrator has to look at: it asks nothing that they cannot know.
const waits = "Een beheerder kijkt ernaar; je hoeft zelf niets te doen. Weet je nog iets wat kan helpen, schrijf het dan hier: " +
	"dan probeert de programmeerhulp het opnieuw."

// NotTaken is what the thread is told when the change may not become a pull request.
func NotTaken(refused []Refused) string {
	var b strings.Builder
	b.WriteString("De programmeerhulp heeft iets gemaakt wat niet vanzelf door mag. " + waits + "\n\nWaarom het niet door mag:\n")
	for _, r := range refused {
		b.WriteString("\n- ")
		if r.Path != "" {
			b.WriteString(harmless(Short(r.Path, 200)) + ": ")
		}
		b.WriteString(refusals[r.Reason])
	}
	return b.String()
}

// notBrought is what the thread is told when a change does not get to where the code is. Why is nothing for the reporter: the log
// of the run has it.
const notBrought = "De programmeerhulp heeft een oplossing gemaakt, maar die komt steeds niet aan op de plek waar de code " +
	"staat. " + waits

// CheckFailed is what the thread is told when the project's own check stays red. What the check printed is nothing for the
// reporter: the log of the run has it.
const CheckFailed = "De programmeerhulp heeft een oplossing gemaakt, maar de controle van het programma keurt die af, " +
	"ook na een tweede poging. " + waits

// Rejected is what the thread is told of an item that the agent can do nothing about.
func Rejected(reason string) string {
	if reason == "" {
		return "De programmeerhulp ziet geen manier om hier iets aan te doen."
	}
	return reason
}
