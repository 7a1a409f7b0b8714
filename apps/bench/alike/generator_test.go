package alike

import (
	"encoding/json"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/fixtures/club"
)

func generator(seed uint64) *Generator {
	made := club.Generate(300, 1, civil.Date{Year: 2026, Month: 3, Day: 1})
	return NewGenerator(seed, World{People: made.People, Teams: []int64{1002, 1003}, Committees: []int64{1000, 1001}})
}

func draw(g *Generator, count int, one func(*Generator) Request) []Request {
	list := make([]Request, count)
	for i := range list {
		list[i] = one(g)
	}
	return list
}

func TestASeedAlwaysMakesTheSameRequests(t *testing.T) {
	t.Parallel()
	for name, one := range map[string]func(*Generator) Request{"reads": (*Generator).Read, "writes": (*Generator).Write} {
		first, again, other := draw(generator(7), 300, one), draw(generator(7), 300, one), draw(generator(8), 300, one)
		if !slices.Equal(first, again) {
			t.Errorf("%s of a seed differ", name)
		}
		if slices.Equal(first, other) {
			t.Errorf("%s of two seeds are the same", name)
		}
	}
}

func TestReadsAskEveryListInEveryWay(t *testing.T) {
	t.Parallel()
	missing := map[string]bool{}
	for _, part := range []string{
		"/api/cms/v2/people?", "/api/cms/v2/people/", "/api/cms/v2/teams?", "/api/cms/v2/teams/", "/api/cms/v2/commissies?",
		"/api/cms/v2/commissies/", "/api/cms/v2/relationship_type?", "/api/cms/v2/relationship_type/", "/api/cms/v2/person_label?",
		"/api/cms/v2/person_label/", "/api/club/v1/people/filtered?", "/api/club/v1/people/filter-options", "/api/club/v1/search?q=",
		"/api/club/v1/teams/", "/api/club/v1/commissies/", "/api/club/v1/people/export?", "/api/club/v1/people/find-by-email?",
		"/api/cms/v2/users/me", "/api/club/v1/search/settings", "format=xlsx", "format=csv", "_fields=", "_embed=",
		"orderby=", "order=",
		"per_page=", "page=", "search=", "include=", "exclude=", "slug=", "offset=", "author=", "modified_after=", "parent=",
	} {
		missing[part] = true
	}
	for _, f := range filterTable {
		missing[f.name+"="] = true
	}
	for _, order := range orders {
		missing["orderby="+order] = true
	}
	for _, column := range columns {
		missing[column] = true
	}
	accounts := map[Account]int{}
	for _, r := range draw(generator(1), 4000, (*Generator).Read) {
		if r.Method != http.MethodGet || r.Body != "" {
			t.Fatalf("this is no reading: %s", r)
		}
		if _, err := url.ParseRequestURI(r.Path); err != nil {
			t.Fatal(err)
		}
		accounts[r.As]++
		for part := range missing {
			if strings.Contains(r.Path, part) {
				delete(missing, part)
			}
		}
	}
	if len(missing) > 0 {
		t.Errorf("nothing asked for %v", missing)
	}
	for _, as := range []Account{Administrator, Plain, Board, Nobody} {
		if accounts[as] < 80 {
			t.Errorf("%s asks %d times", as, accounts[as])
		}
	}
}

func TestWritesChangeEveryKindOfRecord(t *testing.T) {
	t.Parallel()
	missing := map[string]bool{}
	for _, kind := range []string{
		"POST /api/cms/v2/people", "PUT /api/cms/v2/people/", "PATCH /api/cms/v2/people/", "DELETE /api/cms/v2/people/",
		"POST /api/cms/v2/person_label", "PUT /api/cms/v2/person_label/", "DELETE /api/cms/v2/person_label/",
		"POST /api/cms/v2/teams", "PUT /api/cms/v2/teams/", "DELETE /api/cms/v2/teams/", "POST /api/cms/v2/commissies",
		"POST /api/cms/v2/relationship_type", "DELETE /api/cms/v2/relationship_type/", "POST /api/club/v1/people/bulk-update",
		"PUT /api/club/v1/favorites/people/", "DELETE /api/club/v1/favorites/teams/", "POST /api/club/v1/search/settings",
		"POST /api/club/v1/volunteer-roles/settings", "POST /api/club/v1/user/list-preferences",
		`"relationships":[{`, `"parent":10`, `"person_label":[`, `"work_history":[{`, `"contact_info":[{`,
	} {
		missing[kind] = true
	}
	for _, r := range draw(generator(1), 2000, (*Generator).Write) {
		if r.Method == http.MethodGet || r.Body != "" && !json.Valid([]byte(r.Body)) {
			t.Fatalf("this is no write: %s", r)
		}
		for kind := range missing {
			if strings.HasPrefix(r.Method+" "+r.Path, kind) || strings.Contains(r.Body, kind) {
				delete(missing, kind)
			}
		}
	}
	if len(missing) > 0 {
		t.Errorf("nothing writes %v", missing)
	}
}
