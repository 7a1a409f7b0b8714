package people_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/account"
	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/group"
	"github.com/clubhuis/clubhuis/core/listing"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/record"
	"github.com/clubhuis/clubhuis/core/term"
	"github.com/clubhuis/clubhuis/core/usecase/people"
	"github.com/clubhuis/clubhuis/core/work"
	"github.com/clubhuis/clubhuis/core/workspace"
)

func (c *club) group(author access.Viewer, kind work.Kind, title string) group.ID {
	c.t.Helper()
	g := group.New(kind, author.User, c.at)
	g.Title = title
	id, err := c.stores.Groups.Create(ctx, g)
	if err != nil {
		c.t.Fatal(err)
	}
	return id
}

func (c *club) label(name string) term.ID {
	c.t.Helper()
	id, err := c.stores.Labels.Create(ctx, term.Term{Name: name, Slug: name})
	if err != nil {
		c.t.Fatal(err)
	}
	return id
}

func (c *club) removeGroup(id group.ID) {
	c.t.Helper()
	if err := c.stores.Groups.Remove(ctx, id, c.at); err != nil {
		c.t.Fatal(err)
	}
}

func TestTheKindOfAnEntryIsTheGroups(t *testing.T) {
	c := open(t)
	team, committee, gone := c.group(anna, work.Team, "JO9-1"), c.group(anna, work.Committee, "Bar"),
		c.group(anna, work.Committee, "Weg")
	kinds := func(id person.ID) string {
		t.Helper()
		kinds := []string{}
		for _, e := range c.person(id).Work {
			kinds = append(kinds, string(e.Kind))
		}
		return strings.Join(kinds, " ")
	}
	rows := fmt.Sprintf(`{"first_name":"Jan","work_history":[{"team":%d,"entity_type":"commissie"},{"team":%d,"entity_type":"team"},{"team":%d},
		{"team":%d,"entity_type":"team"},{"entity_type":"commissie"},{"team":""}]}`, team, committee, committee, gone)
	id := c.register(anna, rows)
	const want = "team commissie commissie commissie commissie "
	if got := kinds(id); got != want {
		t.Errorf("registered: got %q, want %q", got, want)
	}
	c.removeGroup(gone)
	if _, err := c.Change(ctx, anna, id, nil, patch(rows)); err != nil || kinds(id) != want {
		t.Errorf("sent again, one group gone: got %q, %v", kinds(id), err)
	}
	as := patch(fmt.Sprintf(`{"work_history":[{"team":%d,"entity_type":"team"}]}`, committee))
	if _, err := c.Change(ctx, anna, id, nil, as); err != nil {
		t.Fatal(err)
	}
	if got := kinds(id); got != "commissie" {
		t.Errorf("changed: got %q", got)
	}
	if _, err := c.Change(ctx, anna, id, nil, func(p *person.Person, _ *fault.Problems) { p.Work[0].Kind = work.Team }); err != nil {
		t.Fatal(err)
	}
	if got := kinds(id); got != "commissie" {
		t.Errorf("the same group with another kind: got %q", got)
	}
}

func TestWhichGroupsMakeAVolunteer(t *testing.T) {
	c := open(t)
	team, bar, honorary := c.group(anna, work.Team, "JO9-1"), c.group(anna, work.Committee, "Bar"),
		c.group(anna, work.Committee, "Ereleden")
	if _, err := c.stores.VolunteerRules.Change(ctx, func(r *work.Rules) error {
		r.ExemptCommittees = []int64{honorary}
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	for _, want := range []struct {
		name  string
		group group.ID
		row   string
		is    bool
	}{
		{"a trainer of a team", team, `"job_title":"Trainer","is_current":true`, true},
		{"a player", team, `"job_title":"Keeper","is_current":true`, false},
		{"without a title in a team", team, `"is_current":true`, false},
		{"without a title in a committee", bar, `"is_current":true`, true},
		{"a player's title in a committee that a client calls a team", bar,
			`"job_title":"Speler","entity_type":"team","is_current":true`, true},
		{"a committee that a client calls a team, exempt", honorary, `"job_title":"Voorzitter","entity_type":"team","is_current":true`,
			false},
		{"an exempt committee", honorary, `"job_title":"Voorzitter","entity_type":"commissie","is_current":true`, false},
		{"a team that a client calls a committee", team, `"entity_type":"commissie","is_current":true`, false},
		{"an honorary title", bar, `"job_title":"erelid","is_current":true`, false},
		{"Verenigingsbreed", group.ClubWide, `"job_title":"Voorzitter","is_current":true`, true},
		{"ends today", bar, `"is_current":true,"end_date":"2026-03-29"`, true},
		{"ended yesterday", bar, `"is_current":true,"end_date":"2026-03-28"`, false},
		{"not current", bar, `"is_current":false`, false},
	} {
		id := c.register(admin, fmt.Sprintf(`{"first_name":"Jan","work_history":[{"team":%d,%s}]}`, want.group, want.row))
		record, err := c.Show(ctx, admin, id)
		if err != nil || record.Volunteer != want.is {
			t.Errorf("%s: got %v, %v", want.name, record.Volunteer, err)
		}
	}
}

// workspaces makes workspaces of the viewer's, numbered from 1.
func (c *club) workspaces(of access.Viewer, count int) {
	c.t.Helper()
	for i := range of.User {
		user := account.User{DisplayName: "x", Username: fmt.Sprint("user", i), Email: fmt.Sprint(i, "@x")}
		if _, err := c.stores.Users.Create(ctx, user); err != nil {
			c.t.Fatal(err)
		}
	}
	for range count {
		if _, err := c.stores.Workspaces.Create(ctx, workspace.New(of.User, "", c.at)); err != nil {
			c.t.Fatal(err)
		}
	}
}

func TestABulkChangeOfEachKind(t *testing.T) {
	c := open(t)
	c.workspaces(anna, 7)
	jan, piet := c.named(anna, "Jan")[0], c.register(anna, `{"first_name":"Piet","_assigned_workspaces":[7],"_visibility":"shared"}`)
	first, second := c.label("bar"), c.label("kas")
	shared, none := person.Visibility("workspace"), []int64{}
	for _, step := range []struct {
		name string
		bulk people.Bulk
		ok   func(person.Person) bool
	}{
		{"visibility", people.Bulk{Visibility: &shared}, func(p person.Person) bool { return p.Visibility == shared }},
		{"workspaces", people.Bulk{Workspaces: &[]int64{1, 2}}, func(p person.Person) bool {
			return slices.Equal(p.Workspaces, []int64{1, 2})
		}},
		{"no workspaces", people.Bulk{Workspaces: &none}, func(p person.Person) bool {
			return len(p.Workspaces) == 0 && p.Visibility == shared
		}},
		{"labels", people.Bulk{Labels: &[]int64{second, first}}, func(p person.Person) bool {
			return slices.Equal(p.Labels, []int64{second, first})
		}},
		{"no labels", people.Bulk{Labels: &none}, func(p person.Person) bool { return len(p.Labels) == 0 }},
	} {
		c.at = c.at.Add(time.Hour)
		outcome, err := c.ChangeMany(ctx, anna, people.Selection{IDs: []person.ID{piet, jan, piet}}, step.bulk)
		if err != nil || !slices.Equal(outcome.Updated, []person.ID{jan, piet}) || len(outcome.Failed) != 0 {
			t.Errorf("%s: got %+v, %v", step.name, outcome, err)
		}
		for _, id := range []person.ID{jan, piet} {
			if p := c.person(id); !step.ok(p) || p.Modified.After(c.at) {
				t.Errorf("%s: %+v", step.name, p)
			}
		}
	}
	changed := c.at
	c.at = c.at.Add(time.Hour)
	both := people.Selection{IDs: []person.ID{jan, piet}}
	_, err := c.ChangeMany(ctx, anna, both, people.Bulk{Labels: &[]int64{first, 99}, Workspaces: &[]int64{9}})
	if got := refusedFields(t, err); got != "updates.person_label" {
		t.Errorf("an unknown label: refused %q", got)
	}
	for _, id := range []person.ID{jan, piet} {
		if p := c.person(id); len(p.Labels) != 0 || len(p.Workspaces) != 0 || !p.Modified.Equal(changed) {
			t.Errorf("changed by a refused call: %+v", p)
		}
	}
}

func TestABulkChangeOfTheGroup(t *testing.T) {
	c := open(t)
	old, next := c.group(anna, work.Team, "JO9-1"), c.group(anna, work.Committee, "Bar")
	hidden, gone := c.group(admin, work.Team, "Geheim"), c.group(anna, work.Team, "Weg")
	c.removeGroup(gone)
	row := func(id group.ID, rest string) string { return fmt.Sprintf(`{"team":%d,%s}`, id, rest) }
	id := c.register(anna, `{"first_name":"Jan","work_history":[`+strings.Join([]string{
		row(old, `"job_title":"Keeper","start_date":"2020-01-01","is_current":true`),
		row(old, `"job_title":"Trainer","is_current":true,"end_date":"2026-12-31"`),
		row(old, `"job_title":"Ooit","is_current":false,"end_date":"2019-01-01"`),
	}, ",")+`]}`)
	rows := func() string {
		t.Helper()
		rows := []string{}
		for _, e := range c.person(id).Work {
			rows = append(rows, fmt.Sprintf("%d %s %s %s-%s %v", e.Group-group.ClubWide, e.Kind, e.Title, e.Start, e.End,
				e.CurrentOn(c.Today())))
		}
		return strings.Join(rows, "; ")
	}
	change := func(group group.ID) {
		t.Helper()
		if _, err := c.ChangeMany(ctx, anna, people.Selection{IDs: []person.ID{id}}, people.Bulk{Group: &group}); err != nil {
			t.Fatal(err)
		}
	}
	change(next)
	const ended = "1 team Keeper 2020-01-01-2026-03-29 false; 1 team Trainer -2026-03-29 false; 1 team Ooit -2019-01-01 false; "
	if got := rows(); got != ended+"2 commissie  2026-03-29- true" {
		t.Errorf("a new group: %s", got)
	}
	change(next)
	if got := rows(); got != ended+"2 commissie  2026-03-29- true" {
		t.Errorf("once more: %s", got)
	}
	change(0)
	if got := rows(); got != ended+"2 commissie  2026-03-29-2026-03-29 false" {
		t.Errorf("none: %s", got)
	}
	c.at = c.at.AddDate(0, 1, 0)
	change(next)
	const again = ended + "2 commissie  2026-03-29-2026-03-29 false; 2 commissie  2026-04-29- true"
	if got := rows(); got != again {
		t.Errorf("back again: %s", got)
	}
	for _, unknown := range []group.ID{99, -1, hidden, gone} {
		_, err := c.ChangeMany(ctx, anna, people.Selection{IDs: []person.ID{id}}, people.Bulk{Group: &unknown, Workspaces: &[]int64{9}})
		if got := refusedFields(t, err); got != "updates.organization_id" {
			t.Errorf("group %d: refused %q", unknown, got)
		}
	}
	if got := rows(); got != again || len(c.person(id).Workspaces) != 0 {
		t.Errorf("changed by a refused call: %s", got)
	}
	change(old)
	if got := rows(); got != strings.Replace(again, "04-29- true", "04-29-2026-04-29 false", 1)+"; 1 team  2026-04-29- true" {
		t.Errorf("where only old rows are: %s", got)
	}
	if _, err := c.ChangeMany(ctx, admin, people.Selection{IDs: []person.ID{id}}, people.Bulk{Group: &hidden}); err != nil {
		t.Errorf("a group that an administrator sees: %v", err)
	}
}

// What a bulk change does to the rows of its group and of others, row by row.
func TestWhatABulkChangeDoesToTheRowsOfItsGroup(t *testing.T) {
	c := open(t)
	bar, other := c.group(anna, work.Committee, "Bar"), c.group(anna, work.Team, "JO9-1")
	const (
		today   = `"is_current":true`
		ended   = `"start_date":"2019-01-01","end_date":"2020-01-01","is_current":false`
		expired = `"start_date":"2021-01-01","end_date":"2026-03-28","is_current":true`
		started = `2026-03-29- true`
	)
	for _, want := range []struct {
		name string
		rows []string // of Bar, but for those that begin with an x
		want string
	}{
		{"none at all", nil, "B " + started},
		{"two old rows", []string{ended, expired}, "B 2019-01-01-2020-01-01 false; B 2021-01-01-2026-03-28 true; B " + started},
		{"a current one", []string{today}, "B - true"},
		{"two current ones", []string{today, today}, "B - true; B - true"},
		{"an old and a current one", []string{ended, today}, "B 2019-01-01-2020-01-01 false; B - true"},
		{"others, current and ended", []string{"x" + today, "x" + ended, "x" + expired},
			"x -2026-03-29 false; x 2019-01-01-2020-01-01 false; x 2021-01-01-2026-03-28 true; B " + started},
		{"another that has an end", []string{"x" + `"end_date":"2030-01-01","is_current":true`, today},
			"x -2026-03-29 false; B - true"},
		{"another that would begin later", []string{"x" + `"start_date":"2027-01-01","is_current":true`, today},
			"x 2027-01-01-2027-01-01 false; B - true"},
	} {
		rows := []string{}
		for _, row := range want.rows {
			rest, is := strings.CutPrefix(row, "x")
			rows = append(rows, fmt.Sprintf(`{"team":%d,%s}`, map[bool]group.ID{true: other, false: bar}[is], rest))
		}
		id := c.register(anna, `{"first_name":"Jan","work_history":[`+strings.Join(rows, ",")+`]}`)
		for range 2 {
			if _, err := c.ChangeMany(ctx, anna, people.Selection{IDs: []person.ID{id}}, people.Bulk{Group: &bar}); err != nil {
				t.Fatal(err)
			}
			got := []string{}
			for _, e := range c.person(id).Work {
				got = append(got, fmt.Sprintf("%s %s-%s %v", map[group.ID]string{bar: "B", other: "x"}[e.Group], e.Start, e.End, e.Current))
			}
			if text := strings.Join(got, "; "); text != want.want {
				t.Errorf("%s: got %s, want %s", want.name, text, want.want)
			}
		}
	}
}

// More people than one step has.
func TestABulkChangeOfHundredsChangesEverybody(t *testing.T) {
	c := open(t)
	ids := c.named(anna, slices.Repeat([]string{"Jan"}, 401)...)
	made := c.at
	c.at = c.at.Add(time.Hour)
	shared := person.Visibility("shared")
	outcome, err := c.ChangeMany(ctx, anna, people.Selection{IDs: ids}, people.Bulk{Visibility: &shared})
	if err != nil || !slices.Equal(outcome.Updated, ids) || len(outcome.Failed) != 0 {
		t.Errorf("%d updated, failed: %v, %v", len(outcome.Updated), outcome.Failed, err)
	}
	for _, id := range ids {
		if p := c.person(id); p.Visibility != shared || p.Modified.Equal(made) {
			t.Errorf("%d stayed as it was", id)
		}
	}
}

func TestABulkChangeThatIsRefusedChangesNobody(t *testing.T) {
	c := open(t)
	annas, berts := c.named(anna, "Jan", "Kees"), c.named(bert, "Piet")[0]
	gone := c.named(anna, "Weg")[0]
	if _, _, err := c.Remove(ctx, anna, gone, nil); err != nil {
		t.Fatal(err)
	}
	shared := person.Visibility("shared")
	change := func(v access.Viewer, ids ...person.ID) error {
		_, err := c.ChangeMany(ctx, v, people.Selection{IDs: ids}, people.Bulk{Visibility: &shared})
		return err
	}
	wants(t, "nobody", change(nobody, annas[0]), fault.ErrNotSignedIn)
	wants(t, "one hidden", change(anna, annas[0], annas[1], berts), person.ErrHidden)
	wants(t, "one absent", change(anna, annas[0], 99), people.ErrNoneKnown)
	wants(t, "one removed", change(anna, annas[0], gone), people.ErrNoneKnown)
	wants(t, "one hidden and one absent", change(anna, annas[0], berts, 99), people.ErrNoneKnown)
	for _, id := range append(annas, berts) {
		if p := c.person(id); p.Visibility != person.Private || !p.Modified.Equal(c.at) {
			t.Errorf("%d was changed: %+v", id, p)
		}
	}
	wants(t, "an administrator", change(admin, annas[0], berts), nil)
	if p := c.person(berts); p.Visibility != shared {
		t.Errorf("got %v", p.Visibility)
	}
}

func TestFindByEmail(t *testing.T) {
	c := open(t)
	contact := func(kind, value string) string {
		return `"contact_info":[{"contact_type":"phone","contact_value":"06"},{"contact_type":"` + kind + `","contact_value":"` +
			value + `"}]`
	}
	c.register(bert, `{"first_name":"Hidden",`+contact("email", "familie@club.example")+`}`)
	father := c.register(anna, `{"first_name":"Jan","former_member":true,`+contact("email", "Familie@Club.example")+`}`)
	c.register(anna, `{"first_name":"Kind",`+contact("email", "familie@club.example")+`}`)
	second := c.register(anna, `{"first_name":"Eva",`+contact("email2", "eva@club.example")+`}`)
	c.register(anna, `{"first_name":"lijn@club.example","nickname":"bijnaam@club.example",`+contact("website",
		"web@club.example")+`}`)
	percent := c.register(anna, `{"first_name":"Pct",`+contact("email", "50%_x@club.example")+`}`)
	for address, want := range map[string]person.ID{
		"familie@club.example": father, "FAMILIE@CLUB.EXAMPLE": father, " familie@club.example ": father, "eva@club.example": second,
		"amilie@club.example": 0, "familie@club.exampl": 0, "": 0, " ": 0, "%": 0, "lijn@club.example": 0, "bijnaam@club.example": 0,
		"web@club.example": 0, "50%_x@club.example": percent, "50%%x@club.example": 0, "familie@club.example\neva@club.example": 0,
	} {
		if got, err := c.FindByEmail(ctx, anna, address); err != nil || got != want {
			t.Errorf("%q: got %d, want %d, %v", address, got, want, err)
		}
	}
	if got, err := c.FindByEmail(ctx, admin, "familie@club.example"); err != nil || got != 1 {
		t.Errorf("an administrator: got %d, %v", got, err)
	}
	if got, err := c.FindByEmail(ctx, bert, "eva@club.example"); err != nil || got != 0 {
		t.Errorf("hidden: got %d, %v", got, err)
	}
	_, err := c.FindByEmail(ctx, nobody, "eva@club.example")
	wants(t, "nobody", err, fault.ErrNotSignedIn)
}

func TestOptions(t *testing.T) {
	c := open(t)
	for _, m := range []string{
		`"leeftijdsgroep":"Senioren Vrouwen","type-lid":"Zaal"`, `"leeftijdsgroep":"Onder 10","type-lid":"Donateur"`,
		`"leeftijdsgroep":"Onder 9 Meiden","type-lid":"Junior"`,
		`"leeftijdsgroep":"Onder 9","type-lid":"Junior"`, `"leeftijdsgroep":"Senioren","type-lid":"Senior"`,
		`"leeftijdsgroep":"","type-lid":""`,
		`"leeftijdsgroep":"Onder 9","type-lid":"aalmoezenier"`, `"leeftijdsgroep":"Onder 8","type-lid":"Erelid","former_member":true`,
	} {
		c.register(anna, `{"first_name":"Jan",`+m+`}`)
	}
	c.register(bert, `{"first_name":"Piet","leeftijdsgroep":"Onder 19","type-lid":"Lid van Verdienste"}`)
	said := func(counts []listing.Count) string {
		list := []string{}
		for _, count := range counts {
			list = append(list, fmt.Sprint(count.Value, " ", count.Count))
		}
		return strings.Join(list, ", ")
	}
	for _, want := range []struct {
		viewer      access.Viewer
		former      bool
		total       int
		ages, types string
	}{
		{anna, false, 7, "Onder 9 2, Onder 9 Meiden 1, Onder 10 1, Senioren 1, Senioren Vrouwen 1",
			"Junior 2, Senior 1, Donateur 1, aalmoezenier 1, Zaal 1"},
		{anna, true, 8, "Onder 8 1, Onder 9 2, Onder 9 Meiden 1, Onder 10 1, Senioren 1, Senioren Vrouwen 1",
			"Junior 2, Senior 1, Donateur 1, aalmoezenier 1, Erelid 1, Zaal 1"},
		{bert, true, 1, "Onder 19 1", "Lid van Verdienste 1"},
		{admin, false, 8, "Onder 9 2, Onder 9 Meiden 1, Onder 10 1, Onder 19 1, Senioren 1, Senioren Vrouwen 1",
			"Junior 2, Senior 1, Donateur 1, Lid van Verdienste 1, aalmoezenier 1, Zaal 1"},
	} {
		options, err := c.Options(ctx, want.viewer, want.former)
		if err != nil || options.Total != want.total || said(options.AgeGroups) != want.ages ||
			said(options.MemberTypes) != want.types {
			t.Errorf("%v: got %d, %s; %s, %v", want.viewer.Roles, options.Total, said(options.AgeGroups), said(options.MemberTypes), err)
		}
		if got := c.of(c.Browse(ctx, want.viewer, record.Filter{}, want.former, record.Window{})); got != of(want.total) {
			t.Errorf("the list has %s, the options %d", got, want.total)
		}
	}
	_, err := c.Options(ctx, nobody, true)
	wants(t, "nobody", err, fault.ErrNotSignedIn)
}

func TestTheDayOfABulkChangeIsTheClubs(t *testing.T) {
	c := open(t)
	c.at = time.Date(2026, 3, 29, 22, 30, 0, 0, time.UTC) // the next day at the club
	id, team := c.named(anna, "Jan")[0], c.group(anna, work.Team, "JO9-1")
	if _, err := c.ChangeMany(ctx, anna, people.Selection{IDs: []person.ID{id}}, people.Bulk{Group: &team}); err != nil {
		t.Fatal(err)
	}
	if got := c.person(id).Work[0].Start; got != (civil.Date{Year: 2026, Month: time.March, Day: 30}) {
		t.Errorf("starts on %s", got)
	}
}
