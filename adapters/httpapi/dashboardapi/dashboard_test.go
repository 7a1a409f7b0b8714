package dashboardapi_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/clubhuis/clubhuis/adapters/httpapi/internal/apitest"
	"github.com/clubhuis/clubhuis/core/access"
)

// object is JSON as a test writes it.
type object = apitest.Object

const (
	overview  = "/api/club/v1/dashboard"
	workspace = overview + "/workspace"
	layout    = overview + "/layout"
	matches   = overview + "/matches"
	reminders = "/api/club/v1/reminders"
)

// give gives a user teams and age groups to read.
func give(s *apitest.Site, admin apitest.Call, user int64, teams []int64, ages ...string) {
	s.T.Helper()
	s.Send("PUT", fmt.Sprintf("/api/club/v1/users/%d/scope", user), object{"teams": teams, "age_groups": append([]string{}, ages...)}, admin).Is(200)
}

func member(a apitest.Answer, name string) bool {
	_, there := a.Object("")[name]
	return there
}

// listed joins a member of all objects of a list.
func listed(list []any, name string) string {
	var all []string
	for _, one := range list {
		all = append(all, fmt.Sprint(one.(object)[name]))
	}
	return strings.Join(all, " ")
}

func words(list any) string { return strings.Trim(fmt.Sprint(list), "[]") }

// contract: club §2.11-1, §2.11-3, §4.2
func TestWhoHasWhichBlocks(t *testing.T) {
	t.Parallel()
	s := apitest.New(t)
	admin := s.Admin()
	team := s.Team(admin, "JO9-1")
	for _, c := range []struct {
		name   string
		roles  []access.Role
		teams  []int64
		ages   []string
		blocks string // "" for no dashboard
		role   string
	}{
		{"plain", []access.Role{access.Member}, nil, nil, "", ""},
		{"ages", nil, nil, []string{"Onder 9"}, "", ""},
		{"teams", []access.Role{access.SectionRole(access.Teams)}, nil, nil, "", ""},
		{"sections", []access.Role{access.SectionRole(access.Administration), access.SectionRole(access.Certificates)}, nil, nil, "", ""},
		{"board", []access.Role{access.Board}, nil, nil, "birthdays anniversaries attention", "board"},
		{"secretary", []access.Role{access.SectionRole(access.Matches)}, nil, nil, "birthdays attention matches", "match_secretary"},
		{"coordinator", nil, []int64{team}, nil, "birthdays attention matches teams", "coordinator"},
		{"administrator", []access.Role{access.Administrator}, nil, nil,
			"birthdays anniversaries attention membership volunteers vog matches", "match_secretary"},
		{"all", []access.Role{access.Board, access.SectionRole(access.Matches), access.SectionRole(access.Administration),
			access.SectionRole(access.Volunteers), access.SectionRole(access.Certificates)}, []int64{team}, nil,
			"birthdays anniversaries attention membership volunteers vog matches teams", "board coordinator match_secretary"},
	} {
		user := s.User(c.name, c.roles...)
		give(s, admin, user.ID, append([]int64{}, c.teams...), c.ages...)
		as := s.Program(c.name)
		me := s.Get("/api/club/v1/user/me", as).Has("can_access_dashboard", c.blocks != "").Has("can_access_club_dashboard", true)
		a := s.Get(workspace, as)
		if c.blocks == "" {
			a.Refuses(403, "rest_forbidden")
			s.Post(layout, object{"order": []string{}, "hidden": []string{}}, as).Refuses(403, "rest_forbidden")
			s.Get(overview, as).Is(200)
			continue
		}
		for member, path := range map[string]apitest.Answer{"context": a.Is(200), "dashboard_context": me} {
			for _, role := range []string{"board", "coordinator", "match_secretary"} {
				path.Has(member+"."+role, slices.Contains(strings.Fields(c.role), role))
			}
		}
		for _, list := range []string{"layout.available", "layout.order", "layout.defaults.order"} {
			if got := words(a.At(list)); got != c.blocks {
				t.Errorf("%s: %s is %s", c.name, list, got)
			}
		}
		for block, name := range map[string]string{
			"anniversaries": "anniversaries", "membership": "membership", "volunteers": "volunteers", "vog": "vog",
		} {
			if got, want := member(a, name), slices.Contains(strings.Fields(c.blocks), block); got != want {
				t.Errorf("%s: %s is there: %v", c.name, name, got)
			}
		}
		for _, name := range []string{"birthdays", "tasks", "teams", "training", "pitches", "attention"} {
			if !member(a, name) {
				t.Errorf("%s: no %s", c.name, name)
			}
		}
	}
	s.Get(workspace).Refuses(401, "rest_not_logged_in")
	s.Get(overview).Is(401)
	s.Get(reminders).Is(401)
}

// contract: club §2.11-13, §2.11-14
func TestTheLayoutIsKeptWithinWhatIsAvailable(t *testing.T) {
	t.Parallel()
	s := apitest.New(t)
	admin := s.Admin()
	s.User("jan", access.Board, access.SectionRole(access.Matches), access.SectionRole(access.Certificates))
	jan := s.Program("jan")
	shown := func(a apitest.Answer, at, want string) {
		t.Helper()
		if got := words(a.Is(200).At(at+".order")) + " / " + words(a.At(at+".hidden")); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
	first := "birthdays anniversaries attention vog matches / "
	shown(s.Get(workspace, jan), "layout", first)
	for _, wrong := range []any{
		object{"order": []string{"vog"}}, object{"hidden": []string{"vog"}}, object{}, nil, "x", []string{"vog"},
		object{"order": "vog", "hidden": []string{}}, object{"order": []int{1}, "hidden": []string{}},
		object{"order": []any{nil}, "hidden": []string{}}, object{"order": nil, "hidden": nil},
		object{"order": []string{"x"}, "hidden": []string{}}, object{"order": []string{""}, "hidden": []string{}},
		object{"order": []string{"vog", "vog"}, "hidden": []string{}}, object{"order": []string{}, "hidden": []string{"vog", "vog"}},
		object{"order": []string{"membership"}, "hidden": []string{}}, object{"order": []string{}, "hidden": []string{"teams"}},
		object{"order": slices.Repeat([]string{"vog"}, 100_000), "hidden": []string{}},
	} {
		if a := s.Post(layout, wrong, jan); a.Status != "400 Bad Request" {
			t.Errorf("%.60v: %s", fmt.Sprint(wrong), a.Status)
		}
	}
	shown(s.Get(workspace, jan), "layout", first)
	a := s.Post(layout, object{"order": []string{"vog", "matches"}, "hidden": []string{"vog", "birthdays"}}, jan)
	shown(a, "layout", "vog matches birthdays anniversaries attention / vog birthdays")
	shown(a, "layout.defaults", first)
	shown(s.Get(workspace, jan), "layout", "vog matches birthdays anniversaries attention / vog birthdays")

	s.Roles("jan", access.Board, access.SectionRole(access.Matches))
	a = s.Get(workspace, jan)
	shown(a, "layout", "matches birthdays anniversaries attention / birthdays")
	if member(a, "vog") {
		t.Error("the counts stayed")
	}
	s.Roles("jan", access.Board, access.SectionRole(access.Matches), access.SectionRole(access.Certificates))
	shown(s.Get(workspace, jan), "layout", "matches birthdays anniversaries attention vog / birthdays")
	everything := []string{"birthdays", "anniversaries", "attention", "vog", "matches"}
	a = s.Post(layout, object{"order": everything, "hidden": everything, "defaults": object{"order": []string{}}}, jan)
	shown(a, "layout", strings.Join(everything, " ")+" / "+strings.Join(everything, " "))
	shown(s.Get(workspace, admin), "layout", "birthdays anniversaries attention membership volunteers vog matches / ")
}

// contract: club §2.11-13, §2.11-14
func TestTheLayoutGoesWithTheLastResponsibility(t *testing.T) {
	t.Parallel()
	for _, next := range []string{"workspace", "layout", "overview"} { // what is asked for meanwhile
		s := apitest.New(t)
		s.User("jan", access.SectionRole(access.Matches))
		jan := s.Program("jan")
		hide := func(blocks ...string) apitest.Answer {
			return s.Post(layout, object{"order": []string{"matches"}, "hidden": append([]string{}, blocks...)}, jan)
		}
		hide("matches").Is(200)
		s.Get(overview, jan).Is(200) // with the role, the overview takes nothing away
		s.Get(workspace, jan).Is(200).Has("layout.hidden", []any{"matches"})
		s.Roles("jan", access.Member)
		switch next {
		case "workspace":
			s.Get(workspace, jan).Refuses(403, "rest_forbidden")
		case "layout":
			hide().Refuses(403, "rest_forbidden")
		case "overview":
			s.Get(overview, jan).Is(200)
		}
		s.Roles("jan", access.SectionRole(access.Matches))
		a := s.Get(workspace, jan).Is(200)
		if got := words(a.At("layout.order")) + " / " + words(a.At("layout.hidden")); got != "birthdays attention matches / " {
			t.Errorf("after %s: got %s", next, got)
		}
	}
}

// contract: club §2.11-4, §2.10, facts §9
func TestBirthdaysComeInOrder(t *testing.T) {
	t.Parallel()
	s := apitest.New(t) // 15 June 2026
	admin := s.Admin()
	s.User("jan", access.Board)
	jan := s.Program("jan")
	born := func(as apitest.Call, first, day string, more ...string) int64 {
		fields := object{"first_name": first, "birthdate": day}
		for i := 0; i < len(more); i += 2 {
			fields[more[i]] = more[i+1]
		}
		return s.Person(as, fields).ID()
	}
	own := born(jan, "Eigen", "2000-06-20")
	born(admin, "Anders", "1999-06-20")
	born(admin, "Vandaag", "1980-06-15")
	born(admin, "Laatste", "1980-06-21")
	born(admin, "Volgende week", "1980-06-22")
	born(admin, "Oud", "1980-06-16", "former_member", "1")
	born(admin, "Overleden", "1980-06-16", "datum-overlijden", "2020-01-01")
	born(admin, "Pasgeboren", "2026-06-15")
	born(admin, "Zonder", "")
	a := s.Get(workspace, admin).Is(200).Has("today", "2026-06-15").Has("day", 1).Has("end_date", "2026-06-21")
	if got := listed(a.List("birthdays"), "name"); got != "Vandaag Anders Eigen Laatste" {
		t.Errorf("got %s", got)
	}
	a = s.Get(workspace, jan)
	a.Has("birthdays.0", object{"id": float64(own), "name": "Eigen", "thumbnail": "", "date": "2026-06-20",
		"days_until": 5.0, "age": 26.0})
	if got := listed(a.List("birthdays"), "name"); got != "Eigen" {
		t.Errorf("got %s", got)
	}
	if got := listed(s.Get(reminders, admin).Is(200).List(""), "title"); got != "Vandaag Anders Eigen Laatste Volgende week" {
		t.Errorf("got %s", got)
	}
	s.Get(reminders, jan).Is(200).Has("0", object{
		"id": float64(own), "title": "Eigen", "date_value": "2000-06-20", "next_occurrence": "2026-06-20", "days_until": 5.0,
		"is_recurring": true,
		"year_unknown": false, "related_people": []any{object{"id": float64(own), "name": "Eigen", "thumbnail": ""}},
	})
	if got := listed(s.Get(reminders+"?days_ahead=6", admin).List(""), "title"); got != "Vandaag Anders Eigen Laatste" {
		t.Errorf("got %s", got)
	}
	for _, wrong := range []string{"0", "366", "-1", "x", "", "1.5", "99999999999999999999"} {
		if a := s.Get(reminders+"?days_ahead="+wrong, admin); a.Status != "400 Bad Request" && wrong != "" {
			t.Errorf("%q: %s", wrong, a.Status)
		}
	}
	if got := len(s.Get(reminders+"?days_ahead=365", admin).Is(200).List("")); got != 5 {
		t.Errorf("in a year %d", got)
	}
}
