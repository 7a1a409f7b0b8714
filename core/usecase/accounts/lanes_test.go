package accounts_test

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/clubhuis/clubhuis/core/account"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/usecase/accounts"
)

// from returns an origin of its own for the n-th stranger.
func from(n int) accounts.Origin {
	return accounts.Origin{Address: fmt.Sprintf("198.51.%d.%d", n/250, n%250)}
}

// So many passwords are checked at once, so many wait, who gives up does not wait, and the others are told to come back.
func TestPasswordsAreCheckedInParallelAndFewWait(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := openHere(t)
		c.Checks = 3
		c.hasher.hold = make(chan struct{})
		var all sync.WaitGroup
		var busy, wrong atomic.Int64
		impatient, cancel := context.WithCancel(ctx)
		all.Go(func() {
			_, _, err := c.SignIn(impatient, credentials("beheer", password), from(999))
			if !errors.Is(err, context.Canceled) || fault.KindOf(err) != fault.Internal {
				t.Errorf("who gave up: %v", err)
			}
		})
		for n := range accounts.MostWaiting + 6 {
			if n == 3 {
				synctest.Wait() // until three are checked
				all.Go(func() {
					_, _, err := c.SignIn(impatient, credentials("beheer", password), from(998))
					if !errors.Is(err, context.Canceled) {
						t.Errorf("who gave up waiting: %v", err)
					}
				})
				synctest.Wait()
			}
			all.Go(func() {
				switch _, _, err := c.SignIn(ctx, credentials(fmt.Sprint("nobody", n), "fout"), from(n)); {
				case errors.Is(err, account.ErrSignIn):
					wrong.Add(1)
				case errors.Is(err, account.ErrBusy) && fault.As(err).RetryAfter > 0 && fault.KindOf(err) == fault.Unavailable:
					busy.Add(1)
				default:
					t.Error(err)
				}
			})
		}
		synctest.Wait()
		if checks := c.hasher.checks.Load(); checks != 3 {
			t.Errorf("%d passwords are checked at once", checks)
		}
		if n := busy.Load(); n == 0 || n > 5 {
			t.Errorf("%d were told that it is busy", n)
		}
		cancel()
		close(c.hasher.hold)
		all.Wait()
		if wrong.Load()+busy.Load() != accounts.MostWaiting+6 {
			t.Errorf("%d wrong, %d busy", wrong.Load(), busy.Load())
		}
	})
}

// Who was told that it is busy, or gave up, was not checked: it counts as no wrong try.
func TestWhatWasNotCheckedDoesNotCount(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := openHere(t)
		c.hasher.hold = make(chan struct{})
		var all sync.WaitGroup
		for n := range accounts.MostWaiting + 1 {
			all.Go(func() {
				_, _, _ = c.SignIn(ctx, credentials(fmt.Sprint("nobody", n), "fout"), from(n))
			})
		}
		synctest.Wait()
		for range 2 * account.AttemptsPerAccount {
			wants(t, "no place", c.signIn("anna", "fout"), account.ErrBusy)
		}
		close(c.hasher.hold)
		all.Wait()
		for range account.AttemptsPerAccount - 1 {
			wants(t, "a wrong try", c.signIn("anna", "fout"), account.ErrSignIn)
		}
		wants(t, "the owner", c.signIn("anna", password), nil)
	})
}

// Strangers can fill every place but that of the known browsers.
func TestAKnownBrowserDoesNotQueueBehindStrangers(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := openHere(t)
		in, _, err := c.SignIn(ctx, credentials("anna", password), home)
		wants(t, "signing in", err, nil)
		c.hasher.hold = make(chan struct{})
		c.hasher.held = 1
		var all sync.WaitGroup
		for n := range accounts.MostWaiting + 1 {
			all.Go(func() {
				_, _, _ = c.SignIn(ctx, credentials(fmt.Sprint("nobody", n), "fout"), from(n))
			})
		}
		synctest.Wait()
		wants(t, "a stranger", c.signIn("anna", password), account.ErrBusy)
		known := home
		known.Browser = in.Browser
		started := time.Now()
		_, _, err = c.SignIn(ctx, credentials("anna", password), known)
		wants(t, "a known browser", err, nil)
		if waited := time.Since(started); waited > 0 {
			t.Errorf("waited %v", waited)
		}
		close(c.hasher.hold)
		all.Wait()
	})
}

// One account whose browsers are known cannot keep the known browsers of others out, however many sign-ins it starts.
func TestOneAccountDoesNotFillTheLaneOfKnownBrowsers(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := openHere(t)
		known := func(login string) accounts.Origin {
			t.Helper()
			in, _, err := c.SignIn(ctx, credentials(login, password), home)
			wants(t, "signing in", err, nil)
			origin := home
			origin.Browser = in.Browser
			return origin
		}
		owner := known("anna")
		var browsers []accounts.Origin
		for range 2 * accounts.MostWaiting / 9 {
			browsers = append(browsers, known("beheer"))
		}
		c.hasher.hold = make(chan struct{})
		var all sync.WaitGroup
		var busy atomic.Int64
		for _, origin := range browsers {
			for range 9 { // fewer than are counted hard
				all.Go(func() {
					if _, _, err := c.SignIn(ctx, credentials("beheer", password), origin); errors.Is(err, account.ErrBusy) {
						busy.Add(1)
					}
				})
			}
		}
		synctest.Wait()
		done := make(chan error)
		go func() {
			_, _, err := c.SignIn(ctx, credentials("anna", password), owner)
			done <- err
		}()
		synctest.Wait()
		select {
		case err := <-done:
			t.Errorf("the owner from a known browser: %v", err)
		default: // waits for a turn
		}
		close(c.hasher.hold)
		wants(t, "the owner from a known browser", <-done, nil)
		all.Wait()
		if busy.Load() == 0 {
			t.Error("all of one account's waited")
		}
	})
}
