package main_test

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/clubhuis/clubhuis/apps/sync/internal/locks"
)

func TestASecondRunSaysWhoHasTheLockAndThatItLives(t *testing.T) {
	t.Parallel()
	p := newPlace(t)
	host, err := os.Hostname()
	ok(t, err)
	folder, err := locks.Open(filepath.Join(p.env["DATA"], "locks"), host, time.Now)
	ok(t, err)
	release, err := folder.Take("functions") // this process: it lives
	ok(t, err)
	owner := fmt.Sprintf("proces %d op %s, sinds %d-", os.Getpid(), host, time.Now().Year())
	for _, words := range [][]string{{"run", "functions"}, {"run", "functions", "--all"}, {"run", "functions", "--dry-run"}} {
		r := p.run(words...).exits(1, "functions is vergrendeld door "+owner, "leeft nog").without("unlock")
		if r.out != "" {
			t.Errorf("%s: printed %q", r.words, r.out)
		}
	}
	p.run("unlock", "functions").exits(1, owner, "leeft nog")
	p.run("unlock", "teams").exits(0, "teams was niet vergrendeld")
	p.run("unlock", "functions", "--force-unlock").exits(0, "functions is weer vrij", owner)
	if _, err := folder.Holder("functions"); err == nil {
		t.Error("the lock is still there")
	}
	ok(t, release())
	p.run("runs").exits(0).without("functions") // what did not begin is no run
}
