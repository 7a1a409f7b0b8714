// Package parents owns who is a parent of a club's members: the federation's site has no parents of their own, but names, e-mail
// addresses and telephone numbers in the rows of their children.
//
// It does not know the application (core/sync/payload): who a parent is there, and what is told about them.
package parents

import (
	"cmp"
	"slices"
	"strings"

	"github.com/clubhuis/clubhuis/core/fold"
	"github.com/clubhuis/clubhuis/core/sync/diff"
	"github.com/clubhuis/clubhuis/core/sync/federation"
)

// Parent is somebody through whom members are reached. The federation has no code for parents: their e-mail address identifies
// them.
type Parent struct {
	Email    string   // in lower case
	Also     []string // further addresses of the same person
	Name     string   // the whole of it
	Phones   []string // each once, in the order of first sight
	Address  federation.Address
	Children []string // member codes, in order
}

// Merge returns the parent with what is told about the same person at another address: the name of the first, the phone numbers
// and children of both.
func (p Parent) Merge(other Parent) Parent {
	p.Also = slices.Concat(p.Also, []string{other.Email}, other.Also)
	p.Phones = each(p.Phones, other.Phones)
	p.Children = each(p.Children, other.Children)
	slices.Sort(p.Children)
	if p.Address == (federation.Address{}) {
		p.Address = other.Address
	}
	return p
}

// Addresses returns all e-mail addresses of the parent.
func (p Parent) Addresses() []string { return append([]string{p.Email}, p.Also...) }

// ReachedHash returns the hash of how the parent is reached: e-mail addresses, telephone numbers and postal address.
func (p Parent) ReachedHash() string { return diff.Hash([]any{p.Addresses(), p.Phones, p.Address}) }

// each returns the texts of both lists, each once.
func each(a, b []string) []string {
	all := slices.Clone(a)
	for _, text := range b {
		if !slices.Contains(all, text) {
			all = append(all, text)
		}
	}
	return all
}

// mention is what the row of one child tells about a parent.
type mention struct {
	name, phone string
	child       *federation.Member
	own         bool // the address is the child's own, too
}

// Of returns the parents of members, one for each e-mail address, sorted by address. A text without @ is no address. The parent
// gets the first name that is told; an address without any name is no parent. Phone numbers are as phone writes them, and the
// postal address is the first child's. First means the lowest member code: the order of the rows does not matter.
//
// A member with the same address and the same name is not their own parent. A parent of another name may share the child's
// address.
func Of(rows []federation.Member, phone func(string) string) []Parent {
	mentions := map[string][]mention{}
	for _, row := range byCode(rows) {
		for _, p := range row.Parents {
			email := Key(p.Email)
			if !strings.Contains(email, "@") {
				continue
			}
			m := mention{
				name: strings.Join(strings.Fields(p.Name), " "), phone: strings.TrimSpace(p.Telephone), child: row,
				own: email == Key(row.Email) || email == Key(row.Email2),
			}
			if m.name == "" || !m.self(m.name) {
				mentions[email] = append(mentions[email], m)
			}
		}
	}
	var parents []Parent
	for email, list := range mentions {
		if p, named := parentOf(email, list, phone); named {
			parents = append(parents, p)
		}
	}
	slices.SortFunc(parents, func(a, b Parent) int { return cmp.Compare(a.Email, b.Email) })
	return parents
}

// byCode returns the rows sorted by member code.
func byCode(rows []federation.Member) []*federation.Member {
	list := make([]*federation.Member, len(rows))
	for i := range rows {
		list[i] = &rows[i]
	}
	slices.SortStableFunc(list, func(a, b *federation.Member) int { return cmp.Compare(a.Code, b.Code) })
	return list
}

// Key returns an e-mail address in the form in which addresses are compared.
func Key(email string) string { return strings.ToLower(strings.TrimSpace(email)) }

// self reports whether a parent of the name is the child.
func (m mention) self(name string) bool { return m.own && fold.Same(name, m.child.Name()) }

// parentOf combines the mentions of one address. It returns false when none of them is a parent.
func parentOf(email string, mentions []mention, phone func(string) string) (Parent, bool) {
	p := Parent{Email: email}
	for _, m := range mentions {
		p.Name = cmp.Or(p.Name, m.name)
	}
	if p.Name == "" {
		return Parent{}, false
	}
	for _, m := range mentions {
		if m.self(p.Name) { // told without a name, by the own row
			continue
		}
		if len(p.Children) == 0 {
			p.Address = m.child.Address
		}
		if !slices.Contains(p.Children, m.child.Code) {
			p.Children = append(p.Children, m.child.Code)
		}
		if m.phone != "" {
			if number := phone(m.phone); !slices.Contains(p.Phones, number) {
				p.Phones = append(p.Phones, number)
			}
		}
	}
	return p, len(p.Children) > 0
}
