package synchronizations_test

import (
	"errors"
	"slices"
	"testing"
	"time"

	"github.com/clubhuis/clubhuis/adapters/inmem"
	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/sync/federation"
	"github.com/clubhuis/clubhuis/core/sync/run"
	"github.com/clubhuis/clubhuis/core/usecase/synchronizations"
)

// contract: sync §7-2
func TestCrashInFullFunctionsKeepsTheOldData(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.edit("DDDD44", func(m *inmem.SiteMember) { m.Free[8] = "2024-01-01" })
	w.all()
	w.edit("DDDD44", func(m *inmem.SiteMember) { m.Free[8] = "2025-01-01" })
	read := 0
	w.site.Fail = func(call, _ string) error {
		if read++; read > 3 {
			return errors.New("the browser is gone")
		}
		return nil
	}
	r := w.run(run.FunctionsFull, synchronizations.Options{})
	if r.Outcome == run.Success {
		t.Error("a run that could not read everybody is a success")
	}
	w.site.Fail = nil
	w.forget()
	w.good(run.People)
	w.quiet()
	if got := text(w.person("DDDD44"), "datum-vog"); got != `"2024-01-01"` {
		t.Errorf("datum-vog %s", got)
	}
	w.good(run.FunctionsFull)
	if got := text(w.person("DDDD44"), "datum-vog"); got != `"2025-01-01"` {
		t.Errorf("datum-vog %s", got)
	}
}

// contract: sync §2.6, §4-5, §8
func TestRecentReadsWhoChangedLatelyAndVolunteersWithoutACertificate(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.seats()
	w.all() // Carla is a volunteer without a certificate now
	w.at = time.Date(2026, 3, 16, 8, 0, 0, 0, w.Zone)
	today := civil.On(w.at, w.Zone)
	w.edit("AAAA11", func(m *inmem.SiteMember) { m.Updated = today.AddDays(-2).String() })
	w.edit("BBBB22", func(m *inmem.SiteMember) { m.Updated = today.AddDays(-3).String() })
	w.edit("DDDD44", func(m *inmem.SiteMember) { m.Updated = "" })
	w.good(run.People)
	w.forget()
	w.good(run.Functions)
	read := map[string]bool{}
	for _, call := range w.site.Calls() {
		if call.Name == "Member" && call.Tabs.Has(federation.TabFunctions) {
			read[call.Key] = true
		}
	}
	if len(read) != 3 || !read["AAAA11"] || !read["CCCC33"] || !read["DDDD44"] {
		t.Errorf("read %v", read)
	}
	w.forget()
	w.run(run.Functions, synchronizations.Options{Days: 3})
	if n := w.site.Count("Member"); n != 5 { // with the one that looks at the shape
		t.Errorf("with --days 3: %d", n)
	}
}

func TestRecentRemovesNoCommittee(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.seats()
	w.all()
	w.edit("CCCC33", func(m *inmem.SiteMember) { m.Roles = federation.Roles{} })
	before := len(w.groups("commissie"))
	w.good(run.Functions)
	if after := len(w.groups("commissie")); after != before {
		t.Errorf("%d committees were %d", after, before)
	}
	if current, _ := w.rows("CCCC33"); current != 1 {
		t.Errorf("%d current rows", current)
	}
}

func TestAFunctionsRunThatCouldNotReadEndsNobody(t *testing.T) {
	t.Parallel()
	for _, pipeline := range []run.Pipeline{run.Functions, run.FunctionsFull} {
		w := newWorld(t)
		w.seats()
		w.all()
		w.edit("CCCC33", func(m *inmem.SiteMember) { m.Left = true })
		w.edit("DDDD44", func(m *inmem.SiteMember) { m.Updated = "" }) // somebody to read
		w.good(run.People)
		w.site.Fail = func(string, string) error { return federation.ErrSignIn }
		w.forget()
		r := w.run(pipeline, synchronizations.Options{})
		w.quiet()
		if s := r.Step(run.StepFunctionsDownload); r.Outcome != run.Partial || s.Counts.Errors != 1 || s.Note == "" {
			t.Errorf("%s: %s %+v", pipeline, r.Outcome, s)
		}
		w.site.Fail = nil
		w.good(pipeline)
		if current, _ := w.rows("CCCC33"); current != 1 { // the trainer
			t.Errorf("%s: %d current rows", pipeline, current)
		}
	}
}

func TestNobodyToReadIsNoFailureAndEndsWhoLeft(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.seats()
	w.all()
	w.edit("CCCC33", func(m *inmem.SiteMember) { m.Left = true })
	w.good(run.People)
	w.forget()
	w.good(run.Functions)
	if n := w.site.Count("Member"); n != 0 {
		t.Errorf("%d pages were read", n)
	}
	if current, over := w.rows("CCCC33"); current != 1 || over != 4 {
		t.Errorf("%d current and %d other rows", current, over)
	}
}

func TestAnAnnouncedEndIsTheDayAlsoWhenTheRoleVanishes(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	seat := federation.Seat{Committee: "70", Name: "Kantine", Title: "Lid", Start: civil.Date{Year: 2024, Month: 1, Day: 1},
		Active: true}
	told := func(seats ...federation.Seat) {
		w.edit("DDDD44", func(m *inmem.SiteMember) { m.Roles.Seats = seats })
	}
	told(seat)
	w.all()
	seat.End = civil.Date{Year: 2026, Month: 3, Day: 20}
	told(seat)
	w.forget()
	w.all()
	w.quiet() // an announcement is nothing to write
	w.at = w.at.AddDate(0, 0, 15)
	told()
	w.good(run.FunctionsFull)
	has(t, "Daan", text(w.person("DDDD44"), "work_history"), `"end_date":"2026-03-20"`)
}

func TestADryRunOfFunctionsPlansWhatItRead(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.all()
	w.edit("DDDD44", func(m *inmem.SiteMember) { m.Free[8], m.Updated = "2024-02-02", "" })
	w.good(run.People)
	w.forget()
	for _, pipeline := range []run.Pipeline{run.Functions, run.FunctionsFull} {
		r := w.run(pipeline, synchronizations.Options{DryRun: true})
		want := run.Planned{Step: run.StepFreeFields, Kind: "update", Key: "DDDD44", Reason: "changed"}
		if !slices.Contains(r.Plan, want) {
			t.Errorf("%s: plan %+v", pipeline, r.Plan)
		}
	}
	w.quiet()
	w.good(run.People)
	w.quiet()
}

func TestARecentRunThatTheGuardStopsKeepsNothingOfWhatItRead(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.many(10)
	roles := func(roles federation.Roles, certificate string) {
		w.site.Change(func(c *inmem.SiteClub) {
			for i := range c.Members {
				c.Members[i].Roles, c.Members[i].Free[8], c.Members[i].Updated = roles, certificate, ""
			}
		})
	}
	roles(federation.Roles{Functions: []federation.Function{{Title: "Lid van verdienste", Active: true}}}, "2024-01-01")
	w.all()
	roles(federation.Roles{}, "2025-01-01")
	w.good(run.People)
	w.forget()
	if r := w.run(run.Functions, synchronizations.Options{}); r.Outcome != run.Failure {
		t.Fatalf("%s", r.Outcome)
	}
	w.good(run.People)
	w.quiet()
	if got := text(w.person("AAAA11"), "datum-vog"); got != `"2024-01-01"` {
		t.Errorf("datum-vog %s", got)
	}
	if r := w.run(run.Functions, synchronizations.Options{AcceptRemovals: 14}); r.Outcome != run.Success {
		t.Fatalf("%s %+v", r.Outcome, r.Problems)
	}
	if got := text(w.person("AAAA11"), "datum-vog"); got != `"2025-01-01"` {
		t.Errorf("datum-vog %s", got)
	}
}

// Where invoices go to is read when somebody asks for it, and stays as it was read by runs without it.
func TestInvoiceDataAreReadWhenAskedForAndStay(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.edit("DDDD44", func(m *inmem.SiteMember) { m.Invoice.Email = "factuur@eik.example" })
	w.all()
	financial := func() (pages int) {
		for _, call := range w.site.Calls() {
			if call.Tabs.Has(federation.TabFinancial) {
				pages++
			}
		}
		w.forget()
		return pages
	}
	if pages := financial(); pages != 0 {
		t.Errorf("%d pages were read unasked", pages)
	}
	lacks(t, "Daan", text(w.person("DDDD44"), "factuur-email"), "eik")
	w.run(run.FunctionsFull, synchronizations.Options{WithInvoice: true})
	if pages := financial(); pages != 4 {
		t.Errorf("%d pages of 4 members", pages)
	}
	has(t, "Daan", text(w.person("DDDD44"), "factuur-email"), "factuur@eik.example")
	w.edit("DDDD44", func(m *inmem.SiteMember) { m.Invoice.Email = "nieuw@eik.example" })
	w.all()
	w.quiet()
	if pages := financial(); pages != 0 {
		t.Errorf("%d pages were read unasked", pages)
	}
	if _, err := w.Individual(t.Context(), "DDDD44"); err != nil {
		t.Fatal(err)
	}
	has(t, "Daan", text(w.person("DDDD44"), "factuur-email"), "nieuw@eik.example")
}

// Free fields that are empty for everybody at once are a page that changed.
func TestFreeFieldsThatAreGoneStopTheRun(t *testing.T) {
	t.Parallel()
	for field, key := range map[int]string{3: "helpdesk-id", 8: "datum-vog"} {
		w := newWorld(t)
		w.many(12)
		set := func(value string) {
			w.site.Change(func(c *inmem.SiteClub) {
				for i := range c.Members {
					c.Members[i].Free[field] = value
				}
			})
		}
		set("2026-01-02")
		w.all()
		set("")
		w.forget()
		r := w.run(run.FunctionsFull, synchronizations.Options{})
		if r.Outcome != run.Failure {
			t.Errorf("%s: %s", key, r.Outcome)
		}
		has(t, "the report", r.Problems[0].Message, "16 van 16", "--accept-removals 16")
		w.quiet()
		has(t, "Daan", text(w.person("DDDD44"), key), "2026-01-02")
		if r = w.run(run.FunctionsFull, synchronizations.Options{AcceptRemovals: 16}); r.Outcome != run.Success {
			t.Errorf("%s: %s %+v", key, r.Outcome, r.Problems)
		}
		lacks(t, "Daan", text(w.person("DDDD44"), key), "2026")
	}
}
