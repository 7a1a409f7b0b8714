// Package invoicepdf makes PDFs of papers, and pictures of the codes on them.
//
// It does not own what a paper says (core/paper).
package invoicepdf

import (
	"fmt"
	"strconv"
	"strings"
	"sync"

	"github.com/signintech/gopdf"
	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/gofont/goregular"

	"github.com/clubhuis/clubhuis/core/paper"
	"github.com/clubhuis/clubhuis/ports"
)

// Printer makes files of papers. Make it with New.
type Printer struct {
	fonts func() (*gopdf.FontContainer, error)
	logos logos
}

var _ ports.Papers = (*Printer)(nil)

// New makes a printer.
func New() *Printer { return &Printer{fonts: sync.OnceValues(readFonts)} }

// The fonts.
const (
	regular = "regular"
	bold    = "bold"
)

// unknown stands for a letter that no font has.
const unknown = '?'

func readFonts() (*gopdf.FontContainer, error) {
	container := new(gopdf.FontContainer)
	option := gopdf.TtfOption{OnGlyphNotFoundSubstitute: func(rune) rune { return unknown }}
	for name, data := range map[string][]byte{regular: goregular.TTF, bold: gobold.TTF} {
		if err := container.AddTTFFontDataWithOption(name, data, option); err != nil {
			return nil, fmt.Errorf("read the font %s: %w", name, err)
		}
	}
	return container, nil
}

// A page, in points.
const (
	width  = 595.28
	height = 841.89
	margin = 50.0
	bottom = height - 50
	right  = width - margin
	body   = width - 2*margin
)

// sheet is a paper that is being printed: y is where the next thing comes, and the first error stays.
type sheet struct {
	pdf     gopdf.GoPdf
	y       float64
	accent  [3]uint8
	heading string // repeated on the next pages
	err     error
}

// PDF implements ports.Papers.
func (r *Printer) PDF(p *paper.Paper) ([]byte, error) {
	fonts, err := r.fonts()
	if err != nil {
		return nil, err
	}
	s := &sheet{accent: colourOf(p.Accent), heading: heading(p)}
	s.pdf.Start(gopdf.Config{PageSize: *gopdf.PageSizeA4})
	for _, name := range []string{regular, bold} {
		if err := s.pdf.AddTTFFontFromFontContainer(name, fonts); err != nil {
			return nil, fmt.Errorf("use the font %s: %w", name, err)
		}
	}
	s.pdf.AddPage()
	s.y = margin
	s.head(p, r.logos.of(p.Logo))
	s.table(p)
	s.plan(p)
	for _, note := range p.Notes {
		s.paragraph(note, 9.5, 13)
	}
	s.codes(p)
	if s.err != nil {
		return nil, fmt.Errorf("print a paper: %w", s.err)
	}
	data, err := s.pdf.GetBytesPdfReturnErr()
	if err != nil {
		return nil, fmt.Errorf("write a paper: %w", err)
	}
	return data, nil
}

func heading(p *paper.Paper) string {
	if len(p.Facts) == 0 {
		return p.Title
	}
	return p.Title + " " + p.Facts[0][1]
}

// colourOf reads "#0d687d"; what is none is black.
func colourOf(text string) (rgb [3]uint8) {
	number, err := strconv.ParseUint(strings.TrimPrefix(text, "#"), 16, 24)
	if err != nil {
		return rgb
	}
	return [3]uint8{uint8(number >> 16), uint8(number >> 8 & 0xff), uint8(number & 0xff)} //nolint:gosec // 24 bits
}

// ink sets the colour of what is written or filled next.
func (s *sheet) ink(rgb [3]uint8) {
	s.pdf.SetTextColor(rgb[0], rgb[1], rgb[2])
	s.pdf.SetFillColor(rgb[0], rgb[1], rgb[2])
	s.pdf.SetStrokeColor(rgb[0], rgb[1], rgb[2])
}

var (
	black = [3]uint8{38, 35, 31}
	grey  = [3]uint8{107, 101, 93}
	pale  = [3]uint8{229, 225, 218}
)

func (s *sheet) note(err error) {
	if s.err == nil {
		s.err = err
	}
}

func (s *sheet) font(name string, size float64) { s.note(s.pdf.SetFont(name, "", size)) }

// write writes one line, of which y is the top.
func (s *sheet) write(x, y float64, text string) {
	if text == "" {
		return
	}
	s.pdf.SetXY(x, y)
	s.note(s.pdf.Cell(nil, text))
}

// writeRight writes one line that ends at x.
func (s *sheet) writeRight(x, y float64, text string) {
	wide, err := s.pdf.MeasureTextWidth(text)
	s.note(err)
	s.write(x-wide, y, text)
}

// wrap divides a text into lines that fit, at blanks where it can.
func (s *sheet) wrap(text string, wide float64) (lines []string) {
	for line := range strings.SplitSeq(text, "\n") {
		current := ""
		for _, word := range strings.FieldsFunc(line, func(r rune) bool { return r == ' ' }) {
			joined := strings.TrimPrefix(current+" "+word, " ")
			if s.fits(joined, wide) {
				current = joined
				continue
			}
			if current != "" {
				lines = append(lines, current)
			}
			for current = word; !s.fits(current, wide); {
				part := s.longest(current, wide)
				lines, current = append(lines, part), current[len(part):]
			}
		}
		lines = append(lines, current)
	}
	return lines
}

func (s *sheet) fits(text string, wide float64) bool {
	measured, err := s.pdf.MeasureTextWidth(text)
	s.note(err)
	return measured <= wide
}

// longest returns the beginning of a word that fits, at least a letter.
func (s *sheet) longest(word string, wide float64) string {
	end := 0
	for i, letter := range word {
		next := i + len(string(letter))
		if end > 0 && !s.fits(word[:next], wide) {
			break
		}
		end = next
	}
	return word[:end]
}

// room makes sure that something so high still fits, and reports whether it began another page for it.
func (s *sheet) room(high float64) bool {
	if s.y+high <= bottom {
		return false
	}
	s.pdf.AddPage()
	s.y = margin
	s.ink(grey)
	s.font(regular, 9)
	s.write(margin, s.y, s.heading)
	s.y += 24
	s.ink(black)
	return true
}

// rule draws a line over the whole page.
func (s *sheet) rule(rgb [3]uint8, thick float64) {
	s.ink(rgb)
	s.pdf.RectFromUpperLeftWithStyle(margin, s.y, body, thick, "F")
	s.ink(black)
}

func (s *sheet) paragraph(text string, size, step float64) {
	s.ink(black)
	s.font(regular, size)
	s.y += 4
	for _, line := range s.wrap(text, body) {
		if s.room(step) {
			s.font(regular, size)
		}
		s.write(margin, s.y, line)
		s.y += step
	}
}
