package usecase

import (
	"context"

	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/account"
	"github.com/clubhuis/clubhuis/core/digest"
	"github.com/clubhuis/clubhuis/core/mail"
	"github.com/clubhuis/clubhuis/core/record"
	"github.com/clubhuis/clubhuis/core/timeline"
	"github.com/clubhuis/clubhuis/ports"
)

// tellDigests sends the digests, and lets them know of those that never go out.
func (c *Club) tellDigests() {
	c.Digests.Post = func(ctx context.Context, stores ports.Stores, draft mail.Draft) (int64, error) {
		return c.Mails.PostOf(ctx, stores, record.NewHead(0, "", c.Mails.Now()), draft)
	}
	c.Digests.Mentions, c.Digests.Withdraw, c.Mails.Lost = c.mentions, c.Mails.Withdraw, c.Digests.Lost
	c.Mails.MaySee = c.Digests.MaySee
	c.Accounts.Planned = c.Digests.Chosen
}

// mentions are those that wait for the digest of a user and that the user may read.
func (c *Club) mentions(
	ctx context.Context, user access.Viewer, called func(account.UserID) string,
) (list []digest.Mention, told []int64, err error) {
	waiting, told, err := c.Timelines.MentionsOf(ctx, user, called)
	for _, w := range waiting {
		if w.Person != nil {
			list = append(list, digest.Mention{
				Author: w.By, Record: w.Record, Activity: w.Kind == timeline.Activity,
				Person: w.Person.ID, About: w.Person.Name.Full(), Preview: w.Preview,
			})
		}
	}
	return list, told, err
}
