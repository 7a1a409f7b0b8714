// Package finances owns the use cases of the club's financial settings: who may see and change them, how the key of the payment
// provider is kept, and what a mail of them looks like.
//
// It does not own what the settings mean (core/finance), nor invoices and their mails.
package finances

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/audit"
	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/finance"
	"github.com/clubhuis/clubhuis/core/letter"
	"github.com/clubhuis/clubhuis/core/mail"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/record"
	"github.com/clubhuis/clubhuis/core/seal"
	"github.com/clubhuis/clubhuis/core/season"
	"github.com/clubhuis/clubhuis/ports"
)

// Service is the financial settings of one club.
type Service struct {
	Directory ports.Directory
	Atomic    ports.Atomic // of the same stores
	Now       func() time.Time
	Zone      *time.Location
	Random    func([]byte) (int, error) // fills with unpredictable bytes: crypto/rand.Read
	Key       []byte                    // secret of this installation, for the key of the payment provider
	House     func() letter.House

	// Hang keeps a picture of the library, and puts it in its place in the same step; place returns which one was there.
	Hang func(
		ctx context.Context, viewer access.Viewer, data []byte, name string,
		place func(stores ports.Stores, picture int64) (before int64, err error),
	) error
}

// Settings returns the settings, to who may see the club's money.
func (s *Service) Settings(_ context.Context, viewer access.Viewer) (finance.Settings, error) {
	if err := viewer.Require(access.Finance); err != nil {
		return finance.Settings{}, err
	}
	return s.Directory.View().Finance(), nil
}

// Edit is what is changed. A nil ProviderKey leaves the one there is, an empty one takes it away.
type Edit struct {
	Change      func(*finance.Settings)
	ProviderKey *string
	// Confirmed is asked when the edit changes where money goes: its error refuses the edit. May be nil.
	Confirmed func() error
}

// Change edits the settings and returns them. What is the same as before is no error, and stands in no log.
func (s *Service) Change(ctx context.Context, viewer access.Viewer, edit Edit) (finance.Settings, error) {
	if err := viewer.Require(access.Finance); err != nil {
		return finance.Settings{}, err
	}
	sealed, err := s.sealed(edit.ProviderKey)
	if err != nil {
		return finance.Settings{}, err
	}
	return s.change(ctx, viewer, func(settings *finance.Settings) error {
		iban, key := settings.IBAN, settings.ProviderKey
		if edit.Change != nil {
			edit.Change(settings)
		}
		if edit.ProviderKey != nil && !s.holds(settings, *edit.ProviderKey) {
			settings.ProviderKey = sealed
		}
		if err := settings.Validate(); err != nil { // the account number is now as it is kept
			return err
		}
		if edit.Confirmed != nil && (settings.IBAN != iban || settings.ProviderKey != key) {
			return edit.Confirmed()
		}
		return nil
	})
}

func (s *Service) change(
	ctx context.Context, viewer access.Viewer, edit func(*finance.Settings) error,
) (after finance.Settings, err error) {
	err = s.Atomic.Do(ctx, func(stores ports.Stores) (err error) {
		after, err = s.changeIn(ctx, stores, viewer, edit)
		return err
	})
	return after, err
}

func (s *Service) changeIn(
	ctx context.Context, stores ports.Stores, viewer access.Viewer, edit func(*finance.Settings) error,
) (after finance.Settings, err error) {
	var before finance.Settings
	after, err = stores.Finance.Change(ctx, func(settings *finance.Settings) error {
		before = settings.Clone()
		if err := edit(settings); err != nil {
			return err
		}
		return settings.Validate()
	})
	if err != nil {
		return after, err
	}
	about := audit.Object{Noun: audit.Settings, Name: audit.FinanceSettings}
	entry := audit.New(audit.SettingsChanged, audit.By(viewer), s.Now(), about)
	return after, stores.Audit.Append(ctx, entry.Changed(told(&before, nil), told(&after, &before)))
}

// told is what the log tells of settings: of texts that they changed, and of the key whether there is one.
func told(s, before *finance.Settings) audit.Values {
	values := audit.Values{
		"org_name": s.Name, "org_address": s.Address, "contact_email": s.Contact, "iban": s.IBAN, "payment_term_days": s.TermDays,
		"payment_clause": s.Clause, "bcc_email": s.BCC, "accent_color": s.Accent, "logo_id": s.Logo,
		"installment_admin_fee": s.InstallmentFee.String(), "invoice_reminders": s.Unplanned,
	}
	for _, t := range finance.Templates() {
		values[string(t)] = s.Texts[t]
	}
	switch {
	case s.ProviderKey == "":
	case before != nil && before.ProviderKey != "" && before.ProviderKey != s.ProviderKey:
		values["mollie_api_key"] = audit.Masked + audit.Masked // another one than before
	default:
		values["mollie_api_key"] = audit.Masked
	}
	return values
}

// mostKey is how long the key of a provider is at most, in bytes.
const mostKey = 200

// sealed returns the key of the provider as it is kept.
func (s *Service) sealed(key *string) (string, error) {
	if key == nil || *key == "" {
		return "", nil
	}
	if len(*key) > mostKey || strings.ContainsFunc(*key, func(r rune) bool { return r <= ' ' || r > '~' }) {
		return "", fault.Param("mollie_api_key", notAKey)
	}
	nonce := make([]byte, seal.NonceSize)
	if _, err := s.Random(nonce); err != nil {
		return "", fmt.Errorf("no random bytes: %w", err)
	}
	return seal.Seal(s.Key, seal.Payments, nonce, *key)
}

// holds reports whether a key is the one there is: sealing it anew would change nothing.
func (s *Service) holds(settings *finance.Settings, key string) bool {
	if key == "" || settings.ProviderKey == "" {
		return key == settings.ProviderKey
	}
	known, err := seal.Open(s.Key, seal.Payments, settings.ProviderKey)
	return err == nil && known == key
}

// SetLogo makes an uploaded picture the logo on invoices. The one that was stays in the library: others may have it, too.
func (s *Service) SetLogo(ctx context.Context, viewer access.Viewer, data []byte) (after finance.Settings, err error) {
	if err := viewer.Require(access.Finance); err != nil {
		return after, err
	}
	err = s.Hang(ctx, viewer, data, "logo", func(stores ports.Stores, picture int64) (int64, error) {
		after, err = s.changeIn(ctx, stores, viewer, func(settings *finance.Settings) error { settings.Logo = picture; return nil })
		return 0, err
	})
	return after, err
}

// TakeLogoAway leaves invoices without a logo.
func (s *Service) TakeLogoAway(ctx context.Context, viewer access.Viewer) (finance.Settings, error) {
	if err := viewer.Require(access.Finance); err != nil {
		return finance.Settings{}, err
	}
	return s.change(ctx, viewer, func(settings *finance.Settings) error { settings.Logo = 0; return nil })
}

// Sample is a mail that is looked at before it is saved.
type Sample struct {
	Template finance.Template
	Text     *string // nil for the one there is
	Person   person.ID
}

// exampleToken stands for the token of an invoice, which an example does not have.
const exampleToken = "voorbeeld"

// Preview writes a mail as it would go to a member whom the viewer may see, about an invoice that is made up. It sends nothing.
func (s *Service) Preview(_ context.Context, viewer access.Viewer, sample Sample) (draft mail.Draft, err error) {
	if err := viewer.Require(access.Finance); err != nil {
		return draft, err
	}
	if !sample.Template.Known() {
		return draft, finance.ErrTemplate
	}
	view, today := s.Directory.View(), civil.On(s.Now(), s.Zone)
	found, err := view.Person(sample.Person, record.View{})
	if err == nil && !view.Permits(viewer.Reader(today).People, sample.Person) {
		err = person.ErrHidden
	}
	if err != nil {
		return draft, err
	}
	settings := view.Finance()
	if sample.Text != nil {
		settings.SetText(sample.Template, *sample.Text)
		if err := settings.Validate(); err != nil {
			return draft, err
		}
	}
	facts := example(today, settings.TermDays)
	facts.Name, facts.First = found.Name.Full(), found.Name.First
	facts.Amount += settings.InstallmentFee
	draft = settings.Letter(s.House(), sample.Template, &facts, exampleToken)
	fill := strings.NewReplacer(letter.Secret, exampleToken)
	draft.Text, draft.HTML, draft.Secret = fill.Replace(draft.Text), fill.Replace(draft.HTML), ""
	return draft, nil
}

// example is an invoice that nobody got.
func example(today civil.Date, term int) finance.Facts {
	return finance.Facts{
		Number: fmt.Sprintf("C%d-001", today.Year), Season: season.On(today),
		Lines: []finance.Line{{Description: exampleCase, Amount: 4250}},
		Total: 18000, Installment: 1, Installments: 3, Amount: 6000, Due: today.AddDays(term), DaysLate: 14,
		CreditNote: fmt.Sprintf("K%d-001", today.Year), Reason: exampleReason,
	}
}
