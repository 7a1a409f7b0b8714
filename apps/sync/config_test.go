package main_test

import (
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/clubhuis/clubhuis/adapters/gormstore/syncstore"
	"github.com/clubhuis/clubhuis/core/sync/conflict"
	"github.com/clubhuis/clubhuis/fixtures/contributions"
	"github.com/clubhuis/clubhuis/fixtures/control"
	"github.com/clubhuis/clubhuis/fixtures/helpdesk"
	"github.com/clubhuis/clubhuis/fixtures/maillist"
	"github.com/clubhuis/clubhuis/fixtures/postgres"
)

func TestWrongUsageExitsWith2AndSaysWhatIsWrong(t *testing.T) {
	t.Parallel()
	p := newPlace(t)
	for _, wrong := range []struct{ words, says string }{
		{"", "expected"}, {"nonsense", "nonsense"}, {"run", "pipeline"}, {"run everybody", "people"},
		{"run people --nonsense", "nonsense"},
		{"run functions --days 0", "--days"}, {"run functions --days x", "days"},
		{"run people --accept-removals -1", "--accept-removals"}, {"run people --accept-creations 3", "former-members alone"},
		{"run former-members --accept-creations -1", "--accept-creations"},
		{"unlock", "type"}, {"unlock everybody", "people"}, {"report", "run"}, {"report x", "run"}, {"runs --limit 0", "--limit"},
		{"run people --pauses sometimes", "pauses"}, {"run people --retention long", "retention"},
	} {
		r := p.run(strings.Fields(wrong.words)...).exits(2, wrong.says)
		if r.out != "" {
			t.Errorf("%s: printed %q", wrong.words, r.out)
		}
	}
	if _, err := os.Stat(p.env["DATA"]); err == nil {
		t.Error("wrong usage leaves something behind")
	}
}

func TestHelpListsTheFlagsAndTheirVariables(t *testing.T) {
	t.Parallel()
	p := newPlace(t)
	r := p.run("serve", "--help").exits(0)
	for _, flag := range []string{
		"database", "data", "listen", "site-url", "site-username", "site-password-file", "site-otp-secret-file", "site-profile",
		"app-url", "app-username",
		"app-password-file", "list-url", "list-key-file", "lists", "mail-url", "mail-token-file", "mail-from", "operator", "browser",
		"pauses",
		"api-key-file", "timezone", "club-name", "removals-percent", "removals-least", "retention",
	} {
		if !strings.Contains(r.out, " --"+flag) ||
			!strings.Contains(r.out, "$CLUBSYNC_"+strings.ToUpper(strings.ReplaceAll(flag, "-", "_"))+")") {
			t.Errorf("no --%s in %s", flag, r.out)
		}
	}
	p.run("config", "check", "--help").exits(0, "does not sign in to the club site")
}

func TestEveryFaultOfTheConfigurationIsReportedAtOnce(t *testing.T) {
	t.Parallel()
	p := newPlace(t)
	p.key = "two words"
	empty := p.file("empty", "\n")
	maps.Copy(p.env, map[string]string{
		"DATABASE": "mysql:x", "TIMEZONE": "Mars/Olympus", "CLUB_NAME": " ", "SITE_URL": "club.example", "SITE_USERNAME": "",
		"SITE_PASSWORD_FILE":   empty,
		"SITE_OTP_SECRET_FILE": p.file("otp", "0189 geheim"), "SITE_PROFILE": p.file("profile.yaml", "pages: {}"),
		"BROWSER": "/no/such/browser",
		"APP_URL": "https://jan:geheim@club.example/api", "APP_USERNAME": "", "APP_PASSWORD_FILE": filepath.Join(p.folder, "none"),
		"LISTS": "a,b,c,d,e", "LIST_URL": "ftp://x", "MAIL_URL": "x", "MAIL_TOKEN_FILE": empty, "MAIL_FROM": "", "OPERATOR": "jan",
		"LISTEN": "3000", "REMOVALS_PERCENT": "0", "REMOVALS_LEAST": "-1", "RETENTION": "7",
	})
	names := []string{
		"--database", "--timezone", "--club-name", "--site-url", "--site-username", "--site-password-file", "--site-otp-secret-file",
		"--site-profile",
		"--app-url", "--app-username", "--app-password-file", "--lists", "--list-url", "--list-key-file", "--mail-url",
		"--mail-token-file", "--mail-from",
		"--operator", "--listen", "--api-key-file", "--removals-percent", "--removals-least", "--retention",
	}
	p.run("config", "check").exits(1, append(names, "--browser")...).without("geheim")
	for _, words := range [][]string{{"run", "people"}, {"serve"}, {"verify"}} {
		p.run(words...).exits(1, names...).without("geheim")
	}
	for _, lists := range []string{"a,a", "a,,b"} {
		p.run("config", "check", "--lists", lists).exits(1, "--lists")
	}
}

// contract: sync §5-4; the keys of the helpdesk and of the contributions: providers_test.go
func TestConfigCheckMasksSecrets(t *testing.T) {
	t.Parallel()
	p := newPlace(t)
	p.key = "c2xldXRlbA=="
	maps.Copy(p.env, map[string]string{
		"LISTS": "een,twee", "LIST_KEY_FILE": p.file("list-key", "geheim-lijst"),
		"MAIL_TOKEN_FILE": p.file("mail-token", "geheim-mail"),
		"MAIL_FROM":       "Elzendam <sync@club.example>", "OPERATOR": "jan@club.example",
		"DATABASE_FILE": p.file("url", "postgres://jan:geheim-db@db.example/sync?sslpassword=geheim\n"),
	})
	r := p.run("config", "check").exits(0, "database: postgres://jan:xxxxx@db.example/sync", "site-password: xxxxx\n",
		"site-otp-secret: xxxxx\n",
		"app-url: http://127.0.0.1:9/api\n", "app-password: xxxxx\n", "lists: [een twee]\n", "list-key: xxxxx\n", "mail-token: xxxxx\n",
		"api-key: xxxxx\n",
		"operator: jan@club.example\n", "site-profile: (built in)\n", "browser: /", "pauses: none\n", "removals-percent: 10\n",
		"retention: 90\n")
	r.without("geheim", p.key, "MNWHKYTIOV")
	if _, err := os.Stat(p.env["DATA"]); err == nil {
		t.Error("a check leaves something behind")
	}
}

func TestListsAndMailAreOptional(t *testing.T) {
	t.Parallel()
	p := newPlace(t)
	p.run("config", "check").exits(0, "lists: (no lists)\n", "mail-url: (no mail)\n", "api-key: (none)\n")
	p.env["OPERATOR"] = "jan@club.example" // without a token nobody can be mailed: that is no fault
	p.run("config", "check").exits(0, "mail-url: (no mail)\n")
}

func TestAFlagWinsFromTheEnvironmentAndStandsAnywhere(t *testing.T) {
	t.Parallel()
	p := newPlace(t)
	p.run("--timezone", "UTC", "config", "check", "--listen", "127.0.0.1:0").exits(0, "timezone: UTC\n", "listen: 127.0.0.1:0\n")
	key := p.file("key", "uit-een-bestand-van-tweeendertig-tekens\n")
	p.key = "x y" // not looked at when a file is named
	p.run("config", "check", "--api-key-file", key).exits(0, "api-key: xxxxx\n")
}

func TestTheKeyIsLongAndSecretsAreClosed(t *testing.T) {
	t.Parallel()
	p := newPlace(t)
	short, long := p.file("short", strings.Repeat("k", 31)), p.file("long", strings.Repeat("k", 32))
	p.run("config", "check", "--api-key-file", short).exits(1, "--api-key-file: the key in "+short+" has fewer than 32 characters")
	p.run("config", "check", "--api-key-file", long).exits(0).without("warning")
	p.key = strings.Repeat("k", 31)
	p.run("config", "check").exits(0, "warning: SYNC_API_KEY has fewer than 32 characters").without(p.key)
	p.key = strings.Repeat("k", 32)
	p.run("config", "check").exits(0).without("warning")

	for name, want := range map[string]string{
		"SITE_PASSWORD_FILE": "--site-password-file: ", "SITE_OTP_SECRET_FILE": "--site-otp-secret-file: ",
		"APP_PASSWORD_FILE": "--app-password-file: ",
	} {
		for mode, refused := range map[os.FileMode]bool{0o604: true, 0o644: true, 0o640: false, 0o600: false} {
			ok(t, os.Chmod(p.env[name], mode))
			r := p.run("config", "check")
			if sentence := want + "everybody on this machine can read " + p.env[name] + ": run chmod 600 " + p.env[name]; refused {
				r.exits(1, sentence)
			} else {
				r.exits(0)
			}
		}
		ok(t, os.Chmod(p.env[name], 0o600))
	}
	ok(t, os.Chmod(long, 0o644))
	p.run("config", "check", "--api-key-file", long).exits(1, "--api-key-file: everybody on this machine can read")
}

func TestServeListensOnThisMachineAlone(t *testing.T) {
	t.Parallel()
	newPlace(t).run("config", "check").exits(0, "listen: 127.0.0.1:3000\n")
}

func TestTheBuiltInProfileCanBeWrittenToDiskAndNamed(t *testing.T) {
	t.Parallel()
	p := newPlace(t)
	profile := p.file("profile.yaml", p.run("config", "profile").exits(0, "/member/search").out)
	p.run("config", "check", "--site-profile", profile).exits(0, "site-profile: "+profile)
}

func TestConfigCheckConnectsToWhatItCan(t *testing.T) {
	t.Parallel()
	lists, address := maillist.ForTest(t, maillist.Options{Lists: []string{"een"}})
	p := newPlace(t)
	maps.Copy(p.env, map[string]string{"LISTS": "een", "LIST_URL": address, "LIST_KEY_FILE": p.file("list-key", lists.Key),
		"APP_URL": address})
	p.run("config", "check", "--connect").exits(1, "the database: ok\n", "the list een: ok\n", "clubsync: the application: ")
	lists.Control.Turn("field-missing", true)
	p.run("config", "check", "--connect").exits(1, "the list een: ok, without the fields oudervan\n")
	lists.Control.Turn("unauthorized", true)
	p.run("config", "check", "--connect").exits(1, "the list een: ").without("the list een: ok")
	desk, collector := p.withProviders(helpdesk.Options{}, contributions.Options{})
	p.run("config", "check", "--connect").exits(1, "the helpdesk: ok\n", "the contributions: ok, 0 of ")
	desk.Control.Turn("unauthorized", true)
	collector.Control.Turn("unauthorized", true)
	p.run("config", "check", "--connect").exits(1, "the helpdesk: ", "the contributions: ").
		without("the helpdesk: ok", "the contributions: ok")
	for _, panel := range []*control.Panel{lists.Control, desk.Control, collector.Control} {
		for _, request := range panel.Requests() {
			if request.Method != "GET" {
				t.Errorf("a check writes: %s", request.Name())
			}
		}
	}
}

// withProviders gives a place a helpdesk and a provider of contributions.
func (p *place) withProviders(h helpdesk.Options, c contributions.Options) (*helpdesk.Provider, *contributions.Provider) {
	p.t.Helper()
	desk, deskURL := helpdesk.ForTest(p.t, h)
	collector, collectorURL := contributions.ForTest(p.t, c)
	maps.Copy(p.env, map[string]string{
		"HELPDESK_URL": deskURL, "HELPDESK_KEY_FILE": p.file("helpdesk-key", desk.Key),
		"CONTRIBUTIONS_URL": collectorURL, "CONTRIBUTIONS_KEY_FILE": p.file("contributions-key", collector.Key),
	})
	return desk, collector
}

func TestTheDatabaseStaysBelowTheDataAndForItsUserAlone(t *testing.T) {
	t.Parallel()
	p := newPlace(t)
	for _, words := range [][]string{{"runs"}, {"report", "1"}, {"conflicts"}, {"user", "list"}, {"user", "remove", "jan"}, {"unlock", "people"}} {
		p.run(words...).exits(1, "no", filepath.Dir(p.env["DATA"]))
	}
	if _, err := os.Stat(p.env["DATA"]); err == nil {
		t.Fatal("a command with other settings than the service's makes a database of its own")
	}
	p.run("migrate").exits(0)
	p.run("runs").exits(0, "RUN")
	entries := []string{}
	ok(t, filepath.WalkDir(p.env["DATA"], func(path string, entry os.DirEntry, err error) error {
		ok(t, err)
		info, err := entry.Info()
		ok(t, err)
		if want := map[bool]os.FileMode{true: 0o700, false: 0o600}[entry.IsDir()]; info.Mode().Perm() != want {
			t.Errorf("%s: %v", path, info.Mode())
		}
		entries = append(entries, entry.Name())
		return nil
	}))
	if !slices.Contains(entries, "clubsync.db") {
		t.Errorf("made %q", entries)
	}
	p.run("migrate").exits(0)
	p.run("report", "1").exits(1, "no run 1")
}

func TestAPostgreSQLDatabaseIsMigratedOnRequest(t *testing.T) {
	t.Parallel()
	p := newPlace(t)
	p.env["DATABASE"] = postgres.NewDatabase(t)
	p.run("runs").exits(1, "clubsync migrate")
	p.run("serve", "--listen", "127.0.0.1:0").exits(1, "clubsync migrate")
	p.run("config", "check", "--connect").exits(1, "the database: ", "clubsync migrate")
	for range 2 {
		p.run("migrate").exits(0)
	}
	p.run("runs").exits(0, "RUN")
	s := p.serve()
	s.is(200, `{"ok":true}`)(s.send("GET", "/healthz", "", ""))
}

func TestConflictsAreListedTheNewestFirst(t *testing.T) {
	t.Parallel()
	p := newPlace(t)
	p.run("migrate").exits(0)
	p.run("conflicts").exits(0, "FOUND", "STAYED")
	store, err := syncstore.Open(t.Context(), "sqlite:"+filepath.Join(p.env["DATA"], "clubsync.db"))
	ok(t, err)
	found := time.Date(2026, 3, 14, 12, 0, 0, 0, time.UTC)
	for i, code := range []string{"AAAA11", "BBBB22"} {
		ok(t, store.Stores().Conflicts.Add(t.Context(), conflict.Decision{
			Member: code, Field: "mobile", Site: "+3…66", App: "+3…44", SiteAt: found.Add(-time.Hour), Winner: conflict.Site,
			Reason: conflict.OnlySite, At: found.Add(time.Duration(i) * time.Minute),
		}))
	}
	ok(t, store.Close())
	p.run("conflicts").exits(0, "2026-03-14 13:01:00  BBBB22  mobile  +3…66  2026-03-14 12:00:00  +3…44        unknown  site    "+
		"only_site_has_history", "AAAA11")
	p.run("conflicts", "--limit", "1").exits(0, "BBBB22").without("AAAA11")
	p.run("conflicts", "--limit", "0").exits(2, "--limit must be 1 or more")
}
