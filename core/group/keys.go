package group

import (
	"strings"

	"github.com/clubhuis/clubhuis/core/fold"
	"github.com/clubhuis/clubhuis/core/listing"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/richtext"
)

// The names of the keys that lists of groups are filtered and sorted by.
const (
	KeyCreated  = "created"
	KeyModified = "modified"
	KeyAuthor   = listing.KeyAuthor
	KeyTitle    = "title" // what a search by name looks in
	KeySort     = "sort"  // the title for sorting: JO9-1 before JO10-1
	KeySlug     = listing.KeySlug
	KeyKind     = "kind"
	KeyParent   = "parent"
	KeySearch   = "search" // everything that a search for a group looks in, one thing a line

	KeyWorkspaces = person.KeyWorkspaces
)

// Keys derives them. A new one is its line here.
var Keys = listing.NewKeys(
	listing.Key[Group]{Name: KeyCreated, Of: func(g *Group) string { return listing.Instant(g.Created) }},
	listing.Key[Group]{Name: KeyModified, Of: func(g *Group) string { return listing.Instant(g.Modified) }},
	listing.Key[Group]{Name: KeyAuthor, Of: func(g *Group) string { return listing.Number(g.Author) }},
	listing.Key[Group]{Name: KeyTitle, Of: func(g *Group) string { return fold.Key(g.Title) }},
	listing.Key[Group]{Name: KeySort, Of: func(g *Group) string { return sortKey(g.Title) }},
	listing.Key[Group]{Name: KeySlug, Of: func(g *Group) string { return slug(g.Title) }},
	listing.Key[Group]{Name: KeyKind, Of: func(g *Group) string { return string(g.Kind) }},
	listing.Key[Group]{Name: KeyParent, Of: func(g *Group) string { return listing.Number(g.Parent) }},
	listing.Key[Group]{Name: KeySearch, Of: searchKey, Long: true},
	listing.Key[Group]{Name: KeyWorkspaces, Of: func(g *Group) string {
		return person.WorkspacesKey(g.Visibility, g.Workspaces)
	}, Many: true},
)

// sortKey sorts JO9-1 before JO10-1: numbers within names have three digits at least.
func sortKey(title string) string {
	var key strings.Builder
	digits := 0
	folded := fold.Key(title)
	for i := 0; i < len(folded); i++ {
		if c := folded[i]; c < '0' || c > '9' {
			digits = 0
			key.WriteByte(c)
			continue
		}
		if digits == 0 {
			end := i
			for end < len(folded) && folded[end] >= '0' && folded[end] <= '9' {
				end++
			}
			key.WriteString("000"[min(3, end-i):])
		}
		digits++
		key.WriteByte(folded[i])
	}
	return key.String()
}

// searchKey is the title, and the texts beside it.
func searchKey(g *Group) string {
	lines := []string{fold.Key(g.Title)}
	for _, text := range []string{richtext.Text(g.Content), g.Website, g.PublicID} {
		if key := fold.Key(text); key != "" {
			lines = append(lines, key)
		}
	}
	return strings.Join(lines, "\n")
}

// Slug is the title in lower-case letters and digits with the number behind it: jo9-1-1012.
func Slug(title string, id ID) string { return listing.Slug(slug(title), id) }

func slug(title string) string {
	if slug := fold.Slug(title, longestTitle); slug != "" {
		return slug
	}
	return "groep"
}
