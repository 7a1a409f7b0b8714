package media_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/media"
)

func TestFileName(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, kind, want string }{
		{"Jan de Vries", media.JPEG, "jan-de-vries.jpg"},
		{"Joël van 't Hof", media.PNG, "joel-van-t-hof.png"},
		{"J. de Vries", media.JPEG, "j-de-vries.jpg"},
		{"Logo.WEBP", media.PNG, "logo.png"},
		{"logo.v2.svg", media.SVG, "logo-v2.svg"},
		{"../../etc/passwd", media.GIF, "etc-passwd.gif"},
		{"a\"b\r\nc\x00", media.JPEG, "a-b-c.jpg"},
		{".png", media.PNG, "png.png"},
		{"李", media.JPEG, "afbeelding.jpg"},
		{"", media.JPEG, "afbeelding.jpg"},
		{strings.Repeat("a", 199) + " b", media.JPEG, strings.Repeat("a", 199) + ".jpg"},
		{"jan", "image/x", "jan"},
	} {
		if got := media.FileName(c.name, c.kind); got != c.want {
			t.Errorf("%q: got %q, want %q", c.name, got, c.want)
		}
	}
}

func TestTheFilesOfAPicture(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		kind                      string
		size                      media.Size
		wantKey, wantName         string
		wantType                  string
		wantWidth, wantHeight     int
		wantTitle, extensionOfOwn string
	}{
		{media.JPEG, media.Full, "media/f/full", "logo.jpg", media.JPEG, 640, 480, "logo", ".jpg"},
		{media.JPEG, media.Thumbnail, "media/f/thumbnail", "logo.jpg", media.JPEG, 300, 300, "logo", ".jpg"},
		{media.GIF, media.Full, "media/f/full", "logo.gif", media.GIF, 640, 480, "logo", ".gif"},
		{media.GIF, media.Thumbnail, "media/f/thumbnail", "logo.png", media.PNG, 300, 300, "logo", ".gif"},
		{media.SVG, media.Full, "media/f/full", "logo.svg", media.SVG, 640, 480, "logo", ".svg"},
		{media.SVG, media.Thumbnail, "media/f/full", "logo.svg", media.SVG, 640, 480, "logo", ".svg"},
	} {
		m := media.Media{Name: "logo" + c.extensionOfOwn, Type: c.kind, Width: 640, Height: 480, Folder: "f"}
		width, height := m.FileSize(c.size)
		if m.Key(c.size) != c.wantKey || m.FileName(c.size) != c.wantName || m.FileType(c.size) != c.wantType ||
			width != c.wantWidth || height != c.wantHeight || m.Title() != c.wantTitle {
			t.Errorf("%s %s: %s %s %s %d×%d %s", c.kind, c.size, m.Key(c.size), m.FileName(c.size), m.FileType(c.size), width,
				height, m.Title())
		}
	}
	p := media.Picture{Full: []byte("full"), Thumbnail: []byte("thumbnail")}
	for _, size := range media.Sizes() {
		if got := string(p.File(size)); got != string(size) {
			t.Errorf("%s: got %s", size, got)
		}
	}
	vector := media.Picture{Type: media.SVG, Full: []byte("full")}
	if full, thumbnail := vector.File(media.Full), vector.File(media.Thumbnail); string(full) != "full" || thumbnail != nil {
		t.Errorf("a vector picture has the files %q and %q", full, thumbnail)
	}
}

func TestLimits(t *testing.T) {
	t.Parallel()
	for length, want := range map[int]error{0: media.ErrNoFile, 1: nil, media.MaxBytes: nil, media.MaxBytes + 1: media.ErrTooBig} {
		if err := media.CheckBytes(make([]byte, length)); !errors.Is(err, want) {
			t.Errorf("%d bytes: got %v", length, err)
		}
	}
	for length, want := range map[int]error{1: nil, media.MaxVectorBytes: nil, media.MaxVectorBytes + 1: media.ErrVectorTooBig} {
		if err := media.CheckVector(make([]byte, length)); !errors.Is(err, want) {
			t.Errorf("an SVG of %d bytes: got %v", length, err)
		}
	}
	for bytes, want := range map[int64]error{1: nil, media.MaxDecodedBytes: nil, media.MaxDecodedBytes + 1: media.ErrTooMuchMemory} {
		if err := media.CheckDecoded(bytes); !errors.Is(err, want) {
			t.Errorf("%d bytes unpacked: got %v", bytes, err)
		}
	}
	const most = int(^uint(0) >> 1)
	for _, c := range []struct {
		width, height int
		want          error
	}{
		{10_000, 5_000, nil}, {10_000, 5_001, media.ErrTooManyPixels}, {1, media.MaxPixels, nil},
		{media.MaxPixels + 1, 1, media.ErrTooManyPixels},
		{most, most, media.ErrTooManyPixels}, {0, 5, media.ErrType}, {5, -1, media.ErrType},
	} {
		if err := media.CheckPixels(c.width, c.height); !errors.Is(err, c.want) {
			t.Errorf("%d × %d: got %v, want %v", c.width, c.height, err, c.want)
		}
	}
}

func TestWhatTheLibraryHolds(t *testing.T) {
	t.Parallel()
	logo := media.Media{ID: 3, State: media.Ready}
	for _, c := range []struct {
		name  string
		query media.Query
		edit  func(*media.Media)
		want  bool
	}{
		{"a logo", media.Query{}, func(*media.Media) {}, true},
		{"a photo", media.Query{}, func(m *media.Media) { m.Person = 7 }, false},
		{"a pending one", media.Query{}, func(m *media.Media) { m.State = media.Pending }, false},
		{"a removed one", media.Query{}, func(m *media.Media) { m.State = media.Removed }, false},
		{"an asked one", media.Query{Include: []media.ID{1, 3}}, func(*media.Media) {}, true},
		{"another one", media.Query{Include: []media.ID{1}}, func(*media.Media) {}, false},
		{"none", media.Query{Include: []media.ID{}}, func(*media.Media) {}, false},
	} {
		m := logo
		c.edit(&m)
		if got := c.query.Match(&m); got != c.want {
			t.Errorf("%s: got %v", c.name, got)
		}
	}
}

// The codes that clients know; four of them are one to them.
func TestTheCodesOfTheContract(t *testing.T) {
	t.Parallel()
	for f, want := range map[*fault.Fault]string{
		media.ErrAbsent: "rest_post_invalid_id", media.ErrHidden: "rest_forbidden", media.ErrNoFile: "no_file",
		media.ErrType: "invalid_type", media.ErrTooBig: "rest_upload_file_too_big", media.ErrTooManyPixels: "rest_upload_file_too_big",
		media.ErrTooMuchMemory: "rest_upload_file_too_big", media.ErrVectorTooBig: "rest_upload_file_too_big",
		media.ErrBusy: "pictures_busy", media.ErrStillBusy: "upload_in_progress", media.ErrQuota: "upload_limit_reached",
	} {
		if f.Code != want {
			t.Errorf("got %q, want %q", f.Code, want)
		}
	}
}
