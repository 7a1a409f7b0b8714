package ports

import (
	"context"

	"github.com/clubhuis/clubhuis/core/media"
)

// Pictures prepares uploaded pictures.
type Pictures interface {
	// Prepare makes the full picture and its thumbnail. It detects the type from the data: JPEG, PNG, GIF, WebP, with vectors also
	// SVG. Anything else, and a file that can't be read to its end, is media.ErrType.
	//
	// The result shows what a viewer of photos shows (the camera's orientation is applied) and holds nothing but the
	// picture: no place, no time, no owner. JPEG and PNG keep their type, a GIF keeps its first frame, a WebP becomes a JPEG,
	// or a PNG when it is transparent. No side of Full is longer than media.FullSide; Thumbnail is the middle
	// of the picture, media.ThumbnailSide wide and high, of the type that media.FileType says.
	//
	// An SVG is Full as it came, without a Thumbnail. One of more than media.MaxVectorBytes is media.ErrVectorTooBig. One with
	// scripts, or with anything else than the picture that a reader of the file would act upon, is media.ErrType.
	//
	// Before it decodes any pixels, Prepare returns media.ErrTooManyPixels for too many of them, and media.ErrTooMuchMemory for a
	// picture that would take more than media.MaxDecodedBytes. A file never takes more than its headers say; one whose headers
	// lie is media.ErrType.
	//
	// Pictures wait for each other; a small one never waits for a large one. When too many wait already, Prepare returns
	// media.ErrBusy with the time after which to try again. A picture whose context ends leaves the queue.
	Prepare(ctx context.Context, data []byte, vectors bool) (media.Picture, error)

	// Icon makes a small picture of a whole one that Prepare made: a PNG, transparent where that is, with no side longer than
	// media.IconSide. What is no picture, or a vector picture, is media.ErrType.
	Icon(ctx context.Context, full []byte) ([]byte, error)
}
