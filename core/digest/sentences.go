package digest

import (
	"strconv"
	"time"

	"github.com/clubhuis/clubhuis/core/civil"
)

// What a digest says.
const (
	subject      = "[{club}] Your Reminders & Todos - {date}"
	title        = "Je dagoverzicht van {day}"
	today        = "Vandaag"
	tomorrow     = "Morgen"
	week         = "Deze week"
	birthdays    = "Verjaardagen"
	tasks        = "Te doen"
	shifts       = "Je diensten"
	calledOff    = "Afgelast"
	mentions     = "Je bent genoemd"
	notes        = "Nieuwe gedeelde notities"
	reaches      = "{name} wordt {age}"
	about        = "over {name}"
	givenTo      = "voor {name}"
	givenBy      = "van {name}"
	yourShift    = "je dienst {shift}"
	overdue      = "te laat"
	inNote       = "{author} noemde je in een notitie over {person}"
	inActivity   = "{author} noemde je in een activiteit van {person}"
	shared       = "{author} over {person}"
	andMore      = "en nog {n} andere"
	openClub     = "Clubhuis openen"
	why          = "Je krijgt dit overzicht elke dag om {time}. Dat verander je onder Instellingen → Meldingen."
	unsubscribe  = "Geen mail meer van Clubhuis"
	somebodyGone = "Iemand"
)

var weekdays = [...]string{"zondag", "maandag", "dinsdag", "woensdag", "donderdag", "vrijdag", "zaterdag"}

var months = [...]string{
	"", "januari", "februari", "maart", "april", "mei", "juni", "juli", "augustus", "september", "oktober", "november", "december",
}

// dated is a day with its year: 24 november 2026.
func dated(d civil.Date) string { return dayAndMonth(d) + " " + strconv.Itoa(d.Year) }

func dayAndMonth(d civil.Date) string { return strconv.Itoa(d.Day) + " " + months[d.Month] }

// named is a day with the day of the week: dinsdag 24 november.
func named(d civil.Date) string {
	return weekdays[time.Date(d.Year, d.Month, d.Day, 0, 0, 0, 0, time.UTC).Weekday()] + " " + dayAndMonth(d)
}
