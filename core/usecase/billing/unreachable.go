package billing

import (
	"context"
	"math"

	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/invoice"
)

// Unreachable returns the invoices that something is open of while nobody has an address that works for the mails about them, by
// number: the job of reminders passes them over. It needs the capability financieel.
func (s *Service) Unreachable(ctx context.Context, viewer access.Viewer) (found []invoice.Invoice, err error) {
	if err := viewer.Require(access.Finance); err != nil {
		return nil, err
	}
	now := s.now()
	page, err := s.Invoices.Page(ctx, invoice.Query{On: now.On, Statuses: unpaid, Limit: math.MaxInt32})
	if err != nil {
		return nil, err
	}
	for i := range page.Records {
		v := &page.Records[i]
		if v.Open() <= 0 {
			continue
		}
		who, err := s.whom(v, now.On)
		if err != nil {
			return nil, err
		}
		if len(who.to) == 0 {
			found = append(found, *v)
		}
	}
	return found, nil
}
