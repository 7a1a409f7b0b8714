package people_test

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/clubhuis/clubhuis/adapters/inmem"
	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/acf"
	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/listing"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/record"
	"github.com/clubhuis/clubhuis/core/usecase/people"
	"github.com/clubhuis/clubhuis/core/work"
	"github.com/clubhuis/clubhuis/ports"
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
	stores ports.Stores
	t      *testing.T
	at     time.Time
}

func open(t *testing.T) *club {
	t.Parallel()
	store := inmem.Open()
	c := &club{stores: store.Stores(), t: t, at: time.Date(2026, 3, 29, 12, 0, 0, 0, time.UTC)}
	c.Service = &people.Service{
		Directory: c.stores.Directory, People: c.stores.People, Atomic: store, Now: func() time.Time { return c.at }, Random: rand.Read,
		Zone: time.FixedZone("CEST", 2*60*60),
	}
	return c
}

// acf is the edit of a client who sends these fields.
func patch(text string) people.Edit {
	var members map[string]json.RawMessage
	if err := json.Unmarshal([]byte(text), &members); err != nil {
		panic(err)
	}
	return person.Patch{ACF: members}.Apply
}

// secretary is a viewer with the members' administration besides, who sets what the federation holds.
func secretary(viewer access.Viewer) access.Viewer {
	return access.Viewer{User: viewer.User, Roles: append(slices.Clone(viewer.Roles), access.SectionRole(access.Administration))}
}

// register makes a person of the viewer's, whatever the federation holds of it.
func (c *club) register(viewer access.Viewer, text string) person.ID {
	c.t.Helper()
	record, err := c.Register(ctx, secretary(viewer), patch(text))
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

// of is how many people a list has, and the first ten.
func of(total int, ids ...person.ID) string { return fmt.Sprint(total, ids) }

func (c *club) listed(viewer access.Viewer, filter record.Filter) string {
	c.t.Helper()
	page, err := c.Collection(ctx, viewer, filter, record.Window{Limit: 10})
	return c.of(page, err)
}

func (c *club) of(page record.Page[person.Record], err error) string {
	c.t.Helper()
	if err != nil {
		c.t.Fatal(err)
	}
	var ids []person.ID
	for _, r := range page.Records {
		ids = append(ids, r.ID)
	}
	return of(page.Total, ids...)
}

// refusedFields are the paths of what an input is refused for, in order.
func refusedFields(t *testing.T, err error) string {
	t.Helper()
	if fault.KindOf(err) != fault.Invalid {
		t.Errorf("got %v", err)
	}
	return strings.Join(slices.Sorted(maps.Keys(fault.As(err).Params)), " ")
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
		"Show": func(v access.Viewer, id person.ID) error { _, err := c.Show(ctx, v, id); return err },
		"Change": func(v access.Viewer, id person.ID) error {
			_, err := c.Change(ctx, v, id, nil, patch(`{}`))
			return err
		},
	}
	for name, call := range calls {
		wants(t, name+" by nobody", call(nobody, annas), fault.ErrNotSignedIn)
		wants(t, name+" by nobody of somebody absent", call(nobody, absent), fault.ErrNotSignedIn)
		wants(t, name+" by the author", call(anna, annas), nil)
		wants(t, name+" by an administrator", call(admin, annas), nil)
		wants(t, name+" by another", call(bert, annas), person.ErrHidden)
		wants(t, name+" of somebody absent", call(bert, absent), person.ErrAbsent)
		wants(t, name+" of somebody absent by an administrator", call(admin, absent), person.ErrAbsent)
	}
	remove := func(v access.Viewer, id person.ID) error { _, _, err := c.Remove(ctx, v, id, nil); return err }
	wants(t, "Remove by nobody", remove(nobody, annas), fault.ErrNotSignedIn)
	wants(t, "Remove by another", remove(bert, annas), person.ErrHidden)
	wants(t, "Remove of somebody absent", remove(bert, absent), person.ErrAbsent)
	wants(t, "Remove by the author", remove(anna, annas), nil)
	_, err := c.Register(ctx, nobody, patch(`{"first_name":"Jan"}`))
	wants(t, "Register by nobody", err, fault.ErrNotSignedIn)
	_, err = c.Collection(ctx, nobody, record.Filter{}, record.Window{Limit: 10})
	wants(t, "Collection by nobody", err, fault.ErrNotSignedIn)
	_, err = c.Browse(ctx, nobody, record.Filter{}, true, record.Window{Limit: 10})
	wants(t, "Browse by nobody", err, fault.ErrNotSignedIn)
}

func TestARefusalTellsNothingOfTheInput(t *testing.T) {
	c := open(t)
	annas := c.register(anna, `{"first_name":"Jan"}`)
	_, err := c.Change(ctx, bert, annas, nil, patch(`{"birthdate":"x"}`))
	wants(t, "a wrong change by another", err, person.ErrHidden)
	_, err = c.Change(ctx, nobody, annas, nil, patch(`{"birthdate":"x"}`))
	wants(t, "a wrong change by nobody", err, fault.ErrNotSignedIn)
	if got := c.person(annas); got.Modified != c.at {
		t.Errorf("changed at %v", got.Modified)
	}
}

func TestAListShowsWhatTheViewerMaySee(t *testing.T) {
	c := open(t)
	first := c.register(anna, `{"first_name":"Jan"}`)
	second := c.register(bert, `{"first_name":"Piet"}`)
	for viewer, want := range map[*access.Viewer]string{&admin: of(2, first, second), &anna: of(1, first), &bert: of(1, second)} {
		if got := c.listed(*viewer, record.Filter{}); got != want {
			t.Errorf("%v: got %s, want %s", viewer.Roles, got, want)
		}
	}
	if got := c.listed(anna, record.Filter{Include: []person.ID{second}}); got != of(0) {
		t.Errorf("a filter shows %s", got)
	}
}

func TestPagesAndOrder(t *testing.T) {
	c := open(t)
	var ids []person.ID
	for _, name := range []string{"Cor", "Anton", "Bea"} {
		ids = append(ids, c.register(anna, `{"first_name":"`+name+`"}`))
	}
	byName := listing.Order{By: []listing.Sort{{By: person.KeyFirst}}}
	for _, page := range []struct {
		slice record.Window
		want  string
	}{
		{record.Window{Order: byName, Limit: 2}, of(3, ids[1], ids[2])},
		{record.Window{Order: byName, Offset: 2, Limit: 2}, of(3, ids[0])},
		{record.Window{Order: byName, Offset: 4, Limit: 2}, of(3)},
		{record.Window{Order: listing.Order{By: []listing.Sort{{By: person.KeyFirst, Desc: true}}}, Limit: 1}, of(3, ids[0])},
		{record.Window{}, of(3)},
	} {
		if got := c.of(c.Collection(ctx, anna, record.Filter{}, page.slice)); got != page.want {
			t.Errorf("%+v: got %s, want %s", page.slice, got, page.want)
		}
	}
}

func TestAFormerMemberIsShownAndFiltered(t *testing.T) {
	c := open(t)
	former := c.register(anna, `{"first_name":"Jan","former_member":"1"}`)
	current := c.register(anna, `{"first_name":"Piet","former_member":""}`)
	if r, err := c.Show(ctx, anna, former); err != nil || !r.Former {
		t.Errorf("got %+v, %v", r, err)
	}
	if got := c.listed(anna, record.Filter{}); got != of(2, former, current) {
		t.Errorf("the raw collection is %s", got)
	}
	all := record.Window{Limit: 10}
	if got := c.of(c.Browse(ctx, anna, record.Filter{}, false, all)); got != of(1, current) {
		t.Errorf("a default view is %s", got)
	}
	if got := c.of(c.Browse(ctx, anna, record.Filter{}, true, all)); got != of(2, former, current) {
		t.Errorf("a view with former members is %s", got)
	}
	if got := c.of(c.Browse(ctx, anna, record.Filter{Include: []person.ID{former}}, false, all)); got != of(0) {
		t.Errorf("a filter brings back %s", got)
	}
}

func TestRegister(t *testing.T) {
	c := open(t)
	jan, err := c.Register(ctx, anna, patch(`{"first_name":"Jan","infix":"de","last_name":"Wit","own":12.50}`))
	if err != nil {
		t.Fatal(err)
	}
	if jan.ID == 0 || jan.Author != anna.User || !jan.Created.Equal(c.at) || !jan.Modified.Equal(c.at) ||
		jan.Name.Full() != "Jan de Wit" {
		t.Errorf("got %+v", jan)
	}
	if got := string(c.person(jan.ID).Extra["own"]); got != "12.50" {
		t.Errorf("the unknown field is %q", got)
	}
	_, err = c.Register(ctx, anna, patch(`{"last_name":"Wit","gender":"x"}`))
	if got := refusedFields(t, err); got != "acf.first_name acf.gender" {
		t.Errorf("refused %s", got)
	}
	if got := c.listed(admin, record.Filter{}); got != of(1, jan.ID) {
		t.Errorf("a refused person was kept: %s", got)
	}
}

func TestChange(t *testing.T) {
	c := open(t)
	id := c.register(anna, `{"first_name":"Jan","nickname":"JJ"}`)
	created := c.at
	c.at = c.at.Add(time.Hour + 999)

	record, err := c.Change(ctx, admin, id, nil, patch(`{"last_name":"Kok"}`))
	if err != nil {
		t.Fatal(err)
	}
	changed := created.Add(time.Hour)
	if !record.Modified.Equal(changed) || !record.Created.Equal(created) || record.Author != anna.User ||
		record.Name.Full() != "Jan Kok" || record.Name.Nick != "JJ" {
		t.Errorf("got %+v", record)
	}

	c.at = c.at.Add(time.Hour)
	for _, same := range []string{`{}`, `{"last_name":"Kok"}`,
		`{"last_name":" Kok ","is_deceased":true,"former_member":0,"contact_info":false,"new":null}`} {
		if record, err = c.Change(ctx, anna, id, nil, patch(same)); err != nil || !record.Modified.Equal(changed) {
			t.Errorf("%s: modified at %v, %v", same, record.Modified, err)
		}
	}

	_, err = c.Change(ctx, anna, id, nil, patch(`{"nickname":"x","first_name":null}`))
	if got := refusedFields(t, err); got != "acf.first_name" {
		t.Errorf("refused %s", got)
	}
	if got := c.person(id); got.Name.Nick != "JJ" || !got.Modified.Equal(changed) {
		t.Errorf("a refused change left %+v", got)
	}

	meta := person.Patch{Meta: map[string]json.RawMessage{"vog_email_sent_date": json.RawMessage(`"2026-03-29"`)}}
	if record, err = c.Change(ctx, secretary(anna), id, nil, meta.Apply); err != nil ||
		!record.Modified.Equal(c.at.Truncate(time.Microsecond)) {
		t.Errorf("a change of meta: %v, %v", record.Modified, err)
	}
}

// The rules of a saved person hold for whatever edits one, not only for what clients send.
func TestEveryEditMeetsTheRules(t *testing.T) {
	c := open(t)
	berts := c.register(bert, `{"first_name":"Piet"}`)
	wrong := func(p *person.Person, problems *fault.Problems) {
		p.Name.First = " "
		p.Contacts = []person.Contact{{Value: "x"}}
		p.Relations = []person.Relation{{To: berts, Type: 2}}
		problems.Add("title", fault.NotText)
	}
	const refused = "acf.contact_info[0].contact_type acf.first_name acf.relationships[0].related_person title"
	_, err := c.Register(ctx, anna, wrong)
	if got := refusedFields(t, err); got != refused {
		t.Errorf("Register refused %s", got)
	}

	record, err := c.Register(ctx, secretary(anna), func(p *person.Person, _ *fault.Problems) {
		p.Name, p.Visibility = person.Name{First: " Jan "}, ""
		p.Contacts = []person.Contact{{Type: person.Email, Value: " Jan@Club.example"}}
		p.Meta = acf.Extra{"note": json.RawMessage(`"2026-01-01"`)}
		p.Screening.MailedOn = civil.Date{Year: 2026, Month: time.January, Day: 1}
	})
	if err != nil {
		t.Fatal(err)
	}
	if p := c.person(record.ID); p.Name.First != "Jan" || p.Visibility != person.Private ||
		p.Contacts[0].Value != "jan@club.example" || len(p.Meta) != 1 || p.Screening.MailedOn.IsZero() {
		t.Errorf("Register kept %+v", p)
	}
	_, err = c.Change(ctx, anna, record.ID, nil, wrong)
	if got := refusedFields(t, err); got != refused {
		t.Errorf("Change refused %s", got)
	}
	if _, err := c.Change(ctx, secretary(anna), record.ID, nil, func(p *person.Person, _ *fault.Problems) {
		p.Membership.CertificateOn = civil.Of(c.at)
	}); err != nil {
		t.Fatal(err)
	}
	if p := c.person(record.ID); p.Name.First != "Jan" || len(p.Meta) != 1 || p.Screening != (person.Screening{}) {
		t.Errorf("Change kept %+v", p)
	}
}

func TestARemovedPersonIsGoneAtOnceAndDestroyedLater(t *testing.T) {
	c := open(t)
	id := c.register(anna, `{"first_name":"Jan"}`)
	previous, _, err := c.Remove(ctx, anna, id, nil)
	if err != nil || previous.ID != id || previous.Name.First != "Jan" {
		t.Fatalf("got %+v, %v", previous, err)
	}
	for name, call := range map[string]func() error{
		"Show":   func() error { _, err := c.Show(ctx, admin, id); return err },
		"Change": func() error { _, err := c.Change(ctx, admin, id, nil, patch(`{}`)); return err },
		"Remove": func() error { _, _, err := c.Remove(ctx, admin, id, nil); return err },
	} {
		wants(t, name, call(), person.ErrAbsent)
	}
	if got := c.listed(admin, record.Filter{}); got != of(0) {
		t.Errorf("the list is %s", got)
	}
	c.register(anna, `{"first_name":"Piet"}`) // stays
	removed := c.at
	for _, step := range []struct {
		at   time.Time
		want int
	}{{removed.Add(person.KeptAfterRemoval), 0}, {removed.Add(person.KeptAfterRemoval + time.Second), 1},
		{removed.Add(2 * person.KeptAfterRemoval), 0}} {
		c.at = step.at
		if got, err := c.Purge(ctx); err != nil || got != step.want {
			t.Errorf("after %v: purged %d, %v", step.at.Sub(removed), got, err)
		}
	}
}

func TestTheVolunteerIsOfTheClubsDayAndSettings(t *testing.T) {
	c := open(t)
	team := c.group(anna, work.Team, "JO9-1")
	id := c.register(anna, fmt.Sprintf(
		`{"first_name":"Jan","work_history":[{"team":%d,"job_title":"Trainer","is_current":true,"end_date":"2026-03-29"}]}`, team))
	volunteer := func() bool {
		t.Helper()
		found, err := c.Show(ctx, anna, id)
		if err != nil {
			t.Fatal(err)
		}
		if listed := c.listed(anna, record.Filter{}.With(person.VolunteerOn(c.Today()))) != of(0); listed != found.Volunteer {
			t.Errorf("the list says %v, the record %v", listed, found.Volunteer)
		}
		return found.Volunteer
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
	if _, err := c.stores.VolunteerRules.Change(ctx, func(rules *work.Rules) error {
		rules.PlayerRoles = []string{"trainer"}
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	if volunteer() {
		t.Error("the changed settings take no effect")
	}
}

// A store that fails is never an answer that somebody does not exist.
func TestWhatABrokenStoreRefusesIsNobodysFaultAndLeavesNoTrace(t *testing.T) {
	c := open(t)
	id := c.register(anna, `{"first_name":"Jan"}`)
	before := c.Directory.View()
	cancelled, cancel := context.WithCancel(ctx)
	cancel()
	for name, call := range map[string]func() error{
		"Register": func() error { _, err := c.Register(cancelled, anna, patch(`{"first_name":"x"}`)); return err },
		"Change":   func() error { _, err := c.Change(cancelled, anna, id, nil, patch(`{"first_name":"x"}`)); return err },
		"Remove":   func() error { _, _, err := c.Remove(cancelled, anna, id, nil); return err },
		"Purge":    func() error { _, err := c.Purge(cancelled); return err },
	} {
		if err := call(); !errors.Is(err, context.Canceled) || fault.KindOf(err) != fault.Internal {
			t.Errorf("%s: got %v", name, err)
		}
	}
	if c.Directory.View() != before {
		t.Error("there is another view")
	}
}

func TestAnEditThatLooksAtThePersonMeetsTheRuleForRelations(t *testing.T) {
	c := open(t)
	mine := c.register(anna, `{"first_name":"Mine","contact_info":[{"contact_type":"other","contact_value":"x"}]}`)
	hidden := c.register(bert, `{"first_name":"Hidden"}`)
	_, err := c.Change(t.Context(), anna, mine, nil, func(p *person.Person, _ *fault.Problems) {
		p.Contacts[0].Value = "y" // an empty person has none
		p.Relations = append(p.Relations, person.Relation{To: hidden, Type: 2})
	})
	if params := fault.As(err).Params; params["acf.relationships[0].related_person"] == "" {
		t.Errorf("got %v, want the relation refused", err)
	}
}

func TestAnEditInGoMeetsTheRulesForValues(t *testing.T) {
	c := open(t)
	for field, edit := range map[string]people.Edit{
		"acf.gender":                       func(p *person.Person, _ *fault.Problems) { p.Gender = "x" },
		"acf.last_name":                    func(p *person.Person, _ *fault.Problems) { p.Name.Last = "Kok\x00" },
		"acf.contact_info[0].contact_type": func(p *person.Person, _ *fault.Problems) { p.Contacts = []person.Contact{{Type: "fax"}} },
		"acf.unknown": func(p *person.Person, _ *fault.Problems) {
			p.Extra = map[string]json.RawMessage{"unknown": json.RawMessage(`"\u0000"`)}
		},
		"meta.unknown": func(p *person.Person, _ *fault.Problems) {
			p.Meta = map[string]json.RawMessage{"unknown": json.RawMessage(`"\u0000"`)}
		},
	} {
		t.Run(field, func(t *testing.T) {
			id := c.register(anna, `{"first_name":"Jan"}`)
			if _, err := c.Change(t.Context(), anna, id, nil, edit); fault.As(err).Params[field] == "" {
				t.Errorf("got %v, want %s refused", err, field)
			}
		})
	}
}

func TestAnEditCantChangeNumberOrTimes(t *testing.T) {
	c := open(t)
	record, err := c.Register(t.Context(), anna, func(p *person.Person, _ *fault.Problems) {
		p.ID, p.Name.First = 99, "Jan"
		p.Created, p.Modified = time.Time{}, time.Time{}
	})
	if err != nil {
		t.Fatal(err)
	}
	if record.Author != anna.User || record.ID == 99 || record.Created.IsZero() || record.Modified.IsZero() {
		t.Errorf("got %+v", record)
	}
}
