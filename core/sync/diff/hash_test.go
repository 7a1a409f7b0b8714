package diff_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/clubhuis/clubhuis/core/sync/diff"
)

func TestEqualContentHasOneHash(t *testing.T) {
	t.Parallel()
	type record struct {
		B string         `json:"b"`
		A map[string]any `json:"a"`
	}
	want := diff.Hash(map[string]any{"a": map[string]any{"x": 1, "y": []int{1, 2}}, "b": "é <&>"})
	for name, value := range map[string]any{
		"a struct":                 record{B: "é <&>", A: map[string]any{"y": []any{1, 2}, "x": 1}},
		"a JSON text":              json.RawMessage(` { "b" : "\u00e9 \u003c&>", "a": {"y":[1,2], "x":1} } `),
		"a null is nothing":        map[string]any{"a": map[string]any{"x": 1, "y": []int{1, 2}, "z": nil}, "b": "é <&>", "c": nil},
		"a nil pointer is nothing": map[string]any{"a": map[string]any{"x": 1, "y": []int{1, 2}}, "b": "é <&>", "p": (*int)(nil)},
		"a null inside":            json.RawMessage(`{"a":{"x":1,"y":[1,2],"n":null},"b":"é <&>"}`),
	} {
		if got := diff.Hash(value); got != want {
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
		`{}`, `[]`, `""`, `null`, `0`, `false`, `{"a":""}`, `{"a":0}`, `{"a":false}`, `{"a":[]}`, `{"a":{}}`, `{"a":[null]}`,
		`{"a":"b"}`, `{"a":"B"}`,
		`{"a":"b "}`, `{"b":"a"}`, `[1,2]`, `[2,1]`, `[12]`, `1`, `1.0`, `"1"`, `12345678901234567890`, `12345678901234567891`,
	} {
		hash := diff.Hash(json.RawMessage(text))
		if other, twice := seen[hash]; twice {
			t.Errorf("%s and %s have one hash", text, other)
		}
		seen[hash] = text
	}
}

// Whatever a value is made of, its hash is that of its JSON.
func TestTheHashOfAValueIsThatOfItsJSON(t *testing.T) {
	t.Parallel()
	type word string
	type inner struct {
		A int            `json:"a,omitempty"`
		B *string        `json:"b"`
		C []byte         `json:"c"`
		D map[string]any `json:"d"`
	}
	noon := time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)
	text := "é\x00\xff\u2028<>&\"\\"
	for _, value := range []any{
		nil, true, -7, int64(1) << 60, uint64(1) << 63, 1.5, 1e30, text, word("x"), []string{}, []string(nil), map[string]string{},
		map[string]string(nil), map[string]any{"a": nil},
		map[word]int{"b": 1, "a": 2}, map[int]string{2: "b", 10: "a"}, map[string]string{text: text},
		[]any{nil, []any{}, map[string]any{"x": []int(nil)}},
		[2]int{1, 2}, []byte("bytes"), inner{}, &inner{A: 1, B: &text, C: []byte{1}, D: map[string]any{"n": nil, "s": inner{}}},
		(*inner)(nil),
		json.RawMessage(`{"b":null,"a":[1.50]}`), map[string]any{"raw": json.RawMessage(`null`)}, json.Number("1.50"),
		[]map[string]any{{"z": 1, "a": json.RawMessage(`"q"`)}},
		noon, map[string]any{"at": noon, "p": &noon}, diff.Kind("create"), map[string]*string{"a": &text, "b": nil},
	} {
		encoded, err := json.Marshal(value)
		if err != nil {
			t.Fatal(err)
		}
		if got, want := diff.Hash(value), diff.Hash(json.RawMessage(encoded)); got != want {
			t.Errorf("%T %s: %s, want %s", value, encoded, got, want)
		}
	}
}

// Hashes are kept: a new way to make them must make the same ones.
func TestHashesStayAsTheyAre(t *testing.T) {
	t.Parallel()
	value := map[string]any{"b": []any{1, "é<", nil}, "a": map[string]any{"z": true, "n": nil}}
	// sha256 of {"a":{"z":true},"b":[1,"é\u003c",null]}
	if got, want := diff.Hash(value), "dfa80c352f6fb73744bcecca722429357c62c848c52ef80c468d37d52afe7d04"; got != want {
		t.Errorf("got %s", got)
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

func TestCanonicalRefusesDamage(t *testing.T) {
	t.Parallel()
	for _, text := range []string{``, `{`, `{"a":}`, `nul`} {
		if got, err := diff.Canonical([]byte(text)); err == nil {
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
		if a, b := diff.Hash(json.RawMessage(one)), diff.Hash(json.RawMessage(other)); a != b {
			t.Fatalf("%s\n%s", one, other)
		}
	})
}
