package main_test

import (
	"os"
	"path/filepath"
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
