package synchronizations_test

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/clubhuis/clubhuis/adapters/inmem"
	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/sync/federation"
	"github.com/clubhuis/clubhuis/core/sync/ledger"
	"github.com/clubhuis/clubhuis/core/sync/run"
	"github.com/clubhuis/clubhuis/core/usecase/synchronizations"
)

var errDown = fault.New(fault.Unavailable, "down", "onbereikbaar")

// contract: sync §4-3
func TestTheFirstRunBringsTheClub(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.all()
	if n := len(w.app.Everybody()); n != 5 { // four members and Els
		t.Errorf("%d people", n)
	}
	anna, carla := w.person("AAAA11"), w.person("CCCC33")
	has(t, "Anna", text(anna, "contact_info"), "anna@bos.example")
	has(t, "Anna", text(anna, "work_history"), "Teamspeler", `"is_current":true`)
	types, err := w.People.RelationTypes(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	has(t, "Carla", text(carla, "relationships"), `"relationship_type":`+number(types["child"])+",")
	if len(carla.Relations) != 2 || len(anna.Relations) < 1 {
		t.Errorf("relations: %s and %s", text(carla, "relationships"), text(anna, "relationships"))
	}
	if _, there := w.app.Photo(w.person("DDDD44").ID); !there {
		t.Error("Daan has no photo")
	}
	if on := w.lists.On("een"); len(on) != 3 { // Anna, Bram (his mother's address), Els
		t.Errorf("list een: %+v", on)
	}
}

func TestSecondRunOfEveryPipelineMakesNoWrite(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.all()
	for range 2 {
		w.forget()
		w.all()
		w.quiet()
	}
}

// contract: sync §4-2
func TestForceOnlySkipsChangeDetection(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.many(60)
	w.good(run.People)
	w.forget()
	r := w.run(run.People, synchronizations.Options{Force: true})
	if r.Outcome != run.Success || w.app.Count(inmem.CallChange+" person") < 64 {
		t.Errorf("%s, %d changes", r.Outcome, w.app.Count(inmem.CallChange+" person"))
	}
	w.site.Change(func(c *inmem.SiteClub) { c.Members = c.Members[:40] })
	w.forget()
	r = w.run(run.People, synchronizations.Options{Force: true})
	if r.Outcome != run.Failure {
		t.Errorf("with --force a run that would remove too much ends as %s", r.Outcome)
	}
	w.quiet()
}

func TestRejoinClearsFormerMember(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.all()
	w.edit("DDDD44", func(m *inmem.SiteMember) { m.Left = true })
	w.good(run.People)
	if got := text(w.person("DDDD44"), "former_member"); got != "true" {
		t.Fatalf("after leaving: former_member %s", got)
	}
	if n := len(w.named("Els Eik")); n != 0 {
		t.Errorf("a parent without a child in the club stays: %d", n)
	}
	w.edit("DDDD44", func(m *inmem.SiteMember) { m.Left = false })
	w.good(run.People)
	if got := text(w.person("DDDD44"), "former_member"); got != "false" {
		t.Errorf("after coming back unchanged: former_member %s", got)
	}
	if n := len(w.named("Els Eik")); n != 1 {
		t.Errorf("%d times Els", n)
	}
}

func TestVanishGuard(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.many(60)
	w.good(run.People)
	w.site.Change(func(c *inmem.SiteClub) { c.Members = c.Members[:56] }) // eight of 64 vanish
	w.forget()
	r := w.run(run.People, synchronizations.Options{})
	w.quiet()
	if r.Outcome != run.Failure || len(r.Problems) == 0 {
		t.Fatalf("%s %+v", r.Outcome, r.Problems)
	}
	said := r.Problems[len(r.Problems)-1].Message
	has(t, "the report", said, "8 van 64 leden", "--accept-removals")
	number := 0
	for _, word := range strings.Fields(said) {
		n := 0
		for _, digit := range word {
			if digit < '0' || digit > '9' {
				n = 0
				break
			}
			n = n*10 + int(digit-'0')
		}
		if n > 0 {
			number = n // the last one is the flag's
		}
	}
	for _, wrong := range []synchronizations.Options{
		{AcceptRemovals: number - 1}, {AcceptRemovals: number + 1}, {AcceptRemovals: number, Scheduled: true},
	} {
		if r := w.run(run.People, wrong); r.Outcome != run.Failure {
			t.Errorf("%+v: %s", wrong, r.Outcome)
		}
	}
	w.quiet()
	if r := w.run(run.People, synchronizations.Options{AcceptRemovals: number}); r.Outcome != run.Success {
		t.Errorf("with the number that was named: %s %+v", r.Outcome, r.Problems)
	}
	if got := text(w.person("ZZ0059"), "former_member"); got != "true" {
		t.Errorf("former_member %s", got)
	}
}

func TestFailedDownloadUsesTheLastOneAndRemovesNobody(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.good(run.People)
	w.good(run.People)
	w.edit("AAAA11", func(m *inmem.SiteMember) { m.Left = true })
	w.site.Fail = func(call, _ string) error {
		if call == "Members" {
			return federation.ErrAnswer
		}
		return nil
	}
	w.app.Fail = func(call string, _ int64) error { return nil }
	w.forget()
	r := w.run(run.People, synchronizations.Options{})
	w.quiet()
	note := r.Step(run.StepMemberDownload).Note
	if r.Outcome != run.Partial || !strings.Contains(note, "2026-03-14 14:00") { // of the second run
		t.Errorf("%s %+v", r.Outcome, r.Steps)
	}
	w.site.Fail = nil
	w.good(run.People)
	if got := text(w.person("AAAA11"), "former_member"); got != "true" {
		t.Errorf("former_member %s", got)
	}
}

func TestAFirstDownloadThatFailsDoesNothing(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.site.Fail = func(string, string) error { return federation.ErrSignIn }
	r := w.run(run.People, synchronizations.Options{})
	w.quiet()
	if r.Outcome != run.Failure {
		t.Errorf("%s", r.Outcome)
	}
}

func TestAChangedPageStopsBeforeAnyWrite(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.good(run.People)
	w.edit("AAAA11", func(m *inmem.SiteMember) { m.Mobile = "0611111111" })
	w.site.Fail = func(call, _ string) error {
		if call == "Member" {
			return &federation.Failure{Err: federation.ErrShape, Address: "/member", Screenshot: []byte("png"), Text: "Leden"}
		}
		return nil
	}
	for _, pipeline := range []run.Pipeline{run.People, run.Teams, run.FunctionsFull} {
		w.forget()
		r := w.run(pipeline, synchronizations.Options{})
		w.quiet()
		if r.Outcome != run.Failure {
			t.Errorf("%s: %s", pipeline, r.Outcome)
		}
		at := slices.IndexFunc(r.Problems, func(p run.Problem) bool { return p.Evidence != "" })
		if at < 0 {
			t.Fatalf("%s: no evidence: %+v", pipeline, r.Problems)
		}
		if kept, err := w.files.Read(t.Context(), r.Problems[at].Evidence); err != nil || !strings.Contains(string(kept), "Leden") {
			t.Errorf("%s: evidence %q, %v", pipeline, kept, err)
		}
	}
}

func TestFailedPutRetriedNextRun(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.all()
	w.edit("AAAA11", func(m *inmem.SiteMember) { m.Mobile = "0611111111" })
	w.site.Change(func(c *inmem.SiteClub) {
		c.Rosters["200"] = append(c.Rosters["200"], federation.Place{Member: "AAAA11", Title: "Keeper"})
	})
	anna := w.person("AAAA11").ID
	w.app.Fail = func(call string, id int64) error {
		if call == inmem.CallChange+" person" && id == anna {
			return errDown
		}
		return nil
	}
	for _, pipeline := range []run.Pipeline{run.People, run.Teams} {
		if r := w.run(pipeline, synchronizations.Options{}); r.Outcome != run.Partial {
			t.Errorf("%s: %s", pipeline, r.Outcome)
		}
	}
	w.app.Fail = nil
	w.good(run.People)
	w.good(run.Teams)
	has(t, "Anna", text(w.person("AAAA11"), "contact_info"), "+31611111111")
	has(t, "Anna", text(w.person("AAAA11"), "work_history"), "Keeper")
}

func TestLostMemoryMakesNobodyTwice(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.all()
	before := len(w.app.Everybody())
	groups := len(w.app.Everygroup("team"))
	w.Stores = inmem.NewSync()
	w.all()
	if after := len(w.app.Everybody()); after != before {
		t.Errorf("%d people were %d", after, before)
	}
	if after := len(w.app.Everygroup("team")); after != groups {
		t.Errorf("%d teams were %d", after, groups)
	}
	if n := len(w.person("AAAA11").Work); n != 1 {
		t.Errorf("Anna has %d rows: %s", n, text(w.person("AAAA11"), "work_history"))
	}
}

func TestHandMadeContactsAndAddressesSurvive(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.good(run.People)
	anna := w.person("AAAA11")
	people, _ := w.app.ByHand()
	if _, err := people.Change(t.Context(), anna.ID, told(map[string]any{
		"contact_info": []map[string]any{
			{"contact_type": "email", "contact_label": "", "contact_value": "anna@bos.example"},
			{"contact_type": "website", "contact_label": "", "contact_value": "https://anna.example"},
		},
		"nickname": "An",
	})); err != nil {
		t.Fatal(err)
	}
	w.edit("AAAA11", func(m *inmem.SiteMember) { m.Mobile = "0611111111" })
	w.good(run.People)
	has(t, "Anna", text(w.person("AAAA11"), "contact_info"), "https://anna.example", "+31611111111")
	has(t, "Anna", text(w.person("AAAA11"), "nickname"), "An")
}

func TestClearedOnTheSiteIsClearedHere(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.edit("AAAA11", func(m *inmem.SiteMember) { m.Mobile = "0611111111" })
	w.good(run.People)
	w.edit("AAAA11", func(m *inmem.SiteMember) { m.Mobile, m.Type = "", "" })
	w.good(run.People)
	lacks(t, "Anna", text(w.person("AAAA11"), "contact_info"), "+31611111111")
	if got := text(w.person("AAAA11"), "type-lid"); got != `""` {
		t.Errorf("type-lid %s", got)
	}
}

func TestListAddressRemovedWhenMemberLeaves(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.good(run.People)
	w.edit("AAAA11", func(m *inmem.SiteMember) { m.Left = true })
	w.good(run.People)
	for _, s := range w.lists.On("een") {
		if s.Email == "anna@bos.example" {
			t.Error("Anna is still on the list")
		}
	}
}

func TestAListThatRefusesOneAddressTakesTheOthers(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.lists.Fail = func(call, _, who string) error {
		if call == inmem.CallPut && who == "anna@bos.example" {
			return fault.New(fault.Invalid, "email", "onjuist adres")
		}
		return nil
	}
	r := w.run(run.People, synchronizations.Options{})
	if r.Outcome != run.Partial || r.Step(run.StepLists).Counts.Errors != 1 || len(w.lists.On("een")) != 2 {
		t.Errorf("%s %+v %+v", r.Outcome, r.Step(run.StepLists).Counts, w.lists.On("een"))
	}
	w.lists.Fail = nil
	w.good(run.People)
	if len(w.lists.On("een")) != 3 {
		t.Errorf("%+v", w.lists.On("een"))
	}
}

func TestDryRunWritesNothing(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	for _, pipeline := range []run.Pipeline{run.People, run.Teams, run.FunctionsFull} {
		r := w.run(pipeline, synchronizations.Options{DryRun: true})
		if r.Outcome != run.Success {
			t.Errorf("%s: %s %+v", pipeline, r.Outcome, r.Problems)
		}
	}
	w.quiet()
	if runs, err := w.Stores.Runs.List(t.Context(), 10); err != nil || len(runs) != 0 {
		t.Errorf("runs %v, %v", runs, err)
	}
	r := w.run(run.People, synchronizations.Options{DryRun: true})
	if !slices.ContainsFunc(r.Plan, func(p run.Planned) bool { return p.Key == "AAAA11" && p.Kind == "create" }) {
		t.Errorf("plan %+v", r.Plan)
	}
}

func TestPausesAreTheContracts(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.edit("AAAA11", func(m *inmem.SiteMember) {
		m.PhotoOn, m.Photo = civil.Date{Year: 2025, Month: 9, Day: 1}, federation.Picture{Data: portrait(t), Ext: "jpg"}
	})
	waits := func(pipeline run.Pipeline) map[pause]int {
		w.waits = nil
		w.forget()
		w.good(pipeline)
		counts := map[pause]int{}
		for _, p := range w.waits {
			counts[p]++
		}
		return counts
	}
	member, call := pause{500 * time.Millisecond, 1500 * time.Millisecond}, pause{2 * time.Second, 2 * time.Second}
	got := waits(run.People)
	lists := len(w.lists.Reads()) + len(w.lists.Writes())
	// Between two photos that are fetched, between any two calls to the lists, and between two photos that are sent.
	if want := map[pause]int{member: 1, call: lists - 1 + 1}; lists < 4 || !maps.Equal(got, want) {
		t.Errorf("people with %d calls to lists: %v", lists, got)
	}
	if got := waits(run.Teams); !maps.Equal(got, map[pause]int{member: 1}) {
		t.Errorf("two teams: %v", got)
	}
	if got := waits(run.FunctionsFull); !maps.Equal(got, map[pause]int{member: 3}) {
		t.Errorf("functions of four members: %v", got)
	}
	for _, code := range []string{"AAAA11", "DDDD44"} {
		w.byHand(w.person(code).ID, contacts("email", strings.ToLower(code)+"@club.example"))
	}
	if got := waits(run.People); got[pause{time.Second, 2 * time.Second}] != 1 {
		t.Errorf("two edits on the site: %v", got)
	}
}

func TestTheSummaryIsMailedAfterAScheduledRunAlsoWhenItFails(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.run(run.People, synchronizations.Options{Scheduled: true})
	w.site.Fail = func(string, string) error { return errors.New("broken") }
	w.run(run.Teams, synchronizations.Options{Scheduled: true})
	w.run(run.People, synchronizations.Options{})
	sent := w.mail.Sent()
	if len(sent) != 2 || !strings.Contains(sent[0].Text, "PEOPLE SYNC SUMMARY") || !strings.Contains(sent[1].Text, "ERRORS (") {
		t.Errorf("%+v", sent)
	}
}

func TestWhatIsDamagedInTheLedgerStopsTheRunBeforeTheGuardIsPassed(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.good(run.People)
	damaged := ledger.Entry{Kind: ledger.Photo, Key: "DDDD44", State: []byte(`[]`)}
	if err := w.Stores.Ledger.Put(t.Context(), damaged); err != nil {
		t.Fatal(err)
	}
	w.edit("AAAA11", func(m *inmem.SiteMember) { m.Left = true })
	w.forget()
	if r := w.run(run.People, synchronizations.Options{}); r.Outcome != run.Failure {
		t.Errorf("%s", r.Outcome)
	}
	w.quiet()
}

// A report begins with a sentence for people, and has what it came from behind it, without codes.
func TestAReportSpeaksToPeople(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.site.Fail = func(string, string) error {
		return fmt.Errorf("read the search: %w", &federation.Failure{
			Err: federation.ErrAnswer.Because(errors.New("the answer is a 500")), Address: "https://club.example/search",
		})
	}
	for i, want := range []string{
		"De ledenadministratie gaf geen bruikbaar antwoord: read the search: the answer is a 500 (https://club.example/search)",
		"Er is nog geen eerdere download om mee verder te gaan.",
	} {
		r := w.run(run.People, synchronizations.Options{})
		if len(r.Problems) != 2 || r.Problems[i].Message != want {
			t.Errorf("the report says %+v", r.Problems)
		}
	}
}

// One member whose page is odd does not keep everybody else's from being read; pages that are odd one after the other do.
func TestOneOddPageIsNoChangedSite(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.many(8)
	w.good(run.People)
	odd := map[string]bool{"BBBB22": true}
	w.site.Fail = func(call, code string) error {
		if call == "Member" && odd[code] {
			return federation.ErrShape
		}
		return nil
	}
	w.edit("DDDD44", func(m *inmem.SiteMember) { m.Free[8] = "2026-01-02" })
	if r := w.run(run.FunctionsFull, synchronizations.Options{}); r.Outcome != run.Partial || len(r.Problems) != 1 ||
		r.Problems[0].Key != "BBBB22" {
		t.Errorf("%s %+v", r.Outcome, r.Problems)
	}
	has(t, "Daan", text(w.person("DDDD44"), "datum-vog"), "2026-01-02")
	for i := range 5 {
		odd[fmt.Sprintf("ZZ%04d", i)] = true
	}
	w.edit("DDDD44", func(m *inmem.SiteMember) { m.Free[8] = "2026-02-03" })
	if r := w.run(run.FunctionsFull, synchronizations.Options{}); r.Outcome != run.Failure {
		t.Errorf("%s %+v", r.Outcome, r.Problems)
	}
	has(t, "Daan", text(w.person("DDDD44"), "datum-vog"), "2026-01-02")
}
