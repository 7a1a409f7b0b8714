package zxcvbn_test

import (
	"os/exec"
	"slices"
	"strings"
	"testing"

	"github.com/clubhuis/clubhuis/adapters/zxcvbn"
)

// allSigns are all that l33t is written with.
const allSigns = "4@8({[<369!1|0$5+7%2"

var hostile = []string{
	"", "a", "\x00", "\xff", "\xc3", "a\xffb\xfe", strings.Repeat("\xff\xfe", 40),
	strings.Repeat(allSigns, 4)[:64], strings.Repeat(allSigns, 3) + "q9x", strings.Repeat("1|7", 21) + "x",
	strings.Repeat("|1!|l1i7", 8) + "z", strings.Repeat("p4$$w0rd@1!|", 6), strings.Repeat("qwe", 21) + "z",
	strings.Repeat("1-1-", 16), strings.Repeat("12", 32),
	strings.Repeat("ﷺ", 63) + "x", strings.Repeat("ﷺ㍿", 31) + allSigns, // many letters in one
	strings.Repeat("a", 1_000), strings.Repeat("Abc 123 ", 100) + "x",
}

// FuzzScore holds a score to its bounds, and that of a short password to the library's. The library takes a second for a long one
// with all signs.
func FuzzScore(f *testing.F) {
	for _, password := range hostile {
		f.Add(password, "")
		f.Add(password, password)
	}
	f.Add("jaap-1999", "Jaap")
	f.Fuzz(func(t *testing.T, password, word string) {
		if got := (zxcvbn.Strength{}).Score(password, []string{word}); got < 0 || got > 4 {
			t.Fatalf("%q: %d", password, got)
		}
		if plain := zxcvbn.Plain(password); len(plain) <= 16 {
			sameAsLibrary(t, plain, []string{word})
		}
	})
}

func TestReadings(t *testing.T) {
	t.Parallel()
	for password, want := range map[string][]string{
		"":         {""},
		"password": {"password"},
		"p@$$w0rd": {"p@$$w0rd", "password"},
		"p@4":      {"p@4", "p@a", "pa4"},
		"1337":     {"1337", "1eel", "ieel", "ieet", "lee7", "leet"},
	} {
		if got := zxcvbn.Readings(password); !slices.Equal(got, want) {
			t.Errorf("%q: got %q, want %q", password, got, want)
		}
	}
	for _, password := range []string{allSigns, strings.Repeat(allSigns, 50)} {
		if got := len(zxcvbn.Readings(password)); got != 545 {
			t.Errorf("%d characters have %d readings", len(password), got)
		}
	}
}

// The library's own search reads its lists into maps before main, in every program that imports it.
func TestTheLibrarysSearchIsInTestsAlone(t *testing.T) {
	t.Parallel()
	listed, err := exec.CommandContext(t.Context(), "go", "list", "-deps", ".").Output()
	if err != nil {
		t.Fatal(err)
	}
	const root = "github.com/ccojocar/zxcvbn-go"
	packages := strings.Fields(string(listed))
	for _, slow := range []string{root, root + "/frequency", root + "/matching"} {
		if slices.Contains(packages, slow) {
			t.Errorf("the adapter needs %s", slow)
		}
	}
	if !slices.Contains(packages, root+"/scoring") {
		t.Error("the library has another name") // and this test proves nothing
	}
}
