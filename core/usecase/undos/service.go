// Package undos owns who takes a change back: the user who made it, once, within undo.Window.
//
// How a change is taken back belongs to the use case that made it.
package undos

import (
	"context"
	"errors"
	"time"

	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/account"
	"github.com/clubhuis/clubhuis/core/audit"
	"github.com/clubhuis/clubhuis/core/undo"
	"github.com/clubhuis/clubhuis/ports"
)

// TakeBack takes an act back within a step. When it returns undo.ErrBehind, the step begins again with a newer view.
type TakeBack func(ctx context.Context, stores ports.Stores, viewer access.Viewer, act undo.Act) (undo.Outcome, error)

// Service takes changes of one club back.
type Service struct {
	Directory ports.Directory
	Undos     ports.Undos
	Atomic    ports.Atomic // of the same stores
	Now       func() time.Time

	People TakeBack // of changes of many, and of removals
	Group  TakeBack
	Label  TakeBack
}

// Undo takes the change of a token back. A token that is unknown, used, too old, or another user's, is undo.ErrAbsent. A failure
// leaves it as it was.
func (s *Service) Undo(ctx context.Context, viewer access.Viewer, token string) (outcome undo.Outcome, err error) {
	if err := viewer.RequireSignedIn(); err != nil {
		return outcome, err
	}
	for {
		err := s.Atomic.Do(ctx, func(stores ports.Stores) error {
			taken, err := stores.Undos.Take(ctx, account.DigestOf(token), viewer.User, s.Now().Add(-undo.Window))
			if err != nil {
				return err
			}
			if outcome, err = s.of(taken.Act)(ctx, stores, viewer, taken.Act); err != nil {
				return err
			}
			return stores.Audit.Append(ctx, audit.New(audit.ChangeTakenBack, audit.By(viewer), s.Now(), about(taken.Act)).
				With(audit.Values{"undone": outcome.Undone, "left_out": len(outcome.LeftOut)}))
		})
		if !errors.Is(err, undo.ErrBehind) {
			return outcome, err
		}
		if err := s.Directory.Refresh(ctx); err != nil {
			return outcome, err
		}
	}
}

func (s *Service) of(act undo.Act) TakeBack {
	switch {
	case act.Group != nil:
		return s.Group
	case act.Label != nil:
		return s.Label
	}
	return s.People
}

// Purge forgets the changes that can't be taken back any more. It is daily work: no viewer asks for it.
func (s *Service) Purge(ctx context.Context) (int, error) {
	return s.Undos.Purge(ctx, s.Now().Add(-undo.Window))
}

// about is what an act was about, without a number for several people.
func about(act undo.Act) audit.Object {
	switch {
	case act.Group != nil:
		return audit.Object{Noun: audit.Group, ID: act.Group.ID}
	case act.Label != nil:
		return audit.Object{Noun: audit.Label, ID: act.Label.ID, Name: act.Label.Name}
	case act.Removed != nil:
		return audit.PersonNumbered(act.Removed.ID)
	case len(act.People) == 1:
		return audit.PersonNumbered(act.People[0].ID)
	}
	return audit.Object{Noun: audit.Person}
}
