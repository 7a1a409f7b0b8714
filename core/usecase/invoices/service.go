// Package invoices owns what the treasurer does with invoices: making, listing and deleting them, saying what was paid otherwise,
// crediting; and the daily work of noticing which are overdue. It asks every permission question about them.
//
// It does not own what becomes of an invoice (core/invoice), sending one, papers and mails, the payment page, and what the
// provider tells.
package invoices

import (
	"context"
	"encoding/hex"
	"fmt"
	"math"
	"time"

	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/audit"
	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/fee"
	"github.com/clubhuis/clubhuis/core/finance"
	"github.com/clubhuis/clubhuis/core/invoice"
	"github.com/clubhuis/clubhuis/core/job"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/record"
	"github.com/clubhuis/clubhuis/core/seal"
	"github.com/clubhuis/clubhuis/core/season"
	"github.com/clubhuis/clubhuis/ports"
)

// Service is the invoices of one club.
type Service struct {
	Directory ports.Directory
	Invoices  ports.Invoices
	Users     ports.Users
	Atomic    ports.Atomic // of the same stores
	Now       func() time.Time
	Zone      *time.Location            // the club's
	Random    func([]byte) (int, error) // fills with unpredictable bytes: crypto/rand.Read
	Key       []byte                    // secret of this installation, for the tokens of payment pages
	BaseURL   string                    // where members reach the page, without a slash at the end
	Debug     bool                      // the server is one for tests: payments can be forgotten

	// Credited puts the mail about a credit note on its way, in the step that makes the note.
	Credited func(ctx context.Context, stores ports.Stores, id int64, number string) error
	// Settle is the job that closes at the provider what is not asked for any more. It carries the number of the invoice.
	Settle job.Kind[int64]
	// Close closes at the provider what an invoice can be paid by, and returns the refs of the closed checkouts by which nobody
	// began to pay.
	Close func(ctx context.Context, id int64) (untouched []string, err error)
	// Cases returns those of the discipline cases with these numbers that there are.
	Cases func(ctx context.Context, ids ...int64) ([]Case, error)
	// Hold returns what Cases does, and keeps them as they are until the step ends.
	Hold func(ctx context.Context, stores ports.Stores, ids ...int64) ([]Case, error)
	// Charge notes in a step that the club asks the member for discipline cases.
	Charge func(ctx context.Context, stores ports.Stores, viewer access.Viewer, cases []int64) error
	// Discharge takes that back, in the step that removes an invoice of them, of those that no other invoice bills.
	Discharge func(ctx context.Context, stores ports.Stores, viewer access.Viewer, cases []int64) error
	// Fee returns what somebody pays for a season. Who is nobody, or has no fee, is an error.
	Fee func(ctx context.Context, person person.ID, of season.Season) (fee.Fee, error)
}

// Case is what an invoice tells of a discipline case.
type Case struct {
	ID       int64
	Person   person.ID
	Dossier  string
	Match    string
	Charge   string
	Sanction string
}

func (s *Service) now() invoice.Moment { return invoice.At(s.Now(), s.Zone) }

// termDays is within how many days an invoice is paid.
func (s *Service) termDays() int { return s.Directory.View().Finance().TermDays }

// Shown is an invoice as the treasurer sees it.
type Shown struct {
	invoice.Invoice
	About *person.Summary // nil when the person is gone
	Cases map[int64]Case  // those that it bills and that there are; nil in lists
	URL   string          // of its payment page; "" in lists, and with the key of another installation
	On    civil.Date      // the day of all statuses
}

// List returns a part of the invoices; the day of the query is set here. Without a Limit it is all of them.
func (s *Service) List(ctx context.Context, viewer access.Viewer, q invoice.Query) (page record.Page[Shown], err error) {
	if err := viewer.Require(access.Finance); err != nil {
		return page, err
	}
	if q.On = s.now().On; q.Limit == 0 {
		q.Limit = math.MaxInt32
	}
	found, err := s.Invoices.Page(ctx, q)
	if err != nil {
		return page, err
	}
	page.Total, page.Records = found.Total, make([]Shown, len(found.Records))
	for i := range found.Records {
		page.Records[i] = s.summed(found.Records[i], q.On)
	}
	return page, nil
}

// summed is an invoice with whom it is for. That name is on the invoice, so the treasurer knows it whoever the person is.
func (s *Service) summed(v invoice.Invoice, on civil.Date) Shown {
	shown := Shown{Invoice: v, On: on}
	shown.Status = v.StatusOn(on)
	if names := s.Directory.View().Names([]person.ID{v.Person}, access.Everything); len(names) > 0 {
		shown.About = &names[0]
	}
	return shown
}

// Show returns one invoice.
func (s *Service) Show(ctx context.Context, viewer access.Viewer, id int64) (Shown, error) {
	if err := viewer.Require(access.Finance); err != nil {
		return Shown{}, err
	}
	found, err := s.Invoices.ByID(ctx, id)
	if err == nil && len(found) == 0 {
		err = invoice.ErrAbsent
	}
	if err != nil {
		return Shown{}, err
	}
	return s.Whole(ctx, found[0])
}

// Whole returns an invoice with all that is told about it. Its caller asks who may see it.
func (s *Service) Whole(ctx context.Context, v invoice.Invoice) (Shown, error) {
	shown := s.summed(v, s.now().On)
	shown.URL, shown.Cases = s.URL(&v), map[int64]Case{}
	if ids := v.Cases(); len(ids) > 0 {
		cases, err := s.Cases(ctx, ids...)
		if err != nil {
			return Shown{}, err
		}
		for _, one := range cases {
			shown.Cases[one.ID] = one
		}
	}
	return shown, nil
}

// URL is the address of the payment page, "" when its token can't be read with the key of this installation.
func (s *Service) URL(v *invoice.Invoice) string {
	token, err := seal.Open(s.Key, seal.Payments, v.TokenSealed)
	if err != nil {
		return ""
	}
	return finance.PageAddress(s.BaseURL, token)
}

// Expect returns what a deed is refused with that was meant for some revisions, before anything else of it is looked at.
func (s *Service) Expect(ctx context.Context, viewer access.Viewer, id int64, expected record.Expected) error {
	if err := viewer.Require(access.Finance); err != nil {
		return err
	}
	found, err := s.Invoices.ByID(ctx, id)
	if err == nil && len(found) == 0 {
		err = invoice.ErrAbsent
	}
	if err == nil {
		err = expected.Check(found[0].Edition())
	}
	return s.named(ctx, err)
}

// InvoicedCases returns the discipline cases of somebody that stand on an invoice, of whatever status but credited in full, by
// number.
func (s *Service) InvoicedCases(ctx context.Context, viewer access.Viewer, id person.ID) ([]int64, error) {
	if err := viewer.Require(access.Finance); err != nil {
		return nil, err
	}
	found, err := s.Invoices.Page(ctx, invoice.Query{
		On: s.now().On, Person: id, Kind: invoice.Discipline, Limit: math.MaxInt32,
	})
	if err != nil {
		return nil, err
	}
	return casesOf(found.Records), nil
}

// Age notes which invoices have become overdue, and returns how many. Lists and reads don't wait for it: they say of each what
// it is on their day.
func (s *Service) Age(ctx context.Context) (aged int, err error) {
	now, known := s.now(), int64(0)
	late, err := s.Invoices.Page(ctx, invoice.Query{On: now.On, Statuses: []invoice.Status{invoice.Overdue}, Limit: math.MaxInt32})
	if err != nil {
		return 0, err
	}
	for i := range late.Records {
		changed := false
		err := s.Invoices.Update(ctx, late.Records[i].ID, func(v *invoice.Invoice) error {
			before := v.Status
			v.Age(now)
			changed = v.Status != before
			return nil
		})
		if err != nil {
			return aged, fmt.Errorf("age invoice %d after %d: %w", late.Records[i].ID, known, err)
		}
		if known = late.Records[i].ID; changed {
			aged++
		}
	}
	return aged, nil
}

// Token prepares the token of a payment page to be kept: as it is compared and as it can be read again. For "" it draws a new
// one.
func (s *Service) Token(token string) (digest, sealed string, err error) {
	raw, nonce := make([]byte, 32), make([]byte, seal.NonceSize)
	for _, b := range [][]byte{raw, nonce} {
		if _, err := s.Random(b); err != nil {
			return "", "", fmt.Errorf("draw a payment token: %w", err)
		}
	}
	if token == "" {
		token = hex.EncodeToString(raw)
	}
	sealed, err = seal.Seal(s.Key, seal.Payments, nonce, token)
	return digestOf(token), sealed, err
}

// entry is an entry of the log about an invoice.
func (s *Service) entry(kind audit.Kind, by audit.Actor, v *invoice.Invoice) audit.Entry {
	return audit.New(kind, by, s.Now(), audit.Object{Noun: audit.Invoice, ID: v.ID, Name: v.Number})
}

// named returns err, which tells whoever comes too late who came before.
func (s *Service) named(ctx context.Context, err error) error {
	return record.Name(err, s.Zone, func(user int64) string {
		editor, _ := s.Users.ByID(ctx, user) // one who is gone has no name
		return editor.DisplayName
	})
}
