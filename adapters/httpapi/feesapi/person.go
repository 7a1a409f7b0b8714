package feesapi

import (
	"github.com/clubhuis/clubhuis/adapters/httpapi/rest"
	"github.com/clubhuis/clubhuis/core/fee"
	"github.com/clubhuis/clubhuis/core/usecase/fees"
)

// FeeOfPerson is the fee of one person, or why there is none.
type FeeOfPerson struct {
	ID            int64   `json:"person_id"`
	Season        string  `json:"season"`
	BorrowedFrom  *string `json:"borrowed_from" doc:"The season whose settings these are; null for its own and for those of a new club."`
	Calculable    bool    `json:"calculable"`
	Reason        string  `json:"reason" enum:"calculable,unknown_age_group,has_team_but_no_age_group,no_age_group_no_team_not_donateur,former_member_not_in_season,joins_after_season"`
	Former        bool    `json:"is_former_member"`
	FormerIn      bool    `json:"former_member_in_season" doc:"A former member who pays for the season."`
	Blocked       bool    `json:"financiele_blokkade"`
	Excluded      bool    `json:"excluded" doc:"Pays nothing: in no total and no invoice."`
	InvoiceID     *int64  `json:"invoice_id" doc:"Of the membership invoice of the season; null without one."`
	InvoiceStatus *string `json:"invoice_status" doc:"draft, sent, paid or overdue; null without an invoice."`
	Message       string  `json:"message,omitempty" doc:"Why there is no fee; absent when there is one."`
	*PersonFee
}

// PersonFee is all that is absent when there is no fee.
type PersonFee struct {
	Category       string            `json:"category" required:"false" doc:"This and all below: absent when there is no fee."`
	CategoryLabel  string            `json:"category_label" required:"false"`
	AgeGroup       *string           `json:"leeftijdsgroep" required:"false"`
	Base           rest.Euros        `json:"base_fee" required:"false"`
	DiscountRate   float64           `json:"family_discount_rate" required:"false" doc:"From 0 to 1."`
	DiscountAmount rest.Euros        `json:"family_discount_amount" required:"false"`
	After          rest.Euros        `json:"fee_after_discount" required:"false"`
	ProRata        float64           `json:"prorata_percentage" required:"false" doc:"The part of the season that is paid, from 0 to 1."`
	Final          rest.Euros        `json:"final_fee" required:"false"`
	FamilyKey      *string           `json:"family_key" required:"false" doc:"Null for adults, and without a usable address."`
	FamilySize     *int              `json:"family_size" required:"false"`
	FamilyPosition *int              `json:"family_position" required:"false"`
	FamilyMembers  []FeeFamilyMember `json:"family_members" required:"false" doc:"The others of the address who count in the family, in their order."`
	Since          *string           `json:"lid_sinds" required:"false" doc:"Y-m-d."`
	FromCache      bool              `json:"from_cache" required:"false" doc:"Always false: no fee is kept anywhere."`
	CalculatedAt   *string           `json:"calculated_at" required:"false" doc:"Always null."`
	Dues           *rest.Euros       `json:"nikki_total" nullable:"true" required:"false" doc:"What the provider of contributions charged; null when that is not known."`
	Balance        *rest.Euros       `json:"nikki_saldo" nullable:"true" required:"false"`
	Lines          []FeeLine         `json:"lines" required:"false" doc:"What an invoice asks."`
	Trace          *FeeTrace         `json:"trace" required:"false" doc:"How the fee came about."`
}

// FeeFamilyMember is another one of the same address.
type FeeFamilyMember struct {
	ID   int64  `json:"id"`
	Name string `json:"name"`
}

// FeeLine is one line of an invoice.
type FeeLine struct {
	Kind        string     `json:"kind" enum:"category,family_discount,prorata"`
	Description string     `json:"description"`
	Amount      rest.Euros `json:"amount"`
}

// FeeTrace tells how a fee came about, each step with its amount: they add up to the total.
type FeeTrace struct {
	Season   string           `json:"season"`
	Forecast bool             `json:"forecast"`
	Category FeeTraceCategory `json:"category"`
	Family   *FeeTraceFamily  `json:"family,omitempty" doc:"Absent for who takes part in no family discount."`
	ProRata  FeeTraceProRata  `json:"prorata"`
	Total    rest.Euros       `json:"total"`
}

// FeeTraceCategory is the category and why it was chosen.
type FeeTraceCategory struct {
	Slug     string     `json:"slug"`
	Label    string     `json:"label"`
	Rule     string     `json:"rule" enum:"youth_age_class,team,function,age_class,catch_all" doc:"The first of these that found a category."`
	Match    string     `json:"match" doc:"What the rule found: the class, the team by its name, or the function."`
	AgeClass string     `json:"age_class"`
	MovedUp  string     `json:"moved_up" doc:"In a forecast: the class of today, empty for who stays in it."`
	Amount   rest.Euros `json:"amount"`
}

// FeeTraceFamily is the place among the youth of one address.
type FeeTraceFamily struct {
	Key      string       `json:"key"`
	Size     int          `json:"size"`
	Position int          `json:"position" doc:"From 1."`
	Percent  float64      `json:"percent"`
	Amount   rest.Euros   `json:"amount" doc:"Zero or negative."`
	Before   []FeeSibling `json:"before" doc:"Who stands before, in order."`
}

// FeeSibling is another one of the same address.
type FeeSibling struct {
	ID   int64      `json:"id"`
	Name string     `json:"name"`
	Base rest.Euros `json:"base_fee"`
}

// FeeTraceProRata is what is paid by who joined during the season.
type FeeTraceProRata struct {
	Since   string     `json:"since" doc:"Y-m-d, empty for not known."`
	Quarter int        `json:"quarter" doc:"Of the season in which somebody joined, 1 to 4; 0 for who was there before."`
	Percent float64    `json:"percent" doc:"Of the fee that is asked."`
	Amount  rest.Euros `json:"amount" doc:"Zero or negative."`
}

func personOf(one *fees.One) FeeOfPerson {
	f := one.Fee
	p := FeeOfPerson{
		ID: f.Member.ID, Season: one.Season.String(), Calculable: f.Calculable(), Reason: string(f.Reason), Former: f.Member.Former,
		FormerIn: f.Member.Former && f.Reason != fee.FormerNotInSeason, Blocked: one.Blocked, Excluded: f.Member.Excluded,
	}
	if one.Borrowed != 0 {
		p.BorrowedFrom = text(one.Borrowed.String())
	}
	if one.Bill != nil {
		p.InvoiceID, p.InvoiceStatus = &one.Bill.Invoice, &one.Bill.Status
	}
	if !f.Calculable() {
		p.Message = fee.MessageOf(f.Reason)
		return p
	}
	a := amountsOf(f)
	p.PersonFee = &PersonFee{
		Category:       f.Category.Slug,
		CategoryLabel:  f.Category.Label,
		AgeGroup:       text(f.AgeClass),
		Base:           a.Base,
		DiscountRate:   a.DiscountRate,
		DiscountAmount: a.DiscountAmount,
		After:          a.After,
		ProRata:        a.ProRata,
		Final:          a.Final,
		FamilyKey:      a.FamilyKey,
		FamilySize:     a.FamilySize,
		FamilyPosition: a.FamilyPosition,
		FamilyMembers:  []FeeFamilyMember{},
		Since:          text(f.Member.Since.String()),
		Dues:           euros(one.Dues),
		Balance:        euros(one.Balance),
		Trace:          traceOf(f.Trace()),
	}
	if f.Family != nil {
		for _, other := range f.Family.Members {
			if other.Member.ID != f.Member.ID {
				p.FamilyMembers = append(p.FamilyMembers, FeeFamilyMember{other.Member.ID, other.Member.Name})
			}
		}
	}
	for _, line := range f.Lines() {
		p.Lines = append(p.Lines, FeeLine{string(line.Kind), line.Description, rest.EurosOf(line.Amount)})
	}
	return p
}

func percentage(p fee.Percent) float64 { return float64(p) / 100 }

func traceOf(t *fee.Trace) *FeeTrace {
	trace := &FeeTrace{
		Season: t.Season.String(), Forecast: t.Forecast, Total: rest.EurosOf(t.Total),
		Category: FeeTraceCategory{
			Slug: t.Category.Slug, Label: t.Category.Label, Rule: string(t.Category.Rule), Match: t.Category.Match,
			AgeClass: t.Category.AgeClass, MovedUp: t.Category.MovedUp, Amount: rest.EurosOf(t.Category.Amount),
		},
		ProRata: FeeTraceProRata{t.ProRata.Since, t.ProRata.Quarter, percentage(t.ProRata.Percent), rest.EurosOf(t.ProRata.Amount)},
	}
	if t.Family != nil {
		trace.Family = &FeeTraceFamily{
			Key: t.Family.Key, Size: t.Family.Size, Position: t.Family.Position, Percent: percentage(t.Family.Percent),
			Amount: rest.EurosOf(t.Family.Amount), Before: []FeeSibling{},
		}
		for _, s := range t.Family.Before {
			trace.Family.Before = append(trace.Family.Before, FeeSibling{s.ID, s.Name, rest.EurosOf(s.Base)})
		}
	}
	return trace
}
