package porttest

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/clubhuis/clubhuis/core/account"
	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/sync/operator"
)

// Operators is the contract of ports.Operators.
func Operators(t *testing.T, open OpenSync) {
	ctx := context.Background()
	jan := operator.User{Username: "Jan.Boer", DisplayName: "Jan Boer", Hash: "hash", Added: civil.Instant(at),
		SignedIn: civil.Instant(at).Add(time.Hour)}

	t.Run("operators come back as they went in, found without regard to case", func(t *testing.T) {
		operators, jan := open(t).Operators, jan
		jan.ID = must(operators.Add(ctx, jan))(t)
		els := operator.User{Username: "els"}
		els.ID = must(operators.Add(ctx, operator.User{ID: 99, Username: "els"}))(t)
		deepEqual(t, "by name", must(operators.ByName(ctx, " JAN.boer"))(t), jan)
		deepEqual(t, "listed", must(operators.List(ctx))(t), []operator.User{els, jan})
		_, err := operators.ByName(ctx, "jan")
		isFault(t, "nobody", err, operator.ErrAbsent)
		_, err = operators.Add(ctx, operator.User{Username: "jan.BOER"})
		isFault(t, "taken", err, operator.ErrTaken)
		ok(t, operators.Remove(ctx, jan.ID))
		isFault(t, "removed twice", operators.Remove(ctx, jan.ID), operator.ErrAbsent)
		isFault(t, "of nobody", operators.SetPassword(ctx, jan.ID, "x"), operator.ErrAbsent)
		if again := must(operators.Add(ctx, jan))(t); again <= els.ID {
			t.Errorf("the number %d is given again", again)
		}
	})

	t.Run("a session lasts until it is ended, or the password changes, or the operator goes", func(t *testing.T) {
		operators := open(t).Operators
		id, other := must(operators.Add(ctx, jan))(t), must(operators.Add(ctx, operator.User{Username: "els", Hash: "hers"}))(t)
		begin := func(digest account.Digest, user operator.ID, hash account.Hash, began time.Time) error {
			return operators.Begin(ctx, operator.Session{Digest: digest, User: user, Began: began}, hash, at)
		}
		gone := func(what string, digest account.Digest) {
			t.Helper()
			_, _, err := operators.Session(ctx, digest)
			isFault(t, what, err, fault.ErrNotFound)
		}
		exact := at.Add(789 * time.Nanosecond)
		ok(t, begin("a", id, "hash", exact))
		session, user, err := operators.Session(ctx, "a")
		ok(t, err)
		sameTime(t, "began", session.Began, at)
		sameTime(t, "signed in", user.SignedIn, at)
		if session.Digest != "a" || session.User != id || user.ID != id || user.Hash != "hash" || user.Username != jan.Username {
			t.Errorf("got %+v, %+v", session, user)
		}
		isFault(t, "the password was changed", begin("b", id, "older", at), operator.ErrAbsent)
		isFault(t, "nobody", begin("b", 99, "hash", at), operator.ErrAbsent)
		gone("one that was refused", "b")
		ok(t, begin("b", id, "hash", at))
		ok(t, begin("els", other, "hers", at))
		ok(t, operators.End(ctx, "b"))
		ok(t, operators.End(ctx, "b"))
		gone("an ended one", "b")
		ok(t, operators.SetPassword(ctx, id, "new"))
		gone("one from before the new password", "a")
		equal(t, "hash", must(operators.ByName(ctx, "jan.boer"))(t).Hash, "new")
		ok(t, begin("c", id, "new", at))
		ok(t, operators.Remove(ctx, id))
		gone("that of somebody who went", "c")
		_, _, err = operators.Session(ctx, "els")
		ok(t, err)
		ok(t, operators.Begin(ctx, operator.Session{Digest: "d", User: other, Began: at.Add(time.Hour)}, "hers", at.Add(time.Minute)))
		gone("an old one, once somebody signs in", "els")
	})

	t.Run("of many who take a name one gets it", func(t *testing.T) {
		operators := open(t).Operators
		var all sync.WaitGroup
		var added atomic.Int32
		for i := range 8 {
			all.Go(func() {
				_, err := operators.Add(ctx, operator.User{Username: "jan", DisplayName: fmt.Sprint(i)})
				if err == nil {
					added.Add(1)
				} else if !errors.Is(err, operator.ErrTaken) {
					t.Error(err)
				}
			})
		}
		all.Wait()
		equal(t, "added", added.Load(), 1)
	})

	t.Run("a cancelled context stops", func(t *testing.T) {
		operators := open(t).Operators
		id := must(operators.Add(ctx, jan))(t)
		_, add := operators.Add(cancelled(), operator.User{Username: "x"})
		_, byName := operators.ByName(cancelled(), "jan.boer")
		_, list := operators.List(cancelled())
		_, _, session := operators.Session(cancelled(), "x")
		for what, err := range map[string]error{
			"Add": add, "ByName": byName, "List": list, "Session": session, "End": operators.End(cancelled(), "x"),
			"SetPassword": operators.SetPassword(cancelled(), id, "x"), "Remove": operators.Remove(cancelled(), id),
			"Begin": operators.Begin(cancelled(), operator.Session{Digest: "x", User: id}, "hash", at),
		} {
			if !errors.Is(err, context.Canceled) {
				t.Errorf("%s: got %v", what, err)
			}
		}
		equal(t, "hash", must(operators.ByName(ctx, "jan.boer"))(t).Hash, "hash")
	})
}
