package syncstore_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"reflect"
	"strings"
	"sync"
	"testing"
	"time"

	"gorm.io/gorm"

	"github.com/clubhuis/clubhuis/adapters/gormstore/syncstore"
	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/sync/agent"
	"github.com/clubhuis/clubhuis/core/sync/conflict"
	"github.com/clubhuis/clubhuis/core/sync/ledger"
	"github.com/clubhuis/clubhuis/core/sync/operator"
	"github.com/clubhuis/clubhuis/core/sync/run"
	"github.com/clubhuis/clubhuis/ports"
)

var at = time.Date(2026, 6, 15, 12, 30, 45, 678901000, time.UTC)

// logged gathers what is logged, which the store decides on when it is opened.
func logged(t *testing.T) *bytes.Buffer {
	var out bytes.Buffer
	before := slog.Default()
	t.Cleanup(func() { slog.SetDefault(before) })
	slog.SetDefault(slog.New(slog.NewTextHandler(&out, nil)))
	return &out
}

// everything asks every method of every store once, and returns what came of each.
func everything(ctx context.Context, s ports.SyncStores) map[string]error {
	got := map[string]error{}
	_, got["Ledger.Entries"] = s.Ledger.Entries(ctx, ledger.Member)
	_, got["Ledger.Waiting"] = s.Ledger.Waiting(ctx, ledger.Member)
	_, got["Ledger.Find"] = s.Ledger.Find(ctx, ledger.Member, "x")
	got["Ledger.Put"] = s.Ledger.Put(ctx, ledger.Entry{Kind: ledger.Member, Key: "x"})
	got["Ledger.Remove"] = s.Ledger.Remove(ctx, ledger.Member, "x")
	got["Downloads.Begin"] = s.Downloads.Begin(ctx, "x")
	got["Downloads.Stage"] = s.Downloads.Stage(ctx, "x", map[string][]byte{"x": []byte(`1`)})
	got["Downloads.Commit"] = s.Downloads.Commit(ctx, "x", at)
	got["Downloads.Put"] = s.Downloads.Put(ctx, "x", map[string][]byte{"x": []byte(`1`)})
	got["Downloads.Drop"] = s.Downloads.Drop(ctx, "x", "x")
	_, got["Downloads.Get"] = s.Downloads.Get(ctx, "x", "x")
	got["Downloads.Each"] = s.Downloads.Each(ctx, "x", func(string, []byte) error { return nil })
	_, got["Downloads.Taken"] = s.Downloads.Taken(ctx, "x")
	_, got["Runs.Start"] = s.Runs.Start(ctx, run.Run{})
	got["Runs.Update"] = s.Runs.Update(ctx, 1, func(*run.Run) error { return nil })
	_, got["Runs.Run"] = s.Runs.Run(ctx, 1)
	_, got["Runs.List"] = s.Runs.List(ctx, 1)
	_, got["Runs.Find"] = s.Runs.Find(ctx, run.Query{Limit: 1})
	_, got["Runs.Latest"] = s.Runs.Latest(ctx, run.People)
	_, got["Runs.Prune"] = s.Runs.Prune(ctx, at)
	got["Conflicts.Add"] = s.Conflicts.Add(ctx, conflict.Decision{})
	_, got["Conflicts.List"] = s.Conflicts.List(ctx, 1)
	_, got["Conflicts.Prune"] = s.Conflicts.Prune(ctx, at)
	_, got["Operators.Add"] = s.Operators.Add(ctx, operator.User{Username: "jan"})
	_, got["Operators.ByName"] = s.Operators.ByName(ctx, "jan")
	_, got["Operators.List"] = s.Operators.List(ctx)
	got["Operators.SetPassword"] = s.Operators.SetPassword(ctx, 1, "hash")
	got["Operators.Begin"] = s.Operators.Begin(ctx, operator.Session{Digest: "x", User: 1}, "hash", at)
	_, _, got["Operators.Session"] = s.Operators.Session(ctx, "x")
	got["Operators.End"] = s.Operators.End(ctx, "x")
	got["Operators.Remove"] = s.Operators.Remove(ctx, 1)
	_, got["Agent.Owner"] = s.Agent.Owner(ctx, "x")
	_, got["Agent.Fail"] = s.Agent.Fail(ctx, 1)
	got["Agent.Forget"] = s.Agent.Forget(ctx, 1)
	_, got["Agent.Spend"] = s.Agent.Spend(ctx, civil.Of(at), agent.Runs, 1)
	got["Agent.Return"] = s.Agent.Return(ctx, civil.Of(at), agent.Runs)
	_, got["Agent.Reviews"] = s.Agent.Reviews(ctx)
	got["Agent.Reviewed"] = s.Agent.Reviewed(ctx, agent.Review{})
	return got
}

// Every method of every port is asked: a new one must be added to everything.
func TestEverythingIsAsked(t *testing.T) {
	asked := everything(t.Context(), ready(t, sqliteFile(t)).Stores())
	stores := reflect.TypeFor[ports.SyncStores]()
	for i := range stores.NumField() {
		port := stores.Field(i)
		for j := range port.Type.NumMethod() {
			if err, there := asked[port.Name+"."+port.Type.Method(j).Name]; !there || err != nil && fault.KindOf(err) == fault.Internal {
				t.Errorf("%s.%s: asked %v, %v", port.Name, port.Type.Method(j).Name, there, err)
			}
		}
	}
}

func TestAClosedDatabaseIsAnErrorAndNeverNotFound(t *testing.T) {
	logged(t)
	onBoth(t, func(t *testing.T, location string) {
		store := ready(t, location)
		ok(t, store.Ping(t.Context()))
		ok(t, store.Close())
		for method, err := range everything(t.Context(), store.Stores()) {
			if err == nil || fault.KindOf(err) != fault.Internal {
				t.Errorf("%s: got %v", method, err)
			}
		}
		have, err := store.Schema(t.Context())
		if err == nil || store.Ping(t.Context()) == nil || store.Migrate(t.Context()) == nil {
			t.Errorf("Schema: %+v, %v; or Ping or Migrate: no error", have, err)
		}
	})
}

// manyKept is more than one statement takes, with a field that is the same in the first and the last.
const manyKept = 8_000

func key(i int) string { return fmt.Sprint(i % (manyKept - 1)) }

// A database that refuses the last of many rows: the first statement of several has succeeded by then.
func TestAFailureHalfwayLeavesNoTraceAndNoData(t *testing.T) {
	out := logged(t)
	onBoth(t, func(t *testing.T, location string) {
		store := ready(t, location)
		s := store.Stores()
		exec(t, store, "CREATE UNIQUE INDEX refuse_entries ON sync_ledger (remote)")
		exec(t, store, "CREATE UNIQUE INDEX refuse_records ON sync_records (record)")
		exec(t, store, "CREATE UNIQUE INDEX refuse_conflicts ON sync_conflicts (member)")
		entries, records, conflicts := make([]ledger.Entry, manyKept), map[string][]byte{}, make([]conflict.Decision, manyKept)
		for i := range manyKept {
			entries[i] = ledger.Entry{Kind: ledger.Member, Key: fmt.Sprintf("%06d", i), Remote: "secret" + key(i)}
			records[entries[i].Key] = []byte(`"secret` + key(i) + `"`)
			conflicts[i] = conflict.Decision{Member: "secret" + key(i)}
		}
		for what, err := range map[string]error{
			"Ledger.Put":      s.Ledger.Put(t.Context(), entries...),
			"Downloads.Put":   s.Downloads.Put(t.Context(), "x", records),
			"Downloads.Stage": s.Downloads.Stage(t.Context(), "x", records),
			"Conflicts.Add":   s.Conflicts.Add(t.Context(), conflicts...),
		} {
			if !errors.Is(err, gorm.ErrDuplicatedKey) || strings.Contains(err.Error(), "secret") {
				t.Errorf("%s: got %v", what, err)
			}
		}
		for _, table := range []string{"sync_ledger", "sync_records", "sync_conflicts"} {
			count := "SELECT CAST(COUNT(*) AS TEXT) FROM " + table
			if got := texts(t, store, count, count); got[0] != "0" {
				t.Errorf("%s has %s rows", table, got[0])
			}
		}
	})
	if strings.Contains(out.String(), "secret") {
		t.Errorf("people's data is logged: %.500s", out)
	}
}

// What a refused Commit leaves: the old download, and what is staged.
func TestARefusedCommitLeavesTheOldDownload(t *testing.T) {
	logged(t)
	onBoth(t, func(t *testing.T, location string) {
		store := ready(t, location)
		d := store.Stores().Downloads
		put := func(text string) {
			t.Helper()
			ok(t, d.Begin(t.Context(), "x"))
			ok(t, d.Stage(t.Context(), "x", map[string][]byte{"a": []byte(text)}))
		}
		put(`"old"`)
		ok(t, d.Commit(t.Context(), "x", at))
		ok(t, d.Commit(t.Context(), "y", at.Add(time.Hour)))
		exec(t, store, "CREATE UNIQUE INDEX refuse ON sync_downloads (taken_at)")
		put(`"new"`)
		if err := d.Commit(t.Context(), "x", at.Add(time.Hour)); err == nil {
			t.Error("not refused")
		}
		record, err := d.Get(t.Context(), "x", "a")
		if taken, failed := d.Taken(t.Context(), "x"); err != nil || failed != nil || string(record) != `"old"` || !taken.Equal(at) {
			t.Errorf("got %s, %v; taken %v, %v", record, err, taken, failed)
		}
		ok(t, d.Commit(t.Context(), "x", at))
		if record, err := d.Get(t.Context(), "x", "a"); err != nil || string(record) != `"new"` {
			t.Errorf("got %s, %v", record, err)
		}
	})
}

// People's data: nothing older than the last download stays, neither in the kept set nor beside it.
func TestNothingOlderThanTheLastDownloadStays(t *testing.T) {
	onBoth(t, func(t *testing.T, location string) {
		store := ready(t, location)
		d := store.Stores().Downloads
		for i := range 3 {
			ok(t, d.Stage(t.Context(), "x", map[string][]byte{"left": []byte(`0`)}))
			ok(t, d.Begin(t.Context(), "x"))
			ok(t, d.Stage(t.Context(), "x", map[string][]byte{fmt.Sprint(i): []byte(`1`)}))
			ok(t, d.Commit(t.Context(), "x", at))
		}
		all := "SELECT record_key FROM sync_records"
		if got := texts(t, store, all, all); len(got) != 1 || got[0] != "2" {
			t.Errorf("there are the records %q", got)
		}
	})
}

func TestNothingOlderStaysWhenDownloadsAndChangesComeConcurrently(t *testing.T) {
	onBoth(t, func(t *testing.T, location string) {
		store := ready(t, location)
		d := store.Stores().Downloads
		var all sync.WaitGroup
		done := make(chan struct{})
		for range 3 {
			all.Go(func() {
				for {
					if err := d.Put(t.Context(), "x", map[string][]byte{"put": []byte(`1`)}); err != nil {
						t.Error(err)
					}
					select {
					case <-done:
						return
					default:
					}
				}
			})
		}
		for range 40 {
			ok(t, d.Commit(t.Context(), "x", at))
		}
		close(done)
		all.Wait()
		old := "SELECT r.record_key FROM sync_records r JOIN sync_downloads d ON d.set_name = r.set_name " +
			"WHERE r.generation <> d.generation"
		if got := texts(t, store, old, old); len(got) != 0 {
			t.Errorf("left of older downloads: %q", got)
		}
	})
}

func TestAListOfRunsReadsNoneOfTheirLongParts(t *testing.T) {
	logged(t)
	onBoth(t, func(t *testing.T, location string) {
		store := ready(t, location)
		runs := store.Stores().Runs
		id, err := runs.Start(t.Context(), run.Run{Host: "here"})
		ok(t, err)
		exec(t, store, "ALTER TABLE sync_runs DROP COLUMN problems")
		exec(t, store, "ALTER TABLE sync_runs DROP COLUMN plan")
		list, err := runs.List(t.Context(), 1)
		if ok(t, err); len(list) != 1 || list[0].ID != id || list[0].Host != "here" {
			t.Errorf("got %+v", list)
		}
	})
}

func TestADamagedRunIsAnErrorThatNamesIt(t *testing.T) {
	onBoth(t, func(t *testing.T, location string) {
		store := ready(t, location)
		runs := store.Stores().Runs
		for _, damaged := range []struct{ column, want string }{
			{"plan", "the plan of run 1 is damaged"}, {"problems", "the problems of run 2 are damaged"},
			{"steps", "the steps of run 3 are damaged"},
		} {
			id, err := runs.Start(t.Context(), run.Run{Host: "here"})
			ok(t, err)
			exec(t, store, fmt.Sprintf("UPDATE sync_runs SET %s = '{' WHERE id = %d", damaged.column, id))
			_, err = runs.Run(t.Context(), id)
			for _, err := range []error{err, runs.Update(t.Context(), id, func(*run.Run) error { return errors.New("asked") })} {
				if err == nil || !strings.Contains(err.Error(), damaged.want) {
					t.Errorf("got %v, want %s", err, damaged.want)
				}
			}
		}
		if list, err := runs.List(t.Context(), 3); err == nil {
			t.Errorf("listed: %+v", list)
		}
	})
}

// Two programs share a database: the service, and a command beside it.
func TestTwoProgramsShareADatabaseConcurrently(t *testing.T) {
	onBoth(t, func(t *testing.T, location string) {
		stores := make([]*syncstore.Store, 2)
		var started sync.WaitGroup
		for i := range stores {
			stores[i] = open(t, location)
			started.Go(func() {
				if err := stores[i].Migrate(t.Context()); err != nil {
					t.Error(err)
				}
			})
		}
		started.Wait()
		id, err := stores[0].Stores().Runs.Start(t.Context(), run.Run{})
		ok(t, err)
		const writers, each = 3, 8
		var all sync.WaitGroup
		for program, store := range stores {
			s := store.Stores()
			for writer := range writers {
				all.Go(func() {
					for i := range each {
						name := fmt.Sprintf("%d-%d-%d", program, writer, i)
						err := errors.Join(
							s.Runs.Update(t.Context(), id, func(r *run.Run) error { r.Process++; return nil }),
							s.Ledger.Put(t.Context(), ledger.Entry{Kind: ledger.Member, Key: name}, ledger.Entry{Kind: ledger.Member, Key: "shared"}),
							s.Downloads.Put(t.Context(), "x", map[string][]byte{name: []byte(`1`), "shared": []byte(`1`)}),
							s.Conflicts.Add(t.Context(), conflict.Decision{Member: name}),
							s.Downloads.Each(t.Context(), "x", func(string, []byte) error { return nil }),
						)
						if err != nil {
							t.Error(err)
						}
					}
				})
			}
		}
		all.Wait()
		const want = 2 * writers * each
		s := stores[1].Stores()
		r, err := s.Runs.Run(t.Context(), id)
		ok(t, err)
		entries, err := s.Ledger.Entries(t.Context(), ledger.Member)
		ok(t, err)
		conflicts, err := s.Conflicts.List(t.Context(), 1000)
		ok(t, err)
		records := 0
		ok(t, s.Downloads.Each(t.Context(), "x", func(string, []byte) error { records++; return nil }))
		if r.Process != want || len(entries) != want+1 || len(conflicts) != want || records != want+1 {
			t.Errorf("%d changes, %d entries, %d conflicts, %d records; want %d", r.Process, len(entries), len(conflicts), records, want)
		}
	})
}
