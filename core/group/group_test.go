package group_test

import (
	"encoding/json"
	"errors"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/clubhuis/clubhuis/core/acf"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/group"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/work"
)

var now = time.Date(2026, 3, 29, 12, 30, 15, 123456000, time.UTC)

// full has a value in every field of its kind.
func full(kind work.Kind) group.Group {
	g := group.Group{
		ID: 1012, Kind: kind, Author: 1, Created: now, Modified: now.Add(time.Hour), Revision: 3, Editor: 2,
		Administered: true, Title: "JO9-1", Content: "Op veld 3", Parent: 1011, Logo: 7,
		Website: "https://club.example", Visibility: "shared", Workspaces: []int64{3, 4},
		Contacts: []person.Contact{{Type: "address", Label: "Veld", Value: "Kade 1", Extra: acf.Extra{"x": json.RawMessage(`1`)}}},
		Extra:    acf.Extra{"knvb": json.RawMessage(`{"a":[1.50]}`)},
	}
	if kind == work.Team {
		g.PublicID, g.Activity, g.Gender = "190021", "Zaal", "female"
	}
	return g
}

func TestEveryFieldSurvivesTheRecord(t *testing.T) {
	t.Parallel()
	team := reflect.ValueOf(full(work.Team))
	for i := range team.NumField() { // a new field must be given a value above
		if team.Field(i).IsZero() {
			t.Errorf("%s has no value here", team.Type().Field(i).Name)
		}
	}
	for _, want := range []group.Group{full(work.Team), full(work.Committee), {Kind: work.Team}, {Kind: work.Committee}} {
		record := want.Record()
		got, err := record.Group()
		if err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("got  %+v, %v\nwant %+v", got, err, want)
		}
		if record.Website != want.Website || record.Title != want.Title || record.Author != want.Author ||
			record.People != nil {
			t.Errorf("what stands beside the fields differs: %+v", record)
		}
	}
}

func TestADamagedRecordIsOurOwnFault(t *testing.T) {
	t.Parallel()
	for _, damage := range []string{"", "{", "[]", "null", `{"contact_info":1}`} {
		g := full(work.Team)
		record := g.Record()
		record.Document = damage
		got, err := record.Group()
		if !errors.Is(err, fault.ErrInternal) || !strings.Contains(err.Error(), "damaged") || !reflect.DeepEqual(got, group.Group{}) {
			t.Errorf("%q: got %+v, %v", damage, got, err)
		}
	}
}

func TestTheFieldsOfTheContract(t *testing.T) {
	t.Parallel()
	for kind, want := range map[work.Kind]string{
		work.Team:      "website contact_info publicteamid activiteit gender _visibility _assigned_workspaces",
		work.Committee: "website contact_info _visibility _assigned_workspaces",
	} {
		var keys []string
		for _, d := range group.Fields(kind).Descriptions() {
			keys = append(keys, d.Key)
			if synced := d.Key == "publicteamid" || d.Key == "activiteit" || d.Key == "gender"; d.Synced != synced ||
				d.ReadOnly || d.OnRead {
				t.Errorf("%s: %+v", d.Key, d)
			}
		}
		if got := strings.Join(keys, " "); got != want {
			t.Errorf("%s: got %q, want %q", kind, got, want)
		}
	}
}

func TestACloneSharesNothing(t *testing.T) {
	t.Parallel()
	original := full(work.Team)
	clone := original.Clone()
	if !reflect.DeepEqual(clone, original) {
		t.Fatalf("got %+v", clone)
	}
	clone.Contacts[0].Extra["x"][0], clone.Extra["knvb"][0], clone.Workspaces[0] = '2', '[', 9
	clone.Contacts[0].Value, clone.Extra["new"] = "x", nil
	if !reflect.DeepEqual(original, full(work.Team)) {
		t.Errorf("the original became %+v", original)
	}
	if empty := (&group.Group{}).Clone(); !reflect.DeepEqual(empty, group.Group{}) {
		t.Errorf("a clone of nothing is %+v", empty)
	}
}

func TestSame(t *testing.T) {
	t.Parallel()
	a := full(work.Team)
	b := a.Clone()
	b.Created, b.Modified = now.Add(time.Minute), now.Add(time.Minute)
	if !a.Same(&b) {
		t.Error("times make a difference")
	}
	for name, change := range map[string]func(*group.Group){
		"the title": func(g *group.Group) { g.Title = "x" }, "the content": func(g *group.Group) { g.Content = "x" },
		"the parent": func(g *group.Group) { g.Parent = 9 }, "the logo": func(g *group.Group) { g.Logo = 9 },
		"the website": func(g *group.Group) { g.Website = "" }, "a contact": func(g *group.Group) { g.Contacts[0].Label = "x" },
		"the author":       func(g *group.Group) { g.Author = 9 },
		"an unknown field": func(g *group.Group) { g.Extra["x"] = json.RawMessage(`1`) }, "the gender": func(g *group.Group) {
			g.Gender = ""
		},
	} {
		b := a.Clone()
		if change(&b); a.Same(&b) {
			t.Errorf("%s makes no difference", name)
		}
	}
}

func TestWhatNoEditChanges(t *testing.T) {
	t.Parallel()
	before := full(work.Team)
	edited := group.Group{ID: 9, Kind: work.Committee, Author: 9, Title: "x"}
	edited.Keep(&before)
	want := group.Group{ID: before.ID, Kind: before.Kind, Author: 9, Created: before.Created, Modified: before.Modified,
		Revision: before.Revision, Editor: before.Editor, Administered: true, Title: "x"}
	if !reflect.DeepEqual(edited, want) || before.Author != 1 {
		t.Errorf("got %+v", edited)
	}
}

func TestNewGroups(t *testing.T) {
	t.Parallel()
	g := group.New(work.Team, 7, now.Add(999).In(time.FixedZone("x", 3600)))
	if g.Kind != work.Team || g.Author != 7 || g.Created != now || g.Modified != now || g.Visibility != person.Private {
		t.Errorf("got %+v", g)
	}
	wide := group.NewClubWide()
	if wide.ID != group.ClubWide || wide.Kind != work.Committee || wide.Title != "Verenigingsbreed" || wide.Author != 0 {
		t.Errorf("got %+v", wide)
	}
	var problems fault.Problems
	valid := wide.Clone()
	if valid.Validate(&wide, nil, &problems); problems.Any() || !valid.Same(&wide) {
		t.Errorf("it is not as groups are kept: %+v, %v", valid, problems.Fault())
	}
}

func validate(edited *group.Group, before group.Group, parents ...group.ID) map[string]string {
	var problems fault.Problems
	edited.Validate(&before, parents, &problems)
	if !problems.Any() {
		return map[string]string{}
	}
	return fault.As(problems.Fault()).Params
}

func TestHowAGroupIsKept(t *testing.T) {
	t.Parallel()
	g := full(work.Team)
	g.Title, g.Website, g.Visibility = " JO9-1\t", " http://x.nl ", ""
	g.Contacts = []person.Contact{{Type: person.Email, Value: " A@B.nl "}, {Type: "other", Value: " A "}}
	if wrong := validate(&g, full(work.Team)); len(wrong) > 0 {
		t.Fatal(wrong)
	}
	if g.Title != "JO9-1" || g.Website != "http://x.nl" || g.Visibility != person.Private || g.Contacts[0].Value != "a@b.nl" ||
		g.Contacts[1].Value != "A" {
		t.Errorf("got %+v", g)
	}
	again := g.Clone()
	if wrong := validate(&again, g); len(wrong) > 0 || !reflect.DeepEqual(again, g) {
		t.Errorf("a second time: %+v, %v", again, wrong)
	}
}

func TestWhatNoGroupCanBe(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name  string
		kind  work.Kind
		edit  func(*group.Group)
		field string // "" for what can be
		want  string
	}{
		{"no title", work.Team, func(g *group.Group) { g.Title = " " }, "title", fault.Required},
		{"the longest title", work.Team, func(g *group.Group) { g.Title = strings.Repeat("é", 200) }, "", ""},
		{"a longer one", work.Team, func(g *group.Group) { g.Title = strings.Repeat("é", 201) }, "title", group.LongTitle},
		{"a NUL in the title", work.Team, func(g *group.Group) { g.Title = "a\x00" }, "title", fault.BadCharacter},
		{"a NUL in the content", work.Team, func(g *group.Group) { g.Content = "a\x00" }, "content", fault.BadCharacter},
		{"too long a content", work.Team, func(g *group.Group) { g.Content = strings.Repeat("x", 10_001) }, "content", fault.TooLong},
		{"a group that may stand above it", work.Team, func(g *group.Group) { g.Parent = 1013 }, "", ""},
		{"another", work.Team, func(g *group.Group) { g.Parent = 1014 }, "parent", group.NoParent},
		{"itself", work.Team, func(g *group.Group) { g.Parent = g.ID }, "parent", group.NoParent},
		{"the one that stood above it, whatever became of that", work.Team, func(g *group.Group) { g.Parent = 1011 }, "", ""},
		{"none", work.Team, func(g *group.Group) { g.Parent = 0 }, "", ""},
		{"a website without a scheme", work.Team, func(g *group.Group) { g.Website = "x.nl" }, "acf.website", group.NotAWebsite},
		{"one that runs", work.Team, func(g *group.Group) { g.Website = "javascript:alert(1)" }, "acf.website", group.NotAWebsite},
		{"one without a host", work.Team, func(g *group.Group) { g.Website = "https://" }, "acf.website", group.NotAWebsite},
		{"one that is no address", work.Team, func(g *group.Group) { g.Website = "https://a b\x7f" }, "acf.website", group.NotAWebsite},
		{"no website", work.Team, func(g *group.Group) { g.Website = "" }, "", ""},
		{"a contact without a type", work.Team, func(g *group.Group) { g.Contacts[0].Type = "" }, "acf.contact_info[0].contact_type",
			fault.Required},
		{"a contact of a person's type", work.Team, func(g *group.Group) { g.Contacts[0].Type = "mobile" },
			"acf.contact_info[0].contact_type", fault.NotAChoice},
		{"a gender of no team", work.Team, func(g *group.Group) { g.Gender = "other" }, "acf.gender", fault.NotAChoice},
		{"an activity of its own", work.Team, func(g *group.Group) { g.Activity = "Strand" }, "acf.activiteit", fault.NotAChoice},
		{"a visibility of its own", work.Committee, func(g *group.Group) { g.Visibility = "public" }, "acf._visibility",
			fault.NotAChoice},
	} {
		g := full(c.kind)
		c.edit(&g)
		wrong := validate(&g, full(c.kind), 1011, 1013)
		if c.field == "" && len(wrong) > 0 || c.field != "" && (len(wrong) != 1 || wrong[c.field] != c.want) {
			t.Errorf("%s: got %v", c.name, wrong)
		}
	}
	kept := full(work.Team)
	kept.Website = "x.nl" // of earlier rules
	if wrong := validate(&kept, kept.Clone()); len(wrong) > 0 {
		t.Errorf("what was kept may stay: %v", wrong)
	}
}

func TestWhatMayStandAboveAGroup(t *testing.T) {
	t.Parallel()
	// 1 above 2 above 3, and 4 by itself; 5 and 6 above each other, by a mistake.
	places := []group.Place{{ID: 1}, {ID: 2, Parent: 1}, {ID: 3, Parent: 2}, {ID: 4}, {ID: 5, Parent: 6}, {ID: 6, Parent: 5}}
	for id, want := range map[group.ID][]group.ID{
		1: {4}, 2: {1, 4}, 3: {1, 2, 4}, 4: {1, 2, 3}, 0: {1, 2, 3, 4}, 5: {1, 2, 3, 4}, 99: {1, 2, 3, 4},
	} {
		if got := group.Parents(id, places); !slices.Equal(got, want) {
			t.Errorf("%d: got %v, want %v", id, got, want)
		}
	}
	if got := group.Parents(1, []group.Place{{ID: 2, Parent: 99}}); !slices.Equal(got, []group.ID{2}) {
		t.Errorf("below one that is gone: got %v", got)
	}
}
