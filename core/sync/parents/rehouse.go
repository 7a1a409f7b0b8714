package parents

import (
	"maps"
	"slices"
	"strconv"
	"strings"
)

// rehouse lets parents keep their names when their addresses are swapped or handed on. At an address that tells another name than
// is remembered there, it is another remembered parent: one of that name, who was told for the same child and is not told
// elsewhere any more. Who was there before is at another address by now, or nobody's parent any more. When no remembered parent
// fits, the name of the one at the address has changed.
func (h *Households) rehouse() {
	keys := h.Addresses()
	renamed := slices.DeleteFunc(slices.Clone(keys), func(key string) bool { return !h.renamed(key) })
	if len(renamed) == 0 {
		return
	}
	byName, taken, left := h.byName(), map[string]string{}, map[int64]bool{}
	for _, key := range keys {
		known, member := h.known[key], h.households[key].Member
		switch {
		case known.Person != 0 && !h.renamed(key):
			continue
		case known.Person == 0 && member != "":
			left[h.number(member)] = true
			continue
		}
		if before := h.fitting(byName, key, false); before != "" && h.known[before].Person != known.Person {
			taken[key], left[h.known[before].Person] = before, true
		}
	}
	for _, key := range renamed {
		known, before := h.known[key], taken[key]
		if before == "" && left[known.Person] {
			before = h.fitting(byName, key, true)
		}
		if now := h.known[before]; now.Person != known.Person && (now.Person != 0 || left[known.Person]) {
			h.rehoused[past(key, known.Person)] = Known{Person: known.Person, State: known.State}
			h.rehoused[key] = Known{Person: now.Person, State: now.State}
		}
	}
	maps.Copy(h.known, h.rehoused)
}

// Rehoused is what must be remembered instead, by address, before anybody is told: at whose addresses others are by now. Without
// a person nobody is remembered there. Who was at an address before stays remembered under a key of their own, so that nobody is
// lost who is still to be told or let go.
func (h *Households) Rehoused() map[string]Known { return h.rehoused }

// past is the key under which somebody is remembered who was at an address where somebody else is by now.
func past(key string, person int64) string {
	return Address(key) + pastMark + strconv.FormatInt(person, 10)
}

const pastMark = " #"

// Address is the address of a key under which a parent is remembered: mostly the key itself.
func Address(key string) string {
	address, _, _ := strings.Cut(key, pastMark)
	return address
}

// renamed reports whether an address tells another name than is remembered of its person.
func (h *Households) renamed(key string) bool {
	known, f := h.known[key], h.households[key]
	return known.Person != 0 && known.State.Name != "" && known.State.Name != NameHash(f.Name) &&
		!slices.Contains(f.Numbers, known.Person)
}

// byName are the addresses of the remembered parents, in order, by the hash of the name. Who was found by the address alone has
// another name than the parent's, and is in none.
func (h *Households) byName() map[string][]string {
	all := map[string][]string{}
	for _, key := range slices.Sorted(maps.Keys(h.known)) {
		if known := h.known[key]; known.Person != 0 && known.State.Name != "" && !known.State.Other {
			all[known.State.Name] = append(all[known.State.Name], key)
		}
	}
	return all
}

// fitting is the address under which the one person is remembered who has the name of the household, and was the parent of one of
// the children: of a child whom no address tells to be theirs any more, unless also says that they may be at both. It is "" for
// nobody, and when it could be either of two.
func (h *Households) fitting(byName map[string][]string, key string, also bool) (found string) {
	f := h.households[key]
	for _, before := range byName[NameHash(f.Name)] {
		known := h.known[before]
		if slices.Contains(f.Numbers, known.Person) {
			continue
		}
		var still []int64
		if !also {
			still = h.stillOf(known.Person)
		}
		switch {
		case !slices.ContainsFunc(known.State.Children, func(child int64) bool {
			return slices.Contains(f.Numbers, child) && !slices.Contains(still, child)
		}):
		case found == "":
			found = before
		case h.known[found].Person != known.Person:
			return ""
		}
	}
	return found
}

// stillOf are the children of a person at the addresses that tell the name that is remembered.
func (h *Households) stillOf(person int64) (children []int64) {
	for key, f := range h.households {
		if h.known[key].Person == person && !h.renamed(key) || f.Member != "" && h.number(f.Member) == person {
			children = append(children, f.Numbers...)
		}
	}
	return children
}
