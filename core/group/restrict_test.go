package group_test

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/acf"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/group"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/work"
)

func TestWhatTheClubSystemHoldsOfATeam(t *testing.T) {
	t.Parallel()
	anna := access.Viewer{User: 2, Roles: []access.Role{access.Member, access.SectionRole(access.Administration)}}
	system := access.Viewer{User: 3, Roles: []access.Role{access.Synchronizer}}
	heavy := json.RawMessage("[" + strings.Repeat("1,", 9_000) + "1]")
	for _, c := range []struct {
		name   string
		known  bool // in the club administration system
		editor access.Viewer
		edit   func(*group.Group)
		want   string // what is refused
		kept   bool   // whether the group stays as it was
	}{
		{"the identifier of a team that has one", true, anna, func(g *group.Group) { g.PublicID = "7" }, "acf.publicteamid", false},
		{"of one that has none", false, anna, func(g *group.Group) { g.PublicID = "7" }, "acf.publicteamid", false},
		{"taken away", true, anna, func(g *group.Group) { g.PublicID = "" }, "acf.publicteamid", false},
		{"by the synchronization", true, system, func(g *group.Group) { g.PublicID = "7" }, "", false},
		{"activity and gender once it is known", true, anna, func(g *group.Group) { g.Activity, g.Gender = "Veld", "male" }, "", true},
		{"of a team of our own", false, anna, func(g *group.Group) { g.Activity, g.Gender = "Veld", "male" }, "", false},
		{"by the synchronization, too", true, system, func(g *group.Group) { g.Activity, g.Gender = "Veld", "male" }, "", false},
		{"the website", true, anna, func(g *group.Group) { g.Website = "https://x.example" }, "", false},
		{"the title of a team that is known by its identifier", true, anna, func(g *group.Group) { g.Title = "JO8-1" }, "", false},
		{"heavy unknown members", false, anna, func(g *group.Group) { g.Extra = acf.Extra{"x": heavy} }, "acf", false},
		{"in a row", false, anna, func(g *group.Group) { g.Contacts = []person.Contact{{Extra: acf.Extra{"x": heavy}}} }, "acf", false},
		{"by the synchronization, heavy", false, system, func(g *group.Group) { g.Extra = acf.Extra{"x": heavy} }, "", false},
	} {
		before := full(work.Team)
		if !c.known {
			before.PublicID = ""
		}
		g := before.Clone()
		c.edit(&g)
		edited := g.Clone()
		var problems fault.Problems
		g.Restrict(&before, c.editor, &problems)
		got := ""
		if problems.Any() {
			got = strings.Join(slices.Sorted(maps.Keys(fault.As(problems.Fault()).Params)), " ")
		}
		if got != c.want || g.Same(&before) != c.kept || !c.kept && !g.Same(&edited) {
			t.Errorf("%s: refused %q, got %+v", c.name, got, g)
		}
	}
}

func TestATitleIsWhatWasVouchedFor(t *testing.T) {
	t.Parallel()
	anna := access.Viewer{User: 2, Roles: []access.Role{access.Member}}
	for _, c := range []struct {
		name   string
		known  bool
		editor access.Viewer
		edit   func(*group.Group)
		want   bool
	}{
		{"another title by its author", false, anna, func(g *group.Group) { g.Title = "JO8-1" }, false},
		{"another spelling", false, anna, func(g *group.Group) { g.Title = " jo9-1" }, true},
		{"another text", false, anna, func(g *group.Group) { g.Content = "x" }, true},
		{"another title of a team of the federation", true, anna, func(g *group.Group) { g.Title = "JO8-1" }, true},
		{"another title by an administrator", false, access.Viewer{User: 1, Roles: []access.Role{access.Administrator}},
			func(g *group.Group) { g.Title = "JO8-1" }, true},
	} {
		before := full(work.Team)
		if !c.known {
			before.PublicID = ""
		}
		g := before.Clone()
		c.edit(&g)
		var problems fault.Problems
		if g.Restrict(&before, c.editor, &problems); problems.Any() || g.Administered != c.want {
			t.Errorf("%s: administered %v, %v", c.name, g.Administered, problems.Fault())
		}
	}
}
