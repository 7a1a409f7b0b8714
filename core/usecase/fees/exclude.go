package fees

import (
	"context"

	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/audit"
	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/ports"
)

// Exclude leaves somebody out of fees, or takes them in again, for who keeps the money, also of somebody whom the viewer does not
// read: it tells nothing but whether there is such a person. Who is left out already is no change. One's own person is
// person.ErrOwn, but for who administers members.
func (s *Service) Exclude(ctx context.Context, viewer access.Viewer, id person.ID, excluded bool) error {
	if err := viewer.Require(access.Finance); err != nil {
		return err
	}
	if s.Directory.View().PersonOf(viewer.User) == id && !viewer.AdministersMembers() {
		return person.ErrOwn
	}
	now := civil.Instant(s.Now())
	return s.Atomic.Do(ctx, func(stores ports.Stores) error {
		changed := false
		err := stores.People.Update(ctx, []person.ID{id}, func(people map[person.ID]*person.Person) error {
			p := people[id]
			if changed = p.Membership.NoFee != excluded; changed {
				p.Membership.NoFee = excluded
				p.Touch(viewer.User, now)
			}
			return nil
		})
		if err != nil || !changed {
			return err
		}
		entry := audit.New(audit.FeeExclusionChanged, audit.By(viewer), now, audit.PersonNumbered(id))
		return stores.Audit.Append(ctx, entry.Naming("_exclude_from_contributie"))
	})
}
