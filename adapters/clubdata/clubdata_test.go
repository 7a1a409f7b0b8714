package clubdata_test

import (
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/clubhuis/clubhuis/adapters/clubdata"
	"github.com/clubhuis/clubhuis/core/matchday"
	"github.com/clubhuis/clubhuis/fixtures/matchfeed"
	"github.com/clubhuis/clubhuis/ports/porttest"
)

var teams = []matchfeed.Team{
	{Name: "vv De Proef 1", Code: "101"}, {Name: "vv De Proef JO9-1", Code: "102"}, {Name: "vv De Proef 3", Code: "103"},
}

func TestMatchFeed(t *testing.T) {
	t.Parallel()
	porttest.MatchFeed(t, func(t testing.TB) porttest.MatchSource {
		provider, url := matchfeed.ForTest(t, matchfeed.Options{Teams: func() []matchfeed.Team { return teams }})
		return porttest.MatchSource{
			Feed: clubdata.New(clubdata.Options{URL: url, Key: provider.Key}), Key: provider.Key,
			Set: func(source matchday.Source, problem matchday.Problem, matches ...matchday.Match) {
				provider.Serve(source, matches...)
				provider.Control.Turn(matchfeed.Down, problem == matchday.Unreachable)
				provider.Control.Turn(matchfeed.ChangedField, problem == matchday.Unexpected)
			},
		}
	})
}

// contract: facts §7.3
func TestEverySwitchIsAProblemOrOtherMatches(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 3, 26, 12, 0, 0, 0, time.UTC)
	for name, want := range map[string][3]matchday.Problem{ // of the programme, a team's, and the cancellations
		matchfeed.Down:                 {matchday.Unreachable, matchday.Unreachable, matchday.Unreachable},
		matchfeed.Slow:                 {matchday.Unreachable, matchday.Unreachable, matchday.Unreachable},
		matchfeed.HTML:                 {matchday.Unexpected, matchday.Unexpected, matchday.Unexpected},
		matchfeed.ChangedField:         {matchday.Unexpected, matchday.Unexpected, matchday.Unexpected},
		matchfeed.MissingProgramme:     {matchday.Missing, matchday.Missing, ""},
		matchfeed.MissingCancellations: {"", "", matchday.Missing},
		matchfeed.CancellationOnly:     {}, matchfeed.Moved: {}, matchfeed.Duplicate: {},
		matchfeed.EmptyRooms: {}, matchfeed.ExplicitRooms: {},
		matchfeed.SpringForward: {}, matchfeed.FallBack: {}, "": {},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			many := slices.Repeat(teams, 7)
			provider, url := matchfeed.ForTest(t, matchfeed.Options{
				Teams: func() []matchfeed.Team { return many }, Now: func() time.Time { return now },
			})
			if name != "" {
				provider.Control.Turn(name, true)
			}
			feed := clubdata.New(clubdata.Options{URL: url, Key: provider.Key, Timeout: 300 * time.Millisecond})
			for i, source := range []matchday.Source{matchday.Programme, matchday.TeamSource("102"), matchday.Cancellations} {
				matches, err := feed.Fetch(t.Context(), source)
				if problem := matchday.ProblemOf(err); problem != want[i] {
					t.Errorf("%s: %v", source, err)
				}
				if want[i] == "" && len(matches) == 0 {
					t.Errorf("%s: no matches", source)
				}
			}
		})
	}
}

func TestAWrongKeyIsRefused(t *testing.T) {
	t.Parallel()
	_, url := matchfeed.ForTest(t, matchfeed.Options{})
	_, err := clubdata.New(clubdata.Options{URL: url, Key: "verkeerd"}).Fetch(t.Context(), matchday.Programme)
	if matchday.ProblemOf(err) != matchday.Refused || strings.Contains(err.Error(), "verkeerd") {
		t.Errorf("got %v", err)
	}
	_, err = clubdata.New(clubdata.Options{URL: "http://127.0.0.1:1", Key: "geheim"}).Fetch(t.Context(), matchday.Programme)
	if matchday.ProblemOf(err) != matchday.Unreachable || strings.Contains(err.Error(), "geheim") {
		t.Errorf("got %v", err)
	}
}

// contract: club §2.11-11, §2.11-12
func TestTimesAndWhatIsMissing(t *testing.T) {
	t.Parallel()
	for body, want := range map[string]string{
		`[{"wedstrijdcode":1,"wedstrijddatum":"2026-03-29T14:30:00+02:00","thuisteam":"A","uitteam":"B"}]`: "2026-03-29T12:30:00Z",
		`[{"wedstrijdcode":1,"wedstrijddatum":"2026-03-28T14:30:00+0100","thuisteam":"A","uitteam":"B"}]`:  "2026-03-28T13:30:00Z",
		`[{"wedstrijdcode":1,"wedstrijddatum":"2026-03-28T13:30:00Z","thuisteam":"A","uitteam":"B"}]`:      "2026-03-28T13:30:00Z",
		`[{"wedstrijdcode":1,"wedstrijddatum":"28-03-2026","thuisteam":"A","uitteam":"B"}]`:                "",
		`[{"wedstrijdcode":"x","wedstrijddatum":"2026-03-28T13:30:00Z","thuisteam":"A","uitteam":"B"}]`:    "",
		`[{"wedstrijddatum":"2026-03-28T13:30:00Z","thuisteam":"A","uitteam":"B"}]`:                        "",
		`[{"wedstrijdcode":1,"wedstrijddatum":"2026-03-28T13:30:00Z","thuisteam":null,"uitteam":"B"}]`:     "",
		`{"error":{"code":4101}}`: "", ``: "", `null x`: "", `[1]`: "",
	} {
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte(body)) }))
		t.Cleanup(server.Close)
		matches, err := clubdata.New(clubdata.Options{URL: server.URL}).Fetch(t.Context(), matchday.Programme)
		switch {
		case want == "" && matchday.ProblemOf(err) != matchday.Unexpected:
			t.Errorf("%s: %v, %v", body, matches, err)
		case want != "" && (err != nil || matches[0].Start.Format(time.RFC3339) != want):
			t.Errorf("%s: %v, %v", body, matches, err)
		}
	}
}
