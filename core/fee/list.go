package fee

import (
	"cmp"
	"strings"

	"github.com/clubhuis/clubhuis/core/fold"
	"github.com/clubhuis/clubhuis/core/money"
	"github.com/clubhuis/clubhuis/core/sorting"
)

// Bill is the invoice over somebody's fee.
type Bill struct {
	Invoice int64
	Status  string // of the invoice: draft, sent, paid or overdue
}

// NotBilled is the status in a Filter of those without an invoice.
const NotBilled = "none"

// Row is a fee in a list, with what else is known of it.
type Row struct {
	*Fee
	Bill    *Bill        // nil for none
	Dues    *money.Cents // what the provider of contributions charged in the season, nil when that is not known
	Balance *money.Cents // what is left of it
}

// Filter says which fees a list shows. The zero Filter shows all.
type Filter struct {
	WithoutFormer bool
	Category      string // its slug, "" for all
	Search        string // words of the name
	Bill          string // a status, or NotBilled; "" for all
	Dues          string // NoDues or OtherDues; "" for all
}

// Which fees a Filter shows by what the provider of contributions charged.
const (
	NoDues    = "missing"  // nothing is known
	OtherDues = "mismatch" // a euro or more beside the fee
)

// dueTolerance is from how much on a charge is another one than the fee.
const dueTolerance money.Cents = 100

// matchDues reports whether a row is shown for what was charged.
func (f *Filter) matchDues(r *Row) bool {
	switch f.Dues {
	case NoDues:
		return r.Dues == nil
	case OtherDues:
		return r.Dues != nil && max(*r.Dues-r.Due(), r.Due()-*r.Dues) >= dueTolerance
	}
	return true
}

// Match reports whether a row is shown.
func (f *Filter) Match(r *Row) bool {
	status := NotBilled
	if r.Bill != nil {
		status = r.Bill.Status
	}
	if f.WithoutFormer && r.Member.Former || f.Category != "" && f.Category != r.Category.Slug || f.Bill != "" && f.Bill != status ||
		!f.matchDues(r) {
		return false
	}
	for _, word := range fold.Words(f.Search) {
		if !strings.Contains(r.Member.NameKey, word) {
			return false
		}
	}
	return true
}

// Orders are what lists can be sorted by. The first is the usual one: by the order of the categories. All go on by name.
var Orders = []string{
	"category",
	"name",
	"last_name",
	"first_name",
	"leeftijdsgroep",
	"base_fee",
	"family_discount_rate",
	"prorata_percentage",
	"final_fee",
	"nikki_total",
	"nikki_saldo",
	"lid_sinds",
	"invoice_status",
}

var compares = map[string]func(a, b *Row) int{
	"name":       func(a, b *Row) int { return strings.Compare(a.Member.NameKey, b.Member.NameKey) },
	"last_name":  func(a, b *Row) int { return strings.Compare(a.Member.LastKey, b.Member.LastKey) },
	"first_name": func(a, b *Row) int { return strings.Compare(fold.Key(a.Member.First), fold.Key(b.Member.First)) },
	"category":   func(a, b *Row) int { return a.Category.compare(b.Category) },
	"leeftijdsgroep": func(a, b *Row) int {
		return cmp.Or(cmp.Compare(classRank(a.AgeClass), classRank(b.AgeClass)), strings.Compare(a.AgeClass, b.AgeClass))
	},
	"base_fee":             func(a, b *Row) int { return cmp.Compare(a.Base, b.Base) },
	"family_discount_rate": func(a, b *Row) int { return cmp.Compare(a.Percent, b.Percent) },
	"prorata_percentage":   func(a, b *Row) int { return cmp.Compare(a.Part, b.Part) },
	"final_fee":            func(a, b *Row) int { return cmp.Compare(a.Final, b.Final) },
	"nikki_total":          func(a, b *Row) int { return compareAmounts(a.Dues, b.Dues) },
	"nikki_saldo":          func(a, b *Row) int { return compareAmounts(a.Balance, b.Balance) },
	"lid_sinds":            func(a, b *Row) int { return a.Member.Since.Compare(b.Member.Since) },
	"invoice_status": func(a, b *Row) int {
		status := func(r *Row) string {
			if r.Bill == nil {
				return ""
			}
			return r.Bill.Status
		}
		return strings.Compare(status(a), status(b))
	},
}

// compareAmounts sorts what is not known first.
func compareAmounts(a, b *money.Cents) int {
	switch {
	case a == nil || b == nil:
		return cmp.Compare(known(a), known(b))
	default:
		return cmp.Compare(*a, *b)
	}
}

func known(amount *money.Cents) int {
	if amount == nil {
		return 0
	}
	return 1
}

// classRank sorts youth by years, those without a class before them, all others behind.
func classRank(class string) int {
	if class == "" {
		return 0
	}
	years := 0
	rest, youth := strings.CutPrefix(fold.Key(class), "onder ")
	for _, r := range rest {
		if r < '0' || r > '9' || years > 99 {
			break
		}
		years = years*10 + int(r-'0')
	}
	if !youth || years == 0 {
		return 1000
	}
	return years
}

// Sort puts rows in one of the Orders, "" for the usual one. Those that are equal in it are sorted by name, then by number.
func Sort(rows []Row, by string, desc bool) {
	compare := compares[cmp.Or(by, Orders[0])]
	sorting.By(rows, func(a, b Row) int {
		first := compare(&a, &b)
		if desc {
			first = -first
		}
		return cmp.Or(first, strings.Compare(a.Member.NameKey, b.Member.NameKey), cmp.Compare(a.Member.ID, b.Member.ID))
	})
}

// Sum is what fees come to, of those who are not excluded.
type Sum struct {
	Count    int
	Base     money.Cents
	Discount money.Cents
	After    money.Cents
	ProRata  money.Cents // what is not paid for the part of the season before joining
	Final    money.Cents
	Bills    map[string]int // how many by the status of their invoice, NotBilled among them
}

// Add counts a fee.
func (s *Sum) Add(r *Row) {
	if !r.Calculable() || r.Member.Excluded {
		return
	}
	s.Count++
	s.Base += r.Base
	s.Discount += r.Discount
	s.After += r.After
	s.ProRata += r.After - r.Final
	s.Final += r.Final
	if s.Bills == nil {
		s.Bills = map[string]int{}
	}
	if r.Bill == nil {
		s.Bills[NotBilled]++
	} else {
		s.Bills[r.Bill.Status]++
	}
}

// Change is what other settings make of somebody's fee.
type Change struct {
	Member   *Member
	From, To *money.Cents // nil for no fee
	Reason   ChangeReason
}

// ChangeReason says why a fee is another one.
type ChangeReason string

// The reasons, the first that holds.
const (
	NowAFee         ChangeReason = "now_calculable"
	NoFeeAnyMore    ChangeReason = "not_calculable"
	OtherCategory   ChangeReason = "category"
	OtherAmount     ChangeReason = "amount"
	OtherFamilyRate ChangeReason = "family_discount"
)

// Compare returns what becomes of the fees of the same members, in their order, and what both come to. People who are excluded
// are in neither.
func Compare(before, after []Fee) (changes []Change, from, to money.Cents) {
	for i := range before {
		was, is := &before[i], &after[i]
		from, to = from+was.Due(), to+is.Due()
		if was.Member.Excluded || was.Calculable() == is.Calculable() && was.Final == is.Final {
			continue
		}
		change := Change{Member: &is.Member, Reason: OtherFamilyRate}
		if was.Calculable() {
			change.From = &was.Final
		}
		if is.Calculable() {
			change.To = &is.Final
		}
		switch {
		case change.From == nil:
			change.Reason = NowAFee
		case change.To == nil:
			change.Reason = NoFeeAnyMore
		case was.Category.Slug != is.Category.Slug:
			change.Reason = OtherCategory
		case was.Base != is.Base:
			change.Reason = OtherAmount
		}
		changes = append(changes, change)
	}
	return changes, from, to
}
