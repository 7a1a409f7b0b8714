package calendarsapi_test

import (
	"bytes"
	"strings"
	"testing"
	"time"

	parser "github.com/arran4/golang-ical"

	"github.com/clubhuis/clubhuis/adapters/httpapi/calendarsapi"
	"github.com/clubhuis/clubhuis/core/calendar"
)

// FuzzWrite lets members call what stands in calendars anything: each calendar has the events that it should, and no others.
func FuzzWrite(f *testing.F) {
	f.Add("Club", "Training", "regel 1\nregel 2", "veld; 1,\\2")
	f.Add("x\r\nEND:VCALENDAR", "a\r\nBEGIN:VEVENT\r\nUID:x", "\u2028\x00\xff", strings.Repeat("é", 200))
	f.Fuzz(func(t *testing.T, name, summary, description, place string) {
		at := time.Date(2026, 6, 15, 12, 0, 0, 0, time.UTC)
		written, err := new(calendarsapi.Writer).Write(calendar.Calendar{Name: name, Events: []calendar.Event{
			{
				UID: "een@club.example", Stamp: at, Start: at, End: at.Add(time.Hour),
				Summary: summary, Description: description, Place: place,
			},
			{UID: "twee@club.example", Stamp: at, Start: at, End: at.Add(time.Hour), Summary: description},
		}})
		if err != nil {
			t.Fatal(err)
		}
		for line := range bytes.SplitSeq(bytes.TrimSuffix(written, []byte("\r\n")), []byte("\r\n")) {
			if len(line) > 75 || bytes.ContainsAny(line, "\r\n\x00") {
				t.Fatalf("a line of %d octets: %q", len(line), line)
			}
		}
		read, err := parser.ParseCalendar(bytes.NewReader(written))
		if err != nil {
			t.Fatalf("%v: %s", err, written)
		}
		if events := read.Events(); len(events) != 2 || events[0].Id() != "een@club.example" || events[1].Id() != "twee@club.example" {
			t.Fatalf("%d events: %s", len(events), written)
		}
	})
}
