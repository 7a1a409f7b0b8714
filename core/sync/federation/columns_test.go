package federation_test

import (
	"testing"

	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/sync/federation"
)

func TestAColumnThatIsGoneIsEmptyForEverybody(t *testing.T) {
	t.Parallel()
	full := federation.Member{
		Email: "a@club.example", Mobile: "06",
		Birth: civil.Date{Year: 2010, Month: 1, Day: 1}, PhotoOn: civil.Date{Year: 2025, Month: 9, Day: 1},
		Address: federation.Address{Street: "Dijk"}, Parents: [2]federation.Parent{{Email: "p@club.example"}},
		UnionTeams: "JO11-1",
	}
	for _, column := range federation.Columns {
		if column.Of(full) == "" || column.Of(federation.Member{}) != "" {
			t.Errorf("column %d tells %q, and %q of nobody", column, column.Of(full), column.Of(federation.Member{}))
		}
	}
	before := map[string]federation.Member{"A": full, "B": full, "C": {Code: "C"}, "D": full}
	row := func(code string, m federation.Member) federation.Member { m.Code = code; return m }
	for _, c := range []struct {
		name          string
		rows          []federation.Member
		skip          func(string) bool
		told, emptied int
	}{
		{"all is there", []federation.Member{row("A", full), row("B", full)}, nil, 2, 0},
		{"one is empty", []federation.Member{row("A", full), row("B", federation.Member{})}, nil, 2, 1},
		{"what was empty before does not count", []federation.Member{row("C", federation.Member{})}, nil, 0, 0},
		{"nor who was not there", []federation.Member{row("E", federation.Member{})}, nil, 0, 0},
		{
			"nor who is skipped", []federation.Member{row("A", federation.Member{}), row("D", federation.Member{})},
			func(code string) bool { return code == "D" }, 1, 1,
		},
	} {
		for _, column := range federation.Columns {
			if told, emptied := federation.Emptied(column, before, c.rows, c.skip); told != c.told || emptied != c.emptied {
				t.Errorf("%s, column %d: %d of %d, want %d of %d", c.name, column, emptied, told, c.emptied, c.told)
			}
		}
	}
}

func TestARosterThatLacksThePeopleOfTheListIsNoAnswer(t *testing.T) {
	t.Parallel()
	player, staff := federation.Place{Member: "A"}, federation.Place{Member: "B", Staff: true}
	for _, c := range []struct {
		team   federation.Team
		places []federation.Place
		want   bool
	}{
		{federation.Team{}, nil, false},
		{federation.Team{People: 2, Players: 1}, nil, true},
		{federation.Team{People: 2}, nil, true},
		{federation.Team{Players: 1}, []federation.Place{staff}, true},
		{federation.Team{People: 2, Players: 1}, []federation.Place{player}, false},
		{federation.Team{People: 1}, []federation.Place{staff}, false},
	} {
		if got := c.team.Lacks(c.places); got != c.want {
			t.Errorf("%+v with %v: %v", c.team, c.places, got)
		}
	}
}
