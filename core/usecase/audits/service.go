// Package audits owns who reads the log of what happened, and who reads what was changed of a person.
//
// It writes what no other use case does: that somebody was refused, and that the log was purged. Each use case tells what it did
// in its own step (ports.Audit), and what became of people the stores keep.
package audits

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strconv"
	"time"

	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/account"
	"github.com/clubhuis/clubhuis/core/audit"
	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/directory"
	"github.com/clubhuis/clubhuis/core/erasure"
	"github.com/clubhuis/clubhuis/core/group"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/record"
	"github.com/clubhuis/clubhuis/core/relation"
	"github.com/clubhuis/clubhuis/core/term"
	"github.com/clubhuis/clubhuis/core/workspace"
	"github.com/clubhuis/clubhuis/ports"
)

// Kept is how long the log and the changes of people are kept, unless the operator decides otherwise. What the log tells of money
// is kept as long as books are (erasure.BooksBefore).
const Kept = 2 * 365 * 24 * time.Hour

// LooksKept is how long it is kept who looked at whom, unless the operator decides otherwise.
const LooksKept = 365 * 24 * time.Hour

// Service is the log of one club. Close it in the end.
type Service struct {
	Directory ports.Directory
	Users     ports.Users
	Audit     ports.Audit
	Changes   ports.PersonChanges
	Atomic    ports.Atomic // of the same stores
	Now       func() time.Time
	Zone      *time.Location

	KeepLog, KeepChanges time.Duration // 0 is Kept
	Looks                ports.Looks
	KeepLooks            time.Duration // 0 is LooksKept

	refusals audit.Bound
	noted    noted
}

// How many refusals the log tells in an hour: of one user, and of all.
const (
	MostRefusals    = 20
	MostRefusalsAll = 1000
)

// Refusal is that a user was not allowed something.
type Refusal struct {
	Operation string // of the API
	Record    int64  // the number in its path, 0 for none
	Code      string // of the error
}

// Refuse tells that a viewer was refused, at most MostRefusals times an hour. Nobody who is not signed in is told of.
func (s *Service) Refuse(ctx context.Context, viewer access.Viewer, r Refusal) error {
	user := strconv.FormatInt(viewer.User, 10)
	if !viewer.SignedIn() || !s.refusals.Allow(user, MostRefusals, MostRefusalsAll, s.Now()) {
		return nil
	}
	about := audit.Object{Noun: audit.Operation, ID: r.Record, Name: r.Operation}
	return s.Audit.Append(ctx, audit.New(audit.Refused, audit.By(viewer), s.Now(), about).
		With(audit.Values{"code": audit.Word(r.Code)}))
}

// Log returns a part of what happened, newest first, to administrators. Objects that are people have the name that they have now,
// "" for those who are gone.
func (s *Service) Log(ctx context.Context, viewer access.Viewer, q audit.Query) (record.Page[audit.Entry], error) {
	if err := viewer.Require(access.Manage); err != nil {
		return record.Page[audit.Entry]{}, err
	}
	page, err := s.Audit.Page(ctx, q)
	names := s.names(viewer)
	for i := range page.Records {
		if o := &page.Records[i].Object; o.Noun == audit.Person {
			o.Name = names.Person(o.ID)
		}
	}
	return page, err
}

// History is a part of the changes of a person, and the names to tell them by.
type History struct {
	record.Page[person.Change]
	Created *person.Change // that the person was made, with the oldest changes: it is counted as one
	Names   Names
}

// Of returns a part of the changes of a person, newest first, to who may change the person. A removed person is person.ErrAbsent.
// Fields that the viewer does not read of the person are left out; a change of these alone has none.
func (s *Service) Of(ctx context.Context, viewer access.Viewer, q person.ChangesQuery) (h History, err error) {
	stored, err := s.changeable(viewer, q.Person)
	if err != nil {
		return h, err
	}
	h.Names = s.names(viewer)
	if h.Page, err = s.Changes.Page(ctx, q); err != nil {
		return h, err
	}
	if !h.Names.view.Whole(h.Names.reader, q.Person) {
		for i := range h.Records {
			changed := h.Records[i].Fields
			h.Records[i].Fields = slices.DeleteFunc(changed, func(c person.FieldChange) bool { return person.Entrusted(c.Field) })
		}
	}
	h.Total++
	if last := h.Total - 1; q.Offset <= last && last < q.Offset+q.Limit {
		h.Created = &person.Change{Person: q.Person, At: stored.Created, By: stored.Author}
		author, err := s.Users.ByID(ctx, stored.Author)
		if err != nil && !errors.Is(err, account.ErrAbsent) {
			return h, err
		}
		h.Created.ByName = author.DisplayName
	}
	return h, nil
}

// changeable returns a person that the viewer may change.
func (s *Service) changeable(viewer access.Viewer, id person.ID) (stored person.Stored, err error) {
	if err := viewer.RequireSignedIn(); err != nil {
		return stored, err
	}
	view := s.Directory.View()
	stored, there := view.Stored(id)
	if !there {
		return stored, person.ErrAbsent
	}
	if !view.Permits(viewer.May(access.Change, access.People, civil.On(s.Now(), s.Zone)), id) {
		return stored, person.ErrHidden
	}
	return stored, nil
}

// Purge deletes what is older than it is kept, and returns how much. It is daily work: no viewer asks for it.
func (s *Service) Purge(ctx context.Context) (int, error) {
	var told int
	err := s.Atomic.Do(ctx, func(stores ports.Stores) (err error) {
		if told, err = stores.Audit.Purge(ctx, s.Now().Add(-kept(s.KeepLog)), s.books()); err != nil || told == 0 {
			return err
		}
		purged := audit.New(audit.LogPurged, audit.Job("purge-log"), s.Now(), audit.Object{})
		return stores.Audit.Append(ctx, purged.With(audit.Values{"count": told}))
	})
	if err != nil {
		return 0, err
	}
	changes, err := s.Changes.Purge(ctx, s.Now().Add(-kept(s.KeepChanges)))
	if err != nil {
		return told + changes, err
	}
	looks, err := s.Looks.Purge(ctx, civil.On(s.Now().Add(-cmp.Or(s.KeepLooks, LooksKept)), s.Zone))
	return told + changes + looks, err
}

// books returns when the first of the years began of which the books are kept.
func (s *Service) books() time.Time {
	return time.Date(erasure.BooksBefore(civil.On(s.Now(), s.Zone)), time.January, 1, 0, 0, 0, 0, s.Zone)
}

func kept(set time.Duration) time.Duration { return cmp.Or(set, Kept) }

// Names says what records are called, "" for those that there are not or that the reader may not see.
type Names struct {
	view   *directory.View
	viewer access.Viewer
	reader access.Reader
}

func (s *Service) names(viewer access.Viewer) Names {
	return Names{s.Directory.View(), viewer, viewer.Reader(civil.On(s.Now(), s.Zone))}
}

// Person returns the name of a person.
func (n Names) Person(id person.ID) string {
	stored, there := n.view.Stored(id)
	if !there || !n.view.Permits(n.reader.People, id) {
		return ""
	}
	return stored.Name().Full()
}

// Group returns the title of a team or a committee.
func (n Names) Group(id group.ID) string {
	found, err := n.view.Group(id, record.View{})
	if err != nil || !n.view.Permits(n.reader.Groups, id) {
		return ""
	}
	return found.Title
}

// Workspace returns the name of a workspace, to its members and to administrators.
func (n Names) Workspace(id workspace.ID) string {
	found, there := n.view.Workspace(id)
	if !there || !n.viewer.Can(access.Manage) && found.RoleOf(n.viewer.User) == "" {
		return ""
	}
	return found.Name
}

// Label returns the name of a label of people.
func (n Names) Label(id term.ID) string {
	return named(n.view.Labels(), id, func(t term.Term) term.Term { return t })
}

// Relation returns the name of a type of relations.
func (n Names) Relation(id term.ID) string {
	return named(n.view.RelationTypes(), id, func(t relation.Type) term.Term { return t.Term })
}

func named[T any](list []T, id term.ID, of func(T) term.Term) string {
	for i := range list {
		if one := of(list[i]); one.ID == id {
			return one.Name
		}
	}
	return ""
}
