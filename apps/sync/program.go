package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"github.com/clubhuis/clubhuis/adapters/clubapi"
	"github.com/clubhuis/clubhuis/adapters/clubweb"
	"github.com/clubhuis/clubhuis/adapters/files"
	"github.com/clubhuis/clubhuis/adapters/gormstore/syncstore"
	"github.com/clubhuis/clubhuis/adapters/laposta"
	"github.com/clubhuis/clubhuis/adapters/lettermint"
	"github.com/clubhuis/clubhuis/adapters/phones"
	"github.com/clubhuis/clubhuis/apps/internal/disk"
	"github.com/clubhuis/clubhuis/apps/internal/upgrades"
	"github.com/clubhuis/clubhuis/apps/sync/internal/locks"
	"github.com/clubhuis/clubhuis/core/usecase/synchronizations"
	"github.com/clubhuis/clubhuis/ports"
)

// environment is what every command works with: the database and the locks.
type environment struct {
	storeConfig
	store *syncstore.Store
	locks *locks.Folder
	host  string
}

// opening is how a command opens the database.
type opening int

const (
	openReady   opening = iota // an SQLite database is migrated, a PostgreSQL one must be
	openMigrate                // either is migrated
)

func (c storeConfig) open(ctx context.Context, how opening) (*environment, error) {
	if err := os.MkdirAll(c.data, 0o700); err != nil {
		return nil, fmt.Errorf("the folder of the data: %w", err)
	}
	folder, host, err := c.lockFolder()
	if err != nil {
		return nil, err
	}
	store, err := syncstore.Open(ctx, string(c.database))
	if err != nil {
		return nil, err
	}
	e := &environment{storeConfig: c, store: store, locks: folder, host: host}
	if err := e.fit(ctx, how); err != nil {
		return nil, errors.Join(err, store.Close())
	}
	return e, nil
}

// lockFolder is where the locks are, and the name of this machine in them.
func (c storeConfig) lockFolder() (*locks.Folder, string, error) {
	host, err := os.Hostname()
	if err != nil {
		return nil, "", fmt.Errorf("the name of this machine: %w", err)
	}
	folder, err := locks.Open(filepath.Join(c.data, "locks"), host, func() time.Time { return time.Now().In(c.zone) })
	return folder, host, err
}

// fit makes sure that the database has this program's schema.
func (e *environment) fit(ctx context.Context, how opening) error {
	schema, err := e.store.Schema(ctx)
	switch {
	case err != nil:
		return err
	case schema.Newer():
		return fmt.Errorf("the database has schema %d, newer than this program's %d: use the newer program", schema.Have, schema.Want)
	case schema.Current():
		return nil
	case how == openReady && !e.onFile:
		return errors.New("the database must be migrated first: run 'clubsync migrate' (with the package: clubsync-run migrate)")
	}
	return e.upgrade(ctx, disk.Room)
}

// upgrade migrates the database. An SQLite file is copied first, where there is room.
func (e *environment) upgrade(ctx context.Context, room func(path string) (free int64, err error)) error {
	path, ok := strings.CutPrefix(string(e.database), "sqlite:")
	if !ok {
		return e.store.Migrate(ctx)
	}
	return upgrades.Upgrade{
		Path: path, Store: e.store,
		Schema: func(ctx context.Context) (upgrades.Schema, error) {
			schema, err := e.store.Schema(ctx)
			return upgrades.Schema{Have: schema.Have, Old: !schema.Current() && !schema.Newer()}, err
		},
		Migrate: e.store.Migrate, Now: time.Now, Room: room,
	}.Run(ctx)
}

func (e *environment) close() error { return e.store.Close() }

// program is the core, wired to its adapters.
type program struct {
	*environment
	config  syncConfig
	bucket  *files.Bucket
	site    *clubweb.Site
	service synchronizations.Service
	runLog  *runLog
	live    live
	entered listener
}

// listener holds who is told that the club site has let the synchronization in.
type listener struct {
	mu   sync.Mutex
	tell func() // nil for nobody
}

// store lets somebody be told instead of whoever was.
func (l *listener) store(tell func()) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.tell = tell
}

func (l *listener) hear() {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.tell != nil {
		l.tell()
	}
}

// open opens everything that runs need. Nothing is asked of any other system yet.
func (c syncConfig) open(ctx context.Context, how opening) (*program, error) {
	e, err := c.storeConfig.open(ctx, how)
	if err != nil {
		return nil, err
	}
	bucket, err := files.Open(ctx, filepath.Join(c.data, "files"))
	if err != nil {
		return nil, errors.Join(err, e.close())
	}
	p := &program{environment: e, config: c, bucket: bucket}
	if err := p.wire(); err != nil {
		return nil, errors.Join(err, p.close())
	}
	return p, nil
}

func (p *program) wire() error {
	c := p.config
	application, err := clubapi.New(clubapi.Options{
		URL: string(c.AppURL), Username: c.AppUsername, Password: c.AppPasswordFile.Text(), Log: slog.Default(),
	})
	if err != nil {
		return err
	}
	p.site, err = clubweb.Open(clubweb.Options{
		URL: string(c.SiteURL), Username: c.SiteUsername, Password: c.SitePasswordFile.Text(), OTPSecret: c.otpSecret,
		Profile: c.profile, Browser: c.Browser, Folder: filepath.Join(c.data, "browser"), Log: slog.Default(), Evidence: true,
		Entered: p.entered.hear,
	})
	if err != nil {
		return err
	}
	p.service = synchronizations.Service{
		Site: p.site, People: application.People(), Dues: application.Dues(), Photos: application.Photos(),
		Groups:     application.Groups(),
		Activities: application.Activities(), Roles: application.ByFunction(), Cases: application.Cases(), Tasks: application.Tasks(),
		Contributions: c.contributions(), Helpdesk: c.helpdesk(),
		Phones: phones.Numbers{}, Files: files.New(p.bucket), Stores: p.store.Stores(),
		Settings: synchronizations.Settings{
			Club: c.ClubName, Lists: c.Lists, Operator: c.Operator, Pages: string(c.PublicURL), Guard: c.guard(), Retention: c.retention(),
			CustomerFields: c.HelpdeskField.numbers(),
		},
		Now: time.Now, Zone: c.zone, Pause: c.pause(), Process: os.Getpid(), Host: p.host,
	}
	if p.service.Lists, err = c.lists(); err != nil {
		return err
	}
	p.service.Mail, err = c.mail()
	return err
}

// lists is nil for a club without lists.
func (c *syncConfig) lists() (ports.MailLists, error) {
	if len(c.Lists) == 0 {
		return nil, nil
	}
	return laposta.New(laposta.Options{URL: string(c.ListURL), Key: c.ListKeyFile.Text()}), nil
}

// mail is nil for a club without mail.
func (c *syncConfig) mail() (ports.Mailer, error) {
	if !c.Mail.Works() {
		return nil, nil
	}
	return lettermint.New(lettermint.Options{URL: string(c.Mail.URL), Token: c.Mail.Token.Text(), From: c.Mail.From})
}

// pause is how the pipelines wait between two calls.
func (c *syncConfig) pause() func(ctx context.Context, least, most time.Duration) error {
	if c.Pauses == "none" {
		return func(ctx context.Context, _, _ time.Duration) error { return ctx.Err() }
	}
	return func(ctx context.Context, least, most time.Duration) error {
		return wait(ctx, least+rand.N(most-least+1)) //nolint:gosec // nobody gains by guessing how long
	}
}

// wait waits as long, or until the context ends, and then returns its error.
func wait(ctx context.Context, d time.Duration) error {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-timer.C:
		return nil
	}
}

// leaveSite ends the browser; the session is kept.
func (p *program) leaveSite() {
	if err := p.site.Close(); err != nil {
		slog.Warn("the browser did not end well", "cause", err) // what was done with it is done
	}
}

func (p *program) close() error {
	if p.site != nil {
		p.leaveSite()
	}
	return errors.Join(p.bucket.Close(), p.environment.close())
}
