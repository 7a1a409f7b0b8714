package clubweb

import (
	"errors"
	"testing"

	"github.com/clubhuis/clubhuis/core/sync/federation"
)

func TestHowManyPeopleAreOnATeam(t *testing.T) {
	t.Parallel()
	r := DefaultProfile().Requests["union-teams"]
	for counts, want := range map[string][2]int{
		`"TeamMemberCount":15,"PlayerCount":12`:    {15, 12},
		`"TeamMemberCount":"15","PlayerCount":"0"`: {15, 0},
		`"TeamMemberCount":null`:                   {},
		`"TeamMemberCount":{},"PlayerCount":"?"`:   {},
	} {
		answer, err := parse([]byte(`{"Team":[{"PublicTeamId":"1","TeamName":"G1",` + counts + `}]}`))
		if err != nil {
			t.Fatal(err)
		}
		teams, err := r.teams(answer, true, nil)
		if err != nil || [2]int{teams[0].People, teams[0].Players} != want {
			t.Errorf("%s: %+v, %v", counts, teams, err)
		}
	}
}

// A site may not say which of the club's teams are connected; then those are that the federation has too.
func TestAClubTeamNeedNotSayWhetherItIsConnected(t *testing.T) {
	t.Parallel()
	r := DefaultProfile().Requests["club-teams"]
	known := []federation.Team{{ID: "9", Name: "JO11-1", Code: "11", Union: true}}
	for _, trial := range []struct {
		name, body string
		want       int
		err        error
	}{
		{"none says it", `{"Team":[{"PublicTeamId":"1","TeamName":"G1"},{"PublicTeamId":"2","TeamName":"G2"}]}`, 2, nil},
		{"one says it", `{"Team":[{"PublicTeamId":"1","TeamName":"G1","HasUnionTeamConnection":true},
			{"PublicTeamId":"2","TeamName":"G2"}]}`, 1, nil},
		{"the federation has it too", `{"Team":[{"PublicTeamId":"1","TeamName":"JO11-1","TeamCode":"11"}]}`, 0, nil},
		{"it says that it is not", `{"Team":[{"PublicTeamId":"1","TeamName":"JO11-1","TeamCode":"11",
			"HasUnionTeamConnection":false}]}`, 1, nil},
		{"it is null", `{"Team":[{"PublicTeamId":"1","TeamName":"G1","HasUnionTeamConnection":null}]}`, 1, nil},
		{"it is odd", `{"Team":[{"PublicTeamId":"1","TeamName":"G1","HasUnionTeamConnection":"soms"}]}`, 0, federation.ErrShape},
		{"the federation has it with other people", `{"Team":[{"PublicTeamId":"1","TeamName":"JO11-1","TeamCode":"11",
			"PlayerCount":3}]}`, 0, nil},
		{"no name", `{"Team":[{"PublicTeamId":"1"}]}`, 0, federation.ErrShape},
	} {
		t.Run(trial.name, func(t *testing.T) {
			t.Parallel()
			answer, err := parse([]byte(trial.body))
			if err != nil {
				t.Fatal(err)
			}
			teams, err := r.teams(answer, false, known)
			if len(teams) != trial.want || !errors.Is(err, trial.err) {
				t.Errorf("got %+v, %v; want %d, %v", teams, err, trial.want, trial.err)
			}
		})
	}
}
