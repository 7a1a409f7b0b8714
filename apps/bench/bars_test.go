package main

import (
	"bytes"
	"strings"
	"testing"
)

func TestBarsAreAboutTheirSizeAndConnectionsAlone(t *testing.T) {
	cells := func(people, connections int, cpu, ratio float64) cell {
		return cell{Operation: "one", Database: "sqlite", People: people, Connections: connections, Server: figures{CPU: cpu}, Ratio: ratio}
	}
	r := report{
		Cells: []cell{
			cells(1_500, 8, .001, 9), cells(10_000, 1, .001, 9), cells(10_000, 8, .001, 1.2), cells(100_000, 8, .003, 9),
			{Operation: "walk", Database: "sqlite", People: 10_000, Connections: 8, Ratio: 9},
		},
		Clubs: []clubResult{{Database: "sqlite", People: 10_000, Memory: memory{Peak: 100 << 20}, FirstAnswer: .4}, {People: 1_500}},
	}
	want := []bar{
		{"one on sqlite, times the floor", 1.5, 1.2}, {"one on sqlite, 100000 people against 1500", 1.5, 3},
		{"memory under load on sqlite, MB", 150, 100}, {"first answer on sqlite, s", .3, .4},
	}
	got := r.bars()
	if len(got) != len(want) {
		t.Fatalf("got %+v", got)
	}
	for i := range want {
		if got[i] != want[i] {
			t.Errorf("got %+v, want %+v", got[i], want[i])
		}
	}
	var out bytes.Buffer
	printBars(&out, r.bars())
	if text := out.String(); strings.Count(text, "holds") != 2 || !strings.Contains(text, "100 % over") || !strings.Contains(text, "33 % over") {
		t.Error(text)
	}
}
