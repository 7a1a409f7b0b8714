package undoapi_test

import (
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/clubhuis/clubhuis/adapters/httpapi/internal/apitest"
	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/undo"
)

type object = apitest.Object

const (
	bulk    = "/api/club/v1/people/bulk-update"
	endings = "/api/club/v1/people/bulk-endings"
)

// token is what the answer to a change says about taking it back.
func token(a apitest.Answer) string {
	a.T.Helper()
	found := a.Is(200).Header.Get("X-Undo")
	if len(found) != 43 {
		a.T.Fatalf("%s: X-Undo %q", a.What, found)
	}
	return found
}

func takeBack(s *apitest.Site, token string, as ...apitest.Call) apitest.Answer {
	s.T.Helper()
	return s.Post("/api/club/v1/undo/"+token, nil, as...)
}

// leaves checks what an undo did: how much, and the name and reason of each that it left out.
func leaves(a apitest.Answer, undone int, left ...string) {
	a.T.Helper()
	a.Is(200).Has("undone", undone)
	got := []string{}
	for _, one := range a.List("left_out") {
		got = append(got, fmt.Sprintf("%v: %v", one.(object)["name"], one.(object)["reason"]))
	}
	if fmt.Sprint(got) != fmt.Sprint(left) {
		a.T.Errorf("%s: left out %q, want %q", a.What, got, left)
	}
}

// standing is what a change may change of people, as a reader sees it.
func standing(s *apitest.Site, as apitest.Call, ids ...int64) (all []string) {
	s.T.Helper()
	for _, id := range ids {
		record := s.Get(apitest.Person(id), as).Is(200).Object("")
		for _, moves := range []string{"modified", "modified_gmt", "etag"} {
			delete(record, moves)
		}
		all = append(all, fmt.Sprint(record))
	}
	return all
}

func same(t *testing.T, what string, got, want []string) {
	t.Helper()
	for i := range want {
		if got[i] != want[i] {
			t.Errorf("%s:\ngot  %s\nwant %s", what, got[i], want[i])
		}
	}
}

func TestABulkChangeIsTakenBackOnceByItsUserInTime(t *testing.T) {
	t.Parallel()
	s := apitest.New(t)
	admin := s.Admin()
	s.User("jan")
	s.Workspaces(admin, "Een", "Twee", "Drie")
	team, other := s.Team(admin, "JO9"), s.Team(admin, "JO12-1")
	label := s.Post(apitest.Labels, object{"name": "Bar"}, admin).Is(201).ID()
	ids := s.Names(admin, "Anna", "Bas")
	s.Send("PUT", apitest.Person(ids[0]), object{"person_label": []int64{label}, "acf": object{
		"work_history": []object{{"team": other, "is_current": true, "start_date": "2025-08-01"}},
	}}, admin).Is(200)
	before := standing(s, admin, ids...)
	change := func() string {
		t.Helper()
		s.Later(time.Minute)
		return token(s.Post(bulk, object{"ids": ids, "updates": object{
			"visibility": "shared", "assigned_workspaces": []int{3}, "person_label": []int{}, "organization_id": team,
		}}, admin))
	}
	first := change()
	takeBack(s, first).Refuses(401, "rest_not_logged_in")
	for what, a := range map[string]apitest.Answer{
		"somebody else's": takeBack(s, first, s.Program("jan")), "unknown": takeBack(s, strings.Repeat("x", 43), admin),
		"empty of sense": takeBack(s, "x", admin),
	} {
		a.What = what
		a.Refuses(404, "rest_undo_invalid")
	}
	s.Later(undo.Window - time.Second)
	leaves(takeBack(s, first, admin), 2)
	same(t, "taken back", standing(s, admin, ids...), before)
	takeBack(s, first, admin).Refuses(404, "rest_undo_invalid")
	late := change()
	s.Later(undo.Window)
	takeBack(s, late, admin).Refuses(404, "rest_undo_invalid")
	if n, err := s.Server.Undos.Purge(t.Context()); err != nil || n != 0 {
		t.Errorf("forgotten: %d, %v", n, err)
	}
	s.Later(time.Second)
	if n, err := s.Server.Undos.Purge(t.Context()); err != nil || n != 1 {
		t.Errorf("forgotten: %d, %v", n, err)
	}
}

func TestWhatNobodyChangedHasNoUndo(t *testing.T) {
	t.Parallel()
	s := apitest.New(t)
	admin := s.Admin()
	ids := s.Names(admin, "Anna")
	a := s.Post(bulk, object{"ids": ids, "updates": object{"visibility": "private"}}, admin).Is(200)
	if _, sent := a.Header["X-Undo"]; sent {
		t.Error("an undo of nothing")
	}
	if a := s.Send("DELETE", apitest.RelationshipTypes+"/2?force=true", nil, admin).Is(200); a.Header.Get("X-Undo") != "" {
		t.Error("a relationship type comes back")
	}
}

func TestWhoWasChangedSinceIsLeftOutByName(t *testing.T) {
	t.Parallel()
	s := apitest.New(t)
	admin, colleague := s.Admin(), s.Program(s.User("colleague", "administrator").Username)
	ids := s.Names(admin, "Anna", "Bas", "Cor", "Dirk")
	shared := token(s.Post(bulk, object{"ids": ids, "updates": object{"visibility": "shared"}}, admin))
	s.Send("PUT", apitest.Person(ids[1]), object{"acf": object{"nickname": "B"}}, colleague).Is(200)
	s.Send("DELETE", apitest.Person(ids[2]), nil, colleague).Is(200)
	leaves(takeBack(s, shared, admin), 2, "Cor: "+undo.Gone, "Bas: "+undo.Changed)
	for i, want := range []string{"private", "shared", "", "private"} {
		if want != "" {
			s.Get(apitest.Person(ids[i]), admin).Has("acf._visibility", want)
		}
	}
}

func TestNobodyIsBroughtBackIntoAWorkspaceThatOneLeft(t *testing.T) {
	t.Parallel()
	s := apitest.New(t)
	admin, anna := s.Admin(), s.User("anna")
	asAnna, workspace := s.Program("anna"), s.Workspaces(admin, "Jeugd")
	members := fmt.Sprintf("/api/club/v1/workspaces/%d/members", workspace)
	s.Post(members, object{"user_id": anna.ID}, admin).Is(200)
	shared := object{"_visibility": "workspace", "_assigned_workspaces": []int64{workspace}, "first_name": "Bas"}
	in, out := s.Person(asAnna, shared).ID(), s.Names(asAnna, "Cor")[0]
	hide := object{"ids": []int64{in, out}, "updates": object{"visibility": "shared", "assigned_workspaces": []int{}}}
	s.Later(time.Minute)
	leaves(takeBack(s, token(s.Post(bulk, hide, asAnna)), asAnna), 2)
	s.Later(time.Minute)
	change := token(s.Post(bulk, hide, asAnna))
	s.Send("DELETE", fmt.Sprint(members, "/", anna.ID), nil, admin).Is(200)
	leaves(takeBack(s, change, asAnna), 1, "Bas: "+undo.NotShared)
	s.Get(apitest.Person(in), asAnna).Has("acf._visibility", "shared").Has("acf._assigned_workspaces", []any{})
	s.Get(apitest.Person(out), asAnna).Has("acf._visibility", "private")

	// Administrators see everybody: they give back what they took, also when they are no members.
	s.Send("PUT", apitest.Person(in), object{"acf": shared}, admin).Is(200)
	s.User("boss", access.Administrator)
	boss := s.Program("boss")
	leaves(takeBack(s, token(s.Post(bulk, hide, boss)), boss), 2)
	s.Get(apitest.Person(in), asAnna).Has("acf._assigned_workspaces.0", float64(workspace))

	// Who may change somebody and not share them does not undo an audience, which they set when they might.
	change = token(s.Post(bulk, hide, boss))
	s.Roles("boss", access.SectionRole(access.Administration))
	leaves(takeBack(s, change, boss), 0, "Bas: "+undo.NotShared, "Cor: "+undo.NotShared)
}

func TestATokenIsUsedOnceInParallel(t *testing.T) {
	t.Parallel()
	s := apitest.New(t)
	admin := s.Admin()
	ids := s.Names(admin, "Anna")
	shared := token(s.Post(bulk, object{"ids": ids, "updates": object{"visibility": "shared"}}, admin))
	var all sync.WaitGroup
	var won atomic.Int64
	for range 8 {
		all.Go(func() {
			if a := takeBack(s, shared, admin); a.StatusCode == 200 {
				won.Add(1)
			} else if a.StatusCode != 404 {
				t.Errorf("%d: %s", a.StatusCode, a.Text)
			}
		})
	}
	all.Wait()
	if won.Load() != 1 {
		t.Errorf("%d used it", won.Load())
	}
}

func TestADeletedPersonComesBackWithItsRelations(t *testing.T) {
	t.Parallel()
	s := apitest.New(t)
	admin := s.Admin()
	s.User("jan")
	jan := s.Program("jan")
	ids := s.Names(jan, "Kind", "Moeder", "Broer")
	s.Send("PUT", apitest.Person(ids[0]), object{"acf": object{"relationships": []object{
		{"related_person": ids[2], "relationship_type": 4}, {"related_person": ids[1], "relationship_type": 2, "relationship_label": "mam"},
	}}}, jan).Is(200)
	s.Send("PUT", apitest.Person(ids[1]), object{"acf": object{"assoc-id": "BC12"}}, admin).Is(200)
	before := standing(s, admin, ids...)

	remove := func() string { t.Helper(); return token(s.Send("DELETE", apitest.Person(ids[1]), nil, jan)) }
	leaves(takeBack(s, remove(), jan), 1)
	same(t, "taken back", standing(s, admin, ids...), before)

	removed := remove()
	s.Post("/api/club/v1/people/2/restore", nil, admin).Is(200).Has("id", 2).Has("acf.first_name", "Moeder")
	same(t, "restored", standing(s, admin, ids...), before)
	leaves(takeBack(s, removed, jan), 0, "Moeder: "+undo.There)

	removed = remove()
	s.Later(time.Minute)
	s.Person(admin, object{"first_name": "Vreemde", "assoc-id": "bc12"})
	a := takeBack(s, removed, jan).Is(200)
	if !strings.Contains(a.Text, "Moeder") || !strings.Contains(a.Text, "iemand anders") || strings.Contains(a.Text, "Vreemde") {
		t.Errorf("left out: %s", a.Text)
	}
	a.Has("undone", 0)
	restored := s.Post("/api/club/v1/people/2/restore", nil, admin).Refuses(409, "member_code_taken")
	if !strings.Contains(restored.Text, "Moeder") || !strings.Contains(restored.Text, "Vreemde") {
		t.Errorf("does not name both: %s", restored.Text)
	}
	s.Send("DELETE", apitest.Person(4), nil, admin).Is(200)
	s.Post("/api/club/v1/people/2/restore", nil, jan).Is(200)
	same(t, "after all", standing(s, admin, ids...), before)
}

func TestADeletedGroupComesBackInItsPlace(t *testing.T) {
	t.Parallel()
	s := apitest.New(t)
	admin := s.Admin()
	top := s.Team(admin, "Jeugd")
	middle := s.Team(admin, "JO9", object{"parent": top})
	below := []int64{s.Team(admin, "JO9-1", object{"parent": middle}), s.Team(admin, "JO9-2", object{"parent": middle}),
		s.Team(admin, "JO9-3", object{"parent": middle})}
	player := s.Person(admin, object{"first_name": "Jan", "work_history": []object{{"team": middle, "is_current": true}}}).ID()
	removed := token(s.Send("DELETE", apitest.At(apitest.Teams, middle), nil, admin))
	s.Later(time.Minute)
	s.Send("PUT", apitest.At(apitest.Teams, below[1]), object{"title": "JO9-Twee"}, admin).Is(200)
	s.Send("DELETE", apitest.At(apitest.Teams, below[2]), nil, admin).Is(200)
	leaves(takeBack(s, removed, admin), 1, "JO9-Twee: "+undo.Changed, ": "+undo.Gone)
	s.Get(apitest.At(apitest.Teams, middle), admin).Is(200).Has("parent", int(top)).Has("title.rendered", "JO9")
	s.Get(apitest.At(apitest.Teams, below[0]), admin).Has("parent", int(middle))
	s.Get(apitest.At(apitest.Teams, below[1]), admin).Has("parent", 0)
	s.Get("/api/club/v1/teams/"+fmt.Sprint(middle)+"/people", admin).Has("current.0.id", int(player))

	// What stood above it stands below what stood below it by now.
	removed = token(s.Send("DELETE", apitest.At(apitest.Teams, middle), nil, admin))
	s.Send("PUT", apitest.At(apitest.Teams, top), object{"parent": below[0]}, admin).Is(200)
	leaves(takeBack(s, removed, admin), 1, "JO9-1: "+undo.Circular)
	s.Get(apitest.At(apitest.Teams, middle), admin).Has("parent", int(top))
	s.Get(apitest.At(apitest.Teams, below[0]), admin).Has("parent", 0)
}

func TestADeletedLabelComesBackToWhoHadIt(t *testing.T) {
	t.Parallel()
	s := apitest.New(t)
	admin := s.Admin()
	label := s.Post(apitest.Labels, object{"name": "Bar"}, admin).Is(201).ID()
	id := s.Names(admin, "Anna")[0]
	s.Send("PUT", apitest.Person(id), object{"person_label": []int64{label}}, admin).Is(200)
	remove := func() string {
		t.Helper()
		return token(s.Send("DELETE", apitest.At(apitest.Labels, label)+"?force=true", nil, admin))
	}
	removed := remove()
	s.Get(apitest.Person(id), admin).Has("labels", []any{})
	leaves(takeBack(s, removed, admin), 1)
	s.Get(apitest.Person(id), admin).Has("labels", []any{"Bar"})
	removed = remove()
	s.Post(apitest.Labels, object{"name": "bar"}, admin).Is(201)
	leaves(takeBack(s, removed, admin), 0, "Bar: Er is al een term met deze naam.")
}

func TestAFilterStandsForWhoItFinds(t *testing.T) {
	t.Parallel()
	s := apitest.New(t)
	admin := s.Admin()
	s.User("jan")
	jan := s.Program("jan")
	s.Names(admin, "Anna", "Anne", "Bert")
	own := s.Names(jan, "Anouk")[0]
	shared := object{"visibility": "shared"}
	change := func(filter any, expected any, as apitest.Call) apitest.Answer {
		t.Helper()
		return s.Post(bulk, object{"filter": filter, "expected": expected, "updates": shared}, as)
	}
	a := change(object{"search": "an"}, 2, admin).Is(409).Has("code", "selection_changed").Has("data.found", 3)
	if !strings.Contains(a.At("message").(string), "3") {
		t.Error(a.Text)
	}
	change(object{"search": "an"}, 3, jan).Is(409).Has("data.found", 1) // who sees less finds fewer
	change(object{"search": "an"}, 1, jan).Is(200).Has("updated", []any{float64(own)})
	taken := token(change(object{"search": "an"}, 3, admin).Is(200).Has("updated", []any{1., 2., float64(own)}))
	s.Get(apitest.Person(3), admin).Has("acf._visibility", "private")
	leaves(takeBack(s, taken, admin), 2) // one was so already
	change(object{"search": "niemand"}, 0, admin).Is(200).Has("updated", []any{})
	change(object{"birth_month": "5"}, 0, admin).Is(200)
	for what, body := range map[string]object{
		"expected":        {"filter": object{}, "updates": shared},
		"ids":             {"ids": []int{1}, "filter": object{}, "expected": 1, "updates": shared},
		"birth_month":     {"filter": object{"birth_month": "13"}, "expected": 1, "updates": shared},
		"filter.vog_type": {"filter": object{"vog_type": "x"}, "expected": 1, "updates": shared},
		"filter":          {"filter": "x", "expected": 4, "updates": shared},
	} {
		s.Post(bulk, body, admin).Refuses(400, "rest_invalid_param", what)
	}
}

func TestWhatAMoveWouldEndIsToldBefore(t *testing.T) {
	t.Parallel()
	s := apitest.New(t)
	admin := s.Admin()
	s.User("jan")
	team, bar, target := s.Team(admin, "JO12-1"), s.Team(admin, "Bar"), s.Team(admin, "JO13-1")
	in := func(as apitest.Call, name string, groups ...int64) int64 {
		rows := []object{}
		for _, g := range groups {
			rows = append(rows, object{"team": g, "is_current": true})
		}
		return s.Person(as, object{"first_name": name, "work_history": rows}).ID()
	}
	ids := []int64{in(admin, "Anna", team), in(admin, "Bas", team, bar), in(admin, "Cor", target), in(admin, "Dirk")}
	ask := object{"ids": ids, "updates": object{"organization_id": target}}
	want := object{"total": 4., "people": 2., "groups": []any{
		object{"id": float64(team), "name": "JO12-1", "people": 2.}, object{"id": float64(bar), "name": "Bar", "people": 1.},
	}}
	s.Post(endings, ask, admin).Is(200).Has("", want)
	s.Post(endings, object{"filter": object{}, "expected": 4, "updates": object{"organization_id": target}}, admin).Is(200).Has("", want)
	ask["updates"] = object{"organization_id": target, "organization_mode": "add"}
	s.Post(endings, ask, admin).Is(200).Has("people", 0).Has("groups", []any{})
	s.Post(bulk, ask, admin).Is(200)
	s.Get("/api/club/v1/teams/"+fmt.Sprint(team)+"/people", admin).Has("current.1.id", int(ids[1]))
	s.Get("/api/club/v1/teams/"+fmt.Sprint(target)+"/people", admin).Has("current.3.id", int(ids[3]))
	ask["ids"] = []int64{in(admin, "Eva", team)}
	s.Post(endings, ask, s.Program("jan")).Refuses(403, "rest_forbidden")
}

func TestLabelsAreAddedAndTakenAway(t *testing.T) {
	t.Parallel()
	s := apitest.New(t)
	admin := s.Admin()
	one := s.Post(apitest.Labels, object{"name": "Een"}, admin).Is(201).ID()
	two := s.Post(apitest.Labels, object{"name": "Twee"}, admin).Is(201).ID()
	ids := s.Names(admin, "Anna", "Bas")
	s.Send("PUT", apitest.Person(ids[0]), object{"person_label": []int64{one}}, admin).Is(200)
	for _, step := range []struct {
		mode   string
		labels []int64
		want   [2][]any
	}{
		{"add", []int64{two, one}, [2][]any{{float64(one), float64(two)}, {float64(two), float64(one)}}},
		{"add", nil, [2][]any{{float64(one), float64(two)}, {float64(two), float64(one)}}},
		{"remove", []int64{one}, [2][]any{{float64(two)}, {float64(two)}}},
		{"replace", []int64{one}, [2][]any{{float64(one)}, {float64(one)}}},
		{"remove", []int64{one, two}, [2][]any{{}, {}}},
	} {
		labels := append([]int64{}, step.labels...)
		s.Post(bulk, object{"ids": ids, "updates": object{"person_label": labels, "person_label_mode": step.mode}}, admin).Is(200)
		for i, id := range ids {
			s.Get(apitest.Person(id), admin).Has("person_label", step.want[i])
		}
	}
}
