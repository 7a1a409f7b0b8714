package inmem

import (
	"cmp"
	"context"
	"slices"
	"time"

	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/media"
	"github.com/clubhuis/clubhuis/core/record"
	"github.com/clubhuis/clubhuis/ports"
)

type pictures struct{ handle }

var _ ports.Media = pictures{}

func (s pictures) Create(ctx context.Context, m media.Media) (media.ID, error) {
	return ask(ctx, s.handle, func(t *tables) (id media.ID, err error) {
		t.lastMedia++
		id = t.lastMedia
		m.ID, m.State, m.Created = id, media.Pending, civil.Instant(m.Created)
		t.media[id] = m
		return id, nil
	})
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
		after.ID, after.Author, after.Person, after.Item = before.ID, before.Author, before.Person, before.Item
		after.Created, after.Folder = before.Created, before.Folder
		t.media[id] = after
		return nil
	})
}

func (s pictures) ByID(ctx context.Context, id media.ID) (media.Media, error) {
	return ask(ctx, s.handle, func(t *tables) (media.Media, error) {
		m := t.media[id]
		if m.State != media.Ready {
			return media.Media{}, media.ErrAbsent
		}
		return m, nil
	})
}

func (s pictures) List(ctx context.Context, q media.Query) (record.Page[media.Media], error) {
	return ask(ctx, s.handle, func(t *tables) (page record.Page[media.Media], err error) {
		found := picked(t.media, q.Match, func(a, b media.Media) int {
			return cmp.Or(b.Created.Compare(a.Created), cmp.Compare(b.ID, a.ID))
		})
		page.Total = len(found)
		start := min(q.Offset, len(found))
		page.Records = found[start:min(start+q.Limit, len(found))]
		return page, nil
	})
}

func (s pictures) Stale(ctx context.Context, pendingBefore time.Time) ([]media.Media, error) {
	return ask(ctx, s.handle, func(t *tables) ([]media.Media, error) {
		return picked(t.media, func(m *media.Media) bool {
			_, person := t.people[m.Person]
			_, item := t.feedback.byID[m.Item]
			return m.State == media.Removed || m.State == media.Pending && m.Created.Before(pendingBefore) ||
				m.Person != 0 && !person || m.Item != 0 && !item
		}, func(a, b media.Media) int { return cmp.Compare(a.ID, b.ID) }), nil
	})
}

func (s pictures) Known(ctx context.Context, folders []string) (map[string]bool, error) {
	return ask(ctx, s.handle, func(t *tables) (map[string]bool, error) {
		known := map[string]bool{}
		for _, m := range t.media {
			if slices.Contains(folders, m.Folder) {
				known[m.Folder] = true
			}
		}
		return known, nil
	})
}

func (s pictures) Destroy(ctx context.Context, id media.ID) error {
	return s.run(ctx, func(t *tables) error {
		if t.media[id].State == media.Removed {
			delete(t.media, id)
		}
		return nil
	})
}
