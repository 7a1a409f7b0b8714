package rest

import (
	"context"
	"strconv"

	"github.com/danielgtaylor/huma/v2"
)

// Note is what becomes known of a request on its way to its operation and back, for its lines in the log. It holds no data of
// people: numbers, names of operations, codes.
type Note struct {
	Operation string // its name; "" for what is no operation
	Audit     bool   // see Operation.Audit
	User      int64  // who asked, or who signed in; 0 for nobody
	Record    int64  // the number in the path
	Code      string // of the error that was returned
	Cause     error  // why it failed, where that is ours to mend
	Failed    bool   // a fault of ours, or of a part that we need
	Foreseen  bool   // it has a code of its own, and may be lasting: something is not set up
	Stack     string // of a panic
}

type noteKey struct{}

// WithNote gives a request its note.
func WithNote(ctx context.Context) (context.Context, *Note) {
	note := new(Note)
	return context.WithValue(ctx, noteKey{}, note), note
}

// NoteOf is the note of a request; without one it is one that nobody reads.
func NoteOf(ctx context.Context) *Note {
	if note, ok := ctx.Value(noteKey{}).(*Note); ok {
		return note
	}
	return new(Note)
}

// TakeNote is the middleware that notes which operation a request is for.
func TakeNote(ctx huma.Context, next func(huma.Context)) {
	note := NoteOf(ctx.Context())
	note.Operation = ctx.Operation().OperationID
	note.Audit = IsAudited(ctx.Operation())
	if id, err := strconv.ParseInt(ctx.Param("id"), 10, 64); err == nil {
		note.Record = id
	}
	next(ctx)
}
