package inmem

import (
	"cmp"
	"context"
	"slices"
	"time"

	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/media"
	"github.com/clubhuis/clubhuis/ports"
)

type pictures struct{ handle }

var _ ports.Media = pictures{}

func (s pictures) Create(ctx context.Context, m media.Media) (id media.ID, err error) {
	err = s.run(ctx, func(t *tables) error {
		t.lastMedia++
		id = t.lastMedia
		m.ID, m.State, m.Created = id, media.Pending, civil.Instant(m.Created)
		t.media[id] = m
		return nil
	})
	return id, err
}

func (s pictures) Update(ctx context.Context, id media.ID, change func(*media.Media) error) error {
	return s.run(ctx, func(t *tables) error {
		before, there := t.media[id]
		if !there {
			return media.ErrAbsent
		}
		after := before
		if err := change(&after); err != nil {
			return err
		}
		after.ID, after.Author, after.Person = before.ID, before.Author, before.Person
		after.Created, after.Folder = before.Created, before.Folder
		t.media[id] = after
		return nil
	})
}

func (s pictures) ByID(ctx context.Context, id media.ID) (m media.Media, err error) {
	err = s.run(ctx, func(t *tables) error {
		found, there := t.media[id]
		if !there || found.State != media.Ready {
			return media.ErrAbsent
		}
		m = found
		return nil
	})
	return m, err
}

func (s pictures) List(ctx context.Context, q media.Query) (page media.Page, err error) {
	err = s.run(ctx, func(t *tables) error {
		var found []media.Media
		for _, m := range t.media {
			if q.Match(&m) {
				found = append(found, m)
			}
		}
		slices.SortFunc(found, func(a, b media.Media) int {
			return cmp.Or(b.Created.Compare(a.Created), cmp.Compare(b.ID, a.ID))
		})
		page.Total = len(found)
		start := min(q.Offset, len(found))
		page.Media = found[start:min(start+q.Limit, len(found))]
		return nil
	})
	return page, err
}

func (s pictures) Stale(ctx context.Context, pendingBefore time.Time) (stale []media.Media, err error) {
	err = s.run(ctx, func(t *tables) error {
		for _, m := range t.media {
			_, person := t.people[m.Person]
			if m.State == media.Removed || m.State == media.Pending && m.Created.Before(pendingBefore) || m.Person != 0 && !person {
				stale = append(stale, m)
			}
		}
		slices.SortFunc(stale, func(a, b media.Media) int { return cmp.Compare(a.ID, b.ID) })
		return nil
	})
	return stale, err
}

func (s pictures) Destroy(ctx context.Context, id media.ID) error {
	return s.run(ctx, func(t *tables) error {
		if t.media[id].State == media.Removed {
			delete(t.media, id)
		}
		return nil
	})
}
