package ports

import (
	"context"

	"github.com/clubhuis/clubhuis/core/predecessor"
)

// Predecessor is the application that the club had before, as an administrator of it sees it. It is read and never changed. A
// request that failed for a moment was tried again. An error is a fault, or the context's.
type Predecessor interface {
	// About says which application it is and who asks. Where there is none, or who asks is refused, it is the error.
	About(ctx context.Context) (predecessor.About, error)

	// All visits the records of a list, each once, as the application returns them (JSON), also when records come or go meanwhile.
	// When some cannot be read it visits all others and returns *predecessor.Unreadable. visit's error ends it and is returned.
	All(ctx context.Context, list predecessor.List, visit func(id int64, record []byte) error) error

	// Part returns what hangs on a record, an image of the library, or for 0 a document of settings (JSON). What the application
	// does not have is a fault.NotFound or fault.Forbidden.
	Part(ctx context.Context, part predecessor.Part, of int64) ([]byte, error)

	// Picture returns the file at an address that a record named. One that lies elsewhere than the application is not asked for:
	// fault.Invalid.
	Picture(ctx context.Context, address string) ([]byte, error)
}
