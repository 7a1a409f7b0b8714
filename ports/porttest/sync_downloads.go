package porttest

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"testing"
	"time"

	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/ports"
)

const members = "members" // the set that most cases are about

// texts are records by key.
type texts map[string]string

func (t texts) records() map[string][]byte {
	records := map[string][]byte{}
	for key, text := range t {
		records[key] = []byte(text)
	}
	return records
}

// download makes a download and puts it in place.
func download(d ports.Downloads, set string, taken time.Time, records texts) error {
	ctx := context.Background()
	if err := d.Begin(ctx, set); err != nil {
		return err
	}
	if err := d.Stage(ctx, set, records.records()); err != nil {
		return err
	}
	return d.Commit(ctx, set, taken)
}

func downloaded(t *testing.T, d ports.Downloads, set string, taken time.Time, records texts) {
	t.Helper()
	ok(t, download(d, set, taken, records))
}

// holdsRecords holds the kept download, and the order in which it is visited, against what it must be.
func holdsRecords(t *testing.T, what string, d ports.Downloads, set string, want texts) {
	t.Helper()
	got, keys := texts{}, []string{}
	ok(t, d.Each(context.Background(), set, func(key string, record []byte) error {
		keys = append(keys, key)
		got[key] = string(record)
		return nil
	}))
	if sorted := slices.Sorted(maps.Keys(want)); !slices.Equal(keys, sorted) {
		t.Errorf("%s: visited %.200q, want %.200q", what, keys, sorted)
	} else if !maps.Equal(got, want) {
		t.Errorf("%s: got %.200v, want %.200v", what, got, want)
	}
}

// manyTexts are records under keys with gaps between them: more than a store reads at once.
func manyTexts(content string) texts {
	records := texts{}
	for i := range 350 {
		records[fmt.Sprintf("k%04d", i*2)] = content
	}
	return records
}

// Downloads is the contract of ports.Downloads.
func Downloads(t *testing.T, open OpenSync) {
	ctx := context.Background()

	t.Run("at first there is nothing", func(t *testing.T) {
		d := open(t).Downloads
		_, err := d.Get(ctx, members, "a")
		isFault(t, "Get", err, fault.ErrNotFound)
		holdsRecords(t, "Each", d, members, texts{})
		equal(t, "Taken", must(d.Taken(ctx, members))(t), time.Time{})
		ok(t, d.Drop(ctx, members, "a"))
	})

	t.Run("what is staged shows once it is in place", func(t *testing.T) {
		d := open(t).Downloads
		ok(t, d.Begin(ctx, members))
		ok(t, d.Stage(ctx, members, texts{"a": `1`, "b": `2`}.records()))
		ok(t, d.Stage(ctx, members, texts{"b": `{"b":  2}`, "c": `"é"`}.records()))
		ok(t, d.Stage(ctx, members, nil))
		holdsRecords(t, "staged", d, members, texts{})
		_, err := d.Get(ctx, members, "a")
		isFault(t, "a staged one", err, fault.ErrNotFound)
		equal(t, "taken while staged", must(d.Taken(ctx, members))(t), time.Time{})
		ok(t, d.Commit(ctx, members, at.Add(789*time.Nanosecond)))
		holdsRecords(t, "in place", d, members, texts{"a": `1`, "b": `{"b":  2}`, "c": `"é"`})
		equal(t, "Get", string(must(d.Get(ctx, members, "c"))(t)), `"é"`)
		sameTime(t, "taken", must(d.Taken(ctx, members))(t), at)
	})

	t.Run("a new download takes the place of the whole old one", func(t *testing.T) {
		d := open(t).Downloads
		downloaded(t, d, members, at, texts{"a": `1`, "b": `1`})
		ok(t, d.Begin(ctx, members))
		ok(t, d.Stage(ctx, members, texts{"b": `2`, "c": `2`}.records()))
		holdsRecords(t, "meanwhile", d, members, texts{"a": `1`, "b": `1`})
		ok(t, d.Commit(ctx, members, at.Add(time.Hour)))
		holdsRecords(t, "afterwards", d, members, texts{"b": `2`, "c": `2`})
		_, err := d.Get(ctx, members, "a")
		isFault(t, "one of the old", err, fault.ErrNotFound)
		sameTime(t, "taken", must(d.Taken(ctx, members))(t), at.Add(time.Hour))
		downloaded(t, d, members, at, texts{})
		holdsRecords(t, "an empty one", d, members, texts{})
		sameTime(t, "an empty one is taken, too", must(d.Taken(ctx, members))(t), at)
	})

	t.Run("what was staged before Begin is gone", func(t *testing.T) {
		d := open(t).Downloads
		downloaded(t, d, members, at, texts{"a": `1`})
		ok(t, d.Begin(ctx, members))
		ok(t, d.Stage(ctx, members, texts{"b": `2`}.records()))
		downloaded(t, d, members, at, texts{"c": `3`})
		holdsRecords(t, "after another download", d, members, texts{"c": `3`})
	})

	t.Run("Put and Drop change what is kept, never what is staged or when it was taken", func(t *testing.T) {
		d := open(t).Downloads
		ok(t, d.Put(ctx, members, texts{"a": `0`, "z": `0`}.records()))
		holdsRecords(t, "before any download", d, members, texts{"a": `0`, "z": `0`})
		equal(t, "taken before any download", must(d.Taken(ctx, members))(t), time.Time{})
		downloaded(t, d, members, at, texts{"a": `1`, "b": `1`})
		ok(t, d.Begin(ctx, members))
		ok(t, d.Stage(ctx, members, texts{"a": `2`, "b": `2`}.records()))
		ok(t, d.Put(ctx, members, texts{"b": `"put"`, "c": `"put"`}.records()))
		ok(t, d.Put(ctx, members, nil))
		ok(t, d.Drop(ctx, members, "a", "absent"))
		ok(t, d.Drop(ctx, members))
		holdsRecords(t, "kept", d, members, texts{"b": `"put"`, "c": `"put"`})
		sameTime(t, "taken", must(d.Taken(ctx, members))(t), at)
		ok(t, d.Commit(ctx, members, at))
		holdsRecords(t, "staged", d, members, texts{"a": `2`, "b": `2`})
	})

	t.Run("sets are apart", func(t *testing.T) {
		d := open(t).Downloads
		downloaded(t, d, members, at, texts{"a": `1`})
		ok(t, d.Begin(ctx, members))
		ok(t, d.Stage(ctx, members, texts{"a": `2`}.records()))
		downloaded(t, d, "teams", at.Add(time.Hour), texts{"b": `3`})
		ok(t, d.Drop(ctx, "teams", "a"))
		_, err := d.Get(ctx, "teams", "a")
		isFault(t, "another's record", err, fault.ErrNotFound)
		holdsRecords(t, "the other set", d, members, texts{"a": `1`})
		sameTime(t, "taken", must(d.Taken(ctx, members))(t), at)
		ok(t, d.Commit(ctx, members, at))
		holdsRecords(t, "what was staged", d, members, texts{"a": `2`})
		holdsRecords(t, "the set", d, "teams", texts{"b": `3`})
	})

	t.Run("records are visited by key in the order of bytes, however many", func(t *testing.T) {
		d := open(t).Downloads
		want := manyTexts(`1`)
		for _, key := range oddKeys {
			want[key] = `"` + fmt.Sprint(len(key)) + `"`
		}
		downloaded(t, d, members, at, want)
		holdsRecords(t, "staged", d, members, want)
		ok(t, d.Put(ctx, "other", want.records()))
		holdsRecords(t, "put", d, "other", want)
		ok(t, d.Drop(ctx, members, slices.Collect(maps.Keys(manyTexts("")))...))
		ok(t, d.Drop(ctx, "other", oddKeys...))
		maps.DeleteFunc(want, func(key, _ string) bool { return !slices.Contains(oddKeys, key) })
		holdsRecords(t, "the many dropped", d, members, want)
		holdsRecords(t, "the odd dropped", d, "other", manyTexts(`1`))
	})

	t.Run("the first error of a visit stops, and is answered as it is", func(t *testing.T) {
		d := open(t).Downloads
		downloaded(t, d, members, at, manyTexts(`1`))
		refusal := errors.New("no")
		for _, stop := range []int{1, 100, 101, 350} {
			visits := 0
			err := d.Each(ctx, members, func(string, []byte) error {
				if visits++; visits == stop {
					return refusal
				}
				return nil
			})
			if err != refusal || visits != stop { //nolint:errorlint // as it is
				t.Errorf("%d visits, then %v; want %d", visits, err, stop)
			}
		}
	})

	t.Run("a visit may use the store", func(t *testing.T) {
		d := open(t).Downloads
		downloaded(t, d, members, at, manyTexts(`1`))
		limited, cancel := context.WithTimeout(ctx, 20*time.Second) // it waits for itself
		defer cancel()
		visited := 0
		ok(t, d.Each(limited, members, func(key string, record []byte) error {
			visited++
			equal(t, "read meanwhile", string(must(d.Get(limited, members, key))(t)), string(record))
			ok(t, d.Put(limited, members, texts{key: `2`}.records()))
			return d.Stage(limited, members, texts{key: `3`}.records())
		}))
		equal(t, "visited", visited, 350)
		holdsRecords(t, "changed meanwhile", d, members, manyTexts(`2`))
		ok(t, d.Commit(ctx, members, at))
		holdsRecords(t, "staged meanwhile", d, members, manyTexts(`3`))
		var deeper func(depth int) error
		deeper = func(depth int) error {
			return d.Each(limited, members, func(key string, _ []byte) error {
				if key != "k0000" || depth == 0 {
					return errEnough
				}
				return deeper(depth - 1)
			})
		}
		if err := deeper(30); !errors.Is(err, errEnough) { // more than a pool has connections
			t.Errorf("visits in visits: %v", err)
		}
	})

	t.Run("no key comes twice when a new download comes in between", func(t *testing.T) {
		d := open(t).Downloads
		downloaded(t, d, members, at, manyTexts(`1`))
		var keys []string
		ok(t, d.Each(ctx, members, func(key string, _ []byte) error {
			keys = append(keys, key)
			if len(keys)%60 == 30 {
				next := manyTexts(`2`)
				next[fmt.Sprintf("a%04d", len(keys))], next["k0000+"] = `2`, `2`
				downloaded(t, d, members, at, next)
			}
			return nil
		}))
		if want := slices.Sorted(maps.Keys(manyTexts(""))); !slices.Equal(keys, want) {
			t.Errorf("visited %.300q, want those that were there all the time: %.300q", keys, want)
		}
	})

	t.Run("a changed returned or given record does not reach the store", func(t *testing.T) {
		d := open(t).Downloads
		staged, put := texts{"a": `"a"`}.records(), texts{"b": `"b"`}.records()
		ok(t, d.Begin(ctx, members))
		ok(t, d.Stage(ctx, members, staged))
		ok(t, d.Commit(ctx, members, at))
		ok(t, d.Put(ctx, members, put))
		staged["a"][1], put["b"][1] = 'x', 'x'
		must(d.Get(ctx, members, "a"))(t)[1] = 'x'
		ok(t, d.Each(ctx, members, func(_ string, record []byte) error { record[1] = 'x'; return nil }))
		holdsRecords(t, "kept", d, members, texts{"a": `"a"`, "b": `"b"`})
	})

	t.Run("parallel use", func(t *testing.T) { parallelDownloads(t, open(t).Downloads) })

	t.Run("a cancelled context stops", func(t *testing.T) {
		d := open(t).Downloads
		downloaded(t, d, members, at, texts{"a": `1`, "b": `1`})
		ok(t, d.Stage(ctx, members, texts{"c": `2`}.records()))
		_, get := d.Get(cancelled(), members, "a")
		_, taken := d.Taken(cancelled(), members)
		halfway, cancel := context.WithCancel(ctx)
		defer cancel()
		visits := 0
		for what, err := range map[string]error{
			"Begin": d.Begin(cancelled(), members), "Stage": d.Stage(cancelled(), members, texts{"d": `2`}.records()),
			"Commit": d.Commit(cancelled(), members, at), "Put": d.Put(cancelled(), members, texts{"a": `2`}.records()),
			"Drop": d.Drop(cancelled(), members, "a"), "Get": get, "Taken": taken,
			"Each":           d.Each(cancelled(), members, func(string, []byte) error { t.Error("visited"); return nil }),
			"Each, half-way": d.Each(halfway, members, func(string, []byte) error { visits++; cancel(); return nil }),
		} {
			if !errors.Is(err, context.Canceled) {
				t.Errorf("%s: got %v", what, err)
			}
		}
		equal(t, "visits until it was cancelled", visits, 1)
		holdsRecords(t, "kept", d, members, texts{"a": `1`, "b": `1`})
		ok(t, d.Commit(ctx, members, at))
		holdsRecords(t, "staged", d, members, texts{"c": `2`})
	})
}

var errEnough = errors.New("enough")
