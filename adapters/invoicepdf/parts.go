package invoicepdf

import (
	"github.com/signintech/gopdf"

	"github.com/clubhuis/clubhuis/core/paper"
)

// head prints who sends it, whom it is for and the facts above the lines.
func (s *sheet) head(p *paper.Paper, mark *logo) {
	const column = 320.0
	top := s.y
	if mark != nil {
		s.note(s.pdf.ImageByHolder(mark.holder, margin, s.y, &gopdf.Rect{W: mark.wide, H: mark.high}))
		s.y += mark.high + 10
	}
	s.ink(s.accent)
	s.font(bold, 15)
	if len(p.Sender) > 0 {
		for _, line := range s.wrap(p.Sender[0], column-margin-20) {
			s.write(margin, s.y, line)
			s.y += 19
		}
	}
	left := s.y
	s.y = top
	s.ink(grey)
	s.font(regular, 9)
	if len(p.Sender) > 1 {
		for _, text := range p.Sender[1:] {
			for _, line := range s.wrap(text, right-column) {
				s.write(column, s.y, line)
				s.y += 12
			}
		}
	}
	s.y = max(s.y, left) + 8
	s.rule(s.accent, 2)
	s.y += 22

	top = s.y
	s.font(regular, 10.5)
	for _, text := range p.Member {
		for _, line := range s.wrap(text, column-margin-20) {
			s.write(margin, s.y, line)
			s.y += 14
		}
	}
	left, s.y = s.y, top
	for _, fact := range p.Facts {
		s.font(regular, 9.5)
		s.ink(grey)
		s.write(column, s.y, fact[0])
		s.ink(black)
		s.font(bold, 9.5)
		s.writeRight(right, s.y, fact[1])
		s.y += 14
	}
	s.y = max(s.y, left) + 22
	s.font(bold, 18)
	s.ink(s.accent)
	s.write(margin, s.y, p.Title)
	s.ink(black)
	s.y += 30
}

// table prints the lines and the sums. The heads come again on each page.
func (s *sheet) table(p *paper.Paper) {
	heads := func() {
		s.font(bold, 9.5)
		s.write(margin, s.y, p.Heads[0])
		s.writeRight(right, s.y, p.Heads[1])
		s.y += 15
		s.rule(s.accent, 1)
		s.y += 7
		s.font(regular, 10)
	}
	heads()
	const step, amount = 13.0, 90.0
	for _, line := range p.Lines {
		wrapped := s.wrap(line.Description, body-amount-10)
		for i, text := range wrapped {
			if s.room(step + 6) {
				heads()
			}
			s.write(margin, s.y, text)
			if i == 0 {
				s.writeRight(right, s.y, line.Amount)
			}
			s.y += step
		}
		s.y += 2
		s.rule(pale, 0.5)
		s.font(regular, 10)
		s.y += 5
	}
	s.room(float64(len(p.Sums)) * 18) // they stand together
	s.y += 3
	for _, sum := range p.Sums {
		size, name := 10.0, regular
		if sum.Strong {
			size, name = 12, bold
			s.ink(s.accent)
		}
		s.font(name, size)
		s.write(margin+body/2-40, s.y, sum.Label)
		s.writeRight(right, s.y, sum.Amount)
		s.ink(black)
		s.y += 18
	}
	s.y += 8
}

// plan prints the instalments.
func (s *sheet) plan(p *paper.Paper) {
	if len(p.Parts) == 0 {
		return
	}
	const step = 14.0
	s.room(2*step + 20)
	s.font(bold, 10)
	s.write(margin, s.y, p.Plan)
	s.y += step + 2
	for _, part := range p.Parts {
		s.room(step)
		s.font(regular, 10)
		s.write(margin, s.y, part.Label)
		s.write(margin+80, s.y, part.Due)
		s.writeRight(margin+300, s.y, part.Amount)
		s.ink(grey)
		s.write(margin+320, s.y, part.State)
		s.ink(black)
		s.y += step
	}
	s.y += 10
}

// codes prints what is scanned, beside each other.
func (s *sheet) codes(p *paper.Paper) {
	const side, gap, words = 100.0, 40.0, 48.0
	codes := []paper.Code{p.Link, p.EPC}
	if p.Link.Content == "" && p.EPC.Content == "" {
		return
	}
	s.y += 12
	s.room(side + words)
	x, deepest := margin, s.y
	for _, code := range codes {
		if code.Content == "" {
			continue
		}
		s.ink(black)
		s.modules(code.Content, x, s.y, side)
		s.font(regular, 8.5)
		y := s.y + side + 6
		for _, line := range s.wrap(code.Label, side+gap+50) {
			s.write(x, y, line)
			y += 11
		}
		if code.Address != "" {
			s.pdf.AddExternalLink(code.Address, x, s.y, side, side)
			s.ink(s.accent)
			s.font(regular, 6)
			for _, line := range s.wrap(code.Address, side+gap+50) {
				s.write(x, y, line)
				s.pdf.AddExternalLink(code.Address, x, y, side+gap+50, 8)
				y += 8
			}
		}
		deepest = max(deepest, y)
		x += side + gap + 90
	}
	s.y = deepest
}
