package syncstore

import (
	"context"
	"fmt"
	"strings"

	"github.com/clubhuis/clubhuis/adapters/gormstore/database"
	"github.com/clubhuis/clubhuis/core/backup"
)

// own reports whether a table is one of this store.
func own(table string) bool { return strings.HasPrefix(table, "sync_") && table != migrations.Table }

// Dump tells all that the store holds at one moment.
func (s *Store) Dump(ctx context.Context, to backup.Writer) error {
	return s.db.Handle().Snapshot(ctx, func(h database.Handle) error { return h.Dump(own, to) })
}

// MakeEmpty makes the tables as a version had them in a database that holds nothing yet.
func (s *Store) MakeEmpty(ctx context.Context, version int64) error {
	schema, err := s.db.Schema(ctx, migrations)
	if err != nil {
		return err
	}
	if schema.Have > 0 {
		var there backup.Counter
		if err := s.Dump(ctx, &there); err != nil {
			return err
		}
		for i := range there.Tables {
			if t := &there.Tables[i]; t.Rows > 0 {
				return fmt.Errorf("the database is not empty: it has %d rows in %s", t.Rows, t.Name)
			}
		}
	}
	return s.db.MigrateTo(ctx, migrations, version)
}

// Fill puts what from tells into the tables that MakeEmpty made, all of it or nothing.
func (s *Store) Fill(ctx context.Context, from func(backup.Writer) error) error {
	return s.db.Handle().Step(ctx, func(h database.Handle) error { return h.Fill(own, nil, from) })
}
