package pictures

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/clubhuis/clubhuis/core/media"
)

// An SVG is kept as it came or not at all: taking the dangerous parts out means writing XML anew, and what one program writes
// another one may read differently.

const (
	svgSpace   = "http://www.w3.org/2000/svg"
	xhtmlSpace = "http://www.w3.org/1999/xhtml"
)

// deepest is how far elements may stand inside each other.
const deepest = 200

// acting are elements that do something, or hold something that does, whatever language they say they are of.
var acting = []string{"script", "handler", "listener", "foreignobject", "iframe", "object", "embed", "audio", "video",
	"link", "meta"}

func startsAsXML(data []byte) bool {
	return bytes.HasPrefix(bytes.TrimLeft(bytes.TrimPrefix(data, []byte("\ufeff")), " \t\r\n"), []byte("<"))
}

// vector checks an SVG.
func vector(data []byte) (media.Picture, error) {
	if err := media.CheckVector(data); err != nil {
		return media.Picture{}, err
	}
	p := media.Picture{Type: media.SVG, Full: data}
	decoder := xml.NewDecoder(bytes.NewReader(bytes.TrimPrefix(data, []byte("\ufeff"))))
	depth, roots := 0, 0
	for {
		token, err := decoder.Token()
		if errors.Is(err, io.EOF) && depth == 0 && roots == 1 {
			return p, nil
		}
		if err != nil {
			return media.Picture{}, media.ErrType.Because(err)
		}
		switch token := token.(type) {
		case xml.StartElement:
			if depth++; depth > deepest || acts(token) {
				return media.Picture{}, media.ErrType
			}
			if depth > 1 {
				continue
			}
			if roots++; token.Name.Local != "svg" || token.Name.Space != svgSpace {
				return media.Picture{}, media.ErrType
			}
			p.Width, p.Height = dimensions(token.Attr)
		case xml.EndElement:
			depth--
		case xml.CharData:
			if depth == 0 && len(bytes.TrimSpace(token)) > 0 {
				return media.Picture{}, media.ErrType
			}
		case xml.Directive: // a document type, with its entities
			return media.Picture{}, media.ErrType
		case xml.ProcInst:
			if token.Target != "xml" { // a style sheet from elsewhere
				return media.Picture{}, media.ErrType
			}
		}
	}
}

// acts reports whether an element does anything but being drawn.
func acts(element xml.StartElement) bool {
	if element.Name.Space == xhtmlSpace || slices.Contains(acting, strings.ToLower(element.Name.Local)) {
		return true
	}
	for _, attribute := range element.Attr {
		name := strings.ToLower(attribute.Name.Local)
		switch {
		case strings.HasPrefix(name, "on"):
			return true
		case name == "href" || name == "src":
			if !harmless(attribute.Value) {
				return true
			}
		case name == "attributename": // of an animation
			if changed := strings.ToLower(strings.TrimSpace(attribute.Value)); strings.HasSuffix(changed, "href") ||
				strings.HasPrefix(changed, "on") {
				return true
			}
		}
	}
	return false
}

// harmless reports whether an address is one of the picture's own parts, of a picture inside of it, or of a page.
func harmless(address string) bool {
	address = strings.ToLower(strings.TrimSpace(address))
	for _, start := range []string{
		"#", "http://", "https://", "data:image/png", "data:image/jpeg", "data:image/jpg", "data:image/gif", "data:image/webp",
	} {
		if strings.HasPrefix(address, start) {
			return true
		}
	}
	return address == ""
}

// dimensions returns what an SVG says of its size, in pixels; 0 and 0 when it says nothing that can be used.
func dimensions(attributes []xml.Attr) (width, height int) {
	var box []string
	for _, attribute := range attributes {
		switch attribute.Name.Local {
		case "width":
			width = pixels(attribute.Value)
		case "height":
			height = pixels(attribute.Value)
		case "viewBox":
			box = strings.FieldsFunc(attribute.Value, func(r rune) bool { return r == ',' || r == ' ' || r == '\n' || r == '\t' })
		}
	}
	if (width == 0 || height == 0) && len(box) == 4 {
		width, height = pixels(box[2]), pixels(box[3])
	}
	if width == 0 || height == 0 {
		return 0, 0
	}
	return width, height
}

// pixels reads a length without a unit, or in px.
func pixels(length string) int {
	value, err := strconv.ParseFloat(strings.TrimSuffix(strings.TrimSpace(length), "px"), 64)
	if err != nil || !(value > 0 && value < 1e6) {
		return 0
	}
	return max(1, int(math.Round(value)))
}
