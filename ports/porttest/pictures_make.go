package porttest

import (
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"hash/crc32"
	"image"
	"image/color"
	"image/gif"
	"image/jpeg"
	"image/png"
	"testing"

	"github.com/clubhuis/clubhuis/core/media"
)

// The pictures that the suite of ports.Pictures brings, and what cameras and programs write into them.

var (
	red, green = color.NRGBA{255, 0, 0, 255}, color.NRGBA{0, 255, 0, 255}
	blue       = color.NRGBA{0, 0, 255, 255}
	white      = color.NRGBA{255, 255, 255, 255}
	nothing    = color.NRGBA{}
	// quarters are a picture's: left and right above, left and right below.
	quarters = [4]color.NRGBA{red, green, blue, white}
	window   = [4]color.NRGBA{red, green, blue, nothing}
)

// quarterOf says which quarter of a picture a pixel is in.
func quarterOf(x, y, width, height int) int { return y*2/height*2 + x*2/width }

// picture has four quarters.
func picture(width, height int, quarters [4]color.NRGBA) *image.NRGBA {
	m := image.NewNRGBA(image.Rect(0, 0, width, height))
	for y := range height {
		for x := range width {
			m.SetNRGBA(x, y, quarters[quarterOf(x, y, width, height)])
		}
	}
	return m
}

// held is a picture as a camera stores it that was held in one of eight ways (EXIF 2.3, tag 274: at which side of the
// scene row 0 and column 0 are).
func held(m *image.NRGBA, orientation int) *image.NRGBA {
	way := [...]struct{ turned, rowsFromEnd, columnsFromEnd bool }{
		1: {false, false, false}, // top, left
		2: {false, false, true},  // top, right
		3: {false, true, true},   // bottom, right
		4: {false, true, false},  // bottom, left
		5: {true, false, false},  // left, top
		6: {true, true, false},   // right, top
		7: {true, true, true},    // right, bottom
		8: {true, false, true},   // left, bottom
	}[orientation]
	rows, columns := m.Rect.Dy(), m.Rect.Dx()
	if way.turned {
		rows, columns = columns, rows
	}
	stored := image.NewNRGBA(image.Rect(0, 0, columns, rows))
	for row := range rows {
		for column := range columns {
			a, b := row, column
			if way.rowsFromEnd {
				a = rows - 1 - row
			}
			if way.columnsFromEnd {
				b = columns - 1 - column
			}
			x, y := b, a
			if way.turned {
				x, y = a, b
			}
			stored.SetNRGBA(column, row, m.NRGBAAt(x, y))
		}
	}
	return stored
}

func asJPEG(t testing.TB, m image.Image) []byte {
	var b bytes.Buffer
	ok(t, jpeg.Encode(&b, m, &jpeg.Options{Quality: 95}))
	return b.Bytes()
}

// progressive is the beginning of a JPEG that is sent in passes, with components of these sampling factors, up to its first pass.
func progressive(width, height uint16, factors ...byte) []byte {
	data := binary.BigEndian.AppendUint16([]byte{0xff, 0xd8, 0xff, 0xc2}, uint16(8+3*len(factors)))
	data = binary.BigEndian.AppendUint16(append(data, 8), height)
	data = append(binary.BigEndian.AppendUint16(data, width), byte(len(factors)))
	for i, factor := range factors {
		data = append(data, byte(i+1), factor, 0)
	}
	return append(data, 0xff, 0xda, 0, 8, 1, 1, 0, 0, 0, 0)
}

func asPNG(t testing.TB, m image.Image) []byte {
	var b bytes.Buffer
	ok(t, png.Encode(&b, m))
	return b.Bytes()
}

// asGIF has frames, of which the first shows the quarters and the others nothing of them.
func asGIF(t testing.TB, width, height, frames int, quarters [4]color.NRGBA) []byte {
	all := gif.GIF{Config: image.Config{Width: width, Height: height}}
	for frame := range frames {
		m := image.NewPaletted(image.Rect(0, 0, width, height), color.Palette{quarters[0], quarters[1], quarters[2], quarters[3]})
		for y := range height {
			for x := range width {
				if frame == 0 {
					m.SetColorIndex(x, y, uint8(quarterOf(x, y, width, height)))
				}
			}
		}
		all.Image, all.Delay = append(all.Image, m), append(all.Delay, 10)
	}
	var b bytes.Buffer
	ok(t, gif.EncodeAll(&b, &all))
	return b.Bytes()
}

// secret is what nobody else may learn from a picture.
const secret = "52.3702,4.8952 Jan Kok 2026:03:29"

// exif is what a camera notes: how it was held, and where, when and whose it was.
func exif(order binary.AppendByteOrder, orientation int) []byte {
	head := "II*\x00"
	if order == binary.AppendByteOrder(binary.BigEndian) {
		head = "MM\x00*"
	}
	b := order.AppendUint32([]byte(head), 8)
	b = order.AppendUint16(b, 3)
	entry := func(tag, kind uint16, count, value uint32) {
		b = order.AppendUint32(order.AppendUint16(order.AppendUint16(b, tag), kind), count)
		if kind == 3 { // a short stands in the first half
			b = order.AppendUint16(order.AppendUint16(b, uint16(value)), 0)
			return
		}
		b = order.AppendUint32(b, value)
	}
	const directory = 8 + 2 + 3*12 + 4
	entry(0x010e, 2, uint32(len(secret)), directory) // description
	entry(0x0112, 3, 1, uint32(orientation))
	entry(0x8825, 4, 1, directory) // GPS
	return append(order.AppendUint32(b, 0), secret...)
}

func segment(marker byte, body string) []byte {
	return append(binary.BigEndian.AppendUint16([]byte{0xff, marker}, uint16(len(body)+2)), body...)
}

// noted is a JPEG with a camera's notes in it, and with more behind its end.
func noted(jpeg, exif []byte) []byte {
	all := append([]byte{}, jpeg[:2]...)
	all = append(all, segment(0xe0, "JFIF\x00\x01\x01\x00\x00\x01\x00\x01\x00\x00")...)
	all = append(all, segment(0xe1, "http://ns.adobe.com/xap/1.0/\x00<x:xmpmeta>"+secret+"</x:xmpmeta>")...)
	all = append(all, segment(0xe1, "Exif\x00\x00"+string(exif))...)
	all = append(all, segment(0xe2, "ICC_PROFILE\x00\x01\x01"+secret)...)
	all = append(all, segment(0xfe, secret)...)
	all = append(all, jpeg[2:]...)
	return append(all, secret...)
}

func pngChunk(name, body string) []byte {
	b := append(binary.BigEndian.AppendUint32(nil, uint32(len(body))), name+body...)
	return binary.BigEndian.AppendUint32(b, crc32.ChecksumIEEE(b[4:]))
}

// chunked is a PNG with chunks behind its header.
func chunked(png []byte, chunks ...[]byte) []byte {
	const header = 8 + 12 + 13
	return bytes.Join([][]byte{png[:header], bytes.Join(chunks, nil), png[header:], []byte(secret)}, nil)
}

func pngHeader(width, height uint32, depth, kind byte) string {
	return string(append(binary.BigEndian.AppendUint32(binary.BigEndian.AppendUint32(nil, width), height), depth, kind, 0, 0, 0))
}

func deflated(t testing.TB, length int) string {
	var b bytes.Buffer
	w := zlib.NewWriter(&b)
	_, err := w.Write(make([]byte, length))
	ok(t, err)
	ok(t, w.Close())
	return b.String()
}

// blackPNG is a grey picture with nothing in it, which takes hardly any bytes.
func blackPNG(t testing.TB, width, height int) []byte {
	return bytes.Join([][]byte{
		[]byte("\x89PNG\r\n\x1a\n"), pngChunk("IHDR", pngHeader(uint32(width), uint32(height), 8, 0)),
		pngChunk("IDAT", deflated(t, (width+1)*height)), pngChunk("IEND", ""),
	}, nil)
}

// webpWith is a WebP with a chunk behind its picture.
func webpWith(webp []byte, name, body string) []byte {
	all := append(append([]byte{}, webp...), name...)
	all = append(binary.LittleEndian.AppendUint32(all, uint32(len(body))), body...)
	if len(body)%2 == 1 {
		all = append(all, 0)
	}
	binary.LittleEndian.PutUint32(all[4:], uint32(len(all)-8))
	return all
}

// shown decodes a file, which must be of the type.
func shown(t testing.TB, data []byte, kind string) image.Image {
	t.Helper()
	m, format, err := image.Decode(bytes.NewReader(data))
	ok(t, err)
	if "image/"+format != kind {
		t.Errorf("it is a %s, not %s", format, kind)
	}
	return m
}

// shows checks the middle of each quarter, as far as a JPEG keeps colours.
func shows(t testing.TB, what string, m image.Image, want [4]color.NRGBA) {
	t.Helper()
	b := m.Bounds()
	for i, want := range want {
		x, y := b.Min.X+b.Dx()*(1+i%2*2)/4, b.Min.Y+b.Dy()*(1+i/2*2)/4
		got := color.NRGBAModel.Convert(m.At(x, y)).(color.NRGBA)
		if want.A == 0 && got.A == 0 {
			continue
		}
		for _, c := range [][2]uint8{{got.R, want.R}, {got.G, want.G}, {got.B, want.B}, {got.A, want.A}} {
			if d := int(c[0]) - int(c[1]); d < -12 || d > 12 {
				t.Errorf("%s: quarter %d is %v, want %v", what, i, got, want)
				break
			}
		}
	}
}

// sized checks the lengths of what was made.
func sized(t testing.TB, what string, p media.Picture, width, height int) {
	t.Helper()
	full, thumbnail := shown(t, p.Full, p.Type).Bounds(), shown(t, p.Thumbnail, media.FileType(p.Type, media.Thumbnail)).Bounds()
	if p.Width != width || p.Height != height || full.Dx() != width || full.Dy() != height {
		t.Errorf("%s: said to be %d × %d, is %d × %d, want %d × %d", what, p.Width, p.Height, full.Dx(), full.Dy(), width, height)
	}
	if thumbnail.Dx() != media.ThumbnailSide || thumbnail.Dy() != media.ThumbnailSide {
		t.Errorf("%s: the thumbnail is %d × %d", what, thumbnail.Dx(), thumbnail.Dy())
	}
}
