package porttest

import (
	"errors"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/clubhuis/clubhuis/core/account"
)

const here, elsewhere = "192.0.2.1", "2001:db8:1:2::3"

var errWait = errors.New("it has to wait")

// tryIn makes a try and returns how long it has to wait.
func tryIn(t *testing.T, db Database, a account.Attempt) time.Duration {
	t.Helper()
	_, wait, err := db.Attempts.Add(t.Context(), a)
	ok(t, err)
	return wait
}

// Attempts is the contract of ports.Attempts.
func Attempts(t *testing.T, open Open) {
	suite{
		{"counts what account.CountFor counts, and notes what account.Tally.Judge says", countedAttempts},
		{"the window has an end, and counting for an account too", attemptsOutsideTheWindow},
		{"of many tries at once no more are let in than the limit", attemptsAtOnce},
		{"removed and purged ones do not count", removedAttempts},
	}.run(t, open)
}

func countedAttempts(t *testing.T, db Database) {
	ctx := t.Context()
	start := at.UTC()
	rapid.Check(t, func(r *rapid.T) {
		start = start.Add(24 * time.Hour) // what was noted before counts no more
		var noted []*account.Attempt
		now := start
		for range rapid.IntRange(1, 40).Draw(r, "tries") {
			now = now.Add(time.Duration(rapid.IntRange(0, 60).Draw(r, "seconds")) * time.Second)
			a := anyAttempt(r, now)
			want := account.CountFor(slices.Values(noted), a)
			if got := must(db.Attempts.Tally(ctx, a))(t); got != want {
				r.Fatalf("%+v: got %+v, want %+v", a, got, want)
			}
			wait, note := want.Judge(a)
			id, waited, err := db.Attempts.Add(ctx, a)
			if err != nil || waited != wait || (id != 0) != note {
				r.Fatalf("%+v: noted as %d, waits %v, %v", a, id, waited, err)
			}
			if note && rapid.IntRange(0, 3).Draw(r, "fate") == 0 {
				ok(t, db.Attempts.Remove(ctx, id))
				continue
			}
			if a.Early = wait > 0; note {
				noted = append(noted, &a)
			}
		}
	})
}

func attemptsOutsideTheWindow(t *testing.T, db Database) {
	for i := range 3 * account.DelayedAtMost { // from ever new addresses, slowly enough
		a := account.Attempt{Account: "jan", Address: string(rune('a' + i)), At: at.Add(time.Duration(i) * time.Second)}
		tryIn(t, db, a)
		a.At = a.At.Add(account.MostDelay)
		tryIn(t, db, a)
	}
	last := at.Add(3*account.DelayedAtMost*time.Second + account.MostDelay)
	tally := must(db.Attempts.Tally(t.Context(), account.Attempt{Account: "jan", Address: "x", At: last}))(t)
	if tally.Account < account.DelayedAtMost {
		t.Errorf("got %+v", tally)
	}
	later := account.Attempt{Account: "jan", Address: "a", At: last.Add(account.AttemptWindow)}
	tally = must(db.Attempts.Tally(t.Context(), later))(t)
	equal(t, "after the window", tally, account.Tally{})
}

func attemptsAtOnce(t *testing.T, db Database) {
	for _, one := range []struct {
		name  string
		limit int
		try   func(i int) account.Attempt
	}{
		{"at an account from an address", account.AttemptsPerAccount, func(int) account.Attempt {
			return account.StrangerAttempt("jan", here, at)
		}},
		{"from a site", account.AttemptsPerSite, func(i int) account.Attempt {
			return account.StrangerAttempt(string(rune('a'+i)), "2001:db8:1:"+string("0123456789abcdef"[i%16])+"00::", at)
		}},
		{"from a browser", account.AttemptsPerAccount, func(int) account.Attempt {
			return account.BrowserAttempt("jan", account.Browser{ID: "b"}, at)
		}},
	} {
		let := winners(t, 70, errWait, func(i int) error {
			_, wait, err := db.Attempts.Add(t.Context(), one.try(i))
			if err == nil && wait > 0 {
				err = errWait
			}
			return err
		})
		equal(t, one.name, let, one.limit)
	}
}

func removedAttempts(t *testing.T, db Database) {
	ctx := t.Context()
	a := account.StrangerAttempt("jan", elsewhere, at)
	id, _, err := db.Attempts.Add(ctx, a)
	ok(t, err)
	ok(t, db.Attempts.Remove(ctx, id))
	ok(t, db.Attempts.Remove(ctx, id))
	equal(t, "after removing", must(db.Attempts.Tally(ctx, a))(t), account.Tally{})
	tryIn(t, db, a)
	a.At = at.Add(time.Minute)
	tryIn(t, db, a)
	equal(t, "purged", must(db.Attempts.Purge(ctx, at.Add(time.Minute)))(t), 1)
	equal(t, "left", must(db.Attempts.Tally(ctx, a))(t).Site.N, 1)
}

// anyAttempt draws a try at one of two accounts, from a few addresses in a few networks or a known browser.
func anyAttempt(r *rapid.T, at time.Time) account.Attempt {
	name := rapid.SampledFrom([]string{"jan", "piet"}).Draw(r, "account")
	from := rapid.SampledFrom([]string{
		"192.0.2.1", "192.0.2.2", "2001:db8:1:201::1", "2001:db8:1:202::1", "2001:db8:1:301::1", "2001:db8:2::1", "", "odd",
		"browser", "another",
	}).Draw(r, "from")
	if from == "browser" || from == "another" {
		return account.BrowserAttempt(name, account.Browser{ID: from}, at)
	}
	return account.StrangerAttempt(name, from, at)
}
