package account

import (
	"maps"
	"slices"

	"github.com/clubhuis/clubhuis/core/acf"
	"github.com/clubhuis/clubhuis/core/dashboard"
	"github.com/clubhuis/clubhuis/core/fault"
)

// FavoriteKind is a kind of record that a user can mark to find it again.
type FavoriteKind string

// The kinds.
const (
	FavoritePerson FavoriteKind = "people"
	FavoriteTeam   FavoriteKind = "teams"
)

// Favorite is a record that a user has marked.
type Favorite struct {
	Kind FavoriteKind
	ID   int64
}

// MostRecent is how many of the people whom a user opened are kept.
const MostRecent = 10

// Preferences are how a user likes the page. The zero value is as it comes.
type Preferences struct {
	Roomy       bool `json:"roomy,omitempty"`        // higher rows in lists
	NoShortcuts bool `json:"no_shortcuts,omitempty"` // keys of one letter do nothing

	PeopleColumns []string       `json:"people_columns,omitempty"` // of the people list, in order; nil for the usual ones
	PeopleWidths  map[string]int `json:"people_widths,omitempty"`  // of its columns, in pixels, where they are not the usual ones

	Notifications Notifications `json:"notifications,omitzero"`

	Dashboard dashboard.Layout `json:"club_role_dashboard_layout,omitzero"` // zero when the user never chose one
}

// mostColumns is how many columns a list can have.
const mostColumns = 50

// The pixels that a column can be wide.
const (
	NarrowestColumn = 40
	WidestColumn    = 2000
)

// TooManyColumns is said of a list of columns.
const TooManyColumns = "Dit zijn te veel kolommen (hooguit 50)."

// WidthOutOfBounds is said of a width of a column.
const WidthOutOfBounds = "Een kolom is 40 tot en met 2.000 pixels breed."

// Clone returns a copy that shares nothing with p.
func (p Preferences) Clone() Preferences {
	p.PeopleColumns, p.PeopleWidths = slices.Clone(p.PeopleColumns), maps.Clone(p.PeopleWidths)
	p.Dashboard = p.Dashboard.Clone()
	return p
}

// Validate removes duplicate columns from edited preferences first, and then checks them. The page knows which columns exist.
func (p *Preferences) Validate() error {
	var problems fault.Problems
	p.PeopleColumns = CleanColumns(p.PeopleColumns, "people.columns", &problems)
	if len(p.PeopleWidths) > mostColumns {
		problems.Add("people.widths", TooManyColumns)
	}
	for column, width := range p.PeopleWidths {
		acf.CheckText(column, "people.widths", &problems)
		if width < NarrowestColumn || width > WidestColumn {
			problems.Add("people.widths", WidthOutOfBounds)
		}
	}
	if len(p.PeopleWidths) == 0 {
		p.PeopleWidths = nil
	}
	return problems.Fault()
}

// CleanColumns returns the columns of a list without duplicates and empty ones, nil for none, and checks them; field names them
// in what is wrong.
func CleanColumns(columns []string, field string, problems *fault.Problems) (clean []string) {
	for _, column := range columns {
		acf.CheckText(column, field, problems)
		if column != "" && !slices.Contains(clean, column) {
			clean = append(clean, column)
		}
	}
	if len(clean) > mostColumns {
		problems.Add(field, TooManyColumns)
	}
	return clean
}
