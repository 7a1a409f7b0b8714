// Package message owns the mail that a user writes to people of the club: what it may hold, to whom it goes, and how far it has
// come.
//
// It does not own who is reached about somebody (core/addressee), who may read people (core/access), nor how one mail is sent
// (core/mail).
package message

import (
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/clubhuis/clubhuis/core/acf"
	"github.com/clubhuis/clubhuis/core/addressee"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/letter"
	"github.com/clubhuis/clubhuis/core/mail"
)

// Message is one text to many people. Each address gets a mail of its own.
type Message struct {
	ID          int64
	Author      int64 // the user who wrote it
	AuthorName  string
	ReplyTo     mail.Address // of the author
	Created     time.Time
	Request     string // names the deed of the author that made it, "" for none
	Subject     string
	Content     string // as richtext.Render returned it
	People      int    // whom it is about
	Addresses   int    // to which it goes
	Parents     int    // how many of them are parents'
	Without     []int64
	Waiting     []addressee.Reached // those to whom no mail was posted yet
	Attachments []mail.Attachment
}

// Clone returns a copy that shares nothing with m.
func (m *Message) Clone() Message {
	c := *m
	c.Without, c.Waiting, c.Attachments = slices.Clone(m.Without), slices.Clone(m.Waiting), slices.Clone(m.Attachments)
	for i := range c.Waiting {
		c.Waiting[i].About = slices.Clone(c.Waiting[i].About)
	}
	for i := range c.Attachments {
		c.Attachments[i].Data = slices.Clone(c.Attachments[i].Data)
	}
	return c
}

// MostSubject is the maximum length of a subject, in characters, MostRequest that of Request.
const (
	MostSubject = 200
	MostRequest = 100
)

// Kept is for how long a message is kept, with what became of its mails. FilesKept is for how long its attachments are: a mail
// that failed can be sent anew as long.
const (
	Kept      = 365 * 24 * time.Hour
	FilesKept = 7 * 24 * time.Hour
)

// Validate adds to problems what may not be sent, as it was written. A line break in a subject is none of a person.
func (m *Message) Validate(problems *fault.Problems) {
	acf.CheckText(m.Content, "content", problems)
	switch {
	case strings.TrimSpace(m.Subject) == "":
		problems.Add("subject", fault.Required)
	case mail.Line(m.Subject) != strings.Join(strings.Fields(m.Subject), " "),
		strings.ContainsAny(m.Subject, "\r\n\t\v\f\u0085\u2028\u2029"),
		!utf8.ValidString(m.Subject), utf8.RuneCountInString(m.Subject) > MostSubject:
		problems.Add("subject", notASubject)
	}
	if utf8.RuneCountInString(m.Request) > MostRequest {
		problems.Add("request_id", idTooLong)
	}
	acf.CheckText(m.Request, "request_id", problems)
	checkFiles(m.Attachments, problems)
}

// Next takes those off the list who get their mail now, at most so many.
func (m *Message) Next(most int) (next []addressee.Reached) {
	most = min(most, len(m.Waiting))
	next, m.Waiting = slices.Clone(m.Waiting[:most]), slices.Clone(m.Waiting[most:])
	if len(m.Waiting) == 0 {
		m.Waiting = nil
	}
	return next
}

// Stop takes those off the list to whom no mail was posted yet, and returns how many: the message goes to no more.
func (m *Message) Stop() int {
	stopped := len(m.Waiting)
	m.Addresses, m.Waiting = m.Addresses-stopped, nil
	return stopped
}

// Mail is the kind of the mails of messages.
const Mail = "message"

// Letter writes the mail to one address. It stands on the timelines of those whom it is about.
func (m *Message) Letter(house letter.House, to addressee.Reached, words string) mail.Draft {
	draft := mail.Draft{
		Kind: Mail, To: []mail.Address{{Name: mail.Line(to.Name), Email: to.Value}}, ReplyTo: m.ReplyTo, Subject: mail.Line(m.Subject),
		Message: m.ID,
	}
	if len(to.About) > 0 {
		draft.Person, draft.Along = to.About[0], to.About[1:]
	}
	fill := strings.NewReplacer("{author}", mail.Line(m.AuthorName), "{club}", house.Club)
	draft.Text, draft.HTML = house.Write(letter.Letter{
		Title: mail.Line(m.Subject),
		Parts: []letter.Part{{Text: words, Safe: m.Content}, {Text: fill.Replace(sentBy)}},
	})
	return draft
}
