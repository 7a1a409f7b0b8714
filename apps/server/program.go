package main

import (
	"bytes"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"runtime"
	"sync"
	"time"

	"github.com/clubhuis/clubhuis/adapters/argon2id"
	"github.com/clubhuis/clubhuis/adapters/excel"
	"github.com/clubhuis/clubhuis/adapters/files"
	"github.com/clubhuis/clubhuis/adapters/gormstore"
	"github.com/clubhuis/clubhuis/adapters/invoicepdf"
	"github.com/clubhuis/clubhuis/adapters/markup"
	"github.com/clubhuis/clubhuis/adapters/onetime"
	"github.com/clubhuis/clubhuis/adapters/pictures"
	"github.com/clubhuis/clubhuis/adapters/riverjobs"
	"github.com/clubhuis/clubhuis/adapters/zxcvbn"
	"github.com/clubhuis/clubhuis/apps/internal/disk"
	"github.com/clubhuis/clubhuis/apps/internal/metrics"
	"github.com/clubhuis/clubhuis/apps/internal/upgrades"
	"github.com/clubhuis/clubhuis/core/usecase"
	"github.com/clubhuis/clubhuis/core/usecase/accounts"
)

// program is the core, wired to its adapters.
type program struct {
	store  *gormstore.Store
	bucket *files.Bucket
	now    func() time.Time
	zone   *time.Location

	listener net.Listener      // of a server, nil else
	secured  *secured          // of a server that speaks HTTPS itself, nil else
	watched  *metrics.Listener // of a server whose metrics have an address of their own, nil else
	base     string            // where members reach the page
	handler  chan madeHandler  // of a server, once

	readiness readiness
	outdated  chan error // says once that a newer program migrated the database

	club     *usecase.Club
	operator accounts.Operator
}

// open opens the database and the files and wires the core. The schema must fit: an SQLite database is migrated, a
// PostgreSQL one only when migrate says so. complete, which may be nil, adds what a server has beside.
func open(ctx context.Context, c storeConfig, migrate bool, complete func(*usecase.Adapters) error) (*program, error) {
	opened := gormstore.Open
	if complete != nil { // a server loads the club
		opened = gormstore.OpenToLoad
	}
	store, err := opened(ctx, string(c.URL))
	if err != nil {
		return nil, err
	}
	if err := fit(ctx, store, &c, migrate); err != nil {
		return nil, errors.Join(err, store.Close())
	}
	bucket, err := files.Open(ctx, string(c.Files))
	if err != nil {
		return nil, errors.Join(err, store.Close())
	}
	outbox, err := openOutbox(store, c.now)
	if err != nil {
		return nil, errors.Join(err, bucket.Close(), store.Close())
	}
	adapters := usecase.Adapters{
		Stores: store.Stores(), Atomic: store, FailedJobs: outbox,
		Hasher: argon2id.Hasher{}, Strength: zxcvbn.Strength{}, Codes: onetime.Codes{}, PasswordChecks: (runtime.GOMAXPROCS(0) + 1) / 2,
		Spreadsheets: excel.Writer{}, Workbooks: excel.Reader{}, Files: files.New(bucket), Pictures: pictures.New(),
		Markup: markup.New(),
		Papers: invoicepdf.New(),
		Now:    c.now, Zone: c.Timezone.Location(), Random: rand.Read, ClubName: c.ClubName, MemberCodeMoved: noteMovedCode,
		LostFiles: tellLostFiles,
		KeepLog:   days(c.KeepLog), KeepChanges: days(c.KeepChanges), KeepLooks: days(c.KeepLooks), Debug: c.Debug,
	}
	if complete != nil {
		if err := complete(&adapters); err != nil {
			return nil, errors.Join(err, bucket.Close(), store.Close())
		}
	}
	club := usecase.New(adapters)
	return &program{
		store: store, bucket: bucket, now: c.now, zone: c.Timezone.Location(), outdated: make(chan error, 1),
		club: club, operator: accounts.Operator{Accounts: club.Accounts},
	}, nil
}

// openOutbox lets the store keep jobs in its own database.
func openOutbox(store *gormstore.Store, now func() time.Time) (*riverjobs.Outbox, error) {
	pool, postgres, err := store.Pool()
	if err != nil {
		return nil, err
	}
	outbox, err := riverjobs.NewOutbox(pool, postgres, now)
	if err != nil {
		return nil, err
	}
	store.SetOutbox(outbox.Add)
	return outbox, nil
}

// load reads the club into memory. Every use case that reads people needs that.
func (p *program) load(ctx context.Context) error {
	club := p.store.Stores().Directory
	if err := club.Load(ctx); err != nil {
		return err
	}
	p.tellDamaged(ctx)
	if damaged := club.View().DamagedGroups(); len(damaged) > 0 {
		slog.ErrorContext(ctx, "groups that cannot be read stand in no list", "groups", damaged)
	}
	if err := p.store.CheckSettings(ctx); err != nil {
		slog.ErrorContext(ctx, "a setting that cannot be read is as at first, until it is saved again", "cause", err)
	}
	return nil
}

func (p *program) tellDamaged(ctx context.Context) {
	if damaged := p.store.Stores().Directory.View().Damaged(); len(damaged) > 0 {
		slog.ErrorContext(ctx, "people who cannot be read stand in no list", "people", damaged)
	}
}

// close stores what waits to be stored, and closes what open opened.
func (p *program) close() error {
	ctx, cancel := context.WithTimeout(context.Background(), lastWrites)
	defer cancel()
	if err := p.club.Close(ctx); err != nil { // a database that stands still costs knowledge, not the exit status
		slog.WarnContext(ctx, "the last uses of sessions, or who looked at whom, were not stored", "cause", err)
	}
	if p.listener != nil {
		_ = p.listener.Close() // the server may have
	}
	p.secured.close()
	p.watched.Close()
	return errors.Join(p.bucket.Close(), p.store.Close())
}

// lastWrites is how long the last uses of sessions get to be stored when the program ends.
const lastWrites = 5 * time.Second

// fit makes sure that the database has this program's schema.
func fit(ctx context.Context, store *gormstore.Store, c *storeConfig, migrate bool) error {
	current, err := current(ctx, store)
	if err != nil || current {
		return err
	}
	_, postgres, err := store.Pool()
	if err != nil {
		return err
	}
	if postgres && !migrate {
		return errors.New("the database must be migrated first: run 'clubhuis migrate'" + asService("migrate") +
			", or serve with --migrate")
	}
	return upgrade(ctx, store, c)
}

var errNewer = errors.New("use the newer program")

// current reports whether the database has this program's schema; a newer one is an error.
func current(ctx context.Context, store *gormstore.Store) (bool, error) {
	schema, err := store.Schema(ctx)
	if err != nil {
		return false, err
	}
	if schema.Newer() {
		return false, fmt.Errorf("the database has schema %d form %d, newer than this program's %d form %d: %w",
			schema.Have, schema.HaveForm, schema.Want, schema.WantForm, errNewer)
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

// upgrade migrates a database. An SQLite file is copied first.
func upgrade(ctx context.Context, store *gormstore.Store, c *storeConfig) error {
	path, ok := c.Path()
	if !ok {
		return migrateAll(ctx, store)
	}
	return upgrades.Upgrade{
		Path: path, Store: store,
		Schema: func(ctx context.Context) (upgrades.Schema, error) {
			schema, err := store.Schema(ctx)
			return upgrades.Schema{Have: schema.Have, Old: !schema.Current() && !schema.Newer()}, err
		},
		Migrate: func(ctx context.Context) error { return migrateAll(ctx, store) },
		Beside:  []string{gormstore.PackedSuffix, gormstore.PackedUnfinished},
		Now:     c.now, Room: disk.Room,
	}.Run(ctx)
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

// readiness remembers for a while whether the server can do its work: whoever asks often does not make it write as often.
type readiness struct {
	mu    sync.Mutex
	until time.Time
	err   error
}

const (
	readyFor     = 5 * time.Second // how long an outcome counts
	readyWithin  = 5 * time.Second // how long finding out may take
	writableFile = "ready"         // the name of the file that is tried
)

// ready reports whether the server can do its work: the database responds, is migrated and can be written to, and so can the
// place of the files.
func (p *program) ready(ctx context.Context) error {
	p.readiness.mu.Lock()
	defer p.readiness.mu.Unlock()
	if time.Now().Before(p.readiness.until) {
		return p.readiness.err
	}
	trying, cancel := context.WithTimeout(context.WithoutCancel(ctx), readyWithin) // one who asks and leaves makes it not unready
	defer cancel()
	p.readiness.err = p.try(trying)
	p.readiness.until = time.Now().Add(readyFor)
	return p.readiness.err
}

func (p *program) try(ctx context.Context) error {
	if err := p.store.Ping(ctx); err != nil {
		return err
	}
	if err := p.fits(ctx); err != nil {
		return err
	}
	if err := p.store.TryWrite(ctx); err != nil {
		return fmt.Errorf("nothing can be written to the database: %w", err)
	}
	return writable(ctx, p.bucket)
}

// fits reports whether the database has this program's schema. When a newer program migrated it, it tells serve.
func (p *program) fits(ctx context.Context) error {
	current, err := current(ctx, p.store)
	if errors.Is(err, errNewer) {
		select {
		case p.outdated <- err:
		default: // it was told
		}
	}
	if err == nil && !current {
		err = errors.New("the database is not migrated")
	}
	return err
}

// lookForNewer is how often a server looks whether a newer program migrated the database.
const lookForNewer = 10 * time.Second

// watchSchema looks for that until the context ends. What else is wrong with the database its requests tell.
func (p *program) watchSchema(ctx context.Context) {
	every := time.NewTicker(lookForNewer)
	defer every.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-every.C:
			_ = p.fits(ctx)
		}
	}
}

// writable reports whether the place of the files takes what is written.
func writable(ctx context.Context, bucket *files.Bucket) error {
	if err := bucket.Write(ctx, writableFile, "application/octet-stream", bytes.NewReader(make([]byte, 64<<10))); err != nil {
		return fmt.Errorf("nothing can be written to the files: %w", err)
	}
	_ = bucket.Delete(ctx, writableFile) // another server may have
	return nil
}

func days(n int) time.Duration { return time.Duration(n) * 24 * time.Hour }
