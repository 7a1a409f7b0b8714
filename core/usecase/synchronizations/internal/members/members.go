// Package members owns the members in the application: it makes and changes them, marks who has left, finds what somebody
// edited there, and writes that back to the club's site.
//
// It reads no lists of the site and decides nothing about removals: the pipelines above do. What belongs to a member and is
// kept elsewhere (the photo, the work) follows by Follower.
package members

import (
	"context"
	"encoding/json"
	"errors"
	"maps"
	"slices"
	"time"

	"github.com/clubhuis/clubhuis/core/sync/diff"
	"github.com/clubhuis/clubhuis/core/sync/federation"
	"github.com/clubhuis/clubhuis/core/sync/ledger"
	"github.com/clubhuis/clubhuis/core/sync/payload"
	"github.com/clubhuis/clubhuis/core/usecase/synchronizations/internal/engine"
	"github.com/clubhuis/clubhuis/core/usecase/synchronizations/internal/sets"
	"github.com/clubhuis/clubhuis/ports"
)

// Members are the members of a run.
type Members struct {
	*engine.Runner
	App        ports.ApplicationPeople
	Activities ports.ApplicationActivities
	Site       ports.ClubSite
	Phone      func(string) string // writes a telephone number in one form
	National   func(string) string // writes it as the site keeps it
	// Followers keep what belongs to members.
	Followers []Follower

	edited []string        // who was found edited in a dry run
	sure   map[string]bool // codes of those whose number was found to be theirs in this run
	pages  pages
}

// Follower keeps something that belongs to members.
type Follower interface {
	// MemberLost is told of a member whose person is gone from the application, and is made anew.
	MemberLost(ctx context.Context, code string) error
	// MemberLeft is told of a member who has left the club, before that is remembered.
	MemberLeft(ctx context.Context, code string) error
}

// Directory knows who stands in the application already.
type Directory interface {
	Member(ctx context.Context, code string) (int64, error)
}

// Snapshot is the members as the site told them, and what is remembered of them.
type Snapshot struct {
	Rows    []federation.Member
	Before  map[string]federation.Member // the rows of the download before
	Details map[string]federation.Detail // what the pages of members told at the last reading
	Entries map[string]*ledger.Entry
	// Complete says that Rows is everybody, read just now; without it nobody is marked, ended or removed.
	Complete bool

	hashes map[string]string             // of what the application is told about the members of Before
	codes  map[string]*federation.Member // made by Row
}

// Row is the row of a member; nil for none.
func (s *Snapshot) Row(code string) *federation.Member {
	if s.codes == nil {
		s.codes = make(map[string]*federation.Member, len(s.Rows))
		for i := range s.Rows {
			s.codes[s.Rows[i].Code] = &s.Rows[i]
		}
	}
	return s.codes[code]
}

// RowBefore is the row of a member in the download before; nil for none.
func (s *Snapshot) RowBefore(code string) *federation.Member {
	if row, known := s.Before[code]; known {
		return &row
	}
	return nil
}

// Number is the application's number of a member, 0 for none.
func (s *Snapshot) Number(code string) int64 {
	if e := s.Entries[code]; e != nil {
		return e.Number()
	}
	return 0
}

// Current is how many members are remembered and have not left.
func (s *Snapshot) Current() (n int) {
	for _, e := range s.Entries {
		if state, err := ledger.State[ledger.MemberState](e); err == nil && !state.Former {
			n++
		}
	}
	return n
}

// Payload is what the application is told about a member.
func (m *Members) Payload(s *Snapshot, row *federation.Member) payload.Person {
	if detail, read := s.Details[row.Code]; read {
		return payload.Member(*row, &detail, m.Phone)
	}
	return payload.Member(*row, nil, m.Phone)
}

// Recall reads what is remembered of the members.
func (m *Members) Recall(ctx context.Context, s *Snapshot) (err error) {
	if _, s.Before, err = sets.Members.All(ctx, m.Runner); err != nil {
		return err
	}
	if _, s.Details, err = sets.Details.All(ctx, m.Runner); err != nil {
		return err
	}
	s.Entries, err = m.Entries(ctx, ledger.Member)
	return err
}

// Prepare works out what it can before the site has answered. It changes nothing but the snapshot, so that it may run beside
// other work.
func (m *Members) Prepare(s *Snapshot) {
	s.hashes = make(map[string]string, len(s.Before))
	for code, row := range s.Before {
		s.hashes[code] = m.Payload(s, &row).Hash()
	}
}

// Keep replaces the download before by the rows. It writes only what differs: most members did not change.
func (m *Members) Keep(ctx context.Context, s *Snapshot) error {
	if m.DryRun {
		return nil
	}
	if len(s.Before) == 0 {
		return sets.Members.Replace(ctx, m.Runner, s.Rows, func(row *federation.Member) string { return row.Code })
	}
	changed, gone := map[string][]byte{}, maps.Clone(s.Before)
	for i := range s.Rows {
		row := &s.Rows[i]
		if before, known := gone[row.Code]; !known || before != *row {
			record, err := json.Marshal(row)
			if err != nil {
				return engine.Stop(err)
			}
			changed[row.Code] = record
		}
		delete(gone, row.Code)
	}
	var err error
	if len(changed) > 0 {
		err = m.Stores.Downloads.Put(ctx, sets.Members.Name, changed)
	}
	if err == nil && len(gone) > 0 {
		err = m.Stores.Downloads.Drop(ctx, sets.Members.Name, slices.Sorted(maps.Keys(gone))...)
	}
	if err != nil {
		return engine.Stopf("keep the download: %w", err)
	}
	taken := m.Now().UTC().Format(time.RFC3339)
	return m.Remember(ctx, ledger.Entry{Kind: ledger.Review, Key: sets.Members.Name, Remote: taken})
}

// Taken is when the kept download of the members was taken.
func (m *Members) Taken(ctx context.Context) (time.Time, error) {
	review, err := m.Entry(ctx, ledger.Review, sets.Members.Name)
	if err != nil {
		return time.Time{}, err
	}
	if at, err := time.Parse(time.RFC3339, review.Remote); err == nil {
		return at, nil
	}
	return m.Stores.Downloads.Taken(ctx, sets.Members.Name)
}

// Plan is what makes the application's members like the club's.
func (m *Members) Plan(s *Snapshot) diff.Plan {
	wanted := make([]diff.Wanted, 0, len(s.Rows))
	for i := range s.Rows {
		wanted = append(wanted, diff.Wanted{Key: s.Rows[i].Code, Hash: m.hash(s, &s.Rows[i])})
	}
	var tracked []diff.Tracked
	for _, e := range s.Entries {
		t := engine.Tracked(e)
		t.Over, t.Extant = ledger.Left(e), e.Remote != "" // without a number it was never sent, as far as is known: see unsent
		tracked = append(tracked, t)
	}
	return diff.Compare(wanted, tracked, m.Force, s.Complete)
}

// hash returns the payload's hash; unchanged rows reuse the previous one.
func (m *Members) hash(s *Snapshot, row *federation.Member) string {
	if hash, known := s.hashes[row.Code]; known && s.Before[row.Code] == *row {
		return hash
	}
	return m.Payload(s, row).Hash()
}

// IsMember reports whether a record is that of the member with the code, also of one who is in no snapshot. Without a code in the
// record it asks the last download for the name.
func (m *Members) IsMember(ctx context.Context, code string, record payload.Person) (bool, error) {
	if record.Membership.Code != "" {
		return record.IsMember(code, nil), nil
	}
	row, known, err := sets.Members.Get(ctx, m.Runner, code)
	if err != nil || !known {
		return false, err
	}
	return record.IsMember(code, &row), nil
}

// lost tells the followers that a member is made anew.
func (m *Members) lost(ctx context.Context, code string) error {
	var err error
	for _, f := range m.Followers {
		err = errors.Join(err, f.MemberLost(ctx, code))
	}
	return err
}
