package accounts

import (
	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/account"
	"github.com/clubhuis/clubhuis/core/audit"
)

// entry is an entry of the log about a user.
func (s *Service) entry(kind audit.Kind, by audit.Actor, about *account.User) audit.Entry {
	return audit.New(kind, by, s.Now(), audit.Object{Noun: audit.User, ID: about.ID, Name: about.DisplayName})
}

// itself is the user as who did something, by a way that takes no session yet.
func itself(user *account.User, from Origin) audit.Actor {
	actor := audit.Visitor(from.Address)
	actor.User, actor.Name = user.ID, user.DisplayName
	return actor
}

// own is an entry about the viewer's own account.
func (s *Service) own(kind audit.Kind, viewer access.Viewer) audit.Entry {
	return s.entry(kind, audit.By(viewer), &account.User{ID: viewer.User, DisplayName: viewer.Name})
}

// told is what the log tells of it.
func (l Left) told() audit.Values { return audit.Values{"sessions": l.Ended, "programs": l.Revoked} }
