package diff_test

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/clubhuis/clubhuis/core/sync/diff"
)

func TestDifferentContentHasAnotherHash(t *testing.T) {
	t.Parallel()
	seen := map[string]string{}
	for _, text := range []string{
		`{}`, `[]`, `""`, `null`, `0`, `false`, `{"a":""}`, `{"a":0}`, `{"a":false}`, `{"a":[]}`, `{"a":{}}`, `{"a":[null]}`,
		`{"a":"b"}`, `{"a":"B"}`,
		`{"a":"b "}`, `{"b":"a"}`, `[1,2]`, `[2,1]`, `[12]`, `1`, `1.0`, `"1"`, `12345678901234567890`, `12345678901234567891`,
	} {
		hash := diff.Hash(json.RawMessage(text))
		if other, twice := seen[hash]; twice {
			t.Errorf("%s and %s have one hash", text, other)
		}
		if len(hash) != 64 || strings.Trim(hash, "0123456789abcdef") != "" {
			t.Errorf("%q is no SHA-256 in hexadecimal", hash)
		}
		seen[hash] = text
	}
}

// Hashes are kept: a new way to make them must make the same ones. Of another hash of a field's value it would be taken that
// somebody changed the value.
func TestHashesStayAsTheyAre(t *testing.T) {
	t.Parallel()
	for want, value := range map[string]any{
		"12ae32cb1ec02d01eda3581b127c1fee3b0dc53572ed6baf239721a03d82e126": "",
		"26f17bf40c1fb207fb4aee121ba58dc5c480dfb212d48384a441e45580ff10da": "Zoë <a&b> \"12\"\u2028",
		"201201bc281dde63566badb22a8c2aa2347a60677d8ac6fd2089d6f6ab90145e": map[string]any{"email": "a@b.example", "custom_fields": map[string]string{"voornaam": "Zoë", "team": "1"}},
	} {
		if got := diff.Hash(value); got != want {
			t.Errorf("%v: got %s", value, got)
		}
	}
}

func TestWhatIsNoJSONIsAMistakeOfTheCaller(t *testing.T) {
	t.Parallel()
	defer func() {
		if recover() == nil {
			t.Error("a channel has a hash")
		}
	}()
	diff.Hash(make(chan int))
}

func TestTheHashDoesNotDependOnTheOrderOfKeys(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		one := rapid.MapOfN(rapid.StringMatching(`[a-z-]{1,9}`), rapid.String(), 1, 9).Draw(t, "fields")
		other := map[string]string{}
		for _, key := range rapid.Permutation(slices.Sorted(maps.Keys(one))).Draw(t, "order") {
			other[key] = one[key]
		}
		if a, b := diff.Hash(one), diff.Hash(other); a != b {
			t.Fatalf("%v: %s and %s", one, a, b)
		}
	})
}
