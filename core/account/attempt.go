package account

import (
	"net/netip"
	"time"
)

// The limits on wrong sign-ins: so many for one account or from one address within the window.
const (
	AttemptWindow      = 15 * time.Minute
	AttemptsPerAccount = 10
	AttemptsPerAddress = 50
)

// Attempt is one wrong sign-in: the time, and whom it counts against.
type Attempt struct {
	Account string // the login key that was typed, or the user's name where the user exists
	Address string
	At      time.Time
}

// Tally is what a store counts of the wrong sign-ins within the window.
type Tally struct {
	Account, Address             int
	OldestAccount, OldestAddress time.Time // the first within the window
}

// Wait is how long the next try has to wait at this time, 0 when it is welcome.
func (t Tally) Wait(at time.Time) time.Duration {
	wait := time.Duration(0)
	if t.Account >= AttemptsPerAccount {
		wait = t.OldestAccount.Add(AttemptWindow).Sub(at)
	}
	if t.Address >= AttemptsPerAddress {
		wait = max(wait, t.OldestAddress.Add(AttemptWindow).Sub(at))
	}
	return wait
}

// AttemptAddress is what a wrong sign-in from this IP address counts against: the address itself, or the /64 network of an
// IPv6 address, for that is what one client has.
func AttemptAddress(address string) string {
	parsed, err := netip.ParseAddr(address)
	if err != nil || !parsed.Is6() || parsed.Is4In6() {
		return address
	}
	network, err := parsed.WithZone("").Prefix(64)
	if err != nil {
		return address
	}
	return network.String()
}
