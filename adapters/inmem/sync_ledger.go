package inmem

import (
	"context"
	"maps"
	"slices"

	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/sync/ledger"
	"github.com/clubhuis/clubhuis/ports"
)

type syncLedger struct {
	oneAtATime
	kinds map[ledger.Kind]map[string]ledger.Entry
}

var _ ports.Ledger = (*syncLedger)(nil)

func (s *syncLedger) Entries(ctx context.Context, kind ledger.Kind) (list []ledger.Entry, err error) {
	err = s.run(ctx, func() error {
		for _, key := range slices.Sorted(maps.Keys(s.kinds[kind])) {
			list = append(list, entryApart(s.kinds[kind][key]))
		}
		return nil
	})
	return list, err
}

func (s *syncLedger) Waiting(ctx context.Context, kind ledger.Kind) ([]ledger.Entry, error) {
	list, err := s.Entries(ctx, kind)
	return slices.DeleteFunc(list, func(e ledger.Entry) bool { return !e.Waits }), err
}

func (s *syncLedger) Find(ctx context.Context, kind ledger.Kind, key string) (e ledger.Entry, err error) {
	err = s.run(ctx, func() error {
		found, there := s.kinds[kind][key]
		if !there {
			return fault.ErrNotFound
		}
		e = entryApart(found)
		return nil
	})
	return e, err
}

func (s *syncLedger) Put(ctx context.Context, entries ...ledger.Entry) error {
	return s.run(ctx, func() error {
		for _, e := range entries {
			if s.kinds[e.Kind] == nil {
				s.kinds[e.Kind] = map[string]ledger.Entry{}
			}
			e.At = civil.Instant(e.At)
			s.kinds[e.Kind][e.Key] = entryApart(e)
		}
		return nil
	})
}

func (s *syncLedger) Remove(ctx context.Context, kind ledger.Kind, keys ...string) error {
	return s.run(ctx, func() error {
		for _, key := range keys {
			delete(s.kinds[kind], key)
		}
		return nil
	})
}

// entryApart shares nothing with e.
func entryApart(e ledger.Entry) ledger.Entry {
	e.State = slices.Clone(e.State)
	return e
}
