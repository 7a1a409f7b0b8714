package people

import (
	"cmp"
	"context"
	"errors"
	"time"

	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/account"
	"github.com/clubhuis/clubhuis/core/audit"
	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/fold"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/record"
	"github.com/clubhuis/clubhuis/ports"
)

// claim makes a member code free for a person, 0 for one who is not kept yet: it refuses a code of somebody who is
// administered, and takes it from everybody else, whom it returns. It locks the code until the end of the step that the stores
// belong to.
func claim(
	ctx context.Context, stores ports.Stores, viewer access.Viewer, code string, by person.ID, at time.Time,
) (losers []person.ID, err error) {
	if code == "" {
		return nil, nil
	}
	if err := mayGetCode(ctx, stores, viewer, by); err != nil {
		return nil, err
	}
	holders, err := stores.MemberCodes.Holders(ctx, code)
	if err != nil {
		return nil, err
	}
	for _, holder := range holders {
		if holder.Administered && holder.ID != by {
			return nil, fault.Param("acf.assoc-id", person.CodeTaken)
		}
	}
	for _, holder := range holders {
		if holder.ID == by {
			continue
		}
		had := false
		err := stores.People.Update(ctx, []person.ID{holder.ID}, func(people map[person.ID]*person.Person) error {
			p := people[holder.ID]
			if had = fold.Key(p.Membership.Code) == fold.Key(code); had { // else it got another one meanwhile
				p.Membership.Code = ""
				p.Touch(viewer.User, at)
			}
			return nil
		})
		if errors.Is(err, person.ErrAbsent) { // removed meanwhile
			continue
		}
		if err != nil {
			return nil, err
		}
		if had {
			losers = append(losers, holder.ID)
		}
	}
	return losers, nil
}

// mayGetCode refuses that somebody gets a member code whose account goes by any code that the person has, for none was there when
// an administrator said who the user is: roles come with the functions of that member. Administrators give one, and so does the
// synchronization.
func mayGetCode(ctx context.Context, stores ports.Stores, viewer access.Viewer, id person.ID) error {
	if id == 0 || viewer.Can(access.Manage) || viewer.Can(access.Synchronization) {
		return nil
	}
	known, err := stores.Directory.View().Person(id, record.View{})
	if err != nil || known.LinkedUser == 0 {
		return nil //nolint:nilerr // who is not there has no account
	}
	user, err := stores.Users.ByID(ctx, known.LinkedUser)
	switch {
	case errors.Is(err, account.ErrAbsent):
		return nil
	case err != nil:
		return err
	case user.Person == id && user.Code == "":
		return fault.Param("acf.assoc-id", person.CodeOfAccount)
	}
	return nil
}

func (s *Service) tellMoved(ctx context.Context, viewer access.Viewer, losers []person.ID, to person.ID) {
	if s.CodeMoved != nil && len(losers) > 0 {
		s.CodeMoved(ctx, viewer, losers, to)
	}
}

// Adopt vouches for a person whom somebody else registered: from then on the synchronization takes the record for the member's or
// the parent's. Its author goes on to see it. Who does not administer members gets fault.ErrForbidden.
func (s *Service) Adopt(
	ctx context.Context, viewer access.Viewer, id person.ID, expected record.Expected,
) (person.Record, error) {
	if err := viewer.RequireMemberAdministration(); err != nil {
		return person.Record{}, err
	}
	found, err := s.Show(ctx, viewer, id)
	if err == nil {
		err = expected.Check(found.Edition())
	}
	if err != nil || found.Administered {
		return found, s.named(ctx, err)
	}
	now := civil.Instant(s.Now())
	var losers []person.ID
	err = s.Atomic.Do(ctx, func(stores ports.Stores) error {
		var code string
		err := stores.People.Update(ctx, []person.ID{id}, func(people map[person.ID]*person.Person) error {
			p := people[id]
			code = p.NewCode(&person.Person{})
			stood := p.Edition()
			p.Administered = true
			p.Touch(viewer.User, now)
			return cmp.Or(s.permit(s.Directory.View(), viewer, access.Change, id), expected.Check(stood))
		})
		if err == nil {
			losers, err = claim(ctx, stores, viewer, code, id, now)
		}
		if err != nil {
			return err
		}
		return stores.Audit.Append(ctx, s.entry(audit.RecordVouched, viewer, id))
	})
	if err != nil {
		return person.Record{}, s.named(ctx, err)
	}
	s.tellMoved(ctx, viewer, losers, id)
	return s.Show(ctx, viewer, id)
}
