package group_test

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/clubhuis/clubhuis/core/fold"
	"github.com/clubhuis/clubhuis/core/group"
	"github.com/clubhuis/clubhuis/core/listing"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/record"
	"github.com/clubhuis/clubhuis/core/work"
)

// compare puts two groups in a list's order.
func compare(order listing.Order, a, b *group.Group) int {
	sorting := record.SortedBy(group.Keys, order)
	return sorting.Compare(a.ID, group.Keys.Values(a), b.ID, group.Keys.Values(b))
}

func TestGroupsSortByTheNumbersInTheirTitles(t *testing.T) {
	t.Parallel()
	want := []string{
		"35+ 1", "Heren 1", "heren 2", "Heren 10", "Jeugdcommissie", "JO7-1", "JO9-1", "JO9-2", "JO9-10", "JO10-1", "JO19-1",
		"Jö 1000", "Jo 12345",
	}
	order := listing.Order{By: []listing.Sort{{By: group.KeySort}}}
	var groups []group.Group
	for i, title := range want {
		groups = append(groups, group.Group{ID: group.ID(len(want) - i), Title: title})
	}
	slices.SortFunc(groups, func(a, b group.Group) int { return compare(order, &a, &b) })
	var got []string
	for _, g := range groups {
		got = append(got, g.Title)
	}
	slices.SortFunc(want, func(a, b string) int { return strings.Compare(padded(a), padded(b)) })
	if !slices.Equal(got, want) {
		t.Errorf("got  %q\nwant %q", got, want)
	}
	for _, pair := range [][2]string{{"JO9-1", "JO10-1"}, {"JO9-2", "JO9-10"}, {"Heren 2", "Heren 10"}, {"heren 1", "Heren 2"},
		{"x 999", "y 1"}} {
		a, b := group.Group{ID: 2, Title: pair[0]}, group.Group{ID: 1, Title: pair[1]}
		if compare(order, &a, &b) >= 0 {
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
		"JO9-1": "jo9-1-1012", "Commissie Normen & Waarden": "commissie-normen-waarden-1012", "Élite": "elite-1012", "李": "groep-1012",
		"":                       "groep-1012",
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
	g.Visibility = person.InWorkspaces
	want := map[string]string{
		group.KeyCreated: "2026-03-29T12:30:15.123456Z", group.KeyModified: "2026-03-29T13:30:15.123456Z", group.KeyAuthor: "1",
		group.KeyTitle: "elite 1", group.KeySort: "elite 001", group.KeySlug: "elite-1", group.KeyKind: "team", group.KeyParent: "1011",
		group.KeySearch:     "elite 1\nregel een regel twee\nhttps://club.example\n190021",
		group.KeyWorkspaces: "\n3\n4\n",
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
	var all record.Filter
	titled := all.With(listing.Test{Key: group.KeyTitle, Is: listing.Contains, Value: "jo9"})
	match := func(f record.Filter, g *group.Group) bool { return record.Match(&f, group.Keys, g.ID, g) }
	for _, c := range []struct {
		name      string
		filter    record.Filter
		team, top bool
	}{
		{"the zero filter lets all through", record.Filter{}, true, true},
		{"of a kind", all.With(group.OfKind(work.Team)), true, false},
		{"of the other", all.With(group.OfKind(work.Committee)), false, true},
		{"included", record.Filter{Include: []group.ID{1012, 1}}, true, true},
		{"an empty list includes none", record.Filter{Include: []group.ID{}}, false, false},
		{"excluded", record.Filter{Exclude: []group.ID{1012}}, false, false},
		{"by slug", record.Filter{Slugs: []string{"jo9-1-1012"}}, true, true},
		{"by another's slug", record.Filter{Slugs: []string{"jo9-1-1013"}}, false, false},
		{"no slugs let none through", record.Filter{Slugs: []string{}}, false, false},
		{"below a group", all.With(group.Below(1011)), true, false},
		{"at the top", all.With(group.Below(0)), false, true},
		{"either", all.With(group.Below(0, 1011)), true, true},
		{"below nothing", all.With(group.Below()), false, false},
		{"by a test", titled, true, true},
		{"by a test and a kind", titled.With(group.OfKind(work.Committee)), false, true},
	} {
		if match(c.filter, &g) != c.team || match(c.filter, &top) != c.top {
			t.Errorf("%s: %v and %v", c.name, match(c.filter, &g), match(c.filter, &top))
		}
	}
	if both := titled.With(listing.Test{Key: group.KeyTitle, Value: "x"}); len(titled.Tests) != 1 || match(both, &g) {
		t.Error("one filter wrote into the other's memory")
	}
}

func TestEqualGroupsAreSortedByNumber(t *testing.T) {
	t.Parallel()
	a, b := group.Group{ID: 1}, group.Group{ID: 2}
	for _, desc := range []bool{false, true} {
		order := listing.Order{By: []listing.Sort{{By: group.KeyTitle, Desc: desc}}}
		if got := compare(order, &a, &b); got != listing.Direct(-1, desc) {
			t.Errorf("desc %v: got %d", desc, got)
		}
	}
}
