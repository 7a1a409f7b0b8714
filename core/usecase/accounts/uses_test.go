package accounts_test

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"github.com/clubhuis/clubhuis/core/account"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/usecase/accounts"
	"github.com/clubhuis/clubhuis/ports"
)

// stuck are sessions and passwords whose last use is not stored until release is closed, and then fails if it is told so.
type stuck struct {
	ports.Sessions
	release chan struct{}
	err     error
	calls   chan time.Time
}

func (s stuck) Touch(ctx context.Context, digest account.Digest, at time.Time, address string) error {
	select {
	case <-s.release:
	case <-ctx.Done():
		return ctx.Err()
	}
	s.calls <- at
	if s.err != nil {
		return s.err
	}
	return s.Sessions.Touch(ctx, digest, at, address)
}

type stuckPasswords struct {
	ports.ApplicationPasswords
	stuck
}

func (s stuckPasswords) Touch(ctx context.Context, digest account.Digest, at time.Time, address string) error {
	return s.stuck.Touch(ctx, digest, at, address)
}

func TestTheLastUseIsKeptBesideTheRequest(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := openHere(t)
		token := c.session("anna")
		_, spelled, err := c.CreateApplicationPassword(
			ctx,
			c.anna.Viewer(nil),
			account.DigestOf(token),
			c.anna.ID,
			accounts.PasswordWish{Name: "x"},
		)
		if err != nil {
			t.Fatal(err)
		}
		s := stuck{Sessions: c.Sessions, release: make(chan struct{}), calls: make(chan time.Time, 100)}
		c.Sessions, c.Passwords = s, stuckPasswords{c.Passwords, s}
		began := time.Now() // the clock of the bubble: it stands still as long as nobody waits
		for range 5 {
			c.pass(time.Minute)
			if in, err := c.Service.Resume(ctx, token, home); err != nil || !in.Session.LastSeen.Equal(c.at) {
				t.Fatalf("a request while nothing can be stored: %+v, %v", in, err)
			}
			_, err := c.Service.Program(ctx, "anna", spelled, home)
			wants(t, "a program", err, nil)
		}
		if waited := time.Since(began); waited != 0 {
			t.Errorf("the requests waited %v", waited)
		}
		close(s.release)
		if err := c.Close(ctx); err != nil {
			t.Fatal(err)
		}
		if calls := len(s.calls); calls < 2 || calls > 4 {
			t.Errorf("%d uses were stored: of each session and password the one at work and the latest", calls)
		}
		if list, err := c.OwnSessions(ctx, c.anna.Viewer(nil)); err != nil || !list[0].LastSeen.Equal(c.at) {
			t.Errorf("closed with %v, %v", list, err)
		}
		c.pass(time.Hour)
		if _, err := c.Service.Resume(ctx, token, home); err != nil {
			t.Errorf("after closing: %v", err)
		}
		wants(t, "closing twice", c.Close(ctx), nil)
	})
}

func TestAUseThatIsNotStoredFailsNoRequest(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := openHere(t)
		token := c.session("anna")
		s := stuck{Sessions: c.Sessions, release: make(chan struct{}), calls: make(chan time.Time, 100), err: fault.ErrInternal}
		c.Sessions = s
		c.pass(time.Minute)
		if _, err := c.Service.Resume(ctx, token, home); err != nil {
			t.Error(err)
		}
		impatient, cancel := context.WithTimeout(ctx, time.Second)
		defer cancel()
		if err := c.Close(impatient); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("closing while nothing can be stored: %v", err)
		}
		if err := c.Close(ctx); err != nil { // the store is given up after a while
			t.Error(err)
		}
		if len(s.calls) != 0 {
			t.Error("a use was stored")
		}
	})
}
