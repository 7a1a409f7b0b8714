package acf_test

import (
	"encoding/json"
	"reflect"
	"testing"

	"pgregory.net/rapid"

	"github.com/clubhuis/clubhuis/core/acf"
	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/fault"
)

var (
	anyText = rapid.StringOf(rapid.RuneFrom([]rune("aB é\"\\/<>&\u2028\u0001\n😀'0")))
	anyDay  = rapid.SampledFrom([]civil.Date{{}, {Year: 1, Month: 1, Day: 1}, {Year: 2024, Month: 2, Day: 29},
		{Year: 9999, Month: 12, Day: 31}})

	// anyJSON is a value of any shape.
	anyJSON = rapid.Custom(func(t *rapid.T) json.RawMessage {
		return mustMarshal(rapid.OneOf(anyValue(3), rapid.Just[any]("a\x00")).Draw(t, "value"))
	})

	anyExtra = rapid.Custom(func(t *rapid.T) acf.Extra {
		var extra acf.Extra
		for range rapid.IntRange(0, 2).Draw(t, "extras") {
			if value := anyValue(2).Draw(t, "extra"); value != nil {
				if extra == nil {
					extra = acf.Extra{}
				}
				extra["_"+anyText.Draw(t, "key")] = mustMarshal(value)
			}
		}
		return extra
	})

	anyRow = rapid.Custom(func(t *rapid.T) row {
		return row{Text: anyText.Draw(t, "text"), Day: anyDay.Draw(t, "day"), Extra: anyExtra.Draw(t, "extra")}
	})

	anyThing = rapid.Custom(func(t *rapid.T) thing {
		return thing{
			Text: anyText.Draw(t, "text"), Colour: rapid.SampledFrom([]colour{"", "red", "blue"}).Draw(t, "colour"),
			Day:  anyDay.Draw(t, "day"),
			Flag: rapid.Bool().Draw(t, "flag"), ID: rapid.Int64Min(0).Draw(t, "id"),
			IDs:  orNil(rapid.SliceOfNDistinct(rapid.Int64Min(1), 0, 3, rapid.ID).Draw(t, "ids")),
			Rows: orNil(rapid.SliceOfN(anyRow, 0, 3).Draw(t, "rows")), Extra: anyExtra.Draw(t, "extra"),
		}
	})
)

func orNil[E any](list []E) []E {
	if len(list) == 0 {
		return nil
	}
	return list
}

func mustMarshal(value any) json.RawMessage {
	raw, err := json.Marshal(value)
	if err != nil {
		panic(err)
	}
	return raw
}

func anyValue(depth int) *rapid.Generator[any] {
	scalars := rapid.SampledFrom([]any{
		nil, true, false, "", "1", "0", "x", "red", "2024-02-29", "20240229", "2023-02-29", json.Number("0"), json.Number("1"),
		json.Number("-2"),
		json.Number("12.50"), json.Number("20240229"), json.Number("1e400"), "<b>",
	})
	if depth == 0 {
		return scalars
	}
	keys := rapid.SampledFrom([]string{"text", "day", "x", "é"})
	return rapid.OneOf(scalars,
		rapid.Map(rapid.SliceOfN(anyValue(depth-1), 0, 3), func(list []any) any { return list }),
		rapid.Map(rapid.MapOfN(keys, anyValue(depth-1), 0, 3), func(object map[string]any) any { return object }),
	)
}

func TestWhatIsEncodedIsDecodedAgain(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		want := anyThing.Draw(t, "thing")
		got, wrong := decode(thing{}, table.Object(&want))
		if len(wrong) > 0 || !reflect.DeepEqual(got, want) {
			t.Fatalf("got  %+v %q\nwant %+v", got, wrong, want)
		}
		var loaded thing
		if err := table.Load(&loaded, table.Object(&want)); err != nil || !reflect.DeepEqual(loaded, want) {
			t.Fatalf("loaded %+v %v\nwant %+v", loaded, err, want)
		}
	})
}

// Whatever is accepted once must be readable for ever: what is stored is what was encoded.
func TestWhatIsAcceptedStaysReadable(t *testing.T) {
	t.Parallel()
	keys := []string{"text", "colour", "day", "flag", "id", "ids", "rows", "length", "late", "x", "é\""}
	accepted := 0
	rapid.Check(t, func(t *rapid.T) {
		members := rapid.MapOfN(rapid.SampledFrom(keys), anyJSON, 0, 3).Draw(t, "members")
		got := anyThing.Draw(t, "before")
		var problems fault.Problems
		table.Decode(&got, members, "acf", &problems)
		if problems.Any() {
			return
		}
		accepted++
		var again thing
		if err := table.Load(&again, table.Object(&got)); err != nil || !reflect.DeepEqual(again, got) {
			t.Fatalf("got  %+v %v\nwant %+v", again, err, got)
		}
	})
	if accepted == 0 {
		t.Error("nothing was accepted: the cases prove nothing")
	}
}

func TestACloneOfExtraMembersSharesNothing(t *testing.T) {
	t.Parallel()
	extra := acf.Extra{"a": json.RawMessage(`1`), "b": json.RawMessage(`"x"`)}
	clone := acf.CloneExtra(extra)
	if !reflect.DeepEqual(clone, extra) {
		t.Fatalf("got %s", clone)
	}
	clone["a"][0], clone["c"] = '2', json.RawMessage(`3`)
	if string(extra["a"]) != "1" || extra["c"] != nil {
		t.Errorf("the original became %s", extra)
	}
	if acf.CloneExtra(nil) != nil {
		t.Error("a clone of none is something")
	}
}
