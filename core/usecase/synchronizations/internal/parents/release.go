package parents

import (
	"context"

	"github.com/clubhuis/clubhuis/core/sync/ledger"
	"github.com/clubhuis/clubhuis/core/sync/parents"
	"github.com/clubhuis/clubhuis/core/sync/payload"
	"github.com/clubhuis/clubhuis/core/usecase/synchronizations/internal/engine"
)

// release lets go of a parent who has no child in the club any more. Somebody who is more than a parent (a member, a volunteer,
// somebody's relative, a user, or known before the synchronization) stays, without the relations that it wrote. Others are
// removed.
//
// It leaves a record alone that is not the known parent's. It returns ErrSkipped for somebody who is a parent at another address:
// with that one the children are brought up to date.
func (to *sending) release(ctx context.Context, e ledger.Entry) error {
	s, err := ledger.State[parents.State](&e)
	id := e.Number()
	if err != nil || id == 0 {
		return err
	}
	if to.households.Reached(id) {
		return engine.ErrSkipped
	}
	record, err := to.App.Person(ctx, id)
	if engine.Absent(err) {
		return nil
	}
	if err != nil || !record.Administered || !to.same(e.Key, record) {
		return err
	}
	code, rest := record.Membership.Code, payload.Unrelated(record, to.child, s.Children)
	works := len(record.Work) > 0 || record.WorkUnreadable()
	if s.Shared || code != "" || works || record.Involved() || len(rest.Relations) > 0 {
		if err := to.Members.BeforeWrite(ctx, code, record); err != nil {
			return err
		}
		_, err = to.App.Change(ctx, record.ID, rest)
		return err
	}
	if err := to.App.Remove(ctx, record.ID, record.Revision); err != nil && !engine.Absent(err) {
		return err
	}
	return nil
}
