package group

import (
	"slices"

	"github.com/clubhuis/clubhuis/core/acf"
	"github.com/clubhuis/clubhuis/core/erasure"
	"github.com/clubhuis/clubhuis/core/person"
)

// Forget takes somebody out of what is told of the group, and reports whether somebody was named there. A contact that names
// them, or has their telephone number, goes as a whole: what else stands in it is theirs, too. The title stays as it is.
func (g *Group) Forget(of *erasure.Subject, erased func(text string) (string, bool)) bool {
	content, named := erased(g.Content)
	g.Content = content
	if _, so := erased(g.Website); so {
		g.Website, named = "", true
	}
	kept := slices.DeleteFunc(slices.Clone(g.Contacts), func(c person.Contact) bool {
		_, labelled := erased(c.Label)
		_, valued := erased(c.Value)
		return labelled || valued || of.Phoned(c.Value) || forgetExtra(acf.CloneExtra(c.Extra), erased)
	})
	if len(kept) < len(g.Contacts) {
		g.Contacts, named = kept, true
	}
	extra := acf.CloneExtra(g.Extra)
	if forgetExtra(extra, erased) {
		g.Extra, named = extra, true
	}
	return named
}

func forgetExtra(extra acf.Extra, erased func(text string) (string, bool)) (named bool) {
	for key, raw := range extra {
		if after, so := erasure.ForgetJSON(raw, erased); so {
			extra[key], named = after, true
		}
	}
	return named
}
