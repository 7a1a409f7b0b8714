// Package pictures makes what somebody brings as a picture ready to be kept: upright, small enough, with a thumbnail, and with
// nothing in it but the picture.
//
// It does not keep anything and does not say who may bring what: that is core/usecase/pictures.
package pictures

import (
	"bytes"
	"context"
	"image"
	"image/gif"
	"image/jpeg"
	"image/png"
	"runtime/debug"

	"github.com/clubhuis/clubhuis/core/media"
	"github.com/clubhuis/clubhuis/ports"
)

// Workshop prepares pictures: one small one and one large one at a time, so that nobody with an ordinary photo waits for
// somebody's panorama. Use New.
type Workshop struct{ small, large lane }

var _ ports.Pictures = Workshop{}

// New makes a workshop. A program needs one.
func New() Workshop { return Workshop{small: newLane(), large: newLane()} }

// givenBack is from how many bytes on memory goes back to the system after a picture. A collection takes a few milliseconds.
const givenBack = 32 << 20

// Prepare implements ports.Pictures.
func (w Workshop) Prepare(ctx context.Context, data []byte, vectors bool) (media.Picture, error) {
	if err := ctx.Err(); err != nil {
		return media.Picture{}, err
	}
	if vectors && startsAsXML(data) {
		return vector(data)
	}
	config, format, err := image.DecodeConfig(bytes.NewReader(data))
	if err != nil {
		return media.Picture{}, media.ErrType.Because(err)
	}
	switch format {
	case "jpeg", "png", "gif", "webp":
	default: // what another package has registered
		return media.Picture{}, media.ErrType
	}
	if err := media.CheckPixels(config.Width, config.Height); err != nil {
		return media.Picture{}, err
	}
	cost, err := costOf(data, format, config)
	if err == nil {
		err = media.CheckDecoded(cost.bytes)
	}
	if err == nil && cost.passes > mostScans {
		err = media.ErrType
	}
	if err != nil {
		return media.Picture{}, err
	}
	lane := w.large
	if cost.small() {
		lane = w.small
	}
	leave, err := lane.enter(ctx)
	if err != nil {
		return media.Picture{}, err
	}
	defer leave()
	if cost.bytes >= givenBack { // before the next one's turn: its memory would come on top
		defer debug.FreeOSMemory()
	}
	return prepare(data, format)
}

// Icon implements ports.Pictures.
func (w Workshop) Icon(ctx context.Context, full []byte) ([]byte, error) {
	config, format, err := image.DecodeConfig(bytes.NewReader(full))
	if err != nil {
		return nil, media.ErrType.Because(err)
	}
	if max(config.Width, config.Height) > media.FullSide || format == "webp" { // not made here
		return nil, media.ErrType
	}
	leave, err := w.small.enter(ctx)
	if err != nil {
		return nil, err
	}
	defer leave()
	decoded, _, err := image.Decode(bytes.NewReader(full))
	if err != nil {
		return nil, media.ErrType.Because(err)
	}
	return encode(fit(decoded, media.IconSide), media.PNG)
}

func prepare(data []byte, format string) (media.Picture, error) {
	decoded, _, err := image.Decode(bytes.NewReader(data))
	if err != nil {
		return media.Picture{}, media.ErrType.Because(err)
	}
	if err := media.CheckPixels(decoded.Bounds().Dx(), decoded.Bounds().Dy()); err != nil { // of a GIF's frame
		return media.Picture{}, err
	}
	if format == "webp" {
		brighten(decoded)
	}
	full := upright(fit(decoded, media.FullSide), orientation(data, format))
	p := media.Picture{Type: kind(format, full), Width: full.Bounds().Dx(), Height: full.Bounds().Dy()}
	if p.Type == media.GIF {
		full = repainted(full, decoded)
	}
	if p.Full, err = encode(full, p.Type); err != nil {
		return media.Picture{}, err
	}
	p.Thumbnail, err = encode(thumbnail(full), media.FileType(p.Type, media.Thumbnail))
	return p, err
}

// kind returns what a picture is kept as.
func kind(format string, m image.Image) string {
	switch format {
	case "png":
		return media.PNG
	case "gif":
		return media.GIF
	case "webp":
		if !opaque(m) {
			return media.PNG
		}
	}
	return media.JPEG
}

func opaque(m image.Image) bool {
	asked, can := m.(interface{ Opaque() bool })
	return can && asked.Opaque()
}

// jpegQuality leaves no marks that one sees on a face, at about a fifth of a byte a pixel.
const jpegQuality = 88

func encode(m image.Image, kind string) ([]byte, error) {
	var b bytes.Buffer
	var err error
	switch kind {
	case media.JPEG:
		err = jpeg.Encode(&b, m, &jpeg.Options{Quality: jpegQuality})
	case media.GIF:
		err = gif.Encode(&b, m, nil)
	default:
		err = png.Encode(&b, m)
	}
	return b.Bytes(), err
}
