package httpapi

import (
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"testing"

	"github.com/clubhuis/clubhuis/adapters/httpapi/session"
)

// FuzzForwarded lets clients claim to come from anywhere: what stands in front of what a trusted proxy wrote changes nothing, and
// who is no trusted proxy speaks for nobody.
func FuzzForwarded(f *testing.F) {
	for _, seed := range []string{
		"", "203.0.113.7", "10.0.0.1", "10.0.0.1, 10.0.0.2", "[2001:db8::1]:443", "::ffff:10.0.0.1", "fe80::1%eth0", "unknown", ",,",
		"for=10.0.0.1", "203.0.113.7:80, 10.0.0.9:1", "\x00", " 10.0.0.1\t,\r\n203.0.113.9", "10.0.0.1:x", "010.0.0.1",
	} {
		f.Add(seed, "198.51.100.4")
		f.Add("203.0.113.9", seed)
	}
	trusted := []netip.Prefix{netip.MustParsePrefix("10.0.0.0/8"), netip.MustParsePrefix("fd00::/8")}
	s := Server{TrustedProxies: trusted, Log: slog.New(slog.DiscardHandler)}
	const proxy, second = "10.0.0.1", "fd00::2"
	f.Fuzz(func(t *testing.T, claimed, wrote string) {
		nearest := s.lastHop(netip.MustParseAddr(proxy), []string{wrote})
		if !s.trusts(nearest) { // the client: what it sent stands before it
			for _, header := range [][]string{{claimed, wrote}, {claimed + "," + wrote}, {claimed, wrote + ", " + second}} {
				if found := s.lastHop(netip.MustParseAddr(proxy), header); found != nearest {
					t.Fatalf("%q: %v instead of %v", header, found, nearest)
				}
			}
		}
		origin := originOf(s, "203.0.113.5:1234", claimed, wrote)
		if origin.Address != "203.0.113.5" || origin.HTTPS {
			t.Fatalf("a stranger passes for %+v", origin)
		}
		origin = originOf(s, proxy+":443", claimed, "198.51.100.4", second)
		if origin.Address != "198.51.100.4" || !origin.HTTPS {
			t.Fatalf("the client of a proxy passes for %+v", origin)
		}
		if origin = originOf(s, proxy+":443", wrote); origin.Address != unknownAddress {
			if address, err := netip.ParseAddr(origin.Address); err != nil || address.Zone() != "" || address.String() != origin.Address {
				t.Fatalf("%q is no address: %v", origin.Address, err)
			}
		}
	})
}

// originOf returns where a request passes for to come from.
func originOf(s Server, remote string, forwarded ...string) (found session.Origin) {
	r := httptest.NewRequest(http.MethodGet, "/", nil)
	r.RemoteAddr = remote
	r.Header["X-Forwarded-For"] = forwarded
	r.Header.Set("X-Forwarded-Proto", "https")
	s.findOrigin(false, http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		found = session.OriginOf(r.Context())
	})).ServeHTTP(httptest.NewRecorder(), r)
	return found
}
