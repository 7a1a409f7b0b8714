package rest

import (
	"context"
	"errors"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humamux"
)

// Answering is how long a request may take once it was read, unless its operation declares patience.
const Answering = 30 * time.Second

const (
	uploading = time.Minute      // how long a picture may take to arrive, at most
	writing   = 30 * time.Second // how long the response of a patient operation may take to be sent
)

// errOutOfTime is why the context of a request ended that took too long.
var errOutOfTime = errors.New("the answer took too long")

// limit ends the context of a request after a time, which begins again when the request was read.
type limit struct {
	answering  time.Duration
	timer      *time.Timer
	controller *http.ResponseController
}

type limitKey struct{}

// Limit is the middleware that gives every request its time. It comes first, for who is behind a request is asked, too.
func Limit(answering time.Duration) func(huma.Context, func(huma.Context)) {
	return func(ctx huma.Context, next func(huma.Context)) {
		_, writer := humamux.Unwrap(ctx)
		inner, end := context.WithCancelCause(ctx.Context())
		defer end(nil)
		l := &limit{answering: answering, controller: http.NewResponseController(writer)}
		if patience := PatienceOf(ctx.Operation()); patience > 0 {
			l.answering = patience
			_ = l.controller.SetWriteDeadline(time.Now().Add(uploading + patience + writing)) // a test has no connection
		}
		l.timer = time.AfterFunc(l.answering, func() { end(errOutOfTime) })
		defer l.timer.Stop()
		next(huma.WithContext(ctx, context.WithValue(inner, limitKey{}, l)))
	}
}

// begun says that the request was read, but for what upload still waits for.
func begun(ctx context.Context, upload bool) {
	l, limited := ctx.Value(limitKey{}).(*limit)
	switch {
	case !limited:
	case upload:
		l.timer.Reset(uploading + l.answering)
	default: // the time to read would otherwise end the context, too
		_ = l.controller.SetReadDeadline(time.Time{})
		l.timer.Reset(l.answering)
	}
}

// CloseUnread ends the connection with the response. The rest of the request is not wanted, and nobody waits for it.
func CloseUnread(w http.ResponseWriter, r *http.Request) {
	if r.ContentLength == 0 {
		return
	}
	w.Header().Set("Connection", "close")
	_ = http.NewResponseController(w).SetReadDeadline(time.Now()) // a test has no connection
}
