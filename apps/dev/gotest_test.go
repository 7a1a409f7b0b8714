package main

import (
	"slices"
	"strings"
	"testing"
)

func TestReadGoTest(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name   string
		events []string
		want   tally
		skips  []string
		shown  string // all of the output that is kept
		pass   bool
	}{
		{
			name: "passing tests and sub-tests count, their output is dropped",
			events: []string{
				`{"Action":"start","Package":"club/core"}`,
				`{"Action":"run","Package":"club/core","Test":"TestA"}`,
				`{"Action":"output","Package":"club/core","Test":"TestA","Output":"noise\n"}`,
				`{"Action":"pass","Package":"club/core","Test":"TestA/one"}`,
				`{"Action":"pass","Package":"club/core","Test":"TestA"}`,
				`{"Action":"pass","Package":"club/core"}`,
			},
			want: tally{passed: 2},
			pass: true,
		},
		{
			name: "a package without tests is no skip",
			events: []string{
				`{"Action":"pass","Package":"club/core","Test":"TestA"}`,
				`{"Action":"output","Package":"club/empty","Output":"? club/empty [no test files]\n"}`,
				`{"Action":"skip","Package":"club/empty"}`,
			},
			want: tally{passed: 1},
			pass: true,
		},
		{
			name: "a skipped test fails and is named",
			events: []string{
				`{"Action":"pass","Package":"club/core","Test":"TestA"}`,
				`{"Action":"skip","Package":"club/core","Test":"TestB/later"}`,
				`{"Action":"pass","Package":"club/core"}`,
			},
			want:  tally{passed: 1, skipped: 1},
			skips: []string{"club/core TestB/later"},
		},
		{
			name: "a failing test counts once and shows its own output alone",
			events: []string{
				`{"Action":"output","Package":"club/core","Test":"TestA","Output":"fine\n"}`,
				`{"Action":"pass","Package":"club/core","Test":"TestA"}`,
				`{"Action":"output","Package":"club/core","Test":"TestB","Output":"got 1, want 2\n"}`,
				`{"Action":"fail","Package":"club/core","Test":"TestB"}`,
				`{"Action":"output","Package":"club/core","Output":"FAIL\n"}`,
				`{"Action":"fail","Package":"club/core"}`,
			},
			want:  tally{passed: 1, failed: 1},
			shown: "got 1, want 2\nFAIL\n",
		},
		{
			name: "a package that does not compile is one failure",
			events: []string{
				`{"ImportPath":"club/core [club/core.test]","Action":"build-output","Output":"core.go:3: undefined: x\n"}`,
				`{"ImportPath":"club/core [club/core.test]","Action":"build-fail"}`,
				`{"Action":"output","Package":"club/core","Output":"FAIL club/core [build failed]\n"}`,
				`{"Action":"fail","Package":"club/core","FailedBuild":"club/core [club/core.test]"}`,
			},
			want:  tally{failed: 1},
			shown: "core.go:3: undefined: x\nFAIL club/core [build failed]\n",
		},
		{
			name:   "what is no event is shown",
			events: []string{`go: no such module`},
			shown:  "go: no such module\n",
		},
		{
			name: "nothing at all is no pass",
		},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			report, err := readGoTest(strings.NewReader(strings.Join(test.events, "\n")))
			if err != nil {
				t.Fatal(err)
			}
			if report.tally != test.want {
				t.Errorf("got %v, want %v", report.tally, test.want)
			}
			if !slices.Equal(report.skips, test.skips) {
				t.Errorf("got skips %q, want %q", report.skips, test.skips)
			}
			if got := string(report.output); got != test.shown {
				t.Errorf("got output %q, want %q", got, test.shown)
			}
			if err := report.check(); (err == nil) != test.pass {
				t.Errorf("got check %v, want a pass: %t", err, test.pass)
			}
		})
	}
}

func TestRacePackages(t *testing.T) {
	t.Parallel()
	whole, partly := racePackages(strings.Join([]string{
		"club/core fmt strings",
		"club/core [club/core.test] fmt strings",
		"club/core.test fmt club/core testing",
		"club/store modernc.org/sqlite",
		"club/store.test modernc.org/libc modernc.org/sqlite testing",
		"club/near.test modernc.org/sqlite/lib testing",
		"",
	}, "\n"))

	if want := []string{"club/core", "club/near"}; !slices.Equal(whole, want) {
		t.Errorf("got whole %q, want %q", whole, want)
	}
	if want := []string{"club/store"}; !slices.Equal(partly, want) {
		t.Errorf("got partly %q, want %q", partly, want)
	}
}
