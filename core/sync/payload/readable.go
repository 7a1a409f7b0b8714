package payload

import "errors"

// Readable returns nil for an error that only says which records of a list could not be read, after it has handed these to visit,
// and any other error as it is.
func Readable(err error, visit func(UnreadableRecord)) error {
	var unreadable *Unreadable
	if !errors.As(err, &unreadable) {
		return err
	}
	for _, r := range unreadable.Records {
		visit(r)
	}
	return nil
}
