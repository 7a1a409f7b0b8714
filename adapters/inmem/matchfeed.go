package inmem

import (
	"context"
	"errors"
	"slices"
	"sync"

	"github.com/clubhuis/clubhuis/core/matchday"
	"github.com/clubhuis/clubhuis/ports"
)

// MatchFeed is a federation in memory. Its zero value has no matches.
type MatchFeed struct {
	mu      sync.Mutex
	matches map[matchday.Source][]matchday.Match
	fails   map[matchday.Source]matchday.Problem
	asked   int
}

var _ ports.MatchFeed = (*MatchFeed)(nil)

// Set says which matches a source has from now on, and why it brings nothing, "" when it does.
func (f *MatchFeed) Set(source matchday.Source, problem matchday.Problem, matches ...matchday.Match) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.matches == nil {
		f.matches, f.fails = map[matchday.Source][]matchday.Match{}, map[matchday.Source]matchday.Problem{}
	}
	f.matches[source], f.fails[source] = matches, problem
}

// Asked returns how often it was asked.
func (f *MatchFeed) Asked() int {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.asked
}

// Fetch implements ports.MatchFeed.
func (f *MatchFeed) Fetch(ctx context.Context, source matchday.Source) ([]matchday.Match, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.asked++
	if err := ctx.Err(); err != nil {
		return nil, &matchday.Error{Problem: matchday.Unreachable, Cause: err}
	}
	if problem := f.fails[source]; problem != "" {
		return nil, &matchday.Error{Problem: problem, Cause: errors.New("it was told to")}
	}
	fetched := matchday.Fetched{Matches: append([]matchday.Match{}, f.matches[source]...)}.Kept()
	slices.SortFunc(fetched.Matches, matchday.Compare)
	return fetched.Matches, nil
}
