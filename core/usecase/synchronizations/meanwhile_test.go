package synchronizations_test

import (
	"context"
	"testing"
	"time"

	"github.com/clubhuis/clubhuis/adapters/inmem"
	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/sync/federation"
	"github.com/clubhuis/clubhuis/core/sync/payload"
	"github.com/clubhuis/clubhuis/core/sync/run"
	"github.com/clubhuis/clubhuis/core/usecase/synchronizations"
	"github.com/clubhuis/clubhuis/core/work"
	"github.com/clubhuis/clubhuis/ports"
)

// later is the world's clock after a while, as the site writes it.
func (w *world) later(d time.Duration) string {
	w.at = w.at.Add(d)
	w.app.SetNow(w.at)
	return w.at.Format(time.RFC3339)
}

// firstLook tells when the first look at what was edited is over.
type firstLook struct {
	ports.ApplicationPeople
	over chan struct{}
}

func (f *firstLook) Each(ctx context.Context, changedAfter time.Time, visit func(payload.Person) error) error {
	err := f.ApplicationPeople.Each(ctx, changedAfter, visit)
	select {
	case <-f.over:
	default:
		close(f.over)
	}
	return err
}

// What the pages tell was changed after the last search: an older edit does not win from it.
func TestIndividualAsksTheSearchWhichSideIsNewer(t *testing.T) {
	t.Parallel()
	for _, siteIsNewer := range []bool{true, false} {
		w := newWorld(t)
		w.all()
		onSite := func() {
			updated := w.later(time.Hour)
			w.edit("DDDD44", func(m *inmem.SiteMember) { m.Mobile, m.Updated = "06-66666666", updated })
		}
		want, standing := "06-66666666", "+31666666666"
		if !siteIsNewer {
			onSite()
			want, standing = "0644444444", "+31644444444"
		}
		w.byHand(w.person("DDDD44").ID, contacts("mobile", "06-44444444"))
		if siteIsNewer {
			onSite()
		}
		if _, err := w.Individual(t.Context(), "DDDD44"); err != nil {
			t.Fatal(err)
		}
		w.good(run.People)
		w.settle()
		if m := w.member("DDDD44"); m.Mobile != want {
			t.Errorf("newer on the site %t: there it is %s", siteIsNewer, m.Mobile)
		}
		has(t, "Daan", text(w.person("DDDD44"), "contact_info"), standing)
	}
}

func TestFreeFieldsAskTheSearchWhichSideIsNewer(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.edit("DDDD44", func(m *inmem.SiteMember) { m.Free[8] = "2024-01-02" })
	w.all()
	w.byHand(w.person("DDDD44").ID, map[string]any{"datum-vog": "2026-02-03"})
	updated := w.later(time.Hour)
	w.edit("DDDD44", func(m *inmem.SiteMember) { m.Free[8], m.Updated = "2026-03-04", updated })
	w.good(run.FunctionsFull)
	w.settle()
	if m := w.member("DDDD44"); m.Free[8] != "2026-03-04" {
		t.Errorf("on the site: %s", m.Free[8])
	}
	has(t, "Daan", text(w.person("DDDD44"), "datum-vog"), "2026-03-04")
}

// A write for another reason gives the record another time. An edit during the run keeps its own, and does not win from what the
// site changed after it.
func TestAnEditDuringARunKeepsItsTime(t *testing.T) {
	t.Parallel()
	for name, during := range map[string]struct {
		pipeline run.Pipeline
		call     string // on the site, during which the edit is made
		change   func(*inmem.SiteClub)
	}{
		"a row of work": {run.Teams, "Roster", func(c *inmem.SiteClub) {
			c.Rosters["100"] = append(c.Rosters["100"], federation.Place{Member: "DDDD44", Title: "Trainer", Staff: true})
		}},
		"a photo": {run.People, "Photo", func(c *inmem.SiteClub) {
			c.Member("DDDD44").PhotoOn = civil.Date{Year: 2026, Month: 1, Day: 1}
		}},
	} {
		w := newWorld(t)
		w.all()
		w.site.Change(during.change)
		edited, looked := false, make(chan struct{})
		people := w.People
		w.People = &firstLook{people, looked}
		w.site.Fail = func(call, _ string) error {
			if call == during.call && !edited {
				edited = true
				<-looked // the run's own look is over
				w.byHand(w.person("DDDD44").ID, contacts("mobile", "06-44444444"))
				updated := w.later(time.Hour)
				w.edit("DDDD44", func(m *inmem.SiteMember) { m.Mobile, m.Updated = "06-66666666", updated })
				w.later(time.Hour)
			}
			return nil
		}
		w.good(during.pipeline)
		w.site.Fail, w.People = nil, people
		w.all()
		w.settle()
		if m := w.member("DDDD44"); !edited || m.Mobile != "06-66666666" {
			t.Errorf("%s: on the site %s", name, m.Mobile)
		}
	}
}

// A member who is a parent is written as a parent after the look, too.
func TestAnEditOfAMemberWhoIsAParentKeepsItsTime(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.all()
	w.site.Change(func(c *inmem.SiteClub) {
		c.Members = append(c.Members, member("EEEE55", "Eva", "Bos", func(m *inmem.SiteMember) {
			m.Email = "eva@bos.example"
			m.Parents[0] = federation.Parent{Name: "Carla Bos", Email: "carla@bos.example"}
		}))
	})
	edited := false
	w.lists.Fail = func(call, _, _ string) error {
		if call == inmem.CallPut && !edited { // before the parents are sent
			edited = true
			w.byHand(w.person("CCCC33").ID, contacts("email", "carla@bos.example", "mobile", "06-44444444"))
			updated := w.later(time.Hour)
			w.edit("CCCC33", func(m *inmem.SiteMember) { m.Mobile, m.Updated = "06-66666666", updated })
			w.later(time.Hour)
		}
		return nil
	}
	w.good(run.People)
	w.lists.Fail = nil
	w.all()
	w.settle()
	if m := w.member("CCCC33"); !edited || m.Mobile != "06-66666666" {
		t.Errorf("on the site %s", m.Mobile)
	}
}

// A run that dies after the other side answered does not know that somebody is there, and they leave before the next one.
func TestWhoLeavesBeforeTheirNumberIsKnownIsMarkedAndTakenOff(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.many(8)
	w.all()
	w.site.Change(func(c *inmem.SiteClub) {
		c.Members = append(c.Members, member("EEEE55", "Eva", "Es", func(m *inmem.SiteMember) { m.Email = "eva@es.example" }))
	})
	lost := func(call string, _ int64) error {
		if call == inmem.CallCreate+" person" {
			return errDown
		}
		return nil
	}
	w.app.After = lost
	w.lists.After = func(call, _, who string) error {
		if call == inmem.CallPut && who == "eva@es.example" {
			return errDown
		}
		return nil
	}
	w.run(run.People, synchronizations.Options{})
	w.app.After, w.lists.After = nil, nil
	if on := w.lists.On("een"); len(w.named("Eva Es")) != 1 || on[len(on)-1].Email != "eva@es.example" {
		t.Fatalf("Eva has not come: %+v", on)
	}
	w.edit("EEEE55", func(m *inmem.SiteMember) { m.Left = true })
	w.good(run.People)
	has(t, "Eva", text(w.person("EEEE55"), "former_member"), "true")
	for _, s := range w.lists.On("een") {
		if s.Email == "eva@es.example" {
			t.Error("Eva is on the list still")
		}
	}
	w.settle()
	w.edit("EEEE55", func(m *inmem.SiteMember) { m.Left = false })
	w.good(run.People)
	has(t, "Eva, back", text(w.person("EEEE55"), "former_member"), "false")
}

// The site withdrew a photo, the application could not be asked to remove it, and the member leaves: it is still removed.
func TestAWithdrawnPhotoOfALeaverIsRemoved(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.many(8)
	w.all()
	daan := w.person("DDDD44").ID
	if _, there := w.app.Photo(daan); !there {
		t.Fatal("there is no photo")
	}
	w.edit("DDDD44", func(m *inmem.SiteMember) { m.PhotoOn, m.Photo = civil.Date{}, federation.Picture{} })
	w.app.Fail = func(call string, _ int64) error {
		if call == inmem.CallRemovePhoto {
			return errDown
		}
		return nil
	}
	w.run(run.People, synchronizations.Options{})
	w.edit("DDDD44", func(m *inmem.SiteMember) { m.Left = true })
	w.run(run.People, synchronizations.Options{})
	w.app.Fail = nil
	w.good(run.People)
	if _, there := w.app.Photo(daan); there {
		t.Error("the photo stands there still")
	}
	w.settle()
}

// Who presses the button learns that a part could not be brought up to date.
func TestIndividualOfWhichAPartFailsIsAnError(t *testing.T) {
	t.Parallel()
	for _, call := range []string{inmem.CallChange + " person", inmem.CallPutPhoto,
		inmem.CallCreate + " " + string(work.Committee)} {
		w := newWorld(t)
		w.all()
		w.edit("DDDD44", func(m *inmem.SiteMember) {
			m.Roles.Seats = []federation.Seat{{Committee: "C9", Name: "Feestcommissie", Title: "Lid", Active: true}}
			m.PhotoOn = civil.Date{Year: 2026, Month: 1, Day: 1}
		})
		w.app.Fail = func(asked string, _ int64) error {
			if asked == call {
				return errDown
			}
			return nil
		}
		if result, err := w.Individual(t.Context(), "DDDD44"); err == nil {
			t.Errorf("%s failed, and the answer is %s", call, result.Action)
		}
		w.app.Fail = nil
		if _, err := w.Individual(t.Context(), "DDDD44"); err != nil {
			t.Errorf("%s: %v", call, err)
		}
	}
}
