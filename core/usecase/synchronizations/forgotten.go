package synchronizations

import (
	"context"
	"fmt"

	"github.com/clubhuis/clubhuis/core/sync/ledger"
	"github.com/clubhuis/clubhuis/core/sync/workrows"
)

// lostPerson is for a member whose person is not in the application any more. The rows of who has left go with them; who is a member
// still is made anew by the next people run.
func (x *execution) lostPerson(ctx context.Context, member *ledger.Entry, rows []workrows.Row) error {
	var err error
	if left(member) {
		err = x.forgetRows(ctx, rows)
	} else if err = x.forgetWork(ctx, member.Key); err == nil {
		member.Synced = ""
		err = x.remember(ctx, *member)
	}
	if err != nil {
		return err
	}
	return errSkipped
}

// forgetWork is for a member whose person is gone from the application, and is made anew: what goes on is written again by the next
// run over teams or functions, and what has ended is forgotten.
func (x *execution) forgetWork(ctx context.Context, code string) error {
	entries, err := x.entries(ctx, ledger.Assignment)
	if err != nil {
		return err
	}
	var again, over []workrows.Row
	for _, key := range sorted(entries) {
		o, err := state[workrows.Row](entries[key])
		switch {
		case err != nil:
			return err
		case o.Member != code:
		case o.Ended:
			over = append(over, o)
		default:
			o.Remote, o.Sent, o.Foreign = 0, false, false
			again = append(again, o)
		}
	}
	if err := x.forgetRows(ctx, over); err != nil {
		return err
	}
	return x.rememberWork(ctx, again)
}

// forgetRows drops rows of people who are not in the application any more.
func (x *execution) forgetRows(ctx context.Context, rows []workrows.Row) error {
	if len(rows) == 0 {
		return nil
	}
	keys := make([]string, 0, len(rows))
	for _, o := range rows {
		keys = append(keys, o.Key())
	}
	if err := x.Stores.Ledger.Remove(ctx, ledger.Assignment, keys...); err != nil {
		return &stop{fmt.Errorf("forget work: %w", err)}
	}
	return nil
}
