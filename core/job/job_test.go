package job_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/clubhuis/clubhuis/core/job"
)

func TestAFailedJobIsTriedAgainSoonAndThenRarely(t *testing.T) {
	t.Parallel()
	for n, want := range map[int]time.Duration{
		1: time.Second, 2: 4 * time.Second, 3: 16 * time.Second, 4: 64 * time.Second, 8: 16384 * time.Second, 9: 6 * time.Hour,
		job.Tries: 6 * time.Hour, 1000: 6 * time.Hour,
	} {
		if got := job.Backoff(n); got != want {
			t.Errorf("after try %d: %v, want %v", n, got, want)
		}
	}
}

func TestAJobIsTriedForADayAndAHalf(t *testing.T) {
	t.Parallel()
	var all time.Duration
	for n := 1; n < job.Tries; n++ {
		all += job.Backoff(n)
	}
	if all < 36*time.Hour || all > 37*time.Hour {
		t.Errorf("given up after %v", all)
	}
}

type letter struct {
	To    int64  `json:"to"`
	About string `json:"about"`
}

func TestAJobCarriesItsArguments(t *testing.T) {
	t.Parallel()
	const kind job.Kind[letter] = "letter"
	want := letter{812, "€ 30,—"}
	j := kind.New("812 €", want)
	if j.Kind != "letter" || j.Key != "812 €" || !j.NotBefore.IsZero() || !strings.Contains(j.Args, "812") {
		t.Errorf("got %+v", j)
	}
	if got, err := kind.Args(j); err != nil || got != want {
		t.Errorf("got %+v, %v", got, err)
	}
	for _, args := range []string{"", "{", `{"to":"nobody"}`} {
		if _, err := kind.Args(job.Job{Kind: "letter", Args: args}); err == nil || !strings.Contains(err.Error(), "letter") {
			t.Errorf("%q: %v", args, err)
		}
	}
}

func TestAJobWithoutArgumentsInJSONIsABug(t *testing.T) {
	t.Parallel()
	defer func() {
		if recover() == nil {
			t.Error("no panic")
		}
	}()
	job.Kind[chan int]("x").New("", make(chan int))
}

func TestAgainSaysWhen(t *testing.T) {
	t.Parallel()
	var again job.Again
	if err := error(job.Again{After: 3 * time.Second}); !errors.As(err, &again) || !strings.Contains(err.Error(), "3s") {
		t.Errorf("got %v", err)
	}
}
