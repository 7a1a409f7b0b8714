package synchronizations_test

import (
	"fmt"
	"regexp"
	"slices"
	"testing"

	"github.com/clubhuis/clubhuis/adapters/inmem"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/sync/federation"
	"github.com/clubhuis/clubhuis/core/sync/payload"
	"github.com/clubhuis/clubhuis/core/sync/run"
	"github.com/clubhuis/clubhuis/core/usecase/synchronizations"
	"github.com/clubhuis/clubhuis/core/work"
)

// Remembered numbers whose record is a stranger's, which no look at what was changed lately meets: as after an older backup of
// the application came back.

// meanwhile is a club whose looks at what was edited have settled, and that meets strangers only where it writes.
func meanwhile(t *testing.T) *world {
	w := newWorld(t)
	w.seats()
	w.many(30)
	w.all()
	w.good(run.People)
	w.good(run.People)
	return w
}

// distrusted makes a member's record a stranger's, and returns its number and how it stands.
func (w *world) distrusted(code string) (int64, string) {
	w.t.Helper()
	id := w.person(code).ID
	w.distrust("", id)
	return id, w.standing(id)
}

// stillStands holds that nothing of a stranger has changed, but for relations that own parents had to it.
func (w *world) stillStands(id int64, before string) {
	w.t.Helper()
	related := regexp.MustCompile(`(?m)^relationships .*$`)
	now := w.standing(id)
	if len(related.FindString(now)) > len(related.FindString(before)) ||
		related.ReplaceAllString(now, "") != related.ReplaceAllString(before, "") {
		w.t.Errorf("the stranger has become\n%s\nand was\n%s", now, before)
	}
}

// once fails a call to the application about a number the first time.
func (w *world) once(call string, id int64) {
	failed := false
	w.app.Fail = func(made string, of int64) error {
		if made != call || of != id || failed {
			return nil
		}
		failed = true
		return errDown
	}
}

func TestAStrangersEditsWaitForNobody(t *testing.T) {
	t.Parallel()
	w := meanwhile(t)
	w.site.Fail = func(call, _ string) error { // the edit is noticed, and cannot be written yet
		if call == "Edit" {
			return fault.New(fault.Unavailable, "down", "weg")
		}
		return nil
	}
	w.byHand(w.person("DDDD44").ID, contacts("email", "mallory@evil.example"))
	for range 3 {
		w.run(run.People, synchronizations.Options{})
	}
	w.site.Fail = nil
	daan, before := w.distrusted("DDDD44")
	w.forget()
	has(t, "the report", notes(w.good(run.People)), "lid DDDD44 al ingevoerd (persoon "+number(daan)+")")
	w.siteUntouched()
	w.good(run.People) // makes Daan anew
	w.stillStands(daan, before)
	lacks(t, "Daan", text(w.person("DDDD44"), "contact_info"), "evil")
	w.siteUntouched()
}

func TestAStrangerIsSentNothingAndTheMemberIsMadeAnew(t *testing.T) {
	t.Parallel()
	for name, change := range map[string]func(*world){
		"fields": func(w *world) { w.edit("DDDD44", func(m *inmem.SiteMember) { m.Mobile = "0611111111" }) },
		"a photo when the member could not be read": func(w *world) {
			w.edit("DDDD44", func(m *inmem.SiteMember) { m.PhotoOn.Year++; m.Photo.Data = slices.Concat(m.Photo.Data, []byte("2")) })
			w.once(inmem.CallPerson, w.person("DDDD44").ID)
		},
		"no photo when the member could not be read": func(w *world) {
			w.edit("DDDD44", func(m *inmem.SiteMember) { m.PhotoOn.Year, m.PhotoOn.Month, m.PhotoOn.Day = 0, 0, 0 })
			w.once(inmem.CallPerson, w.person("DDDD44").ID)
		},
		"work": func(w *world) { w.onRoster("100", "DDDD44", "Leider") },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := meanwhile(t)
			change(w)
			daan, before := w.distrusted("DDDD44")
			w.run(run.Teams, synchronizations.Options{})
			w.run(run.People, synchronizations.Options{})
			w.stillStands(daan, before)
			w.app.Fail = nil
			w.good(run.People)
			w.good(run.Teams)
			w.stillStands(daan, before)
			if own := w.person("DDDD44"); own.ID == daan || !own.Administered || len(own.Work) == 0 {
				t.Errorf("Daan is %+v", own)
			}
		})
	}
}

func TestAStrangerIsNotTheMemberWhoIsAParent(t *testing.T) {
	t.Parallel()
	w := meanwhile(t)
	carla, before := w.distrusted("CCCC33")
	w.site.Change(func(c *inmem.SiteClub) {
		c.Members = append(c.Members, member("EEEE55", "Eva", "Bos", func(m *inmem.SiteMember) {
			m.Parents[0] = federation.Parent{Name: "Carla Bos", Email: "carla@bos.example"}
		}))
	})
	w.run(run.People, synchronizations.Options{})
	w.stillStands(carla, before)
	w.good(run.People)
	w.stillStands(carla, before)
	if got := w.childrenOf(w.person("CCCC33")); !slices.Equal(got, []string{"Anna", "Bram", "Eva"}) {
		t.Errorf("the children of Carla are %v", got)
	}
}

func TestAStrangerIsNeitherMarkedNorRemoved(t *testing.T) {
	t.Parallel()
	w := meanwhile(t)
	daan, before := w.distrusted("DDDD44")
	els, heren, kantine := w.named("Els Eik")[0].ID, w.group("team", "Heren 1"), w.groups("commissie")[1].ID
	w.distrust("", els)
	w.distrust(work.Team, heren)
	w.distrust(work.Committee, kantine)
	parent, groups := w.standing(els), fmt.Sprint(w.groups("team"), w.groups("commissie"))
	w.site.Change(func(c *inmem.SiteClub) {
		c.Member("DDDD44").Left = true
		c.Teams = c.Teams[:1]
		c.Member("CCCC33").Roles.Seats = nil
	})
	w.good(run.People)
	w.once(inmem.CallList+" team", 0) // the application could not be asked before
	w.run(run.Teams, synchronizations.Options{})
	w.good(run.FunctionsFull)
	w.stillStands(daan, before)
	w.stillStands(els, parent)
	if now := w.groups("team"); !slices.ContainsFunc(now, func(r payload.Group) bool { return r.ID == heren }) {
		t.Errorf("the teams are %v and were %s", now, groups)
	}
	if now := w.groups("commissie"); !slices.ContainsFunc(now, func(r payload.Group) bool { return r.ID == kantine }) {
		t.Errorf("the committees are %v and were %s", now, groups)
	}
}

func TestAStrangersTeamIsNotRenamed(t *testing.T) {
	t.Parallel()
	w := meanwhile(t)
	heren := w.group("team", "Heren 1")
	w.distrust(work.Team, heren)
	w.site.Change(func(c *inmem.SiteClub) { c.Teams[1].Name = "Heren 2" })
	w.once(inmem.CallList+" team", 0)
	w.run(run.Teams, synchronizations.Options{})
	if w.group("team", "Heren 1") != heren || w.group("team", "Heren 2") == heren {
		t.Errorf("the teams are %v", w.groups("team"))
	}
}
