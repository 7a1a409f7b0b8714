package account

import (
	"iter"
	"net/netip"
	"time"
)

// How often a wrong password may be typed. The limits bind whoever tries, and must not bind the owner of the account:
//
//   - Wrong tries count hard for (account, address), and for the address alone: at the limit the next one waits until the oldest
//     is AttemptWindow ago. An IPv6 client counts by its /64 network, and by the /56 and /48 around it, which a client may have
//     whole.
//   - They count softly for the account alone, from wherever they come: the more there are, the longer a stranger waits between
//     the first try at this account and the next, at most MostDelay.
//   - A browser that signed in to the account before, with the password and the app that it has, counts by itself: nothing else
//     holds up its passwords.
//   - Wrong codes of an app behind the right password count hard for the account, from wherever they come: those of strangers
//     together (CodeAttempt), and those of known browsers together (KnownCodeAttempt), so that strangers don't hold these up. A
//     passkey and a recovery code are good all the same.
//
// So nobody is locked out by tries from elsewhere. Proof: let somebody who is at no hard limit try at time t from address a, a
// stranger to account x, while others do what they like from other addresses. Tally.Judge looks at Last, the latest noted try of
// exactly (x, a), which others can't move, and lets the try in at Last + SoftDelay(n). A refused try is noted only when there is
// no Last, so it never moves one. Hence after the first try Last is at most t, and whatever n has become, SoftDelay(n) is at most
// MostDelay: a try at t + MostDelay, or later within the window, is let in. The hard limits of a's own networks are the only
// others that strangers can reach, from within those networks; and a password in a known browser is judged by the count of that
// browser alone.
const (
	AttemptWindow      = 15 * time.Minute
	AttemptsPerAccount = 10 // from one address, or from one known browser
	AttemptsPerAddress = 50
	AttemptsPerSubnet  = 53 // a /56
	AttemptsPerSite    = 56 // a /48

	MostDelay     = 30 * time.Second
	delayEvery    = 10             // so many wrong tries at an account double the delay
	DelayedAtMost = 6 * delayEvery // from so many on it is MostDelay: a store need not count further
)

// SoftDelay returns how long a stranger waits before the next try at an account with so many wrong ones within the window.
func SoftDelay(wrong int) time.Duration {
	switch {
	case wrong < delayEvery:
		return 0
	case wrong >= DelayedAtMost:
		return MostDelay
	}
	return time.Second << (wrong/delayEvery - 1)
}

// Attempt is one try to sign in: the time, and whom it counts against if it is wrong.
type Attempt struct {
	Account string // the login key that was typed, or the user's name where the user exists
	Address string // of a stranger: the address, or the /64 network of an IPv6 address
	Subnet  string // the /56 around that, "" for IPv4
	Site    string // the /48
	Browser string // a known browser's ID; it has none of the three above
	Early   bool   // it came too early and was not checked; it starts the wait
	At      time.Time
}

// StrangerAttempt returns a try at an account from this IP address.
func StrangerAttempt(account, address string, at time.Time) Attempt {
	a := Attempt{Account: account, Address: address, At: at}
	parsed, err := netip.ParseAddr(address)
	if err != nil || !parsed.Is6() || parsed.Is4In6() {
		return a
	}
	a.Address, a.Subnet, a.Site = network(parsed, 64), network(parsed, 56), network(parsed, 48)
	return a
}

func network(address netip.Addr, bits int) string {
	return netip.PrefixFrom(address.WithZone(""), bits).Masked().String()
}

// BrowserAttempt returns a try at an account from a browser that signed in to it before.
func BrowserAttempt(account string, browser Browser, at time.Time) Attempt {
	return Attempt{Account: account, Browser: browser.ID, At: at}
}

// OtherKey returns what tries at something else than signing in are counted by. No login that is typed has such a key: LoginKey
// leaves no blank in front. So nobody makes others wait for that by signing in under its name.
func OtherKey(what string) string { return " " + what }

// CodeAttempt returns a try at the second factor of an account by a stranger who had the password, from wherever: at the limit
// (AttemptsPerAccount) the next one waits. Six digits can be guessed from many addresses, and whoever does that knows the
// password.
func CodeAttempt(account string, at time.Time) Attempt {
	return everywhere(OtherKey("code of "+account), at)
}

// KnownCodeAttempt is CodeAttempt for the known browsers of an account, of which somebody may have several.
func KnownCodeAttempt(account string, at time.Time) Attempt {
	return everywhere(OtherKey("code in known browsers of "+account), at)
}

// everywhere returns a try that counts the same wherever it comes from.
func everywhere(key string, at time.Time) Attempt { return Attempt{Account: key, Address: key, At: at} }

// Count is how many there are within the window, and the oldest of them.
type Count struct {
	N      int
	Oldest time.Time
}

func (c *Count) add(at time.Time) {
	c.N++
	if c.Oldest.IsZero() || at.Before(c.Oldest) {
		c.Oldest = at
	}
}

// wait returns how long it takes until there are fewer than the limit.
func (c Count) wait(limit int, at time.Time) time.Duration {
	if c.N < limit {
		return 0
	}
	return c.Oldest.Add(AttemptWindow).Sub(at)
}

// Tally is what a store counts for one try, of those in the AttemptWindow before it.
type Tally struct {
	Account int       // wrong ones of strangers at this account; it may stop at DelayedAtMost
	Here    Count     // of these, those from this address
	Last    time.Time // the latest from this address at this account, early ones too; zero for none

	Address, Subnet, Site Count // those from there at any account, early ones too

	Browser Count // those of this browser at this account
}

// CountFor counts the noted tries for a new one: what each store does in its own way.
func CountFor(noted iter.Seq[*Attempt], a Attempt) (t Tally) {
	after := a.At.Add(-AttemptWindow)
	for n := range noted {
		if !n.At.After(after) {
			continue
		}
		if n.Browser != "" || a.Browser != "" {
			if n.Browser == a.Browser && n.Account == a.Account {
				t.Browser.add(n.At)
			}
			continue
		}
		here := n.Address == a.Address
		if n.Account == a.Account && !n.Early {
			t.Account++
			if here {
				t.Here.add(n.At)
			}
		}
		if n.Account == a.Account && here && n.At.After(t.Last) {
			t.Last = n.At
		}
		if here {
			t.Address.add(n.At)
		}
		if n.Subnet == a.Subnet && a.Subnet != "" {
			t.Subnet.add(n.At)
		}
		if n.Site == a.Site && a.Site != "" {
			t.Site.add(n.At)
		}
	}
	return t
}

// Judge says how long a try has to wait, 0 when its password may be checked, and whether it is noted: as a wrong one for as long
// as nobody knows better, or as an early one whose wait begins now.
func (t Tally) Judge(a Attempt) (wait time.Duration, note bool) {
	if a.Browser != "" {
		wait = t.Browser.wait(AttemptsPerAccount, a.At)
		return wait, wait == 0
	}
	wait = max(t.Here.wait(AttemptsPerAccount, a.At), t.Address.wait(AttemptsPerAddress, a.At),
		t.Subnet.wait(AttemptsPerSubnet, a.At), t.Site.wait(AttemptsPerSite, a.At))
	if wait > 0 {
		return wait, false
	}
	delay := SoftDelay(t.Account)
	if delay == 0 || t.Last.IsZero() { // of two tries at once, Last may be the later one
		return delay, true
	}
	wait = max(0, t.Last.Add(delay).Sub(a.At))
	return wait, wait == 0
}
