package operators

import (
	"context"
	"encoding/json"
	"fmt"
	"regexp"
	"time"

	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/sync/conflict"
	"github.com/clubhuis/clubhuis/core/sync/difference"
	"github.com/clubhuis/clubhuis/core/sync/federation"
	"github.com/clubhuis/clubhuis/core/sync/ledger"
	"github.com/clubhuis/clubhuis/core/sync/mailing"
	"github.com/clubhuis/clubhuis/core/sync/payload"
)

// MostConflicts is how many conflicts stand on their page.
const MostConflicts = 200

// Conflicts returns the newest conflicts.
func (d *Desk) Conflicts(ctx context.Context) ([]conflict.Decision, error) {
	return d.s.Stores.Conflicts.List(ctx, MostConflicts)
}

// Locks returns the locks that are held now.
func (d *Desk) Locks(ctx context.Context) ([]Lock, error) { return d.s.House.Locks(ctx) }

// Unlock removes a lock. It is ErrHeld for one whose owner lives, or may live, unless it is forced.
func (d *Desk) Unlock(ctx context.Context, kind string, force bool) error {
	locks, err := d.s.House.Locks(ctx)
	if err != nil {
		return err
	}
	for _, lock := range locks {
		if lock.Kind == kind {
			return d.s.House.Unlock(ctx, kind, force)
		}
	}
	return nil // somebody was before
}

// FreeField is one of the club's own fields on the site, and what the synchronization makes of it.
type FreeField struct {
	Number int
	Target string // the application's field, "" for one that is not used
	Filled int    // by how many members
	Answer string // what the page of the sample told, no more of it than somebody who knows it recognizes
}

// FreeFields is what the site's free fields mean.
type FreeFields struct {
	Fields  []FreeField
	Sample  string // the code of the member whose answer is shown, "" for nobody yet
	Members int    // whose pages were read
	Taken   time.Time
}

// FreeFields returns the mapping of the free fields, with what the last readings of members' pages told.
func (d *Desk) FreeFields(ctx context.Context) (f FreeFields, err error) {
	f.Fields = make([]FreeField, len(federation.FreeFields{})-1)
	for i := range f.Fields {
		f.Fields[i].Number, f.Fields[i].Target = i+1, payload.FreeFieldTarget(i+1)
	}
	most := -1
	err = d.s.Stores.Downloads.Each(ctx, ledger.SetDetails, func(code string, record []byte) error {
		var detail federation.Detail
		if err := json.Unmarshal(record, &detail); err != nil {
			return fmt.Errorf("the page of %s is damaged: %w", code, err)
		}
		if detail.Free == nil {
			return nil
		}
		f.Members++
		filled := 0
		for i := range f.Fields {
			if detail.Free[i+1] != "" {
				f.Fields[i].Filled++
				filled++
			}
		}
		if filled > most { // the fullest page says most
			most, f.Sample = filled, code
			for i := range f.Fields {
				f.Fields[i].Answer = conflict.Mask(detail.Free[i+1])
			}
		}
		return nil
	})
	if err == nil {
		f.Taken, err = d.s.Stores.Downloads.Taken(ctx, ledger.SetDetails)
	}
	return f, err
}

// MailList is an e-mail list as it is remembered.
type MailList struct {
	Number  int
	ID      string
	There   int // addresses on it
	Waiting int // addresses that are still to be put on it
	Changed time.Time
}

// Lists returns the e-mail lists of the club.
func (d *Desk) Lists(ctx context.Context) (lists []MailList, err error) {
	for i, id := range d.s.House.Setup().Lists { // four at most
		entries, err := d.s.Stores.Ledger.Entries(ctx, ledger.List(i+1))
		if err != nil {
			return nil, err
		}
		list := MailList{Number: i + 1, ID: id}
		for _, e := range entries {
			state, err := ledger.State[mailing.State](&e)
			if err != nil {
				return nil, err
			}
			if state.List != "" && state.List != id { // still on the list that the settings named before
				continue
			}
			if e.Remote != "" {
				list.There++
			} else {
				list.Waiting++
			}
			if e.At.After(list.Changed) {
				list.Changed = e.At
			}
		}
		lists = append(lists, list)
	}
	return lists, nil
}

// Backup is how the daily backup of what is remembered stands.
type Backup struct {
	Daily  bool      // one is made every day
	Last   time.Time // of when the last one is that was tried out, zero for none
	Failed bool      // none could be made since
}

// backupOld is from which age on a daily backup is too old: a day, and half of one to try again.
const backupOld = 36 * time.Hour

// Old reports whether the last backup is older than a daily one should be.
func (b Backup) Old(now time.Time) bool { return !b.Last.IsZero() && now.Sub(b.Last) > backupOld }

// Backup returns how the daily backup stands.
func (d *Desk) Backup() Backup { return d.s.House.Backup() }

// Setup returns how the service is set up.
func (d *Desk) Setup() Setup { return d.s.House.Setup() }

// Comparison is what was found when the sides were compared last.
type Comparison struct {
	Taken   time.Time // zero for never
	Found   []difference.Finding
	Working Working // comparing or repairing, when that is under way
	Failed  string  // why that failed the last time, "" when it did not
}

// Comparison returns what was found last.
func (d *Desk) Comparison(ctx context.Context) (c Comparison, err error) {
	c.Found, c.Taken, err = Compared(ctx, d.s.Stores.Downloads)
	for _, what := range []string{Comparing, Repairing} {
		if working := d.s.House.Working(what); working.What != "" {
			c.Working = working
		}
		if failed := d.s.House.Failure(what); failed != nil {
			c.Failed = fault.Sentence(failed)
		}
	}
	return c, err
}

// Compare begins to compare the sides.
func (d *Desk) Compare(ctx context.Context) error {
	return d.s.House.Begin(ctx, Order{What: Comparing, Ordered: d.User.Username})
}

// Repair begins to repair those of the last findings that have these numbers, from 0. It is ErrNothing when a run repairs none of
// them.
func (d *Desk) Repair(ctx context.Context, numbers []int, dryRun bool, accept int) error {
	found, _, err := Compared(ctx, d.s.Stores.Downloads)
	if err != nil {
		return err
	}
	var chosen []difference.Finding
	for _, n := range numbers {
		if n >= 0 && n < len(found) {
			chosen = append(chosen, found[n])
		}
	}
	if chosen = difference.Repairable(chosen); len(chosen) == 0 {
		return ErrNothing
	}
	return d.s.House.Begin(ctx, Order{
		What: Repairing, DryRun: dryRun, Repair: chosen, Accept: max(0, accept), Ordered: d.User.Username,
	})
}

// addresses are e-mail addresses in a log.
var addresses = regexp.MustCompile(`[\p{L}\p{N}._%+-]+@[\p{L}\p{N}.-]+`)

// masked hides the e-mail addresses of a log: whoever runs the synchronization need not read who is in the club.
func masked(log string) string {
	return addresses.ReplaceAllStringFunc(log, conflict.Mask)
}
