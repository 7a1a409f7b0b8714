// Package dues owns what the provider of contributions says of the members: what a member was asked to pay in a calendar year,
// and what is left of it.
//
// It asks nobody (ports.Contributions) and does not know what the club itself asks for (core/fee).
package dues

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/clubhuis/clubhuis/core/fold"
	"github.com/clubhuis/clubhuis/core/money"
)

// yearsBefore is how many years are read besides the current one.
const yearsBefore = 3

// Years returns the calendar years that are read, the oldest first.
func Years(current int) (years []int) {
	for year := current - yearsBefore; year <= current; year++ {
		years = append(years, year)
	}
	return years
}

// Item is one thing that a member was asked to pay. A member may have several in a year.
type Item struct {
	Member  string // the member code
	Total   money.Cents
	Balance money.Cents // what is left to pay
	Status  string      // the provider's word
}

// Year is what a member was asked to pay in a calendar year, all in all.
type Year struct {
	Year    int         `json:"year"`
	Total   money.Cents `json:"total"`
	Balance money.Cents `json:"balance"`
	Status  string      `json:"status"`
}

// Key returns a member code as codes are compared.
func Key(code string) string { return fold.Key(strings.TrimSpace(code)) }

// Sum adds the items of a year up, by the Key of the member. The status is that of the item of which most is left; of equal ones
// that of the larger one, then the first.
func Sum(year int, items []Item) map[string]Year {
	all, leading := map[string]Year{}, map[string]Item{}
	for _, item := range items {
		key := Key(item.Member)
		sum, found := all[key]
		if first := leading[key]; !found || cmp.Or(cmp.Compare(item.Balance, first.Balance), cmp.Compare(item.Total, first.Total)) > 0 {
			leading[key], sum.Status = item, item.Status
		}
		sum.Year, sum.Total, sum.Balance = year, sum.Total+item.Total, sum.Balance+item.Balance
		all[key] = sum
	}
	return all
}

// Newest returns the newest of the years, whatever its status; false for none.
func Newest(years []Year) (Year, bool) {
	if len(years) == 0 {
		return Year{}, false
	}
	return slices.MaxFunc(years, func(a, b Year) int { return cmp.Compare(a.Year, b.Year) }), true
}

// Sort puts the years in order, the oldest first.
func Sort(years []Year) {
	slices.SortFunc(years, func(a, b Year) int { return cmp.Compare(a.Year, b.Year) })
}

// Unreadable is the error of a year of which some items could not be read; all others were.
type Unreadable struct{ Items []UnreadableItem }

// UnreadableItem is an item that cannot be read, and why.
type UnreadableItem struct {
	Member string // "" when not even that is known
	Cause  error
}

// Error says in plain words which items they are.
func (u *Unreadable) Error() string {
	said := make([]string, len(u.Items))
	for i, item := range u.Items {
		said[i] = item.Error()
	}
	return strings.Join(said, "; ")
}

// Error says in plain words whose item it is.
func (i UnreadableItem) Error() string {
	return fmt.Sprintf("Een contributie van %s is niet te lezen; die van dit jaar blijft zoals ze was: %v",
		cmp.Or(i.Member, "onbekend"), i.Cause)
}

// Unwrap returns the cause.
func (i UnreadableItem) Unwrap() error { return i.Cause }

// Unreadable items are an odd one or two up to these numbers. More than both show that the provider has changed.
const (
	fewUnreadable     = 5
	percentUnreadable = 1
)

// TooManyUnread reports whether so many of all items show that the provider has changed.
func TooManyUnread(n, all int) bool { return n > fewUnreadable && n*100 > all*percentUnreadable }
