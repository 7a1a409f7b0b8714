package porttest

import (
	"testing"

	"github.com/clubhuis/clubhuis/ports"
)

// PhoneNumbers is the contract of ports.PhoneNumbers.
func PhoneNumbers(t *testing.T, numbers ports.PhoneNumbers) {
	t.Run("International", func(t *testing.T) {
		for text, want := range map[string]string{
			"0612345678": "+31612345678", "06-12345678": "+31612345678", "06 12 34 56 78": "+31612345678",
			"+31 6 12345678": "+31612345678",
			"+31612345678":   "+31612345678", "0031612345678": "+31612345678", "0031 (0)6 12345678": "+31612345678",
			"+31 (0)6-12345678": "+31612345678",
			"(024) 1234567":     "+31241234567", "024-1234567": "+31241234567", " 0612345678 ": "+31612345678",
			"06.12.34.56.78": "+31612345678",
			"0315-012345":    "+31315012345", "067-1234567": "+31671234567", // not given out, or not yet
			"\u200e06\u00a01234\u200b5678\u202c": "+31612345678", "\ufeff+31\u20116\u201112345678": "+31612345678",
			"+32 470 12 34 56": "+32470123456", "0049 30 901820": "+4930901820", "+1 (650) 253-0000": "+16502530000",
		} {
			if got, is := numbers.International(text); got != want || !is {
				t.Errorf("%q: got %q, %v, want %q", text, got, is, want)
			}
		}
	})

	t.Run("what is not one number is none", func(t *testing.T) {
		for _, text := range []string{
			"", " ", "\u200e", "geen", "06", "12345", "06-12345678 / 79", "0612345678/0687654321", "0612345678 of 0687654321",
			"06-12345678, 06-87654321",
			"06123456780687654321", "0612345678 (moeder)", "moeder 0612345678", "0612345678 ext. 3", "0612345678 x3", "0612345678;ext=3",
			"06-FLOWERS1",
			"+", "+31", "00", "jan@club.example", "0612345678\n0687654321", "061234567", "06123456789", "+999 12345678", "0000000000",
		} {
			if got, is := numbers.International(text); is || got != "" {
				t.Errorf("%q: got %q, %v", text, got, is)
			}
		}
	})

	t.Run("National", func(t *testing.T) {
		for text, want := range map[string]string{
			"+31612345678": "0612345678", "+31 6 12345678": "0612345678", "06-12345678": "0612345678", "0031241234567": "0241234567",
			"(024) 1234567": "0241234567", "+31 (0)6 12345678": "0612345678",
			"+32470123456": "+32470123456", "+1 (650) 253-0000": "+1 (650) 253-0000",
			"06-12345678 / 79": "06-12345678 / 79", "geen": "geen", "": "",
		} {
			if got := numbers.National(text); got != want {
				t.Errorf("%q: got %q, want %q", text, got, want)
			}
		}
	})

	t.Run("to and fro", func(t *testing.T) {
		for _, want := range []string{"+31612345678", "+31241234567", "+32470123456"} {
			if got, is := numbers.International(numbers.National(want)); got != want || !is {
				t.Errorf("%s came back as %q, %v", want, got, is)
			}
		}
	})
}
