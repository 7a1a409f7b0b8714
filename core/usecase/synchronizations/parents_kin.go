package synchronizations

import (
	"cmp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/fold"
	"github.com/clubhuis/clubhuis/core/sync/diff"
	"github.com/clubhuis/clubhuis/core/sync/federation"
	"github.com/clubhuis/clubhuis/core/sync/parents"
	"github.com/clubhuis/clubhuis/core/sync/payload"
)

// family is a parent as the application must have them.
type family struct {
	parents.Parent
	children []int64 // the application's numbers, in order
	member   string  // code of the member who is this parent; "" for nobody
}

// kin are the parents of the club, and who of them are one person in the application as far as it is known: by the number that is
// remembered, or that of the member. One person may be reached under several addresses.
type kin struct {
	club     *club
	families map[string]family // by e-mail address
	states   map[string]parentState
	moved    map[string]int64   // numbers of those who were known under another address, by the new one
	people   map[int64][]string // addresses of the families, by number
	at       map[string]int64   // under which of people an address is
	held     map[int64][]string // addresses of what is remembered, by number
}

// kin puts the parents of the club together with what is remembered of them.
func (x *execution) kin(c *club) *kin {
	k := &kin{
		club: c, families: x.families(c), states: map[string]parentState{}, moved: map[string]int64{},
		people: map[int64][]string{}, at: map[string]int64{}, held: map[int64][]string{},
	}
	for _, key := range sorted(c.parents) {
		s, err := state[parentState](c.parents[key])
		if err != nil { // said when the parent is sent or let go
			s = parentState{Shared: true}
		}
		k.states[key] = s
		if id := c.parents[key].Number(); id != 0 {
			k.held[id] = append(k.held[id], key)
		}
	}
	keys := sorted(k.families)
	for _, key := range keys {
		k.stay(key)
	}
	for _, key := range keys {
		k.join(key)
	}
	for _, key := range keys {
		k.become(key, k.number(key))
	}
	k.findMoved(keys)
	return k
}

// stay lets a parent be who they are when a member could be it as well who is their child at another address, or of another name, with
// whom they share the address: the site may tell only one of two names, now this one and now that.
func (k *kin) stay(key string) {
	e, s, f := k.club.parents[key], k.states[key], k.families[key]
	if f.member == "" || e == nil || e.Number() == 0 {
		return
	}
	child := slices.ContainsFunc(k.besides(e.Number(), key), func(other string) bool { return slices.Contains(k.families[other].Children, f.member) })
	if child || !s.Shared && s.Name != "" && s.Name != nameHash(f.Name) {
		f.member = ""
		k.families[key] = f
	}
}

// join lets who has become a member at the address be that member at the others, too.
func (k *kin) join(key string) {
	e, code := k.club.parents[key], k.families[key].member
	if e == nil || e.Number() == 0 || code == "" {
		return
	}
	for _, other := range k.besides(e.Number(), key) {
		if f, wanted := k.families[other]; wanted && f.member == "" {
			f.member = code
			k.families[other] = f
		}
	}
}

// families are the parents of the club with the children who are in the application, by e-mail address.
func (x *execution) families(c *club) map[string]family {
	all := map[string]family{}
	for _, parent := range parents.Of(c.rows, x.phone) {
		f := family{Parent: parent, member: x.sameAddress(c, parent)}
		for _, code := range parent.Children {
			if e := c.members[code]; e != nil && e.Number() != 0 {
				f.children = append(f.children, e.Number())
			}
		}
		slices.Sort(f.children)
		all[parent.Email] = f
	}
	return all
}

// findMoved finds the parents whose e-mail address has changed: nobody is known under the new one, and somebody of the same
// name was the parent of one of the children under another one, and is not any more.
func (k *kin) findMoved(keys []string) {
	byName := map[string][]string{}
	for key, s := range k.states {
		if k.club.parents[key].Number() != 0 && s.Name != "" && !s.Other {
			byName[s.Name] = append(byName[s.Name], key)
		}
	}
	for _, key := range keys {
		f := k.families[key]
		if k.number(key) != 0 {
			continue
		}
		found := map[int64]bool{}
		for _, before := range byName[nameHash(f.Name)] {
			id := k.club.parents[before].Number()
			still := k.children(k.people[id])
			if slices.ContainsFunc(k.states[before].Children, func(child int64) bool {
				return slices.Contains(f.children, child) && !slices.Contains(still, child)
			}) && !slices.Contains(f.children, id) {
				found[id] = true
			}
		}
		if len(found) != 1 { // of two it could be either
			continue
		}
		for id := range found {
			k.moved[key] = id
		}
	}
	for key, id := range k.moved {
		k.become(key, id)
	}
}

// number is who a family is in the application, 0 for nobody yet. A parent is never one of the own children.
func (k *kin) number(key string) int64 {
	f, id := k.families[key], int64(0)
	if e := k.club.parents[key]; e != nil {
		id = e.Number()
	}
	if f.member != "" {
		id = k.club.members[f.member].Number()
	}
	if id == 0 || slices.Contains(f.children, id) {
		id = k.moved[key]
	}
	return id
}

// become notes that a family is the person of the number, 0 for nobody.
func (k *kin) become(key string, id int64) {
	if before := k.at[key]; before != 0 {
		k.people[before] = slices.DeleteFunc(k.people[before], func(other string) bool { return other == key })
	}
	if k.at[key] = id; id != 0 {
		k.people[id] = append(k.people[id], key)
		slices.Sort(k.people[id])
	}
}

// drop notes that what is remembered of a parent is not there any more.
func (k *kin) drop(key string) {
	if e := k.club.parents[key]; e != nil {
		k.held[e.Number()] = k.besides(e.Number(), key)
	}
}

// together is what is told about the person of the number, at the key's address and all others.
func (k *kin) together(key string, id int64) family {
	keys := k.people[id]
	if id == 0 {
		keys = []string{key}
	}
	f := k.families[keys[0]]
	for _, other := range keys[1:] {
		f.Parent, f.member = f.Merge(k.families[other].Parent), cmp.Or(f.member, k.families[other].member)
	}
	f.children = k.children(keys)
	return f
}

// children are the children of all the families.
func (k *kin) children(keys []string) (all []int64) {
	for _, key := range keys {
		all = append(all, k.families[key].children...)
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// hash is the hash of everything that is told about a parent who is the person of the number.
func (k *kin) hash(key string, id int64) string {
	f := k.together(key, id)
	return payload.ParentHash(f.Parent, f.children, f.member != "")
}

// besides are the addresses, other than the key, under which the person of the number is remembered.
func (k *kin) besides(id int64, key string) []string {
	return slices.DeleteFunc(slices.Clone(k.held[id]), func(other string) bool { return other == key })
}

// still reports whether a record is that of the family, or of what is remembered under the same number: the name stands there, or the
// address, in somebody's who is no other member.
func (k *kin) still(record payload.Record, key string) bool {
	code, emails, name := record.Text("assoc-id"), record.Emails(), nameHash(record.FullName())
	is := func(key string) bool {
		s := k.states[key]
		return name == s.Name || slices.Contains(emails, key) && (code == "" || code == s.Member)
	}
	f, wanted := k.families[key]
	return wanted && nameHash(f.Name) == name || is(key) || slices.ContainsFunc(k.besides(record.ID, key), is)
}

// nameHash is the hash of a name as names are compared.
func nameHash(name string) string { return diff.Hash(fold.Key(name)) }

func sameName(a, b string) bool { return fold.Key(a) == fold.Key(b) }

// sameAddress is the member who is a parent: of the same e-mail address, not one of the own children, and of the same name or of
// one that is spelled differently. The address alone is not enough, for a child often has its parent's, and a grown-up one is
// nobody's child on the site.
func (x *execution) sameAddress(c *club, parent parents.Parent) string {
	found := ""
	for _, row := range c.reachedAt(parent.Email) {
		e := c.members[row.Code]
		switch {
		case slices.Contains(parent.Children, row.Code), e == nil, e.Number() == 0, found != "" && found < row.Code:
		case sameName(row.Name(), parent.Name), x.spelled(c, row, parent):
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
// Carla Bos. It must be an adult, and nobody of the age of the children.
func (x *execution) spelled(c *club, row *federation.Member, parent parents.Parent) bool {
	born := row.Birth
	if born.IsZero() || civil.On(x.Now(), x.Zone).Before(born.AddYears(adult)) {
		return false
	}
	for _, code := range parent.Children {
		if child := c.row(code); child != nil && !child.Birth.IsZero() && child.Birth.Before(born.AddYears(generation)) {
			return false
		}
	}
	name, last := fold.Words(parent.Name), fold.Words(row.Last)
	given := fold.Words(row.First)
	if len(last) == 0 || len(given) == 0 || len(name) <= len(last) || !slices.Equal(name[len(name)-len(last):], last) {
		return false
	}
	return initialOf(name[0], given[0]) || initialOf(given[0], name[0]) || name[0] == given[0]
}

// initialOf reports whether a word is initials, C or C.M., the first of which begins the name.
func initialOf(word, name string) bool {
	first, size := utf8.DecodeRuneInString(word)
	return (size == len(word) || strings.HasPrefix(word[size:], ".")) && strings.HasPrefix(name, string(first))
}
