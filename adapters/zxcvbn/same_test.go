package zxcvbn_test

import (
	"encoding/json"
	"maps"
	"slices"
	"strconv"
	"strings"
	"testing"

	library "github.com/ccojocar/zxcvbn-go"
	"github.com/ccojocar/zxcvbn-go/adjacency"
	"github.com/ccojocar/zxcvbn-go/data"
	"pgregory.net/rapid"

	"github.com/clubhuis/clubhuis/adapters/zxcvbn"
)

// Passwords are weighed as the library weighs them, to the third decimal of their entropy.
func TestPasswordsWeighWhatTheLibrarySays(t *testing.T) {
	t.Parallel()
	draw := passwords(t)
	rapid.Check(t, func(t *rapid.T) {
		sameAsLibrary(t, draw.Draw(t, "password"), ownWords)
	})
}

func TestChosenPasswordsWeighWhatTheLibrarySays(t *testing.T) {
	t.Parallel()
	for _, password := range []string{
		"", "a", "\x00", " ", "1", "@", "password", "PASSWORD", "Password", "passworD", "pAssWoRd", "p@$$w0rd", "P4$5W0RD",
		"1337", "|337", "%6|a(+|<91%{s91!", "p@4a$$w0rd", "jaap", "J44p", "Jaap2026",
		"qwerty", "QWERTY", "qWeRtY", "!QAZ2wsx", "aoeuidhtns", "789456123", "159/*-+",
		"aaa", "aAaA", "aa", "111", "...", "abc", "cba", "cba!", "CBA9", "210x", "zyxw", "0123456789", "9876543210", "azbycx",
		"1-1-99x", "31/12/1999x", "12.31.2019", "12.31.2019x", "1999_12_31x", "2020 01 02x", "13-13-13x", "32-1-10x", "0-0-00x", "1\t2\n03x",
		"1.1.11x1.1.11x", "311299", "311299x", "991231x", "123199x", "31121999x", "31122025x", "31122026x", "19991231x",
		"00150101x", "20260101x", "311219993112", "31121999311219x", "123456789012345678901234567890x", "x1990x",
		"correct horse battery staple", "Tr0ub4dor&3",
	} {
		sameAsLibrary(t, password, ownWords)
		sameAsLibrary(t, password, nil)
	}
}

func TestListedWordsWeighWhatTheLibrarySays(t *testing.T) {
	t.Parallel()
	seen := map[string]bool{}
	for _, list := range lists(t) {
		for _, word := range list {
			if seen[word] || word != strings.ToLower(word) {
				t.Errorf("%q is in two lists, or not in lower case", word) // its rank would be that of the last
			}
			seen[word] = true
		}
		for n := 0; n < len(list); n += 97 {
			sameAsLibrary(t, list[n], nil)
		}
		sameAsLibrary(t, list[len(list)-1], nil)
	}
}

func sameAsLibrary(t rapid.TB, password string, words []string) {
	t.Helper()
	known := zxcvbn.Known(words)
	want := library.PasswordStrength(password, known)
	if score, entropy := zxcvbn.Weigh(password, known); score != want.Score || entropy != want.Entropy {
		t.Errorf("%q: got %d of %v, want %d of %v", password, score, entropy, want.Score, want.Entropy)
	}
}

var ownWords = []string{"vv De Proef", "Joël Kok", "joel.kok@club.example", "jaap", "Jaap", ""}

func lists(t *testing.T) (all [][]string) {
	t.Helper()
	for _, name := range []string{"English", "FemaleNames", "MaleNames", "Passwords", "Surnames"} {
		var file struct{ List []string }
		if err := json.Unmarshal(data.MustAsset("data/"+name+".json"), &file); err != nil {
			t.Fatal(err)
		}
		all = append(all, file.List)
	}
	return all
}

// passwords draws what people make passwords of, one after another.
func passwords(t *testing.T) *rapid.Generator[string] {
	t.Helper()
	word := rapid.SampledFrom(append(slices.Concat(lists(t)...), zxcvbn.Known(ownWords)...))
	part := rapid.OneOf(
		word,
		rapid.Custom(func(t *rapid.T) string { return written(t, word.Draw(t, "word")) }),
		rapid.Custom(walk), rapid.Custom(sequence), rapid.Custom(repeat), rapid.Custom(date),
		rapid.StringMatching(`[ -~]{1,8}`), rapid.StringMatching(`[\x00-\x7f]{1,4}`), rapid.StringMatching(`[0-9]{1,12}`),
		rapid.StringMatching(`[4@8({\[<369!1|0$5+7%2]{1,5}`),
	)
	return rapid.Custom(func(t *rapid.T) string {
		parts := rapid.SliceOfN(part, 0, 4).Draw(t, "parts")
		password := strings.Join(parts, rapid.SampledFrom([]string{"", "", "-", " "}).Draw(t, "between"))
		return password[:min(len(password), 40)] // the library takes its time
	})
}

// written returns a word with some of its letters in l33t or as capitals.
func written(t *rapid.T, word string) string {
	var b strings.Builder
	for n := range len(word) {
		letter := word[n : n+1]
		forms := append([]string{letter, letter, strings.ToUpper(letter)}, adjacency.GraphMap["l33t"].Graph[letter]...)
		b.WriteString(rapid.SampledFrom(forms).Draw(t, "form"))
	}
	return b.String()
}

func walk(t *rapid.T) string {
	keyboard := adjacency.GraphMap[rapid.SampledFrom([]string{"qwerty", "dvorak", "keypad", "macKeypad"}).Draw(t, "keyboard")].Graph
	key := rapid.SampledFrom(slices.Sorted(maps.Keys(keyboard))).Draw(t, "key")
	walked := key
	for range rapid.IntRange(2, 8).Draw(t, "steps") {
		keys := slices.DeleteFunc(slices.Clone(keyboard[key]), func(key string) bool { return key == "" })
		next := rapid.SampledFrom(keys).Draw(t, "next")
		at := rapid.IntRange(0, len(next)-1).Draw(t, "shift")
		key = next[at : at+1]
		walked += key
	}
	return walked
}

func sequence(t *rapid.T) string {
	alphabet := []byte(rapid.SampledFrom([]string{"abcdefghijklmnopqrstuvwxyz", "ABCDEFGHIJKLMNOPQRSTUVWXYZ", "0123456789"}).Draw(t, "of"))
	if rapid.Bool().Draw(t, "down") {
		slices.Reverse(alphabet)
	}
	from := rapid.IntRange(0, len(alphabet)-2).Draw(t, "from")
	return string(alphabet[from:rapid.IntRange(from+2, len(alphabet)).Draw(t, "to")])
}

func repeat(t *rapid.T) string {
	unit := rapid.StringMatching(`[ -~]{1,3}`).Draw(t, "unit")
	return strings.Repeat(unit, rapid.IntRange(2, 6).Draw(t, "times"))
}

func date(t *rapid.T) string {
	number := func(name string, last int) string {
		n := rapid.IntRange(0, last).Draw(t, name)
		if n < 10 && rapid.Bool().Draw(t, "two digits") {
			return "0" + strconv.Itoa(n)
		}
		return strconv.Itoa(n)
	}
	parts := []string{number("day", 33), number("month", 14), number("year", 99)}
	if rapid.Bool().Draw(t, "four digits") {
		parts[2] = strconv.Itoa(rapid.IntRange(1895, 2030).Draw(t, "whole year"))
	}
	parts = rapid.Permutation(parts).Draw(t, "order")
	return strings.Join(parts, rapid.SampledFrom([]string{"", "-", "/", ".", "_", `\`, " ", "x"}).Draw(t, "separator"))
}
