package main

import (
	"bytes"
	"slices"
	"strings"
	"testing"
)

// seen returns a cell with what a bar looks at.
func seen(operation, against string, people, connections int, cpu, ratio float64) cell {
	return cell{Operation: operation, Against: against, Database: "sqlite", People: people, Connections: connections,
		Server: figures{CPU: cpu}, Ratio: ratio}
}

func TestBarsAreAboutTheirSizeAndConnectionsAlone(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name  string
		cells []cell
		clubs []clubResult
		want  []bar
	}{
		{"a ratio is of the middle club over eight connections", []cell{
			seen("one", "floor", 1_500, 8, 0, 9), seen("one", "floor", 10_000, 1, 0, 9), seen("one", "floor", 10_000, 8, 0, 1.2),
			seen("walk", "floor", 10_000, 8, 0, 9), seen("order", "floor's list", 10_000, 8, 0, .1),
		}, nil, []bar{{"one on sqlite, times the floor", 1, 1.2}, {"order on sqlite, times the floor's list", .15, .1}}},
		{"another build is no floor", []cell{seen("one", "old", 10_000, 8, 0, .3)}, nil, nil},
		{"small answers have a time, against whatever they are", []cell{
			seen("tiny", "", 10_000, 8, .0002, 0), seen("counts", "old", 10_000, 8, .0005, .1), seen("tiny", "", 1_500, 8, 1, 0),
		}, nil, []bar{{"tiny on sqlite, ms", .3, .2}, {"counts on sqlite, ms", .3, .5}}},
		{"growth is the server's own", []cell{
			seen("find", "old", 100_000, 8, .004, 1), seen("find", "old", 1_500, 8, .001, 1), seen("find", "old", 1_500, 1, .1, 1),
			seen("put", "old", 100_000, 8, 9, 1), seen("put", "old", 1_500, 8, 1, 1),
		}, nil, []bar{{"find on sqlite, 100000 people against 1500", 3, 4}}},
		{"a viewer is held against an administrator in every club", []cell{seen("list5", "administrator", 1_500, 8, 0, 1.1)}, nil,
			[]bar{{"list5 on sqlite, 1500 people, times an administrator", 1.3, 1.1}}},
		{"start, memory and seed have bars at some sizes", nil, []clubResult{
			{Database: "sqlite", People: 1_500, Memory: memory{Peak: 99 << 20, Own: 88 << 20}, Rest: 30 << 20, Start: 9, Filling: 99},
			{Database: "sqlite", People: 100_000, Rest: 500 << 20, Start: 1, Filling: 25},
			{Database: "sqlite", People: 100_000, Build: "old", Rest: 500 << 20, Start: 1, Filling: 25},
			{Database: "sqlite", People: 2_000, Rest: 500 << 20, Start: 1, Filling: 25},
		}, []bar{
			{"memory of its own at rest on sqlite, 1500 people, MB", 40, 30}, {"start on sqlite, 100000 people, ms", 1200, 1000},
			{"memory of its own at rest on sqlite, 100000 people, MB", 450, 500}, {"seed on sqlite, 100000 people, s", 20, 25},
		}},
	} {
		if got := (report{Cells: c.cells, Clubs: c.clubs}).bars(); !slices.Equal(got, c.want) {
			t.Errorf("%s: got %+v, want %+v", c.name, got, c.want)
		}
	}
}

func TestEveryBarIsOfAnOperation(t *testing.T) {
	t.Parallel()
	for _, table := range []map[string]float64{ratioBars, timeBars, growthBars} {
		for name := range table {
			if !slices.Contains(operationNames(true), name) {
				t.Errorf("%s is no operation", name)
			}
		}
	}
}

func TestARunSaysWhichBarsHold(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	printBars(&out, []bar{{"a", 1.5, 1.5}, {"b", 1.5, 3}, {"c", .3, .4}})
	text := out.String()
	if strings.Count(text, "holds") != 1 || !strings.Contains(text, "100 % over") || !strings.Contains(text, "33 % over") ||
		!strings.HasSuffix(text, "1 of 3 bars hold\n") {
		t.Error(text)
	}
}
