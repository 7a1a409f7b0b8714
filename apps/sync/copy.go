package main

import (
	"context"
	"fmt"

	"github.com/clubhuis/clubhuis/adapters/gormstore/syncstore"
	"github.com/clubhuis/clubhuis/apps/internal/backups"
)

type copyCommand struct{ backups.CopyFlags }

// Help says what is needed.
func (c *copyCommand) Help() string {
	return "Stop the service first. The files stay where they are: start it with the same --data."
}

// Run moves what is remembered from one database to another, and compares both.
func (c *copyCommand) Run(ctx context.Context, s streams) error {
	return c.CopyFlags.Run(ctx, s.stdout, func(ctx context.Context, url string) (backups.Versioned, error) {
		store, err := syncstore.Open(ctx, url)
		return versioned{store}, err
	})
}

type versioned struct{ *syncstore.Store }

// Version implements backups.Versioned.
func (v versioned) Version(ctx context.Context) (int64, error) {
	schema, err := v.Schema(ctx)
	if err == nil && !schema.Current() {
		err = fmt.Errorf("the database that is read has schema %d, and this program's is %d: run 'clubsync migrate' of the newer one",
			schema.Have, schema.Want)
	}
	return schema.Have, err
}
