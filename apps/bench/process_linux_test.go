package main

import (
	"os"
	"testing"
	"time"
)

func TestParseStat(t *testing.T) {
	const line = "4711 (a name) (with) brackets) S 42 4711 4711 0 -1 4194560 1 2 3 4 150 25 7 3 20 0 9 0 12345 1 2\n"
	got, err := parseStat([]byte(line))
	want := stat{parent: 42, own: 1750 * time.Millisecond, reaped: 100 * time.Millisecond}
	if err != nil || got != want {
		t.Errorf("got %+v, %v; want %+v", got, err, want)
	}
	for _, wrong := range []string{"", "1 (x) S", "1 (x) S a b c d e f g h i j k l m n o"} {
		if _, err := parseStat([]byte(wrong)); err == nil {
			t.Errorf("%q was understood", wrong)
		}
	}
}

func TestKilobytes(t *testing.T) {
	const status = "Name:\tx\nVmHWM:\t    1024 kB\nRssAnon:\t 12 kB\n"
	for name, want := range map[string]int64{"VmHWM": 1 << 20, "RssAnon": 12 << 10, "VmRSS": 0} {
		if got := kilobytes([]byte(status), name); got != want {
			t.Errorf("%s: got %d, want %d", name, got, want)
		}
	}
}

func TestOwnProcess(t *testing.T) {
	begin, err := cpuOf(os.Getpid())
	if err != nil {
		t.Fatal(err)
	}
	for now := begin; now == begin; {
		if now, err = cpuOf(os.Getpid()); err != nil {
			t.Fatal(err)
		}
	}
	family, err := cpuOfFamily(os.Getpid())
	if err != nil || family < begin {
		t.Errorf("the family used %v, %v; we alone %v", family, err, begin)
	}
	if m, err := memoryOf(os.Getpid()); err != nil || m.Peak == 0 || m.Own == 0 {
		t.Errorf("memory %+v, %v", m, err)
	}
}
