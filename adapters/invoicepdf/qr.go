package invoicepdf

import (
	"bytes"
	"image"
	"image/color"
	"image/png"

	"github.com/boombuler/barcode"
	"github.com/boombuler/barcode/qr"

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
func (*Printer) QR(content, colour string) ([]byte, error) {
	return codePicture(content, qr.H, colourOf(colour))
}

// TransferQR implements ports.Papers.
func (*Printer) TransferQR(content string) ([]byte, error) {
	return codePicture(content, qr.M, [3]uint8{})
}

func codePicture(content string, level qr.ErrorCorrectionLevel, rgb [3]uint8) ([]byte, error) {
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
	var b bytes.Buffer
	if err := png.Encode(&b, picture); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}
