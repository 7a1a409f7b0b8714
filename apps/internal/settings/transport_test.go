package settings_test

import (
	"strings"
	"testing"

	"github.com/clubhuis/clubhuis/apps/internal/settings"
)

func TestAWayForMail(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]settings.Transport{
		"dir:var/mail":                       {Folder: "var/mail"},
		"api:https://mail.example/v2/":       {Provider: "https://mail.example/v2"},
		"smtp://mail.example":                {Host: "mail.example", Port: 587},
		"smtp://club@mail.example:25":        {Host: "mail.example", Port: 25, Username: "club"},
		"smtps://club%40c.example@m.example": {Host: "m.example", Port: 465, Username: "club@c.example", TLS: true},
		"smtp://10.0.0.7:25?tls=none":        {Host: "10.0.0.7", Port: 25, Plain: true},
		"smtp://127.0.0.1:25":                {Host: "127.0.0.1", Port: 25, Plain: true},
		"smtp://jan@localhost":               {Host: "localhost", Port: 587, Username: "jan"},
	} {
		var got settings.Transport
		if err := got.UnmarshalText([]byte(text)); err != nil {
			t.Fatal(err)
		}
		if err := got.Read(); err != nil || got.String() != text || !got.Given() {
			t.Errorf("%s: %q, %v", text, got, err)
		}
		got = settings.Transport{Folder: got.Folder, Provider: got.Provider, Host: got.Host, Port: got.Port, Username: got.Username,
			TLS: got.TLS, Plain: got.Plain}
		if got != want {
			t.Errorf("%s: got %+v", text, got)
		}
	}
}

func TestAWayForMailThatIsNone(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"":                                  "must be smtp",
		"mail.example":                      "must be smtp",
		"ftp://geheim@mail.example":         "must be smtp",
		"dir:":                              "must be smtp",
		"smtp://":                           "must be smtp",
		"smtp://mail.example:0":             "must be smtp",
		"smtp://mail.example/geheim":        "must be smtp",
		"api:mail.example":                  "http",
		"smtp://jan:geheim@mail.example":    "--mail-token-file",
		"smtp://jan@mail.example?tls=none":  "needs TLS",
		"smtps://mail.example?tls=none":     "?tls=none",
		"smtp://mail.example?password=mail": "?tls=none",
	} {
		var got settings.Transport
		if err := got.UnmarshalText([]byte(text)); err != nil {
			t.Fatal(err)
		}
		err := got.Read()
		if err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error()+got.String(), "geheim") {
			t.Errorf("%q: %v, printed %q", text, err, got)
		}
	}
}
