package synchronizations_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/clubhuis/clubhuis/adapters/inmem"
	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/sync/conflict"
	"github.com/clubhuis/clubhuis/core/sync/federation"
	"github.com/clubhuis/clubhuis/core/sync/ledger"
	"github.com/clubhuis/clubhuis/core/sync/photo"
	"github.com/clubhuis/clubhuis/core/sync/refresh"
	"github.com/clubhuis/clubhuis/core/sync/run"
	"github.com/clubhuis/clubhuis/core/usecase/synchronizations"
)

func TestALabelIsNotAClearing(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.edit("DDDD44", func(m *inmem.SiteMember) { m.Email = "daan@eik.example" })
	w.all()
	w.byHand(w.person("DDDD44").ID, map[string]any{
		"contact_info": []map[string]any{{"contact_type": "email", "contact_label": "werk", "contact_value": "daan@eik.example"}},
		"addresses": []map[string]any{
			{"address_label": "Thuis", "street": "Dijk 3", "postal_code": "7097 AB", "city": "Elzendam", "country": "Nederland"},
		},
	})
	w.good(run.People)
	if m := w.member("DDDD44"); m.Email == "" || m.Address.Street == "" {
		t.Errorf("on the site: %q, %+v", m.Email, m.Address)
	}
	w.edit("DDDD44", func(m *inmem.SiteMember) { m.AgeClass = "Onder 12" })
	w.all()
	got := text(w.person("DDDD44"), "contact_info") + text(w.person("DDDD44"), "addresses")
	if strings.Count(got, "daan@eik.example") != 1 || strings.Count(got, "Dijk 3") != 1 {
		t.Errorf("in the application: %s", got)
	}
	has(t, "the labels", got, "werk", "Thuis")
	w.settle()
}

func TestWithoutAGoodDownloadNothingIsWrittenToTheSite(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.all()
	w.byHand(w.person("DDDD44").ID, contacts("mobile", "06-44444444"))
	w.edit("DDDD44", func(m *inmem.SiteMember) {
		m.Mobile, m.Updated = "06-66666666", w.at.Add(time.Hour).Format(time.RFC3339)
	})
	w.site.Fail = func(call, _ string) error {
		if call == "Members" {
			return federation.ErrAnswer
		}
		return nil
	}
	w.run(run.People, synchronizations.Options{})
	if m := w.member("DDDD44"); m.Mobile != "06-66666666" {
		t.Errorf("on the site: %s", m.Mobile)
	}
	w.site.Fail = nil
	w.good(run.People)
	has(t, "Daan", text(w.person("DDDD44"), "contact_info"), "+31666666666")
}

func TestWhatTheSiteBecameSinceTheDownloadIsNotWrittenOver(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.all()
	w.byHand(w.person("DDDD44").ID, contacts("mobile", "06-44444444"))
	reads := 0
	w.site.Fail = func(call, _ string) error {
		if call == "Members" {
			reads++
		}
		if call == "Member" && reads == 1 { // just before the card is written
			reads++
			w.edit("DDDD44", func(m *inmem.SiteMember) { m.Mobile, m.Updated = "06-66666666", w.at.Format(time.RFC3339) })
		}
		return nil
	}
	w.good(run.People)
	if m := w.member("DDDD44"); m.Mobile != "06-66666666" {
		t.Errorf("on the site: %s", m.Mobile)
	}
	if list := w.conflicts(); len(list) != 1 || list[0].Winner != conflict.Site {
		t.Errorf("conflicts %+v", list)
	}
	w.site.Fail = nil
	w.settle()
	has(t, "Daan", text(w.person("DDDD44"), "contact_info"), "+31666666666")
}

func TestASearchWithoutTeamsStopsTheRunUnlessSomeRemain(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.many(20)
	teams := func(of func(i int) string) {
		for i := range 20 {
			w.edit(fmt.Sprintf("ZZ%04d", i), func(m *inmem.SiteMember) { m.UnionTeams = of(i) })
		}
	}
	teams(func(int) string { return "JO11-1" })
	w.good(run.People)
	teams(func(int) string { return "" })
	for _, code := range []string{"AAAA11", "BBBB22", "CCCC33", "DDDD44"} {
		w.edit(code, func(m *inmem.SiteMember) { m.UnionTeams = "" })
	}
	r := w.run(run.People, synchronizations.Options{})
	if r.Outcome != run.Failure {
		t.Fatalf("%s", r.Outcome)
	}
	has(t, "the report", r.Problems[len(r.Problems)-1].Message, "teams")
	teams(func(i int) string { // the season is over
		if i == 0 {
			return "JO12-1"
		}
		return ""
	})
	w.good(run.People)
}

func TestAColumnThatIsGoneStopsTheRun(t *testing.T) {
	t.Parallel()
	for name, empty := range map[string]func(*inmem.SiteMember){
		"photos":  func(m *inmem.SiteMember) { m.PhotoOn = civil.Date{} },
		"mobiles": func(m *inmem.SiteMember) { m.Mobile = "" },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t)
			w.many(30)
			w.site.Change(func(c *inmem.SiteClub) {
				for i := range c.Members {
					c.Members[i].Mobile = fmt.Sprintf("06-1234%04d", i)
					c.Members[i].PhotoOn = civil.Date{Year: 2025, Month: 9, Day: 1}
					c.Members[i].Photo = federation.Picture{Data: portrait(t), Ext: "jpg"}
				}
			})
			w.good(run.People)
			w.site.Change(func(c *inmem.SiteClub) {
				for i := range c.Members {
					empty(&c.Members[i])
				}
			})
			w.forget()
			if r := w.run(run.People, synchronizations.Options{}); r.Outcome != run.Failure {
				t.Errorf("%s", r.Outcome)
			}
			w.quiet()
		})
	}
}

// forge changes what is remembered of a member.
func (w *world) forge(code string, change func(*ledger.Entry)) {
	w.t.Helper()
	e, err := w.Stores.Ledger.Find(w.t.Context(), ledger.Member, code)
	if err != nil {
		w.t.Fatal(err)
	}
	change(&e)
	if err := w.Stores.Ledger.Put(w.t.Context(), e); err != nil {
		w.t.Fatal(err)
	}
}

func TestANumberThatIsSomebodyElsesIsNotWrittenTo(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.good(run.People)
	people, _ := w.app.ByHand()
	piet, err := people.Create(t.Context(), named("Piet", "Puk", contacts("email", "piet@puk.example")))
	if err != nil {
		t.Fatal(err)
	}
	for _, code := range []string{"AAAA11", "DDDD44"} {
		w.forge(code, func(e *ledger.Entry) { e.SetNumber(piet.ID); e.Synced = "" })
	}
	w.edit("DDDD44", func(m *inmem.SiteMember) { m.Left = true })
	w.good(run.People)
	if got, err := people.Person(t.Context(), piet.ID); err != nil || got.FullName() != "Piet Puk" ||
		got.Membership.Former {
		t.Errorf("Piet became %s, %v", got.FullName(), err)
	}
	w.person("AAAA11") // one, and the same
}

func TestAMemberMadeAnewGetsPhotoAndWorkAgain(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.all()
	people, _ := w.app.ByHand()
	if err := people.Remove(t.Context(), w.person("DDDD44").ID, 0); err != nil {
		t.Fatal(err)
	}
	w.edit("DDDD44", func(m *inmem.SiteMember) { m.AgeClass = "Onder 12" })
	w.all()
	daan := w.person("DDDD44")
	if _, there := w.app.Photo(daan.ID); !there {
		t.Error("no photo")
	}
	if current, _ := w.rows("DDDD44"); current != 1 {
		t.Errorf("work: %s", text(daan, "work_history"))
	}
	w.settle()
}

func TestIndividualThatTheApplicationRefusesIsAnError(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.all()
	w.edit("AAAA11", func(m *inmem.SiteMember) { m.Mobile = "06-11111111" })
	w.app.Fail = func(call string, _ int64) error {
		if call == inmem.CallChange+" person" {
			return fault.New(fault.Invalid, "rest_invalid_param", "onjuist")
		}
		return nil
	}
	if result, err := w.Individual(t.Context(), "AAAA11"); err == nil {
		t.Errorf("%+v", result)
	}
}

func TestOwnWritesDoNotMakeAnEditNewer(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.all()
	w.byHand(w.person("DDDD44").ID, contacts("mobile", "06-44444444"))
	edited := w.at
	w.site.Change(func(c *inmem.SiteClub) {
		c.Rosters["100"] = append(c.Rosters["100"], federation.Place{Member: "DDDD44", Title: "Keeper"})
	})
	w.good(run.Teams) // writes Daan's work, hours later
	w.edit("DDDD44", func(m *inmem.SiteMember) {
		m.Mobile, m.Updated = "06-66666666", edited.Add(time.Hour).Format(time.RFC3339)
	})
	w.good(run.People)
	has(t, "Daan", text(w.person("DDDD44"), "contact_info"), "+31666666666")
}

func TestAnAddressIsNeverMixedFromBothSides(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.all()
	w.byHand(w.person("DDDD44").ID, map[string]any{"addresses": []map[string]any{
		{"address_label": "", "street": "Dijk 3 B", "postal_code": "7097 AB", "city": "Elzendam", "country": "Nederland"},
	}})
	w.edit("DDDD44", func(m *inmem.SiteMember) {
		m.Address.Street, m.Address.Number, m.Updated = "Laan", "10", w.at.Add(time.Hour).Format(time.RFC3339)
	})
	w.good(run.People)
	has(t, "Daan", text(w.person("DDDD44"), "addresses"), `"Laan 10"`)
	if a := w.member("DDDD44").Address; a.Street != "Laan" || a.Appendix != "" {
		t.Errorf("on the site: %+v", a)
	}
	if log := w.conflicts(); len(log) != 1 || log[0].Field != "address" || strings.Contains(log[0].App+log[0].Site, "Dijk") {
		t.Errorf("the log: %+v", log)
	}
	w.settle()
}

func TestAnEditOfAFormerMemberOfTheFederationOutlivesOtherChanges(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.edit("DDDD44", func(m *inmem.SiteMember) { m.Type = inmem.FormerType })
	w.all()
	w.byHand(w.person("DDDD44").ID, contacts("mobile", "06-44444444"))
	w.good(run.People)
	w.edit("DDDD44", func(m *inmem.SiteMember) { m.AgeClass = "Onder 12" })
	w.good(run.People)
	has(t, "Daan", text(w.person("DDDD44"), "contact_info"), "44444444")
	w.settle()
	w.edit("DDDD44", func(m *inmem.SiteMember) { m.Mobile = "06-66666666" })
	w.good(run.People)
	has(t, "Daan", text(w.person("DDDD44"), "contact_info"), "66666666")
}

func TestIndividualAsksTheSearchWhoIsAMember(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.all()
	w.site.Change(func(c *inmem.SiteClub) {
		c.Members = append(c.Members, member("EEEE55", "Eva", "Els", func(m *inmem.SiteMember) { m.Left = true }))
	})
	if _, err := w.Individual(t.Context(), "EEEE55"); !errors.Is(err, federation.ErrAbsent) {
		t.Errorf("somebody who is no member: %v", err)
	}
	w.edit("DDDD44", func(m *inmem.SiteMember) { m.Left = true })
	w.good(run.People)
	w.edit("DDDD44", func(m *inmem.SiteMember) { m.Left = false })
	if got := w.individual("DDDD44"); got.Action != refresh.Updated {
		t.Errorf("somebody who came back: %+v", got)
	}
	if got := text(w.person("DDDD44"), "former_member"); got != "false" {
		t.Errorf("former_member %s", got)
	}
}

func TestACodeToldTwiceIsOneMember(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.site.Change(func(c *inmem.SiteClub) {
		c.Members = append(c.Members, member("AAAA11", "Anna", "Bos", func(m *inmem.SiteMember) { m.Mobile = "06-11111111" }))
	})
	r := w.good(run.People)
	if r.Step(run.StepMemberDownload).Note == "" {
		t.Error("nothing is said about it")
	}
	w.good(run.People)
	w.forget()
	w.good(run.People)
	w.quiet()
}

func TestACertificateOfAVolunteerReplacesARemarkThatIsNoDate(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.edit("DDDD44", func(m *inmem.SiteMember) { m.Free[8] = "aangevraagd" })
	w.all()
	w.byHand(w.person("DDDD44").ID, map[string]any{"datum-vog": "2026-02-03"})
	w.good(run.People)
	if m := w.member("DDDD44"); m.Free[8] != "2026-02-03" {
		t.Errorf("on the site: %q", m.Free[8])
	}
	w.settle()
}

func TestWhoLeavesTakesTheirDataAlong(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.all()
	file := w.photo("DDDD44").File()
	w.edit("DDDD44", func(m *inmem.SiteMember) { m.Left = true })
	w.good(run.People)
	if _, err := w.files.Read(t.Context(), file); err == nil {
		t.Error("the file of the photo is kept")
	}
	for _, kind := range []ledger.Kind{ledger.Photo, ledger.Seen} {
		if _, err := w.Stores.Ledger.Find(t.Context(), kind, "DDDD44"); err == nil {
			t.Errorf("%s is kept", kind)
		}
	}
	e, err := w.Stores.Ledger.Find(t.Context(), ledger.Member, "DDDD44")
	if err != nil || strings.Contains(string(e.State), "Daan") {
		t.Errorf("%s %v", e.State, err)
	}
	for _, set := range []string{"members", "details"} {
		if record, err := w.Stores.Downloads.Get(t.Context(), set, "DDDD44"); err == nil {
			t.Errorf("%s: %s", set, record)
		}
	}
}

func TestAMemberWhoLeavesBeforeThePhotoIsFetchedIsNoError(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.site.Fail = func(call, _ string) error {
		if call == "Photo" {
			return federation.ErrBadPhoto
		}
		return nil
	}
	w.run(run.People, synchronizations.Options{})
	w.site.Fail = nil
	w.edit("DDDD44", func(m *inmem.SiteMember) { m.Left = true })
	w.good(run.People)
}

func TestANewPhotoOfAnotherKindLeavesNoFile(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.good(run.People)
	before := w.photo("DDDD44").File()
	w.edit("DDDD44", func(m *inmem.SiteMember) {
		m.PhotoOn, m.Photo.Ext = civil.Date{Year: 2026, Month: 3, Day: 1}, "png"
	})
	w.good(run.People)
	w.state("DDDD44", photo.Synced)
	if _, err := w.files.Read(t.Context(), before); err == nil {
		t.Errorf("%s is kept", before)
	}
}

func TestDryRunPlansWhatVolunteersEdited(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.all()
	w.byHand(w.person("DDDD44").ID, contacts("mobile", "06-44444444"))
	r := w.run(run.People, synchronizations.Options{DryRun: true})
	found := false
	for _, p := range r.Plan {
		found = found || p.Step == run.StepReverse && p.Key == "DDDD44"
	}
	if !found {
		t.Errorf("%+v", r.Plan)
	}
	if m := w.member("DDDD44"); m.Mobile != "" {
		t.Error("a dry run wrote")
	}
}

func TestTheCanaryIsNotSilentWhenTheFirstOnesLeft(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.many(6)
	w.good(run.People)
	for _, code := range []string{"AAAA11", "BBBB22", "CCCC33", "DDDD44"} {
		w.edit(code, func(m *inmem.SiteMember) { m.Left = true })
	}
	w.site.Fail = func(call, key string) error {
		switch {
		case call == "Member" && key < "E":
			return federation.ErrAbsent
		case call == "Member":
			return federation.ErrShape
		}
		return nil
	}
	w.forget()
	if r := w.run(run.People, synchronizations.Options{}); r.Outcome != run.Failure {
		t.Errorf("%s", r.Outcome)
	}
	w.quiet()
}

func TestAConflictIsLoggedOnce(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.all()
	w.byHand(w.person("DDDD44").ID, contacts("mobile", "06-44444444"))
	w.edit("DDDD44", func(m *inmem.SiteMember) {
		m.Mobile, m.Updated = "06-66666666", w.at.Add(-time.Hour).Format(time.RFC3339)
	})
	w.site.Fail = func(call, _ string) error {
		if call == "Edit" {
			return federation.ErrNotKept
		}
		return nil
	}
	for range 3 {
		w.run(run.People, synchronizations.Options{})
	}
	if n := len(w.conflicts()); n != 1 {
		t.Errorf("%d conflicts", n)
	}
}
