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

// An agent that uses up the memory that it shares with the service does not end the service, which is systemd's default.
func TestAnAgentThatUsesUpTheMemoryEndsAlone(t *testing.T) {
	t.Parallel()
	if !strings.Contains(deployed(t, "clubsync.service"), "\nMemoryMax=") {
		t.Error("the unit has no bound")
	}
	if !strings.Contains(deployed(t, "clubsync-agent.conf"), "\n[Service]\n") ||
		!strings.Contains(deployed(t, "clubsync-agent.conf"), "\nOOMPolicy=continue\n") {
		t.Error("the drop-in lets the agent end the service")
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

// A program that can't start, because its database is away for a moment, is started again for as long as that lasts.
func TestTheUnitsStartTheProgramsAgainForAsLongAsItTakes(t *testing.T) {
	t.Parallel()
	for name, count := range map[string]int{
		"clubhuis.service": 1, "clubsync.service": 1, "../docs/hardening.md": 1, "../docs/operations.md": 1,
	} {
		text, units := deployed(t, name), 0
		for i, unit := range strings.Split(text, "[Unit]\n")[1:] {
			head, rest, _ := strings.Cut(unit, "[Service]\n")
			service, _, _ := strings.Cut(rest, "[Install]\n")
			if !strings.Contains(service, "ExecStart=") || !strings.Contains(service, "serve") {
				continue
			}
			units++
			if !strings.Contains(head, "StartLimitIntervalSec=0\n") || !strings.Contains(service, "Restart=on-failure\n") ||
				!strings.Contains(service, "RestartSec=5\n") {
				t.Errorf("unit %d of %s gives up", i+1, name)
			}
		}
		if units != count {
			t.Errorf("%s has %d units of a server, not %d", name, units, count)
		}
	}
}

// A backup is tried out in a copy of the whole database, which is on a disk: what is in /tmp counts as memory on Debian 13.
func TestTheUnitsKeepTemporaryFilesOnADisk(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"clubhuis.service", "clubsync.service", "../docs/hardening.md"} {
		text := deployed(t, name)
		if !strings.Contains(text, "\nEnvironment=TMPDIR=/var/tmp\n") || !strings.Contains(text, "\nPrivateTmp=yes\n") {
			t.Errorf("%s leaves temporary files in memory, or where others see them", name)
		}
	}
	if !strings.Contains(deployed(t, "run.sh"), "\t--setenv=TMPDIR=/var/tmp ") {
		t.Error("commands leave temporary files in memory")
	}
	if !strings.Contains(deployed(t, "../docs/operations.md"), "Environment=HOME=/var/lib/clubsync TMPDIR=/var/tmp\n") {
		t.Error("the unit of operations.md leaves temporary files in memory")
	}
}
