package screening_test

import (
	"flag"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/letter"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/screening"
)

var update = flag.Bool("update", false, "write the golden files anew")

var house = letter.House{Club: "vv De Proef", BaseURL: "https://club.example"}

func joel() person.Person {
	p := person.Person{ID: 7, Name: person.Name{First: "Joël", Last: "Vries"}}
	p.Membership.CertificateOn, p.Screening.MailedOn = day("2023-11-01"), day("2026-11-17")
	p.Screening.SubmittedOn = day("2026-11-18")
	return p
}

// contract: facts §6.9
func TestTheFirstTextOfEachMail(t *testing.T) {
	t.Parallel()
	settings := screening.Settings{Email: "vog@club.example", Name: "VOG-coördinator"}
	p := joel()
	for _, template := range screening.Templates() {
		draft := settings.Letter(house, template, &p)
		got := "Onderwerp: " + draft.Subject + "\nSoort: " + draft.Kind + "\n\n" + draft.Text + "\n" + draft.HTML
		path := filepath.Join("testdata", string(template)+".txt")
		if *update {
			if err := os.WriteFile(path, []byte(got), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(path) //nolint:gosec // of this test
		if err != nil || string(want) != got {
			t.Errorf("%s: %v\n%s", template, err, got)
		}
		if strings.Contains(draft.Text, "{") || draft.ReplyTo.Email != "vog@club.example" || draft.Person != 7 {
			t.Errorf("%s: %+v", template, draft)
		}
	}
}

// contract: facts §6.9
func TestPlaceholders(t *testing.T) {
	t.Parallel()
	var settings screening.Settings
	settings.SetText(screening.New, "{first_name} {previous_vog_date} {email_sent_date} {justis_date} {onbekend}")
	p := joel()
	p.Name.First, p.Membership.CertificateOn = "{justis_date} <b>", day("")
	draft := settings.Letter(house, screening.New, &p)
	if !strings.Contains(draft.Text, "{justis_date} <b> onbekend 17 november 2026 18 november 2026 {onbekend}") ||
		!strings.Contains(draft.HTML, "&lt;b&gt;") || draft.ReplyTo.Email != "" {
		t.Errorf("got %s\n%s", draft.Text, draft.HTML)
	}
}

// The club's own letter claims nothing of a request that nobody noted; a text that a club wrote itself says what it says.
//
// contract: facts §6.9
func TestAReminderOfARequestThatWasNotSubmitted(t *testing.T) {
	t.Parallel()
	p := joel()
	p.Screening.SubmittedOn = day("")
	for _, template := range []screening.Template{screening.ReminderNew, screening.ReminderRenewal} {
		var settings screening.Settings
		text := settings.Letter(house, template, &p).Text
		if strings.Contains(text, "diende") || strings.Contains(text, "onbekend") || !strings.Contains(text, "17 november 2026") ||
			!strings.Contains(text, "hoef je nu niets te doen") || strings.Contains(text, "{") {
			t.Errorf("%s: %s", template, text)
		}
		settings.SetText(template, "Ingediend: {justis_date}")
		if text := settings.Letter(house, template, &p).Text; !strings.Contains(text, "Ingediend: onbekend") {
			t.Errorf("%s: %s", template, text)
		}
	}
}

func TestWhichMailSomebodyGets(t *testing.T) {
	t.Parallel()
	had, never := joel(), person.Person{}
	for _, c := range []struct {
		person   person.Person
		reminder bool
		want     screening.Template
		kind     string
	}{
		{never, false, screening.New, "new"}, {had, false, screening.Renewal, "renewal"},
		{never, true, screening.ReminderNew, "new"}, {had, true, screening.ReminderRenewal, "renewal"},
	} {
		if got := screening.TemplateFor(&c.person, c.reminder); got != c.want || got.Kind() != c.kind {
			t.Errorf("got %s, want %s", got, c.want)
		}
	}
}

func TestMailSettings(t *testing.T) {
	t.Parallel()
	var s screening.Settings
	first := s.Text(screening.New)
	s.SetText(screening.New, "Anders\r\n")
	before := s.Clone()
	s.SetText(screening.New, first+"\r\n")
	if !reflect.DeepEqual(s, screening.Settings{}) || before.Text(screening.New) != "Anders" {
		t.Errorf("left %+v, before %+v", s, before)
	}
	for field, spoil := range map[string]func(*screening.Settings){
		"from_email":   func(s *screening.Settings) { s.Email = "a@" },
		"from_name":    func(s *screening.Settings) { s.Name = "a\nb" },
		"template_new": func(s *screening.Settings) { s.SetText(screening.New, "a\x00") },
	} {
		s := screening.Settings{}
		spoil(&s)
		if err := s.Validate(); fault.As(err) == nil || fault.As(err).Params[field] == "" {
			t.Errorf("%s: %v", field, err)
		}
	}
}
