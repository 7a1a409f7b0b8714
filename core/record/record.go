// Package record owns what the records of all nouns have in common when they are listed: who reads them and on which day, which
// of them pass, in which order, and which page of them is asked for.
//
// It does not know any noun: a noun brings its keys (core/listing), and its own conditions are tests on them.
package record

import (
	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/listing"
)

// View is what an answer depends on besides the records: the day, and what its reader may see. The zero View sees nothing.
type View struct {
	Day    civil.Date
	Reader access.Reader
}

// Window is which part of a list is asked for, and in which order.
type Window struct {
	Order  listing.Order // by the noun's keys
	Offset int
	Limit  int // 0 counts only
}

// Bounds returns where the window begins and ends in a list of this length. An offset beyond the end gives an empty window.
func (w *Window) Bounds(length int) (start, end int) {
	start = min(w.Offset, length)
	return start, start + max(0, min(w.Limit, length-start))
}

// Page is the records in a window, and how many there are in all.
type Page[R any] struct {
	Total   int
	Records []R
}

// Query asks for one page of the records that its reader may see.
type Query struct {
	View
	Filter Filter
	Window
	Bare bool // without what is counted anew for every answer, such as the people of a group
}
