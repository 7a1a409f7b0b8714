package ports

import (
	"context"

	"github.com/clubhuis/clubhuis/core/term"
)

// Terms keeps the terms of one sort: T is term.Term, or a type that has one. There are few of them. A slug that another term
// has is a Conflict; an absent term is term.ErrAbsent.
type Terms[T any] interface {
	// All returns the terms by number.
	All(ctx context.Context) ([]T, error)

	// Create keeps a term under its number, or under a new one when it has none, and returns the number. A number is never
	// given twice.
	Create(ctx context.Context, t T) (term.ID, error)

	// Update replaces the term with the same number.
	Update(ctx context.Context, t T) error

	// Remove deletes a term. People who had a label lose it. A type of relationship of which people who are not removed have
	// rows is relation.ErrInUse, with their number; removed people don't count, and get no rows of it back by People.Restore.
	Remove(ctx context.Context, id term.ID) error
}
