package gormstore_test

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/clubhuis/clubhuis/adapters/gormstore"
	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/acf"
	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/group"
	"github.com/clubhuis/clubhuis/core/invoice"
	"github.com/clubhuis/clubhuis/core/money"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/record"
	"github.com/clubhuis/clubhuis/core/work"
)

// The document and the meta object of somebody as the program of form 1 kept them: with the relations among the fields, and the
// steps of a VOG request among what it did not know.
const (
	documentOfForm1 = `{"first_name":"Joël","infix":"de","last_name":"Wit","nickname":"","gender":"male","pronouns":"",` +
		`"birthdate":"1990-05-06","former_member":false,"addresses":[],` +
		`"contact_info":[{"contact_type":"email","contact_label":"","contact_value":"joel@club.example"}],` +
		`"work_history":[{"team":3,"entity_type":"commissie","job_title":"Lid","description":"",` +
		`"start_date":"","end_date":"","is_current":true}],` +
		`"relationships":[{"related_person":2,"relationship_type":2,"relationship_label":"Pa","x":1},` +
		`{"related_person":1,"relationship_type":4},{"related_person":2,"relationship_type":2,"relationship_label":"again"},` +
		`{"related_person":3,"relationship_type":6},` +
		`{"related_person":3,"relationship_type":77}],` +
		`"assoc-id":"BC12","lid-sinds":"","lid-tot":"","leeftijdsgroep":"Senioren","type-lid":"Senior","spelactiviteit":"",` +
		`"helpdesk-id":"","datum-vog":"","datum-foto":"","datum-overlijden":"","financiele-blokkade":false,"is_deceased":false,` +
		`"birth_year":"1990","_visibility":"shared","_assigned_workspaces":[5],"isparent":true,"city":"Den Haag"}`
	metaOfForm1 = `{"other":1,"vog_email_sent_date":"2026-01-02"}`
)

// joel returns who that is today: not related to who was removed, nor by a type that there is not.
func joel() person.Person {
	return person.Person{
		ID: 1, Author: 1, Created: at, Modified: at, Revision: 1,
		Name: person.Name{First: "Joël", Infix: "de", Last: "Wit"}, Gender: "male", Birthdate: civil.Date{Year: 1990, Month: 5, Day: 6},
		Contacts:   []person.Contact{{Type: person.Email, Value: "joel@club.example"}},
		Work:       []work.Entry{{Group: 3, Kind: work.Committee, Title: "Lid", Current: true}},
		Relations:  []person.Relation{{To: 3, Type: 6}},
		Membership: person.Membership{Code: "BC12", AgeGroup: "Senioren", Type: "Senior", Parent: true},
		Screening:  person.Screening{MailedOn: civil.Date{Year: 2026, Month: 1, Day: 2}}, Visibility: "shared", Workspaces: []int64{5},
		Extra: acf.Extra{"city": []byte(`"Den Haag"`)}, Meta: acf.Extra{"other": []byte(`1`)},
	}
}

// insertPerson returns the SQL that inserts a person into the tables of the schemas before 8.
func insertPerson(id, author int, removed int64, document, meta string) string {
	return fmt.Sprintf(`INSERT INTO people (id, author, created_at, modified_at, removed_at, first_name, infix, last_name, nickname,
		former, document, meta) VALUES (%d, %d, %d, %[3]d, %[4]d, 'x', '', '', '', FALSE, '%[5]s', '%[6]s')`,
		id, author, at.UnixMicro(), removed, document, meta)
}

// insertGroup likewise is a team.
func insertGroup(id, author int, title string) string {
	columns, values := "", ""
	for _, key := range []string{"created", "modified", "author", "title", "sort", "slug", "kind", "parent", "search"} {
		columns, values = columns+", "+key+"_key", values+", ''"
	}
	return fmt.Sprintf(`INSERT INTO groups (id, kind, author, created_at, modified_at, removed_at, title, content, parent_id,
		logo_id, website, document%s) VALUES (%d, 'team', %d, 0, 0, 0, '%s', '', 0, 0, '', '{}'%s)`, columns, id, author, title, values)
}

// insertUser returns the SQL that inserts a user with roles.
func insertUser(id int, person, roles string) string {
	return fmt.Sprintf(`INSERT INTO users (id, username, email, display_name, name_key, search_key, roles, demo, password_hash,
		registered_at, active_at, person_id)
		VALUES (%d, 'u%[1]d', 'u%[1]d@club.example', 'x', 'x', 'x', '%s', FALSE, 'x', 0, 0, %s)`, id, roles, person)
}

// ofForm1 makes a database as the program of form 1 left it: Joël (1), the removed Eva (2), and Bo (3) of few words.
func ofForm1(t *testing.T, location string) *gormstore.Store {
	t.Helper()
	store := open(t, location)
	ok(t, store.MigrateTo(t.Context(), 1))
	const small = `{"first_name":"%s","relationships":[],"assoc-id":"bc12"}`
	run(t, store, insertPerson(1, 1, 0, documentOfForm1, metaOfForm1),
		insertPerson(2, 1, at.UnixMicro(), fmt.Sprintf(small, "Eva"), "{}"),
		insertPerson(3, 1, 0, fmt.Sprintf(small, "Bo"), "{}"), "INSERT INTO forms VALUES ('person', 1)",
		"INSERT INTO person_keys VALUES (1, 'x', 'x', '1', 'x', 'x', 'x', 'x', '', '', '', '', '', '', '', '0', '0')",
		"INSERT INTO person_work VALUES (1, 0, 3, 'commissie', 'lid', TRUE, '')")
	return store
}

// ofSchema7 makes a database as the program of schema 7 and form 2 left it: the same people, a team, a user who is Bo, and a
// favourite.
func ofSchema7(t *testing.T, location string) *gormstore.Store {
	t.Helper()
	store := open(t, location)
	ok(t, store.MigrateTo(t.Context(), 7))
	joel := joel()
	joel.Labels = nil
	stored := joel.Store()
	run(t, store, insertPerson(1, 1, 0, stored.Document, stored.Meta),
		insertPerson(2, 1, at.UnixMicro(), `{"first_name":"Eva","assoc-id":"BC12"}`, "{}"),
		insertPerson(3, 1, 0, `{"first_name":"Bo","assoc-id":"bc12"}`, "{}"), insertGroup(1001, 1, "JO9-1"), insertUser(1, "3", "[]"),
		"INSERT INTO person_relations VALUES (1, 0, 3, 6, '"+stored.Relations[0].Document+"'), (2, 0, 1, 6, '{}')",
		"INSERT INTO relationship_types VALUES (6, 'Partner', 'partner', 6, FALSE, '')",
		"INSERT INTO favorites VALUES (1, 'team', 1001)", "UPDATE groups SET content = ' Eén &\r\n<b>\n\ndrie '",
		`INSERT INTO settings VALUES ('search', '{"searchable_fields":["city"]}')`,
		"INSERT INTO forms VALUES ('person', 2), ('group', 1), ('relation type', 1)",
		"INSERT INTO person_work VALUES (1, 0, 3, 'commissie', 'Lid', 'member', TRUE, '', '')")
	return store
}

// everybodyIsThere checks what both of them hold.
func everybodyIsThere(t *testing.T, store *gormstore.Store) {
	t.Helper()
	if have, err := store.Schema(t.Context()); err != nil || !have.Current() {
		t.Errorf("after: %+v, %v", have, err)
	}
	s := store.Stores()
	same(t, kept(t, s.People, 1), joel())
	ok(t, s.Directory.Load(t.Context()))
	as := record.View{Day: civil.Date{Year: 2026, Month: 6, Day: 15}, Reader: access.Everything}
	record, err := s.Directory.View().Person(1, as)
	ok(t, err)
	want := joel()
	stored := want.Store()
	same(t, record, person.Record{
		ID: 1, Author: 1, Created: at, Modified: at, Revision: 1, Name: want.Name, Title: "Joël de Wit", Slug: "joel-de-wit",
		Document: stored.Document, Meta: stored.Meta, Volunteer: true, Screened: true, Whole: true,
		Relations: []person.Related{
			{To: 3, Document: want.Relations[0].Document(), TypeName: "Partner", TypeSlug: "partner", Name: "Bo"},
		},
	})
	if size := s.Directory.View().Size(); size != 2 {
		t.Errorf("%d people", size)
	}
	if _, err := s.Directory.View().Person(2, as); !errors.Is(err, person.ErrAbsent) {
		t.Errorf("who was removed: %v", err)
	}
	holders, err := s.MemberCodes.Holders(t.Context(), "Bc12")
	if ok(t, err); len(holders) != 2 || holders[0].ID != 1 || holders[1].ID != 3 {
		t.Errorf("the code is held by %+v", holders)
	}
	if purged, err := s.People.Purge(t.Context(), at.AddDate(1, 0, 0)); err != nil || purged != 1 {
		t.Errorf("%d destroyed, %v", purged, err)
	}
}

func TestADatabaseOfBeforeIsBroughtIntoThisOne(t *testing.T) {
	t.Parallel()
	onBothEmpty(t, func(t *testing.T, location string) {
		store := ofForm1(t, location)
		before(t, store, 1, 1)
		for range 2 {
			ok(t, store.Migrate(t.Context()))
			madeOnce(t, store)
		}
		everybodyIsThere(t, store)
	})
	onBothEmpty(t, func(t *testing.T, location string) {
		store := ofSchema7(t, location)
		before(t, store, 7, 4)
		ok(t, store.Migrate(t.Context()))
		everybodyIsThere(t, store)
		v := store.Stores().Directory.View()
		team, err := v.Group(1001, record.View{})
		ok(t, err)
		list, err := store.Stores().Users.List(t.Context(), nil, 0)
		ok(t, err)
		same(t, []any{v.PersonOf(1), len(v.Favorites(1)), v.SearchSettings().Fields, len(v.RelationTypes()), team.Title, team.Content},
			[]any{int64(3), 1, []string{"city"}, 1, "JO9-1", "<p>Eén &amp;<br>&lt;b&gt;</p><p>drie</p>"})
		same(t, []any{len(list), list[0].PersonName}, []any{1, "Bo"})
	})
}

// before checks a database that is not migrated yet.
func before(t *testing.T, store *gormstore.Store, version int64, form int) {
	t.Helper()
	have, err := store.Schema(t.Context())
	if ok(t, err); have.Current() || have.Newer() || have.Have != version || have.HaveForm != form {
		t.Errorf("before: %+v", have)
	}
}

func TestPeopleOfAnOlderFormAreBroughtIntoThisOne(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, location string) {
		store := open(t, location)
		s, ctx := store.Stores(), t.Context()
		p := joel()
		p.Relations = nil
		ids, err := s.People.Create(ctx, slices.Repeat([]person.Person{p}, 502)...) // more than one batch
		ok(t, err)
		removed, last := ids[0], ids[501]
		ok(t, s.People.Remove(ctx, removed, 1, at, anybody))
		want := asked(t, store, "SELECT document || modified_at || removed_at || code FROM people ORDER BY id")
		run(t, store, `UPDATE people SET code = '', document = REPLACE(document, '"nickname":"",', '')`,
			"UPDATE forms SET form = 0 WHERE noun = 'person'")
		const others = group.FormatVersion + 1 + 2 // of groups, of types of relationship, and of invoices
		schema, err := store.Schema(ctx)
		ok(t, err)
		before(t, store, schema.Have, others)
		ok(t, store.Migrate(ctx))
		if have, err := store.Schema(ctx); err != nil || !have.Current() {
			t.Errorf("after: %+v, %v", have, err)
		}
		same(t, asked(t, store, "SELECT document || modified_at || removed_at || code FROM people ORDER BY id"), want)
		doubles, err := s.MemberCodes.Doubles(ctx)
		holders := doubles["bc12"]
		if ok(t, err); len(holders) != 501 || slices.Contains(holders, removed) || !slices.Contains(holders, last) {
			t.Errorf("%d have the code", len(holders))
		}
	})
}

func TestADamagedDocumentIsOurFaultAndNobodyElses(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, location string) {
		store := open(t, location)
		s := store.Stores()
		id, other := create(t, s, jan()), create(t, s, jan())
		_, err := s.Users.Create(t.Context(), userOf(id))
		ok(t, err)
		for _, damage := range []string{
			"document = '{\"first_name\":'", "document = ''", "document = '[]'", "document = 'null'",
			"document = '{\"birthdate\":\"gisteren\"}'", "meta = '{'", "meta = '[1]'", "labels = '['",
		} {
			run(t, store, "UPDATE people SET document = '{}', meta = '{}', labels = '[]'",
				fmt.Sprintf("UPDATE people SET %s WHERE id = %d", damage, id),
				"UPDATE forms SET form = 0 WHERE noun = 'person'")
			const kept = "SELECT document || meta || code FROM people UNION ALL SELECT noun || form FROM forms ORDER BY 1"
			before := asked(t, store, kept)
			err := update(t.Context(), s.People, id, func(*person.Person) error { return nil })
			if err == nil || fault.KindOf(err) != fault.Internal || !strings.Contains(fault.As(err).Cause.Error(), "damaged") {
				t.Errorf("%s: update: %v", damage, err)
			}
			if err := store.Migrate(t.Context()); err == nil || !strings.Contains(err.Error(), "damaged") {
				t.Errorf("%s: migrate: %v", damage, err)
			}
			same(t, asked(t, store, kept), before)
			ok(t, s.Directory.Load(t.Context()))
			if v := s.Directory.View(); !slices.Equal(v.Damaged(), []person.ID{id}) || v.Size() != 1 {
				t.Errorf("%s: damaged are %v of %d", damage, v.Damaged(), v.Size())
			}
			ok(t, update(t.Context(), s.People, other, func(p *person.Person) error { p.Name.Nick += "x"; return nil }))
			if _, err := s.Users.List(t.Context(), nil, 0); err != nil {
				t.Errorf("%s: users: %v", damage, err)
			}
		}
	})
}

// A database of the build before takes the authors' present roles for who vouched, and keeps member codes that stand twice.
func TestWhoVouchedForTheRecordsOfBefore(t *testing.T) {
	t.Parallel()
	onBothEmpty(t, func(t *testing.T, location string) {
		store := open(t, location)
		ok(t, store.MigrateTo(t.Context(), 3))
		for id, roles := range []string{
			`["administrator"]`, `["club_user"]`, `["club_user","club_ledenadministratie"]`, `["club_bestuur","club_vog"]`,
			`["club_synchronisatie"]`, `[]`,
		} {
			run(t, store, insertUser(id+1, "NULL", roles))
		}
		for author := range 8 { // 0 is a program, 7 a user who is gone
			run(t, store, insertPerson(author+1, author, 0, fmt.Sprintf(`{"first_name":"x","assoc-id":"AA%d"}`, author/4), "{}"),
				insertGroup(author+2001, author, "x"))
		}
		ok(t, store.Migrate(t.Context()))
		s := store.Stores()
		ok(t, s.Directory.Load(t.Context()))
		v := s.Directory.View()
		want := map[int]bool{0: true, 1: true, 3: true, 5: true}
		for author := range 8 {
			if stored, there := v.Stored(int64(author + 1)); !there || stored.Administered != want[author] {
				t.Errorf("a person of %d: %v", author, stored.Administered)
			}
			if team, err := v.Group(int64(author+2001), record.View{}); err != nil || team.Administered != want[author] {
				t.Errorf("a team of %d: %v, %v", author, team.Administered, err)
			}
		}
		doubles, err := s.MemberCodes.Doubles(t.Context())
		if ok(t, err); !maps.EqualFunc(doubles, map[string][]int64{"aa0": {1, 2, 3, 4}, "aa1": {5, 6, 7, 8}}, slices.Equal) {
			t.Errorf("doubles: %v", doubles)
		}
		if wide, err := v.Group(group.ClubWide, record.View{}); err != nil || !wide.Administered {
			t.Errorf("nobody vouches for Verenigingsbreed: %v", err)
		}
	})
}

// An invoice that was credited in full kept its season before there were forms of invoices, and its cases in form 1. What another
// one has by now stays with that.
func TestWhatIsCreditedInFullIsReleasedByAnUpgrade(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, location string) {
		store := open(t, location)
		ok(t, store.Migrate(t.Context()))
		bills := store.Stores().Invoices
		for person, credited := range map[int64]money.Cents{3: 1000, 4: 999} {
			v := invoice.Invoice{Kind: invoice.Membership, Season: 2025, Person: person, Lines: []invoice.Line{{Amount: 1000}}}
			v.Lines[0].Case = 10 * person
			v.Credits = []invoice.Credit{{Number: fmt.Sprint("K2026-00", person), Lines: []invoice.Line{{Amount: credited}}}}
			_, err := bills.Create(t.Context(), v, 2026)
			ok(t, err)
		}
		run(t, store, "INSERT INTO invoice_keys (kind, value, invoice_id) "+
			"SELECT 'season', '2025-2026/3', id FROM invoices WHERE person_id = 3",
			"INSERT INTO invoice_keys (kind, value, invoice_id) SELECT 'case', '30', id FROM invoices WHERE person_id = 3",
			"DELETE FROM forms WHERE noun = 'invoice'")
		ok(t, store.Migrate(t.Context()))
		const seasons, cases = "SELECT value FROM invoice_keys WHERE kind = 'season' ORDER BY value",
			"SELECT value FROM invoice_keys WHERE kind = 'case' ORDER BY value"
		same(t, asked(t, store, seasons), []string{"2025-2026/4"})
		same(t, asked(t, store, cases), []string{"40"})
		anew := invoice.Invoice{Kind: invoice.Membership, Season: 2025, Person: 3, Lines: []invoice.Line{{Amount: 1000, Case: 30}}}
		_, err := bills.Create(t.Context(), anew, 2026)
		ok(t, err)
		run(t, store, "UPDATE forms SET form = 1 WHERE noun = 'invoice'")
		ok(t, store.Migrate(t.Context()))
		same(t, asked(t, store, seasons), []string{"2025-2026/3", "2025-2026/4"})
		same(t, asked(t, store, cases), []string{"30", "40"})
	})
}
