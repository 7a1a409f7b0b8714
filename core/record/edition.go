package record

import (
	"errors"
	"slices"
	"time"
)

// Edition says how often a record was changed, and when and by whom last. What is worked out when a record is read is no change.
type Edition struct {
	Revision int64 // from 1, one more with every change that is stored
	Modified time.Time
	Editor   int64 // the user who made the last change, 0 when that is not known
}

// Expected are the revisions of a record for which a change is meant. Nil is any.
type Expected []int64

// Check returns an *Outdated unless the edition is expected.
func (e Expected) Check(stands Edition) error {
	if e == nil || slices.Contains(e, stands.Revision) {
		return nil
	}
	return &Outdated{Edition: stands}
}

// Outdated is the error of a change that was meant for another revision than the record has. It is ErrOutdated.
type Outdated struct {
	Edition
	EditorName string // "" when that is not known
}

// Error implements error.
func (o *Outdated) Error() string { return ErrOutdated.Error() }

// Unwrap returns ErrOutdated.
func (o *Outdated) Unwrap() error { return ErrOutdated }

// Name returns err. An *Outdated in it gets its time in the club's zone, and the name of its editor, which nameOf returns.
func Name(err error, zone *time.Location, nameOf func(user int64) string) error {
	var outdated *Outdated
	if errors.As(err, &outdated) {
		outdated.Modified = outdated.Modified.In(zone)
		if outdated.Editor != 0 {
			outdated.EditorName = nameOf(outdated.Editor)
		}
	}
	return err
}
