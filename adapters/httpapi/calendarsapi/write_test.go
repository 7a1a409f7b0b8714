package calendarsapi_test

import (
	"strings"
	"testing"
	"time"
	"unicode"

	parser "github.com/arran4/golang-ical"
	"pgregory.net/rapid"

	"github.com/clubhuis/clubhuis/adapters/httpapi/calendarsapi"
	"github.com/clubhuis/clubhuis/core/calendar"
	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/volunteer"
)

// anyText is what members may write, and what nobody should: calendar syntax, line ends of all sorts, characters that break.
var anyText = rapid.OneOf(rapid.String(), rapid.StringOf(rapid.SampledFrom([]rune("aé😀\\,;:\"\r\n\u2028\u0085\x00\x7f BEGINVT"))),
	rapid.SampledFrom([]string{"", "BEGIN:VEVENT", "x\r\nEND:VEVENT\r\n", "END:VCALENDAR", "\xff\xfe", strings.Repeat("ë", 80)}))

// asRead is what a program reads of a text.
func asRead(text string) string {
	text = strings.NewReplacer("\r\n", "\n", "\r", "\n", "\u2028", "\n", "\u2029", "\n").Replace(strings.ToValidUTF8(text, "\ufffd"))
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) && r != '\n' {
			return -1
		}
		return r
	}, text)
}

// contract: club §4.9-4 (calendar feeds). Whatever stands in a calendar, another program reads the same events, the text is
// the same when it was written before, and no line is too long.
func TestAnyCalendarIsReadBack(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		var writer calendarsapi.Writer
		c := calendar.Calendar{Name: anyText.Draw(t, "name")}
		for range rapid.IntRange(0, 4).Draw(t, "events") {
			at := time.Unix(rapid.Int64Range(-1e9, 4e9).Draw(t, "at"), 0)
			e := calendar.Event{
				UID: rapid.StringMatching(`[a-z]{1,9}-[0-9]{1,5}@club\.example`).Draw(t, "uid"), Stamp: at,
				Summary: anyText.Draw(t, "summary"), Description: anyText.Draw(t, "description"),
				Place: anyText.Draw(t, "place"), Cancelled: rapid.Bool().Draw(t, "cancelled"),
			}
			if rapid.Bool().Draw(t, "of a day") {
				e.Day, e.Yearly, e.URL = civil.Of(at.UTC()), rapid.Bool().Draw(t, "yearly"), "https://club.example/leden/1"
			} else {
				e.Start, e.End = at, at.Add(time.Hour)
			}
			c.Events = append(c.Events, e)
		}
		first, err := writer.Write(c)
		if err != nil {
			t.Fatal(err)
		}
		if again, err := writer.Write(c); err != nil || string(again) != string(first) {
			t.Fatalf("written again: %v\n%s\n%s", err, first, again)
		}
		for line := range strings.SplitSeq(string(first), "\r\n") {
			if len(line) > 75 || strings.ContainsAny(line, "\r\n") || strings.ToValidUTF8(line, "!") != line {
				t.Fatalf("the line %q", line)
			}
		}
		parsed, err := parser.ParseCalendar(strings.NewReader(string(first)))
		if err != nil {
			t.Fatalf("%v\n%s", err, first)
		}
		events := parsed.Events()
		if len(events) != len(c.Events) {
			t.Fatalf("%d events of %d\n%s", len(events), len(c.Events), first)
		}
		for i, e := range c.Events {
			for name, want := range map[parser.ComponentProperty]string{
				parser.ComponentPropertyUniqueId: e.UID, parser.ComponentPropertySummary: asRead(e.Summary),
				parser.ComponentPropertyDescription: asRead(e.Description), parser.ComponentPropertyLocation: asRead(e.Place),
				parser.ComponentPropertyUrl: e.URL, parser.ComponentPropertyRrule: map[bool]string{true: "FREQ=YEARLY"}[e.Yearly],
				parser.ComponentPropertyStatus: map[bool]string{true: "CANCELLED"}[e.Cancelled],
			} {
				if got := value(events[i], name); got != want {
					t.Fatalf("%s: %q, want %q\n%s", name, got, want, first)
				}
			}
		}
	})
}

// An end that can't be written, or comes before the beginning, would make programs refuse the whole calendar: there is none then.
func TestAnEventWithoutAnEndThatCanBeRead(t *testing.T) {
	t.Parallel()
	zone, err := time.LoadLocation("Europe/Amsterdam")
	if err != nil {
		t.Fatal(err)
	}
	night := civil.Date{Year: 2027, Month: time.March, Day: 28} // there is no half past two
	shift := volunteer.Shift{Date: night, Start: "02:30", End: "03:00"}
	for name, e := range map[string]calendar.Event{
		"the last day":   {Day: civil.Date{Year: 9999, Month: time.December, Day: 31}},
		"a skipped hour": {Start: shift.Begins(zone), End: shift.Ends(zone)},
	} {
		e.UID = "x@club.example"
		text, err := new(calendarsapi.Writer).Write(calendar.Calendar{Events: []calendar.Event{e}})
		if err != nil || strings.Contains(string(text), "DTEND") || !strings.Contains(string(text), "DTSTART") {
			t.Errorf("%s: %v\n%s", name, err, text)
		}
	}
}
