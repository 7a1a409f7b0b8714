package payload

import "errors"

// Readable hands the records that could not be read to visit when that is all that the error says, and returns nil. It returns
// any other error as it is.
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
