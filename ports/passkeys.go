package ports

import "github.com/clubhuis/clubhuis/core/account"

// Passkeys speaks with browsers about passkeys (WebAuthn), for the one address of the club. What goes to a browser and comes back
// is JSON. A reply that does not hold, whatever it is made of, is account.ErrPasskey: made elsewhere than on the club's page, for
// another challenge, by a device that did not ask who is there, or no reply at all. Which challenges are good is not known here.
type Passkeys interface {
	// Creation returns what a browser needs to have a passkey made for a user, other than those that the user has. It shows the
	// name of the club.
	Creation(club string, user *account.User, challenge []byte) ([]byte, error)

	// Made returns the passkey that a reply to Creation tells of: its Credential, Key, Count and Synced.
	Made(user account.UserID, challenge, reply []byte) (account.Passkey, error)

	// Request returns what a browser needs to have a challenge signed, by any passkey for the club.
	Request(challenge []byte) ([]byte, error)

	// Owner returns whose passkey a reply to Request says to come from. Anybody can say so.
	Owner(reply []byte) (account.UserID, error)

	// Signed returns which of the user's passkeys signed a reply to Request, and the count that it told. Another one, of another
	// user too, is account.ErrPasskey.
	Signed(user *account.User, challenge, reply []byte) (credential []byte, count uint32, err error)
}
