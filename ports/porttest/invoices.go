package porttest

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/fold"
	"github.com/clubhuis/clubhuis/core/invoice"
	"github.com/clubhuis/clubhuis/core/money"
	"github.com/clubhuis/clubhuis/core/record"
	"github.com/clubhuis/clubhuis/core/season"
	"github.com/clubhuis/clubhuis/ports"
)

// Invoices is the contract of ports.Invoices.
func Invoices(t *testing.T, open Open) {
	suite{
		{"an invoice comes back whole, and shares nothing", wholeInvoices},
		{"numbers have no gap and come once", invoiceNumbering},
		{"one that had a number keeps it, and its series goes on behind it", importedInvoices},
		{"an invoice is changed as one step, and some of it never", changedInvoices},
		{"parallel changes lose nothing", parallelInvoices},
		{"a key belongs to one invoice", invoiceKeys},
		{"of many who bill one case at once, one does", parallelCases},
		{"one is removed if that is allowed", removedInvoices},
		{"lists hold what is asked for, in order", listedInvoices},
		{"who is billed for a season", billedPeople},
		{"one that is credited in full makes room for another of its season", billedAgain},
		{"an invoice survives its person", orphanedInvoices},
	}.run(t, open)
}

// InvoiceNumbers is the contract of ports.InvoiceNumbers.
func InvoiceNumbers(t *testing.T, open Open) {
	suite{
		{"each series has its own numbers in each year", seriesOfNumbers},
		{"a step that is given up gives its number back", numbersGivenBack},
	}.run(t, open)
}

func invoiceFor(id int64, cases ...int64) invoice.Invoice {
	v := invoice.Invoice{
		Head: record.NewHead(7, "Piet", at), Kind: invoice.Discipline, Person: id, PersonName: "Jan Kok", Status: invoice.Draft,
		Lines: []invoice.Line{{Description: "Boete", Amount: 2500}},
	}
	for _, one := range cases {
		v.Lines = append(v.Lines, invoice.Line{Description: "Zaak", Amount: 100, Case: one})
	}
	return v
}

func membershipOf(id int64, of season.Season) invoice.Invoice {
	v := invoiceFor(id)
	v.Kind, v.Season = invoice.Membership, of
	return v
}

func billed(t fataler, db Database, v invoice.Invoice) invoice.Invoice {
	t.Helper()
	return must(db.Invoices.Create(t.Context(), v, 2026))(t)
}

// anyInvoice fills every field; what is a key comes once.
var anyInvoice = rapid.Map(anything[invoice.Invoice](), func(v invoice.Invoice) invoice.Invoice {
	inUTC(reflect.ValueOf(&v).Elem())
	v.Kind = []invoice.Kind{invoice.Membership, invoice.Discipline}[v.Person%2]
	for n := range v.Lines {
		v.Lines[n].Case = int64(n)
	}
	for n := range v.Checkouts {
		v.Checkouts[n].Ref, v.Checkouts[n].LinkID = "ref"+strconv.Itoa(n), "pl_"+strconv.Itoa(n)
	}
	for n := range v.Payments {
		v.Payments[n].ProviderID = "tr_" + strconv.Itoa(n)
	}
	for n := range v.Credits {
		v.Credits[n].Number = "K" + strconv.Itoa(n)
	}
	return v
})

// sameInvoice holds all of an invoice against another one, also what it points to.
func sameInvoice(t fataler, what string, got, want invoice.Invoice) {
	t.Helper()
	g, w := must(json.Marshal(got))(t), must(json.Marshal(want))(t)
	if !bytes.Equal(g, w) {
		t.Fatal(what, "\ngot  ", string(g), "\nwant ", string(w))
	}
}

// inUTC brings every time in a value into UTC, and seasons into those that there are.
func inUTC(v reflect.Value) {
	switch one := v.Addr().Interface().(type) {
	case *time.Time:
		*one = civil.Instant(*one)
		return
	case *season.Season:
		if *one != 0 {
			*one += 2020
		}
		return
	}
	switch v.Kind() {
	case reflect.Pointer:
		if !v.IsNil() {
			inUTC(v.Elem())
		}
	case reflect.Struct:
		for i := range v.NumField() {
			inUTC(v.Field(i))
		}
	case reflect.Slice:
		for i := range v.Len() {
			inUTC(v.Index(i))
		}
	}
}

func wholeInvoices(t *testing.T, db Database) {
	ctx := t.Context()
	for n := range cases(30) {
		want := anyInvoice.Example(n)
		created := billed(t, db, want)
		want.ID, want.Revision, want.Number = created.ID, 1, want.Kind.Series().Number(2026, must(strconv.Atoi(created.Number[6:]))(t))
		sameInvoice(t, "created", created, want)
		got := must(db.Invoices.ByID(ctx, created.ID, created.ID, 1<<40))(t)
		equal(t, "found", len(got), 1)
		sameInvoice(t, "read", got[0], want)
		scribble(reflect.ValueOf(&got[0]).Elem())
		scribble(reflect.ValueOf(&created).Elem())
		got = must(db.Invoices.ByID(ctx, want.ID))(t)
		sameInvoice(t, "read again", got[0], want)
		ok(t, db.Invoices.Remove(ctx, want.ID, func(*invoice.Invoice) error { return nil }))
	}
	equal(t, "of none", len(must(db.Invoices.ByID(ctx))(t)), 0)
}

func invoiceNumbering(t *testing.T, db Database) {
	ctx := t.Context()
	made := make([]string, 24)
	inParallel(t, len(made), func(i int) error {
		v := invoiceFor(int64(i + 1))
		if i%2 == 0 {
			v = membershipOf(int64(i+1), 2025)
		}
		created, err := db.Invoices.Create(ctx, v, 2026)
		made[i] = created.Number
		if i%3 == 0 && err == nil {
			err = db.Invoices.Remove(ctx, created.ID, func(*invoice.Invoice) error { return nil })
		}
		return err
	})
	var want []string
	for n := range len(made) / 2 {
		want = append(want, invoice.SeriesMembership.Number(2026, n+1), invoice.SeriesDiscipline.Number(2026, n+1))
	}
	slices.Sort(made)
	slices.Sort(want)
	alike(t, "numbers", made, want)
	equal(t, "the next one", billed(t, db, invoiceFor(1, 9)).Number, "F2026-013")
	_, err := db.Invoices.Create(ctx, invoiceFor(1, 9), 2026)
	isFault(t, "a refused one", err, invoice.ErrCaseBilled)
	equal(t, "after a refused one", billed(t, db, invoiceFor(1)).Number, "F2026-014")
	equal(t, "in another year", must(db.Invoices.Create(ctx, invoiceFor(1), 2027))(t).Number, "F2027-001")
	refusal := errors.New("no")
	err = db.Do(ctx, func(s ports.Stores) error {
		equal(t, "in a step", must(s.Invoices.Create(ctx, invoiceFor(1), 2026))(t).Number, "F2026-015")
		return refusal
	})
	equal(t, "refused", errors.Is(err, refusal), true)
	equal(t, "after a step that was given up", billed(t, db, invoiceFor(1)).Number, "F2026-015")
}

func importedInvoices(t *testing.T, db Database) {
	ctx := t.Context()
	bring := func(number string, v invoice.Invoice) invoice.Invoice {
		v.Number = number
		return must(db.Invoices.Import(ctx, v))(t)
	}
	one := bring("F2026-041", invoiceFor(3, 5))
	equal(t, "number", one.Number, "F2026-041")
	equal(t, "revision", one.Revision, 1)
	sameInvoice(t, "read again", must(db.Invoices.ByID(ctx, one.ID))(t)[0], one)
	equal(t, "found", must(db.Invoices.ByKey(ctx, invoice.Key{By: invoice.ByNumber, Value: "F2026-041"}))(t).ID, one.ID)
	bring("F2026-007", invoiceFor(3))
	bring("C-2026-0042", membershipOf(3, 2025))
	bring("2026T001", invoiceFor(3))
	equal(t, "the next one", billed(t, db, invoiceFor(1)).Number, "F2026-042")
	equal(t, "the next membership", billed(t, db, membershipOf(4, 2025)).Number, "C2026-043")
	taken := invoiceFor(8)
	taken.Number = "F2026-007"
	_, err := db.Invoices.Import(ctx, taken)
	equal(t, "a number that is taken is refused", err != nil, true)
	taken.Number, taken.Lines[0].Case = "F2026-900", 5
	_, err = db.Invoices.Import(ctx, taken)
	isFault(t, "a case that is billed", err, invoice.ErrCaseBilled)
	equal(t, "a refused number leaves no gap", billed(t, db, invoiceFor(1)).Number, "F2026-043")
}

func changedInvoices(t *testing.T, db Database) {
	ctx := t.Context()
	created := billed(t, db, invoiceFor(3))
	edit := func(v *invoice.Invoice) error {
		v.ID, v.Number, v.Created, v.Person, v.Revision = 99, "X", at.Add(time.Hour), 99, 99
		v.PersonName, v.Author, v.DueOn = "Kok", 5, day(2026, 4, 1)
		v.Payments = append(v.Payments, invoice.Payment{ID: 1, Amount: 100})
		return nil
	}
	refusal := errors.New("no")
	err := db.Invoices.Update(ctx, created.ID, func(v *invoice.Invoice) error { _ = edit(v); return refusal })
	equal(t, "refused", errors.Is(err, refusal), true)
	sameInvoice(t, "after a refusal", must(db.Invoices.ByID(ctx, created.ID))(t)[0], created)
	ok(t, db.Invoices.Update(ctx, created.ID, func(*invoice.Invoice) error { return nil }))
	sameInvoice(t, "after no change", must(db.Invoices.ByID(ctx, created.ID))(t)[0], created)
	ok(t, db.Invoices.Update(ctx, created.ID, edit))
	want := created.Clone()
	_ = edit(&want)
	want.ID, want.Number, want.Created, want.Person, want.Revision = created.ID, created.Number, created.Created, 3, 2
	sameInvoice(t, "changed", must(db.Invoices.ByID(ctx, created.ID))(t)[0], want)
	isFault(t, "absent", db.Invoices.Update(ctx, 1<<40, edit), invoice.ErrAbsent)
}

func parallelInvoices(t *testing.T, db Database) {
	ctx := t.Context()
	id := billed(t, db, invoiceFor(3)).ID
	inParallel(t, 16, func(i int) error {
		return db.Invoices.Update(ctx, id, func(v *invoice.Invoice) error {
			v.Payments = append(v.Payments, invoice.Payment{ID: int64(len(v.Payments) + 1), ProviderID: fmt.Sprint("tr_", i)})
			return nil
		})
	})
	got := must(db.Invoices.ByID(ctx, id))(t)[0]
	equal(t, "payments", len(got.Payments), 16)
	equal(t, "the last", got.Payments[15].ID, 16)
	equal(t, "changes", got.Revision, 17)
}

func invoiceKeys(t *testing.T, db Database) {
	ctx := t.Context()
	one := membershipOf(3, 2025)
	one.TokenDigest, one.Lines[0].Case = "a", 5
	one.Checkouts = []invoice.Checkout{{Ref: "r", LinkID: "pl_1"}}
	one.Payments = []invoice.Payment{{ProviderID: "tr_1"}}
	one.Credits = []invoice.Credit{{Number: "K2026-001"}}
	first := billed(t, db, one)
	billed(t, db, membershipOf(0, 2025))
	billed(t, db, membershipOf(0, 2025)) // nobody may have several
	keys := first.Keys()
	equal(t, "keys", len(keys), 8)
	for _, key := range keys {
		equal(t, "found by "+string(key.By), must(db.Invoices.ByKey(ctx, key))(t).ID, first.ID)
		_, err := db.Invoices.ByKey(ctx, invoice.Key{By: key.By, Value: key.Value + "0"})
		isFault(t, "nothing by another "+string(key.By), err, invoice.ErrAbsent)
	}
	_, err := db.Invoices.ByKey(ctx, invoice.Key{By: invoice.ByPayment, Value: "pl_1"})
	isFault(t, "nothing by a key of another kind", err, invoice.ErrAbsent)

	second := billed(t, db, invoiceFor(3))
	takes := map[string]func(*invoice.Invoice){
		"case":     func(v *invoice.Invoice) { v.Lines[0].Case = 5 },
		"season":   func(v *invoice.Invoice) { v.Kind, v.Season = invoice.Membership, 2025 },
		"payment":  func(v *invoice.Invoice) { v.Payments = []invoice.Payment{{ProviderID: "tr_1"}} },
		"token":    func(v *invoice.Invoice) { v.TokenDigest = "a" },
		"checkout": func(v *invoice.Invoice) { v.Checkouts = []invoice.Checkout{{Ref: "r"}} },
	}
	for what, take := range takes {
		err := db.Do(ctx, func(s ports.Stores) error {
			err := s.Invoices.Update(ctx, second.ID, func(v *invoice.Invoice) error { v.PersonName = "x"; take(v); return nil })
			equal(t, what+" is refused", err != nil, true)
			_, err = s.Invoices.ByID(ctx, second.ID) // the step goes on
			return err
		})
		ok(t, err)
		sameInvoice(t, what+" leaves no trace", must(db.Invoices.ByID(ctx, second.ID))(t)[0], second)
	}
	for want, take := range map[error]func(*invoice.Invoice){
		invoice.ErrCaseBilled: takes["case"], invoice.ErrSeasonBilled: takes["season"], invoice.ErrBooked: takes["payment"],
	} {
		err := db.Invoices.Update(ctx, second.ID, func(v *invoice.Invoice) error { take(v); return nil })
		equal(t, "says "+want.Error(), errors.Is(err, want), true)
	}

	ok(t, db.Invoices.Update(ctx, first.ID, func(v *invoice.Invoice) error {
		v.Lines[0].Case, v.Checkouts[0].LinkID = 6, "pl_2"
		return nil
	}))
	equal(t, "by a new key", must(db.Invoices.ByKey(ctx, invoice.CaseKey(6)))(t).ID, first.ID)
	_, err = db.Invoices.ByKey(ctx, invoice.CaseKey(5))
	isFault(t, "by an old one", err, invoice.ErrAbsent)
	equal(t, "by one that stayed", must(db.Invoices.ByKey(ctx, invoice.Key{By: invoice.ByCheckout, Value: "r"}))(t).ID, first.ID)
	ok(t, db.Invoices.Update(ctx, second.ID, func(v *invoice.Invoice) error { v.Lines[0].Case = 5; return nil }))
	ok(t, db.Invoices.Remove(ctx, first.ID, func(*invoice.Invoice) error { return nil }))
	one.Lines[0].Case = 6
	billed(t, db, one)
}

func parallelCases(t *testing.T, db Database) {
	equal(t, "winners", winners(t, 12, invoice.ErrCaseBilled, func(int) error {
		_, err := db.Invoices.Create(t.Context(), invoiceFor(3, 5), 2026)
		return err
	}), 1)
	equal(t, "the number after", billed(t, db, invoiceFor(3)).Number, "F2026-002")
}

func removedInvoices(t *testing.T, db Database) {
	ctx := t.Context()
	created := billed(t, db, invoiceFor(3))
	err := db.Invoices.Remove(ctx, created.ID, func(v *invoice.Invoice) error { v.Status = ""; return invoice.ErrNotRemovable })
	isFault(t, "refused", err, invoice.ErrNotRemovable)
	sameInvoice(t, "it stays", must(db.Invoices.ByID(ctx, created.ID))(t)[0], created)
	allow := func(v *invoice.Invoice) error { equal(t, "asked about", v.ID, created.ID); return nil }
	ok(t, db.Invoices.Remove(ctx, created.ID, allow))
	equal(t, "gone", len(must(db.Invoices.ByID(ctx, created.ID))(t)), 0)
	isFault(t, "twice", db.Invoices.Remove(ctx, created.ID, allow), invoice.ErrAbsent)
	if next := billed(t, db, invoiceFor(3)); next.ID <= created.ID || next.Number != "F2026-002" {
		t.Errorf("the next one is %d %s", next.ID, next.Number)
	}
}

func listedInvoices(t *testing.T, db Database) {
	ctx, today := t.Context(), day(2026, 3, 29)
	var all []invoice.Invoice
	for n := range 24 {
		v := membershipOf(int64(n%5+1), season.Season(2000+n))
		if n%3 == 0 {
			v = invoiceFor(int64(n%5+1), int64(n+1))
		}
		v.Created = at.Add(time.Duration(n%7) * time.Second)
		v.PersonName = []string{"Jan Kok", "Zoë 100% de Wit", `Piet\ van A_`, "Bé"}[n%4]
		v.Lines[0].Amount = 1000 * (1 + money.Cents(n%4))
		v.SentOn, v.DueOn, v.Forced = today.AddDays(-20), today.AddDays(n%5-2), n%11 == 0
		switch n % 6 {
		case 0:
			v.SentOn, v.Forced = civil.Date{}, false
		case 1:
			v.Payments = []invoice.Payment{{ID: 1, Amount: 100_00, Review: invoice.ReviewSecond}}
		case 2:
			v.Plan = invoice.Monthly
			v.Installments = []invoice.Installment{{Amount: 1000, DueOn: today.AddDays(n%3 - 1)}, {Amount: 500, DueOn: today.AddDays(30)}}
		case 3:
			v.Checkouts = []invoice.Checkout{{Ref: fmt.Sprint(n), State: invoice.CheckoutAsking}}
		case 5:
			v.Checkouts = []invoice.Checkout{{
				Ref: fmt.Sprint(n), LinkID: fmt.Sprint("pl_", n), State: invoice.CheckoutCancelled, ClosedAt: at.AddDate(0, 0, -n),
			}}
		case 4:
			v.Credits = []invoice.Credit{{Number: fmt.Sprintf("K2026-%03d", n)}}
		}
		v.Status = v.StatusOn(day(1, 1, 1))
		all = append(all, billed(t, db, v))
	}
	rapid.Check(t, func(rt *rapid.T) {
		q := invoice.Query{
			On: today.AddDays(rapid.IntRange(-3, 24).Draw(rt, "day")), Person: rapid.Int64Range(0, 5).Draw(rt, "person"),
			Statuses: rapid.SliceOfN(oneOf(invoice.Statuses...), 0, 2).Draw(rt, "statuses"),
			Kind:     oneOf("", "", invoice.Membership, invoice.Discipline).Draw(rt, "kind"),
			Plan:     oneOf("", "", invoice.Monthly, invoice.Full).Draw(rt, "plan"),
			Season:   oneOf[season.Season](0, 0, 0, 2001, 2002).Draw(rt, "season"),
			Words: rapid.SliceOfN(rapid.Map(oneOf("kok", "100%", `\`, "_", "ë", "c2026", "-004", "k2026-0", "x"), fold.Key), 0, 2).
				Draw(rt, "words"),
			Live: rapid.Bool().Draw(rt, "live") && rapid.Bool().Draw(rt, "really"), ToReview: rapid.IntRange(0, 5).Draw(rt, "review") == 0,
			Watched: rapid.IntRange(0, 3).Draw(rt, "watched") == 0,
			Order:   oneOf(append([]invoice.Order{""}, invoice.Orders...)...).Draw(rt, "order"), Desc: rapid.Bool().Draw(rt, "desc"),
			Offset: rapid.IntRange(0, 8).Draw(rt, "offset"), Limit: rapid.IntRange(0, 30).Draw(rt, "limit"),
		}
		var want []invoice.Invoice
		rows := map[int64]*invoice.Row{}
		for _, v := range all {
			if row := v.Row(); q.Match(&row) {
				v.Status = v.StatusOn(q.On)
				want, rows[v.ID] = append(want, v), &row
			}
		}
		slices.SortFunc(want, func(a, b invoice.Invoice) int { return q.Compare(&a, rows[a.ID], &b, rows[b.ID]) })
		page := must(db.Invoices.Page(ctx, q))(rt)
		if page.Total != len(want) {
			rt.Fatalf("%+v: got %d of %d", q, page.Total, len(want))
		}
		window := record.Window{Offset: q.Offset, Limit: q.Limit}
		start, end := window.Bounds(len(want))
		alike(rt, "page", fmt.Sprintf("%+v", page.Records), fmt.Sprintf("%+v", want[start:end]))
	})
}

func billedPeople(t *testing.T, db Database) {
	ctx, today := t.Context(), day(2026, 3, 29)
	late := membershipOf(3, 2025)
	late.SentOn, late.DueOn, late.Status = today.AddDays(-20), today.AddDays(-1), invoice.Sent
	second := billed(t, db, late)
	first := billed(t, db, membershipOf(2, 2025))
	billed(t, db, membershipOf(2, 2024))
	billed(t, db, invoiceFor(4))
	want := []invoice.Billing{
		{Person: 2, Invoice: first.ID, Status: invoice.Draft},
		{Person: 3, Invoice: second.ID, Status: invoice.Overdue},
	}
	alike(t, "billed", must(db.Invoices.Billed(ctx, 2025, today))(t), want)
	want[1].Status = invoice.Sent
	alike(t, "the day before", must(db.Invoices.Billed(ctx, 2025, today.AddDays(-1)))(t), want)
	equal(t, "another season", len(must(db.Invoices.Billed(ctx, 2026, today))(t)), 0)
}

func billedAgain(t *testing.T, db Database) {
	ctx, today := t.Context(), day(2026, 3, 29)
	first := billed(t, db, membershipOf(3, 2025))
	credit := func(amount money.Cents) {
		ok(t, db.Invoices.Update(ctx, first.ID, func(v *invoice.Invoice) error {
			number := fmt.Sprint("K2026-00", len(v.Credits)+1)
			v.Credits = append(v.Credits, invoice.Credit{Number: number, Lines: []invoice.Line{{Amount: amount}}})
			return nil
		}))
	}
	credit(1000)
	_, err := db.Invoices.Create(ctx, membershipOf(3, 2025), 2026)
	isFault(t, "credited in part", err, invoice.ErrSeasonBilled)
	credit(1500)
	second := billed(t, db, membershipOf(3, 2025))
	_, err = db.Invoices.Create(ctx, membershipOf(3, 2025), 2026)
	isFault(t, "a third one", err, invoice.ErrSeasonBilled)
	equal(t, "by the season", must(db.Invoices.ByKey(ctx, invoice.SeasonKey(3, 2025)))(t).ID, second.ID)
	ok(t, db.Invoices.Update(ctx, first.ID, func(v *invoice.Invoice) error { v.PersonName = "Jan"; return nil }))
	equal(t, "after a change of the first", must(db.Invoices.ByKey(ctx, invoice.SeasonKey(3, 2025)))(t).ID, second.ID)
	alike(t, "billed", must(db.Invoices.Billed(ctx, 2025, today))(t), []invoice.Billing{
		{Person: 3, Invoice: first.ID, Status: invoice.Paid}, {Person: 3, Invoice: second.ID, Status: invoice.Draft},
	})
}

func orphanedInvoices(t *testing.T, db Database) {
	ctx := t.Context()
	id := create(t, db.People, personNamed("Jan", "", "Kok"))
	created := billed(t, db, membershipOf(id, 2025))
	ok(t, db.People.Remove(ctx, id, 1, at, anybody))
	equal(t, "destroyed", must(db.People.Purge(ctx, at.Add(time.Minute)))(t), 1)
	sameInvoice(t, "it stays", must(db.Invoices.ByID(ctx, created.ID))(t)[0], created)
}

func seriesOfNumbers(t *testing.T, db Database) {
	ctx := t.Context()
	made := make([]string, 12)
	inParallel(t, len(made), func(i int) (err error) {
		made[i], err = db.InvoiceNumbers.Next(ctx, invoice.SeriesCredit, 2026)
		return err
	})
	slices.Sort(made)
	for n, number := range made {
		equal(t, "number", number, fmt.Sprintf("K2026-%03d", n+1))
	}
	equal(t, "another year", must(db.InvoiceNumbers.Next(ctx, invoice.SeriesCredit, 2027))(t), "K2027-001")
	equal(t, "another series", must(db.InvoiceNumbers.Next(ctx, invoice.SeriesMembership, 2026))(t), "C2026-001")
	equal(t, "that of invoices", billed(t, db, membershipOf(1, 2025)).Number, "C2026-002")
	for _, nth := range []int64{7, 5} {
		ok(t, db.InvoiceNumbers.Pass(ctx, invoice.SeriesMembership, 2026, nth))
	}
	equal(t, "behind one that was passed", billed(t, db, membershipOf(2, 2025)).Number, "C2026-008")
}

func numbersGivenBack(t *testing.T, db Database) {
	ctx, refusal := t.Context(), errors.New("no")
	for range 2 {
		err := db.Do(ctx, func(s ports.Stores) error {
			equal(t, "number", must(s.InvoiceNumbers.Next(ctx, invoice.SeriesCredit, 2026))(t), "K2026-001")
			return refusal
		})
		equal(t, "refused", errors.Is(err, refusal), true)
	}
	equal(t, "number", must(db.InvoiceNumbers.Next(ctx, invoice.SeriesCredit, 2026))(t), "K2026-001")
}
