package people_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/clubhuis/clubhuis/adapters/inmem"
	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/usecase/people"
	"github.com/clubhuis/clubhuis/core/work"
)

var (
	ctx = context.Background()

	nobody = access.Viewer{}
	admin  = access.Viewer{User: 1, Roles: []access.Role{access.Administrator}}
	anna   = access.Viewer{User: 2, Roles: []access.Role{access.Member}}
	bert   = access.Viewer{User: 3, Roles: []access.Role{access.Board}}
)

// club is the people of one club in memory, at a time of its own.
type club struct {
	*people.Service
	t  *testing.T
	at time.Time
}

func open(t *testing.T) *club {
	t.Parallel()
	stores := inmem.Open().Stores()
	c := &club{t: t, at: time.Date(2026, 3, 29, 12, 0, 0, 0, time.UTC)}
	c.Service = &people.Service{
		People: stores.People, Settings: stores.Settings, Now: func() time.Time { return c.at }, Zone: time.FixedZone("CEST", 2*60*60),
	}
	return c
}

func acf(text string) person.Patch {
	var members map[string]json.RawMessage
	if err := json.Unmarshal([]byte(text), &members); err != nil {
		panic(err)
	}
	return person.Patch{Fields: members}
}

func (c *club) register(viewer access.Viewer, text string) person.ID {
	c.t.Helper()
	record, err := c.Register(ctx, viewer, acf(text))
	if err != nil {
		c.t.Fatal(err)
	}
	return record.ID
}

func (c *club) person(id person.ID) person.Person {
	c.t.Helper()
	record, err := c.Show(ctx, admin, id)
	if err != nil {
		c.t.Fatal(err)
	}
	p, err := record.Person()
	if err != nil {
		c.t.Fatal(err)
	}
	return p
}

func (c *club) listed(viewer access.Viewer, q person.Query) string {
	c.t.Helper()
	page, err := c.List(ctx, viewer, q)
	if err != nil {
		c.t.Fatal(err)
	}
	ids := []person.ID{}
	for _, r := range page.Records {
		ids = append(ids, r.ID)
	}
	return fmt.Sprint(page.Total, ids)
}

func wants(t *testing.T, what string, err error, want *fault.Fault) {
	t.Helper()
	if want == nil && err != nil || want != nil && !errors.Is(err, want) {
		t.Errorf("%s: got %v, want %v", what, err, want)
	}
}

func TestWhoMayDoWhatWithAPerson(t *testing.T) {
	c := open(t)
	annas := c.register(anna, `{"first_name":"Jan"}`)
	const absent = 99
	calls := map[string]func(access.Viewer, person.ID) error{
		"Show":   func(v access.Viewer, id person.ID) error { _, err := c.Show(ctx, v, id); return err },
		"Change": func(v access.Viewer, id person.ID) error { _, err := c.Change(ctx, v, id, acf(`{}`)); return err },
	}
	for name, call := range calls {
		wants(t, name+" by nobody", call(nobody, annas), fault.ErrNotSignedIn)
		wants(t, name+" by nobody of somebody absent", call(nobody, absent), fault.ErrNotSignedIn)
		wants(t, name+" by the author", call(anna, annas), nil)
		wants(t, name+" by an administrator", call(admin, annas), nil)
		wants(t, name+" by another", call(bert, annas), fault.ErrHidden)
		wants(t, name+" of somebody absent", call(bert, absent), fault.ErrNoSuchPerson)
		wants(t, name+" of somebody absent by an administrator", call(admin, absent), fault.ErrNoSuchPerson)
	}
	remove := func(v access.Viewer, id person.ID) error { _, err := c.Remove(ctx, v, id); return err }
	wants(t, "Remove by nobody", remove(nobody, annas), fault.ErrNotSignedIn)
	wants(t, "Remove by another", remove(bert, annas), fault.ErrHidden)
	wants(t, "Remove of somebody absent", remove(bert, absent), fault.ErrNoSuchPerson)
	wants(t, "Remove by the author", remove(anna, annas), nil)
	_, err := c.Register(ctx, nobody, acf(`{"first_name":"Jan"}`))
	wants(t, "Register by nobody", err, fault.ErrNotSignedIn)
	_, err = c.List(ctx, nobody, person.Query{Limit: 10})
	wants(t, "List by nobody", err, fault.ErrNotSignedIn)
}

func TestARefusalTellsNothingOfTheInput(t *testing.T) {
	c := open(t)
	annas := c.register(anna, `{"first_name":"Jan"}`)
	_, err := c.Change(ctx, bert, annas, acf(`{"birthdate":"x"}`))
	wants(t, "a wrong change by another", err, fault.ErrHidden)
	_, err = c.Change(ctx, nobody, annas, acf(`{"birthdate":"x"}`))
	wants(t, "a wrong change by nobody", err, fault.ErrNotSignedIn)
	if got := c.person(annas); got.Modified != c.at {
		t.Errorf("changed at %v", got.Modified)
	}
}

func TestAListShowsWhatTheViewerMaySee(t *testing.T) {
	c := open(t)
	first := c.register(anna, `{"first_name":"Jan"}`)
	second := c.register(bert, `{"first_name":"Piet"}`)
	all := person.Query{Limit: 10}
	for name, want := range map[*access.Viewer]string{
		&admin: fmt.Sprint(2, []person.ID{first, second}), &anna: fmt.Sprint(1, []person.ID{first}), &bert: fmt.Sprint(1, []person.ID{second}),
	} {
		if got := c.listed(*name, all); got != want {
			t.Errorf("%v: got %s, want %s", name.Roles, got, want)
		}
	}
	sneaky := all
	sneaky.Scope = access.Scope{All: true}
	if got := c.listed(anna, sneaky); got != fmt.Sprint(1, []person.ID{first}) {
		t.Errorf("a scope of the caller's own shows %s", got)
	}
	sneaky.Filter.Include = []person.ID{second}
	if got := c.listed(anna, sneaky); got != "0 []" {
		t.Errorf("a filter shows %s", got)
	}
}

func TestAFormerMemberIsShownAndFiltered(t *testing.T) {
	c := open(t)
	former := c.register(anna, `{"first_name":"Jan","former_member":"1"}`)
	current := c.register(anna, `{"first_name":"Piet","former_member":""}`)
	if r, err := c.Show(ctx, anna, former); err != nil || !r.Former {
		t.Errorf("got %+v, %v", r, err)
	}
	q := person.Query{Limit: 10}
	if got := c.listed(anna, q); got != fmt.Sprint(2, []person.ID{former, current}) {
		t.Errorf("the raw collection is %s", got)
	}
	q.Filter = q.Filter.Current()
	if got := c.listed(anna, q); got != fmt.Sprint(1, []person.ID{current}) {
		t.Errorf("a default view is %s", got)
	}
}

func TestRegister(t *testing.T) {
	c := open(t)
	record, err := c.Register(ctx, anna, acf(`{"first_name":"Jan","infix":"de","last_name":"Wit","_nikki_2025_total":12.50}`))
	if err != nil {
		t.Fatal(err)
	}
	if record.ID == 0 || record.Author != anna.User || !record.Created.Equal(c.at) || !record.Modified.Equal(c.at) || record.Name.Full() != "Jan de Wit" {
		t.Errorf("got %+v", record)
	}
	if got := string(c.person(record.ID).Extra["_nikki_2025_total"]); got != "12.50" {
		t.Errorf("the unknown field is %q", got)
	}
	_, err = c.Register(ctx, anna, acf(`{"last_name":"Wit","gender":"x"}`))
	if params := fault.As(err).Params; len(params) != 2 || params["acf.first_name"] != fault.Required || params["acf.gender"] != fault.NotAChoice {
		t.Errorf("got %v", err)
	}
	if got := c.listed(admin, person.Query{}); got != "1 []" {
		t.Errorf("a refused person was kept: %s", got)
	}
}

func TestChange(t *testing.T) {
	c := open(t)
	id := c.register(anna, `{"first_name":"Jan","nickname":"JJ"}`)
	created := c.at
	c.at = c.at.Add(time.Hour + 999)

	record, err := c.Change(ctx, admin, id, acf(`{"last_name":"Kok"}`))
	if err != nil {
		t.Fatal(err)
	}
	changed := created.Add(time.Hour)
	if !record.Modified.Equal(changed) || !record.Created.Equal(created) || record.Author != anna.User || record.Name.Full() != "Jan Kok" || record.Name.Nick != "JJ" {
		t.Errorf("got %+v", record)
	}

	c.at = c.at.Add(time.Hour)
	for _, same := range []string{`{}`, `{"last_name":"Kok"}`, `{"last_name":" Kok ","is_deceased":true,"former_member":0,"contact_info":false,"new":null}`} {
		if record, err = c.Change(ctx, anna, id, acf(same)); err != nil || !record.Modified.Equal(changed) {
			t.Errorf("%s: modified at %v, %v", same, record.Modified, err)
		}
	}

	_, err = c.Change(ctx, anna, id, acf(`{"nickname":"x","first_name":null}`))
	wants(t, "a refused change", err, fault.New(fault.Invalid, fault.CodeInvalidParam, ""))
	if got := c.person(id); got.Name.Nick != "JJ" || !got.Modified.Equal(changed) {
		t.Errorf("a refused change left %+v", got)
	}

	meta := person.Patch{Meta: map[string]json.RawMessage{"vog_email_sent_date": json.RawMessage(`"2026-03-29"`)}}
	if record, err = c.Change(ctx, anna, id, meta); err != nil || !record.Modified.Equal(c.at.Truncate(time.Microsecond)) {
		t.Errorf("a change of meta: %v, %v", record.Modified, err)
	}
}

func TestRelations(t *testing.T) {
	c := open(t)
	annas := c.register(anna, `{"first_name":"Jan"}`)
	berts := c.register(bert, `{"first_name":"Piet"}`)
	other := c.register(anna, `{"first_name":"Kees"}`)
	relate := func(v access.Viewer, ids ...person.ID) error {
		rows := []map[string]any{}
		for _, id := range ids {
			rows = append(rows, map[string]any{"related_person": id, "relationship_type": 1})
		}
		text, err := json.Marshal(map[string]any{"relationships": rows})
		if err != nil {
			t.Fatal(err)
		}
		_, err = c.Change(ctx, v, annas, acf(string(text)))
		return err
	}
	unknown := func(what string, err error, want ...string) {
		t.Helper()
		got := []string{}
		for path, sentence := range fault.As(err).Params {
			if sentence == fault.UnknownPerson {
				got = append(got, path)
			}
		}
		if slices.Sort(got); err == nil || !slices.Equal(got, want) {
			t.Errorf("%s: got %v", what, err)
		}
	}
	unknown("somebody absent", relate(anna, other, 99), "acf.relationships[1].related_person")
	unknown("somebody hidden is as unknown as somebody absent", relate(anna, berts, 99), "acf.relationships[0].related_person", "acf.relationships[1].related_person")
	wants(t, "one's own people, one twice", relate(anna, other, other), nil)
	wants(t, "an administrator relates anybody", relate(admin, berts, other), nil)
	wants(t, "what is there already is kept, though hidden from who changes it", relate(anna, berts), nil)
	if got := c.person(annas).Relations; len(got) != 1 || got[0].To != berts {
		t.Errorf("got %+v", got)
	}
	if _, err := c.Remove(ctx, admin, berts); err != nil {
		t.Fatal(err)
	}
	wants(t, "and though removed meanwhile", relate(anna, berts, other), nil)
	_, err := c.Register(ctx, anna, acf(`{"first_name":"New","relationships":[{"related_person":`+fmt.Sprint(berts)+`,"relationship_type":1}]}`))
	unknown("somebody removed, in a new person", err, "acf.relationships[0].related_person")
}

func TestARemovedPersonIsGoneAtOnceAndDestroyedLater(t *testing.T) {
	c := open(t)
	id := c.register(anna, `{"first_name":"Jan"}`)
	previous, err := c.Remove(ctx, anna, id)
	if err != nil || previous.ID != id || previous.Name.First != "Jan" {
		t.Fatalf("got %+v, %v", previous, err)
	}
	for name, call := range map[string]func() error{
		"Show":   func() error { _, err := c.Show(ctx, admin, id); return err },
		"Change": func() error { _, err := c.Change(ctx, admin, id, acf(`{}`)); return err },
		"Remove": func() error { _, err := c.Remove(ctx, admin, id); return err },
	} {
		wants(t, name, call(), fault.ErrNoSuchPerson)
	}
	if got := c.listed(admin, person.Query{Limit: 10}); got != "0 []" {
		t.Errorf("the list is %s", got)
	}
	c.register(anna, `{"first_name":"Piet"}`) // stays
	removed := c.at
	for _, step := range []struct {
		at   time.Time
		want int
	}{{removed.Add(people.KeptAfterRemoval), 0}, {removed.Add(people.KeptAfterRemoval + time.Second), 1}, {removed.Add(2 * people.KeptAfterRemoval), 0}} {
		c.at = step.at
		if got, err := c.Purge(ctx); err != nil || got != step.want {
			t.Errorf("after %v: purged %d, %v", step.at.Sub(removed), got, err)
		}
	}
}

func TestTheVolunteerIsOfTheClubsDayAndSettings(t *testing.T) {
	c := open(t)
	id := c.register(anna, `{"first_name":"Jan","work_history":[{"team":3,"job_title":"Trainer","is_current":true,"end_date":"2026-03-29"}]}`)
	volunteer := func() bool {
		t.Helper()
		record, err := c.Show(ctx, anna, id)
		if err != nil {
			t.Fatal(err)
		}
		q := person.Query{Limit: 10, Filter: person.Filter{Volunteer: person.Yes}}
		if listed := c.listed(anna, q) != "0 []"; listed != record.Volunteer {
			t.Errorf("the list says %v, the record %v", listed, record.Volunteer)
		}
		return record.Volunteer
	}
	for at, want := range map[string]bool{
		"2026-03-29T12:00:00Z": true, "2026-03-29T21:59:59Z": true, "2026-03-29T22:00:00Z": false, // midnight of the club
	} {
		var err error
		if c.at, err = time.Parse(time.RFC3339, at); err != nil {
			t.Fatal(err)
		}
		if got := volunteer(); got != want {
			t.Errorf("%s: got %v", at, got)
		}
	}
	c.at = time.Date(2026, 3, 29, 12, 0, 0, 0, time.UTC)
	if err := c.Settings.SetVolunteerRules(ctx, work.Rules{PlayerRoles: []string{"trainer"}}); err != nil {
		t.Fatal(err)
	}
	if volunteer() {
		t.Error("the changed settings take no effect")
	}
}

// A store that fails is never an answer that somebody does not exist.
func TestABrokenStoreIsNobodysFault(t *testing.T) {
	c := open(t)
	id := c.register(anna, `{"first_name":"Jan"}`)
	cancelled, cancel := context.WithCancel(ctx)
	cancel()
	for name, call := range map[string]func() error{
		"Show":     func() error { _, err := c.Show(cancelled, anna, id); return err },
		"List":     func() error { _, err := c.List(cancelled, anna, person.Query{}); return err },
		"Register": func() error { _, err := c.Register(cancelled, anna, acf(`{"first_name":"x"}`)); return err },
		"Change":   func() error { _, err := c.Change(cancelled, anna, id, acf(`{"first_name":"x"}`)); return err },
		"Remove":   func() error { _, err := c.Remove(cancelled, anna, id); return err },
		"Purge":    func() error { _, err := c.Purge(cancelled); return err },
	} {
		if err := call(); !errors.Is(err, context.Canceled) || fault.KindOf(err) != fault.Internal {
			t.Errorf("%s: got %v", name, err)
		}
	}
}
