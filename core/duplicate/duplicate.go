// Package duplicate owns who are probably one person, and what a merge of two makes of their fields.
//
// It does not own who may merge (core/usecase/duplicates), and not what else is kept about people, which follows
// (ports.Duplicates).
package duplicate

import (
	"cmp"
	"slices"
	"strings"

	"github.com/clubhuis/clubhuis/core/fee"
	"github.com/clubhuis/clubhuis/core/fold"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/sorting"
)

// Pair are two people, the lower number first.
type Pair struct{ A, B person.ID }

// NewPair returns two people in their order.
func NewPair(a, b person.ID) Pair { return Pair{min(a, b), max(a, b)} }

// Reason is why two people are probably one.
type Reason string

// The reasons, the strongest first.
const (
	SameCode    Reason = "code"
	SameEmail   Reason = "email"
	SamePhone   Reason = "phone"
	SameBirth   Reason = "birthdate"
	SameAddress Reason = "address"
	SameName    Reason = "name"
	NearName    Reason = "similar_name"
)

// Reasons are all of them.
var Reasons = []Reason{SameCode, SameEmail, SamePhone, SameBirth, SameAddress, SameName, NearName}

// Found is a probable double.
type Found struct {
	Pair
	Reasons []Reason
}

// mostOfKey bounds the work: a key that more people share says nothing of two of them, such as the address of a club.
const mostOfKey = 40

// known is what somebody is compared by.
type known struct {
	id           person.ID
	first, last  string // folded, the last name without its infix
	birth        string
	mails, tels  []string
	home, code   string
	administered bool
}

// Find returns all pairs of people that are probably one, those with most reasons first. It compares only people who share an
// e-mail address, a telephone number, a date of birth, a household, a member code or a whole name.
func Find(people []person.Stored) []Found {
	all := make([]known, 0, len(people))
	blocks := map[string][]int{}
	for i := range people {
		p, err := people[i].Person()
		if err != nil {
			continue
		}
		all = append(all, knownOf(&p))
		for _, key := range all[len(all)-1].keys() {
			blocks[key] = append(blocks[key], len(all)-1)
		}
	}
	seen := map[Pair]bool{}
	var found []Found
	for _, block := range blocks {
		if len(block) > mostOfKey {
			continue
		}
		for n, i := range block {
			for _, j := range block[n+1:] {
				pair := NewPair(all[i].id, all[j].id)
				if seen[pair] || pair.A == pair.B {
					continue
				}
				seen[pair] = true
				if reasons := compare(&all[i], &all[j]); reasons != nil {
					found = append(found, Found{pair, reasons})
				}
			}
		}
	}
	sorting.By(found, func(x, y Found) int {
		return cmp.Or(len(y.Reasons)-len(x.Reasons), cmp.Compare(x.A, y.A), cmp.Compare(x.B, y.B))
	})
	return found
}

func knownOf(p *person.Person) known {
	k := known{
		id: p.ID, first: fold.Key(p.Name.First), last: p.Name.SortKey(), birth: p.Birthdate.String(), mails: p.Emails(),
		code: fold.Key(p.Membership.Code), administered: p.Administered,
	}
	if p.Name.Last == "" { // the whole name may stand in the first one
		name := person.ParseName(p.Name.First)
		k.first, k.last = fold.Key(name.First), name.SortKey()
	}
	for _, c := range p.Contacts {
		if digits := lastDigits(c.Value); digits != "" && (c.Type == person.Phone || c.Type == person.Mobile) {
			k.tels = append(k.tels, digits)
		}
	}
	if len(p.Addresses) > 0 {
		k.home = fee.Household(p.Addresses[0].Street, p.Addresses[0].PostalCode)
	}
	return k
}

// lastDigits are the last nine digits of a telephone number, by which +31 6 1234 5678 and 06-12345678 are one; "" for fewer.
func lastDigits(number string) string {
	digits := strings.Map(func(r rune) rune {
		if r < '0' || r > '9' {
			return -1
		}
		return r
	}, number)
	if len(digits) < 9 {
		return ""
	}
	return digits[len(digits)-9:]
}

// keys are what somebody is looked up by. Each holds a part of the name, where many who are not one share the rest.
func (k *known) keys() (keys []string) {
	for _, mail := range k.mails {
		keys = append(keys, "m"+mail)
	}
	for _, tel := range k.tels {
		keys = append(keys, "t"+tel)
	}
	if k.birth != "" {
		keys = append(keys, "b"+k.birth+initial(k.first), "b"+k.birth+initial(k.last))
	}
	if k.home != "" {
		keys = append(keys, "h"+k.home)
	}
	if k.code != "" {
		keys = append(keys, "c"+k.code)
	}
	if k.first != "" && k.last != "" {
		keys = append(keys, "n"+k.first+"\t"+k.last)
	}
	return keys
}

func initial(name string) string {
	for _, letter := range name {
		return string(letter)
	}
	return ""
}

// compare returns why two people are probably one, nil when they are not: their names are alike, and something else is the same.
func compare(a, b *known) (reasons []Reason) {
	same := a.first == b.first && a.last == b.last || a.first == b.last && a.last == b.first
	near := same || alike(a.first, b.first) && alike(a.last, b.last)
	if a.code != "" && a.code == b.code {
		reasons = append(reasons, SameCode)
	}
	if !near || a.birth != "" && b.birth != "" && a.birth != b.birth && !oneOff(a.birth, b.birth) {
		return reasons
	}
	shared := func(x, y []string) bool {
		return slices.ContainsFunc(x, func(one string) bool { return slices.Contains(y, one) })
	}
	if shared(a.mails, b.mails) {
		reasons = append(reasons, SameEmail)
	}
	if shared(a.tels, b.tels) {
		reasons = append(reasons, SamePhone)
	}
	if a.birth != "" && a.birth == b.birth {
		reasons = append(reasons, SameBirth)
	}
	if a.home != "" && a.home == b.home {
		reasons = append(reasons, SameAddress)
	}
	switch {
	case len(reasons) == 0:
		return nil // a name alone says little
	case same:
		return append(reasons, SameName)
	}
	return append(reasons, NearName)
}

// alike reports whether two parts of a name are probably one: the same but for a letter, or two in a long one, or the one is the
// beginning of the other: J, Jan, Johannes.
func alike(a, b string) bool {
	if a == b {
		return true
	}
	x, y := []rune(strings.TrimRight(a, ".")), []rune(strings.TrimRight(b, "."))
	if len(x) > len(y) {
		x, y = y, x
	}
	if len(x) == 0 {
		return false
	}
	if len(x) == 1 || len(x) >= 3 && strings.HasPrefix(string(y), string(x)) {
		return x[0] == y[0]
	}
	most := 1
	if len(x) > 6 {
		most = 2
	}
	return len(x) >= 4 && distance(x, y, most) <= most
}

// oneOff reports whether two dates differ in one digit, or day and month are the other way round.
func oneOff(a, b string) bool {
	if len(a) != len(b) {
		return false
	}
	off := 0
	for i := range len(a) {
		if a[i] != b[i] {
			off++
		}
	}
	return off == 1 || len(a) == len("2006-01-02") && a[:4] == b[:4] && a[5:7] == b[8:] && a[8:] == b[5:7]
}

// distance is how many letters are added, dropped, changed or swapped with the next one; more than most is most+1.
func distance(a, b []rune, most int) int {
	if len(b)-len(a) > most {
		return most + 1
	}
	before, last := make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range last {
		last[j] = j
	}
	for i := 1; i <= len(a); i++ {
		row := make([]int, len(b)+1)
		row[0] = i
		for j := 1; j <= len(b); j++ {
			change := 1
			if a[i-1] == b[j-1] {
				change = 0
			}
			row[j] = min(last[j]+1, row[j-1]+1, last[j-1]+change)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				row[j] = min(row[j], before[j-2]+1)
			}
		}
		before, last = last, row
	}
	return min(last[len(b)], most+1)
}
