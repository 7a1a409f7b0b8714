package main

import (
	"strings"
	"testing"

	"github.com/clubhuis/clubhuis/apps/internal/settings"
)

func TestConfigCheckPrintsEverySetting(t *testing.T) {
	t.Parallel()
	var all commands
	parser, err := newParser(&all)
	if err != nil {
		t.Fatal(err)
	}
	parsed, err := parser.Parse([]string{"config", "check"})
	if err != nil {
		t.Fatal(err)
	}
	var printed strings.Builder
	if err := settings.Print(&printed, all.syncFlags); err != nil {
		t.Fatal(err)
	}
	seen := 0
	for _, flag := range parsed.Flags() {
		if flag.Name == "connect" {
			continue // the command's own
		}
		setting := strings.TrimSuffix(flag.Name, "-file")
		if flag.Name != "help" && !strings.Contains("\n"+printed.String(), "\n"+flag.Name+": ") &&
			!strings.Contains("\n"+printed.String(), "\n"+setting+": ") {
			t.Errorf("--%s is not printed", flag.Name)
		}
		seen++
	}
	if seen < 20 {
		t.Errorf("only %d flags", seen)
	}
}
