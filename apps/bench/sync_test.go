package main

import (
	"math"
	"strings"
	"testing"
	"time"

	"github.com/clubhuis/clubhuis/core/sync/diff"
	"github.com/clubhuis/clubhuis/core/sync/run"
)

func TestBarsOfTheSynchronization(t *testing.T) {
	large := syncClub{Members: 1502, First: 90, Download: 50, Ratio: 1.3, Within: 1.1, FunctionsMemory: 60 << 20,
		Steps: []stepCost{{"photo-download", 40}, {"people-submit", 30}}}
	small := syncClub{Members: 201, First: 9, Download: 5, Ratio: 9, Within: 9, FunctionsMemory: 40 << 20,
		Steps: []stepCost{{"photo-download", 4}, {"people-submit", 3}}}
	r := syncReport{Clubs: []syncClub{small, large}, Plan: &planCost{Members: 10_001, All: .5}}
	seen := []float64{40, 50, 1.3, 1.1, 1.5, .5}
	got := r.bars()
	if len(got) != len(seen) {
		t.Fatalf("got %+v", got)
	}
	for i := range seen {
		if math.Abs(got[i].Seen-seen[i]) > 1e-9 {
			t.Errorf("got %+v, want %v", got[i], seen[i])
		}
	}
	if few := (syncReport{Clubs: []syncClub{small}, Plan: &planCost{Members: 1000, All: 9}}).bars(); len(few) != 0 {
		t.Errorf("bars about other sizes: %+v", few)
	}
	var out strings.Builder
	r.print(&out)
	for _, part := range []string{"| 1502 ", "| **1.30** ", "| photo-download ", "| 40.00 ", "| 10001 ", "25 % over"} {
		if !strings.Contains(out.String(), part) {
			t.Errorf("%q is missing in\n%s", part, out.String())
		}
	}
}

func TestAClubHasAboutAsManyMembersAsAsked(t *testing.T) {
	for _, members := range []int{1, 40, 200} {
		people, known := clubWith(members, 1)
		if len(known) < members || len(known) > members+members/40+1 || people < len(known) {
			t.Errorf("asked for %d: %d people, %d members", members, people, len(known))
		}
	}
}

func TestThePlanIsOfTheWholeClub(t *testing.T) {
	cost, err := measurePlan(100, 1, 1)
	if err != nil || cost.Members < 100 || cost.Parents < 20 || cost.Entries < 100 || cost.All < cost.Only {
		t.Errorf("%+v, %v", cost, err)
	}
	before := []diff.Wanted{{Key: "A", Hash: "1"}, {Key: "B", Hash: "2"}}
	for _, wanted := range [][]diff.Wanted{before[:1], {before[0], {Key: "B", Hash: "3"}},
		append([]diff.Wanted{{Key: "C", Hash: "4"}}, before...)} {
		if unchanged(wanted, before) {
			t.Errorf("%+v is unchanged", wanted)
		}
	}
}

func TestStepsAreMediansOfTheRuns(t *testing.T) {
	begin := time.Date(2026, 3, 14, 8, 0, 0, 0, time.UTC)
	var runs []syncRun
	for _, seconds := range []time.Duration{9, 1, 2} {
		runs = append(runs, syncRun{run: run.Run{Steps: []run.Step{{Name: "a", Started: begin,
			Finished: begin.Add(seconds * time.Second)}}}})
	}
	if got := costOf(runs...); len(got) != 1 || got[0] != (stepCost{"a", 2}) {
		t.Errorf("got %+v", got)
	}
}

func TestARunIsComparedWithItsOwnDownload(t *testing.T) {
	begin := time.Date(2026, 3, 14, 8, 0, 0, 0, time.UTC)
	r := syncRun{run: run.Run{Started: begin, Finished: begin.Add(3 * time.Second), Steps: []run.Step{
		{Name: run.StepListPrepare, Started: begin, Finished: begin.Add(time.Second)},
		{Name: run.StepMemberDownload, Started: begin, Finished: begin.Add(2 * time.Second)},
	}}}
	if got := r.within(); got != 1.5 {
		t.Errorf("got %v", got)
	}
	if got := (syncRun{}).within(); got != 0 {
		t.Errorf("without a download: %v", got)
	}
}
