package fee

import (
	"github.com/clubhuis/clubhuis/core/money"
	"github.com/clubhuis/clubhuis/core/season"
)

// Trace tells how a fee came about, each step with its cents: Category, then Family and ProRata, which are zero or negative, add
// up to Total. It can be kept as JSON.
//
// The names in it are for the treasurer. What members read tells position and discount alone: see Trace.Lines.
type Trace struct {
	Season   season.Season  `json:"season"`
	Forecast bool           `json:"forecast"`
	Category TracedCategory `json:"category"`
	Family   *TracedFamily  `json:"family"` // nil for who takes part in no family discount
	ProRata  TracedProRata  `json:"prorata"`
	Total    money.Cents    `json:"total"`
}

// TracedCategory is the category and why it was chosen.
type TracedCategory struct {
	Slug     string      `json:"slug"`
	Label    string      `json:"label"`
	Rule     Rule        `json:"rule"`
	Match    string      `json:"match"`     // what the rule found: the class, the team by its name, or the function
	AgeClass string      `json:"age_class"` // "" for none
	MovedUp  string      `json:"moved_up"`  // in a forecast: the class of today, "" for who stays in it
	Amount   money.Cents `json:"amount"`
}

// TracedFamily is the place among the youth of one address.
type TracedFamily struct {
	Key      string      `json:"key"`
	Size     int         `json:"size"`
	Position int         `json:"position"` // from 1
	Percent  Percent     `json:"percent"`
	Amount   money.Cents `json:"amount"` // zero or negative
	Before   []Sibling   `json:"before"` // who stands before, in order
}

// Sibling is another one of the same address.
type Sibling struct {
	ID   int64       `json:"id"`
	Name string      `json:"name"`
	Base money.Cents `json:"base_fee"`
}

// TracedProRata is what somebody pays who joined during the season.
type TracedProRata struct {
	Since   string      `json:"since"`   // lid-sinds as Y-m-d, "" for none
	Quarter int         `json:"quarter"` // of the season in which somebody joined, 1 to 4; 0 for who was there before
	Percent Percent     `json:"percent"` // of the fee that is asked
	Amount  money.Cents `json:"amount"`  // zero or negative
}

// LineKind says what a line is about.
type LineKind string

// The lines of a fee.
const (
	BaseLine    LineKind = "category"
	FamilyLine  LineKind = "family_discount"
	ProRataLine LineKind = "prorata"
)

// Line is one line of what is asked, in words that members read.
type Line struct {
	Kind        LineKind    `json:"kind"`
	Description string      `json:"description"`
	Amount      money.Cents `json:"amount"`
}

// Lines returns what a member is asked, without lines of zero behind the first. They add up to Total.
func (t *Trace) Lines() []Line {
	lines := []Line{{BaseLine, baseSentence(t.Category.Label, t.Season), t.Category.Amount}}
	if t.Family != nil && t.Family.Amount != 0 {
		lines = append(lines, Line{FamilyLine, familySentence(t.Family.Position, t.Family.Percent), t.Family.Amount})
	}
	if t.ProRata.Amount != 0 {
		lines = append(lines, Line{ProRataLine, proRataSentence(t.ProRata.Percent), t.ProRata.Amount})
	}
	return lines
}

// Clone returns a copy that shares nothing with t. That of nil is nil.
func (t *Trace) Clone() *Trace {
	if t == nil {
		return nil
	}
	c := *t
	if t.Family != nil {
		family := *t.Family
		family.Before = append([]Sibling{}, t.Family.Before...)
		c.Family = &family
	}
	return &c
}
