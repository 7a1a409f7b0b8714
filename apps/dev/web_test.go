package main

import (
	"os"
	"path/filepath"
	"testing"
	"time"
)

// theTests is npm that runs one test of the page, which fails while there is a file named failing.
const theTests = `#!/bin/sh
for a; do case "$a" in --outputFile.json=*) report=${a#*=} ;; esac; done
status=passed
[ -e failing ] && status=failed
echo '{"testResults":[{"assertionResults":[{"fullName":"x","status":"'$status'"}]}]}' >"$report"
[ $status = passed ]`

func TestThePagesTestsRunQuicklyWhenTheyFailedOrSomethingChanged(t *testing.T) { // it sets the environment
	s := newStage(t)
	edited := time.Now()
	write := func(content string, mode os.FileMode, elements ...string) {
		t.Helper()
		file := s.path(elements...)
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(content), mode); err != nil {
			t.Fatal(err)
		}
	}
	write(theTests, 0o755, "bin", "npm")
	t.Setenv("PATH", s.path("bin")+":"+os.Getenv("PATH"))
	t.Setenv("CI", "")
	write("", 0o600, webDir, npmMark)
	sources := []string{s.path(webDir, "src", "app.ts"), s.path(testedToo, "role.go")}
	write("", 0o600, webDir, "src", "app.ts")
	write("", 0o600, testedToo, "role.go")
	run := func(why string, ran int, fails bool) {
		t.Helper()
		before := s.count.passed + s.count.failed
		_, err := s.testChangedPage(t.Context())
		if got := s.count.passed + s.count.failed - before; got != ran || (err != nil) != fails {
			t.Errorf("%s: %d tests ran: %v", why, got, err)
		}
	}
	write("", 0o600, webDir, "failing")
	run("never before", 1, true)
	run("after they failed", 1, true)
	if err := os.Remove(s.path(webDir, "failing")); err != nil {
		t.Fatal(err)
	}
	run("mended", 1, false)
	run("nothing changed", 0, false)
	for _, source := range sources {
		if err := os.Chtimes(source, edited, time.Now().Add(time.Hour)); err != nil {
			t.Fatal(err)
		}
		run(source+" changed", 1, false)
		if err := os.Chtimes(source, edited, edited); err != nil {
			t.Fatal(err)
		}
		run(source+" is as it was", 0, false)
	}
	t.Setenv("CI", "true")
	run("in CI", 1, false)
}
