package synchronizations_test

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/clubhuis/clubhuis/adapters/inmem"
	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/sync/federation"
	"github.com/clubhuis/clubhuis/core/sync/refresh"
	"github.com/clubhuis/clubhuis/core/sync/run"
	"github.com/clubhuis/clubhuis/ports"
)

func number(id int64) string { return strconv.FormatInt(id, 10) }

func (w *world) individual(code string) refresh.Result {
	w.t.Helper()
	w.at = w.at.Add(time.Hour)
	w.app.SetNow(w.at)
	result, err := w.Individual(w.t.Context(), code)
	if err != nil {
		w.t.Fatal(err)
	}
	return result
}

func TestIndividualSendsTheSamePayloadAsBulk(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.seats()
	w.all()
	w.forget()
	for _, code := range []string{"AAAA11", "CCCC33", "DDDD44"} {
		if got := w.individual(code); got.Action != refresh.Skipped || got.Person != w.person(code).ID {
			t.Errorf("%s unchanged: %+v", code, got)
		}
	}
	w.unwritten() // it looks whether the person is still there
	w.edit("CCCC33", func(m *inmem.SiteMember) { m.Mobile = "06-99999999"; m.Roles.Functions = nil })
	if got := w.individual("CCCC33"); got.Action != refresh.Updated {
		t.Errorf("changed: %+v", got)
	}
	has(t, "Carla", text(w.person("CCCC33"), "contact_info"), "+31699999999")
	w.app.Forget()
	w.all() // the lists follow
	if got := w.app.Writes(); len(got) != 0 {
		t.Errorf("written: %v", got)
	}
}

func TestIndividualBringsAMemberWhoIsNew(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.all()
	w.site.Change(func(c *inmem.SiteClub) {
		c.Members = append(c.Members, member("EEEE55", "Eva", "Els", func(m *inmem.SiteMember) {
			m.Parents[0] = federation.Parent{Name: "Piet Els", Email: "piet@els.example"}
			m.PhotoOn = civil.Date{Year: 2026, Month: 1, Day: 2}
			m.Photo = federation.Picture{Data: portrait(t), Ext: "jpg"}
			m.Roles.Seats = []federation.Seat{{Committee: "C9", Name: "Feestcommissie", Title: "Lid", Active: true}}
		}))
	})
	got := w.individual("EEEE55")
	eva := w.person("EEEE55")
	if got.Action != refresh.Created || got.Person != eva.ID {
		t.Errorf("%+v", got)
	}
	if len(w.named("Piet Els")) != 1 || len(eva.Relations) != 1 || len(eva.Work) != 1 {
		t.Errorf("relations %s, work %s", text(eva, "relationships"), text(eva, "work_history"))
	}
	if _, there := w.app.Photo(eva.ID); !there {
		t.Error("no photo")
	}
	if got := w.individual("EEEE55"); got.Action != refresh.Skipped {
		t.Errorf("again: %+v", got)
	}
	people, _ := w.app.ByHand()
	if err := people.Remove(t.Context(), eva.ID, 0); err != nil {
		t.Fatal(err)
	}
	got = w.individual("EEEE55") // somebody removed the person, and asks for the member again
	again := w.person("EEEE55")
	if got.Action != refresh.Created || got.Person != again.ID || again.ID == eva.ID {
		t.Errorf("removed: %+v", got)
	}
	if len(w.named("Piet Els")) != 1 || len(again.Relations) != 1 || len(again.Work) != 1 {
		t.Errorf("removed: relations %s, work %s", text(again, "relationships"), text(again, "work_history"))
	}
	if _, there := w.app.Photo(again.ID); !there {
		t.Error("removed: no photo")
	}
}

func TestIndividualOfAnUnknownOrLeftMember(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.all()
	if _, err := w.Individual(t.Context(), "NOBODY"); !errors.Is(err, federation.ErrAbsent) {
		t.Errorf("%v", err)
	}
	w.edit("DDDD44", func(m *inmem.SiteMember) { m.Left = true })
	w.good(run.People)
	w.forget()
	if _, err := w.Individual(t.Context(), "DDDD44"); !errors.Is(err, federation.ErrAbsent) {
		t.Errorf("%v", err)
	}
	w.quiet()
	if got := text(w.person("DDDD44"), "former_member"); got != "true" {
		t.Errorf("former_member %s", got)
	}
}

func TestIndividualThatFailsIsAnError(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.app.Fail = func(string, int64) error { return errDown }
	if _, err := w.Individual(t.Context(), "AAAA11"); err == nil {
		t.Error("no error")
	}
	runs, err := w.Stores.Runs.List(t.Context(), 1)
	if err != nil || len(runs) != 1 || runs[0].Pipeline != run.Individual || runs[0].Outcome != run.Failure {
		t.Errorf("%+v %v", runs, err)
	}
}

// contract: sync §7-2
func TestIndividualWithoutPhotoOrCaseIsBroughtUpToDate(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.siteCase("T-2", func(c *inmem.SiteCase) { c.Member = "EEEE55" })
	w.all()
	w.edit("DDDD44", func(m *inmem.SiteMember) { m.Mobile, m.PhotoOn = "06-77777777", m.PhotoOn.AddDays(3) })
	w.site.Change(func(c *inmem.SiteClub) { c.Members = append(c.Members, member("EEEE55", "Eva", "Els", nil)) })
	w.site.Fail = func(call, _ string) error {
		if call == "Photo" {
			return federation.ErrBadPhoto
		}
		return nil
	}
	partial := func(code string, want refresh.Action, outcome run.Outcome) run.Run {
		t.Helper()
		if got := w.individual(code); got.Action != want || got.Person != w.person(code).ID {
			t.Errorf("%s: %+v", code, got)
		}
		runs, err := w.Stores.Runs.List(t.Context(), 1)
		if err != nil || len(runs) != 1 || runs[0].Outcome != outcome {
			t.Fatalf("%+v %v", runs, err)
		}
		return runs[0]
	}
	partial("DDDD44", refresh.Updated, run.Partial)
	has(t, "Daan", text(w.person("DDDD44"), "contact_info"), "+31677777777")
	w.site.Fail = nil
	partial("DDDD44", refresh.Updated, run.Success)
	w.app.Fail = func(call string, _ int64) error { // the case of the one who arrives
		if call == inmem.CallListCases || strings.HasSuffix(call, " case") {
			return errDown
		}
		return nil
	}
	if r := partial("EEEE55", refresh.Created, run.Partial); r.Step(run.StepCases) == nil {
		t.Errorf("no case was tried: %+v", r.Steps)
	}
	if r := partial("DDDD44", refresh.Skipped, run.Success); r.Step(run.StepCases) != nil {
		t.Errorf("the case of somebody else was tried: %+v", r.Steps)
	}
}

// otherDays is a site whose pages tell another day of the photo than the search does.
type otherDays struct{ ports.ClubSite }

func (o otherDays) Member(ctx context.Context, code string, tabs federation.Tabs) (federation.Detail, error) {
	detail, err := o.ClubSite.Member(ctx, code, tabs)
	if on := detail.Header.PhotoOn; !on.IsZero() {
		detail.Header.PhotoOn = on.AddDays(1)
	}
	return detail, err
}

// The day in the search is the only sign of a new photo.
func TestIndividualKnowsPhotosByTheDayOfTheSearch(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.Site = otherDays{w.Site}
	w.all()
	w.forget()
	result, err := w.Individual(t.Context(), "DDDD44")
	if err != nil || result.Action != refresh.Skipped || w.site.Count("Photo") != 0 {
		t.Errorf("%+v %v, %d photos", result, err, w.site.Count("Photo"))
	}
	w.all()
	w.unwritten()
	w.edit("DDDD44", func(m *inmem.SiteMember) { m.PhotoOn = m.PhotoOn.AddDays(3) })
	if result, err = w.Individual(t.Context(), "DDDD44"); err != nil || result.Action != refresh.Updated ||
		w.site.Count("Photo") != 1 {
		t.Errorf("%+v %v, %d photos", result, err, w.site.Count("Photo"))
	}
	w.forget()
	w.all()
	w.quiet()
}

// Who waits for it sees how far it is.
func TestIndividualTellsHowFarItIs(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.all()
	w.edit("DDDD44", func(m *inmem.SiteMember) { m.Mobile = "06-66666666" })
	var told []refresh.State
	written := 0
	tell := func(state refresh.State) {
		told, written = append(told, state), len(w.app.Writes())
	}
	w.forget()
	if _, err := w.Follow(t.Context(), "DDDD44", tell); err != nil {
		t.Fatal(err)
	}
	if got := fmt.Sprint(told); got != "[signing_in reading writing]" || written != 0 || len(w.app.Writes()) == 0 {
		t.Errorf("told %s, %d of %d writes before the last", got, written, len(w.app.Writes()))
	}
	told = nil
	if _, err := w.Follow(t.Context(), "ZZZZ99", tell); err == nil || fmt.Sprint(told) != "[signing_in]" {
		t.Errorf("of nobody: told %v, %v", told, err)
	}
}
