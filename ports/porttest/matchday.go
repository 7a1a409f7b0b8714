package porttest

import (
	"testing"
	"time"

	"github.com/clubhuis/clubhuis/core/matchday"
)

// FetchedMatches is the contract of ports.FetchedMatches.
func FetchedMatches(t *testing.T, open Open) {
	suite{
		{"every field comes back, of each source its own", fetchedMatches},
		{"a refused change leaves no trace", refusedFetched},
		{"a value that was given and is changed does not reach the store", copiedFetched},
		{"parallel updates lose nothing", fetchedAtOnce},
		{"what no source is left for is forgotten", forgottenFetched},
	}.run(t, open)
}

func fetchedOf(source matchday.Source) matchday.Fetched {
	f := matchday.Fetched{
		Source: source, At: at, Tried: at.Add(time.Hour), Problem: matchday.Refused,
		Matches: []matchday.Match{{
			ID: 7, Start: at, Home: "vv Één 1", Away: "B", HomeCode: "1", AwayCode: "2", AtHome: true, Pitch: "veld 1", Location: "x",
			Rooms: matchday.Rooms{Home: "1", Away: "0 - geen kleedkamer", Referee: "3"}, Competition: "0461", Cancelled: true,
			Cancellation: "Afgelast door bond", Teams: []string{"1"},
		}, {ID: 8, Start: at}},
	}
	return f.Kept()
}

func keepFetched(t *testing.T, db Database, f matchday.Fetched) {
	t.Helper()
	ok(t, db.FetchedMatches.Update(t.Context(), f.Source, func(kept *matchday.Fetched) error {
		*kept = f.Clone()
		kept.Source = "another" // stays as it was
		return nil
	}))
}

func fetchedMatches(t *testing.T, db Database) {
	ctx := t.Context()
	of := func(sources ...matchday.Source) []matchday.Fetched {
		t.Helper()
		return must(db.FetchedMatches.Of(ctx, sources...))(t)
	}
	alike(t, "at first", of(matchday.Programme), []matchday.Fetched{{Source: matchday.Programme}})
	equal(t, "of none", len(of()), 0)
	programme, team := fetchedOf(matchday.Programme), fetchedOf(matchday.TeamSource("é1"))
	team.Matches, team.At, team.Problem = team.Matches[:1], time.Time{}, ""
	team = team.Kept()
	keepFetched(t, db, programme)
	keepFetched(t, db, team)
	alike(t, "in their order", of(team.Source, matchday.Cancellations, matchday.Programme),
		[]matchday.Fetched{team, {Source: matchday.Cancellations}, programme})
	before := programme.Digest
	programme.Matches = nil
	programme = programme.Kept()
	equal(t, "has the digest of before", programme.Digest == before, false)
	keepFetched(t, db, programme)
	alike(t, "without matches", of(matchday.Programme), []matchday.Fetched{programme})
	ok(t, db.FetchedMatches.Update(ctx, team.Source, func(kept *matchday.Fetched) error {
		alike(t, "what is changed", *kept, team)
		return nil
	}))
}

func refusedFetched(t *testing.T, db Database) {
	want := fetchedOf(matchday.Programme)
	keepFetched(t, db, want)
	for _, source := range []matchday.Source{matchday.Programme, matchday.Cancellations} {
		refuses(t, db, func(refusal error) error {
			return db.FetchedMatches.Update(t.Context(), source, func(f *matchday.Fetched) error {
				f.Matches, f.Problem = nil, matchday.Missing
				return refusal
			})
		})
	}
	got := must(db.FetchedMatches.Of(t.Context(), matchday.Programme, matchday.Cancellations))(t)
	alike(t, "after refusals", got, []matchday.Fetched{want, {Source: matchday.Cancellations}})
}

func copiedFetched(t *testing.T, db Database) {
	given := fetchedOf(matchday.Programme)
	ok(t, db.FetchedMatches.Update(t.Context(), given.Source, func(f *matchday.Fetched) error { *f = given; return nil }))
	want := given.Clone()
	given.Matches[0].Home, given.Matches[0].Teams[0] = "changed", "changed"
	alike(t, "afterwards", must(db.FetchedMatches.Of(t.Context(), given.Source))(t), []matchday.Fetched{want})
}

func fetchedAtOnce(t *testing.T, db Database) {
	ctx := t.Context()
	inParallel(t, 8, func(i int) error {
		return db.FetchedMatches.Update(ctx, matchday.Programme, func(f *matchday.Fetched) error {
			f.Matches = append(f.Matches, matchday.Match{ID: int64(i)})
			return nil
		})
	})
	equal(t, "matches", len(must(db.FetchedMatches.Of(ctx, matchday.Programme))(t)[0].Matches), 8)
}

func forgottenFetched(t *testing.T, db Database) {
	ctx := t.Context()
	one, other := matchday.TeamSource("1"), matchday.TeamSource("2")
	for _, source := range []matchday.Source{matchday.Programme, one, other} {
		keepFetched(t, db, fetchedOf(source))
	}
	equal(t, "forgotten", must(db.FetchedMatches.Forget(ctx, matchday.Programme, one))(t), 1)
	alike(t, "left", must(db.FetchedMatches.Of(ctx, one, other))(t), []matchday.Fetched{fetchedOf(one), {Source: other}})
	equal(t, "all", must(db.FetchedMatches.Forget(ctx))(t), 2)
	equal(t, "nothing", must(db.FetchedMatches.Forget(ctx))(t), 0)
}
