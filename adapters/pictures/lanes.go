package pictures

import (
	"context"
	"time"

	"github.com/clubhuis/clubhuis/core/media"
)

const (
	mostWaiting = 8               // in a lane
	tryAgain    = 5 * time.Second // after which there may be room again

	// What is small: a picture of 8 megapixels, in no more passes than programs make that store one for the web, and with no more
	// memory than a progressive one of three colours takes.
	smallPixels = 8_000_000
	smallWork   = 12 * smallPixels
	smallBytes  = 128 << 20
)

// small reports whether a picture is prepared within a fraction of a second.
func (c cost) small() bool {
	return c.pixels <= smallPixels && c.pixels*c.passes <= smallWork && c.bytes <= smallBytes
}

// lane is where pictures are prepared one after another.
type lane struct {
	places chan struct{} // those who wait, and the one whose turn it is
	turn   chan struct{}
}

func newLane() lane {
	return lane{places: make(chan struct{}, mostWaiting+1), turn: make(chan struct{}, 1)}
}

// enter waits for its turn, until the context ends. It returns media.ErrBusy at once when too many wait. Each turn ends with
// leave.
func (l lane) enter(ctx context.Context) (leave func(), err error) {
	select {
	case l.places <- struct{}{}:
	default:
		return nil, media.ErrBusy.After(tryAgain)
	}
	select {
	case l.turn <- struct{}{}:
		return func() { <-l.turn; <-l.places }, nil
	case <-ctx.Done():
		<-l.places
		return nil, ctx.Err()
	}
}
