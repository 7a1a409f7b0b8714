package httpapi_test

import (
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/clubhuis/clubhuis/adapters/httpapi/internal/apitest"
	"github.com/clubhuis/clubhuis/core/access"
)

// asked is what a drawn user may, as single records answer it.
type asked struct {
	*apitest.Site
	name          string
	as            apitest.Call
	people, teams []int64
	spaces        []int64
	reads, edits  map[int64]bool // people
	photo         int64          // of the first person
	current       int            // of those who are read: who is no former member
}

// contract: club §1, §7
func TestListsAndSingleRecordsAgreeAboutEverybody(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(r *rapid.T) {
		s := apitest.New(t)
		admin := s.Admin()
		club := drawClub(r, s, admin)
		for i := range 3 {
			user := club
			user.name = fmt.Sprint("user", i)
			roles := rapid.SliceOfNDistinct(rapid.SampledFrom([]access.Role{
				access.Member, access.Board, "club_vog", "club_teams", "club_financieel", "club_ledenadministratie", "club_toegangscontrole",
			}), 1, 2, rapid.ID).Draw(r, "roles")
			added := s.User(user.name, roles...)
			user.as = s.Program(user.name)
			if linked := rapid.SampledFrom(append(user.people, 0)).Draw(r, "linked"); linked != 0 {
				_ = s.Operator().Link(t.Context(), user.name, linked) // somebody else may be that person
			}
			own := s.Person(user.as, apitest.Object{"first_name": fmt.Sprint("Vindbaar Eigen", i)}).ID()
			club.people = append(club.people, own)
			user.people = club.people
			s.Send(http.MethodPut, fmt.Sprintf("/api/club/v1/users/%d/scope", added.ID), apitest.Object{
				"teams":      rapid.SliceOfN(rapid.SampledFrom(user.teams), 0, 2).Draw(r, "given teams"),
				"age_groups": rapid.SliceOfN(rapid.SampledFrom(ages), 0, 2).Draw(r, "given age groups"),
			}, admin).Is(200)
			user.share(r, admin, added.ID)
			for _, id := range user.spaces {
				if rapid.Bool().Draw(r, "member") {
					s.Post(fmt.Sprintf("/api/club/v1/workspaces/%d/members", id), apitest.Object{"user_id": added.ID}, admin).Is(200)
				}
			}
			user.askEach(r)
			user.askLists(r)
			if i == 0 {
				user.askBeside(r)
			}
			user.askGroups(r)
		}
	})
}

var ages = []string{"Onder 9", "Onder 9 Meiden", "Senioren"}

func drawClub(r *rapid.T, s *apitest.Site, admin apitest.Call) (club asked) {
	club = asked{Site: s}
	for i := range 3 {
		club.spaces = append(club.spaces, s.Workspaces(admin, fmt.Sprint("Ruimte ", i)))
		club.teams = append(club.teams, s.Team(admin, fmt.Sprint("Vindbaar JO", i), apitest.Object{"acf": club.audience(r)}))
	}
	for i := range 6 {
		work := []apitest.Object{}
		for range rapid.IntRange(0, 2).Draw(r, "work") {
			work = append(work, apitest.Object{"team": rapid.SampledFrom(club.teams).Draw(r, "team"),
				"job_title":  rapid.SampledFrom([]string{"Speler", "Trainer"}).Draw(r, "title"),
				"is_current": rapid.Bool().Draw(r, "current"), "start_date": "2020-01-01",
				"end_date": rapid.SampledFrom([]string{"", "2026-06-14", "2026-06-15"}).Draw(r, "end")})
		}
		fields := apitest.Object{"first_name": fmt.Sprint("Vindbaar", i), "work_history": work,
			"former_member":  rapid.IntRange(0, 2).Draw(r, "former") == 0,
			"leeftijdsgroep": rapid.SampledFrom(append(ages, "")).Draw(r, "age")}
		maps.Copy(fields, club.audience(r))
		if i > 0 && rapid.Bool().Draw(r, "related") {
			fields["relationships"] = []apitest.Object{{"related_person": club.people[i-1], "relationship_type": 3}}
		}
		club.people = append(club.people, s.Person(admin, fields).ID())
	}
	club.photo = s.Photo(s.Viewer("beheer"), club.people[0])
	s.Post("/api/club/v1/capability-matrix", apitest.Object{"matrix": apitest.Object{
		"club_user":    apitest.Object{"vog": rapid.Bool().Draw(r, "users keep certificates")},
		"club_bestuur": apitest.Object{"ledenadministratie": rapid.Bool().Draw(r, "the board keeps members")},
	}}, admin).Is(200)
	return club
}

// share shares some people and teams with the user, and what the user may not be given stays as it is.
func (u *asked) share(r *rapid.T, admin apitest.Call, id int64) {
	permission := rapid.SampledFrom([]string{"view", "edit", "edit"})
	for _, of := range []struct {
		path string
		some []int64
	}{{"people", u.people}, {"teams", u.teams}} {
		for _, one := range rapid.SliceOfN(rapid.SampledFrom(of.some), 0, 2).Draw(r, "shared "+of.path) {
			u.Post(fmt.Sprintf("/api/club/v1/%s/%d/shares", of.path, one),
				apitest.Object{"user_id": id, "permission": permission.Draw(r, "permission")}, admin)
		}
	}
}

// audience draws for whom a record is.
func (u *asked) audience(r *rapid.T) apitest.Object {
	return apitest.Object{
		"_visibility":          rapid.SampledFrom([]string{"private", "shared", "workspace", "workspace"}).Draw(r, "visibility"),
		"_assigned_workspaces": rapid.SliceOfNDistinct(rapid.SampledFrom(u.spaces), 0, 1, rapid.ID).Draw(r, "workspaces"),
	}
}

// askEach asks for everybody alone.
func (u *asked) askEach(r *rapid.T) {
	u.reads, u.edits, u.current = map[int64]bool{}, map[int64]bool{}, 0
	for _, id := range u.people {
		one := u.Get(apitest.Person(id), u.as)
		edit := u.Send(http.MethodPut, apitest.Person(id), apitest.Object{"acf": apitest.Object{"nickname": u.name}}, u.as)
		u.reads[id], u.edits[id] = one.StatusCode == 200, edit.StatusCode == 200
		if u.reads[id] && one.At("acf.former_member") != true {
			u.current++
		}
		for what, answer := range map[string]apitest.Answer{"read": one, "edit": edit} {
			if answer.StatusCode != 200 && (answer.StatusCode != 403 || strings.Contains(answer.Text, "Vindbaar")) {
				r.Fatalf("%s %s of %d: %d %s", u.name, what, id, answer.StatusCode, answer.Text)
			}
		}
		if u.edits[id] && !u.reads[id] {
			r.Fatalf("%s edits %d without reading it", u.name, id)
		}
		bulk := u.Post(
			"/api/club/v1/people/bulk-update",
			apitest.Object{"ids": []int64{id}, "updates": apitest.Object{"person_label": []int{}}},
			u.as,
		)
		if (bulk.StatusCode == 200) != u.edits[id] {
			r.Fatalf("%s edits %d %v, in bulk %d %s", u.name, id, u.edits[id], bulk.StatusCode, bulk.Text)
		}
	}
}

// askLists holds every list of people against what single records answered.
func (u *asked) askLists(r *rapid.T) {
	want := []int64{}
	for _, id := range u.people {
		if u.reads[id] {
			want = append(want, id)
		}
	}
	slices.Sort(want)
	for path, list := range map[string]string{
		apitest.People + "?per_page=100&orderby=title":                                "",
		apitest.People + "?per_page=100&search=vindbaar":                              "",
		apitest.People + "?per_page=100&_fields=id&_embed=1&orderby=modified":         "",
		apitest.People + "?per_page=100&include=" + numbers(u.people):                 "",
		"/api/club/v1/people/filtered?per_page=100&include_former=1":                  "people",
		"/api/club/v1/people/filtered?per_page=100&include_former=1&orderby=modified": "people",
		"/api/club/v1/search?q=vindbaar":                                              "people",
	} {
		answer := u.Get(path, u.as).Is(200)
		got := []int64{}
		for _, one := range answer.List(list) {
			got = append(got, int64(one.(map[string]any)["id"].(float64)))
		}
		slices.Sort(got)
		if !slices.Equal(got, want) {
			r.Fatalf("%s asks %s: got %v, single records %v", u.name, path, got, want)
		}
	}
	export := u.Get("/api/club/v1/people/export?include_former=1&columns=first_name&format=csv", u.as).Is(200)
	if n := strings.Count(export.Text, "\n") - 1; n != len(want) {
		r.Fatalf("%s exports %d of %d: %s", u.name, n, len(want), export.Text)
	}
	if total := u.Get("/api/club/v1/people/filter-options", u.as).Is(200).At("total"); total != float64(u.current) {
		r.Fatalf("%s has the options of %v, reads %d", u.name, total, u.current)
	}
	for _, id := range want { // the names of others in relations
		for _, row := range u.Get(apitest.Person(id), u.as).List("acf.relationships") {
			related := row.(map[string]any)
			if other := int64(related["related_person"].(float64)); (related["person_name"] != "") != u.reads[other] {
				r.Fatalf("%s reads %d: %v, and is told %v", u.name, other, u.reads[other], related)
			}
		}
	}
}

// askBeside asks for people by what stands beside their records: photos, editions, marks, and what a search begins with. Nothing
// of it tells more than the record.
func (u *asked) askBeside(r *rapid.T) {
	allow := map[bool]string{true: "2", false: "403"}
	marked := []int64{}
	for _, id := range u.people {
		record := u.Get(apitest.Person(id)+"?_embed=1", u.as)
		if u.reads[id] {
			marked = append(marked, id)
			if record.At("allowed.edit") != u.edits[id] {
				r.Fatalf("%s edits %d: %v, and is told %s", u.name, id, u.edits[id], record.Text)
			}
		}
		answers := map[string]apitest.Answer{
			"record":    record,
			"favourite": u.Send(http.MethodPut, fmt.Sprint("/api/club/v1/favorites/people/", id), nil, u.as),
			"opening":   u.Send(http.MethodPut, fmt.Sprint("/api/club/v1/recent-people/", id), nil, u.as),
			"timeline":  u.Get(fmt.Sprintf("/api/club/v1/people/%d/timeline", id), u.as),
		}
		if id == u.people[0] {
			answers["photo"] = u.Get(apitest.PictureFile(u.photo, "full"), u.as)
		}
		for what, answer := range answers {
			if !strings.HasPrefix(fmt.Sprint(answer.StatusCode), allow[u.reads[id]]) {
				r.Fatalf("%s reads %d: %v, its %s answers %d", u.name, id, u.reads[id], what, answer.StatusCode)
			}
		}
		late := u.Send(http.MethodPut, apitest.Person(id), apitest.Object{"acf": apitest.Object{"nickname": "x"}}, u.as,
			apitest.With("If-Match", `"9999"`))
		changes := u.reads[id] && record.At("allowed.sections") == true // all of it, or what sections keep
		if want := map[bool]int{true: 412, false: 403}[changes]; late.StatusCode != want {
			r.Fatalf("%s edits %d: %v, and with another edition it is %d", u.name, id, u.edits[id], late.StatusCode)
		}
	}
	start := u.Get("/api/club/v1/search/start", u.as).Is(200)
	for list, people := range start.Object("") {
		for _, one := range people.([]any) {
			hit, of := one.(map[string]any), list
			if id := int64(hit["id"].(float64)); hit["first_name"] != nil && !slices.Contains(marked, id) {
				r.Fatalf("%s is told %v by %s", u.name, hit, of)
			}
		}
	}
}

// askGroups holds the list of teams, their rosters and counts against single records.
func (u *asked) askGroups(r *rapid.T) {
	listed := map[int64]map[string]any{}
	for _, one := range u.Get(apitest.Teams+"?per_page=100", u.as).Is(200).List("") {
		team := one.(map[string]any)
		listed[int64(team["id"].(float64))] = team
	}
	for _, id := range u.teams {
		one := u.Get(apitest.At(apitest.Teams, id), u.as)
		roster := u.Get(fmt.Sprintf("/api/club/v1/teams/%d/people", id), u.as)
		if reads := one.StatusCode == 200; reads != (listed[id] != nil) || roster.StatusCode != one.StatusCode ||
			!reads && one.StatusCode != 403 {
			r.Fatalf("%s: team %d is listed %v, alone %d, its roster %d", u.name, id, listed[id] != nil, one.StatusCode, roster.StatusCode)
		}
		if one.StatusCode != 200 {
			continue
		}
		seen, counted := map[int64]bool{}, map[string]map[int64]bool{"player": {}, "staff": {}}
		for _, row := range append(roster.List("current"), roster.List("former")...) {
			seen[int64(row.(map[string]any)["id"].(float64))] = true
		}
		for _, row := range roster.List("current") {
			entry := row.(map[string]any)
			counted[entry["role"].(string)][int64(entry["id"].(float64))] = true
		}
		for person := range seen {
			if !u.reads[person] {
				r.Fatalf("%s finds %d on the roster of %d", u.name, person, id)
			}
		}
		for role, people := range counted {
			if got := one.At(role + "_count"); got != float64(len(people)) || listed[id][role+"_count"] != got {
				r.Fatalf("%s: team %d has %v %s, its roster %d", u.name, id, got, role, len(people))
			}
		}
	}
}

func numbers(ids []int64) string {
	return strings.Trim(strings.ReplaceAll(fmt.Sprint(ids), " ", ","), "[]")
}
