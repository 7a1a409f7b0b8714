package invoicepdf_test

import (
	"bytes"
	"compress/zlib"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"io"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// page is what stands on a page of a PDF of ours: this reads no others.
type page struct {
	texts []string // "x y text", top to bottom as it was written
	boxes []box
}

// box is a filled rectangle, in points from the top left.
type box struct{ x, y, w, h float64 }

var (
	streams = regexp.MustCompile(`(?s)<<[^>]*?/Filter\s*/FlateDecode[^>]*?>>\s*stream\r?\n(.*?)\r?\nendstream`)
	rects   = regexp.MustCompile(`([-0-9.]+) ([-0-9.]+) ([-0-9.]+) ([-0-9.]+) re f\b`)
	shown   = regexp.MustCompile(`(?s)BT\s+([-0-9.]+) ([-0-9.]+) TD\s+/F(\d+) [-0-9.]+ Tf.*?\[(.*?)\]\s*TJ`)
	glyphs  = regexp.MustCompile(`<([0-9A-Fa-f]+)>`)
	mapped  = regexp.MustCompile(`<([0-9A-Fa-f]{4})><([0-9A-Fa-f]{4})><([0-9A-Fa-f]{4})>|<([0-9A-Fa-f]{4})>\s*<([0-9A-Fa-f]{4})>`)
)

func inflated(t *testing.T, pdf []byte) (all []string) {
	t.Helper()
	for _, found := range streams.FindAllSubmatch(pdf, -1) {
		r, err := zlib.NewReader(bytes.NewReader(found[1]))
		if err != nil {
			continue
		}
		text, _ := io.ReadAll(r)
		all = append(all, string(text))
	}
	return all
}

func number(text string) float64 {
	value, _ := strconv.ParseFloat(text, 64)
	return value
}

// read returns the pages of a PDF with their texts: what a glyph stands for is what the PDF itself says.
func read(t *testing.T, pdf []byte) (pages []page) {
	t.Helper()
	fonts := []map[string]rune{}
	contents := []string{}
	raw := string(pdf)
	for _, text := range append(inflated(t, pdf), regexp.MustCompile(`(?s)/CIDInit.*?end`+`\s*end`).FindAllString(raw, -1)...) {
		if strings.Contains(text, "begincmap") {
			letters := map[string]rune{}
			for _, m := range mapped.FindAllStringSubmatch(text, -1) {
				if m[1] != "" {
					value, _ := strconv.ParseUint(m[3], 16, 32)
					letters[strings.ToUpper(m[1])] = rune(value)
				}
			}
			fonts = append(fonts, letters)
		} else if strings.Contains(text, " TJ") || strings.Contains(text, " re f") {
			contents = append(contents, text)
		}
	}
	for _, content := range contents {
		var p page
		for _, m := range rects.FindAllStringSubmatch(content, -1) {
			b := box{number(m[1]), 841.89 - number(m[2]), number(m[3]), number(m[4])}
			if b.h < 0 {
				b.h = -b.h
			} else {
				b.y -= b.h
			}
			p.boxes = append(p.boxes, b)
		}
		for _, m := range shown.FindAllStringSubmatch(content, -1) {
			font, _ := strconv.Atoi(m[3])
			var b strings.Builder
			for _, run := range glyphs.FindAllStringSubmatch(m[4], -1) {
				for i := 0; i+4 <= len(run[1]); i += 4 {
					b.WriteRune(fonts[(font-1)%len(fonts)][strings.ToUpper(run[1][i:i+4])])
				}
			}
			p.texts = append(p.texts, fmt.Sprintf("%5.0f %5.0f %s", number(m[1]), 841.89-number(m[2]), b.String()))
		}
		pages = append(pages, p)
	}
	return pages
}

// picture draws the rectangles of a part of a page, large.
func (p *page) picture(part box) image.Image {
	const scale = 5
	img := image.NewGray(image.Rect(0, 0, int(part.w*scale), int(part.h*scale)))
	draw.Draw(img, img.Bounds(), image.NewUniform(color.White), image.Point{}, draw.Src)
	for _, b := range p.boxes {
		area := image.Rect(
			round((b.x-part.x)*scale),
			round((b.y-part.y)*scale),
			round((b.x+b.w-part.x)*scale),
			round((b.y+b.h-part.y)*scale),
		)
		draw.Draw(img, area, image.NewUniform(color.Black), image.Point{}, draw.Src)
	}
	return img
}

func round(f float64) int { return int(f + 0.5) }
