package main_test

import (
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"filippo.io/age"

	"github.com/clubhuis/clubhuis/adapters/gormstore/syncstore"
	"github.com/clubhuis/clubhuis/core/sync/ledger"
	"github.com/clubhuis/clubhuis/fixtures/postgres"
)

func TestABackupOfTheSynchronizationComesBackOnPostgres(t *testing.T) {
	t.Parallel()
	p := newPlace(t)
	p.typed("een lang wachtwoord\n", "user", "add", "--username", "jan", "--display-name", "Jan de Boer", "--password-stdin").exits(0)
	photo := filepath.Join(p.env["DATA"], "files", "photos", "AB12345")
	ok(t, os.MkdirAll(filepath.Dir(photo), 0o700))
	ok(t, os.WriteFile(photo, []byte("photo"), 0o600))
	identity, err := age.GenerateX25519Identity()
	ok(t, err)
	key, file := p.file("identity", identity.String()), filepath.Join(p.folder, "sync.backup")

	p.run("backup", "--to", file, "--recipient", identity.Recipient().String()).exits(0, "1 files", "tried out")
	p.run("backup", "--to", "s3://club?region=eu-west-1").exits(1, "--recipient")
	p.run("backup", "verify", file).exits(1, "encrypted")
	p.run("backup", "verify", file, "--identity-file", key).exits(0, "tried out")
	p.run("restore", file, "--identity-file", key).exits(1, "not empty")

	other := newPlace(t)
	other.env["DATABASE"] = postgres.NewDatabase(t)
	other.run("restore", file, "--identity-file", key).exits(0, "tried out")
	other.run("user", "list").exits(0, "Jan de Boer")
	other.knowsOfLostDays(other.env["DATABASE"])
	got, err := os.ReadFile(filepath.Join(other.env["DATA"], "files", "photos", "AB12345"))
	if err != nil || string(got) != "photo" {
		t.Errorf("the photo is %q, %v", got, err)
	}
	folder := filepath.Join(p.folder, "backups")
	ok(t, os.Mkdir(folder, 0o700))
	p.run("backup", "--to", folder, "--keep").exits(0, "clubsync-", "tried out")
}

// knowsOfLostDays holds that a database that was brought back knows it: the next runs look for what is not in the backup.
func (p *place) knowsOfLostDays(database string) {
	p.t.Helper()
	store, err := syncstore.Open(p.t.Context(), database)
	ok(p.t, err)
	defer store.Close() //nolint:errcheck // it was read
	for _, key := range []string{"restored-team", "restored-commissie"} {
		if e, err := store.Stores().Ledger.Find(p.t.Context(), ledger.Review, key); err != nil || len(e.State) == 0 {
			p.t.Errorf("%s: %+v, %v", key, e, err)
		}
	}
}

func TestTheSynchronizationMovesBetweenDatabases(t *testing.T) {
	t.Parallel()
	p := newPlace(t)
	p.typed("een lang wachtwoord\n", "user", "add", "--username", "jan", "--display-name", "Jan de Boer", "--password-stdin").exits(0)
	sqlite, dsn := "sqlite:"+filepath.Join(p.env["DATA"], "clubsync.db"), postgres.NewDatabase(t)
	p.run("copy", "--from", sqlite, "--to", dsn).exits(0, "are the same in both")
	p.run("copy", "--from", sqlite, "--to", dsn).exits(1, "not empty")
	p.run("copy", "--from", dsn, "--to", "sqlite:"+filepath.Join(p.folder, "again.db")).exits(0, "are the same in both")
	p.run("copy", "--from", "sqlite:"+filepath.Join(p.folder, "none.db"), "--to", "mysql:x").exits(1, "no database at", "--to")
	p.run("copy", "--from", postgres.NewDatabase(t), "--to", "sqlite:"+filepath.Join(p.folder, "third.db")).exits(1, "migrate")
	p.env["DATABASE"] = dsn
	p.run("user", "list").exits(0, "Jan de Boer")
}

// A service that knows where to makes a backup every day, and none twice.
func TestTheServiceMakesABackupEveryDay(t *testing.T) {
	t.Parallel()
	w := newWorld(t, 2, 1)
	folder := filepath.Join(w.folder, "backups")
	ok(t, os.Mkdir(folder, 0o700))
	there := func() []string {
		files, err := filepath.Glob(filepath.Join(folder, "clubsync-*.backup"))
		ok(t, err)
		return files
	}
	w.typed(operatorsPassword+"\n", "user", "add", "--username", "jan", "--display-name", "Jan de Boer", "--password-stdin").exits(0)
	serve := func(count int) {
		s := w.serve("--backup-to", folder)
		b := s.browser()
		b.visit("/login", url.Values{"username": {"jan"}, "password": {operatorsPassword}})
		eventually(t, fmt.Sprintf("%d backups are in the metrics", count), func() bool {
			_, told := s.send("GET", "/metrics", "", "")
			_, shown := b.visit("/", nil)
			return len(there()) == count && strings.Contains(told, "clubsync_last_backup_timestamp_seconds 1") &&
				strings.Contains(shown, "Laatste back-up: vandaag")
		})
		s.stop()
	}
	serve(1)
	w.run("backup", "verify", there()[0]).exits(0, "tried out")
	serve(1)
	ok(t, os.Rename(there()[0], filepath.Join(folder, "clubsync-"+time.Now().AddDate(0, -3, 0).Format("20060102")+"-030000.backup")))
	serve(2)
	w.run("serve", "--backup-to", folder, "--backup-recipient", "age1wrong").exits(1, "--backup-recipient")
}
