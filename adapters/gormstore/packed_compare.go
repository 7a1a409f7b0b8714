package gormstore

import (
	"context"
	"errors"
	"reflect"
	"slices"

	"github.com/clubhuis/clubhuis/adapters/gormstore/database"
	"github.com/clubhuis/clubhuis/core/directory"
	"github.com/clubhuis/clubhuis/core/person"
)

// ComparePeople holds everybody against the database when they came from a file that was left before a kill: what was changed by
// hand since is in no change. If anything differs, everybody is read anew. It does nothing after any other start, and a second
// time, unless the first one failed.
func (s *Store) ComparePeople(ctx context.Context) error {
	p := s.club.packed
	if p == nil || !p.guessed.Load() {
		return nil
	}
	p.writing.Lock()
	defer p.writing.Unlock()
	same, _, err := s.club.sameAs(ctx, s.club.View())
	if err == nil && !same {
		p.forget()
		p.used = false // their texts will be in memory
		if p.rows != nil {
			err = s.handle().step(ctx, handle.forgetRows)
		}
		loaded := s.club.inTurn(ctx, func() error { return s.club.Load(ctx) })
		err = errors.Join(err, loaded)
	}
	p.guessed.Store(err != nil)
	return err
}

// newest returns the view when it is all that an SQLite database holds of people, else nil. It asks for each of them: whoever
// changed the database by hand expects that a start takes that over.
func (c *club) newest(ctx context.Context) *directory.View {
	v := c.View()
	if c.packed == nil || !c.packed.leaves || v == nil {
		return nil
	}
	if same, last, err := c.sameAs(ctx, v); err != nil || !same || last != v.Number() {
		return nil
	}
	return v
}

// sameAs reports whether a view has all people as the database has them, but for those who were written after the view, and
// follows the same settings. It returns the last change.
func (c *club) sameAs(ctx context.Context, v *directory.View) (same bool, last int64, err error) {
	err = c.db.Snapshot(ctx, func(inside database.Handle) (err error) {
		same = false // it may run twice
		h := handle{Handle: inside, club: c}
		if last, err = lastChange(ctx, inside); err != nil {
			return err
		}
		later, err := h.writtenAfter(v.Number())
		if err != nil {
			return err
		}
		if _, set := later[nounSettings]; !set {
			if same, err = h.sameSettings(v); err != nil || !same {
				return err
			}
		}
		skipped := map[person.ID]bool{}
		for _, id := range later[nounPeople] {
			skipped[id] = true
		}
		same = true
		size := 0
		err = people{h}.readAll(func(p person.Stored) {
			if skipped[p.ID] {
				return
			}
			size++
			held, there := v.Stored(p.ID)
			same = same && there && equal(&held, &p)
		})
		expected := v.Size()
		for id := range skipped {
			if _, there := v.Stored(id); there {
				expected--
			}
		}
		same = same && size == expected
		return err
	})
	return same && err == nil, last, err
}

// sameSettings reports whether a view follows the settings from which something about people is derived.
func (h handle) sameSettings(v *directory.View) (bool, error) {
	rules, err := h.volunteerRules().known()
	if err != nil {
		return false, err
	}
	searched, err := h.searchSettings().known()
	return reflect.DeepEqual(rules.Clone(), v.VolunteerRules()) && slices.Equal(searched.Fields, v.SearchSettings().Fields), err
}

// equal reports whether two people are stored alike.
func equal(a, b *person.Stored) bool {
	return a.Document == b.Document && a.Meta == b.Meta && a.Revision == b.Revision && a.Editor == b.Editor &&
		a.Author == b.Author && a.Administered == b.Administered && a.Photo == b.Photo &&
		a.Created.Equal(b.Created) && a.Modified.Equal(b.Modified) &&
		b.Unreadable == nil && slices.Equal(a.Labels, b.Labels) && slices.Equal(a.Relations, b.Relations)
}
