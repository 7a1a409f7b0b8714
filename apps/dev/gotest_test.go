package main

import (
	"slices"
	"strings"
	"testing"
	"time"
)

func TestReadGoTest(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name   string
		events []string
		want   tally
		skips  []string
		times  []timing
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
				`{"Action":"pass","Package":"club/core","Test":"TestA","Elapsed":1}`,
				`{"Action":"pass","Package":"club/core","Elapsed":1.5}`,
			},
			want:  tally{passed: 2},
			times: []timing{{"club/core", 1500 * time.Millisecond}},
			pass:  true,
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
			if !slices.Equal(report.times, test.times) {
				t.Errorf("got times %v, want %v", report.times, test.times)
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

func TestPackagesAreChosenByWhatTheirTestsReach(t *testing.T) {
	t.Parallel()
	all := readPackages(strings.Join([]string{
		"club/core core fmt strings",
		"club/core [club/core.test] core fmt strings",
		"club/core.test main fmt club/core testing pgregory.net/rapid",
		"club/store store modernc.org/sqlite",
		"club/store.test main modernc.org/libc modernc.org/sqlite testing " + postgresPackage,
		"club/near.test main modernc.org/sqlite/lib testing",
		"club/server main club/core",
		"club/server [club/server.test] main club/core",
		"club/server.test main club/core testing",
		"club/site.test main testing github.com/go-rod/rod",
		"club/cluster.test main testing " + postgresPackage,
		"",
	}, "\n"))
	check := func(what string, got, want []string) {
		t.Helper()
		if !slices.Equal(got, want) {
			t.Errorf("%s: got %q, want %q", what, got, want)
		}
	}

	whole, partly := racePackages(all)
	check("whole", whole, []string{"club/core", "club/near", "club/server", "club/site", "club/cluster"})
	check("partly", partly, []string{"club/store"})

	quick, others := quickPackages(all)
	check("quick", quick, []string{"club/core", "club/store", "club/near"})
	check("left out", others, []string{"club/server", "club/site", "club/cluster"})

	if !all[0].reaches(rapidPackage) || all[1].reaches(rapidPackage) {
		t.Error("the tests of core alone draw cases")
	}
}
