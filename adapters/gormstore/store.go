// Package gormstore keeps everything in SQLite or PostgreSQL, through gorm.
//
// One database is one Store. Rows are unexported and never leave the package; a person's fields are kept as the text that
// readers get. Rules are not here, and lists of people and groups neither: a Store keeps the club in memory as well
// (core/directory), and every step that writes what is held there takes a number, by which other programs follow.
package gormstore

import (
	"context"
	"crypto/rand"
	"database/sql"
	"strings"
	"time"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"github.com/clubhuis/clubhuis/adapters/gormstore/database"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/feedback"
	"github.com/clubhuis/clubhuis/ports"
)

// mapped is of how many bytes of an SQLite file many readers at once are served from memory.
const mapped = 256 << 20

// Store is one open database.
type Store struct {
	db       *database.Database
	club     *club
	keep     KeepJobs
	feedback known[feedback.Item]
}

// Open connects to a database: "sqlite:path/to/file.db" or "postgres://…". It makes a missing SQLite file and its folder;
// it migrates nothing (see Migrate).
func Open(ctx context.Context, location string) (*Store, error) {
	return open(ctx, location, newPacked(location))
}

func open(ctx context.Context, location string, packed *packed) (*Store, error) {
	db, err := database.Open(ctx, location, mapped)
	if err != nil {
		return nil, err
	}
	s := &Store{db: db, club: &club{db: db.Handle(), packed: packed, turn: make(chan struct{}, 1)}}
	if packed != nil && packed.rows != nil {
		packed.rows.db = db.Handle()
		if packed.leaves {
			packed.begin(ctx)
		}
	}
	s.club.feedback = &s.feedback
	return s, nil
}

// OpenToLoad is Open for who is going to load the directory: it begins with that, and SavePeople leaves people for the next
// start, as Close does for an SQLite database; see packed.
func OpenToLoad(ctx context.Context, location string) (*Store, error) {
	ahead := newPacked(location)
	if ahead != nil {
		ahead.leaves = true
		if ahead.rows == nil {
			ahead.begin(ctx)
		}
	}
	return open(ctx, location, ahead)
}

// LeavePeople loads the directory of a database that this program filled, and leaves people for the first start; Close leaves
// those of an SQLite database.
func (s *Store) LeavePeople(ctx context.Context) error {
	p := s.club.packed
	if p == nil {
		return nil
	}
	p.leaves, p.settled = true, true // nobody lies there yet
	err := s.club.inTurn(ctx, func() error { return s.club.Load(ctx) })
	if err != nil || p.rows == nil {
		return err
	}
	return s.renewRows(ctx)
}

// SetOutbox says how jobs are kept. It is called before Stores: without it, every job is refused.
func (s *Store) SetOutbox(keep KeepJobs) { s.keep = keep }

// LimitDirectory sets how many people the directory holds at most. It is called before the first Load.
func (s *Store) LimitDirectory(people int) { s.club.Limit = people }

// closing is how long a database that is about to be closed is asked whether all that it holds is known.
const closing = 4 * time.Second

// Close ends all connections.
func (s *Store) Close() error {
	ctx, cancel := context.WithTimeout(context.Background(), closing)
	defer cancel()
	file, left := s.leave(ctx)
	err := s.db.Close()
	switch {
	case file == nil:
	case err == nil && left.change == s.club.View().Number():
		s.club.packed.seal(file, &left)
	default:
		_ = file.Close() // what is missing in it is in the changes
	}
	return err
}

// Ping reports whether the database responds.
func (s *Store) Ping(ctx context.Context) error { return s.db.Ping(ctx) }

// TryWrite reports whether something can be written: it writes and deletes a text that a full disk has no room for. Nobody
// sees it.
func (s *Store) TryWrite(ctx context.Context) error {
	return s.handle().step(ctx, func(tx handle) error {
		probe := "probe " + rand.Text() // one of its own: two servers do not wait for each other
		err := tx.Write.Exec("INSERT INTO settings (name, value) VALUES (?, ?)", probe, strings.Repeat("x", 16<<10)).Error
		if err != nil {
			return err
		}
		return tx.Write.Exec("DELETE FROM settings WHERE name = ?", probe).Error
	})
}

// Pool returns the connection pool that writes, for the adapters that keep tables of their own in the same database, and
// whether it is PostgreSQL's.
func (s *Store) Pool() (pool *sql.DB, postgres bool, err error) {
	pool, err = s.db.Pool()
	return pool, s.handle().Dialect == database.Postgres, err
}

func (s *Store) handle() handle {
	return handle{Handle: s.db.Handle(), club: s.club, keep: s.keep, feedback: &s.feedback}
}

// Stores returns the ports of s.
func (s *Store) Stores() ports.Stores { return s.handle().stores() }

var _ ports.Atomic = (*Store)(nil)

// Do implements ports.Atomic.
func (s *Store) Do(ctx context.Context, change func(ports.Stores) error) error {
	return s.handle().step(ctx, func(inside handle) error { return change(inside.stores()) })
}

// handle is how the ports reach the database.
type handle struct {
	database.Handle
	club  *club
	keep  KeepJobs
	notes *notes // of the transaction, nil outside of one

	feedback *known[feedback.Item] // nil in a transaction
}

// remove deletes the rows that a condition describes, and returns how many.
func (h handle) remove(ctx context.Context, row any, where string, args ...any) (int, error) {
	result := h.Exec(ctx, func(db *gorm.DB) *gorm.DB { return db.Where(where, args...).Delete(row) })
	return int(result.RowsAffected), result.Error
}

// lock reads a row that the rest of the step changes. Without one it is absent.
func (h handle) lock(row any, absent *fault.Fault, where string, id int64) error {
	return database.Absent(h.Write.Clauses(clause.Locking{Strength: "UPDATE"}).Where(where, id).Take(row).Error, absent)
}

// overwrite writes all columns of a locked row but some.
func (h handle) overwrite(row any, id int64, stays ...string) error {
	return h.Write.Model(row).Where("id = ?", id).Select("*").Omit(append(stays, "id")...).Updates(row).Error
}

// list reads the rows of a query as values.
func list[T, R any](query *gorm.DB, value func(*R) T) ([]T, error) {
	var rows []R
	err := query.Find(&rows).Error
	values := make([]T, len(rows))
	for i := range rows {
		values[i] = value(&rows[i])
	}
	return values, err
}

func (h handle) stores() ports.Stores {
	return ports.Stores{
		Directory:       h.club,
		People:          people{h},
		MemberCodes:     memberCodes{h},
		Imports:         imports{h},
		Duplicates:      duplicates{h},
		Erasures:        erasures{h},
		Traces:          traces{h},
		Leavers:         leavers{h},
		Groups:          groups{h},
		RelationTypes:   h.relationTypes(),
		Labels:          h.labels(),
		Favorites:       favorites{h},
		Shares:          shares{h},
		SavedViews:      savedViews{h},
		Recents:         recents{h},
		Users:           users{h},
		Sessions:        h.sessions(),
		Passwords:       h.passwords(),
		Attempts:        attempts{h},
		VolunteerRules:  h.volunteerRules(),
		SearchSettings:  h.searchSettings(),
		Matrix:          h.matrix(),
		JobRuns:         jobRuns{h},
		Outbox:          outbox{h},
		Media:           pictures{h},
		Uploads:         uploads{h},
		Undos:           undos{h},
		Activities:      h.activityRecords(),
		Notes:           h.noteRecords(),
		Tasks:           h.taskRecords(),
		Timeline:        timelines{h},
		TaskLists:       taskLists{h},
		Mails:           h.mailRecords(),
		MailQueue:       mailQueue{h},
		PasswordLinks:   passwordLinks{h},
		Workspaces:      workspaces{h},
		Invites:         invites{h},
		Audit:           auditLog{h},
		PersonChanges:   personChanges{h},
		Looks:           looks{h},
		Mentions:        mentions{h},
		Messages:        messages{h},
		Suppressions:    suppressions{h},
		Invoices:        invoices{h},
		Cases:           cases{h},
		Shifts:          h.shiftRecords(),
		ShiftLists:      shiftLists{h},
		Feedback:        feedbackItems{h},
		InvoiceNumbers:  invoiceNumbers{h},
		Finance:         h.finance(),
		Screening:       h.screening(),
		Jubilee:         h.jubilee(),
		LeaverRules:     h.leaverRules(),
		LeaverProposals: leaverProposals{h},
		FactorRule:      h.factorRule(),
		BulkJob:         h.bulkJob(),
		Training:        h.training(),
		Identity:        h.identity(),
		FirstStart:      h.firstStart(),
		FetchedMatches:  fetchedMatches{h},
		Digests:         digests{h},
		UserTokens:      userTokens{h},
		Sealed:          sealed{h},
		Origins:         origins{h},

		FunctionMap:     h.functionMap(),
		Welcome:         h.welcome(),
		FeeBook:         h.feeBook(),
		MemberFunctions: memberFunctions{h},
		Belongings:      belongings{h},
	}
}
