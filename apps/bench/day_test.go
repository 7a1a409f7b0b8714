package main

import (
	"strings"
	"testing"
)

func TestTheDayIsHeldAgainstItsBars(t *testing.T) {
	t.Parallel()
	r := dayReport{Databases: []dayOn{{
		Database: "sqlite",
		Dashboards: []dashboardCosts{
			{People: 10_000, Workspace: 4, Classic: 2, Matches: 1, TeamMatches: 2.5},
			{People: 100_000, Workspace: 16, Classic: 6, Matches: 1, TeamMatches: 2.5},
		},
		Digest:   digestCost{Mailed: 500, CPU: 4, Memory: []float64{50, 50, 50, 80, 80, 80}},
		Calendar: calendarCost{People: 1500, Events: 1490, CPU: 11},
	}}}
	var over []string
	for _, b := range r.bars() {
		if !b.holds() {
			over = append(over, b.What)
		}
	}
	want := "matches of a team on sqlite, 10000 people, ms|dashboard of roles on sqlite, 100000 people, times at 10000|" +
		"memory of daily mails on sqlite, second half times the first|calendar of 1500 people on sqlite, ms"
	if got := strings.Join(over, "|"); got != want {
		t.Errorf("over are\n%s, want\n%s", got, want)
	}
	var out strings.Builder
	r.print(&out)
	if !strings.Contains(out.String(), "7 of 11 bars hold") {
		t.Error(out.String())
	}
}
