package feedback

import (
	"cmp"
	"slices"
	"strings"

	"github.com/clubhuis/clubhuis/core/listing"
)

// Query asks for a part of the items. The zero value of each condition lets all through, and so does a nil list; an empty list
// lets none through.
type Query struct {
	Author      int64 // who reported them
	Statuses    []Status
	Type        Type
	Priority    Priority
	Project     string
	DuplicateOf []int64
	Order       Order
	Desc        bool
	Offset      int
	Limit       int // 0 counts only
}

// Open are the statuses of what is not at its end.
func Open() []Status {
	return slices.DeleteFunc(slices.Clone(Statuses), Status.Ended)
}

// Order is by what a list is sorted. Equal ones are sorted by their number, in the same direction.
type Order string

// The orders.
const (
	ByCreated  Order = "date" // also the zero Order
	ByTitle    Order = "title"
	ByPriority Order = "priority"
	ByStatus   Order = "status"
)

// Match reports whether an item is asked for.
func (q *Query) Match(i *Item) bool {
	return (q.Author == 0 || q.Author == i.Author) && (q.Statuses == nil || slices.Contains(q.Statuses, i.Status)) &&
		(q.Type == "" || q.Type == i.Type) && (q.Priority == "" || q.Priority == i.Priority) &&
		(q.Project == "" || q.Project == i.Project) && (q.DuplicateOf == nil || slices.Contains(q.DuplicateOf, i.DuplicateOf))
}

// Compare puts two items in the order that is asked for.
func (q *Query) Compare(a, b *Item) int {
	c := 0
	switch q.Order {
	case ByTitle:
		c = strings.Compare(a.TitleKey(), b.TitleKey())
	case ByPriority:
		c = cmp.Compare(a.Priority.Rank(), b.Priority.Rank())
	case ByStatus:
		c = cmp.Compare(a.Status.Rank(), b.Status.Rank())
	default:
		c = a.Created.Compare(b.Created)
	}
	return listing.Direct(cmp.Or(c, cmp.Compare(a.ID, b.ID)), q.Desc)
}
