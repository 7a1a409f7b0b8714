package inmem

import (
	"cmp"
	"context"
	"slices"
	"time"

	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/record"
	"github.com/clubhuis/clubhuis/ports"
)

type personChanges struct{ handle }

var _ ports.PersonChanges = personChanges{}

// keptChange is a change with its fields as a database keeps them.
type keptChange struct {
	person.Change
	fields string
}

// changes keeps what became of a person, if anything did.
func (t *tables) changes(id person.ID, by int64, at time.Time, fields []person.FieldChange) {
	if len(fields) == 0 {
		return
	}
	t.lastChanged++
	t.changed = append(slices.Clip(t.changed), keptChange{ // a snapshot may hold the same array
		person.Change{ID: t.lastChanged, Person: id, At: at, By: by, ByName: t.users[by].DisplayName}, person.EncodeChanges(fields),
	})
}

func (s personChanges) Page(ctx context.Context, q person.ChangesQuery) (record.Page[person.Change], error) {
	return ask(ctx, s.handle, func(t *tables) (page record.Page[person.Change], err error) {
		var found []keptChange
		for _, k := range t.changed {
			if k.Person == q.Person {
				found = append(found, k)
			}
		}
		slices.SortFunc(found, func(a, b keptChange) int { return cmp.Or(b.At.Compare(a.At), cmp.Compare(b.ID, a.ID)) })
		window := record.Window{Offset: q.Offset, Limit: q.Limit}
		start, end := window.Bounds(len(found))
		for _, k := range found[start:end] {
			k.Fields = person.DecodeChanges(k.fields)
			page.Records = append(page.Records, k.Change)
		}
		page.Total = len(found)
		return page, nil
	})
}

func (s personChanges) Purge(ctx context.Context, before time.Time) (int, error) {
	return ask(ctx, s.handle, func(t *tables) (int, error) {
		there := len(t.changed)
		t.changed = slices.DeleteFunc(slices.Clone(t.changed), func(k keptChange) bool { return k.At.Before(before) })
		return there - len(t.changed), nil
	})
}
