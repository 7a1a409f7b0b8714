package screening

import (
	"cmp"
	"strings"

	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/finance"
	"github.com/clubhuis/clubhuis/core/letter"
	"github.com/clubhuis/clubhuis/core/mail"
	"github.com/clubhuis/clubhuis/core/person"
)

// Kinds of the mails.
const (
	MailRequest  = "vog-request"
	MailReminder = "vog-reminder"
)

// TemplateFor is the mail that somebody is sent: another one for who had a certificate before.
func TemplateFor(p *person.Person, reminder bool) Template {
	first := p.Membership.CertificateOn.IsZero()
	switch {
	case reminder && first:
		return ReminderNew
	case reminder:
		return ReminderRenewal
	case first:
		return New
	}
	return Renewal
}

// Kind is what the API calls the mails of a template: "new" or "renewal".
func (t Template) Kind() string {
	if t == New || t == ReminderNew {
		return "new"
	}
	return "renewal"
}

// Letter writes a mail to somebody about the certificate.
func (s *Settings) Letter(house letter.House, t Template, p *person.Person) mail.Draft {
	sender := cmp.Or(s.Name, house.Club)
	house.Club = sender
	fill := strings.NewReplacer(
		PlaceFirst, mail.Line(cmp.Or(p.Name.First, p.Name.Full())), PlacePrevious, dayOf(p.Membership.CertificateOn),
		PlaceMailed, dayOf(p.Screening.MailedOn), PlaceJustis, dayOf(p.Screening.SubmittedOn),
	)
	draft := mail.Draft{Kind: MailRequest, Person: p.ID, Subject: subjects[t]}
	if t == ReminderNew || t == ReminderRenewal {
		draft.Kind = MailReminder
	}
	if s.Email != "" {
		draft.ReplyTo = mail.Address{Name: sender, Email: s.Email}
	}
	parts := letter.Paragraphs(s.textFor(t, p))
	for i := range parts {
		parts[i].Text = fill.Replace(parts[i].Text)
	}
	draft.Text, draft.HTML = house.Write(letter.Letter{Title: draft.Subject, Parts: parts})
	return draft
}

func dayOf(d civil.Date) string { return cmp.Or(finance.Day(d), unknown) }
