package pictures

import (
	"bytes"
	"compress/lzw"
	"encoding/binary"
	"errors"
	"image"
	"runtime"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/clubhuis/clubhuis/core/media"
	"github.com/clubhuis/clubhuis/fixtures/bombs"
)

// took returns how many bytes something allocates in all, whatever is given back meanwhile.
func took(do func()) int64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	do()
	runtime.ReadMemStats(&after)
	return int64(after.TotalAlloc - before.TotalAlloc)
}

// within decodes a picture, and reports what that took and what was said before. decodes is whether it can be read to its end.
func within(t interface{ Fatalf(string, ...any) }, what any, data []byte) (decodes bool) {
	config, format, err := image.DecodeConfig(bytes.NewReader(data))
	if err != nil {
		return false
	}
	cost, err := costOf(data, format, config)
	if err != nil || media.CheckPixels(config.Width, config.Height) != nil {
		return false
	}
	said := cost.bytes - finishing(int64(config.Width), int64(config.Height))
	got := took(func() { _, _, err = image.Decode(bytes.NewReader(data)) })
	if got > said {
		t.Fatalf("%+v: decoding took %d bytes, %d were said", what, got, said)
	}
	return err == nil
}

func jpegs(t *rapid.T) bombs.JPEG {
	j := bombs.JPEG{
		Width: rapid.IntRange(1, 700).Draw(t, "width"), Height: rapid.IntRange(1, 700).Draw(t, "height"),
		Progressive: rapid.Bool().Draw(t, "progressive"), Adobe: rapid.Bool().Draw(t, "adobe"),
		Passes: rapid.IntRange(1, 2).Draw(t, "passes"),
		Names:  rapid.SampledFrom([]string{"", "RGBA"}).Draw(t, "names"),
	}
	j.Sampling = rapid.SampledFrom([][]byte{
		{0x11}, {0x22}, {0x44}, {0x11, 0x11, 0x11}, {0x22, 0x11, 0x11}, {0x21, 0x11, 0x11}, {0x12, 0x11, 0x11}, {0x41, 0x11, 0x11},
		{0x42, 0x11, 0x11},
		{0x22, 0x22, 0x22}, {0x22, 0x21, 0x21}, {0x11, 0x11, 0x11, 0x11}, {0x22, 0x11, 0x11, 0x22},
	}).Draw(t, "sampling")
	return j
}

func pngs(t *rapid.T) bombs.PNG {
	kind := rapid.SampledFrom([][2]byte{
		{0, 1}, {0, 4}, {0, 8}, {0, 16}, {2, 8}, {2, 16}, {3, 1}, {3, 8}, {4, 8}, {4, 16}, {6, 8}, {6, 16},
	}).Draw(t, "kind")
	p := bombs.PNG{
		Width: rapid.IntRange(1, 700).Draw(t, "width"), Height: rapid.IntRange(1, 700).Draw(t, "height"),
		Kind: kind[0], Depth: kind[1], Interlaced: rapid.Bool().Draw(t, "interlaced"),
	}
	p.Transparent = (p.Kind == 0 || p.Kind == 2) && rapid.Bool().Draw(t, "transparent")
	if rapid.IntRange(0, 9).Draw(t, "flat") == 0 { // whose rows cost more than its pixels
		p.Width, p.Height = 400_000, rapid.IntRange(1, 2).Draw(t, "rows")
	}
	return p
}

func TestDecodersStayWithinTheBudget(t *testing.T) {
	decoded, drawn := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		j, p := jpegs(t), pngs(t)
		for _, made := range []struct {
			what any
			data []byte
		}{{j, j.Bytes()}, {p, p.Bytes()}} {
			drawn++
			if within(t, made.what, made.data) {
				decoded++
			}
		}
	})
	if decoded < drawn/2 {
		t.Errorf("only %d of %d pictures could be decoded", decoded, drawn)
	}
	if !within(t, "GIF", interlacedGIF(1200, 900)) {
		t.Error("the GIF could not be decoded")
	}
}

func TestATelephonesPictureTakesNoMoreThanItSays(t *testing.T) {
	data := bombs.JPEG{Width: 8160, Height: 6120, Sampling: []byte{0x22, 0x11, 0x11}}.Bytes()
	var p media.Picture
	var err error
	if got := took(func() { p, err = New().Prepare(t.Context(), data, false) }); err != nil || got > media.MaxDecodedBytes ||
		p.Width != 2048 {
		t.Errorf("%d bytes, %d wide, %v", got, p.Width, err)
	}
}

// A picture whose headers contradict each other takes no more than was said either, and mostly nothing.
func TestHeadersThatLieStayWithinTheBudget(t *testing.T) {
	grey := bombs.JPEG{Width: 64, Height: 64, Sampling: []byte{0x11}}
	huge := bombs.JPEG{Width: 7000, Height: 7000, Progressive: true, Sampling: []byte{0x11, 0x11, 0x11}}
	small := grey.Bytes()
	scan := bytes.Index(small, []byte{0xff, 0xda})
	start := bytes.Index(small, []byte{0xff, 0xc0})
	hidden := slices.Concat([]byte{0xff, 0xe0, 0, byte(2 + len(huge.Header()))}, huge.Header())
	for name, data := range map[string][]byte{
		"a second header before the pass": slices.Concat(small[:scan], huge.Header(), small[scan:]),
		"a larger one before the first":   slices.Concat(small[:start], huge.Header(), small[start:]),
		"one behind the pass":             bombs.JPEG{Width: 64, Height: 64, Sampling: []byte{0x11}, After: huge.Header()}.Bytes(),
		"one within a note":               slices.Concat(small[:2], hidden, small[2:]),
		"one in what is passed over":      slices.Concat(small[:2], []byte("between\xff\x00"), small[2:]),
		"fill bytes before it":            slices.Concat(small[:start], []byte{0xff, 0xff}, small[start:]),
		"a restart before it":             slices.Concat(small[:start], []byte{0xff, 0xd3}, huge.Header(), small[start:]),
		"a second start":                  slices.Concat(small[:2], []byte{0xff, 0xd8}, small[2:]),
		"no data behind it":               huge.Bytes()[:800],
		"Adobe's note behind the pass": bombs.JPEG{
			Width: 900, Height: 900, Sampling: []byte{0x11, 0x11, 0x11},
			After: []byte("\xff\xee\x00\x0eAdobe\x00\x64\x00\x00\x00\x00\x00"),
		}.Bytes(),
	} {
		within(t, name, data)
	}
	config := image.Config{Width: 64, Height: 65}
	if _, err := costOf(small, "jpeg", config); !errors.Is(err, media.ErrType) {
		t.Errorf("another size than the decoder's: %v", err)
	}
}

// A WebP that claims to be longer than it is makes the decoder take room for what is not there.
func TestAWebPThatClaimsMoreThanItHasIsRefused(t *testing.T) {
	data := binary.LittleEndian.AppendUint32([]byte("RIFF"), 1<<30)
	data = binary.LittleEndian.AppendUint32(append(data, "WEBPVP8 "...), 1<<29)
	data = append(data, 0, 0, 0, 0x9d, 0x01, 0x2a, 64, 0, 64, 0)
	if _, err := costOf(data, "webp", image.Config{Width: 64, Height: 64}); !errors.Is(err, media.ErrType) {
		t.Errorf("got %v", err)
	}
}

func TestWhatFitsTheBudget(t *testing.T) {
	three := func(luma byte) []byte { return []byte{luma, 0x11, 0x11} }
	for _, c := range []struct {
		name string
		data []byte
		fits bool
	}{
		{"a telephone's 50 megapixels", bombs.JPEG{Width: 8192, Height: 6100, Sampling: three(0x22)}.Bytes(), true},
		{"the same without saving on colours", bombs.JPEG{Width: 8192, Height: 6100, Sampling: three(0x11)}.Bytes(), true},
		{"24 megapixels as the web has them", bombs.JPEG{Width: 6000, Height: 4000, Progressive: true, Sampling: three(0x22)}.Bytes(),
			true},
		{"a drawing of 50 megapixels", bombs.PNG{Width: 7071, Height: 7071, Depth: 8, Kind: 6, Cut: true}.Bytes(), true},
		{"a deep one of 25", bombs.PNG{Width: 5000, Height: 5000, Depth: 16, Kind: 6, Cut: true}.Bytes(), true},
		{"progressive, three components", bombs.JPEG{Width: 7070, Height: 7070, Progressive: true, Sampling: three(0x11)}.Bytes(),
			false},
		{"progressive, four components", bombs.JPEG{Width: 7070, Height: 7070, Progressive: true, Adobe: true,
			Sampling: []byte{0x11, 0x11, 0x11, 0x11}}.Bytes(), false},
		{"four components", bombs.JPEG{Width: 7070, Height: 7070, Adobe: true, Sampling: []byte{0x11, 0x11, 0x11, 0x11}}.Bytes(),
			false},
		{"a deep one of 50", bombs.PNG{Width: 7070, Height: 7070, Depth: 16, Kind: 6, Cut: true}.Bytes(), false},
		{"an interlaced one of 50", bombs.PNG{Width: 7070, Height: 7070, Depth: 8, Kind: 6, Interlaced: true, Cut: true}.Bytes(),
			false},
		{"a single row", bombs.PNG{Width: 40_000_000, Height: 1, Depth: 8, Kind: 6, Cut: true}.Bytes(), false},
	} {
		config, format, err := image.DecodeConfig(bytes.NewReader(c.data))
		if err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		cost, err := costOf(c.data, format, config)
		if fits := media.CheckDecoded(cost.bytes) == nil; err != nil || fits != c.fits {
			t.Errorf("%s: %d bytes, fits %v, %v", c.name, cost.bytes, fits, err)
		}
	}
}

func interlacedGIF(width, height int) []byte {
	var b bytes.Buffer
	b.WriteString("GIF89a")
	size := binary.LittleEndian.AppendUint16(binary.LittleEndian.AppendUint16(nil, uint16(width)), uint16(height))
	b.Write(append(size, 0x80, 0, 0, 0, 0, 0, 255, 255, 255)) // two colours for all frames
	b.Write(append([]byte{0x2c, 0, 0, 0, 0}, append(size, 0x40, 2)...))
	var packed bytes.Buffer
	w := lzw.NewWriter(&packed, lzw.LSB, 2)
	_, _ = w.Write(make([]byte, width*height)) // to memory
	_ = w.Close()
	for data := packed.Bytes(); len(data) > 0; {
		n := min(255, len(data))
		b.Write(append([]byte{byte(n)}, data[:n]...))
		data = data[n:]
	}
	b.Write([]byte{0, 0x3b})
	return b.Bytes()
}
