package porttest

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"image"
	"image/color"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/clubhuis/clubhuis/core/media"
	"github.com/clubhuis/clubhuis/ports"
)

// Pictures is the contract of ports.Pictures.
func Pictures(t *testing.T, pictures ports.Pictures) {
	ctx := context.Background()
	prepare := func(t *testing.T, data []byte) media.Picture {
		t.Helper()
		return must(pictures.Prepare(ctx, data, false))(t)
	}
	refuse := func(t *testing.T, what string, data []byte, vectors bool, want error) {
		t.Helper()
		if p, err := pictures.Prepare(ctx, data, vectors); !errors.Is(err, want) || p.Full != nil {
			t.Errorf("%s: got %v, want %v", what, err, want)
		}
	}

	t.Run("each kind becomes what it is kept as", func(t *testing.T) {
		for _, c := range []struct {
			name   string
			data   []byte
			kind   string
			colors [4]color.NRGBA
		}{
			{"a JPEG", asJPEG(t, picture(64, 48, quarters)), media.JPEG, quarters},
			{"a PNG", asPNG(t, picture(64, 48, quarters)), media.PNG, quarters},
			{"a transparent PNG", asPNG(t, picture(64, 48, window)), media.PNG, window},
			{"a GIF", asGIF(t, 64, 48, 1, quarters), media.GIF, quarters},
			{"a transparent GIF", asGIF(t, 64, 48, 1, window), media.GIF, window},
			{"a moving GIF", asGIF(t, 64, 48, 200, quarters), media.GIF, quarters},
			{"a WebP", decoded(webpLossy), media.JPEG, quarters},
			{"a transparent WebP", decoded(webpLossyAlpha), media.PNG, window},
			{"a transparent WebP without losses", decoded(webpLossless), media.PNG, window},
		} {
			for _, vectors := range []bool{false, true} {
				p := must(pictures.Prepare(ctx, c.data, vectors))(t)
				equal(t, c.name, p.Type, c.kind)
				sized(t, c.name, p, 64, 48)
				shows(t, c.name, shown(t, p.Full, p.Type), c.colors)
				shows(t, c.name+"'s thumbnail", shown(t, p.Thumbnail, media.FileType(p.Type, media.Thumbnail)), c.colors)
			}
		}
	})

	t.Run("colours of every depth", func(t *testing.T) {
		deep := image.NewNRGBA64(image.Rect(0, 0, 40, 20))
		grey, deepGrey := image.NewGray(deep.Rect), image.NewGray16(deep.Rect)
		few := image.NewPaletted(deep.Rect, color.Palette{red, green, blue, white})
		for y := range 20 {
			for x := range 40 {
				deep.Set(x, y, quarters[quarterOf(x, y, 40, 20)])
				few.Set(x, y, quarters[quarterOf(x, y, 40, 20)])
				grey.Set(x, y, white)
				deepGrey.Set(x, y, white)
			}
		}
		blank := [4]color.NRGBA{white, white, white, white}
		for name, c := range map[string]struct {
			data   []byte
			colors [4]color.NRGBA
		}{
			"deep": {asPNG(t, deep), quarters}, "few": {asPNG(t, few), quarters}, "grey": {asPNG(t, grey), blank},
			"deep grey": {asPNG(t, deepGrey), blank}, "a grey JPEG": {asJPEG(t, grey), blank},
		} {
			p := prepare(t, c.data)
			sized(t, name, p, 40, 20)
			shows(t, name, shown(t, p.Full, p.Type), c.colors)
		}
	})

	t.Run("large ones become smaller, small ones stay", func(t *testing.T) {
		for _, c := range []struct{ width, height, wantWidth, wantHeight int }{
			{2048, 2048, 2048, 2048}, {2500, 1900, 2048, 1556}, {1900, 2500, 1556, 2048}, {2049, 40, 2048, 40}, {1, 3000, 1, 2048},
			{9000, 2, 2048, 1}, {1, 1, 1, 1}, {7, 5, 7, 5},
		} {
			name := fmt.Sprintf("%d × %d", c.width, c.height)
			for _, data := range [][]byte{asPNG(t, picture(c.width, c.height, quarters)),
				asJPEG(t, picture(c.width, c.height, quarters))} {
				p := prepare(t, data)
				sized(t, name, p, c.wantWidth, c.wantHeight)
				if min(c.width, c.height) > 1000 {
					shows(t, name, shown(t, p.Full, p.Type), quarters)
				}
			}
		}
		p := prepare(t, asGIF(t, 3000, 30, 1, quarters))
		sized(t, "a wide GIF", p, 2048, 20)
		shows(t, "a wide GIF", shown(t, p.Full, media.GIF), quarters)
	})

	t.Run("the thumbnail is the middle", func(t *testing.T) {
		for _, across := range []bool{true, false} {
			m := image.NewNRGBA(image.Rect(0, 0, 1200, 400))
			if !across {
				m = image.NewNRGBA(image.Rect(0, 0, 400, 1200))
			}
			for y := range m.Rect.Dy() {
				for x := range m.Rect.Dx() {
					m.SetNRGBA(x, y, [3]color.NRGBA{red, green, blue}[max(x, y, 400*(x/400), 400*(y/400))/400])
				}
			}
			thumbnail := shown(t, prepare(t, asPNG(t, m)).Thumbnail, media.PNG)
			if across {
				shows(t, "a wide one", thumbnail, [4]color.NRGBA{green, green, green, green})
			} else {
				shows(t, "a high one", thumbnail, [4]color.NRGBA{green, green, green, green})
			}
		}
	})

	t.Run("upright, however the camera was held", func(t *testing.T) {
		upright := picture(60, 40, quarters)
		for orientation := 1; orientation <= 8; orientation++ {
			stored := held(upright, orientation)
			for _, order := range []binary.AppendByteOrder{binary.LittleEndian, binary.BigEndian} {
				notes := exif(order, orientation)
				for kind, data := range map[string][]byte{
					"JPEG": noted(asJPEG(t, stored), notes), "PNG": chunked(asPNG(t, stored), pngChunk("eXIf", string(notes))),
				} {
					what := fmt.Sprintf("%s, orientation %d, %v", kind, orientation, order)
					p := prepare(t, data)
					sized(t, what, p, 60, 40)
					shows(t, what, shown(t, p.Full, p.Type), quarters)
					shows(t, what+": thumbnail", shown(t, p.Thumbnail, p.Type), quarters)
				}
			}
		}
		p := prepare(t, noted(asJPEG(t, held(picture(3000, 2100, quarters), 6)), exif(binary.BigEndian, 6)))
		sized(t, "a large one", p, 2048, 1434)
		shows(t, "a large one", shown(t, p.Full, p.Type), quarters)
		p = prepare(t, webpWith(decoded(webpLossless), "EXIF", string(exif(binary.LittleEndian, 3))))
		sized(t, "a WebP", p, 64, 48)
		shows(t, "a WebP", shown(t, p.Full, p.Type), [4]color.NRGBA{nothing, blue, green, red})
	})

	t.Run("what can't be understood of an orientation is none", func(t *testing.T) {
		stored := asJPEG(t, picture(60, 40, quarters))
		good := exif(binary.LittleEndian, 6)
		for name, notes := range map[string][]byte{
			"0": exif(binary.BigEndian, 0), "9": exif(binary.BigEndian, 9), "empty": {}, "half a header": good[:6],
			"no directory":     good[:8],
			"half a directory": good[:16], "beyond the end": append([]byte("II*\x00\xff\xff\xff\xff"), good[8:]...),
			"other": []byte("XX*\x00 and on"),
		} {
			sized(t, name, prepare(t, noted(stored, notes)), 60, 40)
		}
	})

	t.Run("nothing is left of what was noted", func(t *testing.T) {
		m := picture(64, 48, quarters)
		text := string(exif(binary.BigEndian, 1))
		gif := asGIF(t, 64, 48, 1, quarters)
		gif = append(append(append(gif[:len(gif)-1:len(gif)-1], 0x21, 0xfe, byte(len(secret))), secret...), 0, 0x3b)
		for name, data := range map[string][]byte{
			"JPEG": noted(asJPEG(t, m), []byte(text)),
			"PNG": chunked(asPNG(t, m), pngChunk("eXIf", text), pngChunk("tEXt", "Author\x00"+secret),
				pngChunk("iTXt", "XML:com.adobe.xmp\x00\x00\x00\x00\x00"+secret)),
			"GIF":  gif,
			"WebP": webpWith(webpWith(decoded(webpLossy), "EXIF", text), "XMP ", secret),
		} {
			if !bytes.Contains(data, []byte(secret)) {
				t.Fatalf("%s: the sample notes nothing", name)
			}
			p := prepare(t, data)
			for _, made := range [][]byte{p.Full, p.Thumbnail} {
				for _, trace := range []string{secret, "Exif", "eXIf", "EXIF", "xmpmeta", "XMP", "ICC_PROFILE", "iCCP", "ICCP",
					"tEXt", "Google"} {
					if bytes.Contains(made, []byte(trace)) {
						t.Errorf("%s: %q is still in it", name, trace)
					}
				}
			}
		}
	})

	t.Run("what is no picture of these kinds is refused", func(t *testing.T) {
		for name, text := range map[string]string{
			"nothing": "", "text": "hello", "a page": "<!DOCTYPE html><html><body>x</body></html>", "a PDF": "%PDF-1.7\n",
			"a BMP":  "BM\x3a\x00\x00\x00\x00\x00\x00\x00\x36\x00\x00\x00\x28\x00\x00\x00\x01\x00\x00\x00\x01\x00\x00\x00\x01\x00\x18\x00",
			"a TIFF": "II*\x00\x08\x00\x00\x00", "a HEIC": "\x00\x00\x00\x18ftypheic\x00\x00\x00\x00mif1heic",
			"zeros":        strings.Repeat("\x00", 1000),
			"a name alone": "\x89PNG\r\n\x1a\n", "an empty WebP": "RIFF\x04\x00\x00\x00WEBP",
			"no width": string(bytes.Join([][]byte{[]byte("\x89PNG\r\n\x1a\n"), pngChunk("IHDR", pngHeader(0, 5, 8, 0))}, nil)),
		} {
			refuse(t, name, []byte(text), false, media.ErrType)
			refuse(t, name+" for vectors", []byte(text), true, media.ErrType)
		}
		refuse(t, "a vector picture where none is expected", []byte(`<svg xmlns="http://www.w3.org/2000/svg"/>`), false, media.ErrType)
	})

	t.Run("what is cut short is refused", func(t *testing.T) {
		m := picture(64, 48, quarters)
		for name, data := range map[string][]byte{
			"JPEG": noted(asJPEG(t, m), exif(binary.BigEndian, 6)), "PNG": asPNG(t, m), "GIF": asGIF(t, 64, 48, 1, quarters),
			"WebP": decoded(webpLossless), "transparent WebP": decoded(webpLossyAlpha), "lossy WebP": decoded(webpLossy),
		} {
			whole := len(data)
			if name == "JPEG" {
				whole -= len(secret)
			}
			for _, length := range []int{1, 4, 12, whole / 4, whole / 2, whole * 9 / 10} {
				refuse(t, fmt.Sprintf("%s of %d bytes of %d", name, length, whole), data[:length], false, media.ErrType)
			}
		}
	})

	t.Run("too many pixels are refused before any is unpacked", func(t *testing.T) {
		frame := asJPEG(t, picture(16, 16, quarters))
		at := bytes.Index(frame, []byte{0xff, 0xc0})
		binary.BigEndian.PutUint16(frame[at+5:], 60_000)
		binary.BigEndian.PutUint16(frame[at+7:], 60_000)
		webp := decoded(webpLossy)
		copy(webp[24:], []byte{0xff, 0x3f, 0, 0xff, 0x3f, 0})
		gif := asGIF(t, 4, 4, 1, quarters)
		copy(gif[6:], []byte{0xff, 0xff, 0xff, 0xff})
		for name, data := range map[string][]byte{
			"JPEG": frame, "PNG": bytes.Replace(blackPNG(t, 10, 10), pngChunk("IHDR", pngHeader(10, 10, 8, 0)),
				pngChunk("IHDR", pngHeader(100_000, 100_000, 8, 0)), 1),
			"WebP": webp, "GIF": gif, "just too many": blackPNG(t, 10_000, 5_001),
		} {
			took := allocated(func() { refuse(t, name, data, false, media.ErrTooManyPixels) })
			if took > 1<<20 {
				t.Errorf("%s: took %d bytes", name, took)
			}
		}
		sized(t, "just not too many", prepare(t, blackPNG(t, 10_000, 5_000)), 2048, 1024)
	})

	t.Run("what takes too much memory is refused before it is unpacked", func(t *testing.T) {
		deep, start := pngHeader(7070, 7070, 16, 6), "\x89PNG\r\n\x1a\n"
		interlaced := pngHeader(7070, 7070, 8, 6)
		interlaced = interlaced[:len(interlaced)-1] + "\x01"
		for name, data := range map[string][]byte{
			"progressive": progressive(7070, 7070, 0x11, 0x11, 0x11), "progressive, in ink": progressive(7070, 7070, 0x11, 0x11,
				0x11, 0x11),
			"a deep PNG":        append([]byte(start), pngChunk("IHDR", deep)...),
			"an interlaced PNG": append([]byte(start), pngChunk("IHDR", interlaced)...),
		} {
			if took := allocated(func() { refuse(t, name, data, false, media.ErrTooMuchMemory) }); took > 1<<20 {
				t.Errorf("%s: took %d bytes", name, took)
			}
		}
		refuse(t, "a smaller one, cut short", progressive(1000, 1000, 0x22, 0x11, 0x11), false, media.ErrType)
	})

	t.Run("a WebP that claims more than it has is refused", func(t *testing.T) {
		data := decoded(webpLossy)
		binary.LittleEndian.PutUint32(data[4:], 1<<30)
		if took := allocated(func() { refuse(t, "a longer one", data, false, media.ErrType) }); took > 1<<20 {
			t.Errorf("took %d bytes", took)
		}
	})

	t.Run("what is packed beside the pixels is not unpacked", func(t *testing.T) {
		packed := deflated(t, 100<<20)
		data := chunked(asPNG(t, picture(10, 10, quarters)), pngChunk("zTXt", "x\x00\x00"+packed), pngChunk("iCCP", "x\x00\x00"+packed))
		if took := allocated(func() { prepare(t, data) }); took > 20<<20 {
			t.Errorf("took %d bytes", took)
		}
		frames := asGIF(t, 500, 500, 400, quarters)
		if took := allocated(func() { prepare(t, frames) }); took > 20<<20 {
			t.Errorf("a moving picture took %d bytes", took)
		}
	})

	t.Run("a JPEG that asks for endless work is refused", func(t *testing.T) {
		frame := asJPEG(t, picture(16, 16, quarters))
		scan := frame[bytes.Index(frame, []byte{0xff, 0xda}) : len(frame)-2]
		endless := slices.Concat(frame[:len(frame)-2], bytes.Repeat(slices.Concat(scan, []byte("between")), 5000), []byte{0xff, 0xd9})
		refuse(t, "5000 passes", endless, false, media.ErrType)
		film := slices.Concat(frame, bytes.Repeat([]byte{0xff, 0xda, 0, 4}, 5000))
		sized(t, "a film behind the picture", prepare(t, film), 16, 16)
	})

	t.Run("vector pictures stay as they are", func(t *testing.T) {
		const head = `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" `
		for _, c := range []struct {
			name, text    string
			width, height int
		}{
			{"measured", head + `width="120" height="60px"><rect width="5" height="5" fill="red"/></svg>`, 120, 60},
			{"in a box", "\ufeff<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<!-- made by hand -->\n" + head +
				`viewBox="0 0 24.4 12"><path d="M0 0"/></svg>` + "\n", 24, 12},
			{"in percent", head + `width="100%" height="100%" viewBox="0,0,10,20"/>`, 10, 20},
			{"unmeasured", head + `/>`, 0, 0},
			{"with parts", head + `><defs><g id="a"><title>on &amp; off</title></g></defs><use xlink:href="#a"/><a href="https://club.example"/></svg>`, 0, 0},
			{"with a picture inside", head + `><image href="data:image/png;base64,AAAA"/><style>rect{fill:url(#a)}</style></svg>`, 0, 0},
			{"with a drawing program's own",
				head + `xmlns:i="http://www.inkscape.org/namespaces/inkscape" i:version="1"><i:grid/><metadata/></svg>`, 0, 0},
		} {
			p := must(pictures.Prepare(ctx, []byte(c.text), true))(t)
			equal(t, c.name, p.Type, media.SVG)
			equal(t, c.name, string(p.Full), c.text)
			equal(t, c.name+" is kept once", len(p.Thumbnail), 0)
			equal(t, c.name, [2]int{p.Width, p.Height}, [2]int{c.width, c.height})
		}
	})

	t.Run("an icon is the whole picture, small", func(t *testing.T) {
		for _, c := range []struct {
			name                  string
			full                  []byte
			wantWidth, wantHeight int
			colors                [4]color.NRGBA
		}{
			{"a wide JPEG", asJPEG(t, picture(960, 480, quarters)), media.IconSide, media.IconSide / 2, quarters},
			{"a high, transparent PNG", asPNG(t, picture(200, 2000, window)), 10, media.IconSide, window},
			{"a small GIF", asGIF(t, 64, 48, 1, window), 64, 48, window},
		} {
			icon := must(pictures.Icon(ctx, prepare(t, c.full).Full))(t)
			m := shown(t, icon, media.PNG)
			equal(t, c.name, [2]int{m.Bounds().Dx(), m.Bounds().Dy()}, [2]int{c.wantWidth, c.wantHeight})
			shows(t, c.name, m, c.colors)
		}
		for what, data := range map[string][]byte{
			"nothing": nil, "no picture": []byte("x"), "a vector": []byte(`<svg xmlns="http://www.w3.org/2000/svg"/>`),
			"one that nobody made here": asPNG(t, picture(media.FullSide+1, 4, quarters)),
			"half a picture":            asPNG(t, picture(64, 48, quarters))[:60],
		} {
			if icon, err := pictures.Icon(ctx, data); !errors.Is(err, media.ErrType) || icon != nil {
				t.Errorf("%s: %d bytes, %v", what, len(icon), err)
			}
		}
	})

	t.Run("a vector picture that is too large is refused", func(t *testing.T) {
		const head, tail = `<svg xmlns="http://www.w3.org/2000/svg"><desc>`, `</desc></svg>`
		most := head + strings.Repeat("x", media.MaxVectorBytes-len(head+tail)) + tail
		equal(t, "the largest", len(must(pictures.Prepare(ctx, []byte(most), true))(t).Full), media.MaxVectorBytes)
		refuse(t, "one more", []byte(strings.Replace(most, "x", "xx", 1)), true, media.ErrVectorTooBig)
	})

	t.Run("vector pictures that do something are refused", func(t *testing.T) {
		within := func(text string) string {
			return `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" xmlns:h="http://www.w3.org/1999/xhtml">` + text + `</svg>`
		}
		for _, text := range []string{
			within(`<script>alert(1)</script>`), within(`<g><h:script src="x"/></g>`), within(`<h:b>x</h:b>`), within(`<SCRIPT/>`),
			within(`<foreignObject><body/></foreignObject>`), within(`<g onload="x()"/>`), within(`<g ONCLICK="x()"/>`),
			within(`<a href="javascript:x()"/>`), within(`<a xlink:href=" java&#115;cript:x()"/>`),
			within("<a href=\"java\nscript:x()\"/>"),
			within(`<a href="data:text/html,x"/>`), within(`<use href="data:image/svg+xml,x"/>`),
			within(`<image href="file:///etc/passwd"/>`),
			within(`<set attributeName="href" to="javascript:x()"/>`), within(`<animate attributeName="xlink:href" values="x"/>`),
			within(`<set attributeName="onclick" to="x()"/>`), within(`<set attributeName=" HREF " to="x"/>`), within(`&x;`),
			within(`<g>`), within(`</g>`), within(`<g a=b/>`), "<svg>",
			`<!DOCTYPE svg><svg xmlns="http://www.w3.org/2000/svg"/>`,
			`<!DOCTYPE svg [<!ENTITY x "y">]><svg xmlns="http://www.w3.org/2000/svg">&x;</svg>`,
			`<?xml-stylesheet href="x.css"?><svg xmlns="http://www.w3.org/2000/svg"/>`, `<svg/>`,
			`<html xmlns="http://www.w3.org/1999/xhtml"/>`,
			within("") + within(""), within("") + "text", `text<svg xmlns="http://www.w3.org/2000/svg"/>`, within("\xff"), "<",
			`<?xml version="1.0" encoding="UTF-16"?>` + within(""), within(strings.Repeat("<g>", 10_000) + strings.Repeat("</g>", 10_000)),
		} {
			refuse(t, fmt.Sprintf("%.150q", text), []byte(text), true, media.ErrType)
		}
	})

	t.Run("many at once", func(t *testing.T) {
		data := noted(asJPEG(t, held(picture(600, 400, quarters), 8)), exif(binary.BigEndian, 8))
		var all sync.WaitGroup
		for range 4 {
			all.Go(func() {
				p, err := pictures.Prepare(ctx, data, false)
				if err != nil || p.Width != 600 {
					t.Errorf("%d wide, %v", p.Width, err)
				}
			})
		}
		all.Wait()
	})

	t.Run("a cancelled context stops", func(t *testing.T) {
		if _, err := pictures.Prepare(cancelled(), asPNG(t, picture(4, 4, quarters)), false); !errors.Is(err, context.Canceled) {
			t.Errorf("got %v", err)
		}
	})
}

// allocated is how many bytes something takes in all.
func allocated(do func()) uint64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	do()
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}
