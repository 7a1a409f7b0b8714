package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/fixtures/club"
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
		code := run(t.Context(), append(args, place...), strings.NewReader(stdin), &out, &errs)
		return code, out.String(), errs.String()
	}
	move := func(more ...string) (int, string, string) {
		args := append([]string{"import", "predecessor", "--secret-key-file", filepath.Join(folder, "key"), "--url", url,
			"--username", a.Username,
			"--password-file", password}, more...)
		return command("", args...)
	}
	if code, _, errs := move("--dry-run"); code == 0 || !strings.Contains(errs, "there is no administrator yet") {
		t.Errorf("without an administrator: %d %s", code, errs)
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
