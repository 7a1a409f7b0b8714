package undos_test

import (
	"context"
	"crypto/rand"
	"errors"
	"testing"
	"time"

	"github.com/clubhuis/clubhuis/adapters/inmem"
	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/term"
	"github.com/clubhuis/clubhuis/core/undo"
	"github.com/clubhuis/clubhuis/core/usecase/undos"
	"github.com/clubhuis/clubhuis/ports"
)

var (
	now  = time.Date(2026, 3, 29, 12, 0, 0, 0, time.UTC)
	anna = access.Viewer{User: 2}
)

// club takes labels back as the test says, and returns a token for it.
func club(t *testing.T, label undos.TakeBack) (*undos.Service, string) {
	t.Helper()
	store := inmem.Open()
	stores := store.Stores()
	kept, token, err := undo.New(rand.Read, anna.User, now, undo.Act{Label: &term.Term{ID: 7}})
	if err == nil {
		err = stores.Undos.Keep(t.Context(), kept)
	}
	if err != nil {
		t.Fatal(err)
	}
	return &undos.Service{
		Directory: stores.Directory, Undos: stores.Undos, Atomic: store, Now: func() time.Time { return now }, Label: label,
	}, token
}

func TestAFailedUndoCanBeTriedAgain(t *testing.T) {
	t.Parallel()
	broken := errors.New("broken")
	tries := 0
	s, token := club(t, func(ctx context.Context, stores ports.Stores, _ access.Viewer, act undo.Act) (undo.Outcome, error) {
		if tries++; tries == 1 {
			_, err := stores.Labels.Create(ctx, *act.Label)
			return undo.Outcome{}, errors.Join(broken, err)
		}
		return undo.Outcome{Undone: 1}, nil
	})
	if _, err := s.Undo(t.Context(), anna, token); !errors.Is(err, broken) {
		t.Errorf("got %v", err)
	}
	if left := s.Directory.View().Labels(); len(left) > 0 {
		t.Errorf("left: %v", left)
	}
	if outcome, err := s.Undo(t.Context(), anna, token); err != nil || outcome.Undone != 1 {
		t.Errorf("got %v, %v", outcome, err)
	}
	if _, err := s.Undo(t.Context(), anna, token); !errors.Is(err, undo.ErrAbsent) {
		t.Errorf("a third time: %v", err)
	}
}

func TestAnUndoBeginsAgainWithANewerView(t *testing.T) {
	t.Parallel()
	tries := 0
	s, token := club(t, func(context.Context, ports.Stores, access.Viewer, undo.Act) (undo.Outcome, error) {
		if tries++; tries < 3 {
			return undo.Outcome{}, undo.ErrBehind
		}
		return undo.Outcome{Undone: tries}, nil
	})
	if outcome, err := s.Undo(t.Context(), anna, token); err != nil || outcome.Undone != 3 {
		t.Errorf("got %v, %v", outcome, err)
	}
}

func TestNobodyTakesBack(t *testing.T) {
	t.Parallel()
	s, token := club(t, nil)
	if _, err := s.Undo(t.Context(), access.Viewer{}, token); !errors.Is(err, fault.ErrNotSignedIn) {
		t.Errorf("got %v", err)
	}
}
