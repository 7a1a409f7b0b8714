package main

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/clubhuis/clubhuis/core/sync/run"
)

func TestEveryCommandOfAnAlertExists(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("../../deploy/alerts/clubsync.yaml")
	ok(t, err)
	whole := strings.Join(strings.Fields(string(text)), " ")
	found := regexp.MustCompile(`"clubsync ([^"]+)"`).FindAllStringSubmatch(whole, -1)
	if len(found) < 5 {
		t.Errorf("only %d commands", len(found))
	}
	for _, command := range found {
		for _, pipeline := range run.Scheduled() {
			args := strings.NewReplacer("NUMBER", "1", "{{ $labels.pipeline }}", string(pipeline)).Replace(command[1])
			parser, err := newParser(new(commands))
			ok(t, err)
			if _, err := parser.Parse(strings.Fields(args)); err != nil {
				t.Errorf("clubsync %s: %v", args, err)
			}
		}
	}
}
