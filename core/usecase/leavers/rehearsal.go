package leavers

import (
	"context"

	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/account"
	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/directory"
	"github.com/clubhuis/clubhuis/core/invoice"
	"github.com/clubhuis/clubhuis/core/leaver"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/relation"
)

// MostShown is of how many people it is told at once what goes.
const MostShown = 100

// Touched is what of one person goes.
type Touched struct {
	Person person.ID
	Name   string
	Left   civil.Date // zero for who is no former member any more
	Kinds  []leaver.Kind
}

// Rehearsal is what the rules would destroy today.
type Rehearsal struct {
	People int
	Counts leaver.Counts
	Spared map[leaver.Spared]int // former members of whom nothing goes, whatever the rules say
	First  []Touched             // at most MostShown of them, by number
}

// Rehearse tells what the rules would destroy today if they were on, and changes nothing.
func (s *Service) Rehearse(ctx context.Context, viewer access.Viewer) (r Rehearsal, err error) {
	if err := may(viewer); err != nil {
		return r, err
	}
	view := s.Directory.View()
	items, spared, err := s.due(ctx, view)
	if err != nil {
		return r, err
	}
	r = Rehearsal{People: len(items), Counts: leaver.Counts{}, Spared: spared}
	for _, item := range items {
		r.Counts.Add(item.Kinds...)
	}
	r.First = s.touched(view, viewer, items[:min(len(items), MostShown)])
	return r, nil
}

// Touched returns whom a proposal that waits still touches, by number, from behind a number: at most MostShown. One that ended
// touches nobody.
func (s *Service) Touched(ctx context.Context, viewer access.Viewer, id int64, after person.ID) ([]Touched, error) {
	if err := may(viewer); err != nil {
		return nil, err
	}
	items, err := s.Proposals.Items(ctx, id, after, MostShown)
	if err != nil {
		return nil, err
	}
	return s.touched(s.Directory.View(), viewer, items), nil
}

func (s *Service) touched(view *directory.View, viewer access.Viewer, items []leaver.Item) []Touched {
	ids := make([]person.ID, len(items))
	for i, item := range items {
		ids[i] = item.Person
	}
	names := s.names(view, viewer, ids)
	list := make([]Touched, len(items))
	for i, item := range items {
		list[i] = Touched{Person: item.Person, Name: names[item.Person], Kinds: item.Kinds}
		if stored, there := view.Stored(item.Person); there {
			if p, err := stored.Person(); err == nil {
				list[i].Left, _ = leaver.LeftOn(&p)
			}
		}
	}
	return list
}

// due returns of whom something goes today, by number, and how many are spared and why.
func (s *Service) due(ctx context.Context, view *directory.View) ([]leaver.Item, map[leaver.Spared]int, error) {
	rules, today := view.LeaverRules(), s.today()
	gone, ids := []person.Person{}, []person.ID{}
	for _, stored := range view.Everybody() {
		if p, err := stored.Person(); err == nil && p.Membership.Former { // a damaged one stays as it is
			gone, ids = append(gone, p), append(ids, p.ID)
		}
	}
	users, err := s.Users.List(ctx, nil, 0)
	if err != nil {
		return nil, nil, err
	}
	owing, err := s.owing(ctx)
	if err != nil {
		return nil, nil, err
	}
	timeline, err := s.Leavers.CountTimeline(ctx, ids)
	if err != nil {
		return nil, nil, err
	}
	account := signsIn(users)
	items, spared := []leaver.Item{}, map[leaver.Spared]int{}
	for i := range gone {
		p := &gone[i]
		facts := leaver.Facts{Parent: isParent(view, p), Account: account[p.ID], Owes: owing[p.ID], Timeline: timeline[p.ID]}
		if why := rules.Spare(p, facts, today); why != leaver.NotSpared {
			spared[why]++
		} else if kinds := rules.Due(p, facts, today); len(kinds) > 0 {
			items = append(items, leaver.Item{Person: p.ID, Kinds: kinds})
		}
	}
	return items, spared, nil
}

// signsIn are the people who have an account that lets in.
func signsIn(users []account.Listed) map[person.ID]bool {
	people := map[person.ID]bool{}
	for i := range users {
		if u := &users[i]; u.Person != 0 && u.MaySignIn() {
			people[u.Person] = true
		}
	}
	return people
}

// isParent reports whether somebody has a child in the club who did not leave.
func isParent(view *directory.View, p *person.Person) bool {
	for _, r := range p.Relations {
		if r.Type != relation.Child {
			continue
		}
		if stored, there := view.Stored(r.To); there {
			child, err := stored.Person()
			if err != nil || !child.Membership.Former { // of a damaged one nobody knows
				return true
			}
		}
	}
	return false
}

// most is how many invoices are read at once.
const most = 500

// owing are the people who owe or are owed money. It reads the invoices on which something is open, not all that there were.
func (s *Service) owing(ctx context.Context) (map[person.ID]bool, error) {
	people := map[person.ID]bool{}
	for _, part := range []struct {
		invoice.Query
		open func(*invoice.Invoice) bool
	}{
		{invoice.Query{Order: invoice.ByOpen, Desc: true}, func(v *invoice.Invoice) bool { return v.Open() > 0 }},
		{invoice.Query{Order: invoice.ByOpen}, func(v *invoice.Invoice) bool { return v.Open() < 0 }},
		{invoice.Query{Live: true}, func(*invoice.Invoice) bool { return true }},
	} {
		part.On, part.Limit = s.today(), most
		for more := true; more; part.Offset += most {
			page, err := s.Invoices.Page(ctx, part.Query)
			if err != nil {
				return nil, err
			}
			more = len(page.Records) == most
			for i := range page.Records {
				v := &page.Records[i]
				if !part.open(v) {
					more = false
					break
				}
				if !v.Settled() {
					people[v.Person] = true
				}
			}
		}
	}
	return people, nil
}
