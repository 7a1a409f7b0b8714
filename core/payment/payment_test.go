package payment_test

import (
	"testing"
	"time"

	"github.com/clubhuis/clubhuis/core/payment"
)

func TestARefIsCarriedByAnAddress(t *testing.T) {
	t.Parallel()
	for address, want := range map[string]string{
		"https://club.example/betaling/x?betaald=1": "https://club.example/betaling/x?betaald=1&ref=a%26b",
		"https://club.example/hook":                 "https://club.example/hook?ref=a%26b",
		"https://club.example/hook?ref=old":         "https://club.example/hook?ref=a%26b",
		"::onzin":                                   "::onzin",
	} {
		got := payment.WithRef(address, "a&b")
		if got != want || want != "::onzin" && payment.RefOf(got) != "a&b" {
			t.Errorf("%s: got %s, of it %q", address, got, payment.RefOf(got))
		}
	}
	for _, address := range []string{"", "::onzin", "https://club.example/?betaald=1"} {
		if got := payment.RefOf(address); got != "" {
			t.Errorf("%s: got %q", address, got)
		}
	}
}

func TestUsable(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 11, 23, 12, 0, 0, 0, time.UTC)
	for _, c := range []struct {
		link payment.Link
		want bool
	}{
		{payment.Link{}, true},
		{payment.Link{Paid: true}, false},
		{payment.Link{Closed: true}, false},
		{payment.Link{Expires: now.Add(time.Second)}, true},
		{payment.Link{Expires: now}, false},
	} {
		if got := c.link.Usable(now); got != c.want {
			t.Errorf("%+v: got %v", c.link, got)
		}
	}
}
