package account

import (
	"strings"

	"github.com/clubhuis/clubhuis/core/acf"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/letter"
	"github.com/clubhuis/clubhuis/core/mail"
)

// MailWelcome is the kind of the mail that a new user gets.
const MailWelcome = "welcome"

// Welcome is what new users are written. The placeholders in the texts are {{naam}}, {{voornaam}}, {{email}} and {{site_url}};
// below the text there is always the user name and a button that leads to where the user sets a password.
type Welcome struct {
	Subject string `json:"subject"`
	Body    string `json:"body"` // paragraphs, divided by blank lines
	Auto    bool   `json:"auto"` // whether a new user gets it when nobody says otherwise
}

// DefaultWelcome is what a new club writes.
func DefaultWelcome() Welcome {
	return Welcome{Subject: welcomeSubject, Body: welcomeBody, Auto: true}
}

// The lengths of the texts, in bytes.
const (
	mostSubject = 200
	mostBody    = 10_000
)

// Validate trims edited texts first, and then refuses what can't be mailed.
func (w *Welcome) Validate() error {
	var problems fault.Problems
	w.Subject, w.Body = strings.TrimSpace(w.Subject), strings.TrimSpace(w.Body)
	for _, text := range []struct {
		field, value string
		most         int
	}{{"welcome_email_subject", w.Subject, mostSubject}, {"welcome_email_body", w.Body, mostBody}} {
		acf.CheckText(text.value, text.field, &problems)
		switch {
		case text.value == "":
			problems.Add(text.field, fault.Required)
		case len(text.value) > text.most:
			problems.Add(text.field, tooLongForMail)
		}
	}
	return problems.Fault()
}

// Welcomed is who is written a welcome.
type Welcomed struct {
	User
	First string // the first name of the person that the user is
}

// Mail writes the welcome of a user, with the link by which the user sets a password.
func (w *Welcome) Mail(house letter.House, to Welcomed, token string) mail.Draft {
	fill := strings.NewReplacer(
		"{{naam}}", mail.Line(to.DisplayName), "{{voornaam}}", mail.Line(to.First), "{{email}}", to.Email,
		"{{site_url}}", house.BaseURL, "{{club}}", house.Club,
	)
	draft := mail.Draft{
		Kind: MailWelcome, Person: to.Person, To: []mail.Address{to.Address()}, Secret: token,
		Subject: mail.Line(fill.Replace(w.Subject)),
	}
	parts := letter.Paragraphs(fill.Replace(w.Body))
	parts = append(parts,
		letter.Part{Text: strings.NewReplacer("{username}", to.Username, "{email}", to.Email).Replace(welcomeSignIn)},
		letter.Part{Text: setPassword, Link: passwordPath + letter.Secret},
		letter.Part{Text: welcomeEnd})
	draft.Text, draft.HTML = house.Write(letter.Letter{Title: draft.Subject, Parts: parts})
	return draft
}
