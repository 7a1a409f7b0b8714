package porttest

import (
	"context"
	"errors"
	"sync/atomic"
	"testing"

	"github.com/clubhuis/clubhuis/core/origin"
	"github.com/clubhuis/clubhuis/ports"
)

// Origins is the contract of ports.Origins.
func Origins(t *testing.T, open Open) {
	suite{
		{"an old number leads to the first record that was kept for it", keptOrigins},
		{"an origin is kept once, and with those that come with it or not at all", originsOnce},
		{"of runs at the same time one keeps an origin", originsInParallel},
		{"a step that is given up keeps none", originsGivenUp},
	}.run(t, open)
}

func keptOrigins(t *testing.T, db Database) {
	ctx := t.Context()
	ok(t, db.Origins.Keep(ctx))
	ok(t, db.Origins.Keep(ctx,
		origin.Origin{Kind: origin.Person, Old: 12, New: 1}, origin.Origin{Kind: origin.Person, Old: 13, New: 2},
		origin.Origin{Kind: origin.Group, Old: 12, New: 1001}))
	ok(t, db.Origins.Keep(ctx, origin.Origin{Kind: origin.Person, Old: 14, New: 3}))
	alike(t, "people", must(db.Origins.All(ctx, origin.Person))(t), map[int64]int64{12: 1, 13: 2, 14: 3})
	alike(t, "groups", must(db.Origins.All(ctx, origin.Group))(t), map[int64]int64{12: 1001})
	alike(t, "cases", must(db.Origins.All(ctx, origin.Case))(t), map[int64]int64{})
	for _, c := range []struct {
		kind  origin.Kind
		old   int64
		id    int64
		there bool
	}{{origin.Person, 13, 2, true}, {origin.Group, 12, 1001, true}, {origin.Group, 13, 0, false}} {
		id, there, err := db.Origins.Find(ctx, c.kind, c.old)
		ok(t, err)
		equal(t, "new number", id, c.id)
		equal(t, "there", there, c.there)
	}
}

func originsOnce(t *testing.T, db Database) {
	ctx := t.Context()
	first, other := origin.Origin{Kind: origin.Person, Old: 13, New: 2}, origin.Origin{Kind: origin.Person, Old: 14, New: 3}
	ok(t, db.Origins.Keep(ctx, first))
	for _, list := range [][]origin.Origin{
		{first}, {other, {Kind: origin.Person, Old: 13, New: 99}}, {other, {Kind: origin.Person, Old: 14, New: 4}},
	} {
		equal(t, "kept before", errors.Is(db.Origins.Keep(ctx, list...), origin.ErrKept), true)
		err := db.Do(ctx, func(s ports.Stores) error {
			if err := s.Origins.Keep(ctx, origin.Origin{Kind: origin.Note, Old: 1, New: 1}); err != nil {
				return err
			}
			return s.Origins.Keep(ctx, list...)
		})
		equal(t, "kept before, in a step", errors.Is(err, origin.ErrKept), true)
	}
	alike(t, "people", must(db.Origins.All(ctx, origin.Person))(t), map[int64]int64{13: 2})
	alike(t, "notes", must(db.Origins.All(ctx, origin.Note))(t), map[int64]int64{})
}

func originsInParallel(t *testing.T, db Database) {
	ctx := t.Context()
	var kept atomic.Int64
	inParallel(t, 8, func(i int) error {
		err := db.Do(ctx, func(s ports.Stores) error {
			return s.Origins.Keep(ctx, origin.Origin{Kind: origin.Task, Old: 1, New: int64(i + 1)})
		})
		if errors.Is(err, origin.ErrKept) {
			return nil
		}
		kept.Add(1)
		return err
	})
	equal(t, "steps that kept it", kept.Load(), 1)
}

func originsGivenUp(t *testing.T, db Database) {
	ctx, stop := t.Context(), errors.New("given up")
	err := db.Do(ctx, func(s ports.Stores) error {
		ok(t, s.Origins.Keep(context.WithoutCancel(ctx), origin.Origin{Kind: origin.Task, Old: 1, New: 1}))
		return stop
	})
	equal(t, "error", err, stop)
	alike(t, "tasks", must(db.Origins.All(ctx, origin.Task))(t), map[int64]int64{})
}
