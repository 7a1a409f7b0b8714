package usecase

import (
	"context"

	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/account"
	"github.com/clubhuis/clubhuis/core/digest"
	"github.com/clubhuis/clubhuis/core/timeline"
)

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
