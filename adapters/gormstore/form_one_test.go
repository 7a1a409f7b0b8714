package gormstore_test

import (
	"fmt"
	"reflect"
	"slices"
	"sync"
	"testing"

	"github.com/clubhuis/clubhuis/adapters/gormstore"
	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/fields"
	"github.com/clubhuis/clubhuis/core/group"
	"github.com/clubhuis/clubhuis/core/listing"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/relation"
	"github.com/clubhuis/clubhuis/core/usecase/people"
	"github.com/clubhuis/clubhuis/core/work"
)

// The document and the meta object of somebody as the program of form 1 kept them: with the relations among the fields, and the steps
// of a VOG request among what it did not know.
const (
	documentOfForm1 = `{"first_name":"Joël","infix":"de","last_name":"Wit","nickname":"","gender":"male","pronouns":"","birthdate":"1990-05-06",` +
		`"former_member":false,"contact_info":[{"contact_type":"email","contact_label":"","contact_value":"joel@club.example"}],"addresses":[],` +
		`"work_history":[{"team":3,"entity_type":"commissie","job_title":"Lid","description":"","start_date":"","end_date":"","is_current":true}],` +
		`"relationships":[{"related_person":2,"relationship_type":2,"relationship_label":"Pa","x":1},{"related_person":1,"relationship_type":4},` +
		`{"related_person":2,"relationship_type":2,"relationship_label":"again"},{"related_person":3,"relationship_type":6},` +
		`{"related_person":3,"relationship_type":77}],` +
		`"assoc-id":"BC12","lid-sinds":"","lid-tot":"","leeftijdsgroep":"Senioren","type-lid":"Senior","spelactiviteit":"","helpdesk-id":"",` +
		`"datum-vog":"","datum-foto":"","datum-overlijden":"","financiele-blokkade":false,"is_deceased":false,"birth_year":"1990",` +
		`"_visibility":"shared","_assigned_workspaces":[5],"isparent":true,"city":"Den Haag"}`
	metaOfForm1 = `{"other":1,"vog_email_sent_date":"2026-01-02"}`
)

// ofForm1 makes a database as the program of form 1 left it: Joël (1), the removed Eva (2), and Bo (3) of few words.
func ofForm1(t *testing.T, location string) *gormstore.Store {
	t.Helper()
	store := open(t, location)
	ok(t, store.MigrateTo(t.Context(), 1))
	const small = `{"first_name":"%s","relationships":[]}`
	for id, document := range map[int]string{1: documentOfForm1, 2: fmt.Sprintf(small, "Eva"), 3: fmt.Sprintf(small, "Bo")} {
		removed := map[int]int64{2: at.UnixMicro()}[id]
		meta := map[int]string{1: metaOfForm1}[id]
		if meta == "" {
			meta = "{}"
		}
		run(t, store, fmt.Sprintf(`INSERT INTO people (id, author, created_at, modified_at, removed_at, first_name, infix, last_name, nickname, former,
			document, meta) VALUES (%d, 1, %d, %d, %d, 'x', '', '', '', FALSE, '%s', '%s')`, id, at.UnixMicro(), at.UnixMicro(), removed, document, meta))
		if removed == 0 {
			run(t, store, fmt.Sprintf(`INSERT INTO person_keys VALUES (%d, 'x', 'x', '1', 'x', 'x', 'x', 'x', '', '', '', '', '', '', '', '0', '0')`, id))
		}
	}
	run(t, store, "INSERT INTO person_work VALUES (1, 0, 3, 'commissie', 'lid', TRUE, '')", "INSERT INTO forms VALUES ('person', 1)")
	return store
}

func TestADatabaseOfFormOneIsBroughtIntoThisOne(t *testing.T) {
	onBoth(t, func(t *testing.T, location string) {
		store := ofForm1(t, location)
		if have, err := store.Schema(t.Context()); err != nil || have.Current() || have.Newer() || have.Have != 1 || have.HaveForm != 1 {
			t.Errorf("before: %+v, %v", have, err)
		}
		ok(t, store.Migrate(t.Context()))
		if have, err := store.Schema(t.Context()); err != nil || !have.Current() {
			t.Errorf("after: %+v, %v", have, err)
		}
		s := store.Stores()
		want := person.Person{
			ID: 1, Author: 1, Created: at, Modified: at, Name: person.Name{First: "Joël", Infix: "de", Last: "Wit"}, Gender: "male",
			Birthdate: civil.Date{Year: 1990, Month: 5, Day: 6}, Contacts: []person.Contact{{Type: person.Email, Value: "joel@club.example"}},
			Work:       []work.Entry{{Group: 3, Kind: work.Committee, Title: "Lid", Current: true}},
			Relations:  []person.Relation{{To: 3, Type: 6}}, // not to who was removed, nor of a type that there is not
			Membership: person.Membership{Code: "BC12", AgeGroup: "Senioren", Type: "Senior", Parent: true},
			Screening:  person.Screening{MailedOn: civil.Date{Year: 2026, Month: 1, Day: 2}}, Visibility: "shared", Workspaces: []int64{5},
			Extra: fields.Extra{"city": []byte(`"Den Haag"`)}, Meta: fields.Extra{"other": []byte(`1`)},
		}
		same(t, kept(t, s.People, 1), want)
		as := person.AsOf{Day: civil.Date{Year: 2026, Month: 6, Day: 15}, Reader: access.Scope{All: true}}
		record, err := s.People.Record(t.Context(), 1, as)
		ok(t, err)
		wanted := (&person.Indexed{Person: &want, Club: &person.Club{Rules: work.DefaultRules()}}).Record(as)
		bo := want.Relations[0]
		wanted.Relations = []person.Related{{To: 3, Document: bo.Document(), TypeName: "Partner", TypeSlug: "partner", Name: "Bo"}}
		same(t, record, wanted)
		indexed := person.Indexed{Person: &want, Club: &person.Club{Rules: work.DefaultRules()}}
		for _, key := range person.Keys.Names() {
			q := person.Query{AsOf: as, Limit: 9, Filter: person.Filter{}.With(listing.Test{Key: key, Value: person.Keys.Of(key, &indexed)})}
			found, err := s.People.Find(t.Context(), q)
			ok(t, err)
			if !slices.ContainsFunc(found, func(p person.Summary) bool { return p.ID == 1 }) {
				t.Errorf("the key %s is not %q", key, person.Keys.Of(key, &indexed))
			}
		}
		entries, err := s.Groups.List(t.Context(), group.Query{AsOf: group.AsOf{Day: as.Day, Reader: as.Reader}, Limit: 9})
		ok(t, err)
		if len(entries.Records) != 1 || entries.Records[0].ID != group.ClubWide {
			t.Errorf("groups: %+v", entries)
		}
		if _, err := s.People.Purge(t.Context(), at.AddDate(1, 0, 0)); err != nil {
			t.Error(err)
		}
	})
}

func TestWhoWasRelatedToSomebodyRemovedInFormOneCanBeEdited(t *testing.T) {
	onBoth(t, func(t *testing.T, location string) {
		store := ofForm1(t, location)
		ok(t, store.Migrate(t.Context()))
		c, ctx := newClub("", store.Stores(), store), t.Context()
		shown := func() (rows []string) {
			t.Helper()
			record, err := c.people.Show(ctx, administrator, 1)
			ok(t, err)
			for _, r := range record.Relations {
				rows = append(rows, fmt.Sprint(r.TypeSlug, ":", r.To))
			}
			return rows
		}
		same(t, shown(), []string{"partner:3"})
		for _, step := range []struct {
			name string
			edit people.Edit
			want []string
		}{
			{"another name", func(p *person.Person, _ *fault.Problems) { p.Name.Nick = "J" }, []string{"partner:3"}},
			{"another gender", func(p *person.Person, _ *fault.Problems) { p.Gender = "other" }, []string{"partner:3"}},
			{"one row more", func(p *person.Person, _ *fault.Problems) {
				p.Relations = append(p.Relations, person.Relation{To: 3, Type: relation.Child})
			}, []string{"partner:3", "child:3"}},
			{"no rows", func(p *person.Person, _ *fault.Problems) { p.Relations = nil }, nil},
		} {
			if _, err := c.people.Change(ctx, administrator, 1, step.edit); err != nil {
				t.Errorf("%s: %v", step.name, err)
			}
			if got := shown(); !slices.Equal(got, step.want) {
				t.Errorf("%s: %v, want %v", step.name, got, step.want)
			}
		}
	})
}

func TestWhatEveryClubHasIsMadeOnceConcurrently(t *testing.T) {
	onBoth(t, func(t *testing.T, location string) {
		stores := []*gormstore.Store{open(t, location), open(t, location)}
		var all sync.WaitGroup
		for _, store := range stores {
			all.Go(func() {
				if err := store.Migrate(t.Context()); err != nil {
					t.Error(err)
				}
			})
		}
		all.Wait()
		madeOnce(t, stores[0])
		s := stores[0].Stores()
		ok(t, s.RelationTypes.Remove(t.Context(), relation.Child))
		ok(t, s.Groups.Update(t.Context(), group.ClubWide, func(g *group.Group) error { g.Title = "De club"; return nil }))
		ok(t, stores[1].Migrate(t.Context()))
		types, err := s.RelationTypes.All(t.Context())
		ok(t, err)
		if len(types) != len(relation.Defaults())-1 {
			t.Errorf("a removed type came back: %d types", len(types))
		}
		wide, err := s.Groups.Record(t.Context(), group.ClubWide, group.AsOf{})
		if ok(t, err); wide.Title != "De club" {
			t.Errorf("the group is %q again", wide.Title)
		}
	})
}

func TestADatabaseOfFormOneGetsWhatEveryClubHas(t *testing.T) {
	onBoth(t, func(t *testing.T, location string) {
		store := ofForm1(t, location)
		ok(t, store.Migrate(t.Context()))
		ok(t, store.Migrate(t.Context()))
		madeOnce(t, store)
	})
}

func madeOnce(t *testing.T, store *gormstore.Store) {
	t.Helper()
	types, err := store.Stores().RelationTypes.All(t.Context())
	ok(t, err)
	if want := []relation.Type(relation.Defaults()); !reflect.DeepEqual(types, want) {
		t.Errorf("got  %v\nwant %v", types, want)
	}
	page, err := store.Stores().Groups.List(t.Context(), group.Query{AsOf: group.AsOf{Reader: access.Scope{All: true}}, Limit: 9})
	ok(t, err)
	if page.Total != 1 || page.Records[0].Title != "Verenigingsbreed" {
		t.Errorf("got %+v", page)
	}
}
