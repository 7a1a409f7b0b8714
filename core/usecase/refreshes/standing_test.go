package refreshes_test

import (
	"errors"
	"slices"
	"testing"
	"time"

	"github.com/clubhuis/clubhuis/adapters/inmem"
	"github.com/clubhuis/clubhuis/core/usecase/refreshes"
)

// What was heard last is kept while the service is silent, and after an hour that is told, too.
func TestHowTheRunsEndIsRemembered(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 6, 15, 12, 0, 0, 0, time.UTC)
	var failing []string
	var silent error
	s := &refreshes.Service{
		Synchronization: inmem.Synchronization{End: func() ([]string, error) { return failing, silent }},
		Now:             func() time.Time { return now },
	}
	is := func(want []string, quiet bool) {
		t.Helper()
		if got := s.Standing(); !slices.Equal(got.Failing, want) || got.Silent(now) != quiet {
			t.Errorf("got %+v, silent %v", got, got.Silent(now))
		}
	}
	is(nil, false) // it was not asked yet
	silent = errors.New("down")
	if err := s.Listen(t.Context()); err == nil {
		t.Error("its silence is no error")
	}
	is(nil, false)
	now = now.Add(61 * time.Minute)
	is(nil, true)
	silent, failing = nil, []string{"people"}
	if err := s.Listen(t.Context()); err != nil {
		t.Fatal(err)
	}
	is([]string{"people"}, false)
	silent = errors.New("down")
	now = now.Add(time.Hour)
	_ = s.Listen(t.Context())
	is([]string{"people"}, false)
	now = now.Add(time.Second)
	is([]string{"people"}, true)
	if err := (&refreshes.Service{}).Listen(t.Context()); err != nil {
		t.Errorf("a club without the service: %v", err)
	}
}
