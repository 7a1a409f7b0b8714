// Package locks keeps two runs of one type from working at the same time, over all processes that share a folder: a file per
// type, which the kernel lets only one process make, with that process in it.
//
// A lock whose process died stays until somebody removes it: what the run left behind is theirs to look at first. This package
// says who holds a lock and whether that process lives; what is locked, and what is done about it, it does not know.
package locks

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/gofrs/flock"
)

// Owner is the process that holds a lock.
type Owner struct {
	Type    string    `json:"type"` // what is locked
	Process int       `json:"process"`
	Host    string    `json:"host"`
	Started time.Time `json:"started"` // when the lock was taken
	// Birth is what tells the process from another one that got its number later; "" where the system does not say.
	Birth string `json:"birth,omitempty"`
}

// same reports whether it is the same taking of the lock. Two takings by one process differ in their start.
func (o Owner) same(other Owner) bool {
	return o.Process == other.Process && o.Host == other.Host && o.Birth == other.Birth && o.Started.Equal(other.Started)
}

// Life says whether the owner of a lock lives.
type Life int

// The lives. Of a process on another host nobody knows.
const (
	Unknown Life = iota
	Alive
	Dead
)

// Folder holds the locks.
type Folder struct {
	path string
	host string
	now  func() time.Time
}

// Open makes the folder when it is missing. host is the name of this machine.
func Open(path, host string, now func() time.Time) (*Folder, error) {
	if err := os.MkdirAll(path, 0o700); err != nil {
		return nil, fmt.Errorf("the folder of the locks: %w", err)
	}
	return &Folder{path: path, host: host, now: now}, nil
}

// HeldError says that a lock is taken.
type HeldError struct {
	Owner Owner
	Life  Life
}

// ErrFree says that nobody holds a lock.
var ErrFree = errors.New("nobody holds this lock")

// Take takes the lock of a type, or returns a *HeldError. release gives it back; a lock that was removed meanwhile, or is
// somebody else's now, stays as it is.
func (f *Folder) Take(kind string) (release func() error, err error) {
	mine := Owner{
		Type: kind, Process: os.Getpid(), Host: f.host, Started: f.now().Truncate(time.Microsecond), Birth: birth(os.Getpid()),
	}
	text, err := json.Marshal(mine)
	if err != nil {
		return nil, fmt.Errorf("take the lock of %s: %w", kind, err)
	}
	err = f.alone(func() error {
		if err := create(f.file(kind), text); !errors.Is(err, fs.ErrExist) {
			return err
		}
		owner, err := f.read(kind)
		if err != nil {
			return err
		}
		return &HeldError{Owner: owner, Life: f.life(owner)}
	})
	if err != nil {
		return nil, said("take", kind, err)
	}
	return func() error { return f.release(mine) }, nil
}

// TakeOver is Take, but takes the lock of a process that is dead: for what puts right itself what a dead one left.
func (f *Folder) TakeOver(kind string) (release func() error, err error) {
	release, err = f.Take(kind)
	var held *HeldError
	if !errors.As(err, &held) || held.Life != Dead {
		return release, err
	}
	if _, err := f.Remove(kind, false); err != nil && !errors.Is(err, ErrFree) {
		return nil, err
	}
	return f.Take(kind)
}

// create makes the file, which must not be there, or leaves nothing.
func create(path string, text []byte) error {
	file, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	_, err = file.Write(append(text, '\n'))
	if err = errors.Join(err, file.Sync(), file.Close()); err != nil {
		return errors.Join(err, os.Remove(path))
	}
	return nil
}

func (f *Folder) release(mine Owner) error {
	err := f.alone(func() error {
		owner, err := f.read(mine.Type)
		if errors.Is(err, ErrFree) || err == nil && !owner.same(mine) {
			return nil
		}
		if err != nil {
			return err
		}
		return os.Remove(f.file(mine.Type))
	})
	if err != nil {
		return fmt.Errorf("give back the lock of %s: %w", mine.Type, err)
	}
	return nil
}

// Holder returns who holds the lock of a type: ErrFree for nobody.
func (f *Folder) Holder(kind string) (*HeldError, error) {
	var held *HeldError
	err := f.alone(func() error {
		owner, err := f.read(kind)
		if err == nil {
			held = &HeldError{Owner: owner, Life: f.life(owner)}
		}
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("look at the lock of %s: %w", kind, err)
	}
	return held, nil
}

// Held returns who holds locks, by type.
func (f *Folder) Held() ([]*HeldError, error) {
	var all []*HeldError
	err := f.alone(func() error {
		files, err := filepath.Glob(filepath.Join(f.path, "*.lock"))
		for _, file := range files {
			owner, failed := f.read(strings.TrimSuffix(filepath.Base(file), ".lock"))
			if errors.Is(failed, ErrFree) {
				continue
			}
			all, err = append(all, &HeldError{Owner: owner, Life: f.life(owner)}), errors.Join(err, failed)
		}
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("look at the locks: %w", err)
	}
	return all, nil
}

// Remove removes the lock of a process that is dead, and returns whose it was. The lock of one that lives, or may live, is
// removed only with force; else it returns the *HeldError. It is ErrFree when nobody holds the lock. Nobody can take it between
// looking and removing.
func (f *Folder) Remove(kind string, force bool) (Owner, error) {
	var owner Owner
	err := f.alone(func() (err error) {
		if owner, err = f.read(kind); err != nil {
			return err
		}
		if life := f.life(owner); life != Dead && !force {
			return &HeldError{Owner: owner, Life: life}
		}
		return os.Remove(f.file(kind))
	})
	if err != nil {
		return owner, said("remove", kind, err)
	}
	return owner, nil
}

// Turn waits until nobody else has the one turn that there is for all types together, and takes it: for what may not happen
// side by side although no lock says so. done gives it back, and so does the end of the process. The error is the context's when
// it ends before.
func (f *Folder) Turn(ctx context.Context) (done func() error, err error) {
	turn := flock.New(filepath.Join(f.path, ".turn"))
	if _, err := turn.TryLockContext(ctx, look); err != nil {
		return nil, fmt.Errorf("wait for the turn: %w", err)
	}
	return turn.Close, nil
}

// look is how often Turn looks whether it is free.
const look = 100 * time.Millisecond

func (f *Folder) file(kind string) string { return filepath.Join(f.path, kind+".lock") }

// read returns who holds a lock. A file that cannot be understood was left by a process that died while it wrote it: its owner
// is nobody known.
func (f *Folder) read(kind string) (Owner, error) {
	text, err := os.ReadFile(f.file(kind))
	if errors.Is(err, fs.ErrNotExist) {
		return Owner{}, ErrFree
	}
	if err != nil {
		return Owner{}, err
	}
	var owner Owner
	if json.Unmarshal(text, &owner) != nil || owner.Process <= 0 {
		owner = Owner{Host: f.host}
	}
	owner.Type = kind
	return owner, nil
}

func (f *Folder) life(owner Owner) Life {
	switch {
	case owner.Host != f.host:
		return Unknown
	case owner.Process > 0 && lives(owner.Process, owner.Birth):
		return Alive
	}
	return Dead
}

// said adds what was being done to an error, but for a *HeldError, which says everything itself.
func said(what, kind string, err error) error {
	var held *HeldError
	if errors.As(err, &held) {
		return held
	}
	return fmt.Errorf("%s the lock of %s: %w", what, kind, err)
}

// alone does something while no other process takes, looks at or removes a lock of the folder.
func (f *Folder) alone(do func() error) error {
	guard := flock.New(filepath.Join(f.path, ".guard"))
	if err := guard.Lock(); err != nil {
		return err
	}
	return errors.Join(do(), guard.Close())
}
