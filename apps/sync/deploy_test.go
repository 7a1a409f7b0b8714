package main_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// deployed returns the text of a file that comes with a release.
func deployed(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", "..", "deploy", name))
	ok(t, err)
	return string(text)
}

// What the drop-in for a coding agent takes back is what the unit sets, and clubsync-run has it as the service does.
func TestTheAgentsDropInFitsTheUnit(t *testing.T) {
	t.Parallel()
	unit, run, count := deployed(t, "clubsync.service"), deployed(t, "run.sh"), 0
	for line := range strings.Lines(deployed(t, "clubsync-agent.conf")) {
		name, found := strings.CutSuffix(strings.TrimSpace(line), "=no")
		if !found {
			continue
		}
		count++
		if !strings.Contains(unit, "\n"+name+"=yes\n") || !strings.Contains(run, name) {
			t.Errorf("%s is not set by the unit, or not handed on to commands", name)
		}
	}
	if count == 0 {
		t.Error("it takes nothing back")
	}
}

// The port that an image names is the one that its program listens on, for other machines too.
func TestTheImageListensOnThePortThatItNames(t *testing.T) {
	t.Parallel()
	image := deployed(t, "clubsync.Dockerfile")
	_, port, _ := strings.Cut(image, "\nEXPOSE ")
	port, _, _ = strings.Cut(port, "\n")
	if port == "" || !strings.Contains(image, "CLUBSYNC_LISTEN=0.0.0.0:"+port+" ") {
		t.Errorf("it names port %q", port)
	}
}
