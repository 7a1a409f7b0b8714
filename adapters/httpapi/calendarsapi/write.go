package calendarsapi

import (
	"bytes"
	"fmt"
	"strings"
	"sync"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/emersion/go-ical"

	"github.com/clubhuis/clubhuis/core/calendar"
	"github.com/clubhuis/clubhuis/core/civil"
)

// Writer writes calendars as RFC 5545 has them, with lines of 75 octets at most. It keeps what it wrote of events: programs read
// a calendar many times a day, and hardly anything in it changes. The zero value is ready.
type Writer struct {
	lock sync.RWMutex
	kept map[calendar.Event]string
}

// mostKept is of how many events the text is kept, some 700 octets each.
const mostKept = 10_000

// Write writes a calendar.
func (w *Writer) Write(c calendar.Calendar) ([]byte, error) {
	begin, end, err := frame(c.Name)
	if err != nil {
		return nil, err
	}
	texts, size := make([]string, len(c.Events)), len(begin)+len(end)
	w.lock.RLock()
	for i := range c.Events {
		texts[i] = w.kept[c.Events[i]]
	}
	w.lock.RUnlock()
	var pen pen
	var written []int
	for i := range texts {
		if texts[i] == "" {
			if texts[i], err = pen.write(&c.Events[i]); err != nil {
				return nil, err
			}
			written = append(written, i)
		}
		size += len(texts[i])
	}
	w.keep(c.Events, texts, written)
	all := append(make([]byte, 0, size), begin...)
	for _, text := range texts {
		all = append(all, text...)
	}
	return append(all, end...), nil
}

// keep remembers the texts of events. When there are too many, it begins anew: those that are read come back.
func (w *Writer) keep(events []calendar.Event, texts []string, which []int) {
	if len(which) == 0 {
		return
	}
	w.lock.Lock()
	defer w.lock.Unlock()
	if w.kept == nil || len(w.kept)+len(which) > mostKept {
		w.kept = make(map[calendar.Event]string, len(which))
	}
	for _, i := range which[:min(len(which), mostKept)] {
		w.kept[events[i]] = texts[i]
	}
}

// frame returns what stands before the events of a calendar and after them. The library writes no calendar without events: one is
// written, and cut out.
func frame(name string) (begin, end []byte, err error) {
	written := ical.NewCalendar()
	props := written.Props
	props.SetText(ical.PropVersion, "2.0")
	props.SetText(ical.PropProductID, "-//Clubhuis//Clubhuis//NL")
	props.SetText(ical.PropCalendarScale, "GREGORIAN")
	props.SetText(ical.PropMethod, "PUBLISH")
	props["X-WR-CALNAME"] = []ical.Prop{{Name: "X-WR-CALNAME", Value: text(name)}}
	props["X-WR-TIMEZONE"] = []ical.Prop{{Name: "X-WR-TIMEZONE", Value: "UTC"}}
	none := ical.NewEvent()
	none.Props.SetText(ical.PropUID, "none")
	none.Props.SetDateTime(ical.PropDateTimeStamp, time.Time{})
	written.Children = append(written.Children, none.Component)
	var all bytes.Buffer
	if err := ical.NewEncoder(&all).Encode(written); err != nil {
		return nil, nil, fmt.Errorf("write a calendar: %w", err)
	}
	const lineEnd = "\r\n" // else a name could look like an event
	begin, end, _ = bytes.Cut(all.Bytes(), []byte(lineEnd+"BEGIN:VEVENT"+lineEnd))
	_, end, _ = bytes.Cut(end, []byte(lineEnd+"END:VEVENT"+lineEnd))
	return fold(append(begin, lineEnd...)), fold(end), nil
}

// pen writes events, one after another, with the same component.
type pen struct {
	event  *ical.Event
	buffer bytes.Buffer
}

// write returns the text of an event.
func (p *pen) write(e *calendar.Event) (string, error) {
	if p.event == nil {
		p.event = ical.NewEvent()
	}
	p.set(ical.PropUID, text(e.UID), nil)
	p.set(ical.PropDateTimeStamp, moment(e.Stamp), nil)
	if e.Day.IsZero() {
		p.set(ical.PropDateTimeStart, moment(e.Start), nil)
		p.set(ical.PropDateTimeEnd, when(e.End.After(e.Start), moment(e.End)), nil) // it may lie in an hour that the clock skips
	} else {
		next := e.Day.AddDays(1)
		p.set(ical.PropDateTimeStart, day(e.Day), ofDay)
		p.set(ical.PropDateTimeEnd, when(next.Year <= lastYear, day(next)), ofDay) // without one it is of that day, too
	}
	p.set(ical.PropSummary, text(e.Summary), nil)
	p.set(ical.PropDescription, text(e.Description), nil)
	p.set(ical.PropLocation, text(e.Place), nil)
	p.set(ical.PropURL, e.URL, nil) // an address, a rule and a state are no texts
	p.set(ical.PropRecurrenceRule, when(e.Yearly, "FREQ=YEARLY"), nil)
	p.set(ical.PropStatus, when(e.Cancelled, string(ical.EventCancelled)), nil)
	p.buffer.Reset()
	if err := ical.NewEncoder(&p.buffer).Encode(&ical.Calendar{Component: p.event.Component}); err != nil {
		return "", fmt.Errorf("write the event %s: %w", e.UID, err)
	}
	return string(fold(p.buffer.Bytes())), nil
}

// set gives the event a value, and takes it away when there is none. A summary it always has.
func (p *pen) set(name, value string, params ical.Params) {
	list := p.event.Props[name]
	switch {
	case value == "" && name != ical.PropSummary:
		delete(p.event.Props, name)
	case len(list) == 1:
		list[0] = ical.Prop{Name: name, Value: value, Params: params}
	default:
		p.event.Props[name] = []ical.Prop{{Name: name, Value: value, Params: params}}
	}
}

func when(is bool, value string) string {
	if is {
		return value
	}
	return ""
}

// lastYear is the last one that a calendar can name.
const lastYear = 9999

// ofDay says that a value is a day. Nobody changes it.
var ofDay = ical.Params{ical.ParamValue: []string{string(ical.ValueDate)}}

func day(d civil.Date) string { return midnight(d).Format("20060102") }

// moment is one in UTC.
func moment(at time.Time) string { return at.UTC().Format("20060102T150405Z") }

func midnight(day civil.Date) time.Time {
	return time.Date(day.Year, day.Month, day.Day, 0, 0, 0, 0, time.UTC)
}

// lines are the ways in which texts break lines.
var lines = strings.NewReplacer("\r\n", "\n", "\r", "\n", "\u2028", "\n", "\u2029", "\n")

// text writes a text. Lines stay lines, and what else cannot be printed is left out.
func text(value string) string {
	if !strings.ContainsFunc(value, special) {
		return value // as nearly all are
	}
	value = lines.Replace(strings.ToValidUTF8(value, "\ufffd"))
	prop := ical.NewProp(ical.PropSummary)
	prop.SetText(strings.Map(func(r rune) rune {
		if unicode.IsControl(r) && r != '\n' {
			return -1
		}
		return r
	}, value))
	return prop.Value
}

// special reports whether a character may have to be written otherwise.
func special(r rune) bool {
	return r < ' ' || r >= unicode.MaxASCII || r == '\\' || r == ',' || r == ';'
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
