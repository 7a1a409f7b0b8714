package clubweb

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/clubhuis/clubhuis/core/sync/federation"
)

// Edit implements ports.ClubSite. A card that has all wanted values already is not touched. A card that is not there keeps
// none of the others from being saved.
func (s *Site) Edit(ctx context.Context, code string, edits federation.Edits) (kept []federation.Field, err error) {
	err = s.do(ctx, "edit member "+code, func(ctx context.Context) error {
		for field := range edits {
			if !slices.Contains(federation.Fields, field) {
				return shape("nothing on the site is called %s", field)
			}
		}
		var absent error
		for i := range s.profile.Editing.Cards {
			c := &s.profile.Editing.Cards[i]
			asked := federation.Edits{}
			for field, value := range edits {
				if _, here := c.Fields[field]; here {
					asked[field] = value
				}
			}
			if len(asked) == 0 {
				continue
			}
			stays, err := s.editCard(ctx, code, c, asked)
			kept = append(kept, stays...)
			switch {
			case errors.Is(err, federation.ErrShape):
				absent = cmp.Or(absent, s.failure(ctx, err))
			case err != nil:
				return errors.Join(err, absent)
			}
		}
		return absent
	})
	slices.SortFunc(kept, func(a, b federation.Field) int {
		return slices.Index(federation.Fields, a) - slices.Index(federation.Fields, b)
	})
	return kept, err
}

// editCard sets the values of one card: it reads what stands there, saves what differs, and reads again. It saves twice when the
// session ended meanwhile, or when there is a date, which sites want in one form or the other.
func (s *Site) editCard(ctx context.Context, code string, c *card, asked federation.Edits) ([]federation.Field, error) {
	var cause error
	again := true
	for saves := 0; ; saves++ {
		now, m, err := s.readCard(ctx, code, c)
		if errors.Is(err, errSilent) && !s.hasCard(ctx, c) {
			return nil, shape("there is no card %s", c.Headings[0])
		}
		if err != nil {
			return nil, err
		}
		kept, differ := c.compare(now, asked)
		switch {
		case len(differ) == 0:
			return kept, nil
		case m.detail.Header.Type == s.profile.Editing.Former:
			return kept, federation.ErrFormer
		case !again && cause != nil:
			return kept, federation.ErrNotKept.Because(cause)
		case !again:
			return kept, federation.ErrNotKept.Because(
				fmt.Errorf("%s of the card %s is as it was before it was saved", differ.fields(), c.Headings[0]))
		}
		cause = s.saveCard(ctx, c, differ, saves > 0 && !errors.Is(cause, errLost))
		if ctx.Err() != nil {
			return kept, ctx.Err()
		}
		for _, final := range []error{federation.ErrShape, federation.ErrFormer, federation.ErrAnswer} {
			if errors.Is(cause, final) {
				return kept, cause
			}
		}
		again = saves == 0 && (errors.Is(cause, errLost) || c.hasDate(differ))
	}
}

// readCard reads what stands on a card, from the answer that the page shows there.
func (s *Site) readCard(ctx context.Context, code string, c *card) (*values, *member, error) {
	m := &member{code: code, detail: &federation.Detail{}}
	var now *values
	page := memberPage{tab: s.tabOf(c)}
	if c.Request != "header" {
		page.wants = []want{s.want(c.Request, code, func(r *request, answer any) error {
			of := object{}
			if len(r.Rows) == 0 {
				var err error
				if of, err = r.objectOf(answer); err != nil {
					return err
				}
			} else if rows, err := r.rowsOf(answer); err != nil {
				return err
			} else if len(rows) > 0 {
				of = rows[0]
			} else {
				now = &values{request: r, of: of} // no address at all
				return nil
			}
			now = r.read(of)
			return now.err
		})}
	}
	if err := s.openMember(ctx, m, page); err != nil {
		return nil, nil, err
	}
	if now == nil {
		now = m.top
	}
	return now, m, nil
}

// hasCard reports whether the open page has a card that can be edited.
func (s *Site) hasCard(ctx context.Context, c *card) bool {
	if s.tab == nil {
		return false
	}
	all := differing{}
	for field := range c.Fields {
		all[field] = ""
	}
	_, err := s.findCard(s.tab.at(ctx), c, all)
	return err == nil || ctx.Err() != nil
}

func (s *Site) tabOf(c *card) string {
	switch c.Tab {
	case "other":
		return s.profile.Tabs.Other
	case "financial":
		return s.profile.Tabs.Financial
	}
	return s.profile.Tabs.General
}

// differing are the fields of a card that do not have their wanted values yet.
type differing federation.Edits

// fields are their names, in order.
func (d differing) fields() (fields []federation.Field) {
	for _, field := range federation.Fields {
		if _, here := d[field]; here {
			fields = append(fields, field)
		}
	}
	return fields
}

// compare splits the wanted values into those that stand there and those that do not.
func (c *card) compare(now *values, asked federation.Edits) (kept []federation.Field, differ differing) {
	differ = differing{}
	for field, value := range asked {
		if in := c.Fields[field]; in.same(now, value) {
			kept = append(kept, field)
		} else {
			differ[field] = value
		}
	}
	return kept, differ
}

// same reports whether a value stands there, dates and boxes by what they mean.
func (in *input) same(now *values, value string) bool {
	text := now.text(in.Read)
	switch in.Kind {
	case dateKind:
		before, known := parseDate(text)
		asked, good := parseDate(value)
		return known && good && before == asked
	case boxKind:
		return now.flag(in.Read) == (value == "true")
	}
	return text == tidy(value)
}

func (c *card) hasDate(differ differing) bool {
	for field := range differ {
		if c.Fields[field].Kind == dateKind {
			return true
		}
	}
	return false
}
