package locks_test

import (
	"os"
	"os/exec"
	"testing"
	"time"

	"github.com/clubhuis/clubhuis/apps/sync/internal/locks"
)

func TestAProcessThatGotTheNumberOfADeadOneIsAnother(t *testing.T) {
	t.Parallel()
	folder, path := open(t)
	left(t, path, locks.Owner{Type: "people", Process: os.Getpid(), Host: "hier", Started: start,
		Birth: "an earlier start of the machine/17"})
	_, err := folder.Take("people")
	if held(t, err).Life != locks.Dead {
		t.Errorf("got %v", err)
	}
}

func TestAProcessThatEndedUnnoticedIsDead(t *testing.T) {
	t.Parallel()
	process := exec.Command("sleep", "60")
	ok(t, process.Start())
	if !locks.Lives(process.Process.Pid) {
		t.Error("a living process counts as dead")
	}
	ok(t, process.Process.Kill())
	for end := time.Now().Add(10 * time.Second); locks.Lives(process.Process.Pid); time.Sleep(time.Millisecond) {
		if time.Now().After(end) {
			t.Fatal("a killed process that nobody waited for counts as living")
		}
	}
	_ = process.Wait() // it was killed
}
