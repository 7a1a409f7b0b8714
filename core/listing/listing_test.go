package listing_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"pgregory.net/rapid"

	"github.com/clubhuis/clubhuis/core/listing"
)

// book is a noun with two keys.
type book struct {
	Title string
	Lent  bool
}

var keys = listing.NewKeys(
	listing.Key[book]{Name: "title", Of: func(b *book) string { return b.Title }},
	listing.Key[book]{Name: "lent", Of: func(b *book) string { return listing.Flag(b.Lent) }},
)

func TestEachOperator(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		is      listing.Operator
		value   string
		matches []string // of the titles below
	}{
		{listing.Equal, "b", []string{"b"}},
		{listing.Equal, "", []string{""}},
		{listing.NotEqual, "b", []string{"", "a", "ab", "B", "é", "100%"}},
		{listing.Contains, "b", []string{"ab", "b"}},
		{listing.Contains, "", []string{"", "a", "ab", "b", "B", "é", "100%"}},
		{listing.Contains, "%", []string{"100%"}},
		{listing.Contains, "_", nil},
		{listing.Begins, "a", []string{"a", "ab"}},
		{listing.Begins, "", []string{"", "a", "ab", "b", "B", "é", "100%"}},
		{listing.Begins, "%", nil},
		{listing.Before, "b", []string{"", "a", "ab", "B", "100%"}},
		{listing.From, "b", []string{"b", "é"}},
		{listing.After, "b", []string{"é"}},
		{listing.Before, "", nil},
		{listing.After, "", []string{"a", "ab", "b", "B", "é", "100%"}},
	} {
		var got []string
		for _, title := range []string{"", "a", "ab", "b", "B", "é", "100%"} {
			if keys.Match(listing.Test{Key: "title", Is: c.is, Value: c.value}, &book{Title: title}) {
				got = append(got, title)
			}
		}
		if !slices.Equal(got, c.matches) {
			t.Errorf("operator %d with %q lets %q through, want %q", c.is, c.value, got, c.matches)
		}
	}
}

func TestOneOfSeveralTestsOrAllOfThem(t *testing.T) {
	t.Parallel()
	title := func(value string) listing.Test { return listing.Test{Key: "title", Value: value} }
	lent := listing.Test{Key: "lent", Value: listing.Flag(true)}
	either := listing.Test{AnyOf: []listing.Test{title("x"), {AnyOf: []listing.Test{title("y"), lent}}}}
	b := book{Title: "a", Lent: true}
	for _, c := range []struct {
		name  string
		tests []listing.Test
		want  bool
	}{
		{"no tests", nil, true},
		{"all hold", []listing.Test{title("a"), lent}, true},
		{"one of all fails", []listing.Test{lent, title("b")}, false},
		{"one of several holds, deep inside", []listing.Test{either}, true},
		{"none of several holds", []listing.Test{{AnyOf: []listing.Test{title("x"), title("y")}}}, false},
		{"one of none never holds", []listing.Test{{AnyOf: []listing.Test{}}}, false},
		{"all of several hold, deep inside", []listing.Test{{AllOf: []listing.Test{lent, {AllOf: []listing.Test{title("a")}}}}}, true},
		{"one of all of several fails", []listing.Test{{AllOf: []listing.Test{lent, title("b")}}}, false},
		{"all of none always hold", []listing.Test{{AllOf: []listing.Test{}}}, true},
		{"one of several that is all of several", []listing.Test{{AnyOf: []listing.Test{title("b"), {AllOf: []listing.Test{lent}}}}},
			true},
		{"one of several, and another that fails", []listing.Test{either, title("b")}, false},
	} {
		if got := keys.MatchAll(c.tests, &b); got != c.want {
			t.Errorf("%s: got %v", c.name, got)
		}
	}
}

func TestOperatorsOnSeveralValues(t *testing.T) {
	t.Parallel()
	lines := func(values ...string) string { return listing.Lines(values) }
	for _, c := range []struct {
		is    listing.Operator
		value string
		of    string
		want  bool
	}{
		{listing.Has, "a", "", false}, {listing.Has, "a", lines("a"), true}, {listing.Has, "a", lines("b", "a", "c"), true},
		{listing.Has, "a", lines("ab", "ba"), false}, {listing.Has, "", lines("a"), false}, {listing.Has, "", "", false},
		{listing.Lacks, "a", "", true}, {listing.Lacks, "a", lines("b", "a"), false}, {listing.Lacks, "a", lines("ab"), true},
		{listing.Reaches, listing.Reaching("3", "2026-03-29"), lines(listing.Reaching("3", "2026-03-29")), true},
		{listing.Reaches, listing.Reaching("3", "2026-03-29"), lines(listing.Reaching("2", "2026-01-01"), "3\t9999-12-31\tx"), true},
		{listing.Reaches, listing.Reaching("3", "2026-03-29"), lines(listing.Reaching("3", "2026-03-28")), false},
		{listing.Reaches, listing.Reaching("3", "2026-03-29"), lines(listing.Reaching("33", "2026-03-29")), false},
		{listing.Reaches, listing.Reaching("3", "2026-03-29"), "", false},
	} {
		if got := c.is.Holds(c.of, c.value); got != c.want {
			t.Errorf("operator %d with %q on %q: got %v", c.is, c.value, c.of, got)
		}
	}
	if what, until := listing.Reached(listing.Reaching("3", "2026-03-29")); what != "3" || until != "2026-03-29" {
		t.Errorf("got %q until %q", what, until)
	}
	if got := slices.Collect(listing.EachLine(lines("a", "b"))); !slices.Equal(got, []string{"a", "b"}) {
		t.Errorf("got %q", got)
	}
}

func TestKeysOfARecord(t *testing.T) {
	t.Parallel()
	b := book{Title: "a", Lent: true}
	if got := keys.Names(); !slices.Equal(got, []string{"title", "lent"}) {
		t.Errorf("the names are %q", got)
	}
	got := keys.Values(&b)
	if got.At(0) != "a" || got.At(keys.Place("lent")) != "1" || keys.Of("lent", &b) != "1" || keys.Of("lent", &book{}) != "0" {
		t.Errorf("the values are %+v", got)
	}
}

func TestALongKeyIsCutAtACharacter(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		letter := rapid.SampledFrom([]string{"a", "ω", "李", "😀"}).Draw(t, "letter")
		b := book{Title: strings.Repeat("x", rapid.IntRange(0, 3).Draw(t, "before")) + strings.Repeat(letter,
			rapid.IntRange(90, 500).Draw(t, "length"))}
		got := keys.Of("title", &b)
		if len(b.Title) <= 400 && got != b.Title {
			t.Fatalf("%d bytes were cut to %d", len(b.Title), len(got))
		}
		if len(b.Title) > 400 && (len(got) > 400 || len(got)+len(letter) <= 400) || !utf8.ValidString(got) ||
			!strings.HasPrefix(b.Title, got) {
			t.Fatalf("%d bytes were cut to %d: %q", len(b.Title), len(got), got)
		}
		if value := keys.Values(&b).At(0); value != got {
			t.Fatalf("Values answers %q, Of %q", value, got)
		}
		if !keys.Match(listing.Test{Key: "title", Value: got}, &b) {
			t.Fatal("a test sees another value than a store keeps")
		}
	})
}

func TestAMistakeInTheProgramIsFoundAtOnce(t *testing.T) {
	t.Parallel()
	for name, mistake := range map[string]func(){
		"a key that stands twice": func() {
			same := listing.Key[book]{Name: "title", Of: func(*book) string { return "" }}
			listing.NewKeys(same, same)
		},
		"an unknown key":      func() { keys.Of("author", &book{}) },
		"a test on none":      func() { keys.Match(listing.Test{}, &book{}) },
		"an unknown operator": func() { keys.Match(listing.Test{Key: "title", Is: 99}, &book{}) },
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s was taken", name)
				}
			}()
			mistake()
		}()
	}
}

func TestAnOrderGoesTheWayOfItsFirstKey(t *testing.T) {
	t.Parallel()
	up, down := listing.Sort{By: "title"}, listing.Sort{By: "lent", Desc: true}
	for _, c := range []struct {
		order listing.Order
		want  bool
	}{{listing.Order{}, false}, {listing.Order{By: []listing.Sort{up, down}}, false},
		{listing.Order{By: []listing.Sort{down, up}}, true}} {
		if got := c.order.Desc(); got != c.want {
			t.Errorf("%s: got %v", fmt.Sprint(c.order), got)
		}
	}
}

func TestInstantsSortAsTheirTimes(t *testing.T) {
	t.Parallel()
	anyTime := rapid.Custom(func(t *rapid.T) time.Time {
		seconds := rapid.OneOf(rapid.Int64Range(1_774_785_000, 1_774_785_002), rapid.Int64Range(0, 250_000_000_000)).Draw(t, "seconds")
		zone := time.FixedZone("x", rapid.IntRange(-12, 14).Draw(t, "zone")*3600)
		return time.Unix(seconds, rapid.SampledFrom([]int64{0, 1000, 10_000, 500_000_000, 999_999_000}).Draw(t, "nanoseconds")).In(zone)
	})
	rapid.Check(t, func(t *rapid.T) {
		a, b := anyTime.Draw(t, "a"), anyTime.Draw(t, "b")
		if got, want := strings.Compare(listing.Instant(a), listing.Instant(b)), a.Compare(b); got != want {
			t.Fatalf("%s and %s compare as %d, the times as %d", listing.Instant(a), listing.Instant(b), got, want)
		}
	})
	summer := time.FixedZone("CEST", 2*3600)
	if got := listing.Instant(time.Date(2026, 3, 29, 14, 0, 0, 1999, summer)); got != "2026-03-29T12:00:00.000001Z" {
		t.Errorf("got %s", got)
	}
}
