package synchronizations_test

import (
	"context"
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/clubhuis/clubhuis/adapters/inmem"
	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/sync/federation"
	"github.com/clubhuis/clubhuis/core/sync/ledger"
	"github.com/clubhuis/clubhuis/core/sync/run"
	"github.com/clubhuis/clubhuis/core/usecase/synchronizations"
	"github.com/clubhuis/clubhuis/core/work"
	"github.com/clubhuis/clubhuis/ports"
)

// Rows that the synchronization wrote are its own again after its database was lost, and end.
func TestLostMemoryFindsItsRowsAgain(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.seats()
	w.all()
	w.onRoster("200", "CCCC33", "Leider") // a row that begins on a day
	w.all()
	before := text(w.person("CCCC33"), "work_history")
	if current, _ := w.rows("CCCC33"); current != 6 {
		t.Fatalf("before: %s", before)
	}
	w.Stores = inmem.NewSync()
	w.good(run.Teams) // knows nobody yet
	w.good(run.People)
	// The first run after the loss fails for one of the members, and goes on with the next one.
	w.app.Fail = func(call string, id int64) error {
		if call == inmem.CallPerson && id == w.person("CCCC33").ID {
			return errDown
		}
		return nil
	}
	w.run(run.Teams, synchronizations.Options{})
	w.run(run.Functions, synchronizations.Options{Days: 1000})
	w.app.Fail = nil
	w.all()
	if got := text(w.person("CCCC33"), "work_history"); got != before {
		t.Errorf("after the loss:\n%s\nwas\n%s", got, before)
	}
	w.forget()
	w.all()
	w.quiet()
	w.site.Change(func(c *inmem.SiteClub) {
		c.Rosters["200"], c.Rosters["100"] = c.Rosters["200"][:1], c.Rosters["100"][:2]
	})
	w.edit("CCCC33", func(m *inmem.SiteMember) { m.Roles = federation.Roles{} })
	w.all()
	if current, over := w.rows("CCCC33"); current != 0 || over != 6 {
		t.Errorf("who left everything has %d current and %d other rows: %s", current, over, text(w.person("CCCC33"), "work_history"))
	}
}

// A row in a committee goes on although its start is not the one that the site tells.
func TestLostMemoryFindsARowOfAnotherStart(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	seat := federation.Seat{Committee: "70", Name: "Kantine", Title: "Lid", Active: true}
	w.edit("DDDD44", func(m *inmem.SiteMember) { m.Roles.Seats = []federation.Seat{seat} })
	w.all()
	seat.Start = civil.Date{Year: 2020, Month: 1, Day: 1}
	w.edit("DDDD44", func(m *inmem.SiteMember) { m.Roles.Seats = []federation.Seat{seat} })
	w.Stores = inmem.NewSync()
	for range 2 {
		w.all()
		if current, over := w.rows("DDDD44"); current != 2 || over != 0 {
			t.Fatalf("%d current and %d other rows: %s", current, over, text(w.person("DDDD44"), "work_history"))
		}
	}
}

func handRow(group int64, title string) map[string]any {
	return map[string]any{"team": group, "job_title": title, "is_current": true, "start_date": "2019-01-01", "end_date": "",
		"description": "met de hand"}
}

func TestAHandMadeRowOfAnotherTitleStaysSomebodysAlsoWhenTheMemoryIsLost(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.good(run.People)
	_, groups := w.app.ByHand()
	made, err := groups.Create(t.Context(), titled(work.Committee, "Kaartclub"))
	if err != nil {
		t.Fatal(err)
	}
	other := made.ID
	w.byHand(w.person("DDDD44").ID, map[string]any{"work_history": []any{handRow(other, "Keeper")}}) // in no group of ours
	w.all()
	rows := []any{handRow(other, "Keeper"), handRow(w.group("team", "Heren 1"), "Vlaggenist")}
	w.byHand(w.person("DDDD44").ID, map[string]any{"work_history": rows})
	w.all()
	w.Stores = inmem.NewSync()
	w.all()
	w.site.Change(func(c *inmem.SiteClub) { c.Rosters["200"] = nil })
	w.all()
	got := text(w.person("DDDD44"), "work_history")
	if current, over := w.rows("DDDD44"); current != 2 || over != 1 || strings.Count(got, "met de hand") != 2 {
		t.Errorf("%d current and %d other rows: %s", current, over, got)
	}
}

func TestAHandMadeRowOfAWantedTitleStaysSomebodysWhileTheMemoryIsIntact(t *testing.T) {
	t.Parallel()
	for _, title := range []string{"Leider", "Voorzitter"} {
		w := newWorld(t)
		w.edit("CCCC33", func(m *inmem.SiteMember) {
			m.Roles.Seats = []federation.Seat{{Committee: "70", Name: "Kantine", Title: "Lid", Active: true}}
		})
		w.all()
		w.byHand(w.person("AAAA11").ID, map[string]any{"work_history": []any{
			handRow(w.group("team", "JO11-1"), "Teamspeler"), handRow(w.group("team", "Heren 1"), title),
			handRow(w.group("commissie", "Kantine"), title),
		}})
		w.onRoster("200", "AAAA11", title)
		w.edit("AAAA11", func(m *inmem.SiteMember) {
			m.Roles.Seats = []federation.Seat{{Committee: "70", Name: "Kantine", Title: title, Active: true}}
		})
		w.all()
		w.site.Change(func(c *inmem.SiteClub) { c.Rosters["200"] = c.Rosters["200"][:1] })
		w.edit("AAAA11", func(m *inmem.SiteMember) { m.Roles = federation.Roles{} })
		w.all()
		got := text(w.person("AAAA11"), "work_history")
		if n := strings.Count(got, "met de hand"); n != 3 {
			t.Errorf("%s", got)
		}
		if current, over := w.rows("AAAA11"); current != 3 || over != 2 {
			t.Errorf("%d current and %d other rows: %s", current, over, got)
		}
	}
}

func TestTheRowsOfAFormerMemberWhoIsNoLongerThereAreForgotten(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.all()
	gone := w.person("DDDD44").ID
	w.edit("DDDD44", func(m *inmem.SiteMember) { m.Left = true })
	w.good(run.People)
	people, _ := w.app.ByHand()
	if err := people.Remove(t.Context(), gone, 0); err != nil {
		t.Fatal(err)
	}
	w.site.Change(func(c *inmem.SiteClub) { c.Rosters["200"] = nil })
	w.good(run.Teams)
	w.forget()
	w.good(run.Teams)
	w.quiet()
	if n := w.remembered("DDDD44"); n != 0 {
		t.Errorf("%d rows are remembered", n)
	}
}

// remembered is how many rows of work of a member are remembered.
func (w *world) remembered(code string) (n int) {
	w.t.Helper()
	entries, err := w.Stores.Ledger.Entries(w.t.Context(), ledger.Assignment)
	if err != nil {
		w.t.Fatal(err)
	}
	for _, e := range entries {
		if strings.HasPrefix(e.Key, code) {
			n++
		}
	}
	return n
}

func TestWhoIsForgottenDoesNotCountForTheGuard(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.many(20)
	w.site.Change(func(c *inmem.SiteClub) {
		for _, m := range c.Members[4:] {
			c.Rosters["200"] = append(c.Rosters["200"], federation.Place{Member: m.Code, Title: "Teamspeler"})
		}
	})
	w.all()
	people, _ := w.app.ByHand()
	for i := range 6 {
		code := fmt.Sprintf("ZZ%04d", i)
		if err := people.Remove(t.Context(), w.person(code).ID, 0); err != nil {
			t.Fatal(err)
		}
		w.edit(code, func(m *inmem.SiteMember) { m.Left = true })
	}
	w.run(run.People, synchronizations.Options{AcceptRemovals: 6}) // their addresses go with them
	w.site.Change(func(c *inmem.SiteClub) { c.Rosters["200"] = c.Rosters["200"][7:] })
	w.good(run.Teams)
	if n := w.remembered("ZZ0000"); n != 0 {
		t.Errorf("%d rows are remembered", n)
	}
}

func TestAMemberWhoWasRemovedByHandGetsTheirWorkAgain(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.all()
	people, _ := w.app.ByHand()
	if err := people.Remove(t.Context(), w.person("DDDD44").ID, 0); err != nil {
		t.Fatal(err)
	}
	w.onRoster("100", "DDDD44", "Leider")
	w.good(run.Teams) // finds nobody there
	w.all()
	got := text(w.person("DDDD44"), "work_history")
	has(t, "Daan", got, "Keeper", "Leider")
	if current, over := w.rows("DDDD44"); current != 2 || over != 0 {
		t.Errorf("%s", got)
	}
	w.forget()
	w.all()
	w.quiet()
}

func TestAKilledRunConvergesAfterWhatWasLost(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		lose      func(*world)
		pipelines []run.Pipeline
	}{
		"the memory": {func(w *world) {
			w.Stores = inmem.NewSync()
			w.onRoster("200", "CCCC33", "Verzorger") // beside what stands there
			w.good(run.People)
		}, []run.Pipeline{run.Teams, run.FunctionsFull}},
		"groups and lists": {func(w *world) {
			w.removedByHand(work.Team, "Heren 1")
			w.removedByHand(work.Committee, "Jeugdcommissie")
			w.onRoster("100", "DDDD44", "Leider")
			w.edit("CCCC33", func(m *inmem.SiteMember) { m.Roles.Functions = nil })
			w.Settings.Lists = []string{"twee", "een"}
		}, []run.Pipeline{run.People, run.Teams, run.FunctionsFull}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			begin := func() *world {
				w := newWorld(t)
				w.seats()
				w.all()
				w.onRoster("200", "CCCC33", "Leider")
				w.good(run.Teams)
				c.lose(w)
				return w
			}
			clean := begin()
			clean.all()
			want := clean.picture()
			for at := 1; ; at += stride() {
				w := begin()
				if died := w.killed(at, c.pipelines...); !died {
					if at < 10 {
						t.Errorf("only %d events", at-1)
					}
					break
				}
				w.all()
				if got := w.picture(); got != want || w.lostRows() > 0 {
					t.Fatalf("killed at event %d: %d rows name no group\n%s", at, w.lostRows(), difference(want, got))
				}
			}
		})
	}
}

var teamOf = regexp.MustCompile(`"team":(\d+)[^}]*"is_current":true`)

// lostRows is how many current rows name a group that is not there.
func (w *world) lostRows() (n int) {
	there := map[string]bool{}
	for _, g := range append(w.groups("team"), w.groups("commissie")...) {
		there[number(g.ID)] = true
	}
	for _, p := range w.app.Everybody() {
		for _, row := range teamOf.FindAllStringSubmatch(text(p, "work_history"), -1) {
			if !there[row[1]] {
				n++
			}
		}
	}
	return n
}

// reader counts the readings of all rows of work that are remembered.
type reader struct {
	ports.Ledger
	readings int
}

func (r *reader) Entries(ctx context.Context, kind ledger.Kind) ([]ledger.Entry, error) {
	if kind == ledger.Assignment {
		r.readings++
	}
	return r.Ledger.Entries(ctx, kind)
}

// After an old backup of the application everybody may be gone: what is remembered of their work is read once, and written again.
func TestTheWorkOfManyLostMembersIsReadOnce(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.many(20)
	w.site.Change(func(c *inmem.SiteClub) {
		for i := range 20 {
			c.Rosters["200"] = append(c.Rosters["200"], federation.Place{Member: fmt.Sprintf("ZZ%04d", i), Title: "Teamspeler"})
		}
	})
	w.all()
	people, _ := w.app.ByHand()
	for i := range 20 {
		if err := people.Remove(t.Context(), w.person(fmt.Sprintf("ZZ%04d", i)).ID, 0); err != nil {
			t.Fatal(err)
		}
		w.edit(fmt.Sprintf("ZZ%04d", i), func(m *inmem.SiteMember) { m.AgeClass = "Onder 12" })
	}
	r := &reader{Ledger: w.Stores.Ledger}
	w.Stores.Ledger = r
	w.good(run.People)
	if r.readings != 1 {
		t.Errorf("read %d times", r.readings)
	}
	w.all()
	for i := range 20 {
		if current, _ := w.rows(fmt.Sprintf("ZZ%04d", i)); current != 1 {
			t.Fatalf("ZZ%04d has %d rows", i, current)
		}
	}
	w.settle()
}
