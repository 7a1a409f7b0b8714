package main

import (
	"bytes"
	"slices"
	"strings"
	"testing"
	"time"
)

func TestReadVitest(t *testing.T) {
	t.Parallel()
	got, err := readVitest([]byte(`{"testResults": [
		{"assertionResults": [{"fullName": "a", "status": "passed"}, {"fullName": "b", "status": "failed"}]},
		{"assertionResults": [{"fullName": "c", "status": "skipped"}, {"fullName": "d", "status": "todo"}]}
	]}`))
	if err != nil {
		t.Fatal(err)
	}

	if want := (tally{passed: 1, failed: 1, skipped: 2}); got.tally != want {
		t.Errorf("got %v, want %v", got.tally, want)
	}
	if want := []string{"c", "d"}; !slices.Equal(got.skips, want) {
		t.Errorf("got skips %q, want %q", got.skips, want)
	}
}

func TestReadPlaywright(t *testing.T) {
	t.Parallel()
	got, err := readPlaywright([]byte(`{"suites": [{
		"title": "people.spec.ts",
		"specs": [{"title": "lists", "tests": [
			{"status": "expected", "results": [{"duration": 1200}, {"duration": 300}]}, {"status": "flaky"}
		]}],
		"suites": [{"title": "on a phone", "specs": [
			{"title": "scrolls", "tests": [{"status": "skipped"}]},
			{"title": "opens", "tests": [{"status": "unexpected", "results": [{"duration": 1000}]}]}
		]}]
	}]}`))
	if err != nil {
		t.Fatal(err)
	}

	if want := (tally{passed: 1, failed: 2, skipped: 1}); got.tally != want {
		t.Errorf("got %v, want %v", got.tally, want)
	}
	if want := []string{"on a phone: scrolls"}; !slices.Equal(got.skips, want) {
		t.Errorf("got skips %q, want %q", got.skips, want)
	}
	if want := []timing{{"people.spec.ts", 2500 * time.Millisecond}}; !slices.Equal(got.times, want) {
		t.Errorf("got times %v, want %v", got.times, want)
	}
}

func TestTimesAreSortedAndSumUpWhatIsShort(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	printTimes(&out, []timing{
		{"github.com/clubhuis/clubhuis/core/person", 300 * time.Millisecond}, {"people.spec.ts", 2 * time.Second},
		{"github.com/clubhuis/clubhuis/adapters/gormstore", 31 * time.Second},
		{"github.com/clubhuis/clubhuis/core", 600 * time.Millisecond},
	})
	want := "  31.0 s  adapters/gormstore\n   2.0 s  people.spec.ts\n   0.9 s  everything below a second\n"
	if out.String() != want {
		t.Errorf("got\n%s\nwant\n%s", &out, want)
	}
}

func TestReportsThatAreNone(t *testing.T) {
	t.Parallel()
	for name, read := range map[string]func([]byte) (outcome, error){
		"Vitest": readVitest, "Playwright": readPlaywright,
	} {
		if _, err := read([]byte("<html>")); err == nil {
			t.Errorf("%s: what is no JSON was read", name)
		}
		if o, err := read([]byte("{}")); err != nil || o.check() == nil {
			t.Errorf("%s: a report without tests is a pass (%v)", name, err)
		}
	}
}

func TestSkipsAreNamed(t *testing.T) {
	t.Parallel()
	err := outcome{tally: tally{passed: 3, skipped: 1}, skips: []string{"TestLater"}}.check()
	if err == nil || !strings.Contains(err.Error(), "TestLater") {
		t.Errorf("got %v, want an error that names TestLater", err)
	}
}

func TestClosingLine(t *testing.T) {
	t.Parallel()
	var count tally
	count.add(tally{passed: 300})
	count.add(tally{passed: 12, failed: 1, skipped: 2})
	if got, want := count.String(), "312 passed, 1 failed, 2 skipped"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
