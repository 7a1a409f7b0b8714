package inmem

import (
	"cmp"
	"context"
	"reflect"
	"slices"

	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/feedback"
	"github.com/clubhuis/clubhuis/core/record"
	"github.com/clubhuis/clubhuis/ports"
)

type feedbackItems struct{ handle }

var _ ports.Feedback = feedbackItems{}

// reported returns an item as a database keeps it.
func reported(i *feedback.Item) feedback.Item {
	kept := i.Clone()
	kept.Created, kept.Modified, kept.ClaimedAt = civil.Instant(i.Created), civil.Instant(i.Modified), civil.Instant(i.ClaimedAt)
	if len(kept.Screenshots) == 0 {
		kept.Screenshots = nil
	}
	return kept
}

func (s feedbackItems) Create(ctx context.Context, i feedback.Item) (int64, error) {
	return ask(ctx, s.handle, func(t *tables) (int64, error) {
		t.feedback.last++
		i := reported(&i)
		i.ID, i.Revision = t.feedback.last, 1
		t.feedback.byID[i.ID] = i
		return i.ID, nil
	})
}

func (s feedbackItems) Update(ctx context.Context, id int64, change func(*feedback.Item) error) error {
	return s.run(ctx, func(t *tables) error {
		before, there := t.feedback.byID[id]
		if !there {
			return feedback.ErrAbsent
		}
		var edited feedback.Item
		for range 2 { // as the contract allows
			edited = before.Clone()
			if err := change(&edited); err != nil {
				return err
			}
		}
		edited.ID, edited.Author, edited.Created, edited.Revision = id, before.Author, before.Created, before.Revision
		if edited = reported(&edited); reflect.DeepEqual(edited, before) {
			return nil
		}
		edited.Revision++
		t.feedback.byID[id] = edited
		return nil
	})
}

func (s feedbackItems) Remove(ctx context.Context, id int64, allowed func(*feedback.Item) error) error {
	return s.run(ctx, func(t *tables) error {
		i, there := t.feedback.byID[id]
		if !there {
			return feedback.ErrAbsent
		}
		i = i.Clone()
		if err := allowed(&i); err != nil {
			return err
		}
		delete(t.feedback.byID, id)
		for other, i := range t.feedback.byID {
			if i.DuplicateOf == id {
				i.DuplicateOf = 0
				i.Revision++
				t.feedback.byID[other] = i
			}
		}
		t.comments = slices.DeleteFunc(t.comments, func(c feedback.Comment) bool { return c.Item == id })
		return nil
	})
}

func (s feedbackItems) ByID(ctx context.Context, ids ...int64) ([]feedback.Item, error) {
	return ask(ctx, s.handle, func(t *tables) (list []feedback.Item, err error) {
		for _, id := range slices.Compact(slices.Sorted(slices.Values(ids))) {
			if i, there := t.feedback.byID[id]; there {
				list = append(list, i.Clone())
			}
		}
		return list, nil
	})
}

func (s feedbackItems) Page(ctx context.Context, q feedback.Query) (record.Page[feedback.Item], error) {
	return ask(ctx, s.handle, func(t *tables) (page record.Page[feedback.Item], err error) {
		found := picked(t.feedback.byID, q.Match, func(a, b feedback.Item) int { return q.Compare(&a, &b) })
		page.Total = len(found)
		window := record.Window{Offset: q.Offset, Limit: q.Limit}
		start, end := window.Bounds(len(found))
		for _, i := range found[start:end] {
			page.Records = append(page.Records, i.Clone())
		}
		return page, nil
	})
}

func (s feedbackItems) Comment(ctx context.Context, c feedback.Comment) (int64, error) {
	return ask(ctx, s.handle, func(t *tables) (int64, error) {
		if _, there := t.feedback.byID[c.Item]; !there {
			return 0, feedback.ErrAbsent
		}
		total := 0
		for _, other := range t.comments {
			if other.Item == c.Item {
				total++
			}
		}
		if total >= feedback.MostComments {
			return 0, feedback.ErrTooManyComments
		}
		t.lastComment++
		c.ID, c.Created = t.lastComment, civil.Instant(c.Created)
		t.comments = append(t.comments, c)
		return c.ID, nil
	})
}

func (s feedbackItems) Comments(ctx context.Context, item int64) ([]feedback.Comment, error) {
	return ask(ctx, s.handle, func(t *tables) (list []feedback.Comment, err error) {
		for _, c := range t.comments {
			if c.Item == item {
				list = append(list, c)
			}
		}
		slices.SortFunc(list, func(a, b feedback.Comment) int {
			return cmp.Or(a.Created.Compare(b.Created), cmp.Compare(a.ID, b.ID))
		})
		return list, nil
	})
}
