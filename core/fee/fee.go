// Package fee owns what members pay for a season: the categories and how one is chosen, the discount for families, the part of
// the season for who joins later, former members, and the forecast. The same function computes lists, one person, totals,
// exports and invoices.
//
// It does not own who is a member or lives where (core/person, which the directory reads), and nothing that happens to a fee
// after it was computed: see core/invoice.
package fee

import (
	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/money"
	"github.com/clubhuis/clubhuis/core/season"
)

// Member is what fees depend on of a person, on the day on which they are computed.
type Member struct {
	ID        int64
	First     string
	Infix     string
	Last      string
	Name      string // in full
	NameKey   string // Name and Last as they are sorted
	LastKey   string
	AgeClass  string // leeftijdsgroep, "" for none
	Former    bool
	Since     civil.Date // lid-sinds, zero for none
	Until     civil.Date // lid-tot
	Teams     []int64    // the current ones, other than as a donor
	Functions []string   // the current ones, folded by fold.Key
	Household string     // of the first address, see Household; "" for none
	Deceased  bool       // is in no forecast, and is billed by hand alone
	Excluded  bool       // pays nothing, and still counts in the family
}

// Reason says whether a fee can be computed, or why not.
type Reason string

// The reasons.
const (
	Calculable        Reason = "calculable"
	UnknownAgeGroup   Reason = "unknown_age_group"
	TeamButNoAgeGroup Reason = "has_team_but_no_age_group"
	NoGroupNoTeam     Reason = "no_age_group_no_team_not_donateur"
	FormerNotInSeason Reason = "former_member_not_in_season"
	LeftBefore        Reason = "left_before_season" // who is no former member yet, or died before a forecast
	JoinsLater        Reason = "joins_after_season"
)

// Rule says how a category was chosen. The first one that finds something counts.
type Rule string

// The rules, in their order.
const (
	ByYouthClass Rule = "youth_age_class"
	ByTeam       Rule = "team"
	ByFunction   Rule = "function"
	ByClass      Rule = "age_class"
	ByCatchAll   Rule = "catch_all"
)

// Fee is what one person pays for a season, or why it can't be said.
type Fee struct {
	Member   Member
	Reason   Reason
	Category *Category // nil unless Reason is Calculable; shared by all fees of a season, and never changed
	AgeClass string    // in a forecast the class of next season
	Base     money.Cents
	Family   *Family // nil for adults, and for who has no usable address
	Percent  Percent // the family discount
	Discount money.Cents
	After    money.Cents // Base - Discount
	Part     Percent     // of the season that is paid
	Final    money.Cents // what is asked, unless the member is excluded

	rule    Rule
	match   string
	quarter int
	season  season.Season
	ahead   bool
}

// Family is the youth of one address and somebody's place in it.
type Family struct {
	Key      string
	Position int    // from 1
	Members  []*Fee // all of them, in the order of their places
}

// Calculable reports whether there is a fee.
func (f *Fee) Calculable() bool { return f.Reason == Calculable }

// Due is what counts in totals and invoices: nothing of who is excluded.
func (f *Fee) Due() money.Cents {
	if f.Member.Excluded {
		return 0
	}
	return f.Final
}

// Trace tells how the fee came about, nil when there is none.
func (f *Fee) Trace() *Trace {
	if !f.Calculable() {
		return nil
	}
	t := &Trace{
		Season: f.season, Forecast: f.ahead, Total: f.Final,
		Category: TracedCategory{
			Slug: f.Category.Slug, Label: f.Category.Label, Rule: f.rule, Match: f.match, AgeClass: f.AgeClass, Amount: f.Base,
		},
		ProRata: TracedProRata{Since: f.Member.Since.String(), Quarter: f.quarter, Percent: f.Part, Amount: f.Final - f.After},
	}
	if f.AgeClass != f.Member.AgeClass {
		t.Category.MovedUp = f.Member.AgeClass
	}
	if f.Family != nil {
		t.Family = &TracedFamily{
			Key: f.Family.Key, Size: len(f.Family.Members), Position: f.Family.Position, Percent: f.Percent, Amount: -f.Discount,
			Before: []Sibling{},
		}
		for _, other := range f.Family.Members[:f.Family.Position-1] {
			t.Family.Before = append(t.Family.Before, Sibling{other.Member.ID, other.Member.Name, other.Base})
		}
	}
	return t
}

// Lines are the lines of an invoice over the fee, none when there is no fee. They add up to Final.
func (f *Fee) Lines() []Line {
	if !f.Calculable() {
		return nil
	}
	return f.Trace().Lines()
}
