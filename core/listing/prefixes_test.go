package listing_test

import (
	"cmp"
	"testing"

	"pgregory.net/rapid"

	"github.com/clubhuis/clubhuis/core/listing"
)

// note is a record whose values are long, alike, empty and odd.
type note struct{ text, day, lines string }

var noteKeys = listing.NewKeys(
	listing.Key[note]{Name: "text", Of: func(n *note) string { return n.text }, Long: true},
	listing.Key[note]{Name: "day", Of: func(n *note) string { return n.day }},
	listing.Key[note]{Name: "lines", Of: func(n *note) string { return n.lines }, Many: true},
)

func TestPrefixesCompareAsTheWholeValues(t *testing.T) {
	t.Parallel()
	reaching := []string{listing.Reaching("bar", "2"), listing.Reaching("kantine", "")}
	rapid.Check(t, func(t *rapid.T) {
		texts := rapid.OneOf(
			rapid.StringMatching(`[ab]{0,3}`), rapid.StringMatching(`(aaaaaaaa){1,3}[ab\x00]{0,2}`), rapid.StringMatching(`[a\x00]{0,3}`),
			rapid.String(),
		)
		lines := rapid.SampledFrom([]string{
			"", listing.Lines([]string{listing.Reaching("bar", "1")}), listing.Lines([]string{listing.Reaching("bar", "3")}),
			listing.Lines([]string{listing.Reaching("kantine", "1"), listing.Reaching("bar", "2")}),
		})
		var notes []note
		for range rapid.IntRange(2, 12).Draw(t, "notes") {
			notes = append(notes, note{texts.Draw(t, "text"), rapid.SampledFrom([]string{"", "20260102", "20260103"}).Draw(t, "day"),
				lines.Draw(t, "lines")})
		}
		sorts := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) listing.Sort {
			sort := listing.Sort{By: rapid.SampledFrom([]string{"text", "day", "lines"}).Draw(t, "by"), Desc: rapid.Bool().Draw(t, "desc")}
			switch {
			case sort.By == "lines":
				sort.FirstOf = reaching
			case rapid.IntRange(0, 3).Draw(t, "at least") == 0:
				sort.AtLeast = "20260103"
			}
			return sort
		}), 0, 3).Draw(t, "order")
		sorting := noteKeys.Sorting(listing.Order{By: sorts})
		values := make([]*listing.Values, len(notes))
		for i := range notes {
			values[i] = noteKeys.Values(&notes[i])
		}
		prefixes := sorting.Prefixes(values)
		for a := range notes {
			for b := range notes {
				want := cmp.Compare(sorting.Compare(values[a], values[b]), 0)
				if got := cmp.Compare(prefixes.Compare(a, b), 0); got != want {
					t.Fatalf("by %+v %+v and %+v are %d, want %d", sorts, notes[a], notes[b], got, want)
				}
			}
		}
	})
}
