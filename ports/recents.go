package ports

import (
	"context"

	"github.com/clubhuis/clubhuis/core/account"
	"github.com/clubhuis/clubhuis/core/person"
)

// Recents keeps whom users opened last. What is kept goes with the user, and with a person who is destroyed (People.Purge).
type Recents interface {
	// Of returns the people whom a user opened, the last first, each once, account.MostRecent at most. There are none of nobody.
	// Whoever was removed meanwhile is still among them.
	Of(ctx context.Context, user account.UserID) ([]person.ID, error)

	// Open puts a person first. It forgets the last of too many. An absent user is account.ErrAbsent, an absent or removed person
	// person.ErrAbsent.
	Open(ctx context.Context, user account.UserID, id person.ID) error
}
