package demo

import (
	"context"

	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/fixtures/club"
	"github.com/clubhuis/clubhuis/ports"
)

// cases files cases of discipline.
func (t *team) cases(ctx context.Context, stores ports.Stores, everyone []person.Person) error {
	today := t.Club.People.Today()
	for _, c := range club.Cases(everyone, today) {
		c.Head = t.now(t.users[administrator.username], 1)
		var problems fault.Problems
		if c.Validate(&problems); problems.Any() {
			return problems.Fault()
		}
		if _, err := stores.Cases.Create(ctx, c); err != nil {
			return err
		}
	}
	return nil
}
