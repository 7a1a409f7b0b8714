package acf_test

import (
	"encoding/json"
	"maps"
	"reflect"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/clubhuis/clubhuis/core/acf"
)

func TestWhatIsEntrustedIsLeftOutOfAReducedAnswer(t *testing.T) {
	t.Parallel()
	const none = `{"code":"","nick":"","on":""`
	for text, want := range map[string]string{
		`{}`:                      none + `}`,
		`{"former":true,"z":[1]}`: none + `,"z":[1]}`,
		`{"paid_2026":1.5,"paid_":"\u0026","unpaid_":2,"<":{"paid":"paid_"}}`:              none + `,"\u003c":{"paid":"paid_"},"unpaid_":2}`,
		`{"x":{"paid_1":1},"y":{"paid_1":[{}],"paid_2":"}","b":2},"z":{"b":0,"former":1}}`: none + `,"x":{},"y":{"b":2},"z":{"b":0}}`,
		`{"x":["former","paid_",{"a":",\"paid_\":1"}],"y":"{\"paid_1\":2}"}`: none +
			`,"x":["former","paid_",{"a":",\"paid_\":1"}],"y":"{\"paid_1\":2}"}`,
	} {
		of := decoded(t, player{}, text)
		object := playerFields.Object(&of)
		if got := string(acf.AppendReduced([]byte("x"), playerFields, object, &of)); got != "x"+want {
			t.Errorf("%s: got %s", object, got)
		}
	}
	if got := string(acf.AppendReduced(nil, table, `{}`, &reader{Late: "[1]", Later: "true"})); got != `{"late":[1],"later":true}` {
		t.Errorf("behind nothing: %s", got)
	}
}

// lookalike is a value with members that are entrusted, and texts that look like them.
func lookalike(depth int) *rapid.Generator[any] {
	texts := rapid.SampledFrom([]string{"former", "paid_1", "paid_", `,"paid_1":2`, `{"former":1}`, "a", `\`, "<", ""})
	return rapid.Custom(func(t *rapid.T) any {
		switch kind := rapid.IntRange(0, 4).Draw(t, "kind"); {
		case kind == 0 && depth > 0:
			return rapid.SliceOfN(lookalike(depth-1), 0, 3).Draw(t, "list")
		case kind == 1 && depth > 0:
			return rapid.MapOfN(texts, lookalike(depth-1), 0, 4).Draw(t, "object")
		case kind == 2:
			return rapid.SampledFrom([]any{1.5, true, nil, -0.25}).Draw(t, "scalar")
		}
		return texts.Draw(t, "text")
	})
}

// bare is a value without the members that are entrusted.
func bare(value any) any {
	switch value := value.(type) {
	case map[string]any:
		maps.DeleteFunc(value, func(key string, _ any) bool { return key == "former" || strings.HasPrefix(key, "paid_") })
		for key := range value {
			value[key] = bare(value[key])
		}
	case []any:
		for i := range value {
			value[i] = bare(value[i])
		}
	}
	return value
}

func TestNothingElseIsLeftOutOfAReducedAnswer(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(rt *rapid.T) {
		p := player{Former: true, Extra: acf.Extra{}}
		for key, value := range rapid.MapOfN(rapid.SampledFrom([]string{"paid_1", "paid_2", "a", "z", "<"}), lookalike(3), 0, 5).Draw(rt, "extra") {
			text, err := json.Marshal(value)
			if err != nil {
				rt.Fatal(err)
			}
			p.Extra[key] = text
		}
		object := playerFields.Object(&p)
		var want, got any
		if err := json.Unmarshal([]byte(object), &want); err != nil {
			rt.Fatal(err)
		}
		reduced := acf.AppendReduced(nil, playerFields, object, &p)
		if err := json.Unmarshal(reduced, &got); err != nil {
			rt.Fatalf("%s of %s: %v", reduced, object, err)
		}
		if want = bare(want); !reflect.DeepEqual(got, want) {
			rt.Errorf("%s of %s", reduced, object)
		}
	})
}
