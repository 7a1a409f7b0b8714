package parents

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/fold"
	"github.com/clubhuis/clubhuis/core/sync/federation"
)

// index finds members by code and by their own e-mail address.
type index struct {
	codes map[string]*federation.Member
	mails map[string][]*federation.Member
}

func indexOf(rows []federation.Member) index {
	x := index{
		codes: make(map[string]*federation.Member, len(rows)),
		mails: make(map[string][]*federation.Member, len(rows)),
	}
	for i := range rows {
		row := &rows[i]
		x.codes[row.Code] = row
		x.mails[Key(row.Email)] = append(x.mails[Key(row.Email)], row)
	}
	return x
}

// parent is the code of the member who is a parent: in the application, of the same e-mail address, not one of the own
// children, and of the same name or of one that is spelled differently. The address alone is not enough, for a child often has
// its parent's, and a grown-up one is nobody's child on the site.
func (x index) parent(p Parent, number func(code string) int64, today civil.Date) string {
	found := ""
	for _, row := range x.mails[p.Email] {
		switch {
		case slices.Contains(p.Children, row.Code), number(row.Code) == 0, found != "" && found < row.Code:
		case fold.Same(row.Name(), p.Name), x.spelled(row, p, today):
			found = row.Code
		}
	}
	return found
}

// How much older than a child a member must be to be the parent whose name is spelled differently.
const (
	adult      = 18
	generation = 15
)

// spelled reports whether a parent is a member whose first name the site spells with the initial alone on one side: C. Bos and
// Carla Bos. The member must be an adult, and nobody of the age of the children.
func (x index) spelled(row *federation.Member, p Parent, today civil.Date) bool {
	born := row.Birth
	if !initialed(row, p.Name, today) {
		return false
	}
	for _, code := range p.Children {
		if child := x.codes[code]; child != nil && !child.Birth.IsZero() && child.Birth.Before(born.AddYears(generation)) {
			return false
		}
	}
	return true
}

// Named reports whether the name of a parent is that of somebody who is a member or was one, also when it is spelled with the
// initial alone.
func Named(name string, row *federation.Member, today civil.Date) bool {
	return fold.Same(row.Name(), name) || initialed(row, name, today)
}

// initialed reports whether a name is that of an adult on the site, with the initial alone on one side.
func initialed(row *federation.Member, as string, today civil.Date) bool {
	if row.Birth.IsZero() || today.Before(row.Birth.AddYears(adult)) {
		return false
	}
	name, last, given := fold.Words(as), fold.Words(row.Last), fold.Words(row.First)
	if len(last) == 0 || len(given) == 0 || len(name) <= len(last) || !slices.Equal(name[len(name)-len(last):], last) {
		return false
	}
	return sameGiven(name[0], given[0])
}

// agree reports whether two names can be one that is spelled differently: with the initial alone on one side, or with more names
// between.
func agree(a, b string) bool {
	as, bs := fold.Words(a), fold.Words(b)
	return len(as) > 1 && len(bs) > 1 && as[len(as)-1] == bs[len(bs)-1] && sameGiven(as[0], bs[0])
}

// sameGiven reports whether two first names are the same, or one is initials of the other.
func sameGiven(a, b string) bool { return initialOf(a, b) || initialOf(b, a) || a == b }

// initialHashes are the hashes of a name that is spelled with the initial alone.
func initialHashes(name string) []string {
	words := fold.Words(name)
	if len(words) < 2 {
		return nil
	}
	initial, _ := utf8.DecodeRuneInString(words[0])
	last := strings.Join(words[1:], " ")
	return []string{NameHash(string(initial) + ". " + last), NameHash(string(initial) + " " + last)}
}

// initialOf reports whether a word is initials, C or C.M., the first of which begins the name.
func initialOf(word, name string) bool {
	first, size := utf8.DecodeRuneInString(word)
	return (size == len(word) || strings.HasPrefix(word[size:], ".")) && strings.HasPrefix(name, string(first))
}

// AddressesOf are the addresses of a member's parents.
func AddressesOf(row *federation.Member) []string {
	var keys []string
	for _, p := range row.Parents {
		if key := Key(p.Email); key != "" {
			keys = append(keys, key)
		}
	}
	return keys
}
