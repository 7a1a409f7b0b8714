package gormstore

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"path"
	"strings"
	"time"

	"github.com/clubhuis/clubhuis/adapters/gormstore/database"
	"github.com/clubhuis/clubhuis/core/backup"
	"github.com/clubhuis/clubhuis/core/job"
	"github.com/clubhuis/clubhuis/core/media"
)

// PendingJobs returns the jobs of the outbox that were not done yet, by a connection of the store's database. It belongs to the
// adapter of KeepJobs.
type PendingJobs func(ctx context.Context, db Querier) ([]job.Job, error)

// Querier is what a database is asked by.
type Querier interface {
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
}

// foreign are tables of other adapters in the same database, those of SQLite and of the migrations, and what can be derived anew.
var foreign = []string{"sqlite_", "river_", "sync_", migrations.Table, packedTable}

func owns(table string) bool {
	for _, prefix := range foreign {
		if strings.HasPrefix(table, prefix) {
			return false
		}
	}
	return true
}

// waiting is the table in which a backup holds jobs that were not done yet, each as a text.
var waiting = backup.Table{Name: "waiting_jobs", Columns: []backup.Column{{Name: "job", Kind: backup.Text}}}

// keptJob is a job as a backup holds it.
type keptJob struct {
	Kind      string    `json:"kind"`
	Key       string    `json:"key,omitempty"`
	Args      string    `json:"args"`
	NotBefore time.Time `json:"not_before,omitzero"`
}

// Dump tells all that the store holds at one moment. pending may be nil.
func (s *Store) Dump(ctx context.Context, pending PendingJobs, to backup.Writer) error {
	return s.handle().Snapshot(ctx, func(h database.Handle) error {
		if err := h.Dump(owns, to); err != nil || pending == nil {
			return err
		}
		jobs, err := pending(ctx, h.Read.Statement.ConnPool)
		if err != nil {
			return fmt.Errorf("read the jobs that wait: %w", err)
		}
		return tell(jobs, to)
	})
}

func tell(jobs []job.Job, to backup.Writer) error {
	if err := to.Begin(waiting); err != nil {
		return err
	}
	for _, j := range jobs {
		text, err := json.Marshal(keptJob{j.Kind, j.Key, j.Args, j.NotBefore.UTC()})
		if err == nil {
			err = to.Row([]any{string(text)})
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// ShownPictures returns where the files of the pictures are that are shown: a folder of each.
func (s *Store) ShownPictures(ctx context.Context) (folders []string, err error) {
	query := s.handle().Read.WithContext(ctx).Model(&mediaRow{}).Where("state = ?", string(media.Ready)).Select("folder")
	err = database.ScanAll(query, func(row *sql.Rows) error {
		var folder string
		err := row.Scan(&folder)
		folders = append(folders, path.Dir(media.Key(folder, media.Full)))
		return err
	})
	return folders, err
}

// ErrNotEmpty is returned when a database that is to be filled holds something.
var ErrNotEmpty = errors.New("the database is not empty")

// MakeEmpty makes the tables as a version had them in a database that holds nothing yet.
func (s *Store) MakeEmpty(ctx context.Context, version int64) error {
	schema, err := s.db.Schema(ctx, migrations)
	if err != nil {
		return err
	}
	if schema.Have > 0 {
		if err := s.holdsNothing(ctx); err != nil {
			return err
		}
	}
	if schema.Have > version {
		return fmt.Errorf("%w: its tables are newer", ErrNotEmpty)
	}
	return s.db.MigrateTo(ctx, migrations, version)
}

// holdsNothing is an error for a database in which somebody stands or ever stood.
func (s *Store) holdsNothing(ctx context.Context) error {
	for _, table := range []string{"users", "people"} {
		numbers, err := database.ScanNumbers(s.handle().Read.WithContext(ctx).Raw("SELECT COUNT(*) FROM " + table))
		if err != nil {
			return err
		}
		if numbers[0] > 0 {
			return fmt.Errorf("%w: it has %d %s", ErrNotEmpty, numbers[0], table)
		}
	}
	return nil
}

// Fill puts what from tells into the tables that MakeEmpty made, all of it or nothing. The jobs among it go into the outbox.
func (s *Store) Fill(ctx context.Context, from func(backup.Writer) error) error {
	return s.db.Handle().Step(ctx, func(h database.Handle) error {
		jobs := &jobWriter{}
		if err := h.Fill(owns, jobs, from); err != nil {
			return err
		}
		if h.Dialect == database.SQLite { // what follows does not follow on any file
			s.club.packed.forget()
			if err := setMark(ctx, h, 0); err != nil {
				return err
			}
		}
		if jobs.list == nil {
			return nil
		}
		if s.keep == nil {
			return errNoOutbox
		}
		return h.Transaction(func(tx *sql.Tx) error { return s.keep(ctx, tx, jobs.list) })
	})
}

// jobWriter takes the jobs of a backup.
type jobWriter struct{ list []job.Job }

// Begin implements backup.Writer.
func (w *jobWriter) Begin(t backup.Table) error {
	if t.Name != waiting.Name || len(t.Columns) != 1 {
		return fmt.Errorf("this database has no table %s", t.Name)
	}
	return nil
}

// Row implements backup.Writer.
func (w *jobWriter) Row(values []any) error {
	text, _ := values[0].(string)
	var kept keptJob
	if err := json.Unmarshal([]byte(text), &kept); err != nil {
		return fmt.Errorf("a job that waits: %w", err)
	}
	w.list = append(w.list, job.Job{Kind: kept.Kind, Key: kept.Key, Args: kept.Args, NotBefore: kept.NotBefore})
	return nil
}
