package customer

import (
	"maps"
	"slices"

	"github.com/clubhuis/clubhuis/core/fold"
	"github.com/clubhuis/clubhuis/core/sync/diff"
)

// Owner is whose a customer is. A number in the application does not say it: it is another person's when an older backup of the
// application came back.
type Owner struct {
	Code string `json:"code,omitempty"` // the member code, "" for a parent
	Name string `json:"name,omitempty"` // a hash of the name; "" for what was remembered before it was noted
}

// Owner returns whose a customer of the person is.
func (p *Person) Owner() Owner {
	return Owner{Code: p.Code, Name: diff.Hash(fold.Key(p.First + " " + p.Last))}
}

// Remembered is what is remembered of somebody's customer.
type Remembered struct {
	Owner
	Customer int64 // 0 for none
	Emails   []string
}

// isOf reports whether the customer is of the person who has the number under which it is remembered.
func (r *Remembered) isOf(p *Person) bool {
	switch {
	case r.Code != "" && p.Code != "":
		return fold.Same(r.Code, p.Code)
	case r.Customer != 0 && p.Customer == r.Customer: // the application says so itself
		return true
	case r.Owner == Owner{}:
		return r.Customer == 0 || r.shares(p)
	}
	return r.Code == p.Code && r.Name == p.Owner().Name
}

// shares reports whether the person has an address that the customer was given.
func (r *Remembered) shares(p *Person) bool {
	return slices.ContainsFunc(p.Emails, func(own string) bool {
		return slices.ContainsFunc(r.Emails, func(given string) bool { return Key(given) == Key(own) })
	})
}

// Owners returns the number that the owner of each customer has now, by the number under which the customer is remembered: 0 when
// that is another person's, or nobody's, and the owner is not found. Members are found by their code, others by their name
// together with an address.
func Owners(people []Person, remembered map[int64]Remembered) map[int64]int64 {
	at := make(map[int64]*Person, len(people))
	for i := range people {
		at[people[i].Number] = &people[i]
	}
	owners, taken := make(map[int64]int64, len(remembered)), map[int64]bool{}
	var astray []int64
	for _, number := range slices.Sorted(maps.Keys(remembered)) {
		r := remembered[number]
		if p := at[number]; p != nil && r.isOf(p) {
			owners[number], taken[number] = number, true
		} else {
			astray = append(astray, number)
		}
	}
	if len(astray) == 0 {
		return owners
	}
	of := map[Owner][]*Person{}
	for i := range people {
		o := people[i].Owner().found()
		of[o] = append(of[o], &people[i])
	}
	for _, number := range astray {
		r := remembered[number]
		var found []int64
		for _, p := range of[r.found()] {
			if !taken[p.Number] && (r.Code != "" || r.shares(p)) {
				found = append(found, p.Number)
			}
		}
		if owners[number] = 0; len(found) == 1 { // of two it could be either
			owners[number], taken[found[0]] = found[0], true
		}
	}
	return owners
}

// found returns by what an owner is looked for.
func (o Owner) found() Owner {
	if o.Code != "" {
		return Owner{Code: fold.Key(o.Code)}
	}
	return Owner{Name: o.Name}
}
