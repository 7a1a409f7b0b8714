package ports

import (
	"context"

	"github.com/clubhuis/clubhuis/core/media"
)

// Pictures prepares what somebody brings as a picture to be kept.
type Pictures interface {
	// Prepare makes the full picture and its thumbnail. What the data is follows from the data: JPEG, PNG, GIF, WebP, with
	// vectors also SVG; everything else, and what can't be read to its end, is media.ErrType.
	//
	// The result shows what a viewer of photos shows (the camera's orientation is applied) and holds nothing but the
	// picture: no place, no time, no owner. A JPEG stays one, a PNG stays one, of a GIF the first frame stays a GIF, a WebP
	// becomes a JPEG, or a PNG when one can look through it. No side of Full is longer than media.FullSide; Thumbnail is the middle
	// of the picture, media.ThumbnailSide wide and high, of the type that media.FileType says.
	//
	// An SVG is Full as it came, without a Thumbnail. One of more than media.MaxVectorBytes is media.ErrVectorTooBig. One with
	// scripts, or with anything else than the picture that a reader of the file would act upon, is media.ErrType.
	//
	// Too many pixels are media.ErrTooManyPixels before any are unpacked, and so is media.ErrTooMuchMemory what would take more than
	// media.MaxDecodedBytes. A file never takes more than its headers say; one whose headers lie about that is media.ErrType.
	//
	// Pictures wait for each other; a small one never waits for a large one. When too many wait already it is media.ErrBusy
	// with the time after which to try again. Who waits while the context ends leaves the queue.
	Prepare(ctx context.Context, data []byte, vectors bool) (media.Picture, error)
}
