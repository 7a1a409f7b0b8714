package billing_test

import (
	"testing"
	"time"

	"github.com/clubhuis/clubhuis/adapters/inmem"
	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/fee"
	"github.com/clubhuis/clubhuis/core/invoice"
	"github.com/clubhuis/clubhuis/core/record"
	"github.com/clubhuis/clubhuis/core/season"
	"github.com/clubhuis/clubhuis/core/usecase/billing"
)

// An invoice that was brought says that it was made long ago, and has the highest number all the same: it is none of the job's.
func TestAJobCountsWhatWasBroughtBefore(t *testing.T) {
	t.Parallel()
	store := inmem.Open()
	stores := store.Stores()
	at := time.Date(2026, 9, 1, 12, 0, 0, 0, time.UTC)
	var last int64
	for n, created := range []time.Time{at, at.AddDate(-1, 0, 0)} {
		head := record.NewHead(1, "Piet", created)
		v := invoice.Invoice{Head: head, Kind: invoice.Discipline, Person: int64(n + 1), PersonName: "Jan",
			Number: []string{"A-1", "A-2"}[n], Status: invoice.Draft}
		brought, err := stores.Invoices.Import(t.Context(), v)
		if err != nil {
			t.Fatal(err)
		}
		last = brought.ID
	}
	s := &billing.Service{Invoices: stores.Invoices, Atomic: store, Zone: time.UTC, Now: func() time.Time { return at },
		Fees: func(season.Season) []fee.Fee { return nil }}
	begun, err := s.BillAll(t.Context(), access.Viewer{User: 1, Name: "Anna", Roles: []access.Role{access.Administrator}}, 2026)
	if err != nil || begun.Mark != last {
		t.Errorf("the mark is %d, the highest number %d, %v", begun.Mark, last, err)
	}
}
