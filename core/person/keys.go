package person

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"

	"github.com/clubhuis/clubhuis/core/fold"
	"github.com/clubhuis/clubhuis/core/listing"
)

// The names of the keys that lists of people are filtered and sorted by.
const (
	KeyCreated     = "created"
	KeyModified    = "modified"
	KeyAuthor      = listing.KeyAuthor
	KeyTitle       = "title" // folded full name: what a search by name looks in
	KeyFirst       = "first"
	KeyLast        = "last" // without the infix: Kok < de Leeuw < Visser
	KeySlug        = "slug" // without the number
	KeyCode        = "code"
	KeyMemberType  = "member_type"
	KeyAgeGroup    = "age_group" // youngest to oldest
	KeySince       = "since"
	KeyUntil       = "until"
	KeyCertificate = "certificate"
	KeyBirthdate   = "birthdate"
	KeyFormer      = "former"
	KeyBlock       = "financial_block"
)

// Keys derives them. A new one is its line here, its column in the stores' person_keys, and a raised Form.
var Keys = listing.NewKeys(
	listing.Key[Person]{Name: KeyCreated, Of: func(p *Person) string { return listing.Instant(p.Created) }},
	listing.Key[Person]{Name: KeyModified, Of: func(p *Person) string { return listing.Instant(p.Modified) }},
	listing.Key[Person]{Name: KeyAuthor, Of: func(p *Person) string { return listing.Number(p.Author) }},
	listing.Key[Person]{Name: KeyTitle, Of: func(p *Person) string { return fold.Key(p.Name.Full()) }},
	listing.Key[Person]{Name: KeyFirst, Of: func(p *Person) string { return fold.Key(p.Name.First) }},
	listing.Key[Person]{Name: KeyLast, Of: func(p *Person) string { return p.Name.sortLast() }},
	listing.Key[Person]{Name: KeySlug, Of: func(p *Person) string { return p.Name.slug() }},
	listing.Key[Person]{Name: KeyCode, Of: func(p *Person) string { return fold.Key(p.Membership.Code) }},
	listing.Key[Person]{Name: KeyMemberType, Of: func(p *Person) string { return fold.Key(p.Membership.Type) }},
	listing.Key[Person]{Name: KeyAgeGroup, Of: func(p *Person) string { return ageGroupKey(p.Membership.AgeGroup) }},
	listing.Key[Person]{Name: KeySince, Of: func(p *Person) string { return p.Membership.Since.String() }},
	listing.Key[Person]{Name: KeyUntil, Of: func(p *Person) string { return p.Membership.Until.String() }},
	listing.Key[Person]{Name: KeyCertificate, Of: func(p *Person) string { return p.Membership.CertificateOn.String() }},
	listing.Key[Person]{Name: KeyBirthdate, Of: func(p *Person) string { return p.Birthdate.String() }},
	listing.Key[Person]{Name: KeyFormer, Of: func(p *Person) string { return listing.Flag(p.Membership.Former) }},
	listing.Key[Person]{Name: KeyBlock, Of: func(p *Person) string { return listing.Flag(p.Membership.FinancialBlock) }},
)

// ByVolunteer sorts by whether somebody is a volunteer on the asked day: no key, for it depends on more than the person.
const ByVolunteer = "volunteer"

// Compare puts two people in a list's order, as of the given day and rules.
func Compare(order listing.Order, a, b *Person, as AsOf) int {
	c := Keys.Compare(order, a, b, map[string]func(*Person) string{
		ByVolunteer: func(p *Person) string { return listing.Flag(as.Rules.Volunteer(p.Work, as.Day)) },
	})
	return cmp.Or(c, listing.Direct(cmp.Compare(a.ID, b.ID), order.Desc()))
}

// ageGroupKey sorts "Onder 9" before "Onder 10", a variant ("Onder 9 Meiden") right after its base group, Senioren and its
// variants last (contract §4.3), and no group first.
func ageGroupKey(group string) string {
	key := fold.Key(group)
	if key == "" {
		return ""
	}
	rank := 998 // unknown names stand between the youth and the seniors
	if rest, youth := strings.CutPrefix(key, "onder "); youth {
		digits, _, _ := strings.Cut(rest, " ")
		if n, err := strconv.Atoi(digits); err == nil && n >= 0 && n < rank {
			rank = n
		}
	} else if strings.HasPrefix(key, "senioren") {
		rank = 999
	}
	return fmt.Sprintf("%03d %s", rank, key)
}
