package payload_test

import (
	"encoding/json"
	"testing"
	"time"

	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/group"
	"github.com/clubhuis/clubhuis/core/sync/federation"
	"github.com/clubhuis/clubhuis/core/sync/payload"
	"github.com/clubhuis/clubhuis/core/work"
)

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
		same(t, c.name, got.ACF, c.want)
		if got.Title != c.team.Name {
			t.Errorf("%s: %q", c.name, got.Title)
		}
		keptGroup(t, work.Team, got)
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
	same(t, "acf", c.ACF, `{"committee-id":"C-7"}`)
	if record := keptGroup(t, work.Committee, c); record.Text(payload.CommitteeKey) != "C-7" || c.Title != "Jeugdcommissie" {
		t.Errorf("%+v", record)
	}
	if got := payload.Committee("C-7", "").Title; got != "C-7" {
		t.Errorf("without a name: %q", got)
	}
}

// keptGroup is what the application keeps of a new group.
func keptGroup(t *testing.T, kind work.Kind, c payload.Payload) payload.Record {
	t.Helper()
	g := group.New(kind, 1, time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC))
	before := g.Clone()
	g.Title = c.Title
	var problems fault.Problems
	group.Fields(kind).Decode(&g, encoded(t, c), "acf", &problems)
	g.Validate(&before, nil, &problems)
	if problems.Any() {
		t.Fatal("the application refuses it: ", fault.As(problems.Fault()).Params)
	}
	record := payload.Record{Title: g.Title}
	if err := json.Unmarshal([]byte(group.Fields(kind).Object(&g)), &record.ACF); err != nil {
		t.Fatal(err)
	}
	return record
}

func TestTheTextOfAField(t *testing.T) {
	t.Parallel()
	record := payload.Record{ACF: map[string]json.RawMessage{}}
	for raw, want := range map[string]string{
		`"Jan"`: "Jan", `""`: "", `null`: "", `12.50`: "12.50", `true`: "true", `[]`: "", `{}`: "", `"Jo\u00ebl"`: "Joël",
		`12345678901234567890`: "12345678901234567890",
	} {
		record.ACF["x"] = json.RawMessage(raw)
		if got := record.Text("x"); got != want {
			t.Errorf("%s: %q", raw, got)
		}
	}
	if got := record.Text("absent"); got != "" {
		t.Errorf("absent: %q", got)
	}
	record.ACF = map[string]json.RawMessage{"first_name": json.RawMessage(`"Jan"`), "infix": json.RawMessage(`" van  der "`),
		"last_name": json.RawMessage(`"Berg"`)}
	if got := record.FullName(); got != "Jan van der Berg" {
		t.Errorf("name: %q", got)
	}
}
