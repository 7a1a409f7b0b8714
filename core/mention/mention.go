// Package mention owns that somebody mentioned a user in a text: who is told of it, when, and in which words.
//
// It does not own how a mention is written (core/richtext), nor who may read the text: that is asked before.
package mention

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/clubhuis/clubhuis/core/letter"
	"github.com/clubhuis/clubhuis/core/mail"
	"github.com/clubhuis/clubhuis/core/richtext"
	"github.com/clubhuis/clubhuis/core/timeline"
)

// Mention is that somebody mentioned a user in a record. It does not hold the text: who is told later reads it as it is then, and
// only while they may.
type Mention struct {
	ID     int64
	User   int64 // who was mentioned
	Kind   timeline.Kind
	Record int64 // of that kind
	Author int64 // who did it
	At     time.Time
	Told   bool  // else it waits for the daily overview
	Mail   int64 // the mail of the overview that told of it, 0 for none
}

// Kept is how long a mention is kept: who was told of it is not told again, and who never gets an overview gathers no heap.
const Kept = 30 * 24 * time.Hour

// MostTold is how many users one text tells at most: it is no way to write to everybody.
const MostTold = 20

// News returns the users whom a text mentions now and those who could read it before were not told of: each once, without the
// author, at most MostTold. before is "" for a text that nobody but its author could read.
func News(before, after string, author int64) (users []int64) {
	known := richtext.Mentions(before)
	for _, user := range richtext.Mentions(after) {
		if user != author && !slices.Contains(known, user) && len(users) < MostTold {
			users = append(users, user)
		}
	}
	return users
}

// Mail is the kind of the mail about a mention.
const Mail = "mention"

// previewed is how many characters of a text are mailed.
const previewed = 200

// Preview returns the beginning of a text as plain text.
func Preview(content string) string {
	text := []rune(richtext.Text(content))
	if len(text) <= previewed {
		return string(text)
	}
	return strings.TrimSpace(string(text[:previewed])) + "…"
}

// Letter is what is mailed at once about a mention.
type Letter struct {
	Author   string // who mentioned
	Kind     timeline.Kind
	Person   string // whom the record is about
	PersonID int64
	Content  string // of the record
}

// Write writes the mail to who was mentioned.
func (l Letter) Write(house letter.House, to mail.Address) mail.Draft {
	fill := strings.NewReplacer("{author}", mail.Line(l.Author), "{person}", mail.Line(l.Person))
	sentence := fill.Replace(inNote)
	if l.Kind == timeline.Activity {
		sentence = fill.Replace(inActivity)
	}
	draft := mail.Draft{Kind: Mail, To: []mail.Address{to}, Subject: shortened(mail.Line(sentence))}
	draft.Text, draft.HTML = house.Write(letter.Letter{
		Title: sentence,
		Parts: []letter.Part{
			{Text: Preview(l.Content)},
			{Text: openTimeline, Link: fmt.Sprintf("/leden/%d?tab=tijdlijn", l.PersonID)},
			{Text: why},
		},
	})
	return draft
}

// shortened cuts a subject to what a mail takes.
func shortened(subject string) string {
	if runes := []rune(subject); len(runes) > mail.MostSubject {
		return string(runes[:mail.MostSubject-1]) + "…"
	}
	return subject
}
