package payments

import (
	"context"
	"errors"

	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/audit"
	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/finance"
	"github.com/clubhuis/clubhuis/core/invoice"
	"github.com/clubhuis/clubhuis/core/money"
	"github.com/clubhuis/clubhuis/core/paper"
	"github.com/clubhuis/clubhuis/core/season"
	"github.com/clubhuis/clubhuis/ports"
)

// Payee is who is paid.
type Payee struct {
	Name    string
	IBAN    string // "" for none
	Accent  string // the colour of the organisation, "#0d687d"
	Contact string // an e-mail address, "" for none
}

// View is what a payment page shows. It tells nothing of the member's family.
type View struct {
	Payee
	Person string
	Number string
	Kind   invoice.Kind
	Season season.Season // 0 for none
	Total  money.Cents   // of the lines, less what was credited
	Fees   money.Cents   // of the instalments
	Open   money.Cents   // with the fees of the plan; negative when too much was paid
	Got    money.Cents   // received so far

	Plan   invoice.Plan
	Parts  []Part          // of the plan
	Next   invoice.Part    // what is asked for now; nothing when nothing is open
	Offers []invoice.Offer // from which can be chosen, the chosen one among them; none when nothing can be

	Online   bool            // by the provider
	Transfer *paper.Transfer // without a provider
}

// Part is an instalment as the page shows it.
type Part struct {
	Number      int
	Amount, Fee money.Cents
	DueOn       civil.Date
	Status      invoice.InstallmentStatus
}

// Paid reports whether nothing is open.
func (v *View) Paid() bool { return v.Open <= 0 }

// Page returns what a payment page shows. An unknown token is invoice.ErrAbsent.
func (s *Service) Page(ctx context.Context, token string) (view View, err error) {
	i, err := s.byToken(ctx, token)
	if err != nil {
		return view, err
	}
	payee, err := s.Payee(ctx)
	if err != nil {
		return view, err
	}
	now := s.moment()
	view = View{
		Payee: payee, Person: i.PersonName, Number: i.Number, Kind: i.Kind, Season: i.Season, Total: i.Total() - i.Credited(),
		Fees: i.Fees(), Open: i.Open(), Got: i.Received(), Plan: i.Plan,
	}
	view.Next, _ = i.Next()
	for _, part := range i.Parts() {
		view.Parts = append(view.Parts, Part{Number: part.Number, Amount: part.Amount, Fee: part.AdminFee, DueOn: part.DueOn,
			Status: i.InstallmentStatusOn(part.Number, now.On)})
	}
	if view.Paid() {
		return view, nil
	}
	if i.MayChange() {
		terms, err := s.Terms(ctx, i.Season)
		if err != nil {
			return view, err
		}
		view.Offers = i.OffersAnew(now.On, terms)
	}
	if view.Online, err = s.offered(ctx); err != nil || view.Online || payee.IBAN == "" {
		return view, err
	}
	view.Transfer = &paper.Transfer{Name: payee.Name, IBAN: payee.IBAN, Amount: view.Next.Open, Text: i.Number}
	return view, err
}

// Due reports whether something has to be paid by now on the page of a token. There may be no such page any more.
func (s *Service) Due(ctx context.Context, token string) (bool, error) {
	i, err := s.byToken(ctx, token)
	if errors.Is(err, invoice.ErrAbsent) {
		return false, nil
	}
	return err == nil && i.DueBy(s.moment().On), err
}

// TransferCode returns a picture (PNG) from which a bank's app reads the transfer of a page. A page without one is
// invoice.ErrAbsent.
func (s *Service) TransferCode(ctx context.Context, token string) ([]byte, error) {
	view, err := s.Page(ctx, token)
	if err != nil {
		return nil, err
	}
	if view.Transfer == nil {
		return nil, invoice.ErrAbsent
	}
	content := paper.EPC(*view.Transfer)
	if content == "" {
		return nil, invoice.ErrAbsent
	}
	return s.Papers.TransferQR(content)
}

// PageCode returns a picture (PNG) from which a telephone reads the address of a payment page: mails show it.
func (s *Service) PageCode(ctx context.Context, token string) ([]byte, error) {
	if _, err := s.byToken(ctx, token); err != nil {
		return nil, err
	}
	payee, err := s.Payee(ctx)
	if err != nil {
		return nil, err
	}
	logo, err := s.Logo(ctx)
	if err != nil {
		return nil, err
	}
	return s.Papers.QR(finance.PageAddress(s.BaseURL, token), payee.Accent, logo)
}

// Choice is what somebody chose on a page, and what the page said that is paid by it.
type Choice struct {
	Plan        invoice.Plan
	Installment int
	Amount      money.Cents // 0 for a page that did not say
}

// ErrStale is the error of a choice on a page that says something else than has to be paid next.
var ErrStale = fault.New(fault.Conflict, "payment_page_stale",
	"Op deze factuur is intussen betaald, of er is iets gewijzigd. Kijk eerst wat er nu nog openstaat.")

// fits returns ErrStale unless the page said what is asked for next.
func (c *Choice) fits(i *invoice.Invoice) error {
	next, open := i.Next()
	if c.Amount != 0 && open && (next.Number != c.Installment || next.Open != c.Amount) {
		return ErrStale
	}
	return nil
}

// Choose chooses how an invoice is paid and returns where: the address of the checkout. It is "" for a club without a provider.
// However often and from wherever it is asked for the same, there is one checkout. Another plan replaces the one before as long
// as nothing was paid: what was asked for it is closed first. When something else is asked for than the page said, it is
// ErrStale.
func (s *Service) Choose(ctx context.Context, token string, choice Choice, from access.Entrance) (string, error) {
	i, err := s.byToken(ctx, token)
	if err != nil {
		return "", err
	}
	terms, err := s.Terms(ctx, i.Season)
	if err != nil {
		return "", err
	}
	if err := s.choose(ctx, i.ID, &choice, terms, from); err != nil {
		return "", err
	}
	offered, err := s.offered(ctx)
	if err != nil || !offered {
		return "", err
	}
	return s.checkout(ctx, i.ID, &choice)
}

// choose notes a plan. Whether that is another one than before is asked of the invoice as it stands then: two windows may choose
// two of them.
func (s *Service) choose(ctx context.Context, id int64, choice *Choice, terms invoice.Terms, from access.Entrance) error {
	return s.Atomic.Do(ctx, func(stores ports.Stores) error {
		var before, after invoice.Invoice
		err := stores.Invoices.Update(ctx, id, func(i *invoice.Invoice) error {
			before = i.Clone()
			if err := i.Choose(choice.Plan, terms, s.moment()); err != nil {
				return err
			}
			if err := choice.fits(i); err != nil {
				return err
			}
			after = i.Clone()
			return nil
		})
		if err != nil || after.Plan == before.Plan && after.PlanTurn == before.PlanTurn {
			return err
		}
		told := audit.New(audit.PlanChosen, visitor(from), s.Now(), about(&after)).Changed(
			audit.Values{"plan": audit.Word(before.Plan)}, audit.Values{"plan": audit.Word(after.Plan)})
		return stores.Audit.Append(ctx, told)
	})
}
