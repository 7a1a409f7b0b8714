package engine

import (
	"context"
	"encoding/json"
	"errors"
	"maps"
	"slices"
	"time"

	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/sync/diff"
	"github.com/clubhuis/clubhuis/core/sync/ledger"
)

// Remember keeps entries.
func (r *Runner) Remember(ctx context.Context, entries ...ledger.Entry) error {
	now := r.Now().UTC()
	for i := range entries {
		entries[i].At = now
	}
	// A record was sent: it is remembered although the run was told to end meanwhile.
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Minute)
	defer cancel()
	if err := r.Stores.Ledger.Put(ctx, entries...); err != nil {
		return Stopf("remember what was synchronized: %w", err)
	}
	return nil
}

// Forget drops entries. what they are stands in the error.
func (r *Runner) Forget(ctx context.Context, what string, kind ledger.Kind, keys ...string) error {
	if err := r.Stores.Ledger.Remove(ctx, kind, keys...); err != nil {
		return Stopf("forget %s: %w", what, err)
	}
	return nil
}

// Entries are the entries of a kind by key.
func (r *Runner) Entries(ctx context.Context, kind ledger.Kind) (map[string]*ledger.Entry, error) {
	list, err := r.Stores.Ledger.Entries(ctx, kind)
	if err != nil {
		return nil, Stopf("read the ledger: %w", err)
	}
	byKey := make(map[string]*ledger.Entry, len(list))
	for i := range list {
		r.again(&list[i])
		byKey[list[i].Key] = &list[i]
	}
	return byKey, nil
}

// Entry is one entry, empty when there is none.
func (r *Runner) Entry(ctx context.Context, kind ledger.Kind, key string) (ledger.Entry, error) {
	e, err := r.Stores.Ledger.Find(ctx, kind, key)
	if errors.Is(err, fault.ErrNotFound) {
		return ledger.Entry{Kind: kind, Key: key}, nil
	}
	if err != nil {
		return e, Stopf("read the ledger: %w", err)
	}
	r.again(&e)
	return e, nil
}

// again forgets with what an entry was sent, when it is to be sent again.
func (r *Runner) again(e *ledger.Entry) {
	if r.Again[e.Kind][e.Key] {
		e.Synced = ""
	}
}

// Tracked is an entry as a plan compares it.
func Tracked(e *ledger.Entry) diff.Tracked {
	return diff.Tracked{Key: e.Key, Hash: e.Synced, There: e.Remote != ""}
}

// Set is a set of the last good download, whose records are of type T.
type Set[T any] struct{ Name string }

// Each visits the kept download, in the order of the keys. An error of visit ends it as it is.
func (s Set[T]) Each(ctx context.Context, r *Runner, visit func(key string, value T) error) error {
	var visited error
	err := r.Stores.Downloads.Each(ctx, s.Name, func(key string, record []byte) error {
		value, err := s.Decode(key, record)
		if err == nil {
			err = visit(key, value)
		}
		visited = err
		return err
	})
	if err != nil && visited == nil {
		return Stopf("read the last download: %w", err)
	}
	return err
}

// Decode reads a record of the set.
func (s Set[T]) Decode(key string, record []byte) (value T, err error) {
	if err := json.Unmarshal(record, &value); err != nil {
		return value, Stopf("read the last download: %s %s is damaged: %w", s.Name, key, err)
	}
	return value, nil
}

// All reads the kept download, by key.
func (s Set[T]) All(ctx context.Context, r *Runner) (keys []string, values map[string]T, err error) {
	values = map[string]T{}
	err = s.Each(ctx, r, func(key string, value T) error {
		keys = append(keys, key)
		values[key] = value
		return nil
	})
	return keys, values, err
}

// Keys are the keys of the kept download, in order.
func (s Set[T]) Keys(ctx context.Context, r *Runner) (keys []string, err error) {
	err = r.Stores.Downloads.Each(ctx, s.Name, func(key string, _ []byte) error {
		keys = append(keys, key)
		return nil
	})
	if err != nil {
		return nil, Stopf("read the last download: %w", err)
	}
	return keys, nil
}

// Get reads one record of the kept download; found is false without one.
func (s Set[T]) Get(ctx context.Context, r *Runner, key string) (value T, found bool, err error) {
	record, err := r.Stores.Downloads.Get(ctx, s.Name, key)
	if errors.Is(err, fault.ErrNotFound) {
		return value, false, nil
	}
	if err == nil {
		err = json.Unmarshal(record, &value)
	}
	if err != nil {
		return value, false, Stopf("read the last download: %w", err)
	}
	return value, true, nil
}

// Put changes one record of the kept download.
func (s Set[T]) Put(ctx context.Context, r *Runner, key string, value T) error {
	record, err := json.Marshal(value)
	if err == nil {
		err = r.Stores.Downloads.Put(ctx, s.Name, map[string][]byte{key: record})
	}
	if err != nil {
		return Stopf("keep what was read: %w", err)
	}
	return nil
}

// PutAll changes records of the kept download.
func (s Set[T]) PutAll(ctx context.Context, r *Runner, values []T, key func(*T) string) error {
	if r.DryRun {
		return nil
	}
	for batch := range slices.Chunk(values, batch) {
		records := make(map[string][]byte, len(batch))
		for i := range batch {
			record, err := json.Marshal(&batch[i])
			if err != nil {
				return Stopf("keep what was read: %w", err)
			}
			records[key(&batch[i])] = record
		}
		if err := r.Stores.Downloads.Put(ctx, s.Name, records); err != nil {
			return Stopf("keep what was read: %w", err)
		}
	}
	return nil
}

// ReplaceAll puts a whole new download in the place of the kept one.
func (s Set[T]) ReplaceAll(ctx context.Context, r *Runner, values map[string]T) error {
	keys := slices.Sorted(maps.Keys(values))
	return s.replace(ctx, r, len(keys), func(i int) (string, any) { return keys[i], values[keys[i]] })
}

// batch is how many records are staged at once.
const batch = 200

// Replace puts a whole new download in the place of the kept one.
func (s Set[T]) Replace(ctx context.Context, r *Runner, values []T, key func(*T) string) error {
	return s.replace(ctx, r, len(values), func(i int) (string, any) { return key(&values[i]), &values[i] })
}

func (s Set[T]) replace(ctx context.Context, r *Runner, n int, at func(i int) (key string, value any)) error {
	if r.DryRun {
		return nil
	}
	err := r.Stores.Downloads.Begin(ctx, s.Name)
	records := map[string][]byte{}
	for i := range n {
		if err != nil {
			break
		}
		key, value := at(i)
		var record []byte
		if record, err = json.Marshal(value); err != nil {
			break
		}
		records[key] = record
		if len(records) == batch || i == n-1 {
			err = r.Stores.Downloads.Stage(ctx, s.Name, records)
			records = map[string][]byte{}
		}
	}
	if err == nil {
		err = r.Stores.Downloads.Commit(ctx, s.Name, r.Now().UTC())
	}
	if err != nil {
		return Stopf("keep the download: %w", err)
	}
	return nil
}
