package change_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/clubhuis/clubhuis/core/change"
)

func TestEqualContentHasOneHash(t *testing.T) {
	t.Parallel()
	type record struct {
		B string         `json:"b"`
		A map[string]any `json:"a"`
	}
	want := change.Hash(map[string]any{"a": map[string]any{"x": 1, "y": []int{1, 2}}, "b": "é <&>"})
	for name, value := range map[string]any{
		"a struct":                 record{B: "é <&>", A: map[string]any{"y": []any{1, 2}, "x": 1}},
		"a JSON text":              json.RawMessage(` { "b" : "\u00e9 \u003c&>", "a": {"y":[1,2], "x":1} } `),
		"a null is nothing":        map[string]any{"a": map[string]any{"x": 1, "y": []int{1, 2}, "z": nil}, "b": "é <&>", "c": nil},
		"a nil pointer is nothing": map[string]any{"a": map[string]any{"x": 1, "y": []int{1, 2}}, "b": "é <&>", "p": (*int)(nil)},
		"a null inside":            json.RawMessage(`{"a":{"x":1,"y":[1,2],"n":null},"b":"é <&>"}`),
	} {
		if got := change.Hash(value); got != want {
			t.Errorf("%s: %s, want %s", name, got, want)
		}
	}
	if len(want) != 64 || strings.Trim(want, "0123456789abcdef") != "" {
		t.Errorf("%q is no SHA-256 in hexadecimal", want)
	}
}

func TestDifferentContentHasAnotherHash(t *testing.T) {
	t.Parallel()
	seen := map[string]string{}
	for _, text := range []string{
		`{}`, `[]`, `""`, `null`, `0`, `false`, `{"a":""}`, `{"a":0}`, `{"a":false}`, `{"a":[]}`, `{"a":{}}`, `{"a":[null]}`, `{"a":"b"}`, `{"a":"B"}`,
		`{"a":"b "}`, `{"b":"a"}`, `[1,2]`, `[2,1]`, `[12]`, `1`, `1.0`, `"1"`, `12345678901234567890`, `12345678901234567891`,
	} {
		hash := change.Hash(json.RawMessage(text))
		if other, twice := seen[hash]; twice {
			t.Errorf("%s and %s have one hash", text, other)
		}
		seen[hash] = text
	}
}

func TestWhatIsNoJSONIsAMistakeOfTheCaller(t *testing.T) {
	t.Parallel()
	defer func() {
		if recover() == nil {
			t.Error("a channel has a hash")
		}
	}()
	change.Hash(make(chan int))
}

func TestCanonicalRefusesDamage(t *testing.T) {
	t.Parallel()
	for _, text := range []string{``, `{`, `{"a":}`, `nul`} {
		if got, err := change.Canonical([]byte(text)); err == nil {
			t.Errorf("%q became %q", text, got)
		}
	}
}

// texts draws one value, written as JSON in two ways: with the members of each object in another order, blanks, and nulls.
func texts(t *rapid.T, depth int) (one, other string) {
	kind := rapid.IntRange(0, 5).Draw(t, "kind")
	if depth == 0 {
		kind %= 4
	}
	switch kind {
	case 0:
		text, err := json.Marshal(rapid.String().Draw(t, "text"))
		if err != nil {
			t.Fatal(err)
		}
		return string(text), " " + string(text)
	case 1:
		n := fmt.Sprint(rapid.Int64().Draw(t, "number"))
		return n, n
	case 2:
		b := fmt.Sprint(rapid.Bool().Draw(t, "box"))
		return b, b + "\n"
	case 3:
		return "null", "null"
	case 4:
		var ones, others []string
		for range rapid.IntRange(0, 3).Draw(t, "items") {
			a, b := texts(t, depth-1)
			ones, others = append(ones, a), append(others, b)
		}
		return "[" + strings.Join(ones, ",") + "]", "[" + strings.Join(others, " , ") + "]"
	}
	var ones, others []string
	for _, key := range rapid.SliceOfNDistinct(rapid.StringMatching(`[a-d]{1,2}`), 0, 4, rapid.ID[string]).Draw(t, "keys") {
		a, b := texts(t, depth-1)
		ones = append(ones, fmt.Sprintf("%q:%s", key, a))
		if b != "null" || rapid.Bool().Draw(t, "keep the null") {
			others = append(others, fmt.Sprintf("%q : %s", key, b))
		}
	}
	if len(others) > 0 {
		others = rapid.Permutation(others).Draw(t, "order")
	}
	others = append(others, `"nothing": null`)
	return "{" + strings.Join(ones, ",") + "}", "{ " + strings.Join(others, ", ") + "}"
}

func TestTheHashDoesNotDependOnTheOrderOfKeys(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		one, other := texts(t, 3)
		if a, b := change.Hash(json.RawMessage(one)), change.Hash(json.RawMessage(other)); a != b {
			t.Fatalf("%s\n%s", one, other)
		}
	})
}
