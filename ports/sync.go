package ports

import (
	"context"
	"time"

	"github.com/clubhuis/clubhuis/core/account"
	"github.com/clubhuis/clubhuis/core/sync/conflict"
	"github.com/clubhuis/clubhuis/core/sync/ledger"
	"github.com/clubhuis/clubhuis/core/sync/operator"
	"github.com/clubhuis/clubhuis/core/sync/run"
)

// SyncStores are all stores of the synchronization's own database.
type SyncStores struct {
	Ledger    Ledger
	Downloads Downloads
	Runs      SyncRuns
	Conflicts Conflicts
	Operators Operators
	Agent     AgentMemory
}

// Ledger keeps what the synchronization remembers of each record on another side. Kind and Key together are unique.
type Ledger interface {
	// Entries returns all entries of a kind, by key in the order of bytes.
	Entries(ctx context.Context, kind ledger.Kind) ([]ledger.Entry, error)
	// Waiting returns those entries of a kind of which something waits, in the same order.
	Waiting(ctx context.Context, kind ledger.Kind) ([]ledger.Entry, error)
	// Find returns one entry. An absent one is fault.ErrNotFound.
	Find(ctx context.Context, kind ledger.Kind, key string) (ledger.Entry, error)
	// Put keeps the entries, each in place of the one with its kind and key, all of them or none. State comes back as the same
	// JSON value; nil comes back as nil.
	Put(ctx context.Context, entries ...ledger.Entry) error
	// Remove deletes entries. Absent ones are no error.
	Remove(ctx context.Context, kind ledger.Kind, keys ...string) error
}

// Downloads keeps the last good download of each set of records: JSON texts by key, and nothing older.
//
// A new download of a whole set is staged beside the kept one. The kept one stays readable and whole until Commit replaces it in
// one step. The next Begin discards what a dead process had staged. Put changes the kept download.
type Downloads interface {
	// Begin discards what was staged for the set.
	Begin(ctx context.Context, set string) error
	// Stage adds records to what is staged, each in place of one with the same key, all of them or none.
	Stage(ctx context.Context, set string, records map[string][]byte) error
	// Commit replaces the kept download by what is staged, as one step, and records when it was taken.
	Commit(ctx context.Context, set string, taken time.Time) error
	// Put adds records to the kept download, each in place of one with the same key, all of them or none. It leaves the time
	// as it is.
	Put(ctx context.Context, set string, records map[string][]byte) error
	// Drop removes records from the kept download. Absent ones are no error.
	Drop(ctx context.Context, set string, keys ...string) error
	// Get returns a record of the kept download. An absent one is fault.ErrNotFound.
	Get(ctx context.Context, set, key string) ([]byte, error)
	// Each visits the records of the kept download by key in the order of bytes; visit may use the store. It stops at the
	// first error of visit and returns it as it is.
	Each(ctx context.Context, set string, visit func(key string, record []byte) error) error
	// Taken returns when the kept download was taken, the zero time for none.
	Taken(ctx context.Context, set string) (time.Time, error)
}

// SyncRuns keeps the runs of the synchronization. An absent run is fault.ErrNotFound.
type SyncRuns interface {
	// Start keeps r under a new number, which it returns; r.ID is ignored.
	Start(ctx context.Context, r run.Run) (run.ID, error)
	// Update reads a run, lets change edit it, and keeps the result, as one step. change must be pure, for it may run twice;
	// its error is returned as it is and leaves no trace. ID stays as it was.
	Update(ctx context.Context, id run.ID, change func(*run.Run) error) error
	// Run returns one run with everything.
	Run(ctx context.Context, id run.ID) (run.Run, error)
	// List returns the newest runs first, at most limit, without their Problems and Plan.
	List(ctx context.Context, limit int) ([]run.Run, error)
	// Find returns the runs that a query asks for, the newest first, of equally new ones the highest number first.
	Find(ctx context.Context, q run.Query) (run.Page, error)
	// Latest returns how each of the pipelines stands. It takes as long with many runs as with few.
	Latest(ctx context.Context, pipelines ...run.Pipeline) (map[run.Pipeline]run.Latest, error)
	// Prune deletes the runs that started before the given time, and returns their numbers, lowest first.
	Prune(ctx context.Context, startedBefore time.Time) ([]run.ID, error)
}

// Conflicts keeps the log of fields that were changed on both sides.
type Conflicts interface {
	// Add keeps conflicts under new numbers, all of them or none; their IDs are ignored.
	Add(ctx context.Context, conflicts ...conflict.Decision) error
	// List returns the newest conflicts first, at most limit; of equally new ones the highest number first.
	List(ctx context.Context, limit int) ([]conflict.Decision, error)
	// Prune deletes the conflicts from before the given time, and returns how many.
	Prune(ctx context.Context, before time.Time) (int, error)
}

// Operators keeps who may sign in to the operators' pages, and their sessions. User names are unique by operator.Key.
type Operators interface {
	// Add keeps u under a new number, which it returns; u.ID is ignored. A user name that is taken is operator.ErrTaken.
	Add(ctx context.Context, u operator.User) (operator.ID, error)
	// ByName returns the operator of a user name: operator.ErrAbsent for nobody.
	ByName(ctx context.Context, username string) (operator.User, error)
	// List returns all operators by user name.
	List(ctx context.Context) ([]operator.User, error)
	// SetPassword gives an operator another password, and ends all sessions. An absent one is operator.ErrAbsent.
	SetPassword(ctx context.Context, id operator.ID, hash account.Hash) error
	// Remove deletes an operator with all sessions. An absent one is operator.ErrAbsent.
	Remove(ctx context.Context, id operator.ID) error

	// Begin keeps a session and when the operator signed in, and deletes the sessions that began before the given time. It does so
	// only while the operator has the given hash, else it is operator.ErrAbsent: a password that was changed meanwhile ends it.
	Begin(ctx context.Context, s operator.Session, hash account.Hash, before time.Time) error
	// Session returns a session and whose it is; an unknown one is fault.ErrNotFound.
	Session(ctx context.Context, digest account.Digest) (operator.Session, operator.User, error)
	// End deletes a session. An unknown one is no error.
	End(ctx context.Context, digest account.Digest) error
}
