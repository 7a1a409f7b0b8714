package invoice

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/fold"
	"github.com/clubhuis/clubhuis/core/listing"
	"github.com/clubhuis/clubhuis/core/money"
	"github.com/clubhuis/clubhuis/core/season"
)

// Query asks for a part of the invoices. The zero value of each condition lets all through.
type Query struct {
	On       civil.Date // the day on which they have their status; always given
	Statuses []Status
	Person   int64
	Kind     Kind
	Plan     Plan
	Season   season.Season
	Words    []string // each occurs, folded, in the number, a number of a credit note, or the name
	Live     bool     // only with a checkout that is live: what is to be asked of the provider
	Watched  bool     // only with a checkout that is closed, and of which the provider is asked all the same on the day
	ToReview bool     // only with a payment that is to be looked at
	Order    Order
	Desc     bool
	Offset   int
	Limit    int // 0 counts only
}

// Order is by what a list is sorted. Equal ones are sorted by their own number, in the same direction.
type Order string

// The orders.
const (
	ByCreated Order = "created" // also the zero Order
	ByNumbers Order = "number"
	ByName    Order = "name"
	ByTotal   Order = "total"
	ByOpen    Order = "open"
	ByDue     Order = "due_date"
	ByID      Order = "id" // their own number, which rises whenever they say that they were made
)

// Orders are all of them.
var Orders = []Order{ByCreated, ByNumbers, ByName, ByTotal, ByOpen, ByDue, ByID}

// Row is what stores keep of an invoice besides itself, for lists.
type Row struct {
	Kind      Kind
	Season    string
	Person    int64
	Plan      Plan
	Status    Status // on a day before LateFrom
	LateFrom  string // Y-m-d: from then on it is overdue; "" for never
	Live      bool
	WatchedTo string // Y-m-d: see Invoice.WatchedUntil; "" for never
	ToReview  bool
	Search    string
	NumberKey string
	NameKey   string
	Total     money.Cents
	Open      money.Cents
	Due       string // Y-m-d
}

// Row is that of the invoice.
func (i *Invoice) Row() Row {
	row := Row{
		Kind: i.Kind, Season: i.Season.String(), Person: i.Person, Plan: i.Plan,
		Status: i.StatusOn(civil.Date{}), LateFrom: i.LateFrom().String(), Live: i.Live() != nil, WatchedTo: i.WatchedUntil().String(),
		ToReview:  i.ToReview(),
		NumberKey: numberKey(i.Number), NameKey: fold.Key(i.PersonName), Total: i.Total(), Open: i.Open(), Due: i.due().String(),
	}
	words := []string{i.Number, i.PersonName}
	for n := range i.Credits {
		words = append(words, i.Credits[n].Number)
	}
	row.Search = fold.Key(strings.Join(words, " "))
	return row
}

// due is the day by which the next amount has to be paid.
func (i *Invoice) due() civil.Date {
	if next, there := i.Next(); there {
		return next.DueOn
	}
	return i.DueOn
}

// numberKey sorts C2026-1000 behind C2026-999.
func numberKey(number string) string {
	series, nth, _ := strings.Cut(number, "-")
	return fmt.Sprintf("%s-%09s", series, nth)
}

// StatusOn is the status on a day.
func (r *Row) StatusOn(day civil.Date) Status {
	if r.Status == Sent && r.LateFrom != "" && r.LateFrom <= day.String() {
		return Overdue
	}
	return r.Status
}

// Match reports whether an invoice with this row is asked for.
func (q *Query) Match(r *Row) bool {
	return (len(q.Statuses) == 0 || slices.Contains(q.Statuses, r.StatusOn(q.On))) &&
		(q.Person == 0 || q.Person == r.Person) &&
		(q.Kind == "" || q.Kind == r.Kind) &&
		(q.Plan == "" || q.Plan == r.Plan) &&
		(q.Season == 0 || q.Season.String() == r.Season) &&
		(!q.Live || r.Live) && (!q.Watched || r.WatchedTo >= q.On.String()) && (!q.ToReview || r.ToReview) &&
		!slices.ContainsFunc(q.Words, func(word string) bool { return !strings.Contains(r.Search, word) })
}

// Compare puts two invoices in the order that is asked for.
func (q *Query) Compare(a *Invoice, x *Row, b *Invoice, y *Row) int {
	c := 0
	switch q.Order {
	case ByNumbers:
		c = cmp.Compare(x.NumberKey, y.NumberKey)
	case ByName:
		c = cmp.Compare(x.NameKey, y.NameKey)
	case ByTotal:
		c = cmp.Compare(x.Total, y.Total)
	case ByOpen:
		c = cmp.Compare(x.Open, y.Open)
	case ByDue:
		c = cmp.Compare(x.Due, y.Due)
	case ByID: // as equal ones are
	default:
		c = a.Created.Compare(b.Created)
	}
	return listing.Direct(cmp.Or(c, cmp.Compare(a.ID, b.ID)), q.Desc)
}

// Billing is what lists of people tell about somebody's invoice.
type Billing struct {
	Person  int64
	Invoice int64
	Status  Status
}
