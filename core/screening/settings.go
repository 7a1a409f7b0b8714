package screening

import (
	"maps"
	"slices"
	"strings"

	"github.com/clubhuis/clubhuis/core/acf"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/mail"
	"github.com/clubhuis/clubhuis/core/person"
)

// Settings are what a club says in its mails about certificates.
type Settings struct {
	Email string              `json:"from_email"` // where answers go, "" for nowhere else than usual
	Name  string              `json:"from_name"`  // who writes, "" for the club
	Texts map[Template]string `json:"texts"`      // those that are not the first ones
}

// Template names one of the mails. The names stand in the API.
type Template string

// The templates. A renewal is for who had a certificate before.
const (
	New             Template = "template_new"
	Renewal         Template = "template_renewal"
	ReminderNew     Template = "reminder_template_new"
	ReminderRenewal Template = "reminder_template_renewal"
)

var templates = []Template{New, Renewal, ReminderNew, ReminderRenewal}

// Templates are all of them.
func Templates() []Template { return slices.Clone(templates) }

// The placeholders of the texts. What else stands in braces stays as it is.
const (
	PlaceFirst    = "{first_name}"
	PlacePrevious = "{previous_vog_date}"
	PlaceMailed   = "{email_sent_date}"
	PlaceJustis   = "{justis_date}"
)

// The limits: of a name in characters, of a text in bytes.
const (
	mostName = 70
	mostText = 10_000
)

// Clone returns a copy that shares nothing with s.
func (s Settings) Clone() Settings {
	s.Texts = maps.Clone(s.Texts)
	return s
}

// Text is what the mails of a template say.
func (s *Settings) Text(t Template) string {
	if text := s.Texts[t]; text != "" {
		return text
	}
	return firstTexts[t]
}

// textFor is what the mail of a template says to somebody. A club's own text is the same for everybody.
func (s *Settings) textFor(t Template, p *person.Person) string {
	if text := unsubmittedTexts[t]; text != "" && s.Texts[t] == "" && p.Screening.SubmittedOn.IsZero() {
		return text
	}
	return s.Text(t)
}

// SetText changes what the mails of a template say. An empty text brings the first one back.
func (s *Settings) SetText(t Template, text string) {
	text = strings.TrimSpace(strings.ReplaceAll(text, "\r\n", "\n"))
	if s.Texts = maps.Clone(s.Texts); s.Texts == nil {
		s.Texts = map[Template]string{}
	}
	if s.Texts[t] = text; text == "" || text == firstTexts[t] {
		delete(s.Texts, t)
	}
	if len(s.Texts) == 0 {
		s.Texts = nil
	}
}

// Validate trims the settings and refuses what a mail can't say.
func (s *Settings) Validate() error {
	var problems fault.Problems
	s.Email, s.Name = strings.TrimSpace(s.Email), strings.TrimSpace(s.Name)
	if s.Email != "" && !mail.ValidEmail(s.Email) {
		problems.Add("from_email", notAnAddress)
	}
	acf.CheckText(s.Name, "from_name", &problems)
	if mail.Line(s.Name) != s.Name || len([]rune(s.Name)) > mostName {
		problems.Add("from_name", notAName)
	}
	for t, text := range s.Texts {
		acf.CheckText(text, string(t), &problems)
		if len(text) > mostText {
			problems.Add(string(t), fault.TooLong)
		}
	}
	return problems.Fault()
}
