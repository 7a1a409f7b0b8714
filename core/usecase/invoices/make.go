package invoices

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/account"
	"github.com/clubhuis/clubhuis/core/audit"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/fee"
	"github.com/clubhuis/clubhuis/core/invoice"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/record"
	"github.com/clubhuis/clubhuis/core/season"
	"github.com/clubhuis/clubhuis/ports"
)

// digestOf is what is kept of a token.
func digestOf(token string) string { return string(account.DigestOf(token)) }

// casesOf returns the cases that stand on one of the invoices which is not credited in full: those can't be billed again.
func casesOf(list []invoice.Invoice) []int64 {
	cases := []int64{}
	for i := range list {
		if !list[i].CreditedInFull() {
			cases = append(cases, list[i].Cases()...)
		}
	}
	slices.Sort(cases)
	return slices.Compact(cases)
}

// Create makes an invoice for somebody: for discipline cases of that person, each billed once, or for something else.
func (s *Service) Create(ctx context.Context, viewer access.Viewer, of person.ID, lines []invoice.Line) (Shown, error) {
	if err := viewer.Require(access.Finance); err != nil {
		return Shown{}, err
	}
	switch {
	case of <= 0:
		return Shown{}, missing("person_id")
	case len(lines) == 0:
		return Shown{}, missing("line_items")
	}
	named := s.Directory.View().Names([]person.ID{of}, access.Everything)
	if len(named) == 0 {
		return Shown{}, fault.Param("person_id", invoice.NoPerson)
	}
	created, err := s.create(ctx, viewer, invoice.Draw{
		Kind: invoice.Discipline, Person: of, PersonName: named[0].Name.Full(), Lines: lines,
	})
	if err != nil {
		return Shown{}, err
	}
	return s.Whole(ctx, created)
}

// missing is the contract's error of a member that was left out.
func missing(field string) error {
	return &fault.Fault{
		Kind: fault.Invalid, Code: "rest_missing_param", Message: fault.InvalidParameters + " " + field,
		Params: map[string]string{field: fault.Required},
	}
}

// holdCases refuses cases that there are not, and those of somebody else. The others stay until the step ends.
func (s *Service) holdCases(ctx context.Context, stores ports.Stores, v *invoice.Invoice) error {
	wanted, of := v.Cases(), v.Person
	if len(wanted) == 0 {
		return nil
	}
	cases, err := s.Hold(ctx, stores, wanted...)
	if err != nil {
		return err
	}
	for _, id := range wanted {
		at := slices.IndexFunc(cases, func(c Case) bool { return c.ID == id })
		if at < 0 {
			return fault.Param("line_items", invoice.NoSuchCase)
		}
		if cases[at].Person != of {
			return fault.Param("line_items", invoice.OtherPerson)
		}
	}
	return nil
}

func (s *Service) create(ctx context.Context, viewer access.Viewer, draw invoice.Draw) (created invoice.Invoice, err error) {
	v, err := s.drawn(ctx, viewer, draw)
	if err != nil {
		return created, err
	}
	err = s.Atomic.Do(ctx, func(stores ports.Stores) (err error) {
		err = stores.HoldPerson(ctx, v.Person)
		if errors.Is(err, person.ErrAbsent) { // removed or merged since it was looked up
			return fault.Param("person_id", invoice.NoPerson)
		}
		if err != nil {
			return err
		}
		if err := s.holdCases(ctx, stores, &v); err != nil {
			return err
		}
		created, err = s.keep(ctx, stores, audit.By(viewer), v)
		return err
	})
	return created, err
}

// drawn is an invoice that is not kept yet, with a token of its own.
func (s *Service) drawn(ctx context.Context, viewer access.Viewer, draw invoice.Draw) (v invoice.Invoice, err error) {
	if draw.TokenDigest, draw.TokenSealed, err = s.Token(""); err != nil {
		return v, err
	}
	name := viewer.Name
	if viewer.User != 0 && name == "" {
		author, err := s.Users.ByID(ctx, viewer.User)
		if err != nil {
			return v, err
		}
		name = author.DisplayName
	}
	return invoice.New(record.NewHead(viewer.User, name, s.Now()), draw, s.now())
}

// keep is the step that keeps a new invoice. Its year is that of the club's day.
func (s *Service) keep(ctx context.Context, stores ports.Stores, by audit.Actor, v invoice.Invoice) (invoice.Invoice, error) {
	created, err := stores.Invoices.Create(ctx, v, s.now().On.Year)
	if err != nil {
		return created, err
	}
	values := audit.Values{"person": created.Person, "total": created.Total(), "type": audit.Word(created.Kind)}
	return created, stores.Audit.Append(ctx, s.entry(audit.InvoiceCreated, by, &created).With(values))
}

// CreateMembership bills somebody for the membership of a season, 0 for this one; for administrators.
func (s *Service) CreateMembership(
	ctx context.Context, viewer access.Viewer, of person.ID, in season.Season,
) (Shown, error) {
	if err := viewer.Require(access.Manage); err != nil {
		return Shown{}, err
	}
	if of <= 0 {
		return Shown{}, missing("person_id")
	}
	if in == 0 {
		in = season.On(s.now().On)
	}
	due, err := s.Fee(ctx, of, in)
	if err != nil {
		return Shown{}, err
	}
	created, err := s.Bill(ctx, viewer, &due, in, nil)
	if err != nil {
		return Shown{}, err
	}
	return s.Whole(ctx, created)
}

// Bill makes the draft of a membership invoice for a season from a fee of that season. along, when it is not nil, runs in the
// step that keeps it. Who has one already is invoice.ErrSeasonBilled; who has nothing to pay is invoice.ErrNoFee. Its caller asks
// who may do this.
func (s *Service) Bill(
	ctx context.Context, viewer access.Viewer, due *fee.Fee, in season.Season,
	along func(stores ports.Stores, created *invoice.Invoice) error,
) (created invoice.Invoice, err error) {
	if !due.Calculable() || due.Due() <= 0 {
		return created, invoice.ErrNoFee
	}
	draw := invoice.Draw{
		Kind: invoice.Membership, Season: in, Person: due.Member.ID, PersonName: due.Member.Name, Trace: due.Trace(),
	}
	for _, line := range due.Lines() {
		draw.Lines = append(draw.Lines, invoice.Line{Description: line.Description, Amount: line.Amount})
	}
	v, err := s.drawn(ctx, viewer, draw)
	if err != nil {
		return created, fmt.Errorf("bill person %d: %w", due.Member.ID, err)
	}
	err = s.Atomic.Do(ctx, func(stores ports.Stores) (err error) {
		err = stores.HoldPerson(ctx, due.Member.ID)
		if errors.Is(err, person.ErrAbsent) { // removed or merged since the fee was worked out
			return invoice.ErrNoFee
		}
		if err != nil {
			return err
		}
		if created, err = s.keep(ctx, stores, audit.By(viewer), v); err != nil || along == nil {
			return err
		}
		return along(stores, &created)
	})
	return created, err
}
