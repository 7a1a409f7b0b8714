package rest

import "github.com/clubhuis/clubhuis/core/fee"

// FeeTrace tells how a fee came about, each step with its amount: they add up to the total.
type FeeTrace struct {
	Season   string           `json:"season"`
	Forecast bool             `json:"forecast"`
	Category FeeTraceCategory `json:"category"`
	Family   *FeeTraceFamily  `json:"family,omitempty" doc:"Absent for who takes part in no family discount."`
	ProRata  FeeTraceProRata  `json:"prorata"`
	Total    Euros            `json:"total"`
}

// FeeTraceCategory is the category and why it was chosen.
type FeeTraceCategory struct {
	Slug     string `json:"slug"`
	Label    string `json:"label"`
	Rule     string `json:"rule" enum:"youth_age_class,team,function,age_class,catch_all" doc:"The first of these that found a category."`
	Match    string `json:"match" doc:"What the rule found: the class, the team by its name, or the function."`
	AgeClass string `json:"age_class"`
	MovedUp  string `json:"moved_up" doc:"In a forecast: the class of today, empty for who stays in it."`
	Amount   Euros  `json:"amount"`
}

// FeeTraceFamily is the place among the youth of one address.
type FeeTraceFamily struct {
	Key      string       `json:"key"`
	Size     int          `json:"size"`
	Position int          `json:"position" doc:"From 1."`
	Percent  float64      `json:"percent"`
	Amount   Euros        `json:"amount" doc:"Zero or negative."`
	Before   []FeeSibling `json:"before" doc:"Who stands before, in order."`
}

// FeeSibling is another one of the same address.
type FeeSibling struct {
	ID   int64  `json:"id"`
	Name string `json:"name"`
	Base Euros  `json:"base_fee"`
}

// FeeTraceProRata is what is paid by who joined during the season.
type FeeTraceProRata struct {
	Since   string  `json:"since" doc:"Y-m-d, empty for not known."`
	Quarter int     `json:"quarter" doc:"Of the season in which somebody joined, 1 to 4; 0 for who was there before."`
	Percent float64 `json:"percent" doc:"Of the fee that is asked."`
	Amount  Euros   `json:"amount" doc:"Zero or negative."`
}

// Percentage is a part as clients read it: 12.5.
func Percentage(p fee.Percent) float64 { return float64(p) / 100 }

// FeeTraceOf is that of a fee, or of the fee that an invoice asks for. That of nil is nil.
func FeeTraceOf(t *fee.Trace) *FeeTrace {
	if t == nil {
		return nil
	}
	trace := &FeeTrace{
		Season: t.Season.String(), Forecast: t.Forecast, Total: EurosOf(t.Total),
		Category: FeeTraceCategory{
			Slug: t.Category.Slug, Label: t.Category.Label, Rule: string(t.Category.Rule), Match: t.Category.Match,
			AgeClass: t.Category.AgeClass, MovedUp: t.Category.MovedUp, Amount: EurosOf(t.Category.Amount),
		},
		ProRata: FeeTraceProRata{t.ProRata.Since, t.ProRata.Quarter, Percentage(t.ProRata.Percent), EurosOf(t.ProRata.Amount)},
	}
	if t.Family != nil {
		trace.Family = &FeeTraceFamily{
			Key: t.Family.Key, Size: t.Family.Size, Position: t.Family.Position, Percent: Percentage(t.Family.Percent),
			Amount: EurosOf(t.Family.Amount), Before: []FeeSibling{},
		}
		for _, s := range t.Family.Before {
			trace.Family.Before = append(trace.Family.Before, FeeSibling{s.ID, s.Name, EurosOf(s.Base)})
		}
	}
	return trace
}
