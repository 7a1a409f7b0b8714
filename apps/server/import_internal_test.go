package main

import (
	"bytes"
	"database/sql"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/fixtures/club"
	"github.com/clubhuis/clubhuis/fixtures/postgres"
	"github.com/clubhuis/clubhuis/fixtures/predecessor"
)

func TestImportPredecessor(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, time.March, 14, 12, 0, 0, 0, time.UTC)
	a, url := predecessor.ForTest(t, predecessor.Options{
		Club: club.Generate(12, 1, civil.Of(now)), Now: func() time.Time { return now },
	})
	folder := t.TempDir()
	password := filepath.Join(folder, "password.txt")
	if err := os.WriteFile(password, []byte(a.Password+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	place := []string{"--database", "sqlite:" + filepath.Join(folder, "club.db"), "--files", filepath.Join(folder, "files")}
	command := func(stdin string, args ...string) (int, string, string) {
		var out, errs bytes.Buffer
		code := run(t.Context(), slices.Insert(slices.Clone(args), wordsOf(args), place...), strings.NewReader(stdin), &out, &errs)
		return code, out.String(), errs.String()
	}
	move := func(more ...string) (int, string, string) {
		args := append([]string{"import", "predecessor", "--secret-key-file", filepath.Join(folder, "key"), "--url", url,
			"--username", a.Username,
			"--password-file", password}, more...)
		return command("", args...)
	}
	if code, _, errs := move("--dry-run"); code == 0 || !strings.Contains(errs, "there is no database at") {
		t.Errorf("without a database: %d %s", code, errs)
	}
	for _, made := range []string{"club.db", "files", "key"} {
		if _, err := os.Stat(filepath.Join(folder, made)); err == nil {
			t.Errorf("a dry run made %s", made)
		}
	}
	if code, _, errs := command("", "migrate"); code != 0 {
		t.Fatal(errs)
	}
	if err := makeKey(filepath.Join(folder, "key")); err != nil {
		t.Fatal(err)
	}
	if code, _, errs := move("--dry-run"); code == 0 || !strings.Contains(errs, "there is no administrator yet") {
		t.Errorf("without an administrator: %d %s", code, errs)
	}
	location := postgres.NewDatabase(t)
	if code, _, errs := move("--dry-run", "--database", location); code == 0 || !strings.Contains(errs, "run 'clubhuis migrate'") {
		t.Errorf("on a database that is not migrated: %d %s", code, errs)
	}
	if tables := tablesOf(t, location); tables != 0 {
		t.Errorf("a dry run made %d tables", tables)
	}
	code, _, errs := command("correct horse battery staple 7", "user", "add", "--username", "bestuur", "--email",
		"bestuur@club.example",
		"--display-name", "Bestuur", "--role", "administrator", "--password-stdin")
	if code != 0 {
		t.Fatal(errs)
	}
	for name, c := range map[string]struct {
		more []string
		says string
	}{
		"no base URL":       {nil, "is needed for the links in the mails of welcome"},
		"nobody":            {[]string{"--dry-run", "--as", "niemand"}, "niemand"},
		"plain http":        {[]string{"--dry-run", "--url", "http://club.example/wp-json"}, "must begin with https://"},
		"no address":        {[]string{"--dry-run", "--url", "club"}, "no http"},
		"no file":           {[]string{"--dry-run", "--password-file", folder + "/niet"}, "password-file"},
		"the wrong account": {[]string{"--dry-run", "--username", "x"}, "application_refused"},
	} {
		if code, _, errs := move(c.more...); code == 0 || !strings.Contains(errs, c.says) {
			t.Errorf("%s: %d %s", name, code, errs)
		}
	}
	code, dry, errs := move("--dry-run")
	if code != 0 || !strings.Contains(dry, "This was a dry run") || !strings.Contains(errs, "read people") {
		t.Fatalf("%d %s %s", code, dry, errs)
	}
	code, out, errs := move("--no-welcome")
	if code != 0 || !strings.HasPrefix(dry, out) {
		t.Fatalf("%d %s\n%s\n%s", code, errs, out, dry)
	}
	if code, out, errs := move("--no-welcome", "--as", "bestuur"); code != 0 || !strings.Contains(out,
		"people                                         12        0       12") {
		t.Errorf("once more: %d %s %s", code, out, errs)
	}
}

// wordsOf returns how many words stand before the flags of a command.
func wordsOf(args []string) int {
	for i, arg := range args {
		if strings.HasPrefix(arg, "-") {
			return i
		}
	}
	return len(args)
}

func tablesOf(t *testing.T, location string) (tables int) {
	t.Helper()
	db, err := sql.Open("pgx", location)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close() //nolint:errcheck // it was only read
	row := db.QueryRowContext(t.Context(), "SELECT COUNT(*) FROM information_schema.tables WHERE table_schema = current_schema()")
	if err := row.Scan(&tables); err != nil {
		t.Fatal(err)
	}
	return tables
}
