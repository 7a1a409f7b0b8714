package invoice

import (
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/fee"
	"github.com/clubhuis/clubhuis/core/money"
	"github.com/clubhuis/clubhuis/core/record"
	"github.com/clubhuis/clubhuis/core/season"
)

// Draw is what a new invoice is made of.
type Draw struct {
	Kind        Kind
	Season      season.Season // of a membership
	Person      int64
	PersonName  string
	Lines       []Line
	Trace       *fee.Trace
	TokenDigest string
	TokenSealed string
}

// Limits of texts and lists.
const (
	MostLines = 100
	MostText  = 500 // characters of a description, a note or a reason
)

// New makes a draft, or a paid invoice when its total is nothing. It has no number yet: the store gives it.
func New(head record.Head, draw Draw, now Moment) (Invoice, error) {
	i := Invoice{
		Head: head, Kind: draw.Kind, Season: draw.Season, Person: draw.Person, PersonName: draw.PersonName,
		Lines: slices.Clone(draw.Lines), Trace: draw.Trace.Clone(), TokenDigest: draw.TokenDigest, TokenSealed: draw.TokenSealed,
	}
	if err := checkLines(i.Lines, "line_items"); err != nil {
		return Invoice{}, err
	}
	if i.Total() < 0 {
		return Invoice{}, ErrNegative
	}
	i.settle(now)
	return i, nil
}

// checkLines trims descriptions and refuses what can't be lines of an invoice or a credit note.
func checkLines(lines []Line, field string) error {
	var problems fault.Problems
	switch {
	case len(lines) == 0:
		problems.Add(field, NoLines)
	case len(lines) > MostLines:
		problems.Add(field, TooManyLines)
	}
	cases := map[int64]bool{}
	positive, negative := false, false
	for n := range lines {
		line := &lines[n]
		if line.Description = strings.TrimSpace(line.Description); line.Description == "" {
			problems.Add(field, NoDescription)
		}
		checkText(line.Description, field, &problems)
		if line.Amount > money.Most || line.Amount < -money.Most {
			problems.Add(field, TooMuch)
		}
		if line.Case != 0 && cases[line.Case] {
			problems.Add(field, Twice)
		}
		cases[line.Case] = true
		positive, negative = positive || line.Amount > 0, negative || line.Amount < 0
	}
	if total := sum(lines); total > money.Most {
		problems.Add(field, TooMuch)
	}
	if err := problems.Fault(); err != nil {
		return err
	}
	if negative && !positive {
		return ErrDiscount
	}
	return nil
}

func checkText(text, field string, problems *fault.Problems) {
	switch {
	case utf8.RuneCountInString(text) > MostText:
		problems.Add(field, TooLong)
	case !utf8.ValidString(text), strings.ContainsRune(text, 0):
		problems.Add(field, fault.BadCharacter)
	}
}

// HandPayment is money that the treasurer saw come in, or gave back.
type HandPayment struct {
	Amount money.Cents // negative for what was given back
	PaidOn civil.Date  // the zero Date for today
	Method Method      // "" for Bank
	Note   string
}

// AddPayment books money by hand and returns the number of the payment. It may be more than is open: that shows as too much. What
// was paid too much can be given back, and no more than that.
func (i *Invoice) AddPayment(hand HandPayment, by string, now Moment) (int64, error) {
	var problems fault.Problems
	switch over := max(-i.Open(), 0); {
	case hand.Amount == 0, hand.Amount < 0 && over == 0:
		problems.Add("amount", NotPositive)
	case hand.Amount < -over:
		problems.Add("amount", MoreThanOver)
	case hand.Amount > money.Most:
		problems.Add("amount", TooMuch)
	}
	if hand.PaidOn.IsZero() {
		hand.PaidOn = now.On
	} else if now.On.Before(hand.PaidOn) {
		problems.Add("paid_on", InTheFuture)
	}
	if hand.Method == "" {
		hand.Method = Bank
	} else if !slices.Contains(HandMethods, hand.Method) {
		problems.Add("method", NoMethod)
	}
	hand.Note = strings.TrimSpace(hand.Note)
	checkText(hand.Note, "note", &problems)
	if err := problems.Fault(); err != nil {
		return 0, err
	}
	return i.book(Payment{
		Amount: hand.Amount, PaidOn: hand.PaidOn, Method: hand.Method, Note: hand.Note, BookedBy: by,
	}, now), nil
}

// RemovePayment takes back a payment that was booked by hand, and returns it. What is open again by that is due again, and
// reminded of as if it never was, unless it was a mistake of the last day. One of the provider is ErrProviders.
func (i *Invoice) RemovePayment(id int64, now Moment) (Payment, error) {
	at := slices.IndexFunc(i.Payments, func(p Payment) bool { return p.ID == id })
	if at < 0 {
		return Payment{}, ErrNoPayment
	}
	gone := i.Payments[at]
	if gone.Method == Provider {
		return Payment{}, ErrProviders
	}
	before := i.Clone()
	i.Payments = slices.Delete(i.Payments, at, at+1)
	if !gone.mistaken(now) {
		i.reopen(&before, now)
	}
	i.settle(now)
	return gone, nil
}

// mistaken reports whether a payment that is taken back was booked so lately that it was a typing mistake: nobody counted on it.
func (p *Payment) mistaken(now Moment) bool { return now.At.Before(p.BookedAt.Add(24 * time.Hour)) }

// CheckCredit returns what a credit note of these lines would be refused with. It trims them.
func (i *Invoice) CheckCredit(lines []Line, reason string, now Moment) error {
	if i.StatusOn(now.On) == Draft {
		return ErrDraft
	}
	if err := checkLines(lines, "lines"); err != nil {
		return err
	}
	var problems fault.Problems
	if strings.TrimSpace(reason) == "" {
		problems.Add("reason", NoReason)
	}
	checkText(reason, "reason", &problems)
	if err := problems.Fault(); err != nil {
		return err
	}
	if credit := sum(lines); credit <= 0 || credit > i.Total()-i.Credited() {
		return ErrCredit
	}
	return nil
}

// AddCredit adds a credit note under a number of its series.
func (i *Invoice) AddCredit(number string, lines []Line, reason, by string, now Moment) error {
	lines = slices.Clone(lines)
	if err := i.CheckCredit(lines, reason, now); err != nil {
		return err
	}
	i.Credits = append(i.Credits, Credit{
		Number: number, Lines: lines, Reason: strings.TrimSpace(reason), CreatedAt: now.At, By: by,
	})
	i.settle(now)
	return nil
}
