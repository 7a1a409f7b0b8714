package main_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"filippo.io/age"

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
	got, err := os.ReadFile(filepath.Join(other.env["DATA"], "files", "photos", "AB12345"))
	if err != nil || string(got) != "photo" {
		t.Errorf("the photo is %q, %v", got, err)
	}
	folder := filepath.Join(p.folder, "backups")
	ok(t, os.Mkdir(folder, 0o700))
	p.run("backup", "--to", folder, "--keep").exits(0, "clubsync-", "tried out")
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
	serve := func(count int) {
		s := w.serve("--backup-to", folder)
		eventually(t, fmt.Sprintf("%d backups are in the metrics", count), func() bool {
			_, told := s.send("GET", "/metrics", "", "")
			return len(there()) == count && strings.Contains(told, "clubsync_last_backup_timestamp_seconds 1")
		})
		s.stop()
	}
	serve(1)
	w.run("backup", "verify", there()[0]).exits(0, "tried out")
	serve(1)
	ok(t, os.Rename(there()[0], filepath.Join(folder, "clubsync-20250101-030000.backup")))
	serve(2)
	w.run("serve", "--backup-to", folder, "--backup-recipient", "age1wrong").exits(1, "--backup-recipient")
}
