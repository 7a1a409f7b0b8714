package invoice_test

import (
	"testing"

	"github.com/clubhuis/clubhuis/core/invoice"
)

func TestWhatAsksForNothingIsRemovable(t *testing.T) {
	t.Parallel()
	v := membership(t, 0)
	same(t, "paid", v.Status, invoice.Paid)
	ok(t, v.Removable(start.On))
	v.SentOn = start.On
	refused(t, v.Removable(start.On), invoice.ErrNotRemovable)
}
