package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// What comes before a release is none: its packages would be called as those of the release.
func TestOnlyThreeNumbersAreARelease(t *testing.T) {
	for version, want := range map[string]string{
		"1.2.3": "1.2.3", "1.2.3-0123abc": "1.2.3", "1.2.3-0123abc+89abcdef": "1.2.3", "0.10.0+89abcdef": "0.10.0",
		"1.2.3-rc1": "", "1.2.3-rc1-0123abc+89abcdef": "", "1.2": "", "": "", "v1.2.3": "",
	} {
		if got, err := released(version); got != want || (err == nil) != (want != "") {
			t.Errorf("%q is release %q, %v", version, got, err)
		}
	}
}

// The workflow begins for the same tags. In a filter of tags, + repeats and a dot is a dot.
func TestTheWorkflowReleasesThreeNumbers(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("..", "..", ".github", "workflows", "release.yml"))
	if err != nil {
		t.Fatal(err)
	}
	filter := regexp.MustCompile(`tags: \['(.*)'\]`).FindStringSubmatch(string(text))
	if filter == nil {
		t.Fatal("the workflow names no tags")
	}
	pattern := regexp.MustCompile("^" + strings.NewReplacer(".", `\.`, "*", ".*").Replace(filter[1]) + "$")
	for tag, want := range map[string]bool{"v1.2.3": true, "v0.10.0": true, "v1.2.3-rc1": false, "v1.2": false, "1.2.3": false} {
		if pattern.MatchString(tag) != want {
			t.Errorf("%s makes a release: %v", tag, !want)
		}
	}
}
