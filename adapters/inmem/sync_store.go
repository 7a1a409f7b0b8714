package inmem

import (
	"context"
	"sync"

	"github.com/clubhuis/clubhuis/core/account"
	"github.com/clubhuis/clubhuis/core/sync/ledger"
	"github.com/clubhuis/clubhuis/core/sync/operator"
	"github.com/clubhuis/clubhuis/core/sync/run"
	"github.com/clubhuis/clubhuis/ports"
)

// NewSync makes the stores of a synchronization, empty.
func NewSync() ports.SyncStores {
	return ports.SyncStores{
		Ledger:    &syncLedger{kinds: map[ledger.Kind]map[string]ledger.Entry{}},
		Downloads: &syncDownloads{sets: map[string]*download{}},
		Runs:      &syncRuns{byID: map[run.ID]run.Run{}},
		Conflicts: &syncConflicts{},
		Agent:     newAgentMemory(),
		Operators: &syncOperators{users: map[operator.ID]operator.User{}, sessions: map[account.Digest]operator.Session{}},
	}
}

// oneAtATime is the lock of a store of the synchronization.
type oneAtATime struct{ mu sync.Mutex }

func (o *oneAtATime) run(ctx context.Context, step func() error) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	return step()
}
