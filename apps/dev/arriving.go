package main

import (
	"regexp"
	"time"
)

// arriving tells how far the club has come, from what the synchronization logs.
type arriving struct {
	tell  func(format string, args ...any)
	every time.Duration // how often of one step
	step  string
	told  time.Time
}

// progressLine is how the synchronization logs that a step goes on.
var progressLine = regexp.MustCompile(`msg=progress step=(\S+) done=(\d+) total=(\d+)$`)

// stepNames are the steps of the synchronization in words for who looks at the demo.
var stepNames = map[string]string{
	"list-submit": "op de e-maillijsten", "people-submit": "leden", "parents-submit": "ouders",
	"photo-download": "foto's opgehaald", "photo-upload": "foto's", "reverse-sync": "wijzigingen terug",
	"team-download": "teams gelezen", "team-submit": "teams", "work-history": "leden in hun teams",
	"functions-download": "leden met hun functies gelezen", "committee-submit": "commissies",
	"committee-work-history": "leden in hun commissies", "free-fields": "leden met hun vrije velden",
	"discipline-submit": "tuchtzaken", "capability-sync": "rechten",
	"contributions-download": "contributies gelezen", "contributions-submit": "contributies",
	"customers-submit": "klanten van de helpdesk", "conversations": "gesprekken van de helpdesk",
}

// hear takes a line of the log. What has no total is not told: nobody waits for it.
func (a *arriving) hear(line string) {
	found := progressLine.FindStringSubmatch(line)
	if found == nil || found[3] == "0" {
		return
	}
	step, done, total := found[1], found[2], found[3]
	if step == a.step && done != total && time.Since(a.told) < a.every {
		return
	}
	a.step, a.told = step, time.Now()
	if name, known := stepNames[step]; known {
		step = name
	}
	a.tell("de club komt binnen: %s van %s %s", done, total, step)
}
