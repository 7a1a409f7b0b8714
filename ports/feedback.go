package ports

import (
	"context"

	"github.com/clubhuis/clubhuis/core/feedback"
	"github.com/clubhuis/clubhuis/core/record"
)

// Feedback keeps what users report, and what is said of it. An absent item is feedback.ErrAbsent. A number is never used again.
type Feedback interface {
	// Create keeps an item under a new number, which it returns, in revision 1; its ID and Revision are ignored.
	Create(ctx context.Context, i feedback.Item) (int64, error)

	// Update reads an item under lock, lets change edit it, and keeps the result, as one step. Parallel updates lose nothing, so of
	// several that claim an item one gets it. change must be pure, for it may run twice. Its error is returned as it is and leaves
	// no trace. ID, Author and Created stay as they were. The Revision of an item that change leaves otherwise than before rises by
	// one.
	Update(ctx context.Context, id int64, change func(*feedback.Item) error) error

	// Remove destroys an item with its comments if allowed returns nil. The items that said the same are duplicates of none then,
	// in their next revision. Else it returns that error as it is, and all stays.
	Remove(ctx context.Context, id int64, allowed func(*feedback.Item) error) error

	// ByID returns those of the items with these numbers that there are, by number.
	ByID(ctx context.Context, ids ...int64) ([]feedback.Item, error)

	// Page returns a part of the items that match, in order. An offset beyond the end gives nothing and the right total.
	Page(ctx context.Context, q feedback.Query) (record.Page[feedback.Item], error)

	// Comment keeps a comment under a new number, which it returns; its ID is ignored. An item that has feedback.MostComments of
	// them takes no more: feedback.ErrTooManyComments.
	Comment(ctx context.Context, c feedback.Comment) (int64, error)

	// Comments returns all comments of an item, oldest first; of equally old ones the lowest number first. Of an absent item there
	// are none.
	Comments(ctx context.Context, item int64) ([]feedback.Comment, error)
}
