package local_test

import (
	"net/http/httptest"
	"testing"

	"github.com/clubhuis/clubhuis/adapters/internal/local"
)

func TestWhatComesFromThisMachine(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, from, host, header string
		want                     bool
	}{
		{"by name", "127.0.0.1:5", "localhost:8080", "", true},
		{"by address", "127.0.0.1:5", "127.0.0.1:8080", "", true},
		{"over IPv6", "[::1]:5", "[::1]:8080", "", true},
		{"an IPv4 address as IPv6", "[::ffff:127.0.0.1]:5", "127.0.0.1", "", true},
		{"by the host that is listened on", "127.0.0.1:5", "club.lan:8080", "", true},
		{"from elsewhere", "192.168.1.5:5", "localhost:8080", "", false},
		{"from nowhere", "", "localhost:8080", "", false},
		{"a rebound name", "127.0.0.1:5", "evil.example:8080", "", false},
		{"no host", "127.0.0.1:5", "", "", false},
		{"a proxy that says so", "127.0.0.1:5", "localhost", "Via", false},
		{"one that says for whom", "127.0.0.1:5", "localhost", "X-Forwarded-For", false},
		{"one that says so otherwise", "127.0.0.1:5", "localhost", "Forwarded", false},
		{"one that says so otherwise again", "127.0.0.1:5", "localhost", "X-Real-IP", false},
		{"one that tells the host alone", "127.0.0.1:5", "localhost", "X-Forwarded-Host", false},
	} {
		r := httptest.NewRequest("GET", "/metrics", nil)
		r.RemoteAddr, r.Host = c.from, c.host
		if c.header != "" {
			r.Header.Set(c.header, "")
		}
		if got := local.IsLocal(r, "", "club.lan"); got != c.want {
			t.Errorf("%s: %v", c.name, got)
		}
	}
}
