package invoice_test

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/clubhuis/clubhuis/core/invoice"
	"github.com/clubhuis/clubhuis/core/money"
	"github.com/clubhuis/clubhuis/core/record"
	"github.com/clubhuis/clubhuis/core/season"
)

// world is a treasurer, members who pay, a provider, and everything that goes wrong between them.
type world struct {
	at       time.Time
	invoices []*invoice.Invoice
	given    map[invoice.Series]int // numbers
	numbers  map[string]bool        // that were seen, also those of destroyed drafts
	cases    int64
	refs     int
	links    []*link
	paid     int // payments that the provider ever had
	terms    invoice.Terms
}

// link is a payment link of the provider, which believes nobody but its own customers.
type link struct {
	id, ref, key string
	invoice      *invoice.Invoice
	amount       money.Cents
	archived     bool
	payments     []invoice.Observed
}

func (w *world) now() invoice.Moment { return invoice.At(w.at, time.UTC) }

func (w *world) any(t *rapid.T) *invoice.Invoice {
	for len(w.invoices) == 0 {
		w.create(t)
	}
	return rapid.SampledFrom(w.invoices).Draw(t, "invoice")
}

func (w *world) link(t *rapid.T) *link {
	if len(w.links) == 0 {
		return &link{archived: true}
	}
	return rapid.SampledFrom(w.links).Draw(t, "link")
}

// update is what a store does: the change takes place as a whole, or with an error not at all. Now and then the program dies
// first.
func (w *world) update(t *rapid.T, i *invoice.Invoice, change func(*invoice.Invoice) error) error {
	edited := i.Clone()
	if err := change(&edited); err != nil {
		return err
	}
	if rapid.IntRange(0, 9).Draw(t, "killed") == 0 {
		return nil
	}
	*i = edited
	return nil
}

func amount(t *rapid.T, label string) money.Cents {
	return money.Cents(rapid.OneOf(rapid.Int64Range(1, 12), rapid.Int64Range(1, 40_000)).Draw(t, label))
}

func (w *world) create(t *rapid.T) {
	kind := rapid.SampledFrom(invoice.Kinds).Draw(t, "kind")
	draw := invoice.Draw{Kind: kind, Person: int64(len(w.invoices) + 1), PersonName: "Jan", TokenDigest: fmt.Sprint(w.refs)}
	w.refs++
	for range rapid.IntRange(1, 3).Draw(t, "lines") {
		line := invoice.Line{Description: "x", Amount: amount(t, "amount")}
		if kind == invoice.Discipline {
			w.cases++
			line.Case = w.cases
		}
		draw.Lines = append(draw.Lines, line)
	}
	if discount := rapid.Int64Range(0, 3000).Draw(t, "discount"); discount > 0 {
		draw.Lines = append(draw.Lines, invoice.Line{Description: "korting", Amount: -money.Cents(discount)})
	}
	if kind == invoice.Membership {
		draw.Season = season.On(w.now().On)
	}
	made, err := invoice.New(record.NewHead(1, "Piet", w.at), draw, w.now())
	if err != nil {
		if !errors.Is(err, invoice.ErrNegative) {
			t.Fatal(err)
		}
		return
	}
	w.given[kind.Series()]++
	made.Number = kind.Series().Number(2026, w.given[kind.Series()])
	if w.numbers[made.Number] {
		t.Fatal(made.Number, " came twice")
	}
	w.numbers[made.Number] = true
	w.invoices = append(w.invoices, &made)
}

func (w *world) begin(t *rapid.T) {
	i := w.any(t)
	w.refs++
	ref := fmt.Sprint("ref", w.refs)
	_ = w.update(t, i, func(v *invoice.Invoice) error {
		_, _, err := v.Begin(ref, "key-"+ref, w.now())
		return err
	})
}

// call asks the provider for a link. The answer may be lost.
func (w *world) call(t *rapid.T) {
	i := w.any(t)
	live := i.Live()
	if live == nil || live.State != invoice.CheckoutAsking {
		return
	}
	at := slices.IndexFunc(w.links, func(l *link) bool { return l.key == live.Key })
	if at < 0 {
		w.links = append(w.links, &link{
			id: fmt.Sprint("pl_", len(w.links)+1), ref: live.Ref, key: live.Key, invoice: i, amount: live.Amount,
		})
		at = len(w.links) - 1
	}
	made := w.links[at]
	if rapid.IntRange(0, 3).Draw(t, "lost") == 0 {
		return
	}
	if err := w.update(t, i, func(v *invoice.Invoice) error {
		return v.Linked(made.ref, made.id, "https://pay/"+made.id, w.now())
	}); err != nil {
		t.Fatal(err)
	}
}

// archive cancels at the provider what is to be cancelled: by its link, or by its ref when the link is not known.
func (w *world) archive(t *rapid.T) {
	i := w.any(t)
	for _, c := range i.Checkouts {
		if c.State != invoice.CheckoutCancelling {
			continue
		}
		for _, one := range w.links {
			if one.ref == c.Ref {
				one.archived = true
			}
		}
		if err := w.update(t, i, func(v *invoice.Invoice) error { return v.Cancelled(c.Ref, w.now()) }); err != nil {
			t.Fatal(err)
		}
	}
}

// pay pays a link, also one that was archived while its page stood open, and now and then twice or another amount.
func (w *world) pay(t *rapid.T) {
	one := w.link(t)
	if one.invoice == nil || (one.archived || len(one.payments) > 0) && rapid.IntRange(0, 3).Draw(t, "anyway") > 0 {
		return
	}
	amount := one.amount
	if rapid.IntRange(0, 7).Draw(t, "wrong") == 0 {
		amount = money.Cents(rapid.Int64Range(1, 50_000).Draw(t, "instead"))
	}
	w.paid++
	one.payments = append(one.payments, invoice.Observed{ID: fmt.Sprint("tr_", w.paid), Amount: amount, PaidOn: w.now().On})
}

// callback tells the payments of a link, in any order, as often as it likes.
func (w *world) callback(t *rapid.T) {
	one := w.link(t)
	for _, seen := range rapid.Permutation(one.payments).Draw(t, "order") {
		for range rapid.IntRange(0, 2).Draw(t, "times") {
			if err := w.update(t, one.invoice, func(v *invoice.Invoice) error {
				_, err := v.Observe(one.ref, seen, w.now())
				return err
			}); err != nil {
				t.Fatal(err)
			}
		}
	}
}

func (w *world) forged(t *rapid.T) {
	i := w.any(t)
	before := i.Clone()
	err := w.update(t, i, func(v *invoice.Invoice) error {
		_, err := v.Observe("forged", invoice.Observed{ID: "tr_forged", Amount: v.Open()}, w.now())
		return err
	})
	if !errors.Is(err, invoice.ErrNoCheckout) || !reflect.DeepEqual(*i, before) {
		t.Fatal("a forged callback: ", err)
	}
}

// takeBack is a refund, or a chargeback of what is left.
func (w *world) takeBack(t *rapid.T) {
	one := w.link(t)
	if len(one.payments) == 0 {
		return
	}
	p := &one.payments[rapid.IntRange(0, len(one.payments)-1).Draw(t, "payment")]
	left := int64(p.Amount - p.Refunded - p.ChargedBack)
	if left <= 0 {
		return
	}
	if rapid.Bool().Draw(t, "charged back") {
		p.ChargedBack += money.Cents(left)
	} else {
		p.Refunded += money.Cents(rapid.Int64Range(1, left).Draw(t, "refund"))
	}
}

func (w *world) actions() map[string]func(*rapid.T) {
	edit := func(change func(*rapid.T, *invoice.Invoice) error) func(*rapid.T) {
		return func(t *rapid.T) {
			_ = w.update(t, w.any(t), func(v *invoice.Invoice) error { return change(t, v) }) // refusals leave no trace
		}
	}
	return map[string]func(*rapid.T){
		"create": w.create, "begin a checkout": w.begin, "call": w.call, "call again": w.call, "archive": w.archive, "pay": w.pay,
		"pay more": w.pay, "callback": w.callback, "callback again": w.callback, "forged callback": w.forged, "take back": w.takeBack,
		"send": edit(func(_ *rapid.T, v *invoice.Invoice) error { return v.Send(w.now(), 14) }),
		"choose": edit(func(t *rapid.T, v *invoice.Invoice) error {
			return v.Choose(rapid.SampledFrom(invoice.Plans).Draw(t, "plan"), w.terms, w.now())
		}),
		"expire": edit(func(_ *rapid.T, v *invoice.Invoice) error {
			live := v.Live()
			if live == nil {
				return invoice.ErrNoCheckout
			}
			return v.Cancel(live.Ref, w.now())
		}),
		"override": edit(func(t *rapid.T, v *invoice.Invoice) error {
			return v.Override(rapid.SampledFrom(invoice.Statuses).Draw(t, "status"), "Piet", "", w.now(), 14)
		}),
		"due date": edit(func(t *rapid.T, v *invoice.Invoice) error {
			return v.SetDue(w.now().On.AddDays(rapid.IntRange(-3, 30).Draw(t, "days")), w.now())
		}),
		"pay by hand": edit(func(t *rapid.T, v *invoice.Invoice) error {
			_, err := v.AddPayment(invoice.HandPayment{Amount: amount(t, "by hand")}, "Piet", w.now())
			return err
		}),
		"take a payment away": edit(func(t *rapid.T, v *invoice.Invoice) error {
			_, err := v.RemovePayment(rapid.Int64Range(1, 4).Draw(t, "payment"), w.now())
			return err
		}),
		"credit": func(t *rapid.T) {
			i, lines := w.any(t), []invoice.Line{{Description: "x", Amount: amount(t, "credit")}}
			edited := i.Clone()
			number := invoice.SeriesCredit.Number(2026, w.given[invoice.SeriesCredit]+1)
			if edited.AddCredit(number, lines, "verhuisd", "Piet", w.now()) == nil {
				w.given[invoice.SeriesCredit]++
				w.numbers[number] = true
				*i = edited
			}
		},
		"toggle": edit(func(t *rapid.T, v *invoice.Invoice) error {
			v.DisableInstallments(rapid.Bool().Draw(t, "disabled"), w.now())
			return nil
		}),
		"mail": edit(func(t *rapid.T, v *invoice.Invoice) error {
			v.Mailed(rapid.IntRange(0, 3).Draw(t, "n"), w.now())
			return nil
		}),
		"remind": edit(func(t *rapid.T, v *invoice.Invoice) error {
			v.Reminded(rapid.IntRange(0, 3).Draw(t, "n"), 1, w.now())
			return nil
		}),
		"look": edit(func(t *rapid.T, v *invoice.Invoice) error { return v.Reviewed(1, "Piet", w.now()) }),
		"destroy": func(t *rapid.T) {
			if i := w.any(t); i.Removable(w.now().On) == nil {
				w.invoices = slices.DeleteFunc(w.invoices, func(v *invoice.Invoice) bool { return v == i })
			}
		},
		"clock": func(t *rapid.T) {
			w.at = w.at.Add(time.Duration(rapid.IntRange(1, 60).Draw(t, "days")) * 24 * time.Hour)
			for _, i := range w.invoices {
				i.Age(w.now())
			}
		},
		"": w.check,
	}
}

// check holds the world against what is always true.
func (w *world) check(t *rapid.T) {
	for _, i := range w.invoices {
		w.checkMoney(t, i)
		w.checkCheckouts(t, i)
		w.checkParts(t, i)
	}
	for series, given := range w.given {
		for n := range given {
			if !w.numbers[series.Number(2026, n+1)] {
				t.Fatalf("%s has a gap", series.Number(2026, n+1))
			}
		}
	}
	w.checkReconciled(t)
}

func (w *world) checkMoney(t *rapid.T, i *invoice.Invoice) {
	day := w.now().On
	if paid := i.Status == invoice.Paid; paid != (i.Open() <= 0) || i.Status != i.StatusOn(day) {
		t.Fatalf("%s is %s, on the day %s, and %v is open", i.Number, i.Status, i.StatusOn(day), i.Open())
	}
	if i.Total()+i.Fees()-i.Credited()-i.Received() != i.Open() || i.Total() < 0 || i.Credited() > i.Total() || i.Fees() < 0 {
		t.Fatalf("%s: %v + %v - %v - %v is not %v", i.Number, i.Total(), i.Fees(), i.Credited(), i.Received(), i.Open())
	}
	if (i.Status == invoice.Draft) != (i.SentOn.IsZero() && i.Open() > 0) {
		t.Fatalf("%s is %s, sent on %q", i.Number, i.Status, i.SentOn)
	}
	if late := i.LateFrom(); i.Status == invoice.Overdue && !i.Forced && (late.IsZero() || day.Before(late)) {
		t.Fatalf("%s is overdue on %s, late from %q", i.Number, day, late)
	}
	seen := map[string]bool{}
	for n, p := range i.Payments {
		if p.ID > i.LastPayment || n > 0 && p.ID <= i.Payments[n-1].ID || p.Method == invoice.Provider && seen[p.ProviderID] {
			t.Fatalf("%s has payments %+v", i.Number, i.Payments)
		}
		seen[p.ProviderID] = true
	}
}

func (w *world) checkCheckouts(t *rapid.T, i *invoice.Invoice) {
	asked, live := 0, 0
	next, there := i.Next()
	for _, c := range i.Checkouts {
		if c.Live() {
			live++
		}
		if c.Live() != c.ClosedAt.IsZero() {
			t.Fatalf("%s: nobody knows how long to ask about %+v", i.Number, c)
		}
		if c.State != invoice.CheckoutAsking && c.State != invoice.CheckoutOpen {
			continue
		}
		if asked++; !there || c.Amount != next.Open || c.Installment != next.Number {
			t.Fatalf("%s asks for %+v, next is %+v", i.Number, c, next)
		}
	}
	if asked > 1 || live > 1 {
		t.Fatalf("%s asks twice: %+v", i.Number, i.Checkouts)
	}
	payable := 0
	for _, one := range w.links {
		if one.invoice == i && !one.archived && len(one.payments) == 0 {
			payable++
		}
	}
	if payable > 1 {
		t.Fatalf("%s can be paid in %d places", i.Number, payable)
	}
	if (i.PaymentLink() != "") != slices.ContainsFunc(i.Checkouts, func(c invoice.Checkout) bool {
		return c.State == invoice.CheckoutOpen
	}) {
		t.Fatalf("%s has the link %q", i.Number, i.PaymentLink())
	}
}

func (w *world) checkParts(t *rapid.T, i *invoice.Invoice) {
	parts, open := i.Parts(), money.Cents(0)
	for n, part := range parts {
		open += part.Open
		if part.Open < 0 || part.Amount < 0 || (part.Open == 0) == i.Installments[n].PaidAt.IsZero() {
			t.Fatalf("%s has the part %+v of %+v", i.Number, part, i.Installments[n])
		}
		if (i.InstallmentStatusOn(n+1, w.now().On) == invoice.InstallmentPaid) != (part.Open == 0) {
			t.Fatalf("%s: %d is %s", i.Number, n+1, i.InstallmentStatusOn(n+1, w.now().On))
		}
	}
	if i.Plan != "" && open != max(0, i.Open()) {
		t.Fatalf("%s: %v is open, in parts %v", i.Number, i.Open(), open)
	}
	if i.Plan == "" && len(parts) > 0 || i.Plan == invoice.Full && len(parts) != 1 ||
		i.Kind == invoice.Discipline && i.Plan != "" && i.Plan != invoice.Full {
		t.Fatalf("%s has %d parts of %s", i.Number, len(parts), i.Plan)
	}
	meta := i.Meta(w.now().On)
	if count, there := meta["_installment_count"]; there != (i.Plan != "") || there && count != len(parts) {
		t.Fatalf("%s has the meta %v", i.Number, meta)
	}
}

// checkReconciled asks for every link as the hourly job does: then all that the provider has is booked, once.
func (w *world) checkReconciled(t *rapid.T) {
	for _, i := range w.invoices {
		told, had := i.Clone(), money.Cents(0)
		for _, one := range w.links {
			if one.invoice != i {
				continue
			}
			for _, seen := range one.payments {
				had += seen.Amount - seen.Refunded - seen.ChargedBack
				if _, err := told.Observe(one.ref, seen, w.now()); err != nil {
					t.Fatal(err)
				}
				again := told.Clone()
				if news, err := again.Observe(one.ref, seen, w.now()); news || err != nil || !reflect.DeepEqual(again, told) {
					t.Fatalf("%s believes %+v twice: %v", i.Number, seen, err)
				}
			}
		}
		booked := money.Cents(0)
		for _, p := range told.Payments {
			if p.Method == invoice.Provider {
				booked += p.Net()
			}
		}
		if booked != had {
			t.Fatalf("%s: the provider has %v, booked is %v", i.Number, had, booked)
		}
	}
}

// Whatever treasurers, members, the provider and time do, in whatever order: money received is money booked, an invoice is paid
// exactly when nothing is open, nobody is asked twice, and numbers have no gap.
//
// They are twenty times as many as other tests draw: two thousand, and two hundred thousand with --cases 10000.
//
// contract: club §2.7, §3.2, §3.3, §4.9
func TestWhateverHappensTheBooksAreRight(t *testing.T) {
	t.Parallel()
	for n := range 20 {
		t.Run(strconv.Itoa(n), func(t *testing.T) {
			t.Parallel()
			rapid.Check(t, history)
		})
	}
}

func history(t *rapid.T) {
	w := &world{
		at: time.Date(
			2026,
			time.Month(rapid.IntRange(1, 12).Draw(t, "month")),
			rapid.IntRange(1, 28).Draw(t, "day"),
			9,
			0,
			0,
			0,
			time.UTC,
		),
		given:   map[invoice.Series]int{},
		numbers: map[string]bool{},
		terms: invoice.Terms{
			Quarterly: rapid.Bool().Draw(t, "three"), Monthly: rapid.Bool().Draw(t, "eight"),
			AdminFee: money.Cents(rapid.SampledFrom([]int64{0, 50, 250}).Draw(t, "fee")),
		},
	}
	w.create(t)
	t.Repeat(w.actions())
}
