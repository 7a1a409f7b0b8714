package parents

import (
	"cmp"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// rehouse lets parents keep their names when their addresses are swapped or handed on. At an address that tells another name than
// is remembered there, it is another remembered parent: one of that name, who was told for the same child and is not told
// elsewhere any more, or else is at both by now. Who was there before is at another address by now, or nobody's parent any more.
// When no remembered parent fits, and the one at the address is not told elsewhere, their name has changed.
func (h *Households) rehouse() {
	keys := h.Addresses()
	if !slices.ContainsFunc(keys, h.renamed) {
		return
	}
	r := &rehousing{Households: h, keys: keys, byName: h.byName(), taken: map[string]string{}, left: map[int64]bool{}}
	r.take()
	for r.displaced() {
		r.take()
	}
	r.respell()
	r.writeOut()
	for _, key := range r.keys {
		if r.open(key) {
			r.give(key, r.fitting(r.byName, key, true, NameHash(r.households[key].Name)))
		}
	}
	r.leave()
	for _, key := range slices.DeleteFunc(keys, func(key string) bool { return !h.renamed(key) }) {
		known, before := h.known[key], r.taken[key]
		if before == "" && (known.State.Other || !r.left[known.Person]) {
			continue
		}
		now := h.known[before]
		h.rehoused[past(key, known.Person)] = Known{Person: known.Person, State: known.State}
		h.rehoused[key] = Known{Person: now.Person, State: now.State}
	}
	maps.Copy(h.known, h.rehoused)
}

// rehousing finds out who is at which address by now.
type rehousing struct {
	*Households
	keys   []string            // addresses of the households
	byName map[string][]string // addresses of the remembered parents who can be elsewhere by now, by the hash of the name
	taken  map[string]string   // under which address is remembered who is at an address by now
	left   map[int64]bool      // persons who are told at another address than the one that tells another name
}

// open reports whether an address tells another name than is remembered, and nobody is found who is there.
func (r *rehousing) open(key string) bool { return r.renamed(key) && r.taken[key] == "" }

// take lets who fits have an address.
func (r *rehousing) take() {
	for _, key := range r.keys {
		if known := r.known[key]; r.taken[key] == "" && (known.Person == 0 && r.households[key].Member == "" || r.renamed(key)) {
			r.give(key, r.fitting(r.byName, key, false, NameHash(r.households[key].Name)))
		}
	}
}

// displaced lets those be elsewhere by their name on the site who were found by an address alone that another takes. It returns
// false when there are no more of them.
func (r *rehousing) displaced() (more bool) {
	for _, key := range r.keys {
		s := r.known[key].State
		if r.taken[key] != "" && s.Other && !slices.Contains(r.byName[s.Name], key) {
			r.byName[s.Name], more = append(r.byName[s.Name], key), true
		}
	}
	return more
}

// give lets who is remembered under one address have another.
func (r *rehousing) give(key, before string) {
	if person := r.known[before].Person; before != "" && person != r.known[key].Person {
		r.taken[key], r.left[person] = before, true
	}
}

// leave notes who is told elsewhere: as a member, or as a parent whose name is the same there.
func (r *rehousing) leave() {
	for _, key := range r.keys {
		known, f := r.known[key], r.households[key]
		if known.Person == 0 && f.Member != "" {
			r.left[r.number(f.Member)] = true
		}
		if r.open(key) && slices.ContainsFunc(r.keys, func(other string) bool { return r.stays(key, other) }) {
			r.left[known.Person] = true
		}
	}
}

// writeOut lets the one person fit who is remembered with the initial alone of a name, when no other address tells one that it
// could be.
func (r *rehousing) writeOut() {
	claims, found := map[int64][]string{}, map[string]string{}
	for _, key := range r.keys {
		if r.open(key) {
			found[key] = r.fitting(r.byName, key, false, initialHashes(r.households[key].Name)...)
			person := r.known[found[key]].Person
			claims[person] = append(claims[person], key)
		}
	}
	for person, keys := range claims {
		if len(keys) == 1 && !r.left[person] {
			r.give(keys[0], found[keys[0]])
		}
	}
}

// respell notes at which addresses the name is spelled differently alone.
func (r *rehousing) respell() {
	for _, key := range r.keys {
		if r.open(key) && (r.writtenOut(key) ||
			slices.ContainsFunc(r.keys, func(other string) bool { return r.spells(key, other) })) {
			r.respelled[key] = true
		}
	}
}

// writtenOut reports whether an address writes out what is remembered with the initial alone, and the child has no other parent
// of the remembered name.
func (r *rehousing) writtenOut(key string) bool {
	known, f := r.known[key], r.households[key]
	return slices.Contains(initialHashes(f.Name), known.State.Name) && !slices.ContainsFunc(r.keys, func(other string) bool {
		return r.known[r.taken[other]].Person == known.Person && share(r.households[other].Numbers, f.Numbers)
	})
}

// spells reports whether another address spells the name of an address as it is remembered there, for a remembered child: that of
// the same person, or of who moves there. Two names that one child has are those of two parents.
func (r *rehousing) spells(key, other string) bool {
	known, f, at := r.known[key], r.households[key], r.households[other]
	person := cmp.Or(r.known[r.taken[other]].Person, r.known[other].Person)
	if at.Member != "" {
		person = r.number(at.Member)
	}
	return known.State.Name == NameHash(at.Name) && agree(f.Name, at.Name) && share(at.Numbers, known.State.Children) &&
		person == known.Person && (r.known[other].Person == person || !share(at.Numbers, f.Numbers))
}

// stays reports whether the person who is remembered at one address is told at another one, for one of the same children.
func (r *rehousing) stays(key, other string) bool {
	known, at := r.known[key], r.households[other]
	return other != key && r.known[other].Person == known.Person && !r.renamed(other) &&
		share(at.Numbers, slices.Concat(known.State.Children, r.households[key].Numbers))
}

// share reports whether two lists of children have one in common.
func share(a, b []int64) bool {
	return slices.ContainsFunc(a, func(child int64) bool { return slices.Contains(b, child) })
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

// renamed reports whether an address tells another name than is remembered of its person, and not one that is spelled differently
// alone.
func (h *Households) renamed(key string) bool {
	known, f := h.known[key], h.households[key]
	return known.Person != 0 && known.State.Name != "" && known.State.Name != NameHash(f.Name) &&
		!slices.Contains(f.Numbers, known.Person) && !h.respelled[key]
}

// byName are the addresses of the remembered parents, in order, by the hash of the name. Who was found by the address alone has
// another name than the parent's, and is in none as long as nobody else is at that address.
func (h *Households) byName() map[string][]string {
	all := map[string][]string{}
	for _, key := range slices.Sorted(maps.Keys(h.known)) {
		if known := h.known[key]; known.Person != 0 && known.State.Name != "" && (!known.State.Other || Address(key) != key) {
			all[known.State.Name] = append(all[known.State.Name], key)
		}
	}
	return all
}

// fitting is the address under which the one person is remembered who has one of the names, by their hashes, and was the parent
// of one of the children of a household: of a child whom no address tells to be theirs any more, unless also says that they may
// be at both. It is "" for nobody, and when it could be either of two.
func (h *Households) fitting(byName map[string][]string, key string, also bool, names ...string) (found string) {
	f := h.households[key]
	var all []string
	for _, name := range names {
		all = append(all, byName[name]...)
	}
	for _, before := range all {
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
