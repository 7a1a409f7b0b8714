package main

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"time"

	"gocloud.dev/blob"

	"github.com/clubhuis/clubhuis/adapters/argon2id"
	"github.com/clubhuis/clubhuis/adapters/excel"
	"github.com/clubhuis/clubhuis/adapters/files"
	"github.com/clubhuis/clubhuis/adapters/gormstore"
	drawing "github.com/clubhuis/clubhuis/adapters/pictures"
	"github.com/clubhuis/clubhuis/adapters/riverjobs"
	"github.com/clubhuis/clubhuis/core/relation"
	"github.com/clubhuis/clubhuis/core/term"
	"github.com/clubhuis/clubhuis/core/usecase/accounts"
	"github.com/clubhuis/clubhuis/core/usecase/groups"
	"github.com/clubhuis/clubhuis/core/usecase/jobs"
	"github.com/clubhuis/clubhuis/core/usecase/people"
	"github.com/clubhuis/clubhuis/core/usecase/pictures"
	"github.com/clubhuis/clubhuis/core/usecase/searches"
	"github.com/clubhuis/clubhuis/core/usecase/settings"
	"github.com/clubhuis/clubhuis/core/usecase/terms"
)

// program is the core, wired to its adapters.
type program struct {
	store  *gormstore.Store
	bucket *blob.Bucket
	now    func() time.Time
	zone   *time.Location

	people   *people.Service
	groups   *groups.Service
	searches *searches.Service
	types    *terms.Service[relation.Type]
	labels   *terms.Service[term.Term]
	accounts *accounts.Service
	operator accounts.Operator
	settings *settings.Service
	pictures *pictures.Service
	jobs     *jobs.Service
}

// open opens the database and the files and wires the core. The schema must fit: an SQLite database is migrated, a
// PostgreSQL one only when migrate says so.
func open(ctx context.Context, s settled, migrate bool) (*program, error) {
	store, err := gormstore.Open(ctx, s.database)
	if err != nil {
		return nil, err
	}
	if err := fit(ctx, store, migrate); err != nil {
		return nil, errors.Join(err, store.Close())
	}
	bucket, err := files.Open(ctx, s.files)
	if err != nil {
		return nil, errors.Join(err, store.Close())
	}
	stores := store.Stores()
	p := &program{
		store: store, bucket: bucket, now: s.now, zone: s.zone,
		people:   &people.Service{Stores: stores, Atomic: store, Now: s.now, Zone: s.zone, Spreadsheets: excel.Writer{}},
		groups:   &groups.Service{Stores: stores, Atomic: store, Now: s.now, Zone: s.zone},
		searches: &searches.Service{Stores: stores, Now: s.now, Zone: s.zone},
		types:    terms.RelationTypes(stores, store),
		labels:   terms.Labels(stores, store),
		accounts: &accounts.Service{Stores: stores, Atomic: store, Hasher: argon2id.Hasher{}, Now: s.now, Zone: s.zone, Random: rand.Read},
		settings: &settings.Service{Volunteers: stores.VolunteerRules},
		pictures: &pictures.Service{
			Stores: stores, Atomic: store, Files: files.New(bucket), Pictures: drawing.New(), Now: s.now, Random: rand.Read,
		},
	}
	p.operator = accounts.Operator{Accounts: p.accounts}
	p.jobs = &jobs.Service{Runs: stores.JobRuns, Now: s.now, Zone: s.zone, Jobs: []jobs.Job{
		{Name: "forget-sessions", Doc: "Forgets sessions that idled away and wrong sign-ins that no longer count.", Run: p.accounts.Purge},
		{Name: "purge-people", Doc: "Destroys people that were removed a month ago.", Run: p.people.Purge},
		{Name: "sweep-files", Doc: "Deletes the files of pictures that nothing shows any more.", Run: p.pictures.Sweep},
	}}
	return p, nil
}

func (p *program) close() error { return errors.Join(p.bucket.Close(), p.store.Close()) }

// fit makes sure that the database has this program's schema.
func fit(ctx context.Context, store *gormstore.Store, migrate bool) error {
	current, err := current(ctx, store)
	if err != nil || current {
		return err
	}
	_, postgres, err := store.Pool()
	if err != nil {
		return err
	}
	if postgres && !migrate {
		return errors.New("the database must be migrated first: run 'clubhuis migrate', or serve with --migrate")
	}
	return migrateAll(ctx, store)
}

// current reports whether the database has this program's schema; a newer one is an error.
func current(ctx context.Context, store *gormstore.Store) (bool, error) {
	schema, err := store.Schema(ctx)
	if err != nil {
		return false, err
	}
	if schema.Newer() {
		return false, fmt.Errorf("the database has schema %d form %d, newer than this program's %d form %d: use the newer program",
			schema.Have, schema.HaveForm, schema.Want, schema.WantForm)
	}
	if !schema.Current() {
		return false, nil
	}
	pool, postgres, err := store.Pool()
	if err != nil {
		return false, err
	}
	return riverjobs.Current(ctx, pool, postgres)
}

func migrateAll(ctx context.Context, store *gormstore.Store) error {
	if err := store.Migrate(ctx); err != nil {
		return err
	}
	pool, postgres, err := store.Pool()
	if err != nil {
		return err
	}
	return riverjobs.Migrate(ctx, pool, postgres)
}

// ready reports whether the server can do its work.
func (p *program) ready(ctx context.Context) error {
	if err := p.store.Ping(ctx); err != nil {
		return err
	}
	current, err := current(ctx, p.store)
	if err == nil && !current {
		err = errors.New("the database is not migrated")
	}
	return err
}
