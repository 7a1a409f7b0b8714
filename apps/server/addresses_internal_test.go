package main

import (
	"maps"
	"os"
	"regexp"
	"slices"
	"testing"
)

var routeOfPage = regexp.MustCompile(`(?m)^  '/([a-z-]+)[/']`)

func TestTheAPIsPathsCanNotBeginAsThoseOfThePage(t *testing.T) {
	t.Parallel()
	tree, err := os.ReadFile("../web/src/routeTree.gen.ts")
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]bool{"assets": true, "reference": true, "healthz": true, "readyz": true, "metrics": true, "betaling": true,
		"afmelden": true, "calendar": true, "workspace": true, "people": true, "financien": true,
		"login": true, "settings": true, "todos": true}
	for _, route := range routeOfPage.FindAllStringSubmatch(string(tree), -1) {
		want[route[1]] = true
	}
	if len(want) < 8 || !maps.Equal(reserved, want) {
		t.Errorf("reserved are %q, the page has %q", slices.Sorted(maps.Keys(reserved)), slices.Sorted(maps.Keys(want)))
	}
}
