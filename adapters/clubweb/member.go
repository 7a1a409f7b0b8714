package clubweb

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strings"

	"github.com/clubhuis/clubhuis/core/sync/federation"
)

// Member implements ports.ClubSite.
func (s *Site) Member(ctx context.Context, code string, tabs federation.Tabs) (detail federation.Detail, err error) {
	err = s.do(ctx, "read member "+code, func(ctx context.Context) error {
		detail = federation.Detail{Code: code}
		m := &member{code: code, detail: &detail}
		pages := s.pages(m, tabs)
		if len(pages) == 0 {
			pages = []memberPage{{tab: s.profile.Tabs.Header}}
		}
		for _, page := range pages {
			if err := s.openMember(ctx, m, page); err != nil {
				return err
			}
		}
		if roles := detail.Roles; roles != nil && len(roles.Functions)+len(roles.Seats) == 0 && m.header != named &&
			detail.General == nil {
			return s.confirm(ctx, m) // nothing but empty lists, and no name: that may be nobody
		}
		return nil
	})
	if err != nil {
		return federation.Detail{}, err
	}
	return detail, nil
}

// member is somebody whose pages are read, and what they told.
type member struct {
	code   string
	detail *federation.Detail
	photo  string  // address of the photo
	top    *values // all of the header
	header told    // by the page that is open
	person told
}

// told is what an answer said about whom it is.
type told int

const (
	nothingYet told = iota
	emptiness       // an answer without anything in it
	anonymous       // something, but not about whom
	named
)

// absent reports whether that is what the site says of a code that nobody has: a page without a person.
func (m *member) absent() bool {
	return m.person == emptiness && (m.header == emptiness || m.header == anonymous)
}

// memberPage is a page of a member with its answers, without the header's, which come with every page.
type memberPage struct {
	tab   string
	wants []want
	done  func() // when all answers are there
}

// pages returns the pages of the tabs.
func (s *Site) pages(m *member, tabs federation.Tabs) (pages []memberPage) {
	if tabs.Has(federation.TabGeneral) {
		pages = append(pages, s.generalPage(m))
	}
	if tabs.Has(federation.TabFunctions) {
		roles := &federation.Roles{}
		pages = append(pages, memberPage{tab: s.profile.Tabs.Functions, done: func() { m.detail.Roles = roles }, wants: []want{
			s.want("functions", m.code, func(r *request, answer any) error { return s.readFunctions(r, answer, roles) }),
			s.want("committees", m.code, func(r *request, answer any) error { return s.readSeats(r, answer, roles) }),
		}})
	}
	if tabs.Has(federation.TabOther) {
		free := &federation.FreeFields{}
		pages = append(pages, memberPage{tab: s.profile.Tabs.Other, done: func() { m.detail.Free = free }, wants: []want{
			s.want("free-fields", m.code, func(r *request, answer any) error { return r.freeFields(answer, free) }),
		}})
	}
	if tabs.Has(federation.TabFinancial) {
		invoice := &federation.Invoice{}
		pages = append(pages, memberPage{tab: s.profile.Tabs.Financial, done: func() { m.detail.Invoice = invoice }, wants: []want{
			s.want("invoice-address", m.code, func(r *request, answer any) error { return r.invoiceAddress(answer, invoice) }),
			s.want("invoice", m.code, func(r *request, answer any) error { return r.invoice(answer, invoice) }),
		}})
	}
	return pages
}

func (s *Site) generalPage(m *member) memberPage {
	g := &federation.General{}
	person := s.want("person", m.code, func(r *request, answer any) error { return r.person(answer, m, g) })
	person.empty = func() { m.person = emptiness }
	return memberPage{tab: s.profile.Tabs.General, done: func() { m.detail.General = g }, wants: []want{
		person,
		s.want("communication", m.code, func(r *request, answer any) error {
			return r.one(answer, func(v *values) {
				g.Email, g.Email2, g.Mobile, g.Mobile2 = v.text("email"), v.text("email2"), v.text("mobile"), v.text("mobile2")
				g.Telephone, g.Telephone2 = v.text("telephone"), v.text("telephone2")
			})
		}),
		s.want("addresses", m.code, func(r *request, answer any) error {
			rows, err := r.rowsOf(answer)
			g.Address = federation.Address{}
			if err != nil || len(rows) == 0 {
				return err
			}
			v := r.read(rows[0]) // the home address is the first
			g.Address = v.address()
			return v.err
		}),
		s.want("parents", m.code, func(r *request, answer any) error {
			return r.one(answer, func(v *values) { g.Parents = v.parents() })
		}),
	}}
}

// openMember opens a page of a member. When the header says nothing at all, the first tab tells whether there is such a member.
func (s *Site) openMember(ctx context.Context, m *member, page memberPage) error {
	err := s.openMemberPage(ctx, m, page)
	if errors.Is(err, errEmpty) && m.header == emptiness && m.person == nothingYet {
		if absent := s.confirm(ctx, m); absent != nil {
			return absent
		}
	}
	return err
}

// confirm opens the first tab to find out whether there is such a member.
func (s *Site) confirm(ctx context.Context, m *member) error {
	page := s.generalPage(m)
	return s.openMemberPage(ctx, m, memberPage{tab: page.tab, wants: page.wants[:1]})
}

func (s *Site) openMemberPage(ctx context.Context, m *member, page memberPage) error {
	header := s.want("header", m.code, func(r *request, answer any) error { return r.header(answer, m) })
	header.empty = func() { m.header = emptiness }
	err := s.open(ctx, visit{
		name: "member " + page.tab, limit: s.limits.Member, wants: append([]want{header}, page.wants...),
		begin: func() { m.header, m.person = nothingYet, nothingYet }, settled: m.absent,
		path: strings.NewReplacer("{member}", url.PathEscape(m.code), "{tab}", page.tab).Replace(s.profile.Pages.Member),
	})
	switch {
	case err == nil && page.done != nil:
		page.done()
	case errors.Is(err, federation.ErrAnswer) && m.absent():
		return federation.ErrAbsent
	}
	return err
}

// one reads an answer that is about one thing.
func (r *request) one(answer any, read func(*values)) error {
	of, err := r.objectOf(answer)
	if err != nil {
		return err
	}
	v := r.read(of)
	read(v)
	return v.err
}

func (r *request) header(answer any, m *member) error {
	return r.one(answer, func(v *values) {
		own, _ := v.of[r.Own].(string)
		m.header, m.top = anonymous, v
		if tidy(own) != "" {
			m.header = named
		}
		m.detail.Header = federation.Header{Block: v.flag("block"), PhotoOn: v.date("photo-on"), Type: v.text("type")}
		m.photo = v.text("photo")
	})
}

func (r *request) person(answer any, m *member, g *federation.General) error {
	return r.one(answer, func(v *values) {
		m.person = named
		g.First, g.Infix, g.Last, g.Gender, g.Type = v.text("first"), v.text("infix"), v.text("last"), v.text("gender"), v.text("type")
		g.Birth, g.Died, g.Since = v.date("birth"), v.date("died"), v.date("since")
	})
}

func (s *Site) readFunctions(r *request, answer any, roles *federation.Roles) error {
	roles.Functions = nil
	rows, err := r.rowsOf(answer)
	for _, row := range rows {
		v := r.read(row)
		f := federation.Function{Title: v.text("title"), Start: v.date("start"), End: v.date("end"), Active: s.active(v)}
		if v.err != nil {
			return v.err
		}
		roles.Functions = append(roles.Functions, f)
	}
	return err
}

func (s *Site) readSeats(r *request, answer any, roles *federation.Roles) error {
	roles.Seats = nil
	rows, err := r.rowsOf(answer)
	for _, row := range rows {
		v := r.read(row)
		seat := federation.Seat{
			Committee: v.text("committee"), Name: v.text("name"), Title: v.text("title"), Start: v.date("start"), End: v.date("end"),
			Active: s.active(v),
		}
		if v.err != nil {
			return v.err
		}
		roles.Seats = append(roles.Seats, seat)
	}
	return err
}

// active reports whether a row goes on: its status says so, or it has no end.
func (s *Site) active(v *values) bool {
	return slices.Contains(s.profile.Active, v.text("status")) || v.date("end").IsZero()
}

func (r *request) freeFields(answer any, free *federation.FreeFields) error {
	return r.one(answer, func(v *values) {
		for i := 1; i < len(free); i++ {
			free[i] = v.text(fmt.Sprintf("remarks%d", i))
		}
	})
}

func (r *request) invoiceAddress(answer any, invoice *federation.Invoice) error {
	return r.one(answer, func(v *values) {
		invoice.Address, invoice.Default = v.address(), v.flag("default")
	})
}

func (r *request) invoice(answer any, invoice *federation.Invoice) error {
	return r.one(answer, func(v *values) {
		invoice.Last, invoice.Infix, invoice.Initials = v.text("last"), v.text("infix"), v.text("initials")
		invoice.Email, invoice.External = v.text("email"), v.text("external")
	})
}
