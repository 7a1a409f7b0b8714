package syncapi

import (
	"net/netip"
	"slices"
	"sync"
	"time"
)

// limiter lets mostRequests through within any window. Those that it refuses do not count.
type limiter struct {
	mu    sync.Mutex
	taken []time.Time
}

func (l *limiter) take(now time.Time) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.taken = slices.DeleteFunc(l.taken, func(at time.Time) bool { return now.Sub(at) >= window })
	if len(l.taken) >= mostRequests {
		return false
	}
	l.taken = append(l.taken, now)
	return true
}

// giveBack takes back one that was counted at the moment.
func (l *limiter) giveBack(at time.Time) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if i := slices.IndexFunc(l.taken, at.Equal); i >= 0 {
		l.taken = slices.Delete(l.taken, i, i+1)
	}
}

// The limits of wrong keys.
const (
	mostWrong     = 10   // of an address in a window
	mostAddresses = 1000 // that are counted apart; all others count as one
)

// wrongKeys counts wrong keys by address. A right key is never refused because of wrong ones.
type wrongKeys struct {
	mu    sync.Mutex
	tries map[netip.Prefix][]time.Time
}

// take counts a wrong key from a remote address, and reports whether it is one of the first in the window. Later ones do not
// count.
func (k *wrongKeys) take(remote string, now time.Time) bool {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.tries == nil {
		k.tries = map[netip.Prefix][]time.Time{}
	}
	from := network(remote)
	if _, known := k.tries[from]; !known && len(k.tries) >= mostAddresses {
		for other, at := range k.tries {
			if now.Sub(at[len(at)-1]) >= window {
				delete(k.tries, other)
			}
		}
		if len(k.tries) >= mostAddresses {
			from = netip.Prefix{}
		}
	}
	recent := slices.DeleteFunc(k.tries[from], func(at time.Time) bool { return now.Sub(at) >= window })
	first := len(recent) < mostWrong
	if first {
		recent = append(recent, now)
	}
	k.tries[from] = recent
	return first
}

// network returns what counts as one address: with IPv6, a household or a machine has many.
func network(remote string) netip.Prefix {
	from, err := netip.ParseAddrPort(remote)
	if err != nil {
		return netip.Prefix{}
	}
	address, bits := from.Addr().Unmap().WithZone(""), 32
	if address.Is6() {
		bits = 64
	}
	prefix, err := address.Prefix(bits)
	if err != nil {
		return netip.Prefix{}
	}
	return prefix
}
