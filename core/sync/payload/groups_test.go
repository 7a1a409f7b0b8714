package payload_test

import (
	"testing"
	"time"

	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/group"
	"github.com/clubhuis/clubhuis/core/sync/federation"
	"github.com/clubhuis/clubhuis/core/sync/payload"
	"github.com/clubhuis/clubhuis/core/work"
)

// contract: sync §2.3
func TestWhatTheApplicationIsToldAboutATeam(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name string
		team federation.Team
		want string
	}{
		{"men", federation.Team{ID: "100", Name: "SV 1", Activity: "Veld", Gender: "Mannen"},
			`{"publicteamid":"100","activiteit":"Veld","gender":"male"}`},
		{"women", federation.Team{ID: "101", Name: "SV VR1", Activity: "Zaal", Gender: "Vrouwen"},
			`{"publicteamid":"101","activiteit":"Zaal","gender":"female"}`},
		{"mixed", federation.Team{ID: "102", Name: "JO9-1", Activity: "Veld", Gender: "Gemengd"},
			`{"publicteamid":"102","activiteit":"Veld","gender":""}`},
		{"another activity", federation.Team{ID: "103", Name: "Strand", Activity: "Strand"},
			`{"publicteamid":"103","activiteit":"","gender":""}`},
	} {
		got := payload.Team(c.team)
		same(t, c.name, got.Encode(), c.want)
		if got.Title != c.team.Name {
			t.Errorf("%s: %q", c.name, got.Title)
		}
		keptGroup(t, got)
	}
	for want, team := range map[string]federation.Team{"JO9": {ID: "1", Code: "JO9"}, "1": {ID: "1"}} {
		if got := payload.Team(team).Title; got != want {
			t.Errorf("%+v: %q", team, got)
		}
	}
}

func TestACommitteeCarriesItsIdOnTheSite(t *testing.T) {
	t.Parallel()
	c := payload.Committee("C-7", "Jeugdcommissie")
	same(t, "acf", c.Encode(), `{"committee-id":"C-7"}`)
	if record := keptGroup(t, c); record.SiteID() != "C-7" || c.Title != "Jeugdcommissie" {
		t.Errorf("%+v", record)
	}
	if got := payload.Committee("C-7", "").Title; got != "C-7" {
		t.Errorf("without a name: %q", got)
	}
}

// keptGroup is what the application keeps of a new group.
func keptGroup(t *testing.T, c payload.Group) payload.Group {
	t.Helper()
	g := group.New(c.Kind, 1, time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC))
	before := g.Clone()
	g.Title = c.Title
	var problems fault.Problems
	group.Fields(c.Kind).Decode(&g, members(t, c.Encode()), "acf", &problems)
	g.Validate(&before, nil, &problems)
	if problems.Any() {
		t.Fatal("the application refuses it: ", fault.As(problems.Fault()).Params)
	}
	return readGroup(c.Kind, group.Fields(c.Kind).Object(&g))
}

func readGroup(kind work.Kind, fields string) payload.Group {
	g := payload.Group{Group: group.Group{Kind: kind}}
	g.Read([]byte(fields))
	return g
}

func TestTheIdOfAGroupOnTheSite(t *testing.T) {
	t.Parallel()
	for raw, want := range map[string]string{
		`"C-7"`: "C-7", `""`: "", `null`: "", `12345678901234567890`: "12345678901234567890", `"Jo\u00ebl"`: "Joël",
	} {
		for kind, key := range map[work.Kind]string{work.Team: payload.TeamKey, work.Committee: payload.CommitteeKey} {
			if got := readGroup(kind, `{"`+key+`":`+raw+`}`).SiteID(); got != want {
				t.Errorf("%s %s: %q", kind, raw, got)
			}
		}
	}
	for _, kind := range []work.Kind{work.Team, work.Committee} {
		if got := readGroup(kind, `{}`).SiteID(); got != "" {
			t.Errorf("absent: %q", got)
		}
	}
}

func TestAGroupIsReadFromAListWithoutTheRest(t *testing.T) {
	t.Parallel()
	for _, kind := range []work.Kind{work.Team, work.Committee} {
		g := readGroup(kind, `{"website":"https://x.example","publicteamid":"7","committee-id":"7","contact_info":[]}`)
		g.ID, g.Title, g.Administered = 3, "Bar", true
		short := g.Short()
		same(t, string(kind), short.Encode(), `{"committee-id":"7","publicteamid":"7"}`)
		if short.ID != 3 || short.Title != "Bar" || !short.Administered || short.Kind != kind || short.Website != "" {
			t.Errorf("%+v", short)
		}
	}
}
