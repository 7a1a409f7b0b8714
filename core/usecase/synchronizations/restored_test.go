package synchronizations_test

import (
	"testing"

	"github.com/clubhuis/clubhuis/adapters/inmem"
	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/sync/federation"
	"github.com/clubhuis/clubhuis/core/sync/ledger"
	"github.com/clubhuis/clubhuis/core/sync/run"
	"github.com/clubhuis/clubhuis/core/usecase/synchronizations"
)

// An older backup of the synchronization's own database came back: what the runs since wrote stands in the application, and
// nothing of it is remembered.

// backup is what is remembered now of work and of groups.
func (w *world) backup() (entries []ledger.Entry) {
	w.t.Helper()
	for _, kind := range []ledger.Kind{ledger.Assignment, ledger.Team, ledger.Committee} {
		list, err := w.Stores.Ledger.Entries(w.t.Context(), kind)
		if err != nil {
			w.t.Fatal(err)
		}
		entries = append(entries, list...)
	}
	return entries
}

// comesBackWith lets the memory of work and of groups be that of a backup of some days ago, as clubsync restore does.
func (w *world) comesBackWith(entries []ledger.Entry, days int) {
	w.t.Helper()
	ctx := w.t.Context()
	for _, e := range w.backup() {
		if err := w.Stores.Ledger.Remove(ctx, e.Kind, e.Key); err != nil {
			w.t.Fatal(err)
		}
	}
	if err := w.Stores.Ledger.Put(ctx, entries...); err != nil {
		w.t.Fatal(err)
	}
	if err := synchronizations.Restored(ctx, w.Stores.Ledger, w.at.AddDate(0, 0, -days), w.at, w.Zone); err != nil {
		w.t.Fatal(err)
	}
}

// days lets days pass.
func (w *world) days(days int) { w.at = w.at.AddDate(0, 0, days) }

func TestWhatWasWrittenAfterABackupIsFoundAgainAndEnds(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.all()
	entries := w.backup()
	seat := federation.Seat{
		Committee: "70", Name: "Kantine", Title: "Lid", Start: civil.Date{Year: 2026, Month: 1, Day: 5}, Active: true,
	}
	w.onRoster("200", "AAAA11", "Leider") // beside what is remembered of her
	w.onRoster("200", "EEEE55", "Leider") // and of nobody
	w.site.Change(func(c *inmem.SiteClub) { c.Members = append(c.Members, member("EEEE55", "Eva", "Es", nil)) })
	w.edit("BBBB22", func(m *inmem.SiteMember) { m.Roles.Seats = []federation.Seat{seat} })
	w.all()
	w.days(1)
	w.comesBackWith(entries, 1)
	w.days(7)
	before := w.allWork()
	w.all()
	if now := w.allWork(); now != before {
		t.Errorf("a week later:\n%s\nwas\n%s", now, before)
	}
	w.forget()
	w.all()
	w.quiet()
	w.site.Change(func(c *inmem.SiteClub) { c.Rosters["200"] = c.Rosters["200"][:1] })
	w.edit("BBBB22", func(m *inmem.SiteMember) { m.Roles = federation.Roles{} })
	w.all()
	for code, want := range map[string][2]int{"AAAA11": {1, 1}, "BBBB22": {1, 1}, "EEEE55": {0, 1}} {
		if current, over := w.rows(code); current != want[0] || over != want[1] {
			t.Errorf("who left: %s", text(w.person(code), "work_history"))
		}
	}
}

func TestAFunctionInTheWholeClubIsFoundAgainToo(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.all()
	entries := w.backup()
	since := civil.Date{Year: 2026, Month: 1, Day: 5}
	w.edit("BBBB22", func(m *inmem.SiteMember) {
		m.Roles.Functions = []federation.Function{{Title: "Penningmeester", Start: since, Active: true}}
	})
	w.all()
	w.comesBackWith(entries, 1)
	w.all()
	w.edit("BBBB22", func(m *inmem.SiteMember) { m.Roles = federation.Roles{} })
	w.all()
	if current, over := w.rows("BBBB22"); current != 1 || over != 1 {
		t.Errorf("Bram has %s", text(w.person("BBBB22"), "work_history"))
	}
}

// What people wrote is theirs: before the days that are lost and after them, in groups that they made, and of any day once a
// run over everybody has found again what was lost.
func TestWhatPeopleWroteStaysTheirsAfterABackupCameBack(t *testing.T) {
	t.Parallel()
	on := func(w *world, title string, days int) map[string]any {
		row := handRow(w.group("team", "Heren 1"), title)
		row["start_date"] = civil.On(w.at.AddDate(0, 0, days), w.Zone).String()
		return row
	}
	for name, c := range map[string]struct {
		days    int
		settled bool
	}{
		"before": {-4, false}, "after": {1, false}, "when it was found again": {-1, true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t)
			w.all()
			w.days(10)
			w.comesBackWith(w.backup(), 2)
			w.byHand(w.person("DDDD44").ID, map[string]any{"work_history": []any{on(w, "Keeper", -9), on(w, "Leider", c.days)}})
			if c.settled {
				w.all()
			}
			w.onRoster("200", "DDDD44", "Leider")
			w.days(7)
			w.all()
			if current, _ := w.rows("DDDD44"); current < 3 {
				t.Fatalf("Daan has %s", text(w.person("DDDD44"), "work_history"))
			}
			w.site.Change(func(c *inmem.SiteClub) { c.Rosters["200"] = c.Rosters["200"][:1] })
			w.all()
			if got := w.byHands("DDDD44"); got != 2 {
				t.Errorf("%d rows of people go on: %s", got, text(w.person("DDDD44"), "work_history"))
			}
		})
	}
}

// byHands is how many rows that people wrote go on.
func (w *world) byHands(code string) (n int) {
	for _, e := range w.person(code).Work {
		if e.Description == "met de hand" && e.Current {
			n++
		}
	}
	return n
}

func TestABackupThatCameBackTwiceLostTheDaysOfBoth(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.all()
	entries := w.backup()
	w.days(3)
	w.onRoster("200", "AAAA11", "Leider")
	w.good(run.Teams)
	w.comesBackWith(entries, 4)
	w.days(3)
	w.comesBackWith(entries, 1)
	w.good(run.Teams)
	if current, over := w.rows("AAAA11"); current != 2 || over != 0 {
		t.Errorf("Anna has %s", text(w.person("AAAA11"), "work_history"))
	}
}
