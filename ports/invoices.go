package ports

import (
	"context"

	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/invoice"
	"github.com/clubhuis/clubhuis/core/record"
	"github.com/clubhuis/clubhuis/core/season"
)

// Invoices keeps the invoices. They stand on no timeline, and stay when their person is destroyed. An absent one is
// invoice.ErrAbsent. A change that would give one a key (invoice.Key) that another one has is that key's error (Key.Taken), such
// as invoice.ErrCaseBilled, and leaves no trace.
type Invoices interface {
	// Create keeps an invoice under a new number of its own (its ID, which is never used again, in revision 1) and as the next
	// number of its kind's series in a calendar year, and returns it with these. Numbers of a series have no gap and come once,
	// also when many are made at once, when one is refused, and when one is removed.
	Create(ctx context.Context, v invoice.Invoice, year int) (invoice.Invoice, error)

	// Import keeps an invoice that had a number before it came, and returns it with a new number of its own, in revision 1. A number
	// of a series (invoice.InSeries) is never given again: the series goes on behind the highest one.
	Import(ctx context.Context, v invoice.Invoice) (invoice.Invoice, error)

	// Update reads an invoice under lock, lets change edit it, and keeps the result, as one step. Parallel updates lose nothing.
	// change must be pure, for it may run twice. Its error is returned as it is and leaves no trace. ID, Number, Created and
	// Person stay as they were. The Revision of an invoice that change leaves otherwise than before rises by one.
	Update(ctx context.Context, id int64, change func(*invoice.Invoice) error) error

	// Remove destroys an invoice with its keys if allowed returns nil. Else it returns that error as it is, and it stays.
	Remove(ctx context.Context, id int64, allowed func(*invoice.Invoice) error) error

	// ByID returns those of the invoices with these numbers that there are, by number.
	ByID(ctx context.Context, ids ...int64) ([]invoice.Invoice, error)

	// ByKey returns the invoice that has a key.
	ByKey(ctx context.Context, key invoice.Key) (invoice.Invoice, error)

	// Page returns a part of the invoices that match, in order. Their Status is that on the day of the query. An offset beyond the
	// end gives nothing and the right total.
	Page(ctx context.Context, q invoice.Query) (record.Page[invoice.Invoice], error)

	// Billed returns who has a membership invoice for a season, by person, with its status on a day. Who has several, of which all
	// but one are credited in full, is returned with each, the newest last.
	Billed(ctx context.Context, of season.Season, on civil.Date) ([]invoice.Billing, error)
}

// InvoiceNumbers gives numbers of a series that are no invoice's own: those of credit notes.
type InvoiceNumbers interface {
	// Next returns the next number of a series in a calendar year. In a step of Atomic it is taken when the step is: numbers have no
	// gap and come once.
	Next(ctx context.Context, series invoice.Series, year int) (string, error)

	// Pass lets a series go on behind its nth number of a year: neither that one nor one before it is given.
	Pass(ctx context.Context, series invoice.Series, year int, nth int64) error
}
