package inmem

import (
	"context"
	"maps"
	"slices"
	"time"

	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/ports"
)

type syncDownloads struct {
	oneAtATime
	sets map[string]*download
}

// download is what is there of one set. Records are replaced, never changed in place.
type download struct {
	kept, staged map[string][]byte
	taken        time.Time
}

var _ ports.Downloads = (*syncDownloads)(nil)

// change runs step on a set, which is made when it is not there.
func (s *syncDownloads) change(ctx context.Context, set string, step func(*download)) error {
	return s.run(ctx, func() error {
		if s.sets[set] == nil {
			s.sets[set] = &download{kept: map[string][]byte{}, staged: map[string][]byte{}}
		}
		step(s.sets[set])
		return nil
	})
}

func (s *syncDownloads) Begin(ctx context.Context, set string) error {
	return s.change(ctx, set, func(d *download) { clear(d.staged) })
}

func (s *syncDownloads) Stage(ctx context.Context, set string, records map[string][]byte) error {
	return s.change(ctx, set, func(d *download) { addRecords(d.staged, records) })
}

func addRecords(to, records map[string][]byte) {
	for key, record := range records {
		to[key] = slices.Clone(record)
	}
}

func (s *syncDownloads) Commit(ctx context.Context, set string, taken time.Time) error {
	return s.change(ctx, set, func(d *download) {
		d.kept, d.staged, d.taken = d.staged, map[string][]byte{}, civil.Instant(taken)
	})
}

func (s *syncDownloads) Put(ctx context.Context, set string, records map[string][]byte) error {
	return s.change(ctx, set, func(d *download) { addRecords(d.kept, records) })
}

func (s *syncDownloads) Drop(ctx context.Context, set string, keys ...string) error {
	return s.change(ctx, set, func(d *download) {
		for _, key := range keys {
			delete(d.kept, key)
		}
	})
}

func (s *syncDownloads) Get(ctx context.Context, set, key string) (record []byte, err error) {
	err = s.run(ctx, func() error {
		if d := s.sets[set]; d != nil {
			if found, there := d.kept[key]; there {
				record = slices.Clone(found)
				return nil
			}
		}
		return fault.ErrNotFound
	})
	return record, err
}

func (s *syncDownloads) Each(ctx context.Context, set string, visit func(key string, record []byte) error) error {
	var kept map[string][]byte
	err := s.run(ctx, func() error {
		if d := s.sets[set]; d != nil {
			kept = maps.Clone(d.kept)
		}
		return nil
	})
	if err != nil {
		return err
	}
	for _, key := range slices.Sorted(maps.Keys(kept)) {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := visit(key, slices.Clone(kept[key])); err != nil {
			return err
		}
	}
	return nil
}

func (s *syncDownloads) Taken(ctx context.Context, set string) (taken time.Time, err error) {
	err = s.run(ctx, func() error {
		if d := s.sets[set]; d != nil {
			taken = d.taken
		}
		return nil
	})
	return taken, err
}
