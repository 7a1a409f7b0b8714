package locks_test

import (
	"context"
	"encoding/json"
	"errors"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/clubhuis/clubhuis/apps/sync/internal/locks"
)

var start = time.Date(2026, 10, 25, 8, 0, 3, 0, time.UTC)

func ok(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func open(t *testing.T) (*locks.Folder, string) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "data", "locks")
	folder, err := locks.Open(path, "hier", func() time.Time { return start })
	ok(t, err)
	return folder, path
}

// left puts a lock there as another process would have left it.
func left(t *testing.T, path string, owner locks.Owner) {
	t.Helper()
	text, err := json.Marshal(owner)
	ok(t, err)
	ok(t, os.WriteFile(filepath.Join(path, owner.Type+".lock"), text, 0o600))
}

// dead is the number of a process that has ended.
func dead(t *testing.T) int {
	t.Helper()
	process := exec.Command("go", "version")
	ok(t, process.Run())
	return process.Process.Pid
}

func held(t *testing.T, err error) *locks.HeldError {
	t.Helper()
	var held *locks.HeldError
	if !errors.As(err, &held) {
		t.Fatalf("got %v, want a held lock", err)
	}
	return held
}

func says(t *testing.T, err error, words ...string) {
	t.Helper()
	for _, word := range words {
		if !strings.Contains(err.Error(), word) {
			t.Errorf("%q does not say %q", err, word)
		}
	}
}

func TestALockHasOneOwnerAndIsGivenBack(t *testing.T) {
	t.Parallel()
	folder, path := open(t)
	release, err := folder.Take("people")
	ok(t, err)
	_, again := folder.Take("people")
	h := held(t, again)
	if h.Life != locks.Alive || h.Owner.Process != os.Getpid() || h.Owner.Host != "hier" || !h.Owner.Started.Equal(start) ||
		h.Owner.Type != "people" {
		t.Errorf("held by %+v", h)
	}
	says(t, again, "people", "2026-10-25 08:00:03", "hier", "leeft nog")
	if strings.Contains(again.Error(), "unlock") {
		t.Errorf("tells to remove the lock of a living process: %v", again)
	}
	other, err := folder.Take("teams")
	ok(t, err)
	ok(t, other())
	ok(t, release())
	ok(t, release()) // twice is no error
	if _, err := folder.Holder("people"); !errors.Is(err, locks.ErrFree) {
		t.Errorf("a lock that was given back: %v", err)
	}
	release, err = folder.Take("people")
	ok(t, err)
	ok(t, release())
	entries, err := os.ReadDir(path)
	ok(t, err)
	if len(entries) != 1 {
		t.Errorf("left behind: %v", entries)
	}
}

func TestALockIsForItsUserAlone(t *testing.T) {
	t.Parallel()
	folder, path := open(t)
	_, err := folder.Take("people")
	ok(t, err)
	for name, want := range map[string]os.FileMode{".": 0o700, "people.lock": 0o600, ".guard": 0o600} {
		info, err := os.Stat(filepath.Join(path, name))
		ok(t, err)
		if info.Mode().Perm() != want {
			t.Errorf("%s: %v", name, info.Mode())
		}
	}
}

func TestAStaleLockStaysUntilItIsRemoved(t *testing.T) {
	t.Parallel()
	folder, path := open(t)
	left(t, path, locks.Owner{Type: "people", Process: dead(t), Host: "hier", Started: start})
	for range 2 {
		_, err := folder.Take("people")
		if held(t, err).Life != locks.Dead {
			t.Errorf("got %v", err)
		}
		says(t, err, "leeft niet meer", "clubsync unlock people")
	}
	owner, err := folder.Remove("people", false)
	ok(t, err)
	if owner.Type != "people" || !owner.Started.Equal(start) {
		t.Errorf("removed that of %+v", owner)
	}
	if _, err := folder.Remove("people", false); !errors.Is(err, locks.ErrFree) {
		t.Errorf("removed twice: %v", err)
	}
	release, err := folder.Take("people")
	ok(t, err)
	ok(t, release())
}

func TestALockThatWasCutOffIsStale(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"", "{", "null", `{"process":0}`, `{"process":"x"}`} {
		folder, path := open(t)
		ok(t, os.WriteFile(filepath.Join(path, "teams.lock"), []byte(text), 0o600))
		_, err := folder.Take("teams")
		if held(t, err).Life != locks.Dead {
			t.Errorf("%q: %v", text, err)
		}
		says(t, err, "clubsync unlock teams")
		_, err = folder.Remove("teams", false)
		ok(t, err)
	}
}

func TestTheLockOfALivingProcessIsRemovedOnlyWithForce(t *testing.T) {
	t.Parallel()
	folder, _ := open(t)
	release, err := folder.Take("functions")
	ok(t, err)
	_, err = folder.Remove("functions", false)
	if held(t, err).Life != locks.Alive {
		t.Errorf("got %v", err)
	}
	_, err = folder.Remove("functions", true)
	ok(t, err)
	if _, err := folder.Holder("functions"); !errors.Is(err, locks.ErrFree) {
		t.Errorf("got %v", err)
	}
	ok(t, release())
}

func TestNobodyKnowsWhetherAProcessOfAnotherHostLives(t *testing.T) {
	t.Parallel()
	folder, path := open(t)
	left(t, path, locks.Owner{Type: "people", Process: os.Getpid(), Host: "elders", Started: start})
	_, err := folder.Take("people")
	if held(t, err).Life != locks.Unknown {
		t.Errorf("got %v", err)
	}
	says(t, err, "elders", "clubsync unlock people --force-unlock")
	if _, err = folder.Remove("people", false); held(t, err).Life != locks.Unknown {
		t.Errorf("got %v", err)
	}
	_, err = folder.Remove("people", true)
	ok(t, err)
}

func TestALockThatWasRemovedIsNotGivenBackForItsNextOwner(t *testing.T) {
	t.Parallel()
	folder, path := open(t)
	release, err := folder.Take("people")
	ok(t, err)
	_, err = folder.Remove("people", true)
	ok(t, err)
	left(t, path, locks.Owner{Type: "people", Process: os.Getpid(), Host: "hier", Started: start.Add(time.Second)})
	ok(t, release())
	if h, err := folder.Holder("people"); err != nil || h.Owner.Process != os.Getpid() {
		t.Errorf("got %v, %v", h, err)
	}
}

func TestOfManyOneTakesTheLock(t *testing.T) {
	t.Parallel()
	folder, _ := open(t)
	var group sync.WaitGroup
	taken := make(chan func() error, 50)
	for range cap(taken) {
		group.Go(func() {
			release, err := folder.Take("people")
			if err == nil {
				taken <- release
				return
			}
			var held *locks.HeldError
			if !errors.As(err, &held) || held.Life != locks.Alive {
				t.Error(err)
			}
		})
	}
	group.Wait()
	if len(taken) != 1 {
		t.Errorf("%d took it", len(taken))
	}
}

func TestThereIsOneTurn(t *testing.T) {
	t.Parallel()
	folder, path := open(t)
	other, err := locks.Open(path, "elders", time.Now) // what locks is the kernel, not the name
	ok(t, err)
	done, err := folder.Turn(t.Context())
	ok(t, err)
	ctx, cancel := context.WithTimeout(t.Context(), time.Millisecond)
	defer cancel()
	if _, err := other.Turn(ctx); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("two have the turn: %v", err)
	}
	got := make(chan error)
	go func() {
		next, err := other.Turn(t.Context())
		if err == nil {
			err = next()
		}
		got <- err
	}()
	ok(t, done())
	ok(t, <-got)
	release, err := folder.Take("people") // a turn is no lock
	ok(t, err)
	ok(t, release())
}

func TestAPlaceWithoutRoomIsAnError(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "file")
	ok(t, os.WriteFile(file, nil, 0o600))
	if _, err := locks.Open(filepath.Join(file, "locks"), "hier", time.Now); err == nil {
		t.Error("locks below a file")
	}
	folder, path := open(t)
	ok(t, os.RemoveAll(path))
	if _, err := folder.Take("people"); err == nil {
		t.Error("taken without a folder")
	}
}

func TestWhoHoldsLocks(t *testing.T) {
	t.Parallel()
	folder, path := open(t)
	if held, err := folder.Held(); err != nil || len(held) > 0 {
		t.Errorf("nobody holds one: %v, %v", held, err)
	}
	_, err := folder.Take("people")
	ok(t, err)
	left(t, path, locks.Owner{Type: "teams", Process: dead(t), Host: "hier", Started: start})
	ok(t, os.WriteFile(filepath.Join(path, "functions.lock"), nil, 0o600))
	all, err := folder.Held()
	ok(t, err)
	got := map[string]locks.Life{}
	for _, h := range all {
		got[h.Owner.Type] = h.Life
	}
	if want := (map[string]locks.Life{"people": locks.Alive, "teams": locks.Dead, "functions": locks.Dead}); !maps.Equal(got, want) {
		t.Errorf("got %v", got)
	}
}
