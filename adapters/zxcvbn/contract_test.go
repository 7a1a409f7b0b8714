package zxcvbn_test

import (
	"strings"
	"testing"

	"github.com/clubhuis/clubhuis/adapters/zxcvbn"
	"github.com/clubhuis/clubhuis/core/account"
	"github.com/clubhuis/clubhuis/ports/porttest"
)

func TestContract(t *testing.T) { porttest.PasswordStrength(t, zxcvbn.Strength{}) }

// What only a list of words and a look at patterns finds.
func TestEasyPasswords(t *testing.T) {
	t.Parallel()
	for _, easy := range []string{
		"wachtwoord123", "welkom123456", "wachtwoordwachtwoord", "voetbalvoetbal", "Zomer2026Zomer2026", "P@ssw0rd1234", "qwertyuiop12",
		"abcabcabcabc", "xyz9xyz9xyz9", "éééééééééééé", "日日日日日日日日日日日日", "日本日本日本日本日本日本", "Feyenoord1908",
		"\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff",
	} {
		if got := (zxcvbn.Strength{}).Score(easy, nil); got >= account.MinStrength {
			t.Errorf("%q: %d", easy, got)
		}
	}
	for _, hard := range []string{"een lang wachtwoord", "correct horse battery", "vier groene fietsen", "Ünïcödé påßwørd ☺ żółw",
		"日曜日に公園で犬と遊ぶのが好き"} {
		if got := (zxcvbn.Strength{}).Score(hard, nil); got < account.MinStrength {
			t.Errorf("%q: %d", hard, got)
		}
	}
}

// The method takes minutes for a text of a thousand characters: this test would not end.
func TestALongPasswordIsWeighedByItsBeginning(t *testing.T) {
	t.Parallel()
	for _, long := range []string{strings.Repeat("password1 ", 100_000), strings.Repeat("a", 1_000_000)} {
		if got := (zxcvbn.Strength{}).Score(long, []string{long}); got >= account.MinStrength {
			t.Errorf("%q…: %d", long[:20], got)
		}
	}
}
