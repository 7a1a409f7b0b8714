package pictures

import (
	"image"

	_ "golang.org/x/image/webp" // so that image.Decode knows it
)

// brighten corrects the colours of a WebP with losses. As films do, it keeps black as 16 and white as 235 (RFC 6386 §9.2); the
// decoder hands that out as if it were a JPEG's 0 and 255, and everything is grey.
func brighten(m image.Image) {
	var planes *image.YCbCr
	switch m := m.(type) {
	case *image.YCbCr:
		planes = m
	case *image.NYCbCrA:
		planes = &m.YCbCr
	default: // one without losses
		return
	}
	spread(planes.Y, 16, 0, 219)
	spread(planes.Cb, 128, 128, 224)
	spread(planes.Cr, 128, 128, 224)
}

// spread brings values that lie around from, over a range, to lie around to, over 255.
func spread(values []uint8, from, to, over int) {
	var table [256]uint8
	for v := range table {
		table[v] = uint8(min(255, max(0, to+((v-from)*255*2+over)/(over*2))))
	}
	for i, v := range values {
		values[i] = table[v]
	}
}
