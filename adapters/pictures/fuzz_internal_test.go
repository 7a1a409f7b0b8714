package pictures

import (
	"testing"

	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/media"
)

// FuzzVector lets members bring any SVG: it is refused as an input, or kept as it came.
func FuzzVector(f *testing.F) {
	for _, seed := range []string{
		`<svg xmlns="http://www.w3.org/2000/svg" width="10" height="20px"><rect/></svg>`,
		`<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1e5 NaN"><a href="#x"/></svg>`,
		`<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>`,
		`<!DOCTYPE svg [<!ENTITY x "y">]><svg xmlns="http://www.w3.org/2000/svg">&x;</svg>`,
		"\ufeff<svg><![CDATA[", `<svg xmlns="http://www.w3.org/2000/svg" onload="x"/>`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		p, err := vector(data)
		switch {
		case err != nil && fault.KindOf(err) != fault.Invalid:
			t.Fatal(err)
		case err == nil && (p.Type != media.SVG || string(p.Full) != string(data) || p.Width < 0 || p.Height < 0 ||
			p.Width > 1e6 || p.Height > 1e6):
			t.Fatalf("%+v", p)
		}
	})
}

// FuzzOrientation lets pictures say anything of how the camera was held.
func FuzzOrientation(f *testing.F) {
	f.Add(
		[]byte("\xff\xd8\xff\xe1\x00\x20Exif\x00\x00II*\x00\x08\x00\x00\x00\x01\x00\x12\x01\x03\x00\x01\x00\x00\x00\x06\x00\x00\x00"),
	)
	f.Add([]byte("\x89PNG\r\n\x1a\n\x00\x00\x00\x08eXIfMM\x00*\x00\x00\x00\x08"))
	f.Add([]byte("RIFF\x00\x00\x00\x00WEBPEXIF\xff\xff\xff\xff"))
	f.Fuzz(func(t *testing.T, data []byte) {
		for _, format := range []string{"jpeg", "png", "webp", "gif"} {
			if held := orientation(data, format); held < 1 || held > 8 {
				t.Fatalf("%s: %d", format, held)
			}
		}
	})
}
