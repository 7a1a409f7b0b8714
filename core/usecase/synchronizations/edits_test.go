package synchronizations_test

import (
	"testing"
	"time"

	"github.com/clubhuis/clubhuis/adapters/inmem"
	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/sync/conflict"
	"github.com/clubhuis/clubhuis/core/sync/federation"
	"github.com/clubhuis/clubhuis/core/sync/run"
	"github.com/clubhuis/clubhuis/core/usecase/synchronizations"
)

// contacts are contact rows as a volunteer saves them.
func contacts(rows ...string) map[string]any {
	list := []map[string]any{}
	for i := 0; i+1 < len(rows); i += 2 {
		list = append(list, map[string]any{"contact_type": rows[i], "contact_label": "", "contact_value": rows[i+1]})
	}
	return map[string]any{"contact_info": list}
}

// member is the site's member.
func (w *world) member(code string) (m inmem.SiteMember) {
	w.site.Change(func(c *inmem.SiteClub) { m = *c.Member(code) })
	return m
}

func (w *world) conflicts() []conflict.Decision {
	w.t.Helper()
	list, err := w.Stores.Conflicts.List(w.t.Context(), 10)
	if err != nil {
		w.t.Fatal(err)
	}
	return list
}

// settle runs everything until what follows from an edit (a parent's address, an entry on a list) is sent, and holds that
// nothing is sent after that.
func (w *world) settle() {
	w.t.Helper()
	w.all()
	w.forget()
	w.all()
	w.quiet()
}

func TestOwnWriteIsNotDetectedAsAUserEdit(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.edit("AAAA11", func(m *inmem.SiteMember) { m.Email, m.Mobile = " Anna@BOS.example ", "06 22222222" })
	w.all()
	w.edit("AAAA11", func(m *inmem.SiteMember) { m.Mobile = "06-33333333"; m.Free[8] = "1-2-2024" })
	w.all()
	w.all()
	if n := w.site.Count("Edit"); n != 0 {
		t.Errorf("%d edits: %+v", n, w.site.Calls())
	}
}

func TestAnEditOfAVolunteerReachesTheSite(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.edit("DDDD44", func(m *inmem.SiteMember) { m.Mobile, m.Block = "0655555555", true })
	w.all()
	w.byHand(w.person("DDDD44").ID, map[string]any{
		"contact_info": contacts("email", "daan@eik.example", "mobile", "06-44444444")["contact_info"],
		"addresses": []map[string]any{
			{"address_label": "", "street": "Kade 9 B", "postal_code": "7097 ZZ", "city": "Elzendam", "country": "België"},
		},
		"datum-vog": "2026-02-03", "helpdesk-id": "77", "financiele-blokkade": false,
	})
	w.good(run.People)
	m := w.member("DDDD44")
	if m.Email != "daan@eik.example" || m.Mobile != "0644444444" || m.Block || m.Free[3] != "77" || m.Free[8] != "2026-02-03" {
		t.Errorf("on the site: %+v", m)
	}
	if a := m.Address; a.Street != "Kade" || a.Number != "9" || a.Appendix != "B" || a.Zip != "7097 ZZ" || a.Country != "België" {
		t.Errorf("on the site: %+v", a)
	}
	w.settle()
	if c := w.conflicts(); len(c) != 0 {
		t.Errorf("conflicts %+v", c)
	}
}

func TestClearedFieldPropagatesBothWays(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.edit("DDDD44", func(m *inmem.SiteMember) {
		m.Mobile, m.Email, m.Free[8] = "0655555555", "daan@eik.example", "2024-01-01"
	})
	w.all()
	w.byHand(w.person("DDDD44").ID, map[string]any{"contact_info": contacts("email", "daan@eik.example")["contact_info"],
		"datum-vog": ""})
	w.good(run.People)
	if m := w.member("DDDD44"); m.Mobile != "" || m.Free[8] != "" || m.Email == "" {
		t.Errorf("on the site: %+v", m)
	}
	w.edit("DDDD44", func(m *inmem.SiteMember) { m.Email = "" })
	w.good(run.People)
	lacks(t, "Daan", text(w.person("DDDD44"), "contact_info"), "@")
}

func TestUserEditWinsOnlyWhenNewer(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name   string
		site   time.Duration // of the site's change after the volunteer's
		winner conflict.Winner
		reason string
	}{
		{"the volunteer came later", -time.Hour, conflict.Application, conflict.AppNewer},
		{"the site came later", time.Hour, conflict.Site, conflict.SiteNewer},
		{"five seconds are no difference", -5 * time.Second, conflict.Site, conflict.WithinGrace},
		{"six are", -6 * time.Second, conflict.Application, conflict.AppNewer},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t)
			w.all()
			w.byHand(w.person("DDDD44").ID, contacts("mobile", "06-44444444"))
			w.edit("DDDD44", func(m *inmem.SiteMember) {
				m.Mobile, m.Updated = "06-66666666", w.at.Add(c.site).Format(time.RFC3339)
			})
			w.good(run.People)
			want, onSite := "+31644444444", "0644444444"
			if c.winner == conflict.Site {
				want, onSite = "+31666666666", "06-66666666"
			}
			has(t, "Daan", text(w.person("DDDD44"), "contact_info"), want)
			if m := w.member("DDDD44"); m.Mobile != onSite {
				t.Errorf("on the site: %s", m.Mobile)
			}
			log := w.conflicts()
			if len(log) != 1 || log[0].Winner != c.winner || log[0].Reason != c.reason || log[0].Member != "DDDD44" ||
				log[0].Field != "mobile" {
				t.Errorf("the log: %+v", log)
			}
			w.forget()
			w.all()
			w.quiet()
		})
	}
}

func TestASiteThatTellsOnlyTheDayWinsOnThatDay(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name string
		days int
		want string
	}{{"the same day", 0, "+31666666666"}, {"the day before", -1, "+31644444444"}} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t)
			w.all()
			w.byHand(w.person("DDDD44").ID, contacts("mobile", "06-44444444"))
			w.edit("DDDD44", func(m *inmem.SiteMember) {
				m.Mobile, m.Updated = "06-66666666", civil.On(w.at, w.Zone).AddDays(c.days).String()
			})
			w.good(run.People)
			has(t, "Daan", text(w.person("DDDD44"), "contact_info"), c.want)
		})
	}
}

func TestAnotherFieldOfTheSiteLeavesTheVolunteersEdit(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.all()
	w.byHand(w.person("DDDD44").ID, contacts("mobile", "06-44444444"))
	w.edit("DDDD44", func(m *inmem.SiteMember) { m.AgeClass = "Onder 12" })
	w.good(run.People)
	has(t, "Daan", text(w.person("DDDD44"), "contact_info"), "+31644444444")
	if m := w.member("DDDD44"); m.Mobile != "0644444444" {
		t.Errorf("on the site: %q", m.Mobile)
	}
	if c := w.conflicts(); len(c) != 0 {
		t.Errorf("conflicts %+v", c)
	}
}

func TestAnEditThatTheSiteRefusesIsTriedAgain(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.all()
	w.byHand(w.person("DDDD44").ID, contacts("mobile", "06-44444444", "email", "daan@eik.example"))
	w.site.Fail = func(call, _ string) error {
		if call == "Edit mobile" {
			return federation.ErrNotKept
		}
		return nil
	}
	if r := w.run(run.People, synchronizations.Options{}); r.Outcome != run.Partial || r.Step(run.StepReverse).Counts.Errors != 1 {
		t.Errorf("%s %+v", r.Outcome, r.Problems)
	}
	if m := w.member("DDDD44"); m.Email != "daan@eik.example" || m.Mobile != "" {
		t.Errorf("on the site: %q %q", m.Email, m.Mobile)
	}
	w.site.Fail = nil
	w.good(run.People)
	if m := w.member("DDDD44"); m.Mobile != "0644444444" {
		t.Errorf("on the site: %q", m.Mobile)
	}
	w.settle()
}

func TestAFormerMemberOfTheFederationKeepsTheEditHere(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.edit("DDDD44", func(m *inmem.SiteMember) { m.Type = inmem.FormerType })
	w.all()
	w.byHand(w.person("DDDD44").ID, contacts("mobile", "06-44444444"))
	w.good(run.People)
	w.forget()
	w.all()
	w.quiet()
	has(t, "Daan", text(w.person("DDDD44"), "contact_info"), "44444444")
}

func TestALaterEditOfAFieldThatWaitsIsTheNewerSide(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.all()
	id := w.person("DDDD44").ID
	w.byHand(id, contacts("mobile", "06-44444444"))
	w.good(run.Functions) // meets the first edit
	w.edit("DDDD44", func(m *inmem.SiteMember) {
		m.Mobile, m.Updated = "06-66666666", w.at.Add(30*time.Minute).Format(time.RFC3339)
	})
	w.byHand(id, contacts("mobile", "06-55555555"))
	w.good(run.People)
	has(t, "Daan", text(w.person("DDDD44"), "contact_info"), "55555555")
	if m := w.member("DDDD44"); m.Mobile != "0655555555" {
		t.Errorf("on the site: %s", m.Mobile)
	}
	w.settle()
}

func TestAWriteForAnotherReasonDoesNotMakeAnEditNewer(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.all()
	w.byHand(w.person("DDDD44").ID, contacts("mobile", "06 44444444"))
	w.good(run.Functions)
	at := w.at
	w.onRoster("100", "DDDD44", "Leider")
	w.good(run.Teams)
	w.edit("DDDD44", func(m *inmem.SiteMember) {
		m.Mobile, m.Updated = "06-66666666", at.Add(30*time.Minute).Format(time.RFC3339)
	})
	w.good(run.People)
	has(t, "Daan", text(w.person("DDDD44"), "contact_info"), "66666666")
	w.settle()
}

// What waits for the site when a member vanishes there can't be written, and how the fields stood is forgotten: the report says
// so.
func TestTheReportTellsOfAnEditThatIsDroppedWithTheMember(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.all()
	w.byHand(w.person("DDDD44").ID, contacts("mobile", "06-44444444"))
	w.edit("DDDD44", func(m *inmem.SiteMember) { m.Left = true })
	has(t, "the report", notes(w.good(run.People)),
		"DDDD44 staat niet meer in de ledenadministratie: wat daar nog heen moest (velden: 1)")
	lacks(t, "the next report", notes(w.good(run.People)), "DDDD44")
}

// The name of a street may end in a number: the site's own says where it ends.
func TestAnEditedNumberIsNoPartOfTheStreet(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.edit("DDDD44", func(m *inmem.SiteMember) {
		m.Address.Street, m.Address.Number, m.Address.Appendix = "Plein 40", "3", ""
	})
	w.all()
	w.byHand(w.person("DDDD44").ID, map[string]any{"addresses": []map[string]any{{
		"address_label": "", "street": "Plein 40 5b",
		"postal_code": w.member("DDDD44").Address.Zip, "city": w.member("DDDD44").Address.City,
	}}})
	w.good(run.People)
	if a := w.member("DDDD44").Address; a.Street != "Plein 40" || a.Number != "5" || a.Appendix != "b" {
		t.Errorf("on the site: %+v", a)
	}
	w.settle()
}
