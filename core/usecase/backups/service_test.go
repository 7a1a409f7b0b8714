package backups_test

import (
	"context"
	"errors"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/clubhuis/clubhuis/adapters/inmem"
	"github.com/clubhuis/clubhuis/core/backup"
	"github.com/clubhuis/clubhuis/core/usecase/backups"
)

type club struct {
	*backups.Service
	at time.Time
}

func open(t *testing.T) *club {
	t.Parallel()
	c := &club{at: time.Date(2026, 3, 27, 12, 0, 0, 0, time.UTC)}
	c.Service = &backups.Service{
		Runs: inmem.Open().Stores().JobRuns, Now: func() time.Time { return c.at }, Zone: time.FixedZone("", 3600),
	}
	return c
}

func (c *club) begin(t *testing.T, anyway bool) *backups.Run {
	t.Helper()
	run, err := c.Begin(t.Context(), anyway)
	if err != nil {
		t.Fatal(err)
	}
	return run
}

func ok(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func TestABackupIsDueOnceADayOfTheClub(t *testing.T) {
	c := open(t)
	run := c.begin(t, false)
	if run == nil || !run.At().Equal(c.at) || c.begin(t, false) != nil {
		t.Fatal("the first one is not made, or twice")
	}
	c.at = c.at.Add(time.Minute)
	ok(t, run.End(t.Context(), nil))
	if verified, err := c.Verified(t.Context()); err != nil || !verified.Equal(c.at) {
		t.Errorf("tried out at %v, %v", verified, err)
	}
	c.at = time.Date(2026, 3, 27, 22, 59, 0, 0, time.UTC)
	if c.begin(t, false) != nil {
		t.Error("two on one day")
	}
	byHand := c.begin(t, true)
	if byHand == nil {
		t.Fatal("none by hand")
	}
	failed := errors.New("the disk is full")
	if err := byHand.End(t.Context(), failed); !errors.Is(err, failed) {
		t.Errorf("got %v", err)
	}
	if verified, err := c.Verified(t.Context()); err != nil || verified.Hour() != 12 {
		t.Errorf("a failure counts as tried out: %v, %v", verified, err)
	}
	c.at = c.at.Add(time.Minute) // midnight of the club
	if c.begin(t, false) == nil {
		t.Error("none on the next day")
	}
}

func TestAClockThatWasYearsAheadStopsNothing(t *testing.T) {
	c := open(t)
	right := c.at
	c.at = time.Date(2090, 1, 1, 0, 0, 0, 0, time.UTC)
	ok(t, c.begin(t, false).End(t.Context(), nil))
	c.at = right
	if verified, err := c.Verified(t.Context()); err != nil || !verified.IsZero() {
		t.Errorf("tried out at %v, %v", verified, err)
	}
	if c.begin(t, false) == nil { // and its program dies
		t.Fatal("none is made before 2090")
	}
	c.at = right.Add(backups.Lease)
	run := c.begin(t, false)
	if run == nil {
		t.Fatal("it waits for who died")
	}
	ok(t, run.End(t.Context(), nil))
	if verified, err := c.Verified(t.Context()); err != nil || !verified.Equal(c.at) || c.begin(t, false) != nil {
		t.Errorf("tried out at %v, %v", verified, err)
	}
}

func TestAProgramThatDiedInTheFutureIsRelieved(t *testing.T) {
	c := open(t)
	right := c.at
	if c.at = right.AddDate(60, 0, 0); c.begin(t, false) == nil {
		t.Fatal("none is made")
	}
	if c.at = right; c.begin(t, false) == nil {
		t.Error("it is waited for until then")
	}
}

func TestAProgramThatDiedIsRelieved(t *testing.T) {
	c := open(t)
	first := c.begin(t, false)
	for range 3 { // it lives, and says so
		c.at = c.at.Add(backups.Lease - time.Second)
		ok(t, first.Renew(t.Context()))
		if c.begin(t, false) != nil || c.begin(t, true) != nil {
			t.Fatal("another one begins")
		}
	}
	c.at = c.at.Add(backups.Lease) // it says nothing any more
	second := c.begin(t, false)
	if second == nil {
		t.Fatal("nobody relieves it")
	}
	if err := first.Renew(t.Context()); !errors.Is(err, backups.ErrTaken) {
		t.Errorf("it goes on: %v", err)
	}
	ok(t, second.End(t.Context(), nil))
}

func TestOfManyProgramsConcurrentlyOneMakesIt(t *testing.T) {
	c := open(t)
	var all sync.WaitGroup
	begun := make(chan *backups.Run, 16)
	for range cap(begun) {
		all.Go(func() {
			if run, err := c.Begin(t.Context(), false); err == nil && run != nil {
				begun <- run
			}
		})
	}
	all.Wait()
	if len(begun) != 1 {
		t.Errorf("%d make it", len(begun))
	}
}

func TestOldOnesGo(t *testing.T) {
	c := open(t)
	var kept []time.Time
	var expired time.Time
	for day := range 60 {
		kept = append(kept, c.at.AddDate(0, 0, -day))
	}
	place := backups.Place{
		List: func(context.Context) ([]time.Time, error) { return slices.Clone(kept), nil },
		Remove: func(_ context.Context, at time.Time) error {
			kept = slices.DeleteFunc(kept, at.Equal)
			return nil
		},
		Expire: func(_ context.Context, before time.Time) error { expired = before; return nil },
	}
	removed, err := c.Tidy(t.Context(), place)
	if want := c.at.Add(-backup.KeptBroken); !expired.Equal(want) {
		t.Errorf("of those that do not hold go those of before %v, not of before %v", expired, want)
	}
	if err != nil || removed == 0 || len(kept)+removed != 60 || !slices.ContainsFunc(kept, c.at.Equal) {
		t.Errorf("%d went and %d stayed, %v", removed, len(kept), err)
	}
	broken := errors.New("away")
	place.List = func(context.Context) ([]time.Time, error) { return kept, broken }
	if _, err := c.Tidy(t.Context(), place); !errors.Is(err, broken) {
		t.Errorf("got %v", err)
	}
}
