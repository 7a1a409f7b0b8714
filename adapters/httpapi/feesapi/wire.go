package feesapi

import (
	"github.com/clubhuis/clubhuis/adapters/httpapi/rest"
	"github.com/clubhuis/clubhuis/core/fee"
	"github.com/clubhuis/clubhuis/core/money"
	"github.com/clubhuis/clubhuis/core/usecase/fees"
)

// FeeAbout is what an answer about a season begins with.
type FeeAbout struct {
	Season       string                        `json:"season"`
	Forecast     bool                          `json:"forecast"`
	BorrowedFrom *string                       `json:"borrowed_from" doc:"The season whose settings these are; null for its own and for those of a new club."`
	Categories   map[string]FeeCategorySummary `json:"categories" doc:"By code."`
}

// FeeCategorySummary is what lists show of a category.
type FeeCategorySummary struct {
	Label     string `json:"label"`
	SortOrder int    `json:"sort_order"`
	Youth     bool   `json:"is_youth"`
}

func about(c *fees.Computed) FeeAbout {
	a := FeeAbout{Season: c.Season.String(), Forecast: c.Forecast, Categories: map[string]FeeCategorySummary{}}
	if c.Borrowed != 0 {
		a.BorrowedFrom = text(c.Borrowed.String())
	}
	for i := range c.Settings.Categories {
		category := &c.Settings.Categories[i]
		a.Categories[category.Slug] = FeeCategorySummary{category.Label, category.SortOrder, category.Youth}
	}
	return a
}

// text is a text, or null for an empty one.
func text(s string) *string {
	if s == "" {
		return nil
	}
	return &s
}

func euros(amount *money.Cents) *rest.Euros {
	if amount == nil {
		return nil
	}
	e := rest.EurosOf(*amount)
	return &e
}

// FeeList is a part of the fees of a season.
type FeeList struct {
	FeeAbout
	Total   int         `json:"total" doc:"Members in all, those who are left out among them."`
	Totals  FeeSum      `json:"totals" doc:"Of all of them but those who are left out."`
	Members []FeeMember `json:"members"`
}

// Amounts are a fee and how it came about.
type Amounts struct {
	Base           rest.Euros `json:"base_fee"`
	DiscountRate   float64    `json:"family_discount_rate" doc:"From 0 to 1."`
	DiscountAmount rest.Euros `json:"family_discount_amount"`
	After          rest.Euros `json:"fee_after_discount"`
	ProRata        float64    `json:"prorata_percentage" doc:"The part of the season that is paid, from 0 to 1."`
	Final          rest.Euros `json:"final_fee"`
	FamilyKey      *string    `json:"family_key" doc:"Null for adults, and without a usable address."`
	FamilySize     *int       `json:"family_size"`
	FamilyPosition *int       `json:"family_position"`
}

func amountsOf(f *fee.Fee) Amounts {
	a := Amounts{
		Base:           rest.EurosOf(f.Base),
		DiscountRate:   f.Percent.Rate(),
		DiscountAmount: rest.EurosOf(f.Discount),
		After:          rest.EurosOf(f.After),
		ProRata:        f.Part.Rate(),
		Final:          rest.EurosOf(f.Final),
	}
	if family := f.Family; family != nil {
		size, position := len(family.Members), family.Position
		a.FamilyKey, a.FamilySize, a.FamilyPosition = &family.Key, &size, &position
	}
	return a
}

// Known is what else is known of somebody's fee.
type Known struct {
	AgeGroup      *string     `json:"leeftijdsgroep" doc:"In a forecast that of next season."`
	Since         *string     `json:"lid_sinds" doc:"Y-m-d."`
	FromCache     bool        `json:"from_cache" doc:"Always false: no fee is kept anywhere."`
	CalculatedAt  *string     `json:"calculated_at" doc:"Always null."`
	Former        bool        `json:"is_former_member"`
	Excluded      bool        `json:"excluded" doc:"Pays nothing: in no total and no invoice."`
	Dues          *rest.Euros `json:"nikki_total" nullable:"true" doc:"What the provider of contributions charged; null when that is not known."`
	Balance       *rest.Euros `json:"nikki_saldo" nullable:"true" doc:"What is left of it."`
	InvoiceID     *int64      `json:"invoice_id" doc:"Of the membership invoice of the season; null without one."`
	InvoiceStatus *string     `json:"invoice_status" doc:"draft, sent, paid or overdue; null without an invoice."`
}

func knownOf(r *fee.Row) Known {
	k := Known{
		AgeGroup: text(r.AgeClass), Since: text(r.Member.Since.String()), Former: r.Member.Former, Excluded: r.Member.Excluded,
		Dues: euros(r.Dues), Balance: euros(r.Balance),
	}
	if r.Bill != nil {
		k.InvoiceID, k.InvoiceStatus = &r.Bill.Invoice, &r.Bill.Status
	}
	return k
}

// FeeMember is one fee of the list.
type FeeMember struct {
	ID       int64  `json:"id"`
	Name     string `json:"name"`
	First    string `json:"first_name"`
	Infix    string `json:"infix"`
	Last     string `json:"last_name"`
	Category string `json:"category"`
	Amounts
	Known
}

func memberOf(r *fee.Row) FeeMember {
	m := &r.Member
	return FeeMember{
		ID: m.ID, Name: m.Name, First: m.First, Infix: m.Infix, Last: m.Last, Category: r.Category.Slug,
		Amounts: amountsOf(r.Fee), Known: knownOf(r),
	}
}

// FeeSum is what fees come to.
type FeeSum struct {
	Count    int            `json:"count"`
	Base     rest.Euros     `json:"base_fee"`
	Discount rest.Euros     `json:"family_discount"`
	After    rest.Euros     `json:"fee_after_discount"`
	ProRata  rest.Euros     `json:"prorata_amount" doc:"What is not paid for the part of the season before joining."`
	Final    rest.Euros     `json:"final_fee"`
	Invoices map[string]int `json:"invoices" doc:"How many by the status of their invoice; none for those without one."`
}

func sumOf(s *fee.Sum) FeeSum {
	sum := FeeSum{
		Count: s.Count, Base: rest.EurosOf(s.Base), Discount: rest.EurosOf(s.Discount), After: rest.EurosOf(s.After),
		ProRata: rest.EurosOf(s.ProRata), Final: rest.EurosOf(s.Final), Invoices: s.Bills,
	}
	if sum.Invoices == nil {
		sum.Invoices = map[string]int{}
	}
	return sum
}

// FeeSummary is what the fees of a season come to.
type FeeSummary struct {
	FeeAbout
	Total      int               `json:"total" doc:"Members in all, without those who are left out."`
	Totals     FeeSum            `json:"totals"`
	Aggregates map[string]FeeSum `json:"aggregates" doc:"By the code of the category; those in which nobody is are absent."`
}
