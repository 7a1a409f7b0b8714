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
	Reason        string  `json:"reason" enum:"calculable,unknown_age_group,has_team_but_no_age_group,no_age_group_no_team_not_donateur,former_member_not_in_season,left_before_season,joins_after_season"`
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
	Trace          *rest.FeeTrace    `json:"trace" required:"false" doc:"How the fee came about."`
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
		Trace:          rest.FeeTraceOf(f.Trace()),
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
