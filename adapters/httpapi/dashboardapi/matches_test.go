package dashboardapi_test

import (
	"strconv"
	"testing"
	"time"

	"github.com/clubhuis/clubhuis/adapters/httpapi/internal/apitest"
	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/matchday"
)

func itoa(id int64) string { return strconv.FormatInt(id, 10) }

// contract: club §2.11-9, §2.11-11, §2.11-12, §4.2, §7
func TestWhoSeesWhichMatches(t *testing.T) {
	t.Parallel()
	s := apitest.New(t) // 15 June 2026, 14:30
	admin := s.Admin()
	coded := func(code string) object { return object{"acf": object{"publicteamid": code}} }
	own, other := s.Team(admin, "JO9-1", coded("101")), s.Team(admin, "JO10-1", coded("102"))
	bare := s.Team(admin, "Zonder nummer")
	s.User("secretaris", access.SectionRole(access.Matches))
	coordinator := s.User("coordinator")
	s.User("bestuur", access.Board)
	give(s, admin, coordinator.ID, []int64{own, bare})
	secretary, reader, board := s.Program("secretaris"), s.Program("coordinator"), s.Program("bestuur")

	match := func(id int64, in time.Duration, home, away string) matchday.Match {
		return matchday.Match{ID: id, Start: s.Now.Add(in), Home: "T" + home, Away: "T" + away, HomeCode: home, AwayCode: away}
	}
	first, second := match(1, 2*time.Hour, "101", "9"), match(2, 26*time.Hour, "9", "102")
	first.Rooms.Referee = "0 - geen kleedkamer"
	off := first
	off.Cancelled, off.Cancellation = true, "Afgelast door bond"
	s.Feed.Set(matchday.Programme, "", first, second)
	s.Feed.Set(matchday.Cancellations, "", off)
	s.Feed.Set(matchday.TeamSource("101"), "", first)

	s.Get(matches, secretary).Is(200).Has("matches", []any{}).Has("feed.fetched_at", nil).
		Has("feed.warnings.0.code", "never_fetched").Has("feed.warnings.1.source", "cancellations")
	if _, err := s.Server.Jobs.RunNow(t.Context(), "fetch-matches"); err != nil {
		t.Fatal(err)
	}
	s.Get(matches, secretary).Is(200).Has("matches.0", object{
		"match_id": 1.0, "date": "2026-06-15", "time": "16:30", "home_team": "T101", "away_team": "T9", "is_home": false,
		"team_ids": []any{},
		"pitch":    "", "location": "", "dressing_rooms": object{"home": "", "away": "", "referee": "0 - geen kleedkamer"}, "competition": "",
		"cancelled": true, "cancellation_reason": "Afgelast door bond",
	}).Has("matches.1.match_id", 2.0).Has("feed.fetched_at", "2026-06-15 12:30:45").Has("feed.programme.fresh", true).
		Has("feed.warnings", []any{})

	for who, as := range map[string]apitest.Call{"board": board, "coordinator": reader} {
		if a := s.Get(matches, as); a.StatusCode != 403 {
			t.Errorf("%s reads the club's: %d", who, a.StatusCode)
		}
	}
	asked := s.Feed.Asked()
	for range 2 {
		a := s.Get(matches+"?team_id="+itoa(own), reader).Is(200)
		if got := listed(a.List("matches"), "match_id"); got != "1" {
			t.Errorf("the team's: %s", got)
		}
		a.Has("matches.0.team_ids", []any{float64(own)}).Has("matches.0.cancelled", true)
	}
	if got := s.Feed.Asked() - asked; got != 1 {
		t.Errorf("within ten minutes the federation was asked %d times", got)
	}
	s.Get(matches+"?team_id="+itoa(bare), reader).Is(200).Has("matches", []any{}).Has("feed.warnings.0.code", "no_code")
	for _, id := range []string{itoa(other), "999999"} {
		s.Get(matches+"?team_id="+id, reader).Refuses(403, "rest_forbidden")
		s.Get(matches+"?team_id="+id, secretary).Refuses(403, "rest_forbidden")
	}
	for _, wrong := range []string{"0", "-1", "x", "", "1.5", "1&team_id=2"} {
		if a := s.Get(matches+"?team_id="+wrong, reader); a.StatusCode != 400 {
			t.Errorf("%q: %d", wrong, a.StatusCode)
		}
	}
	for who, as := range map[string]apitest.Call{"secretary": secretary, "coordinator": reader} {
		a := s.Get(workspace, as).Is(200).Has("attention.0.kind", "matches_cancelled").Has("attention.0.count", 1.0)
		if len(a.List("attention")) != 1 {
			t.Errorf("%s: %v", who, a.At("attention"))
		}
	}
	s.Get(workspace, board).Is(200).Has("attention", []any{})

	// Both sources are down: the last good stays, and says so.
	s.Feed.Set(matchday.Programme, matchday.Unreachable)
	s.Feed.Set(matchday.Cancellations, matchday.Unexpected)
	s.Later(15 * time.Minute)
	s.Server.Jobs.RunDue(t.Context())
	s.Get(matches, secretary).Is(200).Has("matches.1.match_id", 2.0).Has("feed.warnings.0.code", "unreachable").
		Has("feed.warnings.1.code", "unexpected").Has("feed.programme.fresh", true)
	s.Later(time.Hour)
	a := s.Get(matches, secretary).Is(200).Has("feed.programme.fresh", false)
	if got := len(s.Get(workspace, secretary).List("attention")); got != 3 || a.StatusCode != 200 {
		t.Errorf("%d notices", got)
	}
}
