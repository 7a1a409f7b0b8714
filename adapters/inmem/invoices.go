package inmem

import (
	"cmp"
	"context"
	"maps"
	"reflect"
	"slices"

	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/invoice"
	"github.com/clubhuis/clubhuis/core/record"
	"github.com/clubhuis/clubhuis/core/season"
	"github.com/clubhuis/clubhuis/ports"
)

type invoices struct{ handle }

var (
	_ ports.Invoices       = invoices{}
	_ ports.InvoiceNumbers = invoiceNumbers{}
)

// billing is all that is kept of invoices.
type billing struct {
	byID  map[int64]invoice.Invoice
	last  int64
	keys  map[invoice.Key]int64
	given map[counted]int
}

// counted is a series in a year.
type counted struct {
	series invoice.Series
	year   int
}

func newBilling() billing {
	return billing{map[int64]invoice.Invoice{}, 0, map[invoice.Key]int64{}, map[counted]int{}}
}

func (b billing) snapshot() billing {
	b.byID, b.keys, b.given = maps.Clone(b.byID), maps.Clone(b.keys), maps.Clone(b.given)
	return b
}

func (b *billing) next(series invoice.Series, year int) string {
	of := counted{series, year}
	b.given[of]++
	return series.Number(year, b.given[of])
}

// pass lets a series go on behind its nth number.
func (b *billing) pass(series invoice.Series, year int, nth int64) {
	of := counted{series, year}
	b.given[of] = max(b.given[of], int(nth))
}

// stored is an invoice as it is kept: it shares nothing, and its times are as databases have them.
func stored(v *invoice.Invoice) invoice.Invoice {
	c := v.Clone()
	c.Created, c.Modified = civil.Instant(c.Created), civil.Instant(c.Modified)
	return c
}

// keep puts an invoice in the place of the one before, if none of its keys is another one's.
func (b *billing) keep(v invoice.Invoice) error {
	for _, key := range v.Keys() {
		if has, taken := b.keys[key]; taken && has != v.ID {
			return key.Taken()
		}
	}
	maps.DeleteFunc(b.keys, func(_ invoice.Key, id int64) bool { return id == v.ID })
	for _, key := range v.Keys() {
		b.keys[key] = v.ID
	}
	b.byID[v.ID] = stored(&v)
	return nil
}

func (s invoices) Create(ctx context.Context, v invoice.Invoice, year int) (invoice.Invoice, error) {
	return ask(ctx, s.handle, func(t *tables) (invoice.Invoice, error) {
		before := t.billing.snapshot()
		v := stored(&v)
		v.ID, v.Revision, v.Number = t.billing.last+1, 1, t.billing.next(v.Kind.Series(), year)
		if err := t.billing.keep(v); err != nil {
			t.billing = before
			return invoice.Invoice{}, err
		}
		t.billing.last = v.ID
		return v.Clone(), nil
	})
}

func (s invoices) Import(ctx context.Context, v invoice.Invoice) (invoice.Invoice, error) {
	return ask(ctx, s.handle, func(t *tables) (invoice.Invoice, error) {
		before := t.billing.snapshot()
		v := stored(&v)
		v.ID, v.Revision = t.billing.last+1, 1
		if series, year, nth, there := invoice.InSeries(v.Number); there {
			t.billing.pass(series, year, nth)
		}
		if err := t.billing.keep(v); err != nil {
			t.billing = before
			return invoice.Invoice{}, err
		}
		t.billing.last = v.ID
		return v.Clone(), nil
	})
}

func (s invoices) Update(ctx context.Context, id int64, change func(*invoice.Invoice) error) error {
	return s.run(ctx, func(t *tables) error {
		before, there := t.billing.byID[id]
		if !there {
			return invoice.ErrAbsent
		}
		var edited invoice.Invoice
		for range 2 { // as the contract allows
			edited = before.Clone()
			if err := change(&edited); err != nil {
				return err
			}
		}
		edited.ID, edited.Number, edited.Created, edited.Person = id, before.Number, before.Created, before.Person
		if edited = stored(&edited); reflect.DeepEqual(edited, before) {
			return nil
		}
		edited.Revision = before.Revision + 1
		return t.billing.keep(edited)
	})
}

func (s invoices) Remove(ctx context.Context, id int64, allowed func(*invoice.Invoice) error) error {
	return s.run(ctx, func(t *tables) error {
		v, there := t.billing.byID[id]
		if !there {
			return invoice.ErrAbsent
		}
		v = v.Clone()
		if err := allowed(&v); err != nil {
			return err
		}
		delete(t.billing.byID, id)
		maps.DeleteFunc(t.billing.keys, func(_ invoice.Key, of int64) bool { return of == id })
		return nil
	})
}

func (s invoices) ByID(ctx context.Context, ids ...int64) ([]invoice.Invoice, error) {
	return ask(ctx, s.handle, func(t *tables) (list []invoice.Invoice, err error) {
		for _, id := range slices.Compact(slices.Sorted(slices.Values(ids))) {
			if v, there := t.billing.byID[id]; there {
				list = append(list, v.Clone())
			}
		}
		return list, nil
	})
}

func (s invoices) ByKey(ctx context.Context, key invoice.Key) (invoice.Invoice, error) {
	return ask(ctx, s.handle, func(t *tables) (invoice.Invoice, error) {
		id, there := t.billing.keys[key]
		if !there {
			return invoice.Invoice{}, invoice.ErrAbsent
		}
		v := t.billing.byID[id]
		return v.Clone(), nil
	})
}

func (s invoices) Page(ctx context.Context, q invoice.Query) (page record.Page[invoice.Invoice], err error) {
	return ask(ctx, s.handle, func(t *tables) (page record.Page[invoice.Invoice], err error) {
		type listed struct {
			invoice.Invoice
			row invoice.Row
		}
		var all []listed
		for _, v := range t.billing.byID {
			if row := v.Row(); q.Match(&row) {
				all = append(all, listed{v, row})
			}
		}
		slices.SortFunc(all, func(a, b listed) int { return q.Compare(&a.Invoice, &a.row, &b.Invoice, &b.row) })
		page.Total = len(all)
		window := record.Window{Offset: q.Offset, Limit: q.Limit}
		start, end := window.Bounds(len(all))
		for _, one := range all[start:end] {
			v := one.Clone()
			v.Status = v.StatusOn(q.On)
			page.Records = append(page.Records, v)
		}
		return page, nil
	})
}

func (s invoices) Billed(ctx context.Context, of season.Season, on civil.Date) ([]invoice.Billing, error) {
	return ask(ctx, s.handle, func(t *tables) (billed []invoice.Billing, err error) {
		for id, v := range t.billing.byID {
			if v.Kind == invoice.Membership && v.Season == of {
				billed = append(billed, invoice.Billing{Person: v.Person, Invoice: id, Status: v.StatusOn(on)})
			}
		}
		slices.SortFunc(billed, func(a, b invoice.Billing) int {
			return cmp.Or(cmp.Compare(a.Person, b.Person), cmp.Compare(a.Invoice, b.Invoice))
		})
		return billed, nil
	})
}

type invoiceNumbers struct{ handle }

func (s invoiceNumbers) Next(ctx context.Context, series invoice.Series, year int) (string, error) {
	return ask(ctx, s.handle, func(t *tables) (string, error) { return t.billing.next(series, year), nil })
}

func (s invoiceNumbers) Pass(ctx context.Context, series invoice.Series, year int, nth int64) error {
	return s.run(ctx, func(t *tables) error { t.billing.pass(series, year, nth); return nil })
}
