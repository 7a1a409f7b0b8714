package parents

import (
	"cmp"
	"maps"
	"slices"

	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/fold"
	"github.com/clubhuis/clubhuis/core/sync/diff"
	"github.com/clubhuis/clubhuis/core/sync/federation"
)

// State is what is remembered of a parent besides the number.
type State struct {
	// Shared says that the person is somebody in their own right (a member), and not this synchronization's to remove.
	Shared bool `json:"shared,omitempty"`
	// Begun says that the person is about to be made: who is found afterwards without being known is that person.
	Begun bool `json:"begun,omitempty"`
	// ByHand says that somebody made the person by hand, and keeps the name.
	ByHand bool `json:"by_hand,omitempty"`
	// Other says that the name is another one than the parent's: the person was found by the address alone.
	Other bool `json:"other,omitempty"`
	// Children are the numbers of the children whose relations the synchronization wrote; others are somebody's own.
	Children []int64 `json:"children,omitempty"`
	// Name is the hash of the parent's name on the site, and Member the code that the person had: the number may be somebody
	// else's when an older backup of the application came back.
	Name   string `json:"name,omitempty"`
	Member string `json:"member,omitempty"`
	// Reached is the hash of how the site last told that the parent is reached (Parent.ReachedHash), Untold when it was not told.
	// It is "" in a state from before this was noted.
	Reached string `json:"reached,omitempty"`
}

// Untold stands in State.Reached of who was not told how they are reached: a member is told that as a member.
const Untold = "-"

// Known is what is remembered under an address.
type Known struct {
	Person int64  // the application's number, 0 for none yet
	Synced string // hash of what was last told
	State  State
}

// Household is a parent as the application must have them.
type Household struct {
	Parent
	Numbers []int64 // the application's numbers of the children who are there, in order
	Member  string  // code of the member who is this parent; "" for nobody
}

// Club is what households are made of.
type Club struct {
	Rows   []federation.Member
	Number func(code string) int64 // the application's number of a member, 0 for none yet
	Known  map[string]Known        // what is remembered, by address
	Today  civil.Date
	Phone  func(string) string // writes telephone numbers in one form
	// Hash is the hash of everything that the application is told about a parent: the children's numbers, sorted, and whether the
	// parent is a member.
	Hash func(p Parent, numbers []int64, member bool) string
}

// Households are the parents of the club, and which of them are one person in the application: by the remembered number, or that
// of the member. One person may have several addresses.
type Households struct {
	number     func(code string) int64
	hash       func(p Parent, numbers []int64, member bool) string
	households map[string]Household // by e-mail address
	known      map[string]Known     // by e-mail address
	rehoused   map[string]Known     // what is remembered differently, because addresses were swapped or handed on
	respelled  map[string]bool      // addresses at which the remembered name is spelled differently alone
	moved      map[string]int64     // persons who were known under another address, by the new one
	people     map[int64][]string   // addresses of the households, by person
	at         map[string]int64     // under which of people an address is
	remembered map[int64][]string   // addresses of what is remembered, by person
}

// Match finds the parents of the club, and puts them together with what is remembered.
func Match(c Club) *Households {
	h := &Households{
		number: c.Number, hash: c.Hash, households: householdsOf(c), known: maps.Clone(c.Known), rehoused: map[string]Known{},
		respelled: map[string]bool{}, moved: map[string]int64{}, people: map[int64][]string{}, at: map[string]int64{},
		remembered: map[int64][]string{},
	}
	if h.known == nil {
		h.known = map[string]Known{}
	}
	h.rehouse()
	for _, key := range slices.Sorted(maps.Keys(h.known)) {
		if id := h.known[key].Person; id != 0 {
			h.remembered[id] = append(h.remembered[id], key)
		}
	}
	keys := h.Addresses()
	for _, key := range keys {
		h.stay(key)
	}
	for _, key := range keys {
		h.join(key)
	}
	for _, key := range keys {
		h.Become(key, h.Person(key))
	}
	h.findMoved(keys)
	return h
}

// householdsOf are the parents of the club with the children who are in the application, by e-mail address.
func householdsOf(c Club) map[string]Household {
	all, members := map[string]Household{}, indexOf(c.Rows)
	for _, parent := range Of(c.Rows, c.Phone) {
		f := Household{Parent: parent, Member: members.parent(parent, c.Number, c.Today)}
		for _, code := range parent.Children {
			if id := c.Number(code); id != 0 {
				f.Numbers = append(f.Numbers, id)
			}
		}
		slices.Sort(f.Numbers)
		all[parent.Email] = f
	}
	return all
}

// stay keeps a known parent who shares the address with a member. The member could be the parent as well, but is their child at
// another address, or has another name: the site may tell only one of two names, now this one and now that.
func (h *Households) stay(key string) {
	known, f := h.known[key], h.households[key]
	if f.Member == "" || known.Person == 0 {
		return
	}
	child := slices.ContainsFunc(h.besides(known.Person, key), func(other string) bool {
		return slices.Contains(h.households[other].Children, f.Member)
	})
	if s := known.State; child || !s.Shared && s.Name != "" && s.Name != NameHash(f.Name) {
		f.Member = ""
		h.households[key] = f
	}
}

// join lets who has become a member at the address be that member at the others, too.
func (h *Households) join(key string) {
	id, code := h.known[key].Person, h.households[key].Member
	if id == 0 || code == "" {
		return
	}
	for _, other := range h.besides(id, key) {
		if f, wanted := h.households[other]; wanted && f.Member == "" {
			f.Member = code
			h.households[other] = f
		}
	}
}

// findMoved finds the parents whose e-mail address has changed: nobody is known under the new one, and somebody of the same
// name was the parent of one of the children under another one, and is not any more.
func (h *Households) findMoved(keys []string) {
	byName := h.byName()
	for _, key := range keys {
		f := h.households[key]
		if h.Person(key) != 0 {
			continue
		}
		found := map[int64]bool{}
		for _, before := range byName[NameHash(f.Name)] {
			id := h.known[before].Person
			still := h.childrenOf(h.people[id])
			if slices.ContainsFunc(h.known[before].State.Children, func(child int64) bool {
				return slices.Contains(f.Numbers, child) && !slices.Contains(still, child)
			}) && !slices.Contains(f.Numbers, id) {
				found[id] = true
			}
		}
		if len(found) != 1 { // of two it could be either
			continue
		}
		for id := range found {
			h.moved[key] = id
		}
	}
	for key, id := range h.moved {
		h.Become(key, id)
	}
}

// Addresses are the addresses of all households, in order.
func (h *Households) Addresses() []string { return slices.Sorted(maps.Keys(h.households)) }

// At is the household of an address. wanted is false when the club has no such parent any more.
func (h *Households) At(key string) (f Household, wanted bool) {
	f, wanted = h.households[key]
	return f, wanted
}

// Person is who a household is in the application, 0 for nobody yet. A parent is never one of the own children.
func (h *Households) Person(key string) int64 {
	f, id := h.households[key], h.known[key].Person
	if f.Member != "" {
		id = h.number(f.Member)
	}
	if id == 0 || slices.Contains(f.Numbers, id) {
		id = h.moved[key]
	}
	return id
}

// Reached reports whether the person is a parent still, at any address.
func (h *Households) Reached(person int64) bool { return len(h.people[person]) > 0 }

// IsAt reports whether the household of the address is the person.
func (h *Households) IsAt(person int64, key string) bool {
	return slices.Contains(h.people[person], key)
}

// Remembered are the addresses under which the person is remembered.
func (h *Households) Remembered(person int64) []string { return h.remembered[person] }

// besides are the addresses, other than the key, under which the person is remembered.
func (h *Households) besides(person int64, key string) []string {
	return slices.DeleteFunc(slices.Clone(h.remembered[person]), func(other string) bool { return other == key })
}

// StateOf is what is remembered of a person under all addresses: the synchronization made them when one of them says so.
func (h *Households) StateOf(person int64) State {
	s := State{Shared: true}
	for _, key := range h.remembered[person] {
		one := h.known[key].State
		s.Shared, s.ByHand, s.Other = s.Shared && one.Shared, s.ByHand || one.ByHand, s.Other || one.Other
		s.Children, s.Member = append(s.Children, one.Children...), cmp.Or(s.Member, one.Member)
		s.Reached = cmp.Or(s.Reached, one.Reached)
	}
	return s
}

// Become notes that a household is the person, 0 for nobody.
func (h *Households) Become(key string, person int64) {
	if before := h.at[key]; before != 0 {
		h.people[before] = slices.DeleteFunc(h.people[before], func(other string) bool { return other == key })
	}
	if h.at[key] = person; person != 0 {
		h.people[person] = append(h.people[person], key)
		slices.Sort(h.people[person])
	}
}

// Sent notes what was told about a person of whom the address is one. It returns what must be remembered now, by address.
func (h *Households) Sent(key string, person int64, s State) map[string]Known {
	f, hash := h.Together(key, person), h.Hash(key, person)
	s.Children = f.Numbers
	h.unlink(key)
	h.remembered[person] = append(h.remembered[person], key)
	all := map[string]Known{}
	for _, at := range h.remembered[person] {
		known := h.known[at]
		s.Name = known.State.Name
		if own, wanted := h.households[at]; wanted && h.IsAt(person, at) {
			s.Name, known.Synced = NameHash(own.Name), hash
		}
		known.Person, known.State = person, s
		h.known[at], all[at] = known, known
	}
	return all
}

// Unnoted are the addresses of who did not change and whose state does not say yet what they were told (State.Reached): it is
// what the site says now. It returns the state with that, by address.
func (h *Households) Unnoted() map[string]State {
	all := map[string]State{}
	for key, known := range h.known {
		s, id := known.State, known.Person
		if _, wanted := h.households[key]; !wanted || s.Reached != "" || !h.IsAt(id, key) || known.Synced != h.Hash(key, id) {
			continue
		}
		f := h.Together(key, id)
		if s.Reached = f.ReachedHash(); f.Member != "" || s.Member != "" || s.Other {
			s.Reached = Untold
		}
		all[key] = s
	}
	return all
}

// Forget notes that nothing is remembered under the address any more.
func (h *Households) Forget(key string) {
	h.unlink(key)
	delete(h.known, key)
}

func (h *Households) unlink(key string) {
	if person := h.known[key].Person; person != 0 {
		h.remembered[person] = h.besides(person, key)
	}
}

// Together is what is told about a person, at the address and all others.
func (h *Households) Together(key string, person int64) Household {
	keys := h.people[person]
	if person == 0 {
		keys = []string{key}
	}
	f := h.households[keys[0]]
	for _, other := range keys[1:] {
		f.Parent, f.Member = f.Merge(h.households[other].Parent), cmp.Or(f.Member, h.households[other].Member)
	}
	f.Numbers = h.childrenOf(keys)
	return f
}

// childrenOf are the children of all the households.
func (h *Households) childrenOf(keys []string) (all []int64) {
	for _, key := range keys {
		all = append(all, h.households[key].Numbers...)
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// Hash is the hash of everything that is told about the person whom the household is.
func (h *Households) Hash(key string, person int64) string {
	f := h.Together(key, person)
	return h.hash(f.Parent, f.Numbers, f.Member != "")
}

// Same reports whether a record is that of the household, or of what is remembered under the same number: the name stands there,
// or the address, in the record of somebody who is no other member.
func (h *Households) Same(key string, person int64, name, code string, emails []string) bool {
	hash := NameHash(name)
	is := func(key string) bool {
		s := h.known[key].State
		return hash == s.Name || slices.Contains(emails, Address(key)) && (code == "" || code == s.Member)
	}
	f, wanted := h.households[key]
	return wanted && NameHash(f.Name) == hash || is(key) || slices.ContainsFunc(h.besides(person, key), is)
}

// Plan returns what makes the application's parents like the club's. It removes nobody whose address vanished while they have
// another one.
func (h *Households) Plan(force, complete bool) diff.Plan {
	var wanted []diff.Wanted
	var tracked []diff.Tracked
	for _, key := range h.Addresses() {
		wanted = append(wanted, diff.Wanted{Key: key, Hash: h.Hash(key, h.Person(key))})
		if h.moved[key] != 0 {
			tracked = append(tracked, diff.Tracked{Key: key, There: true})
		}
	}
	for key, known := range h.known {
		_, stays := h.households[key]
		if h.moved[key] == 0 && (stays || !h.Reached(known.Person)) {
			tracked = append(tracked, diff.Tracked{Key: key, Hash: known.Synced, There: known.Person != 0})
		}
	}
	return diff.Compare(wanted, tracked, force, complete)
}

// Outdated are the addresses that vanished while their person is reached at another one, and was brought up to date there.
func (h *Households) Outdated() (keys []string) {
	for _, key := range slices.Sorted(maps.Keys(h.known)) {
		id := h.known[key].Person
		if _, stays := h.households[key]; stays || id == 0 {
			continue
		}
		if slices.ContainsFunc(h.besides(id, key), func(other string) bool {
			return h.IsAt(id, other) && h.Person(other) == id && h.known[other].Synced == h.Hash(other, id)
		}) {
			keys = append(keys, key)
		}
	}
	return keys
}

// NameHash is the hash of a name as names are compared.
func NameHash(name string) string { return diff.Hash(fold.Key(name)) }
