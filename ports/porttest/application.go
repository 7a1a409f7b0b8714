package porttest

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"testing"
	"time"

	"github.com/clubhuis/clubhuis/core/acf"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/group"
	"github.com/clubhuis/clubhuis/core/sync/federation"
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

	t.Run("an absent person is not found", func(t *testing.T) {
		made := create(t, acfOf("first_name", "Weg"))
		ok(t, people.Remove(ctx, made.ID))
		for _, id := range []int64{made.ID, nobodyHas} {
			_, err := people.Person(ctx, id)
			ofKind(t, "Person", err, fault.NotFound)
			_, err = people.Change(ctx, id, acfOf("first_name", "Weg"))
			ofKind(t, "Change", err, fault.NotFound)
			ofKind(t, "Remove", people.Remove(ctx, id), fault.NotFound)
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
		errs := map[string]error{"Remove": people.Remove(gone, made.ID)}
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

// ApplicationPhotos is the contract of ports.ApplicationPhotos. people are those of the same application.
func ApplicationPhotos(t *testing.T, people ports.ApplicationPeople, photos ports.ApplicationPhotos) {
	ctx := context.Background()
	has := func(t *testing.T, id int64) int64 {
		t.Helper()
		return must(people.Person(ctx, id))(t).Photo
	}
	jpeg := federation.Picture{Data: asJPEG(t, picture(64, 48, quarters)), Ext: "jpg"}
	png := federation.Picture{Data: asPNG(t, picture(64, 48, quarters)), Ext: "png"}
	made := must(people.Create(ctx, acfOf("first_name", "Foto")))(t)

	t.Run("a photo takes the place of the one before", func(t *testing.T) {
		equal(t, "without a photo", has(t, made.ID), 0)
		ok(t, photos.Put(ctx, made.ID, jpeg))
		first := has(t, made.ID)
		ok(t, photos.Put(ctx, made.ID, png))
		second := has(t, made.ID)
		if first == 0 || second == 0 || first == second {
			t.Errorf("the photos are %d and then %d", first, second)
		}
	})

	t.Run("a photo can be taken away, and what is away stays so", func(t *testing.T) {
		for range 2 {
			ok(t, photos.Remove(ctx, made.ID))
			equal(t, "the photo", has(t, made.ID), 0)
		}
		ok(t, photos.Remove(ctx, nobodyHas))
	})

	t.Run("what is no picture is refused, and nobody has no photo", func(t *testing.T) {
		for what, data := range map[string][]byte{"a text": []byte("<html>niet gevonden</html>"), "nothing": {}} {
			ofKind(t, what, photos.Put(ctx, made.ID, federation.Picture{Data: data, Ext: "jpg"}), fault.Invalid)
			equal(t, "the photo after "+what, has(t, made.ID), 0)
		}
		ofKind(t, "a photo of nobody", photos.Put(ctx, nobodyHas, jpeg), fault.NotFound)
	})

	t.Run("a cancelled context stops every call", func(t *testing.T) {
		for call, err := range map[string]error{"Put": photos.Put(cancelled(), made.ID, jpeg),
			"Remove": photos.Remove(cancelled(), made.ID)} {
			if !errors.Is(err, context.Canceled) {
				t.Errorf("%s: got %v", call, err)
			}
		}
		equal(t, "the photo", has(t, made.ID), 0)
	})
}

// ApplicationGroups is the contract of ports.ApplicationGroups. strangers are those of the same application as somebody reaches
// them who may make groups, and does not administer members.
func ApplicationGroups(t *testing.T, groups, strangers ports.ApplicationGroups) {
	ctx := context.Background()
	for _, kind := range []work.Kind{work.Team, work.Committee} {
		t.Run(string(kind), func(t *testing.T) { groupsOf(ctx, t, groups, kind) })
		t.Run(string(kind)+" of somebody who administers members is administered", func(t *testing.T) {
			made := must(groups.Create(ctx, titled(kind, "Van de club")))(t)
			planted := must(strangers.Create(ctx, titled(kind, "Van de club")))(t)
			equal(t, "as it is made", [2]bool{made.Administered, planted.Administered}, [2]bool{true, false})
			for id, want := range map[int64]bool{made.ID: true, planted.ID: false} {
				equal(t, "as it is listed", listedGroup(t, groups, kind, id).Administered, want)
			}
		})
	}

	t.Run("the kinds are apart", func(t *testing.T) {
		team := must(groups.Create(ctx, titled(work.Team, "Apart")))(t)
		for _, r := range must(groups.List(ctx, work.Committee))(t) {
			if r.ID == team.ID {
				t.Error("a team is listed among the committees")
			}
		}
		_, err := groups.Change(ctx, team.ID, titled(work.Committee, "Samen"))
		ofKind(t, "a team as a committee", err, fault.NotFound)
		ofKind(t, "a team as a committee", groups.Remove(ctx, work.Committee, team.ID), fault.NotFound)
	})

	t.Run("Verenigingsbreed is there and stays", func(t *testing.T) {
		ofKind(t, "Remove", groups.Remove(ctx, work.Committee, group.ClubWide), fault.Forbidden)
		whole := listedGroup(t, groups, work.Committee, group.ClubWide)
		equal(t, "title", whole.Title, "Verenigingsbreed")
		equal(t, "administered", whole.Administered, true)
	})
}

// listedGroup is a group as the list has it, the zero Group for none.
func listedGroup(t testing.TB, groups ports.ApplicationGroups, kind work.Kind, id int64) payload.Group {
	t.Helper()
	list := must(groups.List(context.Background(), kind))(t)
	if i := slices.IndexFunc(list, func(r payload.Group) bool { return r.ID == id }); i >= 0 {
		return list[i]
	}
	return payload.Group{}
}

func groupsOf(ctx context.Context, t *testing.T, groups ports.ApplicationGroups, kind work.Kind) {
	t.Run("what is created and changed is answered as it is kept", func(t *testing.T) {
		made := must(groups.Create(ctx, titled(kind, "Jong & <oud>", "website", "https://team.example/", "our-own-field", 7)))(t)
		whole(t, made.ID, made.Modified, made.Told)
		equal(t, "title", made.Title, "Jong & <oud>")
		equal(t, "our-own-field", member(t, made.Encode(), "our-own-field"), "7")
		sameGroup(t, listedGroup(t, groups, kind, made.ID), made.Short())

		renamed := must(groups.Change(ctx, made.ID, titled(kind, "Jong")))(t)
		equal(t, "title", renamed.Title, "Jong")
		equal(t, "website", member(t, renamed.Encode(), "website"), `"https://team.example/"`)
		cleared := must(groups.Change(ctx, made.ID, titled(kind, "", "website", "")))(t)
		equal(t, "title", cleared.Title, "Jong")
		equal(t, "website", member(t, cleared.Encode(), "website"), `""`)
		sameGroup(t, listedGroup(t, groups, kind, made.ID), cleared.Short())
		sameGroup(t, must(groups.Change(ctx, made.ID, titled(kind, "Jong")))(t), cleared)
	})

	t.Run("what is refused changes nothing", func(t *testing.T) {
		before := len(must(groups.List(ctx, kind))(t))
		_, err := groups.Create(ctx, titled(kind, "", "website", "geen adres"))
		ofKind(t, "a group without a title", err, fault.Invalid)
		if params := fault.As(err).Params; params["title"] == "" || params["acf.website"] == "" {
			t.Errorf("the faults are about %v", params)
		}
		equal(t, "groups", len(must(groups.List(ctx, kind))(t)), before)
	})

	t.Run("an absent group is not found", func(t *testing.T) {
		made := must(groups.Create(ctx, titled(kind, "Weg")))(t)
		ok(t, groups.Remove(ctx, kind, made.ID))
		equal(t, "the removed group", listedGroup(t, groups, kind, made.ID).ID, 0)
		for _, id := range []int64{made.ID, nobodyHas} {
			_, err := groups.Change(ctx, id, titled(kind, "Weg"))
			ofKind(t, "Change", err, fault.NotFound)
			ofKind(t, "Remove", groups.Remove(ctx, kind, id), fault.NotFound)
		}
	})

	t.Run("all are listed, each once", func(t *testing.T) {
		made := map[int64]bool{}
		for i := range 105 {
			made[must(groups.Create(ctx, titled(kind, "Groep "+strconv.Itoa(i))))(t).ID] = true
		}
		seen := map[int64]bool{}
		for _, r := range must(groups.List(ctx, kind))(t) {
			if seen[r.ID] {
				t.Errorf("%d is listed twice", r.ID)
			}
			seen[r.ID] = true
			delete(made, r.ID)
		}
		equal(t, "not listed", len(made), 0)
	})

	t.Run("a cancelled context stops every call", func(t *testing.T) {
		made := must(groups.Create(ctx, titled(kind, "Blijft")))(t)
		gone := cancelled()
		errs := map[string]error{"Remove": groups.Remove(gone, kind, made.ID)}
		_, errs["List"] = groups.List(gone, kind)
		_, errs["Create"] = groups.Create(gone, titled(kind, "Komt niet"))
		_, errs["Change"] = groups.Change(gone, made.ID, titled(kind, "Anders"))
		for call, err := range errs {
			if !errors.Is(err, context.Canceled) {
				t.Errorf("%s: got %v", call, err)
			}
		}
		sameGroup(t, listedGroup(t, groups, kind, made.ID), made.Short())
	})
}
