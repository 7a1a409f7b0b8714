package account

import "time"

// ConfirmationLife is how long a session may do what asks for the password again, after the password was given.
const ConfirmationLife = 10 * time.Minute

// ConfirmedAt reports whether the password was given shortly before this time: by signing in, or once more since then.
func (s *Session) ConfirmedAt(at time.Time) bool {
	given := s.Created
	if s.Confirmed.After(given) {
		given = s.Confirmed
	}
	return at.Sub(given) < ConfirmationLife
}
