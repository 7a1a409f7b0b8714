package inmem

import (
	"context"
	"maps"
	"slices"
	"time"

	"github.com/clubhuis/clubhuis/core/account"
	"github.com/clubhuis/clubhuis/core/duplicate"
	"github.com/clubhuis/clubhuis/core/invoice"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/volunteer"
	"github.com/clubhuis/clubhuis/ports"
)

type duplicates struct{ handle }

var _ ports.Duplicates = duplicates{}

func (s duplicates) Dismissed(ctx context.Context) (map[duplicate.Pair]bool, error) {
	return ask(ctx, s.handle, func(t *tables) (map[duplicate.Pair]bool, error) { return maps.Clone(t.dismissed), nil })
}

func (s duplicates) Dismiss(ctx context.Context, pair duplicate.Pair, _ int64, _ time.Time) error {
	return s.run(ctx, func(t *tables) error {
		t.dismissed[pair] = true
		return nil
	})
}

func (s duplicates) LeadsTo(ctx context.Context, id person.ID) (person.ID, error) {
	return ask(ctx, s.handle, func(t *tables) (person.ID, error) { return t.merged[id], nil })
}

// becameOne reports whether somebody became one with another person. Who was brought back since is somebody else again.
func (t *tables) becameOne(from, into person.ID) bool {
	k, there := t.people[from]
	return t.merged[from] == into && (!there || !k.removed.IsZero())
}

// moved gives a list of numbers one number in the place of another one, once.
func moved(list []int64, from, to int64) []int64 {
	var after []int64
	for _, id := range list {
		if id == from {
			id = to
		}
		if !slices.Contains(after, id) {
			after = append(after, id)
		}
	}
	return after
}

func (s duplicates) Merge(ctx context.Context, from, to person.ID, _ int64, _ time.Time) error {
	return s.run(ctx, func(t *tables) error {
		if err := t.mergeInvoices(from, to); err != nil {
			return err
		}
		for key, look := range t.looks {
			if key.Person != from {
				continue
			}
			delete(t.looks, key)
			look.Person = to
			if was, there := t.looks[look.LookKey]; there {
				look = was.And(look)
			}
			t.looks[look.LookKey] = look
		}
		for id, v := range t.activities.byID {
			if slices.Contains(v.Participants, from) {
				v.Participants = moved(v.Participants, from, to)
				v.Revision++
			}
			if v.Person == from {
				v.Person = to
				v.Revision++
			}
			t.activities.byID[id] = v
		}
		for id, v := range t.notes.byID {
			if v.Person == from {
				v.Person = to
				v.Revision++
				t.notes.byID[id] = v
			}
		}
		for id, v := range t.tasks.byID {
			if slices.Contains(v.People, from) {
				v.People = moved(v.People, from, to)
				v.Revision++
				t.tasks.byID[id] = v
			}
		}
		for id, v := range t.mails.byID {
			if slices.Contains(v.Along, from) {
				v.Along = moved(v.Along, from, to)
				v.Revision++
			}
			if v.Person == from {
				v.Person = to
				v.Revision++
			}
			if v.Person == to {
				v.Along = without(v.Along, to)
			}
			t.mails.byID[id] = v
		}
		for id, v := range t.messages {
			v.Without = moved(v.Without, from, to)
			t.messages[id] = v
		}
		for id, v := range t.cases.byID {
			if v.Person == from {
				v.Person = to
				v.Revision++
				t.cases.byID[id] = v
			}
		}
		for id, v := range t.shifts.byID {
			if slices.ContainsFunc(v.Assignments, func(a volunteer.Assignment) bool { return a.Person == from }) {
				v.Assignments = volunteer.Reassigned(v.Assignments, from, to)
				v.Revision++
				t.shifts.byID[id] = v
			}
		}
		t.mergeMarks(from, to)
		if photo := t.people[from].person.Photo; photo != 0 && t.people[to].person.Photo == 0 {
			m := t.media[photo]
			m.Person = to
			t.media[photo] = m
		}
		for id, into := range t.merged {
			if into == from {
				t.merged[id] = to
			}
		}
		t.merged[from] = to
		return nil
	})
}

// mergeInvoices gives invoices of one person to another one, unless both have one of the same season. Those of brothers and
// sisters tell by the number in how the fee was computed.
func (t *tables) mergeInvoices(from, to person.ID) error {
	var list []invoice.Invoice
	for _, v := range t.billing.byID {
		c := v.Clone()
		if !c.RenumberSibling(from, to) && c.Person != from {
			continue
		}
		if c.Person == from {
			c.Person = to
		}
		c.Revision++
		for _, key := range c.Keys() {
			if has, taken := t.billing.keys[key]; taken && has != c.ID {
				return key.Taken()
			}
		}
		list = append(list, c)
	}
	for _, v := range list {
		if err := t.billing.keep(v); err != nil {
			return err
		}
	}
	return nil
}

// mergeMarks moves what users marked.
func (t *tables) mergeMarks(from, to person.ID) {
	for marked := range t.favorites {
		if marked.Kind != account.FavoritePerson || marked.ID != from {
			continue
		}
		delete(t.favorites, marked)
		marked.ID = to
		t.favorites[marked] = true
		t.note(favoritesOf, marked.user)
	}
	for user, list := range t.recents {
		t.recents[user] = slices.DeleteFunc(slices.Clone(list), func(id person.ID) bool { return id == from })
	}
}
