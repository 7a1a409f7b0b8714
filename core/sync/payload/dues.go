package payload

import (
	"bytes"
	"fmt"

	"github.com/clubhuis/clubhuis/core/acf"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/sync/dues"
)

// duesKeys are the fields that say of a calendar year what a member paid.
func duesKeys(year int) (total, balance, status string) {
	key := fmt.Sprintf("_nikki_%d_", year)
	return key + "total", key + "saldo", key + "status"
}

// Dues returns what the application is told of the contributions of a member: the years, and that there is nothing any more of
// those that vanished.
func Dues(years []dues.Year, vanished []int) Person {
	p := Person{Person: person.Person{Extra: acf.Extra{}}}
	for _, y := range years {
		total, balance, status := duesKeys(y.Year)
		p.Extra[total], p.Extra[balance] = []byte(y.Total.String()), []byte(y.Balance.String())
		p.Extra[status] = acf.AppendText(nil, y.Status)
		p.tell(total, balance, status)
	}
	for _, year := range vanished {
		total, balance, status := duesKeys(year)
		for _, key := range []string{total, balance, status} {
			p.Extra[key] = []byte("null")
			p.tell(key)
		}
	}
	return p
}

// ListedOfDues are the fields of acf that are read from lists of contributions.
func ListedOfDues(years []int) []string {
	keys := []string{keyCode}
	for _, year := range years {
		total, balance, status := duesKeys(year)
		keys = append(keys, total, balance, status)
	}
	return keys
}

// ShortOfDues returns the person with the fields that are read from lists of contributions.
func (p Person) ShortOfDues(years []int) Person {
	short := Person{Person: person.Person{
		ID: p.ID, Modified: p.Modified, Revision: p.Revision, Administered: p.Administered, Photo: p.Photo, Extra: acf.Extra{},
		Membership: person.Membership{Code: p.Membership.Code},
	}}
	for _, key := range ListedOfDues(years) {
		if key == keyCode {
			short.tell(key)
		} else if value, told := p.Extra[key]; told {
			short.Extra[key] = value
			short.tell(key)
		}
	}
	return short
}

// HasDues reports whether anything of a year stands in a record.
func (p Person) HasDues(year int) bool {
	total, balance, status := duesKeys(year)
	return p.Extra[total] != nil || p.Extra[balance] != nil || p.Extra[status] != nil
}

// SaysDues reports whether a record says of the contributions what told, made by Dues, says.
func (p Person) SaysDues(told Person) bool {
	for _, key := range told.Told {
		want, got := told.Extra[key], p.Extra[key]
		if string(want) == "null" {
			want = nil
		}
		if !bytes.Equal(want, got) {
			return false
		}
	}
	return true
}
