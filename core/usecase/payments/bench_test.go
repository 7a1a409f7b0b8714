package payments_test

import (
	"testing"

	"github.com/clubhuis/clubhuis/core/invoice"
	"github.com/clubhuis/clubhuis/core/usecase/payments"
)

// BenchmarkPage measures what a payment page shows, for an invoice with eight instalments.
func BenchmarkPage(b *testing.B) {
	c := open(b)
	c.choose(b, invoice.Monthly)
	var view payments.View
	for b.Loop() {
		var err error
		if view, err = c.Page(b.Context(), c.token); err != nil {
			b.Fatal(err)
		}
	}
	if len(view.Parts) != 8 {
		b.Errorf("%+v", view)
	}
}
