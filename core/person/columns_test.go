package person_test

import (
	"strings"
	"testing"
	"time"

	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/sheet"
	"github.com/clubhuis/clubhuis/core/work"
)

// cell is what a column shows of somebody.
func cell(t *testing.T, key string, p person.Person, today string, groups []person.Titled) sheet.Cell {
	t.Helper()
	columns, known := person.ColumnsOf([]string{key})
	day, ok := civil.Parse(today)
	if !known || !ok {
		t.Fatalf("no column %s or day %s", key, today)
	}
	return columns[0].Cell(&person.Listed{
		Person: &p, Record: &person.Record{}, Today: day, Zone: time.FixedZone("CET", 60*60), Groups: groups,
	})
}

func TestColumnsOf(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		keys, want string
		known      bool
	}{
		{"", "", true}, {"name", "Naam", true}, {"city name", "Woonplaats Naam", true},
		{"name name city name", "Naam Woonplaats", true},
		{"name x", "", false}, {"Name", "", false},
	} {
		columns, known := person.ColumnsOf(strings.Fields(c.keys))
		headings := []string{}
		for _, column := range columns {
			headings = append(headings, column.Heading)
		}
		if got := strings.Join(headings, " "); got != c.want || known != c.known {
			t.Errorf("%s: got %q, %v", c.keys, got, known)
		}
	}
	seen := map[string]bool{}
	for _, column := range person.Columns {
		if seen[column.Key] || seen[column.Heading] || column.Heading == "" {
			t.Errorf("%s stands twice or has no heading", column.Key)
		}
		seen[column.Key], seen[column.Heading] = true, true
		cell(t, column.Key, person.Person{}, "2026-11-21", nil) // of who has nothing
	}
}

func TestTheAge(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		born, today string
		want        sheet.Cell
	}{
		{"2010-11-21", "2026-11-21", sheet.Number(16)}, {"2010-11-22", "2026-11-21", sheet.Number(15)},
		{"2026-11-21", "2026-11-21", sheet.Number(0)},
		{"2026-11-22", "2026-11-21", sheet.Cell{}}, {"", "2026-11-21", sheet.Cell{}}, {"1920-01-01", "2026-11-21", sheet.Number(106)},
		{"2008-02-29", "2026-02-28", sheet.Number(17)}, {"2008-02-29", "2026-03-01", sheet.Number(18)},
		{"2008-02-29", "2028-02-29", sheet.Number(20)},
	} {
		born, _ := civil.Parse(c.born)
		if got := cell(t, "age", person.Person{Birthdate: born}, c.today, nil); got != c.want {
			t.Errorf("born %s, on %s: got %v", c.born, c.today, got)
		}
	}
}

func TestTheTeamsOfAColumn(t *testing.T) {
	t.Parallel()
	groups := []person.Titled{{ID: 3, Title: "JO9-1"}, {ID: 4, Title: "Bar"}}
	yesterday := civil.Date{Year: 2026, Month: time.November, Day: 20}
	for want, entries := range map[string][]work.Entry{
		"":           nil,
		"JO9-1":      {{Group: 3, Current: true}, {Group: 3, Title: "Keeper", Current: true}},
		"JO9-1, Bar": {{Group: 4, Current: true, End: yesterday.AddDays(1)}, {Group: 3, Current: true}},
		"JO9-2": {{Group: 9, Description: " JO9-2 ", Current: true}, {Group: 8, Current: true}, {Group: 4},
			{Group: 3, Current: true, End: yesterday}},
		"JO9-1, zonder team": {{Group: 3, Description: "oude naam", Current: true}, {Description: "zonder team", Current: true}},
	} {
		if got := cell(t, "team", person.Person{Work: entries}, "2026-11-21", groups); got != sheet.Text(want) {
			t.Errorf("got %q, want %q", got.Text, want)
		}
	}
}

func TestTheFirstWayToReachSomebody(t *testing.T) {
	t.Parallel()
	p := person.Person{Contacts: []person.Contact{
		{Type: "website", Value: "x"}, {Type: person.Email}, {Type: person.Email2, Value: "b@x"}, {Type: person.Email, Value: "c@x"},
		{Type: "phone", Value: "010"}, {Type: "mobile"}, {Type: "mobile", Value: "06"}, {Type: "mobile", Value: "07"},
	}}
	reaches := func(key, want string) {
		t.Helper()
		if got := cell(t, key, p, "2026-11-21", nil); got.Text != want {
			t.Errorf("%s: got %q, want %q", key, got.Text, want)
		}
	}
	reaches("email", "c@x")
	reaches("phone", "06")
	p.Contacts = p.Contacts[:5]
	reaches("phone", "010")
	p.Contacts = p.Contacts[:3]
	reaches("email", "b@x")
	reaches("phone", "")
	p.Modified = time.Date(2026, 11, 20, 23, 30, 0, 0, time.UTC)
	if got := cell(t, "modified", p, "2026-11-21", nil); got.String() != "2026-11-21" {
		t.Errorf("modified %v: not the club's day", got)
	}
}
