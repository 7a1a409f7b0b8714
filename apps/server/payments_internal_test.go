package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/clubhuis/clubhuis/apps/internal/settings"
)

func TestTheProviderOfPaymentsIsRead(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	file := func(name, text string) string {
		path := filepath.Join(folder, name)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	for _, c := range []struct {
		name, address, file string
		wantAddress, key    string
		wrong               string // the setting that is, "" for none
	}{
		{name: "nothing given"},
		{name: "an address", address: "http://127.0.0.1:4010/", wantAddress: "http://127.0.0.1:4010"},
		{name: "a key", file: file("key", "test_abc\n"), key: "test_abc"},
		{
			name: "both", address: "https://pay.example/v2", file: file("both", "live_abc"),
			wantAddress: "https://pay.example/v2", key: "live_abc",
		},
		{name: "no address", address: "pay.example", wrong: "payments"},
		{name: "an address with a password", address: "https://a:b@pay.example", wrong: "payments"},
		{name: "an empty file", file: file("empty", "\n"), wrong: "payments-key-file"},
		{name: "no file", file: filepath.Join(folder, "absent"), wrong: "payments-key-file"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			var config serveConfig
			config.Payments = settings.Address(c.address)
			if c.file != "" {
				if err := config.PaymentsKeyFile.UnmarshalText([]byte(c.file)); err != nil {
					t.Fatal(err)
				}
			}
			var problems settings.Problems
			config.parsePayments(&problems)
			err := problems.Err()
			if c.wrong != "" {
				if err == nil || !strings.Contains(err.Error(), "--"+c.wrong+" ") && !strings.Contains(err.Error(), "--"+c.wrong+":") {
					t.Errorf("got %v, want something about --%s", err, c.wrong)
				}
				return
			}
			if err != nil || string(config.Payments) != c.wantAddress || config.PaymentsKeyFile.Text() != c.key {
				t.Errorf("got %q and %q: %v", config.Payments, config.PaymentsKeyFile.Text(), err)
			}
		})
	}
}

// The provider refuses everything that comes with an address which it can't reach.
func TestTheProviderGetsAnAddressThatItCanReachOrNone(t *testing.T) {
	t.Parallel()
	const path = "/api/club/v1/payment/webhook"
	for _, c := range []struct{ base, provider, want string }{
		{"https://club.example", "", "https://club.example" + path},
		{"https://club.example", "https://pay.example", "https://club.example" + path},
		{"https://club.example", "http://127.0.0.1:4010", "https://club.example" + path},
		{"http://localhost:8080", "http://127.0.0.1:4010", "http://localhost:8080" + path},
		{"http://localhost:8080", "", ""},
		{"http://localhost:8080", "https://pay.example", ""},
		{"http://127.0.0.1:8080", "", ""},
		{"http://[::1]:8080", "", ""},
		{"http://192.168.1.7", "", ""},
		{"http://0.0.0.0:8080", "", ""},
		{"http://club.local", "", ""},
		{"http://CLUB.localhost", "", ""},
		{"https://localhost.club.example", "", "https://localhost.club.example" + path},
		{"https://203.0.113.9", "", "https://203.0.113.9" + path},
	} {
		if got := callback(c.base, "api", c.provider); got != c.want {
			t.Errorf("callback of %s with a provider at %q is %q, want %q", c.base, c.provider, got, c.want)
		}
	}
	if got := callback("https://club.example", "wp-json", ""); got != "https://club.example/wp-json/club/v1/payment/webhook" {
		t.Errorf("under another root %q", got)
	}
}
