package dashboardapi_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/clubhuis/clubhuis/adapters/httpapi/internal/apitest"
	"github.com/clubhuis/clubhuis/core/access"
)

// contract: club §2.11-6
func TestTheMembershipCountsWhoPlaysInTheAssociation(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		what                         string
		kind, activity, since, until string
		former                       bool
		counts                       string // as what, in a fixed order
		died                         string
	}{
		{"a player", "Bondslid", "Veld", "2020-01-01", "", false, "total", ""},
		{"whatever its letters", "BONDSLID", "Zaal", "2020-01-01", "", false, "total", ""},
		{"without an activity", "Bondslid", "", "2020-01-01", "", false, "", ""},
		{"with a dash for one", "Bondslid", "-", "2020-01-01", "", false, "", ""},
		{"another kind of member", "Verenigingslid", "Veld", "2025-09-01", "", false, "", ""},
		{"once in the association", "Oud bondslid", "Veld", "2020-01-01", "", false, "", ""},
		{"a former member", "Bondslid", "Veld", "2020-01-01", "", true, "", ""},
		{"the first day of the season", "Bondslid", "Veld", "2025-07-01", "", false, "total joined", ""},
		{"the day before it", "Bondslid", "Veld", "2025-06-30", "", false, "total", ""},
		{"today", "Bondslid", "Veld", "2026-06-15", "", false, "total joined", ""},
		{"tomorrow", "Bondslid", "Veld", "2026-06-16", "", false, "", ""},
		{"who came and left", "Oud bondslid", "Veld", "2025-08-01", "2026-01-01", true, "joined left", ""},
		{"who leaves today", "Bondslid", "Veld", "2020-01-01", "2026-06-15", false, "total left", ""},
		{"who left yesterday", "Bondslid", "Veld", "2020-01-01", "2026-06-14", false, "left", ""},
		{"who leaves tomorrow", "Bondslid", "Veld", "2020-01-01", "2026-06-16", false, "total", ""},
		{"who left in another season", "Oud bondslid", "Veld", "2020-01-01", "2025-06-30", true, "", ""},
		{"who left, without an activity", "Oud bondslid", "", "2020-01-01", "2026-02-01", true, "unknown", ""},
		{"who left, with a dash", "Bondslid", "-", "2020-01-01", "2026-02-01", true, "unknown", ""},
		{"who left another club", "Verenigingslid", "", "2020-01-01", "2026-02-01", true, "", ""},
		{"who came and died", "Bondslid", "Veld", "2025-08-01", "", false, "joined", "2026-03-01"},
		{"who died and left", "Oud bondslid", "Veld", "2020-01-01", "2026-03-01", true, "left", "2026-03-01"},
		{"who died, without an activity", "Oud bondslid", "", "2020-01-01", "2026-03-01", true, "unknown", "2026-03-01"},
	} {
		s := apitest.New(t) // 15 June 2026
		admin := s.Admin()
		former := ""
		if c.former {
			former = "1"
		}
		s.Person(admin, object{
			"first_name": "Jan", "type-lid": c.kind, "spelactiviteit": c.activity, "lid-sinds": c.since, "lid-tot": c.until,
			"former_member": former, "datum-overlijden": c.died,
		}).Is(201)
		a := s.Get(workspace, admin).Is(200).Has("membership.season_start", "2025-07-01")
		for name, word := range map[string]string{"total": "total", "joined": "joined", "left": "left", "left_unknown": "unknown"} {
			want := 0.
			for _, counted := range strings.Fields(c.counts) {
				if counted == word {
					want = 1
				}
			}
			if got := a.At("membership." + name); got != want {
				t.Errorf("%s: %s is %v, want %v", c.what, name, got, want)
			}
		}
	}
}

// contract: club §2.11-5, §8
func TestAnniversariesAreOfTodayThroughDay89(t *testing.T) {
	t.Parallel()
	s := apitest.New(t) // 15 June 2026
	admin := s.Admin()
	s.User("jan", access.Board)
	jan := s.Program("jan")
	since := func(as apitest.Call, first, day string) int64 {
		id := s.Person(as, object{"first_name": first}).Is(201).ID()
		s.Send("PUT", apitest.Person(id), object{"acf": object{"lid-sinds": day, "type-lid": "Bondslid"}}, admin).Is(200)
		return id
	}
	last := since(jan, "Laatste", "2001-09-12")
	since(admin, "Te laat", "2001-09-13")
	since(admin, "Te vroeg", "2001-06-14")
	first := since(jan, "Vandaag", "2001-06-15")
	since(admin, "Langer", "1976-06-15")
	since(admin, "Midden", "1986-07-01")
	one := func(id any, name string, years float64, date string, until float64) object {
		return object{"id": id, "name": name, "thumbnail": "", "milestone_years": years, "date": date, "days_until": until}
	}
	s.Get(workspace, jan).Is(200).Has("anniversaries", []any{
		one(nil, "Langer", 50, "2026-06-15", 0), one(float64(first), "Vandaag", 25, "2026-06-15", 0),
		one(nil, "Midden", 40, "2026-07-01", 16), one(float64(last), "Laatste", 25, "2026-09-12", 89),
	})
}

// contract: club §2.11-10, §8
func TestTasksAreTheFirstTenThatConcernTheCaller(t *testing.T) {
	t.Parallel()
	s := apitest.New(t) // 15 June 2026
	admin := s.Admin()
	jan, piet := s.User("jan", access.Board), s.User("piet", access.Board)
	as, other := s.Program("jan"), s.Program("piet")
	seen, hidden := s.Person(as, object{"first_name": "Eigen"}).ID(), s.Person(admin, object{"first_name": "Ander"}).ID()
	dead := s.Person(as, object{"first_name": "Overleden"}).ID()
	s.Send("PUT", apitest.Person(dead), object{"acf": object{"datum-overlijden": "2020-01-01"}}, admin).Is(200)
	task := func(by apitest.Call, content, due string, more object) {
		t.Helper()
		body := object{"content": content, "due_date": due}
		for name, value := range more {
			body[name] = value
		}
		s.Post("/api/club/v1/todos", body, by).Is(200)
	}
	task(as, "undated", "", nil)
	task(as, "late", "2026-06-14", object{"person_ids": []int64{dead, seen}})
	task(other, "given", "2026-06-15", object{"assignee_id": jan.ID, "person_ids": []int64{}})
	task(other, "of others", "2026-06-01", nil)
	task(as, "given away", "2026-06-16", object{"assignee_id": piet.ID})
	task(admin, "about somebody hidden", "2026-06-17", object{"assignee_id": jan.ID, "person_ids": []int64{hidden}})
	a := s.Get(workspace, as).Is(200)
	if got := listed(a.List("tasks"), "content"); got != "late given given away about somebody hidden undated" {
		t.Errorf("got %s", got)
	}
	a.Has("tasks.0.is_overdue", true).Has("tasks.0.person", object{"id": float64(seen), "name": "Eigen", "thumbnail": ""})
	a.Has("tasks.1.is_overdue", false).Has("tasks.1.person", nil).Has("tasks.3.person", nil).Has("tasks.4.due_date", nil)
	a.Has("tasks.0.given_by", "").Has("tasks.0.given_to", "").Has("tasks.1.given_by", "Heet piet").Has("tasks.1.given_to", "").
		Has("tasks.2.given_by", "").Has("tasks.2.given_to", "Heet piet")
	for i := range 10 { // sorted before they are cut: the undated one makes room
		task(as, fmt.Sprint("next ", i), "2026-07-01", nil)
	}
	a = s.Get(workspace, as).Is(200)
	if got := listed(a.List("tasks"), "content"); len(a.List("tasks")) != 10 || strings.Contains(got, "undated") ||
		!strings.HasPrefix(got, "late given given away") {
		t.Errorf("got %s", got)
	}
	// Done, it is gone from the next answer.
	first := fmt.Sprintf("/api/club/v1/todos/%v", a.At("tasks.0.id"))
	s.Send("PUT", first, object{"status": "completed"}, as).Is(200)
	if got := listed(s.Get(workspace, as).List("tasks"), "content"); strings.HasPrefix(got, "late") {
		t.Errorf("still there: %s", got)
	}
}
