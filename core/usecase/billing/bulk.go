package billing

import (
	"context"
	"errors"
	"strconv"

	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/audit"
	"github.com/clubhuis/clubhuis/core/bulk"
	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/fee"
	"github.com/clubhuis/clubhuis/core/invoice"
	"github.com/clubhuis/clubhuis/core/job"
	"github.com/clubhuis/clubhuis/core/money"
	"github.com/clubhuis/clubhuis/core/season"
	"github.com/clubhuis/clubhuis/ports"
)

// BillSeason is the job that makes the invoices of a season. It carries the number of the job.
const BillSeason job.Kind[int64] = "bill-season"

// Planned is whom a job would bill, and what.
type Planned struct {
	Season season.Season
	People int // who were looked at
	Fees   []fee.Fee
	Total  money.Cents
}

// Plan returns whom a job would bill now, in the order of their numbers; for administrators. It makes nothing.
func (s *Service) Plan(ctx context.Context, viewer access.Viewer, of season.Season) (plan Planned, err error) {
	if err := viewer.Require(access.Manage); err != nil {
		return plan, err
	}
	plan.Season = s.seasonOr(of)
	all, billed, err := s.open(ctx, plan.Season)
	if err != nil {
		return plan, err
	}
	plan.People = len(all)
	for i := range all {
		if _, has := billed[all[i].Member.ID]; !has && asked(&all[i]) {
			plan.Fees = append(plan.Fees, all[i])
			plan.Total += all[i].Due()
		}
	}
	return plan, nil
}

func (s *Service) seasonOr(of season.Season) season.Season {
	if of == 0 {
		return season.On(s.now().On)
	}
	return of
}

// asked reports whether somebody pays something. Nobody who died is billed unless somebody does it by hand.
func asked(f *fee.Fee) bool { return f.Calculable() && f.Due() > 0 && !f.Member.Deceased }

// open returns the fees of a season, and who has an invoice for it.
func (s *Service) open(ctx context.Context, of season.Season) ([]fee.Fee, map[int64]int64, error) {
	billed, err := s.Invoices.Billed(ctx, of, s.now().On)
	if err != nil {
		return nil, nil, err
	}
	has := make(map[int64]int64, len(billed))
	for _, one := range billed {
		has[one.Person] = one.Invoice
	}
	return s.Fees(of), has, nil
}

// BillAll begins the job that bills a season, 0 for this one; for administrators. There is one at a time: else it is ErrRunning.
func (s *Service) BillAll(ctx context.Context, viewer access.Viewer, of season.Season) (begun bulk.Job, err error) {
	if err := viewer.Require(access.Manage); err != nil {
		return begun, err
	}
	of = s.seasonOr(of)
	last, err := s.Invoices.Page(ctx, invoice.Query{On: s.now().On, Order: invoice.ByID, Desc: true, Limit: 1})
	if err != nil {
		return begun, err
	}
	mark := int64(0)
	for i := range last.Records {
		mark = last.Records[i].ID
	}
	total := len(s.Fees(of))
	err = s.Atomic.Do(ctx, func(stores ports.Stores) error {
		begun, err = stores.BulkJob.Change(ctx, func(j *bulk.Job) error {
			if j.Status == bulk.Running {
				return ErrRunning
			}
			j.Begin(of, viewer.User, viewer.Name, total, mark, civil.Instant(s.Now()))
			return nil
		})
		if err != nil {
			return err
		}
		told := audit.New(audit.InvoicesBilled, audit.By(viewer), s.Now(), audit.Object{}).
			With(audit.Values{"season": of.String(), "job": begun.Number})
		if err := stores.Audit.Append(ctx, told); err != nil {
			return err
		}
		return stores.Outbox.Add(ctx, BillSeason.New(strconv.FormatInt(begun.Number, 10), begun.Number))
	})
	return begun, err
}

// Job returns the job that runs, or the last one; for administrators.
func (s *Service) Job(_ context.Context, viewer access.Viewer) (bulk.Job, error) {
	if err := viewer.Require(access.Manage); err != nil {
		return bulk.Job{}, err
	}
	return s.Directory.View().BulkJob(), nil
}

// portion is how many people are looked at before that is noted.
const portion = 50

// BillPortions goes on with the job that bills a season where it was cut off: the job BillSeason. Who has an invoice since it
// began has it of this job.
func (s *Service) BillPortions(ctx context.Context, number int64) error {
	if err := s.Directory.Refresh(ctx); err != nil {
		return err
	}
	standing := s.Directory.View().BulkJob()
	if standing.Number != number || standing.Status != bulk.Running {
		return nil
	}
	all, billed, err := s.open(ctx, standing.Season)
	if err != nil {
		return err
	}
	viewer := access.Viewer{
		User:     standing.User,
		Name:     standing.UserName,
		Entrance: access.Entrance{Way: access.ByJob, Name: "bill-season"},
	}
	first := 0
	for first < len(all) && all[first].Member.ID <= standing.After {
		first++
	}
	turn, cancel := context.WithTimeout(ctx, job.TimeLimit/2)
	defer cancel()
	for {
		last := min(first+portion, len(all))
		if first == last {
			return s.note(ctx, number, func(j *bulk.Job) { j.End(civil.Instant(s.Now())) })
		}
		created, skipped, problems, err := s.bill(turn, viewer, all[first:last], billed, standing)
		if turn.Err() != nil && ctx.Err() == nil {
			return job.Again{} // what is made of this portion counts in the next try
		}
		if err != nil {
			return err
		}
		after, further := standing.After, false
		err = s.note(ctx, number, func(j *bulk.Job) {
			if further = j.After != after; !further { // else another process is ahead of this one
				j.Step(all[last-1].Member.ID, created, skipped, problems)
			}
			standing.After = j.After
		})
		if err != nil {
			return err
		}
		if further {
			return job.Again{}
		}
		first = last
	}
}

// note notes how far a job is, as long as it runs.
func (s *Service) note(ctx context.Context, number int64, change func(*bulk.Job)) error {
	return s.Atomic.Do(ctx, func(stores ports.Stores) error {
		_, err := stores.BulkJob.Change(ctx, func(j *bulk.Job) error {
			if j.Number == number && j.Status == bulk.Running {
				change(j)
			}
			return nil
		})
		return err
	})
}

func (s *Service) bill(
	ctx context.Context, viewer access.Viewer, people []fee.Fee, billed map[int64]int64, standing bulk.Job,
) (created, skipped int, problems []bulk.Problem, err error) {
	for i := range people {
		if err := ctx.Err(); err != nil {
			return 0, 0, nil, err
		}
		one := &people[i]
		if made, has := billed[one.Member.ID]; has && made > standing.Mark {
			created++ // before the job was cut off
			continue
		} else if has || !asked(one) {
			skipped++
			continue
		}
		_, err := s.Bill(ctx, viewer, one, standing.Season)
		switch {
		case err == nil:
			created++
		case errors.Is(err, invoice.ErrSeasonBilled), errors.Is(err, invoice.ErrNoFee):
			skipped++
		case errors.Is(err, fault.ErrUnreachable), ctx.Err() != nil:
			return 0, 0, nil, err // the next try goes on here
		default:
			problems = append(problems, bulk.Problem{
				Person: one.Member.ID, Name: one.Member.Name, Message: fault.As(err).Message,
			})
		}
	}
	return created, skipped, problems, nil
}
