package account_test

import (
	"testing"
	"time"

	"github.com/clubhuis/clubhuis/core/account"
)

func TestHowLongAPasswordCountsAsGiven(t *testing.T) {
	t.Parallel()
	signIn := time.Date(2026, 6, 15, 12, 0, 0, 0, time.UTC)
	again := signIn.Add(3 * time.Hour)
	for _, c := range []struct {
		name      string
		confirmed time.Time
		at        time.Time
		want      bool
	}{
		{"at the sign-in", time.Time{}, signIn, true},
		{"just within ten minutes of the sign-in", time.Time{}, signIn.Add(10*time.Minute - time.Microsecond), true},
		{"ten minutes after the sign-in", time.Time{}, signIn.Add(10 * time.Minute), false},
		{"before it was given again", again, again.Add(10*time.Minute - time.Microsecond), true},
		{"ten minutes after it was given again", again, again.Add(10 * time.Minute), false},
		{"given again soon after the sign-in", signIn.Add(5 * time.Minute), signIn.Add(12 * time.Minute), true},
	} {
		session := account.Session{Created: signIn, LastSeen: c.at, Confirmed: c.confirmed}
		if got := session.ConfirmedAt(c.at); got != c.want {
			t.Errorf("%s: got %v", c.name, got)
		}
	}
}
