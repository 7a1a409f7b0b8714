package pictures

import (
	"bytes"
	"context"
	"errors"
	"image"
	"image/png"
	"testing"
	"testing/synctest"

	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/media"
)

func dot(t *testing.T) []byte {
	var b bytes.Buffer
	if err := png.Encode(&b, image.NewGray(image.Rect(0, 0, 1, 1))); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestWhatIsSmall(t *testing.T) {
	for _, c := range []struct {
		cost cost
		want bool
	}{
		{cost{pixels: 8_000_000, passes: 1}, true}, {cost{pixels: 8_000_000, passes: 12}, true},
		{cost{pixels: 960_000, passes: 100}, true},
		{cost{pixels: 8_000_000, passes: 10, bytes: 128 << 20}, true}, {cost{pixels: 8_000_000, passes: 1, bytes: 128<<20 + 1}, false},
		{cost{pixels: 8_000_001, passes: 1}, false}, {cost{pixels: 8_000_000, passes: 13}, false},
		{cost{pixels: 970_000, passes: 100}, false},
	} {
		if got := c.cost.small(); got != c.want {
			t.Errorf("%+v: got %v", c.cost, got)
		}
	}
}

// Small pictures don't wait for large ones, however many of these wait.
func TestSmallPicturesHaveALaneOfTheirOwn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := New()
		ctx, cancel := context.WithCancel(t.Context())
		leave, err := w.large.enter(ctx)
		if err != nil {
			t.Fatal(err)
		}
		refused := make(chan error, mostWaiting)
		for range mostWaiting {
			go func() {
				_, err := w.large.enter(ctx)
				refused <- err
			}()
		}
		synctest.Wait()
		if _, err := w.large.enter(ctx); !errors.Is(err, media.ErrBusy) || fault.As(err).RetryAfter != tryAgain {
			t.Errorf("the ninth who would wait: got %v", err)
		}
		if _, err := w.Prepare(ctx, dot(t), false); err != nil {
			t.Errorf("a small one: %v", err)
		}
		cancel() // and those who wait leave the queue
		for range mostWaiting {
			if err := <-refused; !errors.Is(err, context.Canceled) {
				t.Errorf("one that waited: %v", err)
			}
		}
		leave()
		for range 3 { // the turn and the places are free again
			leave, err := w.large.enter(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			leave()
		}
	})
}

func TestASmallPictureIsRefusedWhenItsLaneIsFull(t *testing.T) {
	w := New()
	for range mostWaiting + 1 {
		w.small.places <- struct{}{}
	}
	if p, err := w.Prepare(t.Context(), dot(t), false); !errors.Is(err, media.ErrBusy) || p.Full != nil {
		t.Errorf("got %v", err)
	}
}
