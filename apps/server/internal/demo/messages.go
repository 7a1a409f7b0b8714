package demo

import (
	"context"

	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/addressee"
	"github.com/clubhuis/clubhuis/core/mail"
	"github.com/clubhuis/clubhuis/core/message"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/richtext"
	"github.com/clubhuis/clubhuis/fixtures/club"
	"github.com/clubhuis/clubhuis/ports"
)

// messages lets users have written to some of the people a while ago. Nothing is sent: the mails were.
func (t *team) messages(ctx context.Context, stores ports.Stores, people []person.Person) error {
	authors := []string{administrator.username, string(access.Administration)}
	for i, written := range club.Letters {
		author := t.users[authors[i%len(authors)]]
		head := t.now(author, written.DaysAgo)
		gathered := addressee.Gatherer{To: addressee.Self, By: addressee.Email, On: t.Club.People.Today()}
		for j := range people {
			gathered.Add(&people[j], nil)
		}
		audience := gathered.Audience()
		m := message.Message{
			Author: author.ID, AuthorName: author.DisplayName, ReplyTo: author.Address(), Created: head.Created, Subject: written.Subject,
			Content: richtext.Render(t.Club.Timelines.Markup.Sanitize, written.Content),
			People:  audience.People, Addresses: len(audience.Reached), Without: audience.Without,
		}
		m, _, err := stores.Messages.Keep(ctx, m, head.Created, len(people))
		if err != nil {
			return err
		}
		for _, to := range audience.Reached {
			draft := m.Letter(t.Club.Messages.House(), to, richtext.Text(m.Content))
			sent := mail.Mail{
				Head:    head,
				Kind:    draft.Kind,
				Person:  draft.Person,
				Along:   draft.Along,
				Message: m.ID,
				To:      draft.To,
				ReplyTo: draft.ReplyTo,
				Subject: draft.Subject,
				Text:    draft.Text,
				HTML:    draft.HTML,
				State:   mail.Sent,
				Tries:   1,
				Began:   head.Created,
				Ended:   head.Created,
			}
			if _, err := stores.Mails.Create(ctx, sent); err != nil {
				return err
			}
		}
	}
	return nil
}
