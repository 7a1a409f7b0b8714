package person

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/clubhuis/clubhuis/core/fold"
)

// Index is what lists search and sort by, derived from the person on every save. All texts compare byte by byte, so that
// every store gives the same order.
type Index struct {
	Title       string // folded full name: what a search by name looks in
	First, Last string // folded; Last without its infix: Kok < de Leeuw < Visser
	Slug        string // without the number
	Code        string // assoc-id
	MemberType  string
	AgeGroup    string // youngest to oldest
	Since       string
	Until       string
	Certificate string
	Birthdate   string
}

// Index derives the keys of p.
func (p *Person) Index() Index {
	m := &p.Membership
	return Index{
		Title: cut(fold.Key(p.Name.Full())), First: cut(fold.Key(p.Name.First)), Last: cut(p.Name.sortLast()),
		Slug: p.Name.slug(), Code: cut(fold.Key(m.Code)), MemberType: cut(fold.Key(m.Type)), AgeGroup: cut(ageGroupKey(m.AgeGroup)),
		Since: m.Since.String(), Until: m.Until.String(), Certificate: m.CertificateOn.String(), Birthdate: p.Birthdate.String(),
	}
}

// longestKey is the length of a key in bytes: what every database can index.
const longestKey = 400

// cut shortens a key, at the end of a character.
func cut(key string) string {
	if len(key) <= longestKey {
		return key
	}
	end := longestKey
	for !utf8.RuneStart(key[end]) {
		end--
	}
	return key[:end]
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

// Column is something that lists are sorted by; stores have a column of that name.
type Column string

// The columns.
const (
	ByID          Column = "id"
	ByCreated     Column = "created_at"
	ByModified    Column = "modified_at"
	ByTitle       Column = "title_key"
	ByFirst       Column = "first_key"
	ByLast        Column = "last_key"
	ByCode        Column = "code_key"
	ByMemberType  Column = "member_type_key"
	ByAgeGroup    Column = "age_group_key"
	BySince       Column = "since_key"
	ByUntil       Column = "until_key"
	ByCertificate Column = "certificate_key"
	ByBirthdate   Column = "birthdate_key"
	ByFormer      Column = "former"
	ByBlock       Column = "financial_block"
	ByVolunteer   Column = "volunteer"
)

// Order sorts by one column after the other. It is total: stores add the id, in the direction of the first column.
type Order []Sort

// Sort is one column and its direction.
type Sort struct {
	By   Column
	Desc bool
}

// Compare puts two people in order, as of the given day and rules.
func (o Order) Compare(a, b *Person, as AsOf) int {
	for _, sort := range o.Total() {
		if c := sort.By.compare(a, b, as); c != 0 {
			if sort.Desc {
				return -c
			}
			return c
		}
	}
	return 0
}

// Total is o with the id behind it.
func (o Order) Total() Order {
	return append(o[:len(o):len(o)], Sort{By: ByID, Desc: len(o) > 0 && o[0].Desc})
}

func (c Column) compare(a, b *Person, as AsOf) int {
	switch c {
	case ByID:
		return cmp.Compare(a.ID, b.ID)
	case ByCreated:
		return a.Created.Compare(b.Created)
	case ByModified:
		return a.Modified.Compare(b.Modified)
	case ByFormer:
		return compareFlags(a.Membership.Former, b.Membership.Former)
	case ByBlock:
		return compareFlags(a.Membership.FinancialBlock, b.Membership.FinancialBlock)
	case ByVolunteer:
		return compareFlags(as.Rules.Volunteer(a.Work, as.Day), as.Rules.Volunteer(b.Work, as.Day))
	}
	return strings.Compare(a.Index().Key(c), b.Index().Key(c))
}

// Key is the text that the column sorts by; "" for the columns that are no texts.
func (ix Index) Key(c Column) string {
	return map[Column]string{
		ByTitle: ix.Title, ByFirst: ix.First, ByLast: ix.Last, ByCode: ix.Code, ByMemberType: ix.MemberType,
		ByAgeGroup: ix.AgeGroup, BySince: ix.Since, ByUntil: ix.Until, ByCertificate: ix.Certificate,
		ByBirthdate: ix.Birthdate,
	}[c]
}

func compareFlags(a, b bool) int {
	switch {
	case a == b:
		return 0
	case b:
		return -1
	}
	return 1
}
