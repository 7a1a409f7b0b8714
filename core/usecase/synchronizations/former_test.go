package synchronizations_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/clubhuis/clubhuis/adapters/inmem"
	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/sync/federation"
	"github.com/clubhuis/clubhuis/core/sync/run"
	"github.com/clubhuis/clubhuis/core/usecase/synchronizations"
)

// departed is a club with three people who left before the application knew them: Fred, Gijs, and Els, who is Daan's mother now.
func departed(t testing.TB) *world {
	w := newWorld(t)
	left := func(m *inmem.SiteMember) {
		m.Left, m.Status, m.Birth = true, "INACTIVE", civil.Date{Year: 1980, Month: 1, Day: 2}
	}
	w.site.Change(func(c *inmem.SiteClub) {
		c.Members = append(c.Members,
			member("FFFF66", "Fred", "Fok", func(m *inmem.SiteMember) { left(m); m.Email = "fred@fok.example" }),
			member("GGGG77", "Gijs", "Gans", left),
			member("HHHH88", "E.", "Eik", func(m *inmem.SiteMember) { left(m); m.Email = "Els@Eik.example" }),
		)
	})
	w.all()
	return w
}

func (w *world) former(agreed int, force bool) run.Run {
	w.t.Helper()
	return w.run(run.FormerMembers, synchronizations.Options{AcceptCreations: agreed, Force: force})
}

func TestFormerMembersComeWhenSomebodyAgreedToTheirNumber(t *testing.T) {
	t.Parallel()
	w := departed(t)
	before := len(w.app.Everybody())
	w.forget()
	dry := w.run(run.FormerMembers, synchronizations.Options{DryRun: true})
	if len(dry.Plan) != 2 || dry.Plan[0].Key != "FFFF66" || dry.Plan[1].Key != "GGGG77" || dry.Outcome != run.Success {
		t.Errorf("the dry run plans %+v and ends as %s", dry.Plan, dry.Outcome)
	}
	has(t, "the dry run", dry.Report().Text(), "clubsync run former-members --accept-creations 2", "Former members found: 3",
		"1 oud-leden staan er al als ouder, en blijven dat: HHHH88")
	for _, agreed := range []int{0, 1, 3} {
		r := w.former(agreed, false)
		if r.Outcome != run.Failure {
			t.Errorf("with %d it ends as %s", agreed, r.Outcome)
		}
		has(t, "the report", r.Report().Text(), "er komen 2 oud-leden bij", "--accept-creations 2")
	}
	w.quiet()
	if r := w.former(2, false); r.Outcome != run.Success || r.Step(run.StepFormer).Counts.Created != 2 {
		t.Errorf("it ends as %s: %+v", r.Outcome, r.Problems)
	}
	if got := len(w.app.Everybody()); got != before+2 {
		t.Errorf("there are %d people, there were %d", got, before)
	}
	fred := w.person("FFFF66")
	if !fred.Membership.Former || fred.FullName() != "Fred Fok" || fred.Membership.Parent {
		t.Errorf("%+v", fred.Membership)
	}
	w.forget()
	if r := w.former(0, false); r.Outcome != run.Success {
		t.Errorf("the second run ends as %s", r.Outcome)
	}
	w.quiet()
	w.all()
	w.good(run.Helpdesk)
	for _, c := range w.desk.Known() {
		if slices.Contains(c.Emails, "fred@fok.example") {
			t.Error("Fred became a customer after he left")
		}
	}
	w.all() // the numbers of the customers go to the site
	w.forget()
	w.all()
	w.quiet()
	if found, err := w.Verify(t.Context()); err != nil || len(found) != 0 {
		t.Errorf("verify: %+v, %v", found, err)
	}
}

func TestAFormerMemberWhoRejoinsIsTheSamePersonAndCurrent(t *testing.T) {
	t.Parallel()
	w := departed(t)
	w.former(2, false)
	fred := w.person("FFFF66").ID
	w.edit("FFFF66", func(m *inmem.SiteMember) { m.Left, m.Status = false, "ACTIVE" })
	w.good(run.People)
	if now := w.person("FFFF66"); now.ID != fred || now.Membership.Former {
		t.Errorf("person %d, not %d; former %v", now.ID, fred, now.Membership.Former)
	}
	w.edit("HHHH88", func(m *inmem.SiteMember) { m.Left, m.Status, m.First = false, "ACTIVE", "Els" })
	w.good(run.People)
	if got := w.named("Els Eik"); len(got) != 1 || got[0].Membership.Former || got[0].Membership.Code != "HHHH88" {
		t.Errorf("Els is %d people", len(got))
	}
	w.settle()
}

// What the club clears of who left is no edit: nothing goes to the site, no run fills it in again, and who rejoins has it all.
func TestWhatWasClearedOfWhoLeftStaysClearedUntilTheyRejoin(t *testing.T) {
	t.Parallel()
	w := departed(t)
	w.former(2, false)
	w.edit("BBBB22", func(m *inmem.SiteMember) {
		m.Email, m.Mobile, m.Free[8] = "bram@bos.example", "0655555555", "2024-01-01"
	})
	w.all()
	w.edit("BBBB22", func(m *inmem.SiteMember) { m.Left, m.Status = true, "INACTIVE" })
	w.all()
	for _, code := range []string{"BBBB22", "FFFF66"} {
		if !w.person(code).Membership.Former || !strings.Contains(text(w.person(code), "contact_info"), "@") {
			t.Fatalf("before it %+v", w.person(code))
		}
		w.byHand(w.person(code).ID, map[string]any{ // not even when somebody does it as an edit, later than the site's
			"contact_info": contacts()["contact_info"], "addresses": []any{}, "birthdate": "", "gender": "", "datum-vog": "",
		})
	}
	w.forget()
	w.all()
	if r := w.former(0, false); r.Outcome != run.Success {
		t.Errorf("%s %+v", r.Outcome, r.Problems)
	}
	w.all()
	w.unwritten()
	for _, code := range []string{"BBBB22", "FFFF66"} {
		for field, cleared := range map[string]string{"contact_info": "[]", "addresses": "[]", "birthdate": `""`} {
			if got := text(w.person(code), field); got != cleared {
				t.Errorf("%s has the %s %s", code, field, got)
			}
		}
	}
	w.edit("BBBB22", func(m *inmem.SiteMember) { m.Left, m.Status = false, "ACTIVE" })
	w.good(run.People)
	has(t, "Bram", text(w.person("BBBB22"), "contact_info"), "bram@bos.example", "55555555")
	if m := w.member("BBBB22"); m.Email != "bram@bos.example" || m.Free[8] != "2024-01-01" || w.site.Count("Edit") != 0 {
		t.Errorf("%d edits; on the site: %+v", w.site.Count("Edit"), m)
	}
	w.settle()
}

func TestACurrentMemberIsNeverMadeAFormerOne(t *testing.T) {
	t.Parallel()
	w := departed(t)
	// The site says of Daan that he left, and the application has nobody with his code.
	w.edit("DDDD44", func(m *inmem.SiteMember) { m.Left, m.Status = true, "INACTIVE" })
	people, _ := w.app.ByHand()
	if err := people.Remove(t.Context(), w.person("DDDD44").ID, 0); err != nil {
		t.Fatal(err)
	}
	// Gijs was entered by hand, as somebody who is no former member.
	if _, err := people.Create(t.Context(), told(map[string]any{"first_name": "Gijs", "last_name": "Gans", "assoc-id": "gggg77"})); err != nil {
		t.Fatal(err)
	}
	if r := w.former(1, false); r.Outcome != run.Success || r.Step(run.StepFormer).Counts.Created != 1 {
		t.Errorf("%s %+v", r.Outcome, r.Problems)
	}
	for _, p := range w.app.Everybody() {
		if p.Membership.Former != (p.Membership.Code == "FFFF66") {
			t.Errorf("%s: former %v", p.FullName(), p.Membership.Former)
		}
	}
}

func TestAFormerMemberWhoWasRemovedStaysAwayUnlessForced(t *testing.T) {
	t.Parallel()
	w := departed(t)
	w.former(2, false)
	people, _ := w.app.ByHand()
	if err := people.Remove(t.Context(), w.person("FFFF66").ID, 0); err != nil {
		t.Fatal(err)
	}
	if found, err := w.Verify(t.Context()); err != nil || len(found) != 0 {
		t.Errorf("verify: %+v, %v", found, err)
	}
	r := w.former(0, false)
	if r.Outcome != run.Success || len(w.named("Fred Fok")) != 0 {
		t.Errorf("%s, %d", r.Outcome, len(w.named("Fred Fok")))
	}
	has(t, "the report", r.Report().Text(),
		"1 oud-leden zijn in de applicatie verwijderd en komen niet terug; met --force wel: FFFF66")
	if r := w.former(1, true); r.Outcome != run.Success || len(w.named("Fred Fok")) != 1 {
		t.Errorf("%s, %d", r.Outcome, len(w.named("Fred Fok")))
	}
}

func TestWithoutTheFormerMembersNothingIsWritten(t *testing.T) {
	t.Parallel()
	for _, fails := range []error{federation.ErrAnswer, federation.ErrShape, federation.ErrSignIn} {
		w := departed(t)
		w.forget()
		w.site.Fail = func(call, _ string) error {
			if call == "FormerMembers" {
				return fails
			}
			return nil
		}
		if r := w.former(2, false); r.Outcome != run.Failure {
			t.Errorf("%v ends as %s", fails, r.Outcome)
		}
		w.quiet()
	}
}

func TestAFormerMemberWhoCannotBeReadOrMadeStopsNobodyElse(t *testing.T) {
	t.Parallel()
	w := departed(t)
	w.edit("GGGG77", func(m *inmem.SiteMember) { m.Garbled = true })
	if r := w.former(1, false); r.Outcome != run.Partial || len(r.Problems) != 1 || r.Problems[0].Key != "GGGG77" {
		t.Errorf("%s %+v", r.Outcome, r.Problems)
	}
	w.edit("GGGG77", func(m *inmem.SiteMember) { m.Garbled = false })
	w.app.Fail = func(call string, _ int64) error {
		if call == inmem.CallCreate+" person" {
			return fault.New(fault.Invalid, "rest_invalid_param", "onjuist")
		}
		return nil
	}
	if r := w.former(1, false); r.Outcome != run.Partial || r.Errors() != 1 {
		t.Errorf("%s %+v", r.Outcome, r.Problems)
	}
	w.app.Fail = nil
	if r := w.former(1, false); r.Outcome != run.Success {
		t.Errorf("%s %+v", r.Outcome, r.Problems)
	}
	w.person("GGGG77")
}

func TestAKilledRunOfFormerMembersConverges(t *testing.T) {
	t.Parallel()
	end := func(w *world) string {
		n := len(w.run(run.FormerMembers, synchronizations.Options{DryRun: true}).Plan)
		if r := w.former(n, false); r.Outcome != run.Success {
			t.Fatalf("%s %+v", r.Outcome, r.Problems)
		}
		w.all()
		w.all()
		w.forget()
		w.all()
		w.quiet()
		return w.picture()
	}
	want := end(departed(t))
	for _, peopleNext := range []bool{false, true} {
		for at := 1; ; at += stride() {
			w := departed(t)
			d, revive := w.mortal(at)
			_, err := w.Run(t.Context(), run.FormerMembers, synchronizations.Options{AcceptCreations: 2})
			revive()
			if !d.over() {
				if at < 6 || err != nil && !errors.Is(err, errDead) {
					t.Errorf("%d events, %v", at-1, err)
				}
				break
			}
			if peopleNext {
				w.good(run.People)
			}
			if got := end(w); got != want {
				t.Fatalf("killed at event %d (people next: %v):\n%s", at, peopleNext, difference(want, got))
			}
			if n := len(w.named("Fred Fok")); n != 1 {
				t.Fatalf("killed at event %d: %d people are Fred", at, n)
			}
		}
	}
}
