package demo

import (
	"cmp"
	"context"

	"github.com/clubhuis/clubhuis/core/account"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/feedback"
	"github.com/clubhuis/clubhuis/core/richtext"
	"github.com/clubhuis/clubhuis/fixtures/club"
	"github.com/clubhuis/clubhuis/ports"
)

// feedback reports faults and wishes by several users.
func (t *team) feedback(ctx context.Context, stores ports.Stores) error {
	render := func(text string) string { return richtext.Render(t.Club.Feedback.Markup.Sanitize, text) }
	users := everybody()
	boss := t.users[administrator.username]
	for _, report := range club.Reports() {
		reporter := t.users[users[report.By%len(users)].username]
		item := report.Item
		item.Head = t.now(reporter, report.DaysAgo)
		item.Priority = cmp.Or(item.Priority, feedback.Medium)
		for _, text := range []*string{&item.Content, &item.Steps, &item.Expected, &item.Actual, &item.UseCase} {
			*text = render(*text)
		}
		var problems fault.Problems
		if item.Validate(&feedback.Item{}, &problems); problems.Any() {
			return problems.Fault()
		}
		id, err := stores.Feedback.Create(ctx, item)
		if err != nil {
			return err
		}
		for n, said := range report.Thread {
			by := map[feedback.AuthorType]account.User{feedback.ByUser: reporter, feedback.ByAgent: boss}[said.By]
			if item.Status == feedback.Declined {
				by = boss
			}
			said.Item, said.Author, said.AuthorName, said.Content = id, by.ID, by.DisplayName, render(said.Content)
			said.Created = item.Created.AddDate(0, 0, n)
			if _, err := stores.Feedback.Comment(ctx, said); err != nil {
				return err
			}
		}
	}
	return nil
}
