package inmem

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"time"

	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/erasure"
	"github.com/clubhuis/clubhuis/core/invoice"
	"github.com/clubhuis/clubhuis/core/media"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/record"
	"github.com/clubhuis/clubhuis/ports"
)

type erasures struct{ handle }

var _ ports.Erasures = erasures{}

// planned reports whether an erasure of somebody is.
func (t *tables) planned(of person.ID) bool {
	for _, e := range t.erasures {
		if e.Person == of && e.State == erasure.Planned {
			return true
		}
	}
	return false
}

func keptErasure(e *erasure.Erasure) erasure.Erasure {
	c := e.Clone()
	c.Asked, c.Due, c.Ended = civil.Instant(c.Asked), civil.Instant(c.Due), civil.Instant(c.Ended)
	return c
}

func (s erasures) Create(ctx context.Context, e erasure.Erasure) (int64, error) {
	return ask(ctx, s.handle, func(t *tables) (int64, error) {
		if e.State == erasure.Planned && t.planned(e.Person) {
			return 0, erasure.ErrPlanned
		}
		t.lastErasure++
		e.ID = t.lastErasure
		t.erasures[e.ID] = keptErasure(&e)
		return e.ID, nil
	})
}

func (s erasures) Update(ctx context.Context, id int64, change func(*erasure.Erasure) error) error {
	return s.run(ctx, func(t *tables) error {
		before, there := t.erasures[id]
		if !there {
			return erasure.ErrAbsent
		}
		var edited erasure.Erasure
		for range 2 { // as the contract allows
			edited = before.Clone()
			if err := change(&edited); err != nil {
				return err
			}
		}
		edited.ID, edited.Person = id, before.Person
		t.erasures[id] = keptErasure(&edited)
		return nil
	})
}

func (s erasures) Page(ctx context.Context, q erasure.Query) (record.Page[erasure.Erasure], error) {
	return ask(ctx, s.handle, func(t *tables) (page record.Page[erasure.Erasure], err error) {
		found := picked(t.erasures, q.Match, func(a, b erasure.Erasure) int { return cmp.Compare(b.ID, a.ID) })
		window := record.Window{Offset: q.Offset, Limit: q.Limit}
		start, end := window.Bounds(len(found))
		page.Total = len(found)
		for i := range found[start:end] {
			page.Records = append(page.Records, found[start+i].Clone())
		}
		return page, nil
	})
}

func (s erasures) Removed(ctx context.Context, id person.ID) (person.Person, error) {
	return ask(ctx, s.handle, func(t *tables) (person.Person, error) {
		k, there := t.people[id]
		if !there || k.removed.IsZero() {
			return person.Person{}, person.ErrNotRemoved
		}
		return k.person.Clone(), nil
	})
}

func (s erasures) ForgetBooks(ctx context.Context, year int, zone *time.Location) (int, error) {
	return ask(ctx, s.handle, func(t *tables) (count int, err error) {
		for _, v := range t.billing.byID {
			_, there := t.people[v.Person]
			if there && !v.Erased || v.PersonName == invoice.Unnamed || v.BookYear(zone) >= year {
				continue
			}
			c := v.Clone()
			c.Forget()
			c.Revision++
			if err := t.billing.keep(c); err != nil {
				return count, err
			}
			count++
		}
		return count, nil
	})
}

func (s erasures) Count(ctx context.Context, of erasure.Subject) (erasure.Counts, error) {
	return ask(ctx, s.handle, func(t *tables) (erasure.Counts, error) {
		c := t.snapshot()
		c.log, c.changed, c.audit = slices.Clone(t.log), slices.Clone(t.changed), slices.Clone(t.audit)
		return c.erase(&of)
	})
}

func (s erasures) Destroy(ctx context.Context, of erasure.Subject) (erasure.Counts, error) {
	return ask(ctx, s.handle, func(t *tables) (erasure.Counts, error) {
		if k, there := t.people[of.Person]; !there || k.removed.IsZero() {
			return nil, person.ErrNotRemoved
		}
		counts, err := t.erase(&of)
		if err != nil {
			return nil, err
		}
		delete(t.people, of.Person)
		t.withoutDestroyed()
		return counts, nil
	})
}

// eraser destroys what is about somebody, and counts it.
type eraser struct {
	*tables
	of      *erasure.Subject
	counts  erasure.Counts
	numbers []person.ID // of the person, and of who became one with the person
}

func (t *tables) erase(of *erasure.Subject) (erasure.Counts, error) {
	e := eraser{t, of, erasure.Counts{}, []person.ID{of.Person}}
	for from := range t.merged {
		if t.becameOne(from, of.Person) {
			e.numbers = append(e.numbers, from)
		}
	}
	if k, there := t.people[of.Person]; there {
		e.add(erasure.Record, 1)
		e.add(erasure.Relations, len(k.person.Relations))
	}
	if _, there := t.users[of.User]; there {
		e.add(erasure.Account, 1)
	}
	e.timelines()
	e.mailed()
	e.told()
	e.club()
	e.marked()
	e.signed()
	return e.counts, e.books()
}

func (e *eraser) add(kind erasure.Kind, n int) {
	if n > 0 {
		e.counts[kind] += n
	}
}

// words takes somebody out of the texts of one record, which counts once.
func (e *eraser) words(texts ...*string) {
	changed := false
	for _, text := range texts {
		after, names := e.of.Without(*text)
		*text, changed = after, changed || names
	}
	if changed {
		e.add(erasure.Texts, 1)
	}
}

// signs reports whether a name beside the number of a user is that of the person.
func (e *eraser) signs(user int64, name string) bool {
	return e.of.Signs(user, name, func(id int64) bool { _, lives := e.users[id]; return lives })
}

// name takes the name of the person from what the person made as a user, and reports whether it was there.
func (e *eraser) name(author int64, name *string) bool {
	if !e.signs(author, *name) {
		return false
	}
	*name = erasure.Gone
	e.add(erasure.Authored, 1)
	return true
}

// heirs is name, also for what another user has by now, who is called otherwise.
func (e *eraser) heirs(author int64, name *string) bool {
	if e.name(author, name) {
		return true
	}
	u, lives := e.users[author]
	return lives && u.DisplayName != *name && e.name(0, name)
}

func without(list []int64, id int64) []int64 {
	kept := slices.DeleteFunc(slices.Clone(list), func(has int64) bool { return has == id })
	if len(kept) == 0 {
		return nil
	}
	return kept
}

func (e *eraser) books() error {
	for id, v := range e.billing.byID {
		c := v.Clone()
		e.name(c.Author, &c.AuthorName)
		switch {
		case v.Person != e.of.Person:
			e.bookkeepers(&c)
		case c.Unsent():
			e.add(erasure.Drafts, 1)
			delete(e.billing.byID, id)
			maps.DeleteFunc(e.billing.keys, func(_ invoiceKey, of int64) bool { return of == id })
			continue
		default:
			e.counts.Book(len(c.Payments), len(c.Credits))
			c.Erase(e.of.Address)
			c.Revision++
		}
		if err := e.billing.keep(c); err != nil {
			return err
		}
	}
	return nil
}

func (e *eraser) marked() {
	id := e.of.Person
	for _, item := range e.media {
		if item.Person == id && item.State != media.Removed {
			e.add(erasure.Photos, 1)
		}
	}
	for marked := range e.favorites {
		if marked.Kind == favoritePerson && marked.ID == id {
			delete(e.favorites, marked)
			e.note(favoritesOf, marked.user)
			e.add(erasure.Marks, 1)
		}
	}
	for _, list := range e.shares {
		if _, shared := list.People[id]; shared {
			e.add(erasure.Marks, 1)
		}
	}
	for _, list := range e.recents {
		if slices.Contains(list, id) {
			e.add(erasure.Marks, 1)
		}
	}
	for of, rows := range e.imports.rows {
		kept := slices.DeleteFunc(slices.Clone(rows), func(r importedRow) bool { return r.Person == id })
		e.add(erasure.Imports, len(rows)-len(kept))
		e.imports.rows[of] = kept
	}
	e.add(erasure.Merges, dropped(e.merged, func(from, into person.ID) bool { return from == id || into == id }))
	e.add(erasure.Merges, dropped(e.dismissed, func(pair pairOf, _ bool) bool { return pair.A == id || pair.B == id }))
	for _, address := range e.of.Emails {
		if _, there := e.suppressed.known[address]; there {
			e.forget(address)
			e.add(erasure.Suppressions, 1)
		}
	}
}
