package mails

import (
	"context"

	"github.com/clubhuis/clubhuis/core/finance"
	"github.com/clubhuis/clubhuis/core/mail"
	"github.com/clubhuis/clubhuis/ports"
)

// asks reports whether a mail asks for money that is due: to the member, or its copy for the treasurer.
func (s *Service) asks(m *mail.Mail) bool {
	switch m.Kind {
	case finance.MailDue, finance.MailReminder:
		return true
	case finance.MailCopy:
		_, basis, err := s.open(m)
		return err == nil && !basis.Noted.IsZero()
	}
	return false
}

// unsent takes back that a mail was sent that is withdrawn now and asks for money: what becomes due again is asked for anew. A
// copy is noted nowhere.
func (s *Service) unsent(ctx context.Context, stores ports.Stores, was, is *mail.Mail) error {
	if s.Unsent == nil || is.State != mail.Withdrawn || is.Kind == finance.MailCopy {
		return nil
	}
	token, basis, err := s.open(was)
	if err != nil || basis.Noted.IsZero() {
		return nil //nolint:nilerr // of what can't be opened nothing is known
	}
	return s.Unsent(ctx, stores, token, basis)
}
