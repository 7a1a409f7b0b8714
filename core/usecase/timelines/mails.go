package timelines

import (
	"context"
	"errors"
	"html"
	"slices"

	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/mail"
	"github.com/clubhuis/clubhuis/core/message"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/richtext"
)

// Letter says who reads the mails of a kind on timelines. The text of a mail of a kind that has none is never shown: it may hold
// a secret.
type Letter struct {
	Kind    string
	Section access.Capability // without it the mails do not stand on timelines at all; "" asks for nothing more
}

// Opened is a mail with what it says.
type Opened struct {
	mail.Mail
	Content string // safe HTML
}

// MayOpen reports whether who sees a mail on a timeline may read what it says.
func (s *Service) MayOpen(viewer access.Viewer, kind string) bool {
	return slices.ContainsFunc(s.Letters, func(l Letter) bool { return l.Kind == kind && l.shows(viewer) })
}

func (l *Letter) shows(viewer access.Viewer) bool { return l.Section == "" || viewer.Can(l.Section) }

// hidden returns the kinds of mails that do not stand on timelines as the viewer sees them.
func (s *Service) hidden(viewer access.Viewer) (kinds []string) {
	for _, l := range s.Letters {
		if !l.shows(viewer) {
			kinds = append(kinds, l.Kind)
		}
	}
	return kinds
}

// OpenMail returns a mail on the timeline of a person with what it says.
func (s *Service) OpenMail(ctx context.Context, viewer access.Viewer, id person.ID, number int64) (opened Opened, err error) {
	if err := s.readable(viewer, id); err != nil {
		return opened, err
	}
	found, err := s.Texts.ByID(ctx, number)
	switch {
	case err != nil:
		return opened, err
	case len(found) == 0, !found[0].Shown().To(id, viewer.User):
		return opened, mail.ErrAbsent
	case slices.Contains(s.hidden(viewer), found[0].Kind): // it does not stand there
		return opened, mail.ErrAbsent
	case !s.MayOpen(viewer, found[0].Kind):
		return opened, mail.ErrClosed
	}
	opened.Mail = found[0]
	opened.Content, err = s.said(ctx, &found[0])
	return opened, err
}

// said returns what a mail says: that of a message as its author wrote it, while it is kept.
func (s *Service) said(ctx context.Context, m *mail.Mail) (string, error) {
	if m.Message != 0 {
		written, err := s.Messages.ByID(ctx, m.Message)
		if !errors.Is(err, message.ErrAbsent) {
			return written.Content, err
		}
	}
	return richtext.Render(s.Markup.Sanitize, html.EscapeString(m.Text)), nil
}
