package people

import (
	"context"

	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/audit"
	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/ports"
)

// Block sets or lifts somebody's financial block, for who keeps the money, also of somebody whom the viewer does not read: it
// tells nothing but whether there is such a person. One that stands already is no change. One's own is person.ErrOwn, unless the
// viewer may change all of that person.
func (s *Service) Block(ctx context.Context, viewer access.Viewer, id person.ID, blocked bool) error {
	if err := viewer.Require(access.Finance); err != nil {
		return err
	}
	if view := s.Directory.View(); view.PersonOf(viewer.User) == id {
		if _, err := s.extent(view, viewer, id); err != nil {
			return err
		}
	}
	now := civil.Instant(s.Now())
	return s.Atomic.Do(ctx, func(stores ports.Stores) error {
		changed := false
		err := stores.People.Update(ctx, []person.ID{id}, func(people map[person.ID]*person.Person) error {
			if p := people[id]; p.Membership.FinancialBlock != blocked {
				p.Membership.FinancialBlock = blocked
				p.Touch(viewer.User, now)
				changed = true
			}
			return nil
		})
		if err != nil || !changed {
			return err
		}
		return stores.Audit.Append(ctx, s.entry(audit.FinancialBlockChanged, viewer, id).Naming("financiele-blokkade"))
	})
}
