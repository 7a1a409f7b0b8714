package rest

import (
	"context"
	"math/rand/v2"
	"strconv"

	"github.com/danielgtaylor/huma/v2"

	"github.com/clubhuis/clubhuis/core/access"
)

// Event is what becomes known of a request on its way to its operation and back, for its lines in the log. It holds no data of
// people: numbers, names of operations, codes, and the error of a request that failed.
type Event struct {
	Request   string        // names the request in the log; it is no secret
	Operation string        // its name; "" for what is no operation
	Audit     bool          // see Operation.Audit
	User      int64         // who asked, or who signed in; 0 for nobody
	Viewer    access.Viewer // who asked, with a name: for the log of the club, never for lines
	Record    int64         // the number in the path
	Code      string        // of the error that was returned
	Err       error         // why it failed, with all that was wrapped around the cause; nil unless Failed
	Failed    bool          // a fault of ours, or of a part that we need
	Foreseen  bool          // it has a code of its own, and may be lasting: something is not set up
	Stack     string        // of a panic
	Remark    string        // what an operator should notice though nothing failed: a sentence of ours, nothing that a client sent
}

// Fail notes that the request failed for a reason that is ours to mend. The whole error gets into the log, so nobody may wrap
// one around what a client sent.
func (e *Event) Fail(err error) { e.Failed, e.Err = true, err }

type eventKey struct{}

// WithEvent gives a request its event.
func WithEvent(ctx context.Context) (context.Context, *Event) {
	event := &Event{Request: strconv.FormatUint(rand.Uint64(), 16)}
	return context.WithValue(ctx, eventKey{}, event), event
}

// EventOf returns the event of a request. Without one it returns an event that nobody reads.
func EventOf(ctx context.Context) *Event {
	if event, ok := ctx.Value(eventKey{}).(*Event); ok {
		return event
	}
	return new(Event)
}

// NameEvent is the middleware that notes which operation a request is for.
func NameEvent(ctx huma.Context, next func(huma.Context)) {
	event := EventOf(ctx.Context())
	event.Operation = ctx.Operation().OperationID
	event.Audit = IsAudited(ctx.Operation())
	if id, err := strconv.ParseInt(ctx.Param("id"), 10, 64); err == nil {
		event.Record = id
	}
	next(ctx)
}
