package shares

import (
	"errors"

	"github.com/clubhuis/clubhuis/core/account"
	"github.com/clubhuis/clubhuis/core/fault"
)

// What can be wrong with shares (contract: club §4.6).
var (
	ErrShare = fault.New(fault.Invalid, "invalid_share", "Wie dit heeft gemaakt, en jij zelf, hebben al toegang.")
	ErrUser  = fault.New(fault.NotFound, "invalid_user", "Deze gebruiker bestaat niet.")
)

// unknown is ErrUser for a user who is not there.
func unknown(err error) error {
	if errors.Is(err, account.ErrAbsent) {
		return ErrUser
	}
	return err
}
