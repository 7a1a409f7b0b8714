package synchronizations_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/clubhuis/clubhuis/adapters/inmem"
	"github.com/clubhuis/clubhuis/core/sync/federation"
	"github.com/clubhuis/clubhuis/core/sync/ledger"
	"github.com/clubhuis/clubhuis/core/sync/run"
	"github.com/clubhuis/clubhuis/core/usecase/synchronizations"
)

// pages lets the pages of members answer with an error, as long as of says so.
func (w *world) pages(err error, of func(code string) bool) {
	w.site.Fail = func(call, code string) error {
		if call == "Member" && of(code) {
			return err
		}
		return nil
	}
}

func TestOneOddPageKeepsNobodyElseFromBeingRead(t *testing.T) {
	t.Parallel()
	for name, odd := range map[string]error{"shape": federation.ErrShape, "answer": federation.ErrAnswer} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t)
			w.many(8)
			w.all()
			w.pages(odd, func(code string) bool { return code == "AAAA11" })
			w.site.Change(func(c *inmem.SiteClub) { c.Members = append(c.Members, member("NNNN99", "Nieuw", "Lid", nil)) })
			w.edit("DDDD44", func(m *inmem.SiteMember) { m.Left = true })
			r := w.good(run.People)
			has(t, "the report", notes(r), "de pagina van AAAA11 is niet te lezen")
			if got := w.person("NNNN99"); got.FullName() != "Nieuw Lid" || !w.person("DDDD44").Membership.Former {
				t.Errorf("the new member is %+v", got)
			}
			w.onRoster("100", "NNNN99", "Leider")
			w.good(run.Teams)
			has(t, "the new member", text(w.person("NNNN99"), "work_history"), "Leider")
			r = w.run(run.FunctionsFull, synchronizations.Options{})
			if r.Outcome != run.Partial || len(r.Problems) != 1 || r.Problems[0].Key != "AAAA11" {
				t.Errorf("%s %+v", r.Outcome, r.Problems)
			}
		})
	}
}

func TestPagesOfWhichNoneCanBeReadStopTheRun(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		err  error
		want run.Outcome
		said string
	}{
		"changed":   {federation.ErrShape, run.Failure, "zijn veranderd"},
		"no answer": {federation.ErrAnswer, run.Partial, "geen bruikbaar antwoord"},
	} {
		w := newWorld(t)
		w.many(8)
		w.all()
		w.pages(c.err, func(string) bool { return true })
		w.edit("DDDD44", func(m *inmem.SiteMember) { m.Left = true })
		w.forget()
		r := w.run(run.People, synchronizations.Options{})
		if n := w.site.Count("Member"); r.Outcome != c.want || n != 5 {
			t.Errorf("%s: %s after %d pages", name, r.Outcome, n)
		}
		has(t, name, fmt.Sprint(r.Problems), c.said)
		w.unwritten()
	}
}

func TestARefusedSignInIsTriedOnce(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.all()
	w.pages(federation.ErrSignIn, func(string) bool { return true })
	w.forget()
	if w.run(run.People, synchronizations.Options{}); w.site.Count("Member") != 1 {
		t.Errorf("%d pages", w.site.Count("Member"))
	}
}

// rosters lets the rosters of teams lack something, as long as of says so.
func (w *world) rosters(of func(team string) bool) {
	w.site.Fail = func(call, team string) error {
		if call == "Roster" && of(team) {
			return federation.ErrShape
		}
		return nil
	}
}

func TestOneOddRosterLeavesTheWorkInThatTeamAlone(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.all()
	w.rosters(func(team string) bool { return team == "100" })
	w.site.Change(func(c *inmem.SiteClub) { c.Rosters["100"] = nil })
	w.onRoster("200", "AAAA11", "Leider")
	r := w.run(run.Teams, synchronizations.Options{})
	if r.Outcome != run.Partial || len(r.Problems) != 1 || r.Problems[0].Key != "JO11-1" {
		t.Errorf("%s %+v", r.Outcome, r.Problems)
	}
	if current, over := w.rows("AAAA11"); current != 2 || over != 0 {
		t.Errorf("Anna has %d rows that go on, and %d that are over", current, over)
	}
	if current, over := w.rows("BBBB22"); current != 1 || over != 0 {
		t.Errorf("Bram has %d rows that go on, and %d that are over", current, over)
	}
}

func TestManyOddRostersStopTheRun(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.site.Change(func(c *inmem.SiteClub) {
		for n := range 8 {
			c.Teams = append(c.Teams, federation.Team{ID: fmt.Sprint(300 + n), Name: fmt.Sprintf("JO9-%d", n), Union: true})
		}
	})
	w.all()
	w.rosters(func(string) bool { return true })
	w.onRoster("200", "AAAA11", "Leider")
	w.forget()
	if r := w.run(run.Teams, synchronizations.Options{}); r.Outcome != run.Failure || w.site.Count("Roster") != 5 {
		t.Errorf("%s after %d rosters", r.Outcome, w.site.Count("Roster"))
	}
	w.unwritten()
}

// committees are the titles of the committees in the application, in order.
func (w *world) committees() string {
	var all []string
	for _, g := range w.groups("commissie") {
		all = append(all, g.Title)
	}
	slices.Sort(all)
	return strings.Join(all, ", ")
}

// seat is a seat of a member who goes on.
func seat(id, name string) federation.Seat {
	return federation.Seat{Committee: id, Name: name, Title: "Lid", Active: true}
}

// contract: sync §2.6
func TestOneOddPageKeepsOnlyTheCommitteesOfThatMember(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.edit("BBBB22", func(m *inmem.SiteMember) { m.Roles.Seats = []federation.Seat{seat("71", "Feest")} })
	w.edit("DDDD44", func(m *inmem.SiteMember) {
		m.Roles.Seats = []federation.Seat{seat("70", "Kantine"), seat("71", "Feest"), seat("72", "Jeugd")}
	})
	w.all()
	w.pages(federation.ErrShape, func(code string) bool { return code == "BBBB22" })
	w.edit("DDDD44", func(m *inmem.SiteMember) { m.Roles.Seats = []federation.Seat{seat("72", "Jeugd")} })
	for range 2 {
		if r := w.run(run.FunctionsFull, synchronizations.Options{}); r.Outcome != run.Partial || len(r.Problems) != 1 {
			t.Errorf("%s %+v", r.Outcome, r.Problems)
		}
		if got := w.committees(); got != "Feest, Jeugd, Verenigingsbreed" {
			t.Errorf("the committees are %s", got)
		}
	}
	w.site.Fail = nil
	w.edit("BBBB22", func(m *inmem.SiteMember) { m.Roles.Seats = nil })
	w.good(run.FunctionsFull)
	if got := w.committees(); got != "Jeugd, Verenigingsbreed" {
		t.Errorf("when everybody can be read: %s", got)
	}
}

func TestACommitteeIsHeldByARowOrByTheLastPage(t *testing.T) {
	t.Parallel()
	for name, forget := range map[string]func(*world) error{
		"by a row": func(w *world) error { return w.Stores.Downloads.Drop(t.Context(), ledger.SetDetails, "BBBB22") },
		"by the last page": func(w *world) error {
			return w.Stores.Ledger.Remove(t.Context(), ledger.Assignment, "BBBB22|commissie|71||Lid")
		},
	} {
		w := newWorld(t)
		w.edit("BBBB22", func(m *inmem.SiteMember) { m.Roles.Seats = []federation.Seat{seat("71", "Feest")} })
		w.all()
		if err := forget(w); err != nil {
			t.Fatal(err)
		}
		w.pages(federation.ErrShape, func(code string) bool { return code == "BBBB22" })
		w.run(run.FunctionsFull, synchronizations.Options{})
		has(t, name, w.committees(), "Feest")
	}
}

func TestPagesThatStopComingRemoveNoCommittee(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.many(8)
	w.edit("AAAA11", func(m *inmem.SiteMember) { m.Roles.Seats = []federation.Seat{seat("70", "Kantine")} })
	w.all()
	before := w.committees()
	w.edit("AAAA11", func(m *inmem.SiteMember) { m.Roles.Seats = nil })
	w.pages(federation.ErrAnswer, func(code string) bool { return code != "AAAA11" })
	w.run(run.FunctionsFull, synchronizations.Options{})
	if got := w.committees(); got != before {
		t.Errorf("the committees are %s, and were %s", got, before)
	}
}
