package gormstore_test

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/clubhuis/clubhuis/core/account"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/job"
	"github.com/clubhuis/clubhuis/ports"
	"github.com/clubhuis/clubhuis/ports/porttest"
)

// keepPlainly keeps jobs in a table of the test's own. The programs keep them with River (apps/server).
func keepPlainly(ctx context.Context, tx *sql.Tx, jobs []job.Job) error {
	for _, j := range jobs {
		values := []string{quoted(j.Kind), quoted(j.Args), quoted(j.Key), fmt.Sprint(j.NotBefore.UnixMicro())}
		_, err := tx.ExecContext(ctx, "INSERT INTO plain_jobs (kind, args, key, not_before) VALUES ("+strings.Join(values, ", ")+")")
		if err != nil {
			return err
		}
	}
	return ctx.Err()
}

// keepNothing is for tests in which no job matters.
func keepNothing(ctx context.Context, _ *sql.Tx, _ []job.Job) error { return ctx.Err() }

func quoted(text string) string { return "'" + strings.ReplaceAll(text, "'", "''") + "'" }

func plainJobs(t testing.TB, pool *sql.DB) (jobs []job.Job) {
	t.Helper()
	rows, err := pool.QueryContext(t.Context(), "SELECT kind, args, key, not_before FROM plain_jobs ORDER BY id")
	ok(t, err)
	defer rows.Close()
	for rows.Next() {
		var j job.Job
		var micros int64
		ok(t, rows.Scan(&j.Kind, &j.Args, &j.Key, &micros))
		if at := time.UnixMicro(micros).UTC(); !at.IsZero() {
			j.NotBefore = at
		}
		jobs = append(jobs, j)
	}
	ok(t, rows.Err())
	return jobs
}

func TestOutbox(t *testing.T) {
	onBoth(t, func(t *testing.T, location string) {
		store := open(t, location)
		ok(t, store.Migrate(t.Context()))
		pool, postgres, err := store.Pool()
		ok(t, err)
		id := "id INTEGER PRIMARY KEY"
		if postgres {
			id = "id BIGSERIAL PRIMARY KEY"
		}
		_, err = pool.ExecContext(t.Context(), "CREATE TABLE plain_jobs ("+id+", kind TEXT, args TEXT, key TEXT, not_before BIGINT)")
		ok(t, err)
		store.SetOutbox(keepPlainly)
		porttest.Outbox(t, func(t testing.TB) porttest.KeptJobs {
			for _, table := range []string{"plain_jobs", "users"} {
				_, err := pool.ExecContext(t.Context(), "DELETE FROM "+table)
				ok(t, err)
			}
			return porttest.KeptJobs{
				Database: contracted(store, location),
				Jobs:     func(t testing.TB) []job.Job { return plainJobs(t, pool) },
			}
		})
	})
}

func TestAStoreWithoutAnOutboxRefusesJobs(t *testing.T) {
	onBoth(t, func(t *testing.T, location string) {
		store := open(t, location)
		ok(t, store.Migrate(t.Context()))
		ctx := t.Context()
		err := store.Do(ctx, func(s ports.Stores) error {
			if _, err := s.Users.Create(ctx, account.User{Username: "jan", Email: "jan@club.example"}); err != nil {
				return err
			}
			return s.Outbox.Add(ctx, job.Job{Kind: "x", Args: "{}"})
		})
		if err == nil || fault.KindOf(err) != fault.Internal {
			t.Errorf("got %v", err)
		}
		if _, err := store.Stores().Users.ByLogin(ctx, "jan"); !errors.Is(err, account.ErrAbsent) {
			t.Errorf("after it: %v", err)
		}
	})
}
