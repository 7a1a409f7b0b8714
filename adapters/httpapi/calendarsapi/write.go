package calendarsapi

import (
	"bytes"
	"fmt"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/emersion/go-ical"

	"github.com/clubhuis/clubhuis/core/calendar"
	"github.com/clubhuis/clubhuis/core/civil"
)

// Write writes a calendar as RFC 5545 has it, with lines of 75 octets at most.
func Write(c calendar.Calendar) ([]byte, error) {
	written := ical.NewCalendar()
	props := written.Props
	props.SetText(ical.PropVersion, "2.0")
	props.SetText(ical.PropProductID, "-//Clubhuis//Clubhuis//NL")
	props.SetText(ical.PropCalendarScale, "GREGORIAN")
	props.SetText(ical.PropMethod, "PUBLISH")
	text(props, "X-WR-CALNAME", c.Name)
	text(props, "X-WR-TIMEZONE", "UTC")
	for i := range c.Events {
		written.Children = append(written.Children, component(&c.Events[i]))
	}
	empty := len(c.Events) == 0
	if empty { // the library writes none: an event is written, and cut out
		written.Children = append(written.Children, component(&calendar.Event{UID: "none"}))
	}
	var all bytes.Buffer
	if err := ical.NewEncoder(&all).Encode(written); err != nil {
		return nil, fmt.Errorf("write a calendar: %w", err)
	}
	whole := all.Bytes()
	if empty {
		before, after, _ := bytes.Cut(whole, []byte("BEGIN:VEVENT\r\n"))
		_, after, _ = bytes.Cut(after, []byte("END:VEVENT\r\n"))
		whole = append(bytes.Clone(before), after...)
	}
	return fold(whole), nil
}

func component(e *calendar.Event) *ical.Component {
	event := ical.NewEvent()
	props := event.Props
	text(props, ical.PropUID, e.UID)
	props.SetDateTime(ical.PropDateTimeStamp, e.Stamp.UTC())
	if e.Day.IsZero() {
		props.SetDateTime(ical.PropDateTimeStart, e.Start.UTC())
		props.SetDateTime(ical.PropDateTimeEnd, e.End.UTC())
	} else {
		props.SetDate(ical.PropDateTimeStart, midnight(e.Day))
		props.SetDate(ical.PropDateTimeEnd, midnight(e.Day.AddDays(1)))
	}
	text(props, ical.PropSummary, e.Summary)
	if e.Description != "" {
		text(props, ical.PropDescription, e.Description)
	}
	if e.Place != "" {
		text(props, ical.PropLocation, e.Place)
	}
	if e.URL != "" { // an address and a rule are no texts
		props.Set(&ical.Prop{Name: ical.PropURL, Value: e.URL})
	}
	if e.Yearly {
		props.Set(&ical.Prop{Name: ical.PropRecurrenceRule, Value: "FREQ=YEARLY"})
	}
	if e.Cancelled {
		event.SetStatus(ical.EventCancelled)
	}
	return event.Component
}

func midnight(day civil.Date) time.Time {
	return time.Date(day.Year, day.Month, day.Day, 0, 0, 0, 0, time.UTC)
}

// lines are the ways in which texts break lines.
var lines = strings.NewReplacer("\r\n", "\n", "\r", "\n", "\u2028", "\n", "\u2029", "\n")

// text sets a text. Lines stay lines, and what else cannot be printed is left out.
func text(props ical.Props, name, value string) {
	value = lines.Replace(strings.ToValidUTF8(value, "\ufffd"))
	props.SetText(name, strings.Map(func(r rune) rune {
		if unicode.IsControl(r) && r != '\n' {
			return -1
		}
		return r
	}, value))
	// The library names the type of what it does not know, and some programs look away then.
	props.Get(name).Params.Del(ical.ParamValue)
}

// longest is how long a line may be, in octets without its end.
const longest = 75

// fold breaks long lines, between characters: the next line begins with a blank, which belongs to no text.
func fold(text []byte) []byte {
	folded := make([]byte, 0, len(text)+len(text)/longest*3)
	for line := range bytes.Lines(text) {
		line = bytes.TrimSuffix(line, []byte("\r\n"))
		for most := longest; len(line) > most; most = longest - 1 {
			cut := most
			for !utf8.RuneStart(line[cut]) {
				cut--
			}
			folded = append(append(folded, line[:cut]...), "\r\n "...)
			line = line[cut:]
		}
		folded = append(append(folded, line...), "\r\n"...)
	}
	return folded
}
