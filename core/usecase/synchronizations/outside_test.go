package synchronizations_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/clubhuis/clubhuis/adapters/inmem"
	"github.com/clubhuis/clubhuis/core/sync/federation"
	"github.com/clubhuis/clubhuis/core/sync/run"
	"github.com/clubhuis/clubhuis/core/usecase/synchronizations"
)

// What somebody saw from outside, against a site that is not ours and with faults at every write.

// A page that lacks a card is an error of the run, once for the member and as long as it lasts; the other cards are written.
func TestACardThatIsNotThereIsSaidOnceAMemberAndHoldsNoOtherUp(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.all()
	w.byHand(w.person("DDDD44").ID, contacts("email", "daan@nieuw.example", "mobile", "0644444444"))
	w.byHand(w.person("DDDD44").ID, map[string]any{"addresses": []map[string]any{
		{"address_label": "", "street": "Kade 9", "postal_code": "7097 ZZ", "city": "Elzendam", "country": "Nederland"},
	}})
	w.site.Fail = func(call, _ string) error {
		switch call {
		case "Edit email", "Edit mobile":
			return federation.ErrShape
		}
		return nil
	}
	for range 2 {
		r := w.run(run.People, synchronizations.Options{})
		if r.Outcome != run.Partial || len(r.Problems) != 1 || r.Problems[0].Key != "DDDD44" || r.Problems[0].Step != run.StepReverse {
			t.Errorf("%s %+v", r.Outcome, r.Problems)
		}
		if m := w.member("DDDD44"); m.Address.Street != "Kade" || m.Email != "" {
			t.Errorf("the site has %+v", m.Member)
		}
	}
	w.site.Fail = nil
	w.good(run.People)
	if m := w.member("DDDD44"); m.Email != "daan@nieuw.example" || m.Mobile != "0644444444" {
		t.Errorf("then the site has %+v", m.Member)
	}
}

func TestVerifyNamesWhoWasMadeAFormerMemberByHand(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.settle()
	w.byHand(w.person("DDDD44").ID, map[string]any{"former_member": true})
	w.edit("AAAA11", func(m *inmem.SiteMember) { m.Left = true }) // who has left is no difference
	w.good(run.People)
	w.differences(map[string]string{"application DDDD44": "is met de hand tot oud-lid gemaakt"})
	w.run(run.People, synchronizations.Options{Force: true})
	w.settle()
	w.differences(nil)
}

// Addresses and parents go with the members, whom the guard counts: five who leave are not too many.
func TestTheGuardCountsMembersAndNotTheirAddresses(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.site.Change(func(c *inmem.SiteClub) {
		for i := range 12 {
			c.Members = append(c.Members, member(fmt.Sprintf("KK%04d", i), fmt.Sprint("Kind", i), "Groot", func(m *inmem.SiteMember) {
				m.Email = fmt.Sprintf("kind%d@club.example", i)
				m.Parents[0] = federation.Parent{Name: fmt.Sprint("Moeder", i), Email: fmt.Sprintf("moeder%d@club.example", i)}
				m.Parents[1] = federation.Parent{Name: fmt.Sprint("Vader", i), Email: fmt.Sprintf("vader%d@club.example", i)}
			}))
		}
	})
	w.all()
	on := len(w.lists.On("een"))
	w.site.Change(func(c *inmem.SiteClub) { c.Members = c.Members[:len(c.Members)-5] })
	w.good(run.People)
	if now := len(w.lists.On("een")); now != on-15 {
		t.Errorf("%d addresses of %d", now, on)
	}
	if len(w.named("Moeder11"))+len(w.named("Vader7")) != 0 || len(w.named("Moeder0")) != 1 {
		t.Error("the parents of who left are still there, or others went")
	}
	w.site.Change(func(c *inmem.SiteClub) { // nobody leaves, but their addresses do
		for i := range c.Members {
			c.Members[i].Email, c.Members[i].Parents = "", [2]federation.Parent{}
		}
	})
	if r := w.run(run.People, synchronizations.Options{}); r.Outcome != run.Failure {
		t.Errorf("without any address: %s", r.Outcome)
	}
}

// The lock of a run that was killed at a write, whose answer was lost, may be removed while another run is due: that one is next.
func TestAKilledRunConvergesWhicheverRunComesNext(t *testing.T) {
	t.Parallel()
	next := []run.Pipeline{run.Discipline, run.FunctionsFull, run.Teams, run.Functions}
	clean := newWorld(t)
	clean.seats()
	clean.all()
	clean.eventful()
	clean.all()
	clean.all()
	want := clean.picture()
	const apart = 7 // of the events; the other test of kills meets them all
	for at := 1; ; at += apart {
		w := newWorld(t)
		w.seats()
		w.all()
		w.eventful()
		if !w.killed(at, run.People, run.Teams, run.FunctionsFull, run.Discipline) {
			break
		}
		for n := range next {
			w.run(next[(n+at)%len(next)], synchronizations.Options{})
		}
		w.all()
		w.all()
		if got := w.picture(); got != want {
			t.Fatalf("killed at event %d:\n%s", at, difference(want, got))
		}
		w.forget()
		w.all()
		if w.quiet(); t.Failed() {
			t.Fatalf("killed at event %d: not quiet", at)
		}
	}
}

// What a volunteer saves between our look and our write stands after the next run, also after one that was killed.
func TestAnEditBetweenLookAndWriteOutlivesAKill(t *testing.T) {
	t.Parallel()
	for at := 1; ; at += stride() {
		w := newWorld(t)
		w.all()
		id, people, edited := w.person("DDDD44").ID, w.People, false
		w.People = &neighbour{ApplicationPeople: people, of: id, times: 1, edit: func(int) {
			edited = true
			w.byHand(id, map[string]any{"nickname": "Daantje", "datum-vog": "2026-02-03"})
		}}
		w.edit("DDDD44", func(m *inmem.SiteMember) {
			m.Mobile, m.Updated = "06-66666666", w.at.Add(time.Hour).Format(time.RFC3339)
		})
		died := w.killed(at, run.People)
		w.People = people
		w.all()
		w.settle()
		if !edited { // it died before it looked
			continue
		}
		daan := w.person("DDDD44")
		has(t, fmt.Sprintf("killed at event %d", at), text(daan, "nickname")+text(daan, "datum-vog")+text(daan, "contact_info"),
			"Daantje", "2026-02-03", "+31666666666")
		if m := w.member("DDDD44"); m.Free[8] != "2026-02-03" || m.Mobile != "06-66666666" {
			t.Errorf("killed at event %d: the site has %s, %s", at, m.Free[8], m.Mobile)
		}
		if !died || t.Failed() {
			break
		}
	}
}
