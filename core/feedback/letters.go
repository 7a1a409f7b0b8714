package feedback

import (
	"strconv"
	"strings"

	"github.com/clubhuis/clubhuis/core/letter"
	"github.com/clubhuis/clubhuis/core/mail"
	"github.com/clubhuis/clubhuis/core/richtext"
)

// Mail is the kind of the mails to who reported an item.
const Mail = "feedback"

// News is what happened with an item that its author is told.
type News struct {
	Item    Item
	Status  Status   // it came there, "" for a comment alone
	Comment *Comment // the question of the agent, the reason, or what somebody said; nil for none
}

// Told reports whether an author is told that an item came to a status: of an approval, a question and an end, and not of what
// the agent does in between.
func Told(from, to Status) bool {
	return from != to && (to == Approved && from != InProgress || to == NeedsInfo || to.Ended())
}

// Write writes the mail to the author.
func (n News) Write(house letter.House, to mail.Address) mail.Draft {
	title := commented
	if n.Status != "" {
		title = titles[n.Status]
	}
	draft := mail.Draft{Kind: Mail, To: []mail.Address{to}, Subject: shortened(mail.Line(title + ": " + n.Item.Title))}
	parts := []letter.Part{{Text: n.Item.Title}}
	if explained := explanations[n.Status]; explained != "" {
		parts = append(parts, letter.Part{Text: explained})
	}
	if n.Comment != nil {
		parts = append(parts, letter.Part{Text: richtext.Text(n.Comment.Content)})
	}
	parts = append(parts,
		letter.Part{Text: openItem, Link: "/feedback/" + strconv.FormatInt(n.Item.ID, 10)},
		letter.Part{Text: why},
	)
	draft.Text, draft.HTML = house.Write(letter.Letter{Title: title, Parts: parts})
	return draft
}

// shortened cuts a subject to what a mail takes.
func shortened(subject string) string {
	if runes := []rune(subject); len(runes) > mail.MostSubject {
		return strings.TrimSpace(string(runes[:mail.MostSubject-1])) + "…"
	}
	return subject
}
