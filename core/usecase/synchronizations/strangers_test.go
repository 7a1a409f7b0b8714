package synchronizations_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/clubhuis/clubhuis/adapters/inmem"
	"github.com/clubhuis/clubhuis/core/sync/federation"
	"github.com/clubhuis/clubhuis/core/sync/ledger"
	"github.com/clubhuis/clubhuis/core/sync/payload"
	"github.com/clubhuis/clubhuis/core/sync/refresh"
	"github.com/clubhuis/clubhuis/core/sync/run"
	"github.com/clubhuis/clubhuis/core/usecase/synchronizations"
	"github.com/clubhuis/clubhuis/core/work"
)

// Records that a stranger made: see adapters/inmem.Application.Strangers.

// plant lets a stranger make a person, and returns their number.
func (w *world) plant(change payload.Person) int64 {
	w.t.Helper()
	people, _ := w.app.Strangers()
	made, err := people.Create(w.t.Context(), change)
	if err != nil {
		w.t.Fatal(err)
	}
	return made.ID
}

func (w *world) plantGroup(change payload.Group) int64 {
	w.t.Helper()
	_, groups := w.app.Strangers()
	made, err := groups.Create(w.t.Context(), change)
	if err != nil {
		w.t.Fatal(err)
	}
	return made.ID
}

func (w *world) distrust(kind work.Kind, id int64) {
	w.t.Helper()
	if err := w.app.Distrust(w.t.Context(), kind, id); err != nil {
		w.t.Fatal(err)
	}
}

func (w *world) adopt(kind work.Kind, id int64) {
	w.t.Helper()
	if err := w.app.Adopt(w.t.Context(), kind, id); err != nil {
		w.t.Fatal(err)
	}
}

// typed lets a stranger change fields of a person.
func (w *world) typed(id int64, change payload.Person) {
	w.t.Helper()
	now := w.record(id)
	change.Name, change.Told = now.Name, append([]string{"first_name", "last_name"}, change.Told...)
	w.changed(id, change)
}

func (w *world) record(id int64) payload.Person {
	w.t.Helper()
	people, _ := w.app.ByHand()
	found, err := people.Person(w.t.Context(), id)
	if err != nil {
		w.t.Fatal(err)
	}
	return found
}

// standing is what a person's record holds, but for the code.
func (w *world) standing(id int64) string {
	w.t.Helper()
	fields := fieldsOf(w.record(id))
	delete(fields, "assoc-id")
	photo, has := w.app.Photo(id)
	var lines []string
	for key, value := range fields {
		lines = append(lines, key+" "+string(value))
	}
	slices.Sort(lines)
	return strings.Join(append(lines, fmt.Sprint(has, len(photo.Data))), "\n")
}

// notes are all notes of a run.
func notes(r run.Run) string {
	var all []string
	for _, s := range r.Steps {
		all = append(all, s.Note)
	}
	return strings.Join(all, "\n")
}

var forged = told(map[string]any{
	"contact_info": []map[string]any{{"contact_type": "email", "contact_label": "", "contact_value": "mallory@evil.example"}},
	"addresses": []map[string]any{
		{"address_label": "", "street": "Aanvallerstraat 1", "postal_code": "6666 XX", "city": "Elders", "country": "Nederland"},
	},
	"datum-vog": "2026-11-01", "financiele-blokkade": true,
})

func (w *world) siteUntouched() {
	w.t.Helper()
	if n := w.site.Count("Edit"); n != 0 {
		w.t.Errorf("%d edits on the site", n)
	}
}

func TestAStrangerWithAMembersCodeGetsNothingOfTheMember(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	planted := w.plant(told(map[string]any{"first_name": "Plant", "assoc-id": "DDDD44"}))
	before := w.standing(planted)
	first := w.good(run.People)
	has(t, "the report", notes(first), "iemand anders heeft lid DDDD44 al ingevoerd (persoon "+number(planted)+")")
	w.good(run.Teams)
	w.good(run.FunctionsFull)
	if now := w.standing(planted); now != before {
		t.Errorf("the stranger has\n%s\nand had\n%s", now, before)
	}
	if got := w.person("DDDD44"); got.ID == planted || !got.Administered || got.FullName() != "Daan Eik" ||
		len(got.Work) != 1 {
		t.Errorf("Daan is %+v", got)
	}
	if _, photo := w.app.Photo(w.person("DDDD44").ID); !photo {
		t.Error("Daan has no photo")
	}
	w.typed(planted, forged)
	w.forget()
	again := w.good(run.People)
	w.quiet()
	w.siteUntouched()
	lacks(t, "the report of a run that did not meet the stranger", notes(again), "iemand anders")
}

func TestAStrangerWithAParentsAddressAndNameIsNoParent(t *testing.T) {
	t.Parallel()
	for name, change := range map[string]payload.Person{
		"address and name":          named("Els", "Eik", contacts("email", "els@eik.example")),
		"address":                   named("Mallory", "Kwaad", contacts("email", "els@eik.example")),
		"address of the name alone": named("Els Eik", "", contacts("email2", "els@eik.example")),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t)
			w.edit("DDDD44", func(m *inmem.SiteMember) { m.Parents[0].Telephone = "06-77777777" })
			planted := w.plant(change)
			before := w.standing(planted)
			has(t, "the report", notes(w.good(run.People)), "persoon "+number(planted)+" heeft het e-mailadres van een ouder")
			if now := w.standing(planted); now != before {
				t.Errorf("the stranger has\n%s\nand had\n%s", now, before)
			}
			els := slices.DeleteFunc(w.named("Els Eik"), func(r payload.Person) bool { return r.ID == planted })
			if len(els) != 1 || !slices.Equal(w.childrenOf(els[0]), []string{"Daan"}) {
				t.Errorf("Els is %+v", els)
			}
			w.calm()
			w.edit("DDDD44", func(m *inmem.SiteMember) { m.Parents[0] = federation.Parent{} })
			w.good(run.People)
			if now := w.standing(planted); now != before {
				t.Errorf("after the child has no parent the stranger has\n%s", now)
			}
		})
	}
}

func TestAStrangersTeamOrCommitteeIsNotUsed(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.seats()
	planted := map[int64]work.Kind{
		w.plantGroup(titled(work.Team, "JO11-1")):                                    work.Team,
		w.plantGroup(payload.Team(federation.Team{ID: "200", Name: "Heren 9"})):      work.Team,
		w.plantGroup(payload.Committee("C1", "Kantine")):                             work.Committee,
		w.plantGroup(titled(work.Committee, "Verenigingsbreed")):                     work.Committee,
		w.plantGroup(titled(work.Committee, w.member("CCCC33").Roles.Seats[0].Name)): work.Committee,
	}
	before := fmt.Sprint(w.groups("team"), w.groups("commissie"))
	w.good(run.People)
	report := notes(w.good(run.Teams)) + notes(w.good(run.FunctionsFull))
	for id, kind := range planted {
		for _, group := range w.groups(string(kind)) {
			if group.ID == id && !strings.Contains(before, fmt.Sprint(group)) {
				t.Errorf("the stranger's group has become %+v", group)
			}
		}
		for _, p := range w.app.Everybody() {
			lacks(t, p.FullName(), text(p, "work_history"), `"team":`+number(id)+",")
		}
	}
	has(t, "the report", report, "team JO11-1 is door iemand anders ingevoerd", "team Heren 9", "commissie Kantine",
		"commissie Verenigingsbreed")
	if current, _ := w.rows("AAAA11"); current != 1 {
		t.Errorf("Anna has %d rows", current)
	}
	w.forget()
	w.good(run.Teams)
	w.good(run.FunctionsFull)
	w.quiet()
}

func TestIndividualDoesNotAdoptAStranger(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.seats()
	w.good(run.People)
	w.site.Change(func(c *inmem.SiteClub) {
		eva := member("EEEE55", "Eva", "Els", nil)
		eva.Parents[0] = federation.Parent{Name: "Ida Els", Email: "ida@els.example"}
		eva.Roles.Seats = []federation.Seat{{Committee: "C7", Name: "Feest", Title: "Lid", Active: true}}
		c.Members = append(c.Members, eva)
	})
	person := w.plant(told(map[string]any{"first_name": "Plant", "assoc-id": "EEEE55"}))
	parent := w.plant(named("Ida", "Els", contacts("email", "ida@els.example")))
	feast := w.plantGroup(titled(work.Committee, "Feest"))
	before := [2]string{w.standing(person), w.standing(parent)}
	if got := w.individual("EEEE55"); got.Action != refresh.Created || got.Person == person ||
		got.Person != w.person("EEEE55").ID {
		t.Errorf("%+v", got)
	}
	if now := [2]string{w.standing(person), w.standing(parent)}; now != before {
		t.Errorf("the strangers are\n%s", now)
	}
	got := text(w.person("EEEE55"), "work_history")
	has(t, "Eva", got, "Lid")
	lacks(t, "Eva", got, `"team":`+number(feast)+",")
}

// before lets what is remembered be as before records told whether they are administered.
func (w *world) before() {
	w.t.Helper()
	review, err := w.Stores.Ledger.Find(w.t.Context(), ledger.Review, "people")
	if err != nil {
		w.t.Fatal(err)
	}
	review.State = []byte(`{"settled":true}`)
	if err := w.Stores.Ledger.Put(w.t.Context(), review); err != nil {
		w.t.Fatal(err)
	}
	if err := w.Stores.Ledger.Remove(w.t.Context(), ledger.Review, "strangers-team", "strangers-commissie"); err != nil {
		w.t.Fatal(err)
	}
}

func TestAStrangerWhoWasAdoptedBeforeIsPartedFrom(t *testing.T) {
	t.Parallel()
	for name, meet := range map[string]func(*world){
		"at the first run that asks": (*world).before,
		"when something is sent": func(w *world) {
			w.edit("DDDD44", func(m *inmem.SiteMember) { m.Mobile, m.Parents[0].Telephone = "0611111111", "0622222222" })
		},
		"when the member is read alone": func(w *world) { w.before(); w.individual("DDDD44") },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t)
			w.many(30)
			w.all()
			daan, els := w.person("DDDD44").ID, w.named("Els Eik")[0].ID
			w.distrust("", daan)
			w.distrust("", els)
			before := [2]string{w.standing(daan), w.standing(els)}
			w.forget()
			meet(w)
			w.good(run.People)
			w.good(run.Teams)
			own := w.person("DDDD44")
			if now := [2]string{w.standing(daan), w.standing(els)}; now != before {
				t.Errorf("the strangers have become\n%s\nand were\n%s", now, before)
			}
			if _, photo := w.app.Photo(own.ID); own.ID == daan || !photo || len(own.Work) != 1 {
				t.Errorf("Daan is %+v with photo %v", own, photo)
			}
			parents := w.named("Els Eik")
			if len(parents) != 2 || !strings.Contains(text(parents[1], "relationships"), `"related_person":`+number(own.ID)+",") {
				t.Errorf("the parents are %+v", parents)
			}
			w.calm()
		})
	}
}

func TestAnAccountWhoseRecordsAreStrangersIsStopped(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.many(60)
	w.all()
	for _, p := range w.app.Everybody() {
		w.distrust("", p.ID)
	}
	people := len(w.app.Everybody())
	w.before()
	w.forget()
	r := w.run(run.People, synchronizations.Options{})
	if r.Outcome != run.Failure || len(r.Problems) != 1 {
		t.Errorf("%s %+v", r.Outcome, r.Problems)
	}
	has(t, "the problem", fmt.Sprint(r.Problems), "64 van 64 bekende leden", "--accept-removals 64")
	w.quiet()
	if r = w.run(run.People, synchronizations.Options{AcceptRemovals: 64}); r.Outcome != run.Success ||
		len(w.app.Everybody()) != 2*people {
		t.Errorf("%s %+v, %d people were %d", r.Outcome, r.Problems, len(w.app.Everybody()), people)
	}
}

func TestADryRunSaysThatStrangersWouldStopTheRun(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.many(60)
	w.all()
	for _, p := range w.app.Everybody() {
		w.distrust("", p.ID)
	}
	w.before()
	w.forget()
	r := w.run(run.People, synchronizations.Options{DryRun: true})
	if r.Outcome != run.Success {
		t.Errorf("%s %+v", r.Outcome, r.Problems)
	}
	has(t, "the note", r.Step(run.StepMemberDownload).Note, "zou stoppen: 64 van 64 bekende leden")
	w.quiet()
}

// An application that does not say that what the synchronization makes is administered, keeps no copy of each run.
func TestWhatIsMadeAndIsNotAdministeredIsTakenBack(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	people, groups := w.app.Strangers()
	w.People, w.Groups = people, groups
	for _, pipeline := range []run.Pipeline{run.People, run.Teams} {
		r := w.run(pipeline, synchronizations.Options{})
		if r.Outcome != run.Failure {
			t.Errorf("%s: %s", pipeline, r.Outcome)
		}
		has(t, "the problem", fmt.Sprint(r.Problems), "club_synchronisatie")
	}
	if n, teams := len(w.app.Everybody()), len(w.groups("team")); n != 0 || teams != 0 {
		t.Errorf("%d people and %d teams stay", n, teams)
	}
}

func TestWhoIsAdoptedLaterLosesNothing(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	member := w.plant(told(map[string]any{"first_name": "Daan", "last_name": "Eik", "assoc-id": "DDDD44",
		"nickname": "Da"}))
	parent := w.plant(named("Els", "Eik", contacts("email", "els@eik.example")))
	w.all()
	w.adopt("", member)
	w.adopt("", parent)
	before := [2]string{w.standing(member), w.standing(parent)}
	w.calm()
	if now := [2]string{w.standing(member), w.standing(parent)}; now != before {
		t.Errorf("who was adopted has become\n%s", now)
	}
	// The other way round: somebody removes what the synchronization made, and gives the code to who was adopted.
	people, _ := w.app.ByHand()
	if err := people.Remove(t.Context(), w.person("DDDD44").ID); err != nil {
		t.Fatal(err)
	}
	w.typed(member, told(map[string]any{"assoc-id": "DDDD44"}))
	w.edit("DDDD44", func(m *inmem.SiteMember) { m.Mobile = "0611111111" })
	w.good(run.People)
	if got := w.person("DDDD44"); got.ID != member || text(got, "nickname") != `"Da"` ||
		!strings.Contains(text(got, "contact_info"), "+31611111111") {
		t.Errorf("Daan is %+v", got)
	}
	w.calm()
}

func TestACodeIsFoundInAnySpelling(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	people, _ := w.app.ByHand()
	made, err := people.Create(t.Context(), named("Daan", "Eik", map[string]any{"assoc-id": "dddd44"}))
	if err != nil {
		t.Fatal(err)
	}
	planted := w.plant(named("Plant", "Kwaad", map[string]any{"assoc-id": "aaaa11"}))
	has(t, "the report", notes(w.good(run.People)), "lid AAAA11 al ingevoerd (persoon "+number(planted)+")")
	if got := w.person("DDDD44"); got.ID != made.ID {
		t.Errorf("Daan is %+v", got)
	}
}
