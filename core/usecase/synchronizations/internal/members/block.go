package members

import (
	"context"

	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/sync/ledger"
	"github.com/clubhuis/clubhuis/core/sync/payload"
)

// A change of the financial block is logged on the member's timeline once (contract: club §2.5). It is remembered before it is
// made, with the number of the person's last activity then: what was logged since is found by it.

// beginBlock remembers that sending the person changes the financial block, and returns the change; nil for none. One that a run
// before this one began and did not finish is returned again, or logged when another one follows it.
func (to *sending) beginBlock(
	ctx context.Context, e *ledger.Entry, record *payload.Person, sent payload.Person,
) (*ledger.BlockChange, error) {
	state, err := ledger.State[ledger.MemberState](e)
	if err != nil {
		return nil, err
	}
	set, changes := sent.ChangesBlock(*record)
	if begun := state.Block; begun != nil {
		made := record.Membership.FinancialBlock == begun.Set
		if made != changes { // made and nothing follows, or still to be made
			return begun, nil
		}
		if made {
			if err := to.logBlock(ctx, record.ID, begun); err != nil {
				return nil, err
			}
		}
	}
	if !changes {
		return nil, nil //nolint:nilnil // no change is no error
	}
	list, err := to.Activities.Latest(ctx, record.ID)
	if err != nil {
		return nil, err
	}
	block := &ledger.BlockChange{Set: set, On: civil.On(to.Now(), to.Zone)}
	for _, a := range list {
		block.After = max(block.After, a.ID)
	}
	e.Synced = "" // a run that dies now is made good by the next
	e.SetState(ledger.MemberState{Block: block})
	return block, to.Remember(ctx, *e)
}

// logBlock logs a change, unless it was logged.
func (m *Members) logBlock(ctx context.Context, person int64, block *ledger.BlockChange) error {
	if block == nil {
		return nil
	}
	list, err := m.Activities.Latest(ctx, person)
	if err != nil || payload.LoggedBlock(list, block.After) {
		return err
	}
	return m.Activities.Log(ctx, person, payload.BlockChange(block.Set, block.On))
}
