package porttest

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"testing"
	"time"

	"github.com/clubhuis/clubhuis/core/acf"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/group"
	"github.com/clubhuis/clubhuis/core/sync/payload"
	"github.com/clubhuis/clubhuis/core/work"
	"github.com/clubhuis/clubhuis/ports"
)

// The suites of a club application that is reached from outside. It may hold others beside those of the suite: starting one
// takes time.

// rows is a list of objects, as a field of acf holds it.
type rows = []map[string]any

// acfOf is a person with fields as a client sends them, also those that no person can have.
func acfOf(pairs ...any) (p payload.Person) {
	text, keys := objectOf(pairs)
	p.Read(text, nil)
	p.Told = keys
	return p
}

func inTeam(p payload.Person, team string) payload.Person {
	p.Meta, p.MetaTold = acf.Extra{"team": acf.AppendText(nil, team)}, []string{"team"}
	return p
}

func titled(kind work.Kind, title string, pairs ...any) payload.Group {
	text, keys := objectOf(pairs)
	g := payload.Group{Group: group.Group{Kind: kind, Title: title}}
	g.Read(text)
	g.Told = keys
	return g
}

// objectOf is an object of keys and values, and its keys.
func objectOf(pairs []any) (text []byte, keys []string) {
	object := map[string]any{}
	for i := 0; i < len(pairs); i += 2 {
		object[pairs[i].(string)] = pairs[i+1]
	}
	text, err := json.Marshal(object)
	if err != nil {
		panic(err)
	}
	return text, slices.Sorted(maps.Keys(object))
}

// member is a member of an object as JSON.
func member(t fataler, object json.RawMessage, name string) string {
	t.Helper()
	var members map[string]json.RawMessage
	if err := json.Unmarshal(object, &members); err != nil {
		t.Fatal(name, err)
	}
	return string(members[name])
}

// field and meta are a member of a person's acf and meta objects.
func field(t fataler, p payload.Person, name string) string {
	t.Helper()
	fields, _ := p.Encode()
	return member(t, fields, name)
}

func meta(t fataler, p payload.Person, name string) string {
	t.Helper()
	_, members := p.Encode()
	return member(t, members, name)
}

func ofKind(t testing.TB, what string, err error, want fault.Kind) {
	t.Helper()
	if err == nil || fault.KindOf(err) != want {
		t.Errorf("%s: got %v, want a fault of kind %d", what, err, want)
	}
}

// whole holds what a call answers against the rules for all records.
func whole(t testing.TB, id int64, modified time.Time, told []string) {
	t.Helper()
	if id <= 0 || modified.IsZero() || modified.Location() != time.UTC || len(told) == 0 {
		t.Errorf("a record without number, time in UTC or fields: %d %v %v", id, modified, told)
	}
}

// samePerson holds a person who is read against the one that a write answered.
func samePerson(t testing.TB, got, want payload.Person) {
	t.Helper()
	shown := func(p payload.Person) string {
		fields, meta := p.Encode()
		return fmt.Sprint(p.ID, p.Modified.UnixMicro(), p.Administered, p.Photo, string(fields), string(meta))
	}
	equal(t, "the person", shown(got), shown(want))
}

func sameGroup(t testing.TB, got, want payload.Group) {
	t.Helper()
	shown := func(g payload.Group) string {
		return fmt.Sprint(g.ID, g.Kind, g.Modified.UnixMicro(), g.Administered, g.Title, string(g.Encode()))
	}
	equal(t, "the group", shown(got), shown(want))
}

// nobodyHas is a number that no record gets.
const nobodyHas = 1 << 40

// ApplicationPeople is the contract of ports.ApplicationPeople. strangers are the people of the same application as somebody
// reaches them who may make people, and does not administer members.
func ApplicationPeople(t *testing.T, people, strangers ports.ApplicationPeople) {
	ctx := context.Background()
	create := func(t *testing.T, change payload.Person) payload.Person {
		t.Helper()
		return must(people.Create(ctx, change))(t)
	}
	numbers := func(t *testing.T, after time.Time) (ids []int64) {
		t.Helper()
		ok(t, people.Each(ctx, after, func(r payload.Person) error { ids = append(ids, r.ID); return nil }))
		return ids
	}

	t.Run("what is created is answered as it is kept", func(t *testing.T) {
		made := create(t, inTeam(acfOf(
			"first_name", "Noor", "infix", "van de", "last_name", "Berg & <Zn>", "assoc-id", "SUIT001", "birth_year", 2001,
			"contact_info", rows{{"contact_type": "email", "contact_label": "", "contact_value": "Noor@Suite.example"}},
			"addresses", rows{}, "financiele-blokkade", true, "our-own-field", "x",
		), "JO9-1, JO9-2"))
		whole(t, made.ID, made.Modified, made.Told)
		equal(t, "name", made.FullName(), "Noor van de Berg & <Zn>")
		for name, want := range map[string]string{
			"first_name": `"Noor"`, "assoc-id": `"SUIT001"`, "financiele-blokkade": "true", "our-own-field": `"x"`, "addresses": "[]",
			"contact_info": `[{"contact_type":"email","contact_label":"","contact_value":"noor@suite.example"}]`,
		} {
			equal(t, name, field(t, made, name), want)
		}
		equal(t, "meta.team", meta(t, made, "team"), `"JO9-1, JO9-2"`)
		samePerson(t, must(people.Person(ctx, made.ID))(t), made)
	})

	t.Run("a change changes the given fields", func(t *testing.T) {
		sem := acfOf("first_name", "Sem", "last_name", "Bos", "lid-tot", "2030-06-30", "type-lid", "Junior")
		made := create(t, inTeam(sem, "JO9-1"))
		changed := must(people.Change(ctx, made.ID, acfOf("first_name", "Sem", "lid-tot", "", "former_member", true)))(t)
		whole(t, changed.ID, changed.Modified, changed.Told)
		equal(t, "lid-tot", field(t, changed, "lid-tot"), `""`)
		equal(t, "former_member", field(t, changed, "former_member"), "true")
		equal(t, "type-lid", field(t, changed, "type-lid"), `"Junior"`)
		equal(t, "meta.team", meta(t, changed, "team"), `"JO9-1"`)
		samePerson(t, must(people.Person(ctx, made.ID))(t), changed)

		onlyMeta := must(people.Change(ctx, made.ID, inTeam(payload.Person{}, "")))(t)
		equal(t, "type-lid", field(t, onlyMeta, "type-lid"), `"Junior"`)
		equal(t, "meta.team", meta(t, onlyMeta, "team"), `""`)
		if changed.Modified.Before(made.Modified) || onlyMeta.Modified.Before(changed.Modified) {
			t.Error("a change made a record older")
		}
	})

	t.Run("a change that changes nothing leaves the time as it is", func(t *testing.T) {
		made := create(t, acfOf("first_name", "Tess", "last_name", "Vos"))
		samePerson(t, must(people.Change(ctx, made.ID, acfOf("first_name", "Tess", "last_name", "Vos")))(t), made)
	})

	t.Run("what is refused changes nothing and says what is wrong", func(t *testing.T) {
		before := len(numbers(t, time.Time{}))
		_, err := people.Create(ctx, acfOf("last_name", "Zonder", "birthdate", "30-02-2001"))
		ofKind(t, "a person without a first name", err, fault.Invalid)
		for _, field := range []string{"acf.first_name", "acf.birthdate"} {
			if fault.As(err).Params[field] == "" {
				t.Errorf("nothing is said about %s: %v", field, err)
			}
		}
		equal(t, "code", fault.As(err).Code, fault.CodeInvalidParam)
		equal(t, "people", len(numbers(t, time.Time{})), before)
		made := create(t, acfOf("first_name", "Lot"))
		_, err = people.Change(ctx, made.ID, acfOf("first_name", "Lotte", "birthdate", "morgen"))
		ofKind(t, "a birthday that is no date", err, fault.Invalid)
		samePerson(t, must(people.Person(ctx, made.ID))(t), made)
	})

	t.Run("what is meant for another revision changes nothing", func(t *testing.T) {
		made := create(t, acfOf("first_name", "Om"))
		named := func(name string, revision int64) payload.Person {
			change := acfOf("first_name", name)
			change.Revision = revision
			return change
		}
		changed := must(people.Change(ctx, made.ID, named("Omar", made.Revision)))(t)
		equal(t, "revision", changed.Revision, made.Revision+1)
		_, err := people.Change(ctx, made.ID, named("Olaf", made.Revision))
		ofKind(t, "Change", err, fault.Outdated)
		ofKind(t, "Remove", people.Remove(ctx, made.ID, made.Revision), fault.Outdated)
		samePerson(t, must(people.Person(ctx, made.ID))(t), changed)
		must(people.Change(ctx, made.ID, named("Otto", 0)))(t)
		ok(t, people.Remove(ctx, made.ID, changed.Revision+1))
	})

	t.Run("an absent person is not found", func(t *testing.T) {
		made := create(t, acfOf("first_name", "Weg"))
		ok(t, people.Remove(ctx, made.ID, 0))
		for _, id := range []int64{made.ID, nobodyHas} {
			_, err := people.Person(ctx, id)
			ofKind(t, "Person", err, fault.NotFound)
			_, err = people.Change(ctx, id, acfOf("first_name", "Weg"))
			ofKind(t, "Change", err, fault.NotFound)
			ofKind(t, "Remove", people.Remove(ctx, id, 0), fault.NotFound)
		}
		if slices.Contains(numbers(t, time.Time{}), made.ID) {
			t.Error("the removed person is still visited")
		}
	})

	t.Run("somebody is found by an e-mail address", func(t *testing.T) {
		made := create(t, acfOf("first_name", "Mees", "contact_info",
			rows{{"contact_type": "email", "contact_value": "mees+1@suite.example"}}))
		for email, want := range map[string]int64{
			"mees+1@suite.example": made.ID, "MEES+1@Suite.example": made.ID, "niemand@suite.example": 0, "": 0,
		} {
			equal(t, email, must(people.ByEmail(ctx, email))(t), want)
		}
	})

	t.Run("who is made by somebody who administers members is administered, also when somebody else asks", func(t *testing.T) {
		made := create(t, acfOf("first_name", "Van de club"))
		planted := must(strangers.Create(ctx, acfOf("first_name", "Van een ander")))(t)
		equal(t, "as it is made", [2]bool{made.Administered, planted.Administered}, [2]bool{true, false})
		equal(t, "as it is read", must(people.Person(ctx, made.ID))(t).Administered, true)
		equal(t, "as it is read", must(people.Person(ctx, planted.ID))(t).Administered, false)
		equal(t, "as its maker reads it", must(strangers.Person(ctx, planted.ID))(t).Administered, false)
		changed := must(people.Change(ctx, planted.ID, acfOf("first_name", "Van een ander", "last_name", "Bos")))(t)
		equal(t, "after a change by who administers members", changed.Administered, false)
		visited := map[int64]bool{}
		ok(t, people.Each(ctx, time.Time{}, func(r payload.Person) error { visited[r.ID] = r.Administered; return nil }))
		equal(t, "as it is visited", [2]bool{visited[made.ID], visited[planted.ID]}, [2]bool{true, false})
	})

	t.Run("of those who have an e-mail address somebody administered is found", func(t *testing.T) {
		reached := acfOf("first_name", "Mees", "contact_info", rows{{"contact_type": "email", "contact_value": "eerst@suite.example"}})
		planted := must(strangers.Create(ctx, reached))(t)
		equal(t, "a stranger alone", must(people.ByEmail(ctx, "eerst@suite.example"))(t), planted.ID)
		made := create(t, reached)
		equal(t, "both", must(people.ByEmail(ctx, "eerst@suite.example"))(t), made.ID)
	})

	t.Run("everybody is visited, former members too, each once", func(t *testing.T) {
		made := map[int64]payload.Person{}
		for i := range 205 {
			r := create(t, acfOf("first_name", fmt.Sprint("Bezoek ", i), "former_member", i%2 == 0))
			made[r.ID] = r
		}
		ok(t, people.Each(ctx, time.Time{}, func(r payload.Person) error {
			if want, is := made[r.ID]; is {
				samePerson(t, r, want.Short())
				delete(made, r.ID)
			}
			return nil
		}))
		equal(t, "not visited", len(made), 0)
		ids := numbers(t, time.Time{})
		slices.Sort(ids)
		equal(t, "visited", len(ids), len(slices.Compact(slices.Clone(ids))))
	})

	t.Run("those are visited who were changed after a moment", func(t *testing.T) {
		made := create(t, acfOf("first_name", "Later"))
		if !slices.Contains(numbers(t, made.Modified.Add(-time.Second)), made.ID) {
			t.Error("a person who was changed later is not visited")
		}
		amsterdam := made.Modified.Add(-time.Second).In(time.FixedZone("CEST", 2*60*60))
		if !slices.Contains(numbers(t, amsterdam), made.ID) {
			t.Error("a person who was changed later is not visited when the moment has a zone")
		}
		if got := numbers(t, made.Modified.Add(time.Hour)); len(got) != 0 {
			t.Errorf("visited people who were changed before: %v", got)
		}
	})

	t.Run("a visit that fails is the last one", func(t *testing.T) {
		create(t, acfOf("first_name", "Een"))
		create(t, acfOf("first_name", "Twee"))
		visits, enough := 0, errors.New("enough")
		err := people.Each(ctx, time.Time{}, func(payload.Person) error { visits++; return enough })
		equal(t, "the error", err, enough)
		equal(t, "visits", visits, 1)
	})

	t.Run("volunteers whose certificate is missing or old", func(t *testing.T) {
		inThreeYears := func(years int) string { return time.Now().AddDate(-years, 0, 0).Format(time.DateOnly) }
		board := rows{{"team": group.ClubWide, "entity_type": "commissie", "job_title": "Penningmeester", "is_current": true}}
		for code, fields := range map[string]payload.Person{
			"SUITV1": acfOf("work_history", board),
			"SUITV2": acfOf("work_history", board, "datum-vog", inThreeYears(4)),
			"SUITV3": acfOf("work_history", board, "datum-vog", inThreeYears(1)),
			"SUITV4": acfOf(),
			"SUITV5": acfOf("work_history", board, "former_member", true),
			"":       acfOf("work_history", board),
		} {
			fields.Name.First, fields.Membership.Code = "Vrijwilliger", code
			fields.Told = append(fields.Told, "first_name", "assoc-id")
			create(t, fields)
		}
		for i := range 101 {
			create(t, acfOf("first_name", "Vrijwilliger", "assoc-id", fmt.Sprintf("SUITW%03d", i), "work_history", board))
		}
		codes := must(people.Volunteers(ctx))(t)
		for code, want := range map[string]bool{
			"SUITV1": true, "SUITV2": true, "SUITV3": false, "SUITV4": false, "SUITV5": false, "": false, "SUITW000": true,
			"SUITW100": true,
		} {
			equal(t, "volunteer "+code, slices.Contains(codes, code), want)
		}
	})

	t.Run("types of relationship by slug", func(t *testing.T) {
		types := must(people.RelationTypes(ctx))(t)
		equal(t, "parent", types["parent"], 2)
		equal(t, "child", types["child"], 3)
		if len(types) < 20 {
			t.Errorf("only %v", types)
		}
	})

	t.Run("a cancelled context stops every call", func(t *testing.T) {
		made := create(t, acfOf("first_name", "Blijft"))
		gone := cancelled()
		errs := map[string]error{"Remove": people.Remove(gone, made.ID, 0)}
		_, errs["Person"] = people.Person(gone, made.ID)
		_, errs["ByEmail"] = people.ByEmail(gone, "blijft@suite.example")
		_, errs["Create"] = people.Create(gone, acfOf("first_name", "Komt niet"))
		_, errs["Change"] = people.Change(gone, made.ID, acfOf("first_name", "Anders"))
		_, errs["Volunteers"] = people.Volunteers(gone)
		_, errs["RelationTypes"] = people.RelationTypes(gone)
		errs["Each"] = people.Each(gone, time.Time{}, func(payload.Person) error { t.Error("a visit"); return nil })
		for call, err := range errs {
			if !errors.Is(err, context.Canceled) {
				t.Errorf("%s: got %v", call, err)
			}
		}
		samePerson(t, must(people.Person(ctx, made.ID))(t), made)
	})
}
