package digest_test

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/clubhuis/clubhuis/core/digest"
	"github.com/clubhuis/clubhuis/core/letter"
	"github.com/clubhuis/clubhuis/core/mail"
)

var update = flag.Bool("update", false, "write the golden files anew")

// contract: club §6-2
func TestWhatStandsWhere(t *testing.T) {
	t.Parallel()
	today := day("2026-02-26")
	var given digest.Given
	for ahead := -2; ahead <= 8; ahead++ {
		on := today.AddDays(ahead)
		given.Birthdays = append(given.Birthdays, digest.Birthday{Name: on.String(), On: on})
		given.Tasks = append(given.Tasks, digest.Task{Content: on.String(), Due: on})
		given.Shifts = append(given.Shifts, digest.Shift{Title: on.String(), Date: on})
	}
	given.Tasks = append(given.Tasks, digest.Task{Content: "some day"})
	c := digest.New(today, given)
	names := func(s digest.Section) string {
		var all []string
		for _, b := range s.Birthdays {
			all = append(all, b.Name[5:])
		}
		for _, task := range s.Tasks {
			name := task.Content[5:]
			if task.Overdue {
				name += "!"
			}
			all = append(all, name)
		}
		for _, shift := range s.Shifts {
			all = append(all, shift.Title[5:])
		}
		return strings.Join(all, " ")
	}
	for what, got := range map[string][2]string{
		"today":     {names(c.Today), "02-26 02-24! 02-25! 02-26 02-26"},
		"tomorrow":  {names(c.Tomorrow), "02-27 02-27 02-27"},
		"this week": {names(c.Week), strings.TrimSpace(strings.Repeat("02-28 03-01 03-02 03-03 03-04 ", 3))},
	} {
		if got[0] != got[1] {
			t.Errorf("%s: %s, want %s", what, got[0], got[1])
		}
	}
}

// contract: club §6-2: however much is overdue, what is due today is told.
func TestWhatIsOverdueHidesNothingOfToday(t *testing.T) {
	t.Parallel()
	today := day("2026-06-15")
	for _, late := range []int{0, digest.MostOverdue, digest.MostOverdue + 150} {
		var given digest.Given
		for i := range late {
			given.Tasks = append(given.Tasks, digest.Task{Content: "Oud", Due: today.AddDays(i - late)})
		}
		given.Tasks = append(given.Tasks, digest.Task{Content: "Van vandaag", Due: today})
		c := digest.New(today, given)
		draft := c.Write(letter.House{BaseURL: "https://club.example"}, mail.Address{Email: "jan@club.example"}, "09:00", "x")
		listed, more := min(late, digest.MostOverdue), max(0, late-digest.MostOverdue)
		if n := strings.Count(draft.Text, "- Oud"); n != listed || strings.Count(draft.Text, "- Van vandaag\n") != 1 {
			t.Errorf("of %d overdue ones it lists %d:\n%s", late, n, draft.Text)
		}
		if says := fmt.Sprintf("- en nog %d andere (te laat)\n- Van vandaag", more); strings.Contains(draft.Text, says) != (more > 0) {
			t.Errorf("of %d overdue ones: %q is said wrongly:\n%s", late, says, draft.Text)
		}
	}
}

func TestNothingToSayIsNoMail(t *testing.T) {
	t.Parallel()
	today := day("2026-06-15")
	late := digest.Given{Tasks: []digest.Task{{Content: "x"}, {Content: "y", Due: today.AddDays(7)}},
		Birthdays: []digest.Birthday{{On: today.AddDays(7)}, {On: today.AddDays(-1)}}}
	for want, list := range map[bool][]digest.Given{
		true: {{}, late},
		false: {
			{Birthdays: []digest.Birthday{{On: today.AddDays(6)}}}, {Tasks: []digest.Task{{Due: today.AddDays(-90)}}},
			{Shifts: []digest.Shift{{Date: today}}}, {CalledOff: []digest.Match{{}}}, {Mentions: []digest.Mention{{}}},
			{Notes: []digest.Note{{}}},
		},
	} {
		for i, given := range list {
			if c := digest.New(today, given); c.Empty() != want {
				t.Errorf("%d: empty %v", i, !want)
			}
		}
	}
}

func full() digest.Given {
	var notes []digest.Note
	for i := range 12 {
		notes = append(notes, digest.Note{Author: "Piet", Person: 7, About: "Kim", Preview: fmt.Sprint("notitie ", i)})
	}
	return digest.Given{
		Birthdays: []digest.Birthday{
			{Person: 12, Name: "Joël <b>de</b> Vries & zn.", On: day("2026-06-15"), Age: 42},
			{Person: 13, Name: "Zoë", On: day("2026-06-16"), Age: 9}, {Person: 14, Name: "Bram", On: day("2026-06-21"), Age: 80},
		},
		Tasks: []digest.Task{
			{Content: "Bel de\r\nscheidsrechter", Due: day("2026-06-01"), Person: 12, About: "Joël de Vries"},
			{Content: "Sleutels ophalen", Due: day("2026-06-15"), From: "Piet <x>"},
			{Content: "<script>alert(1)</script>", Due: day("2026-06-18"), For: "Kim"},
		},
		Shifts: []digest.Shift{
			{Title: "Bar", Place: "Kantine", Date: day("2026-06-15"), Start: "19:00", End: "00:30"},
			{Title: "Wedstrijdtafel", Date: day("2026-06-20"), Start: "09:00", End: "12:00"},
			{Title: "Kiosk", Place: "Veld 2", Date: day("2026-06-15"), Start: "10:00", End: "11:00", CalledOff: true},
		},
		CalledOff: []digest.Match{{Start: "14:30", Home: "Proef JO11-1", Away: "Gasten", Why: "Veld onbespeelbaar"}},
		Mentions: []digest.Mention{
			{Author: "Piet", Person: 12, About: "Joël de Vries", Preview: "Kun jij dit oppakken?"},
			{Activity: true, Person: 13, About: "Zoë", Preview: "Gebeld"},
		},
		Notes: notes,
	}
}

// contract: club §6-2: subject, headings, birthdays, to-dos with a mark of what is overdue and the person, a link to the club.
func TestTheMailOfADigest(t *testing.T) {
	t.Parallel()
	house := letter.House{Club: "vv De Proef", BaseURL: "https://club.example"}
	for name, given := range map[string]digest.Given{"full": full(), "one": {Birthdays: full().Birthdays[1:2]}} {
		c := digest.New(day("2026-06-15"), given)
		draft := c.Write(house, mail.Address{Name: "Jan", Email: "jan@club.example"}, "09:00", "7-abc")
		if want := "[vv De Proef] Your Reminders & Todos - 15 juni 2026"; draft.Subject != want {
			t.Errorf("%q, want %q", draft.Subject, want)
		}
		message := mail.Message{To: draft.To, Subject: draft.Subject, Text: draft.Text, HTML: draft.HTML}
		message.Unsubscribe = draft.Unsubscribe
		if err := message.Validate(); err != nil || draft.Secret != "7-abc" ||
			draft.Unsubscribe != "https://club.example/afmelden/"+letter.Secret {
			t.Errorf("%+v: %v", draft, err)
		}
		if strings.Contains(draft.Text+draft.HTML, "abc") {
			t.Error("the token stands in the mail that is kept")
		}
		for kind, text := range map[string]string{"html": draft.HTML, "txt": draft.Text} {
			file := filepath.Join("testdata", name+"."+kind)
			if *update {
				if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			if want, err := os.ReadFile(file); err != nil || string(want) != text {
				t.Errorf("%s is otherwise (-update writes it anew): %v\n%s", file, err, text)
			}
		}
	}
}
