package groups

import (
	"context"
	"slices"

	"github.com/clubhuis/clubhuis/core/sync/ledger"
	"github.com/clubhuis/clubhuis/core/sync/workrows"
	"github.com/clubhuis/clubhuis/core/usecase/synchronizations/internal/engine"
	"github.com/clubhuis/clubhuis/core/work"
)

// Rows are the rows of work history that are remembered. They follow members.
type Rows struct {
	*engine.Runner

	keys map[string][]string // of the entries, by member; made once a run
}

// MemberLost is told of a member whose person is gone from the application and is made anew. The next run over teams or functions
// writes again what goes on. What has ended is forgotten.
func (r *Rows) MemberLost(ctx context.Context, code string) error {
	if err := r.index(ctx); err != nil {
		return err
	}
	var again, over []workrows.Row
	for _, key := range r.keys[code] {
		e, err := r.Entry(ctx, ledger.Assignment, key)
		if err != nil {
			return err
		}
		if len(e.State) == 0 { // forgotten since
			continue
		}
		o, err := ledger.State[workrows.Row](&e)
		switch {
		case err != nil:
			return err
		case o.Ended:
			over = append(over, o)
		default:
			o.Remote, o.Sent, o.Foreign = 0, false, false
			again = append(again, o)
		}
	}
	if err := r.forgetRows(ctx, over); err != nil {
		return err
	}
	return r.rememberRows(ctx, again)
}

// MemberLeft does nothing: the rows of who has left stay as they are.
func (r *Rows) MemberLeft(context.Context, string) error { return nil }

// Held are the groups of a kind, by the site's id, in which a member who counts does something, as far as is remembered.
func (r *Rows) Held(ctx context.Context, kind work.Kind, counts func(code string) bool) (map[string]bool, error) {
	entries, err := r.Entries(ctx, ledger.Assignment)
	if err != nil {
		return nil, err
	}
	held := map[string]bool{}
	for _, e := range entries {
		o, err := ledger.State[workrows.Row](e)
		if err != nil {
			return nil, err
		}
		if o.Group.Kind == kind && !o.Ended && counts(o.Member) {
			held[o.Group.Key] = true
		}
	}
	return held, nil
}

// index finds the entries of each member.
func (r *Rows) index(ctx context.Context) error {
	if r.keys != nil {
		return nil
	}
	entries, err := r.Entries(ctx, ledger.Assignment)
	if err != nil {
		return err
	}
	keys := map[string][]string{}
	for _, key := range sortedKeys(entries) {
		o, err := ledger.State[workrows.Row](entries[key])
		if err != nil {
			return err
		}
		keys[o.Member] = append(keys[o.Member], key)
	}
	r.keys = keys
	return nil
}

// lostPerson is for a member whose person is gone from the application. The rows of a member who has left are forgotten. A
// current member is made anew by the next people run.
func (w *Work) lostPerson(ctx context.Context, member *ledger.Entry, rows []workrows.Row) error {
	var err error
	if ledger.Left(member) {
		err = w.Rows.forgetRows(ctx, rows)
	} else if err = w.Rows.MemberLost(ctx, member.Key); err == nil {
		member.Synced = ""
		err = w.Remember(ctx, *member)
	}
	if err != nil {
		return err
	}
	return engine.ErrSkipped
}

// forgetRows drops rows of people who are not in the application any more.
func (r *Rows) forgetRows(ctx context.Context, rows []workrows.Row) error {
	if len(rows) == 0 {
		return nil
	}
	keys := make([]string, 0, len(rows))
	for _, o := range rows {
		keys = append(keys, o.Key())
	}
	return r.Forget(ctx, "work", ledger.Assignment, keys...)
}

// rememberRows keeps rows.
func (r *Rows) rememberRows(ctx context.Context, rows []workrows.Row) error {
	if len(rows) == 0 {
		return nil
	}
	entries := make([]ledger.Entry, 0, len(rows))
	for _, o := range rows {
		e := ledger.Entry{Kind: ledger.Assignment, Key: o.Key()}
		e.SetNumber(o.Remote)
		e.SetState(o)
		entries = append(entries, e)
	}
	if err := r.Remember(ctx, entries...); err != nil {
		return err
	}
	for _, o := range rows { // of the same run, too, nothing may be missed of a member who is lost later on
		if key := o.Key(); r.keys != nil && !slices.Contains(r.keys[o.Member], key) {
			r.keys[o.Member] = append(r.keys[o.Member], key)
		}
	}
	return nil
}
