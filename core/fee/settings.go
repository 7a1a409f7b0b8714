package fee

import (
	"cmp"
	"encoding/json"
	"maps"
	"slices"
	"strings"

	"github.com/clubhuis/clubhuis/core/fold"
	"github.com/clubhuis/clubhuis/core/money"
	"github.com/clubhuis/clubhuis/core/season"
)

// Category is a sort of membership with its amount for a whole season.
type Category struct {
	Slug       string      `json:"slug"` // unique in a season: lower-case letters, digits and dashes
	Label      string      `json:"label"`
	Amount     money.Cents `json:"amount"`
	AgeClasses []string    `json:"age_classes"`
	Youth      bool        `json:"is_youth"` // takes part in the family discount
	SortOrder  int         `json:"sort_order"`
	Teams      []int64     `json:"matching_teams"`
	Functions  []string    `json:"matching_werkfuncties"`
}

// CatchAll reports whether the category is for everybody with an age class whom no other one takes.
func (c *Category) CatchAll() bool { return len(c.AgeClasses)+len(c.Teams)+len(c.Functions) == 0 }

func (c *Category) compare(other *Category) int {
	return cmp.Or(cmp.Compare(c.SortOrder, other.SortOrder), cmp.Compare(c.Slug, other.Slug))
}

// FamilyDiscount is what youth of one address gets off: the second child, and every further one.
type FamilyDiscount struct {
	Second Percent `json:"second_child_percent"`
	Third  Percent `json:"third_child_percent"`
}

// Settings are how the fees of one season are computed, and in how many parts they may be paid.
type Settings struct {
	Categories []Category     `json:"categories"` // by SortOrder, then Slug
	Family     FamilyDiscount `json:"family_discount"`
	PlanThree  bool           `json:"installment_plan_3_enabled"` // quarterly_3 may be chosen
	PlanEight  bool           `json:"installment_plan_8_enabled"` // monthly_8 may be chosen
}

// Category returns the one with a slug.
func (s *Settings) Category(slug string) (Category, bool) {
	for i := range s.Categories {
		if s.Categories[i].Slug == slug {
			return s.Categories[i], true
		}
	}
	return Category{}, false
}

// Clone returns a copy that shares nothing with s.
func (s Settings) Clone() Settings {
	s.Categories = slices.Clone(s.Categories)
	for i := range s.Categories {
		c := &s.Categories[i]
		c.AgeClasses, c.Teams, c.Functions = slices.Clone(c.AgeClasses), slices.Clone(c.Teams), slices.Clone(c.Functions)
	}
	return s
}

// Book holds the settings of every season that has its own. The zero Book has none.
type Book struct {
	Seasons map[season.Season]Settings `json:"seasons"`
}

// Of returns the settings of a season: its own, else those of the latest season before it that has some, whose number comes
// along, else those of a new club with these recreational teams. borrowed is 0 for a season's own settings and for those of a new
// club.
func (b Book) Of(s season.Season, recreants []int64) (settings Settings, borrowed season.Season) {
	if own, has := b.Seasons[s]; has {
		return own.Clone(), 0
	}
	for _, before := range slices.Backward(slices.Sorted(maps.Keys(b.Seasons))) {
		if before < s {
			return b.Seasons[before].Clone(), before
		}
	}
	return Defaults(slices.Clone(recreants)), 0
}

// With returns the book with a season's own settings.
func (b Book) With(s season.Season, settings Settings) Book {
	b = b.Clone()
	if b.Seasons == nil {
		b.Seasons = map[season.Season]Settings{}
	}
	b.Seasons[s] = settings.Clone()
	return b
}

// Clone returns a copy that shares nothing with b.
func (b Book) Clone() Book {
	if b.Seasons == nil {
		return b
	}
	seasons := make(map[season.Season]Settings, len(b.Seasons))
	for s, settings := range b.Seasons {
		seasons[s] = settings.Clone()
	}
	return Book{Seasons: seasons}
}

// Percent is a part of a whole in hundredths of a percent: 2500 is a quarter.
type Percent int64

// Whole is all of it.
const Whole Percent = 10_000

// Of returns so much of an amount, rounded to cents.
func (p Percent) Of(amount money.Cents) money.Cents { return amount.Part(int64(p), int64(Whole)) }

// Rate returns the part as a number from 0 to 1.
func (p Percent) Rate() float64 { return float64(p) / float64(Whole) }

// String returns the percentage as people write it: "25" or "12,5".
func (p Percent) String() string {
	text := money.Cents(p).String()
	whole, rest := text[:len(text)-3], text[len(text)-2:]
	for len(rest) > 0 && rest[len(rest)-1] == '0' {
		rest = rest[:len(rest)-1]
	}
	if rest == "" {
		return whole
	}
	return whole + "," + rest
}

// MarshalJSON writes the percentage as a number: 25 or 12.5.
func (p Percent) MarshalJSON() ([]byte, error) { return json.Marshal(float64(p) / 100) }

// UnmarshalJSON reads a percentage of at most two decimals.
func (p *Percent) UnmarshalJSON(data []byte) error {
	read, err := money.Parse(string(data))
	*p = Percent(read)
	return err
}

// Recreational reports whether a team of a new club pays as recreants do, by its name.
func Recreational(team string) bool {
	name := fold.Key(team)
	return strings.Contains(name, "recreant") || strings.Contains(name, "walking football") ||
		strings.Contains(name, "walking voetbal")
}

// Defaults returns the settings of a new club, whose recreational teams are these.
func Defaults(recreants []int64) Settings {
	return Settings{
		Categories: []Category{
			{
				Slug: "mini", Label: "Mini", Amount: 130_00, Youth: true, SortOrder: 10,
				AgeClasses: []string{"Onder 5", "Onder 6", "Onder 7", "Onder 8"},
			},
			{
				Slug: "pupil", Label: "Pupil", Amount: 180_00, Youth: true, SortOrder: 20,
				AgeClasses: []string{"Onder 9", "Onder 10", "Onder 11", "Onder 12"},
			},
			{
				Slug: "junior", Label: "Junior", Amount: 230_00, Youth: true, SortOrder: 30,
				AgeClasses: []string{"Onder 13", "Onder 14", "Onder 15", "Onder 16", "Onder 17", "Onder 18", "Onder 19"},
			},
			{Slug: "senior", Label: "Senior", Amount: 255_00, SortOrder: 40},
			{Slug: "recreant", Label: "Recreant", Amount: 65_00, SortOrder: 50, Teams: recreants},
			{Slug: "donateur", Label: "Donateur", Amount: 55_00, SortOrder: 60, Functions: []string{"Donateur"}},
		},
		Family: FamilyDiscount{Second: 25_00, Third: 50_00}, PlanThree: true, PlanEight: true,
	}
}
