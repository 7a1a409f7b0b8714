package invoicepdf

import (
	"bytes"
	"image"
	"image/color"
	"image/png"

	"github.com/boombuler/barcode"
	"github.com/boombuler/barcode/qr"
	"golang.org/x/image/draw"

	"github.com/clubhuis/clubhuis/core/paper"
)

// modules draws a code of level M as rectangles: one for each run of dark modules of a row.
func (s *sheet) modules(content string, x, y, side float64) {
	code, err := qr.Encode(content, qr.M, qr.Unicode)
	if err != nil {
		s.note(paper.ErrTooLong.Because(err))
		return
	}
	n := code.Bounds().Dx()
	unit := side / float64(n)
	s.ink([3]uint8{})
	for row := range n {
		for from := 0; from < n; {
			to := from
			for to < n && dark(code, to, row) {
				to++
			}
			if to > from {
				s.pdf.RectFromUpperLeftWithStyle(x+float64(from)*unit, y+float64(row)*unit, float64(to-from)*unit, unit, "F")
			}
			from = to + 1
		}
	}
}

func dark(code barcode.Barcode, x, y int) bool {
	r, _, _, _ := code.At(x, y).RGBA()
	return r == 0
}

const (
	pictureSide = 330 // pixels, or the next whole multiple of the modules below it
	quiet       = 4   // modules of white around it
)

// QR implements ports.Papers.
func (*Printer) QR(content, colour string, logo []byte) ([]byte, error) {
	picture, err := codePicture(content, qr.H, colourOf(colour))
	if err != nil {
		return nil, err
	}
	if len(logo) > 0 {
		if mark, _, err := image.Decode(bytes.NewReader(logo)); err == nil && !mark.Bounds().Empty() {
			return encoded(marked(picture, mark))
		}
	}
	return encoded(picture)
}

// marked returns a code with a logo in the middle: a fifth of its side, with some white around it.
func marked(code image.Image, mark image.Image) image.Image {
	bounds := code.Bounds()
	picture := image.NewRGBA(bounds)
	draw.Draw(picture, bounds, code, bounds.Min, draw.Src)
	side, from := bounds.Dx()/5, mark.Bounds()
	scale := float64(side) / float64(max(from.Dx(), from.Dy()))
	wide, high := max(1, int(float64(from.Dx())*scale)), max(1, int(float64(from.Dy())*scale))
	middle := bounds.Min.Add(bounds.Size().Div(2))
	at := image.Rect(0, 0, wide, high).Add(middle.Sub(image.Pt(wide/2, high/2)))
	const white = 4 // pixels
	draw.Draw(picture, at.Inset(-white), image.NewUniform(color.White), image.Point{}, draw.Src)
	draw.CatmullRom.Scale(picture, at, mark, from, draw.Over, nil)
	return picture
}

// TransferQR implements ports.Papers.
func (*Printer) TransferQR(content string) ([]byte, error) {
	picture, err := codePicture(content, qr.M, [3]uint8{})
	if err != nil {
		return nil, err
	}
	return encoded(picture)
}

func encoded(picture image.Image) ([]byte, error) {
	var b bytes.Buffer
	if err := png.Encode(&b, picture); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}

func codePicture(content string, level qr.ErrorCorrectionLevel, rgb [3]uint8) (image.Image, error) {
	code, err := qr.Encode(content, level, qr.Unicode)
	if err != nil {
		return nil, paper.ErrTooLong.Because(err)
	}
	n := code.Bounds().Dx()
	unit := max(pictureSide/(n+2*quiet), 1)
	side := max(pictureSide, unit*(n+2*quiet))
	start := (side - unit*n) / 2
	picture := image.NewPaletted(image.Rect(0, 0, side, side), color.Palette{color.White, color.RGBA{rgb[0], rgb[1], rgb[2], 255}})
	for y := range n * unit {
		for x := range n * unit {
			if dark(code, x/unit, y/unit) {
				picture.SetColorIndex(start+x, start+y, 1)
			}
		}
	}
	return picture, nil
}
