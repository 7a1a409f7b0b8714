package group_test

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/clubhuis/clubhuis/core/fold"
	"github.com/clubhuis/clubhuis/core/group"
	"github.com/clubhuis/clubhuis/core/listing"
	"github.com/clubhuis/clubhuis/core/work"
)

func TestGroupsSortByTheNumbersInTheirTitles(t *testing.T) {
	t.Parallel()
	want := []string{
		"35+ 1", "Heren 1", "heren 2", "Heren 10", "Jeugdcommissie", "JO7-1", "JO9-1", "JO9-2", "JO9-10", "JO10-1", "JO19-1", "Jö 1000", "Jo 12345",
	}
	order := listing.Order{By: []listing.Sort{{By: group.KeySort}}}
	var groups []group.Group
	for i, title := range want {
		groups = append(groups, group.Group{ID: group.ID(len(want) - i), Title: title})
	}
	slices.SortFunc(groups, func(a, b group.Group) int { return group.Compare(order, &a, &b) })
	var got []string
	for _, g := range groups {
		got = append(got, g.Title)
	}
	slices.SortFunc(want, func(a, b string) int { return strings.Compare(padded(a), padded(b)) })
	if !slices.Equal(got, want) {
		t.Errorf("got  %q\nwant %q", got, want)
	}
	for _, pair := range [][2]string{{"JO9-1", "JO10-1"}, {"JO9-2", "JO9-10"}, {"Heren 2", "Heren 10"}, {"heren 1", "Heren 2"}, {"x 999", "y 1"}} {
		a, b := group.Group{ID: 2, Title: pair[0]}, group.Group{ID: 1, Title: pair[1]}
		if group.Compare(order, &a, &b) >= 0 {
			t.Errorf("%s does not come before %s", pair[0], pair[1])
		}
	}
}

// padded is another way to say what the sort key says.
func padded(title string) string {
	var key, digits strings.Builder
	flush := func() {
		if n := digits.Len(); n > 0 {
			key.WriteString(strings.Repeat("0", max(0, 3-n)) + digits.String())
			digits.Reset()
		}
	}
	for _, r := range fold.Key(title) {
		if r >= '0' && r <= '9' {
			digits.WriteRune(r)
			continue
		}
		flush()
		key.WriteRune(r)
	}
	flush()
	return key.String()
}

func TestTheSortKeyOfAnyTitle(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		g := group.Group{Title: rapid.StringMatching(`[A-Ca-cé0-9 -]{0,20}`).Draw(t, "title")}
		if got, want := group.Keys.Of(group.KeySort, &g), padded(g.Title); got != want {
			t.Fatalf("%q: got %q, want %q", g.Title, got, want)
		}
	})
}

func TestSlugs(t *testing.T) {
	t.Parallel()
	for title, want := range map[string]string{
		"JO9-1": "jo9-1-1012", "Commissie Normen & Waarden": "commissie-normen-waarden-1012", "Élite": "elite-1012", "李": "groep-1012", "": "groep-1012",
		strings.Repeat("a", 300): strings.Repeat("a", 200) + "-1012",
	} {
		if got := group.Slug(title, 1012); got != want {
			t.Errorf("%q: got %s", title, got)
		}
	}
}

func TestKeysOfAGroup(t *testing.T) {
	t.Parallel()
	g := full(work.Team)
	g.Title, g.Content = "Élite  1", "Regel één\nregel twee"
	want := map[string]string{
		group.KeyCreated: "2026-03-29T12:30:15.123456Z", group.KeyModified: "2026-03-29T13:30:15.123456Z", group.KeyAuthor: "1",
		group.KeyTitle: "elite 1", group.KeySort: "elite 001", group.KeySlug: "elite-1", group.KeyKind: "team", group.KeyParent: "1011",
		group.KeySearch: "elite 1\nregel een regel twee\nhttps://club.example\n190021",
	}
	for _, key := range group.Keys.Names() {
		if got := group.Keys.Of(key, &g); want[key] == "" || got != want[key] {
			t.Errorf("%s is %q, want %q", key, got, want[key])
		}
	}
}

func TestFilter(t *testing.T) {
	t.Parallel()
	g := full(work.Team) // JO9-1, number 1012, below 1011
	top := full(work.Committee)
	top.Parent = 0
	titled := group.Filter{}.With(listing.Test{Key: group.KeyTitle, Is: listing.Contains, Value: "jo9"})
	for _, c := range []struct {
		name      string
		filter    group.Filter
		team, top bool
	}{
		{"the zero filter lets all through", group.Filter{}, true, true},
		{"of a kind", group.Filter{Kind: work.Team}, true, false},
		{"of the other", group.Filter{Kind: work.Committee}, false, true},
		{"included", group.Filter{Include: []group.ID{1012, 1}}, true, true},
		{"an empty list includes none", group.Filter{Include: []group.ID{}}, false, false},
		{"excluded", group.Filter{Exclude: []group.ID{1012}}, false, false},
		{"by slug", group.Filter{Slugs: []string{"jo9-1-1012"}}, true, true},
		{"by another's slug", group.Filter{Slugs: []string{"jo9-1-1013"}}, false, false},
		{"no slugs let none through", group.Filter{Slugs: []string{}}, false, false},
		{"below a group", group.Filter{Parents: []group.ID{1011}}, true, false},
		{"at the top", group.Filter{Parents: []group.ID{0}}, false, true},
		{"either", group.Filter{Parents: []group.ID{0, 1011}}, true, true},
		{"below nothing", group.Filter{Parents: []group.ID{}}, false, false},
		{"by a test", titled, true, true},
		{"by a test and a kind", group.Filter{Kind: work.Committee, Tests: titled.Tests}, false, true},
	} {
		if c.filter.Match(&g) != c.team || c.filter.Match(&top) != c.top {
			t.Errorf("%s: %v and %v", c.name, c.filter.Match(&g), c.filter.Match(&top))
		}
	}
	if both := titled.With(listing.Test{Key: group.KeyTitle, Value: "x"}); len(titled.Tests) != 1 || both.Match(&g) {
		t.Error("one filter wrote into the other's memory")
	}
}

func TestEqualGroupsAreSortedByNumber(t *testing.T) {
	t.Parallel()
	a, b := group.Group{ID: 1}, group.Group{ID: 2}
	for _, desc := range []bool{false, true} {
		order := listing.Order{By: []listing.Sort{{By: group.KeyTitle, Desc: desc}}}
		if got := group.Compare(order, &a, &b); got != listing.Direct(-1, desc) {
			t.Errorf("desc %v: got %d", desc, got)
		}
	}
}
