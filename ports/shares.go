package ports

import (
	"context"

	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/account"
)

// Shares keeps with whom people and groups were shared directly. The Directory of the same Stores lists them. They stay while
// their record lies in the trash, and go with the user and with a record that is destroyed.
type Shares interface {
	// Set shares a record of a kind (access.People, access.Groups) with a user, or changes what the share allows; with the
	// permission "" it takes the share away, if there is one. To share what is not there or was removed is person.ErrAbsent or
	// group.ErrAbsent, with an absent user it is account.ErrAbsent.
	Set(ctx context.Context, kind access.Kind, record int64, user account.UserID, permission access.Permission) error
}
