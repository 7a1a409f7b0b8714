package inmem

import (
	"context"

	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/group"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/sync/payload"
	"github.com/clubhuis/clubhuis/core/work"
	"github.com/clubhuis/clubhuis/ports"
)

// recordOf is a person, with the kind "", or a group.
type recordOf struct {
	kind work.Kind
	id   int64
}

// Strangers returns the people and groups as somebody reaches them who does not administer members: what is made here is not
// administered. Nothing of it is written down, or fails. Fields that only the members' administration sets are taken all the
// same, and a member code also when somebody has it: such records stand in applications from before they were refused.
func (a *Application) Strangers() (ports.ApplicationPeople, ports.ApplicationGroups) {
	return applicationPeople{a, true, true}, applicationGroups{a, true, true}
}

// Adopt lets somebody who administers members vouch for a record: a person with the kind "", or a group.
func (a *Application) Adopt(ctx context.Context, kind work.Kind, id int64) (err error) {
	if kind == "" {
		_, err = a.people.Adopt(ctx, administrator, id, nil)
	} else {
		_, err = a.groups.Adopt(ctx, administrator, kind, id, nil)
	}
	return err
}

// Distrust makes a record one for which nobody vouched: as if the account that made it had never administered members.
func (a *Application) Distrust(ctx context.Context, kind work.Kind, id int64) error {
	if kind == "" {
		return a.distrust(ctx, id, func(*person.Person) {})
	}
	return a.store.Stores().Groups.Update(ctx, id, func(g *group.Group) error {
		g.Administered = false
		return nil
	})
}

func (a *Application) distrust(ctx context.Context, id int64, change func(*person.Person)) error {
	return a.store.Stores().People.Update(ctx, []int64{id}, func(people map[int64]*person.Person) error {
		people[id].Administered = false
		change(people[id])
		return nil
	})
}

// planted makes a person whom a stranger registered, whatever is asked of others.
func (a *Application) planted(ctx context.Context, change payload.Person, patch person.Patch) (person.Record, error) {
	delete(patch.ACF, "assoc-id")
	made, err := a.people.Register(ctx, administrator, patch.Apply)
	if err == nil {
		err = a.distrust(ctx, made.ID, func(p *person.Person) { p.Membership.Code = change.Membership.Code })
	}
	if err != nil {
		return made, err
	}
	return a.people.Show(ctx, administrator, made.ID)
}

// errUnreadable is what reading a record is that was spoilt.
var errUnreadable = fault.New(fault.Unavailable, "application_unreadable",
	"De clubapplicatie geeft een antwoord dat niet te lezen is.")

// Spoil lets a record, a person with the kind "", be one that cannot be read, or lets it be read again.
func (a *Application) Spoil(kind work.Kind, id int64, spoilt bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.spoilt[recordOf{kind, id}] = spoilt
}

// readable returns the records that can be read. The error names the others, as far as they are known.
func readable[R any](a *Application, kind work.Kind, list []R, known func(R) payload.UnreadableRecord) ([]R, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	var good []R
	var bad []payload.UnreadableRecord
	for i, r := range list {
		odd := known(r)
		if !a.spoilt[recordOf{kind, odd.ID}] {
			good = append(good, r)
			continue
		}
		odd.Place, odd.Cause = i+1, errUnreadable
		bad = append(bad, odd)
	}
	if bad == nil {
		return good, nil
	}
	return good, &payload.Unreadable{Records: bad}
}

func unreadablePerson(p payload.Person) payload.UnreadableRecord {
	return payload.UnreadableRecord{ID: p.ID, Code: p.Membership.Code, Administered: p.Administered}
}
