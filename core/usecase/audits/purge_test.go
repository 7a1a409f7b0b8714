package audits_test

import (
	"testing"
	"time"

	"github.com/clubhuis/clubhuis/adapters/inmem"
	"github.com/clubhuis/clubhuis/core/audit"
	"github.com/clubhuis/clubhuis/core/usecase/audits"
)

// A gap in the series of invoices is explained by the log as long as books are kept.
func TestTheLogExplainsAGapInTheNumbersForSevenYears(t *testing.T) {
	t.Parallel()
	base := inmem.Open()
	stores := base.Stores()
	zone, err := time.LoadLocation("Europe/Amsterdam")
	if err != nil {
		t.Fatal(err)
	}
	at := time.Date(2026, 12, 31, 23, 30, 0, 0, time.UTC) // in the club's zone it is 2027 already
	about := audit.Object{Noun: audit.Invoice, ID: 17, Name: "C2026-017"}
	for _, kind := range []audit.Kind{audit.InvoiceDeleted, audit.PaymentRemoved, audit.SignedIn} {
		if err := stores.Audit.Append(t.Context(), audit.New(kind, audit.Job("x"), at, about)); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct {
		after  time.Duration
		purged int
		stay   int
	}{
		{audits.Kept, 0, 3},
		{audits.Kept + time.Second, 1, 2},
		{time.Date(2034, 12, 31, 22, 0, 0, 0, time.UTC).Sub(at), 1, 2}, // that of the purge before
		{time.Date(2035, 1, 1, 1, 0, 0, 0, zone).Sub(at), 2, 0},
	} {
		s := &audits.Service{Audit: stores.Audit, Changes: stores.PersonChanges, Looks: stores.Looks, Atomic: base, Zone: zone,
			Now: func() time.Time { return at.Add(c.after) }}
		if purged, err := s.Purge(t.Context()); err != nil || purged != c.purged {
			t.Errorf("after %v: purged %d, %v", c.after, purged, err)
		}
		page, err := stores.Audit.Page(t.Context(), audit.Query{Object: audit.Object{Noun: audit.Invoice}})
		if err != nil || page.Total != c.stay {
			t.Errorf("after %v: %d stay, %v", c.after, page.Total, err)
		}
	}
}
