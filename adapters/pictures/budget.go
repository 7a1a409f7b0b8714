package pictures

import (
	"bytes"
	"encoding/binary"
	"image"

	"github.com/clubhuis/clubhuis/core/media"
)

// cost is what a picture will take to prepare. It follows from the headers alone: nothing is unpacked for it.
type cost struct {
	pixels int64
	bytes  int64 // what the decoder allocates in all, and what is made of the picture afterwards
	passes int64 // how many times the decoder goes over the picture
}

// The cost of the decoders is read off their sources (image/jpeg, image/png, image/gif of Go 1.26; x/image/webp). They are
// counted as if nothing were given back in between, so that the estimate is never too low. TestDecodersStayWithinTheBudget
// holds them to it.

// base is what every decoder takes for its buffers and tables.
const base = 1 << 20

// costOf reads the cost of a picture whose format and size are known. A header that contradicts the size, or claims more data
// than there is, is media.ErrType.
func costOf(data []byte, format string, config image.Config) (cost, error) {
	c := cost{pixels: int64(config.Width) * int64(config.Height), passes: 1}
	var err error
	switch format {
	case "jpeg":
		c.passes = int64(max(1, scans(data)))
		c.bytes, err = jpegBytes(data, config)
	case "png":
		c.bytes, err = pngBytes(data, config)
	case "gif":
		c.bytes = 2 * c.pixels // the first frame, and once more when it is interlaced; no frame is larger than the whole
	case "webp":
		c.bytes, err = webpBytes(data, config)
	}
	c.bytes += base + finishing(int64(config.Width), int64(config.Height))
	return c, err
}

// finishing returns what is made of a decoded picture: one that fits, twice as much to turn it upright, and a row to shrink it.
func finishing(width, height int64) int64 {
	full := width * height
	if longest := max(width, height); longest > media.FullSide {
		full = media.FullSide * max(1, (media.FullSide*min(width, height)+longest/2)/longest)
	}
	return 3*4*full + 4*width
}

// frame is what a JPEG's header says.
type frame struct {
	progressive   bool
	width, height int64
	components    []component
}

type component struct {
	id         byte
	wide, high int64 // how many blocks of 8 × 8 it has in a unit
}

// frameOf returns the first header of a JPEG that a decoder would read. A second one is an error to the decoder, and so is one
// behind the first pass.
func frameOf(data []byte) (frame, bool) {
	for marker, body := range segments(data) {
		if marker == startOfScan {
			break
		}
		if marker < 0xc0 || marker > 0xc2 {
			continue
		}
		if len(body) < 6 || len(body) != 6+3*int(body[5]) {
			break
		}
		f := frame{
			progressive: marker == 0xc2,
			height:      int64(binary.BigEndian.Uint16(body[1:])), width: int64(binary.BigEndian.Uint16(body[3:])),
		}
		for part := body[6:]; len(part) > 0; part = part[3:] {
			f.components = append(f.components, component{id: part[0], wide: int64(part[1] >> 4), high: int64(part[1] & 15)})
		}
		if len(f.components) == 1 { // a unit of a grey picture is one block, whatever it says
			f.components[0].wide, f.components[0].high = 1, 1
		}
		return f, true
	}
	return frame{}, false
}

// jpegBytes returns the planes of all components in whole units, in a progressive picture also 64 coefficients of 4 bytes for
// each block, and 4 bytes a pixel when the decoder puts the planes together.
func jpegBytes(data []byte, config image.Config) (int64, error) {
	f, found := frameOf(data)
	if !found || f.width != int64(config.Width) || f.height != int64(config.Height) {
		return 0, media.ErrType
	}
	switch len(f.components) {
	case 1, 3, 4:
	default:
		return 0, media.ErrType
	}
	var blocks int64 // in a unit
	for _, c := range f.components {
		if c.wide < 1 || c.wide > 4 || c.high < 1 || c.high > 4 {
			return 0, media.ErrType
		}
		blocks += c.wide * c.high
	}
	first := f.components[0]
	units := ((f.width + 8*first.wide - 1) / (8 * first.wide)) * ((f.height + 8*first.high - 1) / (8 * first.high))
	total := units * blocks * 64
	if f.progressive {
		total += units * blocks * 64 * 4
	}
	if len(f.components) == 4 || len(f.components) == 3 && f.colored(data) {
		total += 4 * f.width * f.height
	}
	return total, nil
}

// colored reports whether a JPEG may hold red, green and blue instead of brightness and colour: by the names of its components,
// or by Adobe's note, which may stand anywhere.
func (f frame) colored(data []byte) bool {
	if f.components[0].id == 'R' && f.components[1].id == 'G' && f.components[2].id == 'B' {
		return true
	}
	for name := []byte("Adobe"); ; {
		at := bytes.Index(data, name)
		if at < 0 {
			return false
		}
		if at >= 4 && data[at-4] == 0xff && data[at-3] == 0xee && at+11 < len(data) && data[at+11] == 0 {
			return true
		}
		data = data[at+1:] // the four bytes before the next name are still in it: the name itself is longer
	}
}

// pngBytes returns the pixels as the decoder keeps them and two rows as they are packed; for an interlaced picture all of it
// once more, for its seven passes.
func pngBytes(data []byte, config image.Config) (int64, error) {
	const header = 8 + 8 + 13
	if len(data) < header || string(data[12:16]) != "IHDR" {
		return 0, media.ErrType
	}
	depth, kind, interlaced := int64(data[24]), data[25], data[28] == 1
	width, height := int64(config.Width), int64(config.Height)
	samples, kept := int64(1), int64(1) // values of a packed pixel, bytes of a kept one at 8 bits
	switch kind {
	case 0: // grey
		if bytes.Contains(data, []byte("tRNS")) {
			kept = 4
		}
	case 2: // colours
		samples, kept = 3, 4
	case 3: // a palette
	case 4: // grey, and how transparent
		samples, kept = 2, 4
	case 6: // colours, and how transparent
		samples, kept = 4, 4
	default:
		return 0, media.ErrType
	}
	if depth == 16 {
		kept *= 2
	}
	rows := 2 * (1 + (width*samples*depth+7)/8)
	total := width*height*kept + rows
	if interlaced {
		total += width*height*kept + 3*rows // the passes' rows are less than three whole ones
	}
	return total, nil
}

// The largest tables that x/image/vp8l keeps: groups of five trees, each as large as its alphabet allows.
const (
	mostGroups = 2600
	groupBytes = 5*600 + (280+2048+3*256+40)*2*8
)

// webpBytes depends on which of the two kinds of WebP it is, and whether one can look through it. One that claims to be
// longer than it is is refused: the decoder makes room for what is claimed.
func webpBytes(data []byte, config image.Config) (int64, error) {
	if len(data) < 20 || int64(binary.LittleEndian.Uint32(data[4:])) > int64(len(data))-8 {
		return 0, media.ErrType
	}
	width, height := int64(config.Width), int64(config.Height)
	// Pixels of 4 bytes, the same again for a palette, and tiles of 4 × 4 pixels for two transforms and the choice of tables.
	tiles := ((width + 3) / 4) * ((height + 3) / 4)
	lossless := 2*4*width*height + 3*4*tiles + min(mostGroups, tiles)*groupBytes + 4*groupBytes
	blocks := ((width + 15) / 16) * ((height + 15) / 16)
	lossy := blocks*(256+128+4) + 6*width + int64(len(data)) // 6 bytes for 16 columns are less
	switch kind := string(data[12:16]); {
	case kind == "VP8L":
		return lossless, nil
	case kind == "VP8 ":
		return lossy, nil
	case bytes.Contains(data, []byte("VP8L")), bytes.Contains(data, []byte("ALPH")): // ALPH is packed like a lossless picture
		return lossless + width*height + lossy, nil
	}
	return lossy, nil
}
