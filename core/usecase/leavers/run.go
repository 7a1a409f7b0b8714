package leavers

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/clubhuis/clubhuis/core/audit"
	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/directory"
	"github.com/clubhuis/clubhuis/core/erasure"
	"github.com/clubhuis/clubhuis/core/leaver"
	"github.com/clubhuis/clubhuis/core/mail"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/record"
	"github.com/clubhuis/clubhuis/ports"
)

// JobName is the daily work that proposes and destroys.
const JobName = "clear-leavers"

var errNobodyToTell = errors.New("nothing is proposed: there is no user who can be mailed of it")

// Run carries out the proposal whose day has come, or makes the next one when there is none. It is daily work: no viewer asks for
// it. It returns of how many people something was destroyed.
func (s *Service) Run(ctx context.Context) (count int, err error) {
	if err := s.Directory.Refresh(ctx); err != nil {
		return 0, err
	}
	view := s.Directory.View()
	if rules := view.LeaverRules(); !rules.On {
		return 0, nil
	}
	page, err := s.Proposals.Page(ctx, leaver.Query{Limit: 1})
	if err != nil {
		return 0, err
	}
	now := civil.Instant(s.Now())
	if page.Total == 0 || page.Records[0].State != leaver.Waiting && !now.Before(page.Records[0].Next()) {
		return 0, s.propose(ctx, view, now)
	}
	newest := &page.Records[0]
	mailed, err := s.mailed(ctx, newest)
	if err != nil || !newest.Ready(mailed, now, s.Zone) {
		return 0, err
	}
	return s.carryOut(ctx, newest.ID)
}

// propose keeps whom the rules touch, and the mails that tell of it, in one step.
func (s *Service) propose(ctx context.Context, view *directory.View, now time.Time) error {
	items, _, err := s.due(ctx, view)
	if err != nil || len(items) == 0 {
		return err
	}
	tells, err := s.recipients(ctx, view)
	if err != nil {
		return err
	}
	if len(tells) == 0 {
		return errNobodyToTell
	}
	rules := view.LeaverRules()
	err = s.Atomic.Do(ctx, func(stores ports.Stores) error {
		p := rules.Propose(items, now)
		id, err := stores.LeaverProposals.Propose(ctx, p, items)
		if err != nil {
			return err
		}
		mails := make([]int64, len(tells))
		for i := range tells {
			draft := p.Letter(s.House(), mail.Address{Name: tells[i].DisplayName, Email: tells[i].Email}, s.Zone)
			if mails[i], err = s.Post(ctx, stores, record.NewHead(0, "", now), draft); err != nil {
				return err
			}
		}
		err = stores.LeaverProposals.Update(ctx, id, func(p *leaver.Proposal) error {
			p.Mails = mails
			return nil
		})
		if err != nil {
			return err
		}
		return stores.Audit.Append(ctx, audit.New(audit.LeaversProposed, audit.Job(JobName), now, audit.Object{}).
			With(audit.Values{"proposal": id, "count": p.People}))
	})
	if errors.Is(err, leaver.ErrWaiting) { // another process was first
		return nil
	}
	return err
}

// carryOut destroys what a proposal told of. Each person is one step, in which the proposal is locked and the person leaves it: a
// run that was cut off is made good by the next one, and of two at once nobody is cleared twice.
func (s *Service) carryOut(ctx context.Context, id int64) (count int, err error) {
	var failures []error
	for after := person.ID(0); ; {
		items, err := s.Proposals.Items(ctx, id, after, MostShown)
		if err != nil {
			return count, err
		}
		for _, item := range items {
			after = item.Person
			did, err := s.clear(ctx, id, item)
			if errors.Is(err, leaver.ErrEnded) { // it was stopped meanwhile
				return count, errors.Join(failures...)
			}
			if err != nil {
				failures = append(failures, fmt.Errorf("clear person %d: %w", item.Person, err))
			}
			if did {
				count++
			}
			if ctx.Err() != nil {
				return count, errors.Join(append(failures, ctx.Err())...)
			}
		}
		if len(items) < MostShown {
			break
		}
	}
	if len(failures) > 0 {
		return count, errors.Join(failures...)
	}
	now := civil.Instant(s.Now())
	err = s.Atomic.Do(ctx, func(stores ports.Stores) error {
		return stores.LeaverProposals.Update(ctx, id, func(p *leaver.Proposal) error { return p.Finish(now) })
	})
	if errors.Is(err, leaver.ErrEnded) {
		return count, nil
	}
	return count, err
}

// clear destroys what of one person a proposal told of, as far as the rules still say so.
func (s *Service) clear(ctx context.Context, id int64, item leaver.Item) (did bool, err error) {
	if err := s.Directory.Refresh(ctx); err != nil {
		return false, err
	}
	err = s.Atomic.Do(ctx, func(stores ports.Stores) error {
		did = false
		proposals := stores.LeaverProposals
		err := proposals.Update(ctx, id, func(p *leaver.Proposal) error {
			if p.State != leaver.Waiting {
				return leaver.ErrEnded
			}
			return nil
		})
		if err != nil {
			return err
		}
		there, err := proposals.Drop(ctx, id, item.Person)
		if err != nil || !there {
			return err
		}
		kinds, err := s.destroy(ctx, stores, item)
		if err != nil {
			return err
		}
		did = len(kinds) > 0
		return proposals.Update(ctx, id, func(p *leaver.Proposal) error { return p.Settle(kinds) })
	})
	return did && err == nil, err
}

// destroy destroys what of one person is due still, and returns what that was: nothing of who came back, is spared now, or is
// gone.
func (s *Service) destroy(ctx context.Context, stores ports.Stores, item leaver.Item) (kinds []leaver.Kind, err error) {
	facts, err := s.facts(ctx, stores, item.Person)
	if errors.Is(err, person.ErrAbsent) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	subject, err := s.Addresses(ctx, stores, item.Person) // as they were before
	if err != nil {
		return nil, err
	}
	awaited, err := stores.Leavers.Awaited(ctx, subject.Emails)
	if err != nil {
		return nil, err
	}
	if awaited { // the mail reaches its reader first: the next proposal has the addresses
		item.Kinds = slices.DeleteFunc(slices.Clone(item.Kinds), func(kind leaver.Kind) bool { return kind == leaver.Contacts })
	}
	rules, today := stores.Directory.View().LeaverRules(), s.today()
	err = stores.People.Update(ctx, []person.ID{item.Person}, func(people map[person.ID]*person.Person) error {
		p := people[item.Person]
		if kinds = leaver.Both(rules.Due(p, facts, today), item.Kinds); len(kinds) > 0 && kinds[0] != leaver.Whole {
			leaver.Clear(p, kinds...)
			p.Editor = 0 // nobody edited it, and it stays as new as it was: the synchronization takes it for no edit of the club
		}
		return nil
	})
	if errors.Is(err, person.ErrAbsent) { // removed meanwhile
		return nil, nil
	}
	if err != nil || len(kinds) == 0 {
		return nil, err
	}
	by := audit.Job(JobName)
	if kinds[0] == leaver.Whole {
		if err := s.Erase(ctx, stores, item.Person, by); err != nil {
			return nil, unlessRefused(err)
		}
		return kinds, nil
	}
	if slices.Contains(kinds, leaver.Addresses) {
		if err := s.KeepAddress(ctx, stores, item.Person); err != nil {
			return nil, err
		}
	}
	if err := stores.Leavers.Clear(ctx, subject, kinds); err != nil {
		return nil, err
	}
	values := audit.Values{}
	for _, kind := range kinds {
		values[string(kind)] = true
	}
	entry := audit.New(audit.LeaverCleared, by, s.Now(), audit.PersonNumbered(item.Person)).With(values)
	return kinds, stores.Audit.Append(ctx, entry)
}

// unlessRefused returns nil for an erasure that may not be: what the federation tells would come back.
func unlessRefused(err error) error {
	if errors.Is(err, erasure.ErrMember) || errors.Is(err, erasure.ErrParent) {
		return nil
	}
	return err
}

// facts are what decides about one person beside the record.
func (s *Service) facts(ctx context.Context, stores ports.Stores, id person.ID) (facts leaver.Facts, err error) {
	view := stores.Directory.View()
	stored, there := view.Stored(id)
	if !there {
		return facts, person.ErrAbsent
	}
	p, err := stored.Person()
	if err != nil {
		return facts, err
	}
	users, err := stores.Users.List(ctx, nil, 0) // in the step: the view may not know yet who just got an account
	if err != nil {
		return facts, err
	}
	owes, err := s.Owes(ctx, stores.Invoices, id)
	if err != nil {
		return facts, err
	}
	timeline, err := stores.Leavers.CountTimeline(ctx, []person.ID{id})
	return leaver.Facts{Parent: isParent(view, &p), Account: signsIn(users)[id], Owes: owes, Timeline: timeline[id]}, err
}
