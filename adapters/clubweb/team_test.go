package clubweb

import (
	"errors"
	"testing"

	"github.com/clubhuis/clubhuis/core/sync/federation"
)

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
