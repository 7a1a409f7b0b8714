package account

import (
	"slices"

	"github.com/clubhuis/clubhuis/core/acf"
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

// Preferences are how a user likes the page. The zero value is as it comes.
type Preferences struct {
	PeopleColumns []string `json:"people_columns,omitempty"` // of the people list, in order; nil for the usual ones
}

// mostColumns is how many columns a list can have.
const mostColumns = 50

// TooManyColumns is said of a list of columns.
const TooManyColumns = "Dit zijn te veel kolommen (hooguit 50)."

// Clone returns a copy that shares nothing with p.
func (p Preferences) Clone() Preferences {
	return Preferences{PeopleColumns: slices.Clone(p.PeopleColumns)}
}

// Validate removes duplicate columns from edited preferences first, and then checks them. The page knows which columns exist.
func (p *Preferences) Validate() error {
	var problems fault.Problems
	p.PeopleColumns = CleanColumns(p.PeopleColumns, "people.columns", &problems)
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
