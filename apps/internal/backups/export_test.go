package backups

import "errors"

// Damaged reports whether an error is one of what was read.
func Damaged(err error) bool { return errors.As(err, new(damage)) }
