package main

import (
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/clubhuis/clubhuis/adapters/syncapi"
	"github.com/clubhuis/clubhuis/apps/internal/settings"
	"github.com/clubhuis/clubhuis/apps/sync/internal/timetable"
	"github.com/clubhuis/clubhuis/core/sync/run"
	"github.com/clubhuis/clubhuis/fixtures/maildelivery"
)

func ok(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// unattended is a service whose club site cannot be reached: there is no browser.
func unattended(t *testing.T) (*service, *maildelivery.Provider) {
	t.Helper()
	mail, address := maildelivery.ForTest(t, maildelivery.Options{})
	zone, err := time.LoadLocation("Europe/Amsterdam")
	ok(t, err)
	data := filepath.Join(t.TempDir(), "data")
	c := syncConfig{
		storeConfig: storeConfig{
			data: data, database: settings.URL("sqlite:" + filepath.Join(data, "clubsync.db")), onFile: true, zone: zone,
		},
		syncFlags: syncFlags{
			ClubName: "vv Elzendam", SiteURL: "http://127.0.0.1:9", SiteUsername: "x", SitePasswordFile: settings.NewSecret("x"),
			Browser: filepath.Join(data, "no-browser"),
			AppURL:  "http://127.0.0.1:9/api", AppUsername: "x", AppPasswordFile: settings.NewSecret("x"),
			Mail: settings.Mail{
				URL: settings.Address(address), Token: settings.NewSecret(mail.Token), From: "sync@club.example",
			},
			Operator: "jan@club.example",
			Pauses:   "none", RemovalsPercent: 10, RemovalsLeast: 5, Retention: 90,
		},
		otpSecret: "MNWHKYTIOVUXG2DPNVSXG2LUMVZGK3DF",
	}
	p, err := c.open(t.Context(), openReady)
	ok(t, err)
	t.Cleanup(func() { ok(t, p.close()) })
	p.runLog = startLog(io.Discard, 0)
	return &service{program: p, begun: time.Now(), ending: t.Context(), metrics: syncapi.NewMetrics()}, mail
}

// newest are the runs that were written down, the newest first.
func (sv *service) newest(t *testing.T) []run.Run {
	t.Helper()
	list, err := sv.service.Stores.Runs.List(t.Context(), 10)
	ok(t, err)
	for i := range list {
		list[i], err = sv.service.Stores.Runs.Run(t.Context(), list[i].ID)
		ok(t, err)
	}
	return list
}

func TestAScheduledRunThatMeetsAStaleLockFailsAndMailsTheCommand(t *testing.T) {
	sv, mail := unattended(t)
	ok(t, os.WriteFile(filepath.Join(sv.data, "locks", "functions.lock"), nil, 0o600))
	for n, pipeline := range []run.Pipeline{run.Functions, run.FunctionsFull, run.Functions} { // the full one has the same lock
		sv.start(t.Context(), timetable.Due{Pipeline: pipeline})
		list := sv.newest(t)
		if len(list) != n+1 || list[0].Pipeline != pipeline || !list[0].Scheduled || list[0].Outcome != run.Failure ||
			list[0].Finished.IsZero() ||
			!strings.Contains(list[0].Problems[0].Message, "clubsync unlock functions") {
			t.Errorf("wrote down %+v", list)
		}
	}
	messages := mail.Messages()
	if len(messages) != 3 {
		t.Fatalf("mailed %+v", messages)
	}
	for _, m := range messages {
		if !strings.HasPrefix(m.Text, "Oorzaak: Er staat een vergrendeling in de weg: ") ||
			!strings.Contains(m.Text, "\nWat te doen: Geef de synchronisatie weer vrij met: clubsync unlock functions\n") {
			t.Errorf("begins with %s", m.Text)
		}
		if !strings.Contains(m.Text, "clubsync unlock functions") || !strings.Contains(m.HTML, "clubsync unlock functions") ||
			!strings.Contains(m.Subject, "vv Elzendam sync — Functions") || !strings.Contains(m.Subject, "FAILED") {
			t.Errorf("mailed %+v", m)
		}
	}
	_, err := sv.locks.Remove("functions", false)
	ok(t, err)
	release, err := sv.locks.Take("functions")
	ok(t, err)
	sv.start(t.Context(), timetable.Due{Pipeline: run.Functions}) // another lock, of a run by hand
	ok(t, release())
	if messages = mail.Messages(); len(messages) != 4 || strings.Contains(messages[3].Text, "unlock") ||
		!strings.Contains(messages[3].Text, "leeft nog") {
		t.Errorf("mailed %+v", messages)
	}
}

func TestARunTidiesWhatKilledProcessesLeftHalfWritten(t *testing.T) {
	sv, _ := unattended(t)
	folder := filepath.Join(sv.data, "files", "photos")
	ok(t, os.MkdirAll(folder, 0o700))
	long := time.Now().Add(-2 * time.Hour)
	for name, at := range map[string]time.Time{
		"AAAA11.jpg": long, "AAAA11.jpg.0123456789abcdef.tmp": long, "BBBB22.jpg.0123456789abcdef.tmp": time.Now(),
	} {
		ok(t, os.WriteFile(filepath.Join(folder, name), []byte("x"), 0o600))
		ok(t, os.Chtimes(filepath.Join(folder, name), at, at))
	}
	sv.start(t.Context(), timetable.Due{Pipeline: run.People})
	entries, err := os.ReadDir(folder)
	ok(t, err)
	var left []string
	for _, entry := range entries {
		left = append(left, entry.Name())
	}
	if want := []string{"AAAA11.jpg", "BBBB22.jpg.0123456789abcdef.tmp"}; !slices.Equal(left, want) {
		t.Errorf("left are %q, want %q", left, want)
	}
}

func TestAScheduledRunThatFailsIsMailedAndCounted(t *testing.T) {
	sv, mail := unattended(t)
	sv.start(t.Context(), timetable.Due{Pipeline: run.People})
	list := sv.newest(t)
	if len(list) != 1 || !list[0].Scheduled || list[0].Outcome != run.Failure {
		t.Errorf("wrote down %+v", list)
	}
	messages := mail.Messages()
	if len(messages) != 1 || !strings.Contains(messages[0].Text, "PEOPLE SYNC SUMMARY") ||
		!strings.HasPrefix(messages[0].Text, "Oorzaak: ") || !strings.HasPrefix(messages[0].HTML, "<p><strong>Oorzaak:</strong> ") ||
		!strings.Contains(messages[0].Subject, "FAILED") {
		t.Errorf("mailed %+v", messages)
	}
	if _, err := sv.locks.Holder("people"); err == nil {
		t.Error("the lock is still there")
	}
	last, err := sv.last(t.Context(), run.People)
	if err != nil || !last.Equal(list[0].Started) {
		t.Errorf("last started at %v, %v", last, err)
	}
	if last, err = sv.last(t.Context(), run.Teams); err != nil || !last.IsZero() {
		t.Errorf("teams were started at %v, %v", last, err)
	}
	logs, err := filepath.Glob(filepath.Join(sv.data, "logs", "people-*.log"))
	ok(t, err)
	if len(logs) != 1 {
		t.Fatalf("logs %q", logs)
	}
	text, err := os.ReadFile(logs[0])
	if err != nil || !strings.Contains(string(text), "PEOPLE SYNC SUMMARY") {
		t.Errorf("logged %s, %v", text, err)
	}
	old := time.Now().Add(-91 * 24 * time.Hour)
	ok(t, os.Chtimes(logs[0], old, old))
	sv.start(t.Context(), timetable.Due{Pipeline: run.Teams})
	if _, err := os.Stat(logs[0]); err == nil {
		t.Error("a log of before the retention stays")
	}
}

// tells returns what the metrics of a service say of a series; "" for nothing.
func (sv *service) tells(t *testing.T, series string) string {
	t.Helper()
	w := httptest.NewRecorder()
	sv.metrics.Handler().ServeHTTP(w, httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/metrics", nil))
	_, rest, _ := strings.Cut(w.Body.String(), "\n"+series+" ")
	value, _, _ := strings.Cut(rest, "\n")
	return value
}

// A place that never takes a backup must raise the rule about old ones, and a service that makes none must not.
func TestABackupThatNeverWorkedIsTold(t *testing.T) {
	sv, _ := unattended(t)
	const series = "clubsync_last_backup_timestamp_seconds"
	stop, err := sv.startBackups(t.Context())
	ok(t, err)
	stop()
	if got := sv.tells(t, series); got != "" {
		t.Errorf("without a place it was at %s", got)
	}
	folder := t.TempDir()
	ok(t, os.WriteFile(filepath.Join(folder, "clubsync.installation"), []byte("another\n"), 0o600))
	sv.config.BackupTo = settings.URL(folder)
	stop, err = sv.startBackups(t.Context())
	ok(t, err)
	defer stop()
	if got := sv.tells(t, series); got != "0" {
		t.Errorf("the last one was at %q", got)
	}
}

// A member whose record always has an error does not make a pipeline look as if it never came to its end, and a failure after it
// hides neither.
func TestTheEndOfARunWithErrorsIsKnownBehindAFailure(t *testing.T) {
	sv, _ := unattended(t)
	at := time.Date(2026, 6, 14, 8, 0, 0, 0, sv.zone)
	for n, outcome := range []run.Outcome{run.Success, run.Partial, run.Failure} {
		started := at.Add(time.Duration(n) * time.Hour)
		_, err := sv.service.Stores.Runs.Start(t.Context(), run.Run{
			Pipeline: run.People, Scheduled: true, Started: started, Beat: started, Finished: started, Outcome: outcome,
		})
		ok(t, err)
	}
	ok(t, sv.remember(t.Context()))
	for series, want := range map[string]time.Time{"success": at, "end": at.Add(time.Hour)} {
		told := sv.tells(t, "clubsync_last_"+series+`_timestamp_seconds{pipeline="people"}`)
		if got, err := strconv.ParseFloat(told, 64); err != nil || int64(got) != want.Unix() {
			t.Errorf("the last %s was at %q", series, told)
		}
	}
}

// A pipeline that never came to its end grows stale from its first run on, or else from when the service began.
func TestAPipelineThatNeverCameToItsEndGrowsStale(t *testing.T) {
	sv, _ := unattended(t)
	begun := time.Date(2026, 6, 20, 12, 0, 0, 0, sv.zone)
	sv.begun = begun
	sunday := time.Date(2026, 6, 7, 6, 0, 0, 0, sv.zone)
	for week := range 2 {
		at := sunday.AddDate(0, 0, 7*week)
		_, err := sv.service.Stores.Runs.Start(t.Context(), run.Run{
			Pipeline: run.Teams, Scheduled: true, Started: at, Beat: at, Finished: at, Outcome: run.Failure,
		})
		ok(t, err)
	}
	ok(t, sv.remember(t.Context()))
	for pipeline, want := range map[run.Pipeline]time.Time{run.Teams: sunday, run.People: begun, run.Discipline: begun} {
		told := sv.tells(t, `clubsync_last_end_timestamp_seconds{pipeline="`+string(pipeline)+`"}`)
		if got, err := strconv.ParseFloat(told, 64); err != nil || int64(got) != want.Unix() {
			t.Errorf("%s is waited for since %q", pipeline, told)
		}
	}
	if got := sv.tells(t, `clubsync_last_end_timestamp_seconds{pipeline="helpdesk"}`); got != "" {
		t.Errorf("the helpdesk, which there is not, is waited for since %s", got)
	}
}

// A pipeline that was switched off must not look stale for as long as its runs are kept.
func TestAPipelineThatIsSwitchedOffIsForgotten(t *testing.T) {
	sv, _ := unattended(t)
	at := time.Date(2026, 6, 14, 8, 0, 0, 0, sv.zone)
	for _, pipeline := range []run.Pipeline{run.People, run.Helpdesk} {
		_, err := sv.service.Stores.Runs.Start(t.Context(), run.Run{
			Pipeline: pipeline, Scheduled: true, Started: at, Beat: at, Finished: at, Outcome: run.Success,
		})
		ok(t, err)
	}
	ok(t, sv.remember(t.Context()))
	for _, series := range []string{"success", "end"} {
		if sv.tells(t, "clubsync_last_"+series+`_timestamp_seconds{pipeline="people"}`) == "" {
			t.Errorf("the last %s of people is not told", series)
		}
		if got := sv.tells(t, "clubsync_last_"+series+`_timestamp_seconds{pipeline="helpdesk"}`); got != "" {
			t.Errorf("the last %s of the helpdesk was at %s", series, got)
		}
	}
}

// The schedule and the metrics of a process that was down know a weekly run, however many others came after it.
func TestAWeeklyRunIsKnownBehindManyOthers(t *testing.T) {
	sv, _ := unattended(t)
	begin := func(r run.Run) {
		r.Beat, r.Finished = r.Started, r.Started
		_, err := sv.service.Stores.Runs.Start(t.Context(), r)
		ok(t, err)
	}
	sunday := time.Date(2026, 6, 14, 1, 0, 0, 0, sv.zone)
	begin(run.Run{Pipeline: run.FunctionsFull, Scheduled: true, Started: sunday, Outcome: run.Success})
	begin(run.Run{Pipeline: run.FunctionsFull, Started: sunday.Add(time.Hour), Outcome: run.Failure})
	for n := range 201 {
		at := sunday.Add(time.Duration(n+2) * time.Hour)
		begin(run.Run{Pipeline: run.Functions, Scheduled: true, Started: at, Outcome: run.Success})
	}
	last, err := sv.last(t.Context(), run.FunctionsFull)
	if err != nil || !last.Equal(sunday) {
		t.Errorf("last started at %v, %v", last, err)
	}
	ok(t, sv.remember(t.Context()))
	told := sv.tells(t, `clubsync_last_success_timestamp_seconds{pipeline="functions-full"}`)
	if at, err := strconv.ParseFloat(told, 64); err != nil || int64(at) != sunday.Unix() {
		t.Errorf("it went well at %q", told)
	}
}
