package directory

import (
	"errors"
	"fmt"
	"sync"
	"sync/atomic"

	"github.com/clubhuis/clubhuis/core/fault"
)

// DefaultLimit is how many people a directory holds unless it is told otherwise.
const DefaultLimit = 500_000

// Directory is the newest view of a club, kept up to date with one store. Its zero value is empty and holds DefaultLimit people.
type Directory struct {
	Limit int // how many people it holds at most, 0 for DefaultLimit

	view atomic.Pointer[View]
	mu   sync.Mutex // one makes the next view
}

// View is the newest view, nil before the first Load.
func (d *Directory) View() *View { return d.view.Load() }

// Load replaces everything by what a store holds: changes after 0. More people than the limit are an error, which says so.
func (d *Directory) Load(everything Changes) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	v, err := newView().with(&everything)
	if err != nil {
		return err
	}
	if limit := d.limit(); v.Size() > limit {
		return fmt.Errorf("the club has %d people, more than the %d that are held in memory", v.Size(), limit)
	}
	d.view.Store(v)
	return nil
}

// Apply takes changes over when they follow on what is known, and reports whether what is known contains them afterwards.
func (d *Directory) Apply(c Changes) (bool, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.apply(&c)
}

func (d *Directory) apply(c *Changes) (bool, error) {
	v := d.View()
	switch {
	case v == nil || c.After > v.number:
		return false, nil
	case c.Last <= v.number:
		return true, nil
	}
	return true, d.take(v, c)
}

func (d *Directory) take(v *View, c *Changes) error {
	next, err := v.with(c)
	if err != nil {
		return err
	}
	d.view.Store(next)
	return nil
}

func (d *Directory) limit() int {
	if d.Limit == 0 {
		return DefaultLimit
	}
	return d.Limit
}

// ErrFull is what registering somebody beyond the limit returns.
var ErrFull = fault.New(fault.Conflict, "directory_full",
	"Er is geen plaats voor nog een persoon: de grens van deze server is bereikt.")

// Room is ErrFull when there is no room for so many people more.
func (d *Directory) Room(people int) error {
	if v := d.View(); v != nil && v.Size()+people > d.limit() {
		return ErrFull
	}
	return nil
}

// CatchUp brings what is known at least to the change with the number. since returns what changed after a number, in one
// snapshot; after 0 that is everything. Many may ask at once: one works, the others wait for it.
func (d *Directory) CatchUp(number int64, since func(after int64) (Changes, error)) error {
	if v := d.View(); v != nil && v.number >= number {
		return nil
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	v := d.View()
	switch {
	case v == nil:
		return errors.New("the directory was not loaded")
	case v.number >= number:
		return nil
	}
	changes, err := since(v.number)
	if err != nil {
		return err
	}
	if changes.Last < number {
		return fmt.Errorf("a store that was at change %d is at %d", number, changes.Last)
	}
	return d.take(v, &changes)
}
