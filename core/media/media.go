// Package media owns the club's pictures: the photo of a person, the screenshot of an item of feedback, and what the library
// holds (a team's logo), which files each has, how these are called, and how large a picture may be.
//
// It does not look into files (ports.Pictures) and does not keep them (ports.Files), and it does not say whose picture hangs
// where: a person or a team names its picture.
package media

import (
	"slices"
	"strings"
	"time"

	"github.com/clubhuis/clubhuis/core/fold"
)

// ID is a picture's number, from 1. A number is never used again, and what is behind it never changes.
type ID = int64

// Media is what is known of a picture.
type Media struct {
	ID            ID
	Author        int64 // the user who brought it
	Person        int64 // whose photo it is; 0 for none
	Item          int64 // of core/feedback, whose screenshot it is; 0 for none. Without both it is one of the library
	Created       time.Time
	Name          string // as a file: jan-de-vries.jpg
	Type          string // of the full picture: image/jpeg
	Width, Height int    // of the full picture in pixels; 0 for a vector picture that does not say
	Folder        string // where its files are: random, so that a bucket never writes over a file
	State         State
}

// InLibrary reports whether the picture is one of the library, which is open to everybody who is signed in.
func (m *Media) InLibrary() bool { return m.Person == 0 && m.Item == 0 }

// State says what has become of a picture.
type State string

// The states. A picture goes from one to the next and never back; Removed is the last before it is gone.
const (
	Pending State = "pending" // its files are being written
	Ready   State = "ready"   // its files are there
	Removed State = "removed" // nobody gets it any more; its files are still to be deleted
)

// Limits of a picture that is brought.
const (
	MaxBytes        = 10 << 20
	MaxVectorBytes  = 256 << 10 // of an SVG, which is kept and sent as it came
	MaxPixels       = 50_000_000
	MaxDecodedBytes = 256 << 20 // what it takes to unpack a picture; a telephone's 50 megapixels take half of it
)

// Lengths in pixels of what is made of a picture.
const (
	FullSide      = 2048 // the longest side of the full picture
	ThumbnailSide = 300  // both sides of the thumbnail
	IconSide      = 96   // the longest side of an icon
)

// CheckBytes refuses a file that is empty or too large.
func CheckBytes(data []byte) error {
	switch {
	case len(data) == 0:
		return ErrNoFile
	case len(data) > MaxBytes:
		return ErrTooBig
	}
	return nil
}

// CheckPixels refuses a picture with too many pixels.
func CheckPixels(width, height int) error {
	if width <= 0 || height <= 0 {
		return ErrType
	}
	if width > MaxPixels/height {
		return ErrTooManyPixels
	}
	return nil
}

// CheckDecoded refuses a picture that takes too much memory to unpack, though it may have few enough pixels.
func CheckDecoded(bytes int64) error {
	if bytes > MaxDecodedBytes {
		return ErrTooMuchMemory
	}
	return nil
}

// CheckVector refuses a vector picture that is too large.
func CheckVector(data []byte) error {
	if len(data) > MaxVectorBytes {
		return ErrVectorTooBig
	}
	return nil
}

// Size names one of the two files of a picture.
type Size string

// The sizes.
const (
	Thumbnail Size = "thumbnail"
	Full      Size = "full"
)

// Sizes returns all sizes.
func Sizes() []Size { return []Size{Thumbnail, Full} }

// Root is the folder below which the files of all pictures are.
const Root = "media"

// Key returns where the file of a size is.
func Key(folder string, size Size) string { return Root + "/" + folder + "/" + string(size) }

// FolderLength is how long the name of a folder is, in hexadecimal digits.
const FolderLength = 32

// FolderOf returns the folder of the picture whose file lies under a key. It reports whether the key is one that pictures have.
func FolderOf(key string) (folder string, is bool) {
	below, under := strings.CutPrefix(key, Root+"/")
	folder, size, _ := strings.Cut(below, "/")
	if !under || len(folder) != FolderLength || strings.Trim(folder, "0123456789abcdef") != "" ||
		!slices.Contains(Sizes(), Size(size)) {
		return "", false
	}
	return folder, true
}

// File is a file that is kept.
type File struct {
	Key     string
	Written time.Time // by the clock of where it is kept
}

// Key returns where the picture's file of a size is.
func (m *Media) Key(size Size) string { return Key(m.Folder, keptAs(m.Type, size)) }

// keptAs returns the size whose file serves a size: a vector picture has one file for all.
func keptAs(kind string, size Size) Size {
	if kind == SVG {
		return Full
	}
	return size
}

// The types of the files that Clubhuis keeps.
const (
	JPEG = "image/jpeg"
	PNG  = "image/png"
	GIF  = "image/gif"
	SVG  = "image/svg+xml"
)

var extensions = map[string]string{JPEG: ".jpg", PNG: ".png", GIF: ".gif", SVG: ".svg"}

// FileType returns the type of the file of a size. The thumbnail of a GIF is a PNG: it needs more colours than a GIF has.
func FileType(full string, size Size) string {
	if full == GIF && size == Thumbnail {
		return PNG
	}
	return full
}

// FileType returns the type of the picture's file of a size.
func (m *Media) FileType(size Size) string { return FileType(m.Type, size) }

// FileSize returns the width and height of the picture's file of a size. A vector picture has no thumbnail of its own.
func (m *Media) FileSize(size Size) (width, height int) {
	if size == Thumbnail && m.Type != SVG {
		return ThumbnailSide, ThumbnailSide
	}
	return m.Width, m.Height
}

// longestName is the length of a file's name before its extension.
const longestName = 200

// FileName makes the name of a file of what something is called: lower-case letters, digits and hyphens, and the type's
// extension. An extension that the name has goes.
func FileName(name, kind string) string {
	if dot := strings.LastIndexByte(name, '.'); dot > 0 && isExtension(name[dot+1:]) {
		name = name[:dot]
	}
	words := strings.FieldsFunc(fold.Key(name), func(r rune) bool { return (r < 'a' || r > 'z') && (r < '0' || r > '9') })
	slug := strings.Join(words, "-")
	if len(slug) > longestName {
		slug = strings.TrimRight(slug[:longestName], "-")
	}
	if slug == "" {
		slug = "afbeelding"
	}
	return slug + extensions[kind]
}

// isExtension tells Logo.PNG from J. de Vries: whatever pictures end in, also those that are turned into another type.
func isExtension(text string) bool {
	switch strings.ToLower(text) {
	case "jpg", "jpeg", "jpe", "jfif", "png", "gif", "webp", "svg", "heic", "avif", "bmp", "tif", "tiff":
		return true
	}
	return false
}

// FileName returns the name of the picture's file of a size.
func (m *Media) FileName(size Size) string {
	if kind := m.FileType(size); kind != m.Type {
		return m.Title() + extensions[kind]
	}
	return m.Name
}

// Title returns the name without its extension.
func (m *Media) Title() string { return strings.TrimSuffix(m.Name, extensions[m.Type]) }

// Picture is a picture made ready to be kept: nothing is left in it of what a camera or a program wrote beside the pixels.
type Picture struct {
	Type            string
	Width, Height   int    // of Full
	Full, Thumbnail []byte // a vector picture has no Thumbnail: Full serves for it
}

// File returns the file that is kept for a size, nil when another one serves for it.
func (p *Picture) File(size Size) []byte {
	switch {
	case keptAs(p.Type, size) != size:
		return nil
	case size == Thumbnail:
		return p.Thumbnail
	}
	return p.Full
}

// Query asks for a part of the library: ready pictures that are nobody's photo, newest first.
type Query struct {
	Include []ID // only these; nil for all, empty for none
	Offset  int
	Limit   int // 0 counts only
}

// Match reports whether m is asked for.
func (q *Query) Match(m *Media) bool {
	if m.State != Ready || !m.InLibrary() {
		return false
	}
	return q.Include == nil || slices.Contains(q.Include, m.ID)
}
