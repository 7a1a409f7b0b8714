package porttest

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/sync/ledger"
	"github.com/clubhuis/clubhuis/ports"
)

// oddKeys are keys in the order of bytes, which is nobody's alphabet.
var oddKeys = []string{"", "10", "9", "A", "B", "_", "a", "a'\"%\\", "a-b", "aa", "ab", "b", "z", "É", "é", "ß", "€", "😀"}

// Ledger is the contract of ports.Ledger.
func Ledger(t *testing.T, open OpenSync) {
	ctx := context.Background()
	keysOf := func(t *testing.T, l ports.Ledger, kind ledger.Kind) (keys []string) {
		t.Helper()
		for _, e := range must(l.Entries(ctx, kind))(t) {
			equal(t, "kind of "+e.Key, e.Kind, kind)
			keys = append(keys, e.Key)
		}
		return keys
	}

	t.Run("every field comes back as it went in, zero values too", func(t *testing.T) {
		l := open(t).Ledger
		want := filled[ledger.Entry](t)
		for what, want := range map[string]ledger.Entry{"filled": want, "empty": {},
			"of a kind and key": {Kind: want.Kind, Key: want.Key}} {
			ok(t, l.Put(ctx, want))
			deepEqual(t, what, must(l.Find(ctx, want.Kind, want.Key))(t), want)
			deepEqual(t, what+", listed", must(l.Entries(ctx, want.Kind))(t), []ledger.Entry{want})
		}
	})

	t.Run("a time comes back equal, in UTC, with microseconds", func(t *testing.T) {
		l := open(t).Ledger
		ok(t, l.Put(ctx, ledger.Entry{Kind: ledger.Team, Key: "1", At: at.Add(789 * time.Nanosecond)}))
		sameTime(t, "Find", must(l.Find(ctx, ledger.Team, "1"))(t).At, at)
		sameTime(t, "Entries", must(l.Entries(ctx, ledger.Team))(t)[0].At, at)
	})

	t.Run("State is the same JSON value", func(t *testing.T) {
		l := open(t).Ledger
		for _, text := range []string{`null`, `0`, `""`, `false`, `[]`, `{}`,
			`{"b": 1, "a": [null, "é\u0007\"", 1.50], "A": {"c": false}}`} {
			ok(t, l.Put(ctx, ledger.Entry{Kind: ledger.Seen, Key: "1", State: json.RawMessage(text)}))
			state := must(l.Find(ctx, ledger.Seen, "1"))(t).State
			var got, want any
			ok(t, json.Unmarshal([]byte(text), &want))
			if err := json.Unmarshal(state, &got); err != nil || !reflect.DeepEqual(got, want) {
				t.Errorf("%s: got %q", text, state)
			}
		}
		ok(t, l.Put(ctx, ledger.Entry{Kind: ledger.Seen, Key: "1"}))
		if state := must(l.Find(ctx, ledger.Seen, "1"))(t).State; state != nil {
			t.Errorf("nil: got %q", state)
		}
	})

	t.Run("an absent entry is not found", func(t *testing.T) {
		l := open(t).Ledger
		ok(t, l.Put(ctx, ledger.Entry{Kind: ledger.Team, Key: "1"}))
		for _, absent := range []ledger.Entry{{Kind: ledger.Team, Key: "2"}, {Kind: ledger.Committee, Key: "1"}, {}} {
			_, err := l.Find(ctx, absent.Kind, absent.Key)
			isFault(t, string(absent.Kind)+absent.Key, err, fault.ErrNotFound)
		}
		equal(t, "of a kind of which there is none", len(must(l.Entries(ctx, ledger.Committee))(t)), 0)
	})

	t.Run("an entry takes the place of the one with its kind and key", func(t *testing.T) {
		l := open(t).Ledger
		team, committee := ledger.Entry{Kind: ledger.Team, Key: "1", Remote: "7"},
			ledger.Entry{Kind: ledger.Committee, Key: "1", Remote: "7"}
		ok(t, l.Put(ctx, team, committee))
		changed := ledger.Entry{Kind: ledger.Team, Key: "1", Synced: "hash", State: json.RawMessage(`1`)}
		ok(t, l.Put(ctx, changed))
		deepEqual(t, "teams", must(l.Entries(ctx, ledger.Team))(t), []ledger.Entry{changed})
		deepEqual(t, "committees", must(l.Entries(ctx, ledger.Committee))(t), []ledger.Entry{committee})
		last := ledger.Entry{Kind: ledger.Team, Key: "1", Remote: "9"}
		ok(t, l.Put(ctx, committee, team, last))
		deepEqual(t, "the last of two at once", must(l.Find(ctx, ledger.Team, "1"))(t), last)
		ok(t, l.Put(ctx))
	})

	t.Run("entries come by key in the order of bytes", func(t *testing.T) {
		l := open(t).Ledger
		for _, key := range append(slices.Clone(oddKeys[5:]), oddKeys[:5]...) {
			ok(t, l.Put(ctx, ledger.Entry{Kind: ledger.Parent, Key: key}))
		}
		want := slices.Sorted(slices.Values(oddKeys))
		if got := keysOf(t, l, ledger.Parent); !slices.Equal(got, want) {
			t.Errorf("got %q, want %q", got, want)
		}
	})

	t.Run("those of which something waits are found", func(t *testing.T) {
		l := open(t).Ledger
		waits := func(key string, waits bool) ledger.Entry {
			return ledger.Entry{Kind: ledger.Seen, Key: key, Waits: waits}
		}
		ok(t, l.Put(ctx, waits("b", true), waits("a", true), waits("B", true), waits("c", false), waits("d", true),
			ledger.Entry{Kind: ledger.Photo, Key: "b", Waits: true}))
		ok(t, l.Put(ctx, waits("d", false)))
		deepEqual(t, "waiting", must(l.Waiting(ctx, ledger.Seen))(t),
			[]ledger.Entry{waits("B", true), waits("a", true), waits("b", true)})
		equal(t, "of a kind of which none waits", len(must(l.Waiting(ctx, ledger.Team))(t)), 0)
	})

	t.Run("removed ones are gone, and only those", func(t *testing.T) {
		l := open(t).Ledger
		for _, key := range oddKeys {
			ok(t, l.Put(ctx, ledger.Entry{Kind: ledger.Member, Key: key}, ledger.Entry{Kind: ledger.Photo, Key: key}))
		}
		ok(t, l.Remove(ctx, ledger.Member, append([]string{"absent"}, oddKeys[2:]...)...))
		ok(t, l.Remove(ctx, ledger.Member))
		ok(t, l.Remove(ctx, ledger.Team, ""))
		if got := keysOf(t, l, ledger.Member); !slices.Equal(got, oddKeys[:2]) {
			t.Errorf("left: %q", got)
		}
		equal(t, "of another kind", len(keysOf(t, l, ledger.Photo)), len(oddKeys))
	})

	t.Run("thousands at once", func(t *testing.T) {
		l := open(t).Ledger
		const count = 12_000
		entries, keys := make([]ledger.Entry, count), make([]string, count)
		for i := range entries {
			keys[i] = fmt.Sprintf("%06d", i)
			entries[i] = ledger.Entry{Kind: ledger.Assignment, Key: keys[i], Remote: keys[i], State: json.RawMessage(`{}`)}
		}
		for range 2 {
			ok(t, l.Put(ctx, entries...))
			deepEqual(t, "entries", must(l.Entries(ctx, ledger.Assignment))(t), entries)
		}
		ok(t, l.Remove(ctx, ledger.Assignment, keys[1:]...))
		deepEqual(t, "left", must(l.Entries(ctx, ledger.Assignment))(t), entries[:1])
	})

	t.Run("parallel changes lose nothing", func(t *testing.T) {
		l := open(t).Ledger
		const writers, each = 8, 40
		var all sync.WaitGroup
		for writer := range writers {
			all.Go(func() {
				var entries []ledger.Entry
				for i := range each {
					own := ledger.Entry{Kind: ledger.Member, Key: fmt.Sprintf("%d-%d", writer, i)}
					shared := ledger.Entry{Kind: ledger.Team, Key: fmt.Sprint((i + writer*5) % each), Remote: fmt.Sprint(writer)}
					if err := l.Put(ctx, own); err != nil {
						t.Error(err)
					}
					entries = append(entries, shared)
				}
				if err := l.Put(ctx, entries...); err != nil { // each in another order
					t.Error(err)
				}
			})
		}
		all.Wait()
		equal(t, "own", len(keysOf(t, l, ledger.Member)), writers*each)
		shared := must(l.Entries(ctx, ledger.Team))(t)
		equal(t, "shared", len(shared), each)
		for _, e := range shared {
			equal(t, "who came last with "+e.Key, e.Remote, shared[0].Remote)
		}
	})

	t.Run("a changed returned or given value does not reach the store", func(t *testing.T) {
		l := open(t).Ledger
		given := ledger.Entry{Kind: ledger.Seen, Key: "1", State: json.RawMessage(`"a"`)}
		ok(t, l.Put(ctx, given))
		given.State[1] = 'b'
		must(l.Find(ctx, ledger.Seen, "1"))(t).State[1] = 'c'
		must(l.Entries(ctx, ledger.Seen))(t)[0].State[1] = 'd'
		equal(t, "state", string(must(l.Find(ctx, ledger.Seen, "1"))(t).State), `"a"`)
	})

	t.Run("a cancelled context stops", func(t *testing.T) {
		l := open(t).Ledger
		ok(t, l.Put(ctx, ledger.Entry{Kind: ledger.Team, Key: "1"}))
		_, entries := l.Entries(cancelled(), ledger.Team)
		_, waiting := l.Waiting(cancelled(), ledger.Team)
		_, find := l.Find(cancelled(), ledger.Team, "1")
		for what, err := range map[string]error{
			"Entries": entries, "Waiting": waiting, "Find": find, "Put": l.Put(cancelled(), ledger.Entry{Kind: ledger.Team, Key: "2"}),
			"Remove": l.Remove(cancelled(), ledger.Team, "1"),
		} {
			if !errors.Is(err, context.Canceled) {
				t.Errorf("%s: got %v", what, err)
			}
		}
		if got := keysOf(t, l, ledger.Team); !slices.Equal(got, []string{"1"}) {
			t.Errorf("left: %q", got)
		}
	})
}
