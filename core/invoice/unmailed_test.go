package invoice_test

import (
	"testing"
	"time"

	"github.com/clubhuis/clubhuis/core/invoice"
)

func TestANoteOfAMailThatNeverWentOutIsTakenBack(t *testing.T) {
	t.Parallel()
	first, second := on(day(2025, 10, 23)), on(day(2025, 11, 6))
	v := membership(t, 9000)
	ok(t, v.Send(start, 14))
	v.Reminded(0, 1, first)
	v.Reminded(0, 2, second)
	ok(t, v.Choose(invoice.Quarterly, terms, start))
	v.Mailed(1, first)
	v.Mailed(2, second)
	v.Reminded(1, 1, second)
	v.Reminded(2, 1, second)
	for _, none := range []bool{
		v.Unmailed(1, start.At, second), v.Unmailed(3, first.At, second), v.Unmailed(3, time.Time{}, second),
		v.Unmailed(4, first.At, second), v.Unmailed(-1, first.At, second), v.Unmailed(0, start.At, second),
	} {
		same(t, "nothing of then", none, false)
	}
	same(t, "with what came in its place", told(v.Unmailed(2, second.At, second), v.Unmailed(2, second.At, second)), "true false")
	same(t, "the second", told(v.Installments[1].SentAt, v.Installments[1].Reminder1At), told(time.Time{}, time.Time{}))
	same(t, "its status", v.InstallmentStatusOn(2, start.On), invoice.InstallmentPending)
	same(t, "the first", told(v.Installments[0].SentAt.Equal(first.At), v.Installments[0].Reminder1At.Equal(second.At)), "true true")
	same(t, "of the whole", v.Unmailed(0, second.At, second), true)
	same(t, "its reminders", told(v.Reminder1At.Equal(first.At), v.Reminder2At), told(true, time.Time{}))
}
