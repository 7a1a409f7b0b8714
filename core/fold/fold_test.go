package fold_test

import (
	"slices"
	"strings"
	"testing"
	"unicode"

	"pgregory.net/rapid"

	"github.com/clubhuis/clubhuis/core/fold"
)

func TestKey(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, text, want string }{
		{"nothing", "", ""},
		{"capitals", "Jan KOK", "jan kok"},
		{"accents", "Joël Çelik", "joel celik"},
		{"a combining accent is the same as a composed one", "Joe\u0308l", "joel"},
		{"many combining accents", "e\u0301\u0323\u0308", "e"},
		{"a dot over a capital", "İpek", "ipek"},
		{"no dot", "Işık", "isik"},
		{"sharp s, small and capital", "Weiß GROẞ", "weiss gross"},
		{"letters that decomposition leaves whole", "Øæ Łódź Đorđe þór Œuvre Ð", "oae lodz dorde thor oeuvre d"},
		{"a stroke under an accent", "Ǿ", "o"},
		{"the Dutch ij in one letter", "Ĳsbrand ĳs", "ijsbrand ijs"},
		{"ligatures and full width", "ﬁets Ｋｏｋ", "fiets kok"},
		{"letters whose capital appears in decomposition", "ᴬ ℌ ™ 𝐊", "a h tm k"},
		{"blanks of every kind, once, and none at the ends", "\t van \u00a0 der\u2003\nBerg ", "van der berg"},
		{"signs stay", "O'Brien-Smit 100%_\\", "o'brien-smit 100%_\\"},
		{"other scripts stay", "ΩΜΕΓΑ Иван 李", "ωμεγα иван 李"},
		{"broken text is not lost", "a\xffb", "a\ufffdb"},
		{"white space alone", " \u00a0\t", ""},
	} {
		if got := fold.Key(c.text); got != c.want {
			t.Errorf("%s: got %q, want %q", c.name, got, c.want)
		}
	}
}

// letters mixes what meets in names with what is rare.
var letters = rapid.OneOf(
	rapid.RuneFrom([]rune("aAeEijIJkKßẞİıøØæ \t\u00a0'-\u0301\u0308\u0323")),
	rapid.Rune(),
)

func TestAKeyIsItsOwnKey(t *testing.T) {
	t.Parallel()
	for r := range rune(0x30000) { // all planes that have letters
		if text := "a" + string(r) + "b"; fold.Key(fold.Key(text)) != fold.Key(text) {
			t.Fatalf("%U: %q becomes %q", r, fold.Key(text), fold.Key(fold.Key(text)))
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		key := fold.Key(rapid.StringOf(letters).Draw(t, "text"))
		if again := fold.Key(key); again != key {
			t.Fatalf("%q becomes %q", key, again)
		}
	})
}

func TestAKeyHasNoCapitalsAccentsOrSpareBlanks(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringOf(letters).Draw(t, "text")
		key := fold.Key(text)
		if strings.ToLower(key) != key || strings.ContainsFunc(key, func(r rune) bool { return unicode.Is(unicode.Mn, r) }) {
			t.Fatalf("%q has the key %q", text, key)
		}
		if strings.Join(strings.Fields(key), " ") != key || !slices.Equal(fold.Words(text), strings.Fields(key)) {
			t.Fatalf("%q has the key %q and the words %q", text, key, fold.Words(text))
		}
	})
}

// The short way for plain texts must give what the long way gives.
func TestPlainTextsAndAccentedOnesFoldAlike(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringOf(rapid.RuneFrom(nil, unicode.ASCII_Hex_Digit,
			&unicode.RangeTable{R16: []unicode.Range16{{Lo: 0x20, Hi: 0x7f, Stride: 1}}})).Draw(t, "text")
		if plain, accented := fold.Key(text), fold.Key("\u0301"+text); plain != accented {
			t.Fatalf("%q: %q and %q", text, plain, accented)
		}
	})
}

func TestKeysSortByBytes(t *testing.T) {
	t.Parallel()
	names := []string{"Zwart", "Öztürk", "kok", "Éva", "Kok-Smit", "Eva b", "De Wit", "'t Hart", "Kok"}
	slices.SortStableFunc(names, func(a, b string) int { return strings.Compare(fold.Key(a), fold.Key(b)) })
	want := []string{"'t Hart", "De Wit", "Éva", "Eva b", "kok", "Kok", "Kok-Smit", "Öztürk", "Zwart"}
	if !slices.Equal(names, want) {
		t.Errorf("got %q, want %q", names, want)
	}
}

func TestSlug(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		text    string
		longest int
		want    string
	}{
		{"Jan de Wit", 99, "jan-de-wit"}, {" É & é! ", 99, "e-e"}, {"JO9-1", 99, "jo9-1"}, {"李", 99, ""}, {"", 99, ""}, {"--", 99, ""},
		{"abc def", 5, "abc-d"}, {"abc def", 4, "abc"}, {"abc def", 3, "abc"}, {"a_b.c/d", 99, "a-b-c-d"},
	} {
		if got := fold.Slug(c.text, c.longest); got != c.want {
			t.Errorf("%q: got %q, want %q", c.text, got, c.want)
		}
	}
}

func TestTextsAreTheSameWhateverTheirCaseAccentsAndBlanks(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		a, b string
		want bool
	}{
		{"", " ", true}, {"José  Bos", "jose bos", true}, {"Bos", "Bosch", false}, {"J Bos", "JBos", false},
	} {
		if got := fold.Same(c.a, c.b); got != c.want || fold.Same(c.b, c.a) != got {
			t.Errorf("%q and %q: %v", c.a, c.b, got)
		}
	}
}
