// Package shares owns with whom people and teams are shared directly: who may know it, and who decides it.
//
// It does not own what a share opens: that is the access rule (core/access).
package shares

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"time"

	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/account"
	"github.com/clubhuis/clubhuis/core/audit"
	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/directory"
	"github.com/clubhuis/clubhuis/core/fold"
	"github.com/clubhuis/clubhuis/core/group"
	"github.com/clubhuis/clubhuis/core/media"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/record"
	"github.com/clubhuis/clubhuis/core/sorting"
	"github.com/clubhuis/clubhuis/core/work"
	"github.com/clubhuis/clubhuis/ports"
)

// Service is the shares of one club. All its fields are needed.
type Service struct {
	Directory ports.Directory
	Users     ports.Users
	Atomic    ports.Atomic // of the same stores
	Now       func() time.Time
	Zone      *time.Location // the club's
}

// Entry is a user with whom a record is shared.
type Entry struct {
	User       account.UserID
	Name       string
	Photo      media.ID // of the linked person, 0 for none that the viewer may see
	Permission access.Permission
}

// List returns with whom a person (access.People) or a team (access.Groups) is shared, by name, to who may share it. A record
// that the viewer may not read is hidden, none is absent, and to anybody else it is person.ErrOthersToShare.
func (s *Service) List(ctx context.Context, viewer access.Viewer, kind access.Kind, id int64) ([]Entry, error) {
	view := s.Directory.View()
	if _, err := s.permit(view, viewer, kind, id); err != nil {
		return nil, err
	}
	shared := view.SharedWith(kind, id)
	if len(shared) == 0 {
		return nil, nil
	}
	users, err := s.Users.List(ctx, nil, 0)
	if err != nil {
		return nil, err
	}
	reader := viewer.Reader(civil.On(s.Now(), s.Zone))
	list := make([]Entry, 0, len(shared))
	for _, with := range shared {
		at := slices.IndexFunc(users, func(u account.Listed) bool { return u.ID == with.User })
		if at >= 0 { // who is gone has no share any more
			list = append(list, Entry{with.User, users[at].DisplayName, view.PhotoOf(users[at].Person, reader), with.Permission})
		}
	}
	sorting.By(list, func(a, b Entry) int {
		return cmp.Or(strings.Compare(fold.Key(a.Name), fold.Key(b.Name)), cmp.Compare(a.User, b.User))
	})
	return list, nil
}

// Share shares a record with a user, or changes what the share allows: changed is true then. Nobody shares with themselves, or
// with who made the record: ErrShare. An unknown user is ErrUser.
func (s *Service) Share(
	ctx context.Context, viewer access.Viewer, kind access.Kind, id int64, user account.UserID, permission access.Permission,
) (with account.User, changed bool, err error) {
	err = s.Atomic.Do(ctx, func(stores ports.Stores) error {
		view := stores.Directory.View()
		author, err := s.permit(view, viewer, kind, id)
		if err != nil {
			return err
		}
		if with, err = stores.Users.ByID(ctx, user); err != nil {
			return unknown(err)
		}
		if user == viewer.User || user == author {
			return ErrShare
		}
		before := permissionOf(view, kind, id, user)
		if changed = before != ""; before == permission {
			return nil
		}
		if err := stores.Shares.Set(ctx, kind, id, user, permission); err != nil {
			return unknown(err)
		}
		values := audit.Values{"user": user, "permission": audit.Word(permission)}
		if changed {
			values["was"] = audit.Word(before)
		}
		return stores.Audit.Append(ctx, s.entry(audit.ShareGiven, viewer, view, kind, id).With(values))
	})
	return with, changed, err
}

// Revoke takes the share of a user away, if there is one.
func (s *Service) Revoke(
	ctx context.Context, viewer access.Viewer, kind access.Kind, id int64, user account.UserID,
) error {
	return s.Atomic.Do(ctx, func(stores ports.Stores) error {
		view := stores.Directory.View()
		if _, err := s.permit(view, viewer, kind, id); err != nil {
			return err
		}
		before := permissionOf(view, kind, id, user)
		if before == "" {
			return nil
		}
		if err := stores.Shares.Set(ctx, kind, id, user, ""); err != nil {
			return err
		}
		return stores.Audit.Append(ctx, s.entry(audit.ShareTaken, viewer, view, kind, id).
			With(audit.Values{"user": user, "permission": audit.Word(before)}))
	})
}

// permissionOf is what the share of a user allows, "" for none.
func permissionOf(view *directory.View, kind access.Kind, id int64, user account.UserID) access.Permission {
	for _, with := range view.SharedWith(kind, id) {
		if with.User == user {
			return with.Permission
		}
	}
	return ""
}

// entry is what the log tells about a record.
func (s *Service) entry(what audit.Kind, viewer access.Viewer, view *directory.View, kind access.Kind, id int64) audit.Entry {
	about := audit.PersonNumbered(id)
	if kind == access.Groups {
		found, _ := view.Group(id, record.View{})
		about = audit.Object{Noun: audit.Group, ID: id, Name: found.Title}
	}
	return audit.New(what, audit.By(viewer), s.Now(), about)
}

// permit returns who made a record that the viewer may share.
func (s *Service) permit(view *directory.View, viewer access.Viewer, kind access.Kind, id int64) (author int64, err error) {
	if err := viewer.RequireInteractive(); err != nil {
		return 0, err
	}
	author, hidden, err := look(view, kind, id)
	if err != nil {
		return 0, err
	}
	today := civil.On(s.Now(), s.Zone)
	switch {
	case !view.Permits(viewer.May(access.Read, kind, today), id):
		return 0, hidden
	case !view.Permits(viewer.May(access.Share, kind, today), id):
		return 0, person.ErrOthersToShare
	}
	return author, nil
}

// look returns who made a record, and what is said to who may not see it. A committee has no shares.
func look(view *directory.View, kind access.Kind, id int64) (author int64, hidden, err error) {
	if kind == access.People {
		found, err := view.Person(id, record.View{})
		return found.Author, person.ErrHidden, err
	}
	found, err := view.Group(id, record.View{})
	if err == nil && found.Kind != work.Team {
		err = group.ErrAbsent
	}
	return found.Author, group.ErrHidden, err
}
