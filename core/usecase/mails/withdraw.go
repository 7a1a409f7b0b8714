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

// withdraw changes a mail that is not wanted any more. When that withdraws one that asks for money, it is not noted as sent any
// more: what becomes due again is asked for anew. A copy is noted nowhere.
func (s *Service) withdraw(ctx context.Context, id int64, change func(*mail.Mail) error) error {
	return s.Atomic.Do(ctx, func(stores ports.Stores) error {
		var was, is mail.Mail
		err := stores.Mails.Update(ctx, id, func(m *mail.Mail) error {
			was = m.Clone()
			err := change(m)
			is = m.Clone()
			return err
		})
		if err != nil || s.Unsent == nil || was.State == is.State || is.State != mail.Withdrawn || is.Kind == finance.MailCopy {
			return err
		}
		token, basis, err := s.open(&was)
		if err != nil || basis.Noted.IsZero() {
			return nil //nolint:nilerr // of what can't be opened nothing is known
		}
		return s.Unsent(ctx, stores, token, basis)
	})
}
