package account_test

import (
	"testing"

	"github.com/clubhuis/clubhuis/core/account"
)

func TestADeviceIsRecognisedByItsUserAgent(t *testing.T) {
	t.Parallel()
	for agent, want := range map[string]string{
		"Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/126.0 Safari/537.36 Edg/126.0":           "Edge op Windows",
		"Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0":                   "Firefox op Linux",
		"Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) CriOS/126.0 Safari/604.1":          "Chrome op iPhone",
		"Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Version/17.5 Safari/605.1.15":             "Safari op macOS",
		"Mozilla/5.0 (Linux; Android 14; SM-S911B) SamsungBrowser/25.0 Chrome/121.0 Safari/537.36": "Samsung Internet op Android",
		"Firefox/1": "Firefox", "iPad": "iPad", "curl/8.5": "een onbekend apparaat", "": "een onbekend apparaat",
		"<script>alert(1)</script>": "een onbekend apparaat",
	} {
		if got := account.DeviceOf(agent).String(); got != want {
			t.Errorf("%q is %q, want %q", agent, got, want)
		}
	}
}

func TestASignInLikeThatOfALivingSessionIsNoNews(t *testing.T) {
	t.Parallel()
	sessions := []account.Session{{Address: "192.0.2.1", UserAgent: "a"}, {Address: "", UserAgent: "b"}}
	for _, c := range []struct {
		address, agent string
		want           bool
	}{{"192.0.2.1", "a", true}, {"192.0.2.1", "b", false}, {"192.0.2.2", "a", false}, {"", "b", false}} {
		if got := account.Known(sessions, c.address, c.agent); got != c.want {
			t.Errorf("%+v: got %v", c, got)
		}
	}
}
