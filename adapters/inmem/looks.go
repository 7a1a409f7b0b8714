package inmem

import (
	"context"
	"slices"

	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/record"
	"github.com/clubhuis/clubhuis/ports"
)

type looks struct{ handle }

var _ ports.Looks = looks{}

func (s looks) Keep(ctx context.Context, list ...person.Look) error {
	return s.run(ctx, func(t *tables) error {
		for _, l := range list {
			if _, there := t.people[l.Person]; !there {
				continue
			}
			l.Opened, l.Exported = civil.Instant(l.Opened), civil.Instant(l.Exported)
			if was, there := t.looks[l.LookKey]; there {
				l = was.And(l)
			}
			t.looks[l.LookKey] = l
		}
		return nil
	})
}

func (s looks) Page(ctx context.Context, q person.LooksQuery) (record.Page[person.Look], error) {
	return ask(ctx, s.handle, func(t *tables) (page record.Page[person.Look], err error) {
		var found []person.Look
		for _, l := range t.looks {
			if l.Person == q.Person {
				found = append(found, l)
			}
		}
		slices.SortFunc(found, person.CompareLooks)
		window := record.Window{Offset: q.Offset, Limit: q.Limit}
		start, end := window.Bounds(len(found))
		page.Records, page.Total = found[start:end], len(found)
		return page, nil
	})
}

func (s looks) Purge(ctx context.Context, before civil.Date) (int, error) {
	return ask(ctx, s.handle, func(t *tables) (int, error) {
		return dropped(t.looks, func(key person.LookKey, _ person.Look) bool { return key.Day.Before(before) }), nil
	})
}
