package phones_test

import (
	"testing"

	"github.com/clubhuis/clubhuis/adapters/phones"
	"github.com/clubhuis/clubhuis/ports/porttest"
)

func TestPhoneNumbers(t *testing.T) {
	t.Parallel()
	porttest.PhoneNumbers(t, phones.Numbers{})
}

func TestNumbersOfTheWholeWorld(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"+44 20 7946 0958": "+442079460958", "+297 582 1234": "+2975821234", "+5999 461 1234": "+59994611234",
		"+90 532 123 45 67": "+905321234567",
		"0800-1234":         "+318001234", "+33 (0)6 12 34 56 78": "+33612345678",
	} {
		if got, is := (phones.Numbers{}).International(text); got != want || !is {
			t.Errorf("%q: got %q, %v, want %q", text, got, is, want)
		}
	}
	for _, text := range []string{"+44 20", "+32 1", "112"} {
		if got, is := (phones.Numbers{}).International(text); is {
			t.Errorf("%q: got %q", text, got)
		}
	}
	for text, want := range map[string]string{"+31 800 1234": "08001234", "14 024": "14024", "+31 88 123 4567": "0881234567"} {
		if got := (phones.Numbers{}).National(text); got != want {
			t.Errorf("%q: got %q, want %q", text, got, want)
		}
	}
}
