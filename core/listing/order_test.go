package listing_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/clubhuis/clubhuis/core/listing"
)

func TestPoints(t *testing.T) {
	t.Parallel()
	score := func(points int, title string) listing.Score {
		return listing.Score{Test: listing.Test{Key: "title", Is: listing.Contains, Value: title}, Points: points}
	}
	b := book{Title: "abc"}
	for _, c := range []struct {
		name   string
		scores []listing.Score
		want   int
	}{
		{"no merits", nil, 0},
		{"one that counts", []listing.Score{score(20, "a")}, 20},
		{"one that does not", []listing.Score{score(20, "x")}, 0},
		{"of several the greatest counts, wherever it stands", []listing.Score{score(20, "a"), score(50, "b"), score(30, "c"),
			score(90, "x")}, 50},
		{"what is negative counts besides", []listing.Score{score(-50, "a"), score(20, "b")}, -30},
		{"every one of them", []listing.Score{score(20, "b"), score(-50, "a"), score(-7, "c"), score(-100, "x")}, -37},
		{"also without a positive one", []listing.Score{score(-50, "a")}, -50},
	} {
		if got := keys.Points(c.scores, &b); got != c.want {
			t.Errorf("%s: got %d, want %d", c.name, got, c.want)
		}
	}
}

func TestOrders(t *testing.T) {
	t.Parallel()
	books := []book{{Title: "b"}, {Title: "c", Lent: true}, {Title: "a", Lent: true}, {Title: "d"}}
	lent := []listing.Score{{Test: listing.Test{Key: "lent", Value: "1"}, Points: 10}}
	for _, c := range []struct {
		name  string
		order listing.Order
		want  string
	}{
		{"by nothing", listing.Order{}, "bcad"},
		{"by a key", listing.Order{By: []listing.Sort{{By: "title"}}}, "abcd"},
		{"the other way", listing.Order{By: []listing.Sort{{By: "title", Desc: true}}}, "dcba"},
		{"by one key after the other", listing.Order{By: []listing.Sort{{By: "lent"}, {By: "title", Desc: true}}}, "dbca"},
		{"the best first", listing.Order{Best: lent, By: []listing.Sort{{By: "title"}}}, "acbd"},
		{"the best first, whatever the direction", listing.Order{Best: lent, By: []listing.Sort{{By: "title", Desc: true}}}, "cadb"},
		{"by what was reached: what was not comes first", listing.Order{By: []listing.Sort{{By: "title", AtLeast: "c"}}}, "bacd"},
		{"the other way: what was comes first",
			listing.Order{By: []listing.Sort{{By: "title", AtLeast: "c", Desc: true}, {By: "title"}}}, "cdab"},
	} {
		sorted := slices.Clone(books)
		slices.SortStableFunc(sorted, func(a, b book) int { return keys.Compare(c.order, &a, &b) })
		got := ""
		for _, b := range sorted {
			got += b.Title
		}
		if got != c.want {
			t.Errorf("%s: got %s, want %s", c.name, got, c.want)
		}
	}
}

func TestOrderByTheFirstOfSeveralValues(t *testing.T) {
	t.Parallel()
	type guest struct{ Name, Rooms string }
	guests := listing.NewKeys(
		listing.Key[guest]{Name: "name", Of: func(g *guest) string { return g.Name }},
		listing.Key[guest]{Name: "rooms", Of: func(g *guest) string { return g.Rooms }, Many: true},
	)
	until := func(room, day string) string { return listing.Reaching(room, day) }
	list := []guest{
		{"a", listing.Lines([]string{until("1", "2026-03-29")})},
		{"b", listing.Lines([]string{until("2", "2026-03-29")})},
		{"c", ""},
		{"d", listing.Lines([]string{until("1", "2026-03-29"), until("2", "9999-12-31")})},
		{"e", listing.Lines([]string{until("1", "2026-03-30"), until("2", "2026-03-28")})},
		{"f", listing.Lines([]string{until("3", "9999-12-31")})},
		{"g", listing.Lines([]string{until("12", "9999-12-31"), until("3", "2026-03-01")})},
	}
	today := func(rooms ...string) []string {
		lines := []string{}
		for _, room := range rooms {
			lines = append(lines, until(room, "2026-03-29"))
		}
		return lines
	}
	for _, c := range []struct {
		name string
		by   listing.Sort
		want string
	}{
		{"in the order that is asked for", listing.Sort{By: "rooms", FirstOf: today("2", "1", "3")}, "bdaefcg"},
		{"in another order", listing.Sort{By: "rooms", FirstOf: today("3", "1", "2")}, "fadebcg"},
		{"the other way: who has none stays last", listing.Sort{By: "rooms", Desc: true, FirstOf: today("2", "1", "3")}, "faebdcg"},
		{"of nothing", listing.Sort{By: "rooms", FirstOf: []string{}}, "abcdefg"},
	} {
		order := listing.Order{By: []listing.Sort{c.by, {By: "name"}}}
		sorted := slices.Clone(list)
		slices.SortFunc(sorted, func(a, b guest) int { return guests.Compare(order, &a, &b) })
		got := ""
		for _, g := range sorted {
			got += g.Name
		}
		if got != c.want {
			t.Errorf("%s: got %s, want %s", c.name, got, c.want)
		}
	}
}

func TestALongKeyIsNotCut(t *testing.T) {
	t.Parallel()
	long := listing.NewKeys(listing.Key[book]{Name: "text", Of: func(b *book) string { return b.Title }, Long: true})
	b := book{Title: strings.Repeat("x", 100_000) + "end"}
	if got := long.Of("text", &b); got != b.Title || long.Values(&b).At(0) != b.Title {
		t.Errorf("%d of %d bytes are left", len(got), len(b.Title))
	}
	if !long.Match(listing.Test{Key: "text", Is: listing.Contains, Value: "end"}, &b) {
		t.Error("its end is not found")
	}
}

func TestASlugComesApartAgain(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		name, id := rapid.StringMatching(`[a-z0-9-]{0,8}`).Draw(t, "name"), rapid.Int64Min(1).Draw(t, "id")
		if gotName, gotID, ok := listing.SplitSlug(listing.Slug(name, id)); !ok || gotName != name || gotID != id {
			t.Fatalf("got %q %d %v", gotName, gotID, ok)
		}
	})
	for _, text := range []string{"", "jan", "jan-", "jan-x", "jan-0", "jan-01", "jan-+1", "jan--1x", "12",
		"jan-9223372036854775808"} {
		if name, id, ok := listing.SplitSlug(text); ok {
			t.Errorf("%q came apart as %q and %d", text, name, id)
		}
	}
}

func TestEveryWordMustOccur(t *testing.T) {
	t.Parallel()
	for words, want := range map[string]bool{"": true, "a": true, "c a": true, "a x": false} {
		if got := keys.MatchAll(listing.ContainsAll("title", strings.Fields(words)), &book{Title: "abc"}); got != want {
			t.Errorf("%s: got %v", fmt.Sprintf("%q", words), got)
		}
	}
}
