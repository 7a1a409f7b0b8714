package account_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/clubhuis/clubhuis/core/account"
)

func TestSoftDelayGrowsAndIsBounded(t *testing.T) {
	t.Parallel()
	for wrong, want := range map[int]time.Duration{
		0: 0, 9: 0, 10: time.Second, 19: time.Second, 20: 2 * time.Second, 30: 4 * time.Second, 40: 8 * time.Second,
		50: 16 * time.Second,
		59: 16 * time.Second, 60: 30 * time.Second, 1_000_000: 30 * time.Second,
	} {
		if got := account.SoftDelay(wrong); got != want {
			t.Errorf("%d wrong tries: %v, want %v", wrong, got, want)
		}
	}
	for wrong := range 2 * account.DelayedAtMost {
		if account.SoftDelay(wrong) > account.SoftDelay(wrong+1) || account.SoftDelay(wrong+1) > account.MostDelay {
			t.Errorf("after %d wrong tries the delay shrinks or is too long", wrong)
		}
	}
}

func TestAnAttemptCountsForItsNetworks(t *testing.T) {
	t.Parallel()
	for address, want := range map[string][3]string{
		"192.0.2.1":                {"192.0.2.1", "", ""},
		"::ffff:192.0.2.1":         {"::ffff:192.0.2.1", "", ""},
		"2001:db8:1:2ff:3::4":      {"2001:db8:1:2ff::/64", "2001:db8:1:200::/56", "2001:db8:1::/48"},
		"fe80::1%eth0":             {"fe80::/64", "fe80::/56", "fe80::/48"},
		"2001:db8:ffff:ffff::ffff": {"2001:db8:ffff:ffff::/64", "2001:db8:ffff:ff00::/56", "2001:db8:ffff::/48"},
		"":                         {"", "", ""},
		"unknown":                  {"unknown", "", ""},
	} {
		a := account.StrangerAttempt("jan", address, now)
		if got := [3]string{a.Address, a.Subnet, a.Site}; got != want || a.Account != "jan" || a.Browser != "" || a.Early ||
			!a.At.Equal(now) {
			t.Errorf("%q: got %+v", address, a)
		}
	}
}

func TestJudge(t *testing.T) {
	t.Parallel()
	count := func(n int, ago time.Duration) account.Count { return account.Count{N: n, Oldest: now.Add(-ago)} }
	stranger, browser := account.Attempt{Account: "jan", Address: "a", At: now},
		account.Attempt{Account: "jan", Browser: "b", At: now}
	for _, c := range []struct {
		name  string
		try   account.Attempt
		tally account.Tally
		wait  time.Duration
		note  bool
	}{
		{"the first", stranger, account.Tally{}, 0, true},
		{"nine wrong ones", stranger, account.Tally{Account: 9, Here: count(9, time.Minute), Last: now}, 0, true},
		{"ten from here", stranger, account.Tally{Here: count(10, time.Minute)}, 14 * time.Minute, false},
		{"fifty from the address", stranger, account.Tally{Address: count(50, 0)}, 15 * time.Minute, false},
		{"49 of them", stranger, account.Tally{Address: count(49, 0), Subnet: count(52, 0), Site: count(55, 0)}, 0, true},
		{"53 from the subnet", stranger, account.Tally{Subnet: count(53, 5*time.Minute)}, 10 * time.Minute, false},
		{"56 from the site", stranger, account.Tally{Site: count(56, 14*time.Minute)}, time.Minute, false},
		{"the longest wait counts", stranger, account.Tally{Address: count(50, 10*time.Minute), Here: count(10, time.Minute)},
			14 * time.Minute, false},
		{"ten from elsewhere, none from here", stranger, account.Tally{Account: 10}, time.Second, true},
		{"sixty from elsewhere", stranger, account.Tally{Account: 60}, 30 * time.Second, true},
		{"another of the same moment, noted first", stranger, account.Tally{Account: 9, Last: now.Add(time.Microsecond)}, 0, true},
		{"its wait has begun", stranger, account.Tally{Account: 60, Last: now.Add(-10 * time.Second)}, 20 * time.Second, false},
		{"its wait is over", stranger, account.Tally{Account: 60, Last: now.Add(-30 * time.Second)}, 0, true},
		{"it grew meanwhile", stranger, account.Tally{Account: 6000, Last: now.Add(-time.Second)}, 29 * time.Second, false},
		{"a known browser", browser, account.Tally{Browser: count(9, 0)}, 0, true},
		{"ten from it", browser, account.Tally{Browser: count(10, time.Minute)}, 14 * time.Minute, false},
		{"nothing else holds it up", browser, account.Tally{Account: 9999, Address: count(99, 0), Here: count(99, 0),
			Site: count(99, 0)}, 0, true},
	} {
		if wait, note := c.tally.Judge(c.try); wait != c.wait || note != c.note {
			t.Errorf("%s: got %v, %v", c.name, wait, note)
		}
	}
}

// log is a store of tries as simple as can be.
type log []*account.Attempt

func (l *log) try(a account.Attempt) time.Duration {
	wait, note := account.CountFor(slices.Values(*l), a).Judge(a)
	if note {
		a.Early = wait > 0
		*l = append(*l, &a)
	}
	return wait
}

// anybody draws a wrong try of somebody else at some account, or of a known browser.
func anybody(r *rapid.T, at time.Time) account.Attempt {
	name := rapid.SampledFrom([]string{"anna", "anna", "anna", "piet"}).Draw(r, "account")
	n := rapid.IntRange(0, 400).Draw(r, "from")
	switch rapid.IntRange(0, 9).Draw(r, "kind") {
	case 0:
		return account.BrowserAttempt(name, account.Browser{ID: fmt.Sprint("other", n%3)}, at)
	case 1:
		return account.StrangerAttempt(name, fmt.Sprintf("2001:db8:%x:%x::1", 1+n%5, n), at)
	}
	return account.StrangerAttempt(name, fmt.Sprintf("198.51.%d.%d", n/200, n%200), at)
}

// The proof in the comment of attempt.go: whatever others do, the owner is let in from a known browser at once, and from a new
// one MostDelay after the first try.
func TestNobodyIsLockedOutByOthers(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(r *rapid.T) {
		var l log
		at, slowest := now, rapid.SampledFrom([]int{0, 1, 20, 60}).Draw(r, "slowest")
		others := func(until time.Time) {
			for range rapid.IntRange(0, 60).Draw(r, "tries") {
				at = at.Add(time.Duration(rapid.IntRange(0, slowest).Draw(r, "seconds")) * time.Second)
				if at.After(until) && !until.IsZero() {
					break
				}
				l.try(anybody(r, at))
			}
		}
		others(time.Time{})
		for range rapid.IntRange(0, 8).Draw(r, "many") {
			others(time.Time{})
		}
		if wait := l.try(account.BrowserAttempt("anna", account.Browser{ID: "annas"}, at)); wait != 0 {
			r.Fatalf("a known browser waits %v", wait)
		}
		home := rapid.SampledFrom([]string{"192.0.2.1", "2001:db8:99:1::1"}).Draw(r, "home")
		started := at
		wait := l.try(account.StrangerAttempt("anna", home, at))
		if wait > account.MostDelay {
			r.Fatalf("a new browser waits %v", wait)
		}
		others(started.Add(account.MostDelay))
		at = started.Add(account.MostDelay)
		if wait := l.try(account.StrangerAttempt("anna", home, at)); wait != 0 {
			r.Fatalf("after %v a new browser waits %v more", account.MostDelay, wait)
		}
	})
}

// However an attacker goes about it, no window holds more checked tries than the limits.
func TestNoWindowHoldsMoreThanTheLimits(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(r *rapid.T) {
		var l log
		at := now
		checked := map[string][]time.Time{}
		for range rapid.IntRange(0, 300).Draw(r, "tries") {
			at = at.Add(time.Duration(rapid.IntRange(0, 15).Draw(r, "seconds")) * time.Second)
			a := account.StrangerAttempt("anna", fmt.Sprintf("2001:db8:1:%x::1", rapid.IntRange(0, 3).Draw(r, "network")<<6), at)
			if l.try(a) > 0 {
				continue
			}
			for key, limit := range map[string]int{a.Address: account.AttemptsPerAccount, a.Site: account.AttemptsPerSite} {
				checked[key] = append(checked[key], at)
				if n := len(checked[key]); n > limit && at.Sub(checked[key][n-1-limit]) < account.AttemptWindow {
					r.Fatalf("%s: more than %d within the window", key, limit)
				}
			}
		}
	})
}

// An attacker who changes the network with every try runs into the limit of what is around them.
func TestANetworkOfManyNetworksIsOneClient(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, form string
		want       int
	}{
		{"/64s of a /56", "2001:db8:1:2%02x::1", account.AttemptsPerSubnet},
		{"/64s of a /48", "2001:db8:1:%02x00::1", account.AttemptsPerSite},
		{"sites", "2001:db8:%x::1", 59},
	} {
		var l log
		let := 0
		for i := range 59 {
			if l.try(account.StrangerAttempt(fmt.Sprint("account", i), fmt.Sprintf(c.form, i), now)) == 0 {
				let++
			}
		}
		if let != c.want {
			t.Errorf("%s: %d of 59 were checked, want %d", c.name, let, c.want)
		}
	}
}
