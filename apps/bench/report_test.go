package main

import (
	"math"
	"strings"
	"testing"
	"time"
)

func TestCell(t *testing.T) {
	made := func(requests int, cpu, database time.Duration) round {
		return round{requests: requests, seconds: 2, p50: time.Millisecond, p99: 3 * time.Millisecond, cpu: cpu, databaseCPU: database}
	}
	server := []round{made(100, 2*time.Second, 0), made(100, 4*time.Second, 0), made(200, 6*time.Second, 2*time.Second)}
	floor := []round{made(100, time.Second, 0), made(100, time.Second, 0), made(100, time.Second, time.Second)}
	c := newCell(operations[0], 8, server, floor)
	near := func(got, want float64) bool { return math.Abs(got-want) < 1e-9 }
	if !near(c.Ratio, 3) || !near(c.RatioWithDatabase, 2) || c.Server.Requests != 400 || !near(c.Server.Throughput, 50) ||
		!near(c.Server.CPU, .03) || !near(c.Server.P99, .003) {
		t.Errorf("%+v", c)
	}
}

func TestMillis(t *testing.T) {
	for seconds, want := range map[float64]string{0: "0.000", .0001234: "0.123", .0012345: "1.23", .0123: "12.3", .1234: "123"} {
		if got := millis(seconds); got != want {
			t.Errorf("millis(%v) = %s, want %s", seconds, got, want)
		}
	}
}

func TestPrint(t *testing.T) {
	var out strings.Builder
	report{Cells: []cell{
		{Operation: "one", Database: "postgres", People: 1500, Connections: 8, Against: "floor", Ratio: 1.234},
	}}.print(&out)
	for _, part := range []string{"| Operation ", "| one ", "| **1.23** ", "| floor ", "| Own MB "} {
		if !strings.Contains(out.String(), part) {
			t.Errorf("%q is missing in\n%s", part, out.String())
		}
	}
}

func TestSpell(t *testing.T) {
	const statement = "SELECT a FROM b WHERE c = ? AND d IN (?, ?)"
	if got := (&tables{}).spell(statement); got != statement {
		t.Errorf("SQLite: %s", got)
	}
	if got := (&tables{postgres: true}).spell(statement); got != "SELECT a FROM b WHERE c = $1 AND d IN ($2, $3)" {
		t.Errorf("PostgreSQL: %s", got)
	}
	want := "INSERT INTO t (person_id, position, a, b) VALUES (?, ?, ?, ?), (?, ?, ?, ?)"
	if got := (&child{table: "t", columns: "a, b"}).insertion(2); got != want {
		t.Error(got)
	}
}
