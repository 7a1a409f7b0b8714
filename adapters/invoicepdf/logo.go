package invoicepdf

import (
	"bytes"
	"crypto/sha256"
	"image"
	"image/color"
	_ "image/gif" // what a logo can be
	"image/jpeg"
	_ "image/png" // likewise
	"sync"

	"github.com/signintech/gopdf"
	"golang.org/x/image/draw"
)

// logo is a picture as it is printed.
type logo struct {
	holder     gopdf.ImageHolder
	wide, high float64
}

// logos keeps the last logo, which is that of every paper of a club.
type logos struct {
	mutex  sync.Mutex
	digest [sha256.Size]byte
	jpeg   []byte
	size   image.Point
}

// The largest size of a logo, in points, and how many pixels go into one.
const (
	logoWidth, logoHeight = 180.0, 60.0
	pixels                = 3
)

// of returns a picture as it is printed, nil for none and for one that can't be read.
func (l *logos) of(data []byte) *logo {
	if len(data) == 0 {
		return nil
	}
	l.mutex.Lock()
	defer l.mutex.Unlock()
	if digest := sha256.Sum256(data); digest != l.digest {
		l.digest, l.jpeg = digest, nil
		l.jpeg, l.size = flattened(data)
	}
	if l.jpeg == nil {
		return nil
	}
	holder, err := gopdf.ImageHolderByBytes(l.jpeg)
	if err != nil {
		return nil
	}
	return &logo{holder, float64(l.size.X) / pixels, float64(l.size.Y) / pixels}
}

// flattened returns a picture on white in the size in which it is printed: without transparency and 16 bits, which PDFs dislike.
func flattened(data []byte) ([]byte, image.Point) {
	picture, _, err := image.Decode(bytes.NewReader(data))
	if err != nil || picture.Bounds().Empty() {
		return nil, image.Point{}
	}
	from := picture.Bounds()
	scale := min(logoWidth*pixels/float64(from.Dx()), logoHeight*pixels/float64(from.Dy()))
	size := image.Pt(max(1, int(float64(from.Dx())*scale)), max(1, int(float64(from.Dy())*scale)))
	flat := image.NewRGBA(image.Rectangle{Max: size})
	draw.Draw(flat, flat.Bounds(), image.NewUniform(color.White), image.Point{}, draw.Src)
	draw.CatmullRom.Scale(flat, flat.Bounds(), picture, from, draw.Over, nil)
	var b bytes.Buffer
	if jpeg.Encode(&b, flat, &jpeg.Options{Quality: 92}) != nil {
		return nil, image.Point{}
	}
	return b.Bytes(), size
}
