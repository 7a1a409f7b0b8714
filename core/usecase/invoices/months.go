package invoices

import (
	"context"
	"math"

	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/invoice"
	"github.com/clubhuis/clubhuis/core/season"
)

// Summary is what was billed, received and is open of a season.
type Summary struct {
	Season   season.Season
	Months   []invoice.Month
	Counts   map[invoice.Status]int // invoices in each state on the day, drafts of memberships too
	ToReview int                    // invoices of any season with a payment that somebody should look at
}

// Summary returns what became of the invoices of a season by month, 0 for the season of today.
func (s *Service) Summary(ctx context.Context, viewer access.Viewer, of season.Season) (Summary, error) {
	if err := viewer.Require(access.Finance); err != nil {
		return Summary{}, err
	}
	now := s.now()
	if of == 0 {
		of = season.On(now.On)
	}
	summary := Summary{Season: of, Counts: map[invoice.Status]int{}}
	var list []invoice.Invoice
	for _, q := range []invoice.Query{{Kind: invoice.Membership, Season: of}, {Kind: invoice.Discipline}} {
		q.On, q.Limit = now.On, math.MaxInt32
		page, err := s.Invoices.Page(ctx, q)
		if err != nil {
			return Summary{}, err
		}
		list = append(list, page.Records...)
	}
	for i := range list {
		if v := &list[i]; v.InSeason(of) || v.Kind == invoice.Membership {
			summary.Counts[v.StatusOn(now.On)]++
		}
	}
	summary.Months = invoice.Months(list, of, now, func(c *invoice.Credit) civil.Date { return civil.On(c.CreatedAt, s.Zone) })
	review, err := s.Invoices.Page(ctx, invoice.Query{On: now.On, ToReview: true})
	summary.ToReview = review.Total
	return summary, err
}
