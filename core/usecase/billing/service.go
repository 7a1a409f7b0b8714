// Package billing owns what goes out to members about invoices: sending them, their papers and codes, the mails of instalments,
// reminders and credit notes, and the one job that bills a whole season.
//
// It does not own what becomes of an invoice (core/invoice), making and changing single ones (core/usecase/invoices), nor what
// mails and papers say (core/finance, core/paper).
package billing

import (
	"cmp"
	"context"
	"errors"
	"time"

	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/addressee"
	"github.com/clubhuis/clubhuis/core/audit"
	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/fee"
	"github.com/clubhuis/clubhuis/core/finance"
	"github.com/clubhuis/clubhuis/core/invoice"
	"github.com/clubhuis/clubhuis/core/letter"
	"github.com/clubhuis/clubhuis/core/mail"
	"github.com/clubhuis/clubhuis/core/media"
	"github.com/clubhuis/clubhuis/core/paper"
	"github.com/clubhuis/clubhuis/core/seal"
	"github.com/clubhuis/clubhuis/core/season"
	"github.com/clubhuis/clubhuis/ports"
)

// Service is the billing of one club.
type Service struct {
	Directory ports.Directory
	Invoices  ports.Invoices
	Media     ports.Media
	Files     ports.Files
	Atomic    ports.Atomic // of the same stores
	Papers    ports.Papers
	Now       func() time.Time
	Zone      *time.Location // the club's
	Key       []byte         // secret of this installation, for the tokens of payment pages
	House     func() letter.House

	// Post keeps a mail and the job that sends it in a step.
	Post func(ctx context.Context, stores ports.Stores, draft mail.Draft) error
	// Charge notes in a step that the club asks the member for discipline cases.
	Charge func(ctx context.Context, stores ports.Stores, viewer access.Viewer, cases []int64) error
	// Fees returns the fees of everybody in a season, by number of the person.
	Fees func(of season.Season) []fee.Fee
	// Bill makes the draft of somebody's membership invoice.
	Bill func(ctx context.Context, viewer access.Viewer, due *fee.Fee, of season.Season) (invoice.Invoice, error)
}

func (s *Service) now() invoice.Moment { return invoice.At(s.Now(), s.Zone) }

// find returns an invoice as it stands.
func (s *Service) find(ctx context.Context, id int64) (invoice.Invoice, error) {
	found, err := s.Invoices.ByID(ctx, id)
	if err == nil && len(found) == 0 {
		err = invoice.ErrAbsent
	}
	if err != nil {
		return invoice.Invoice{}, err
	}
	return found[0], nil
}

// token returns the token of an invoice's payment page, "" without one.
func (s *Service) token(v *invoice.Invoice) (string, error) {
	if v.TokenSealed == "" { // of somebody who was erased
		return "", nil
	}
	return seal.Open(s.Key, seal.Payments, v.TokenSealed)
}

// whom is who gets mail about an invoice, and whose it is.
type whom struct {
	name, first string
	to          []mail.Address
	member      paper.Member
}

// whom finds who gets mail about somebody's invoice: the address that the person has for invoices, else of a child the
// parents, as with every mail of the club. An address to which nothing is sent reaches nobody. Who is gone has the name that
// stands on the invoice, and no address.
func (s *Service) whom(v *invoice.Invoice, on civil.Date) (whom, error) {
	found := whom{name: v.PersonName, first: v.PersonName, member: paper.Member{Name: v.PersonName}}
	view := s.Directory.View()
	stored, there := view.Stored(v.Person)
	if !there {
		found.member.Address = v.Addressee
		return found, nil
	}
	p, err := stored.Person()
	if err != nil {
		return found, err
	}
	found.first = p.Name.First
	found.to = addressee.Mail(&p, view.ParentsOf(&p), on)
	own := p.Invoicing()
	if mail.ValidEmail(own.Email) && !p.Deceased() {
		found.to = []mail.Address{{Name: mail.Line(p.Name.Full()), Email: own.Email}}
	}
	found.member.Reference = mail.Line(own.Reference)
	for _, line := range p.BilledAt() {
		if line = mail.Line(line); line != "" {
			found.member.Address = append(found.member.Address, line)
		}
	}
	if len(found.member.Address) == 0 {
		found.member.Address = v.Addressee
	}
	if len(found.to) > 0 {
		found.member.Email = found.to[0].Email
	}
	written := mail.Mail{To: found.to}
	found.to = written.Reach(view.Suppressed(written.Addresses()))
	return found, nil
}

// paper returns the house whose papers they are, with its logo.
func (s *Service) paper(ctx context.Context) (*paper.House, error) {
	settings := s.Directory.View().Finance()
	club := s.House()
	house := &paper.House{Settings: settings, Club: club.Club, ClubColour: club.Colour, BaseURL: club.BaseURL}
	var err error
	house.Logo, err = s.Logo(ctx)
	return house, err
}

// Logo returns the picture that stands on papers and in codes, nil for none: that of the organisation which sends invoices, or
// the club's.
func (s *Service) Logo(ctx context.Context) ([]byte, error) {
	view := s.Directory.View()
	id := cmp.Or(view.Finance().Logo, view.Identity().Logo)
	if id == 0 {
		return nil, nil
	}
	m, err := s.Media.ByID(ctx, id)
	var logo []byte
	if err == nil {
		logo, err = s.Files.Read(ctx, m.Key(media.Full))
	}
	if errors.Is(err, media.ErrAbsent) || errors.Is(err, fault.ErrNotFound) {
		return nil, nil // a lost picture keeps no invoice back
	}
	return logo, err
}

// pdf returns the PDF of an invoice as it stands on a day.
func (s *Service) pdf(ctx context.Context, v *invoice.Invoice, to *whom, on civil.Date) ([]byte, error) {
	house, err := s.paper(ctx)
	if err != nil {
		return nil, err
	}
	token, err := s.token(v)
	if err != nil {
		return nil, err
	}
	p := paper.Invoice(house, to.member, v, token, on)
	return s.Papers.PDF(&p)
}

// PDF returns the PDF of an invoice with the name of its file, as the invoice stands now.
func (s *Service) PDF(ctx context.Context, viewer access.Viewer, id int64) (name string, data []byte, err error) {
	if err := viewer.Require(access.Finance); err != nil {
		return "", nil, err
	}
	v, err := s.find(ctx, id)
	if err != nil {
		return "", nil, err
	}
	to, err := s.whom(&v, s.now().On)
	if err != nil {
		return "", nil, err
	}
	data, err = s.pdf(ctx, &v, &to, s.now().On)
	return v.Number + ".pdf", data, err
}

// CreditPDF returns the PDF of a credit note of an invoice, by its number.
func (s *Service) CreditPDF(
	ctx context.Context, viewer access.Viewer, id int64, number string,
) (name string, data []byte, err error) {
	if err := viewer.Require(access.Finance); err != nil {
		return "", nil, err
	}
	v, err := s.find(ctx, id)
	if err != nil {
		return "", nil, err
	}
	for place := range v.Credits {
		if v.Credits[place].Number == number {
			data, err = s.creditPDF(ctx, &v, place)
			return number + ".pdf", data, err
		}
	}
	return "", nil, invoice.ErrAbsent
}

func (s *Service) creditPDF(ctx context.Context, v *invoice.Invoice, place int) ([]byte, error) {
	house, err := s.paper(ctx)
	if err != nil {
		return nil, err
	}
	to, err := s.whom(v, s.now().On)
	if err != nil {
		return nil, err
	}
	p := paper.CreditNote(house, to.member, v, place, civil.On(v.Credits[place].CreatedAt, s.Zone))
	return s.Papers.PDF(&p)
}

// QR returns a picture of the code that leads to the payment page of an invoice.
func (s *Service) QR(ctx context.Context, viewer access.Viewer, id int64) ([]byte, error) {
	if err := viewer.Require(access.Finance); err != nil {
		return nil, err
	}
	v, err := s.find(ctx, id)
	if err != nil {
		return nil, err
	}
	token, err := s.token(&v)
	if err != nil {
		return nil, err
	}
	logo, err := s.Logo(ctx)
	if err != nil {
		return nil, err
	}
	if token == "" {
		return nil, invoice.ErrAbsent
	}
	settings := s.Directory.View().Finance()
	return s.Papers.QR(finance.PageAddress(s.House().BaseURL, token), settings.Colour(s.House().Colour), logo)
}

func (s *Service) entry(by audit.Actor, v *invoice.Invoice, values audit.Values) audit.Entry {
	return audit.New(audit.InvoiceMailed, by, s.Now(), audit.Object{Noun: audit.Invoice, ID: v.ID, Name: v.Number}).With(values)
}
