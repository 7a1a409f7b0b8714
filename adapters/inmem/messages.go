package inmem

import (
	"context"
	"time"

	"github.com/clubhuis/clubhuis/core/account"
	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/mail"
	"github.com/clubhuis/clubhuis/core/message"
	"github.com/clubhuis/clubhuis/ports"
)

type messages struct{ handle }

var _ ports.Messages = messages{}

// bare is a message without its attachments.
func bare(m message.Message) message.Message {
	m.Attachments = nil
	return m.Clone()
}

func (s messages) Keep(
	ctx context.Context, m message.Message, since time.Time, most int,
) (stands message.Message, kept bool, err error) {
	err = s.run(ctx, func(t *tables) error {
		if _, there := t.users[m.Author]; !there {
			return account.ErrAbsent
		}
		for _, known := range t.messages {
			if known.Author == m.Author && known.Request == m.Request && m.Request != "" {
				stands = bare(known)
				return nil
			}
		}
		if t.addressed(m.Author, since)+m.Addresses > most {
			return message.ErrQuota
		}
		t.lastMessage++
		m = m.Clone()
		m.ID, m.Created = t.lastMessage, civil.Instant(m.Created)
		if m.Attachments == nil {
			m.Attachments = []mail.Attachment{}
		}
		t.messages[m.ID] = m
		stands, kept = bare(m), true
		return nil
	})
	return stands, kept, err
}

func (t *tables) addressed(author account.UserID, since time.Time) (count int) {
	for _, m := range t.messages {
		if m.Author == author && !m.Created.Before(since) {
			count += m.Addresses
		}
	}
	return count
}

func (s messages) ByID(ctx context.Context, id int64) (message.Message, error) {
	return ask(ctx, s.handle, func(t *tables) (message.Message, error) {
		m, there := t.messages[id]
		if !there {
			return message.Message{}, message.ErrAbsent
		}
		return bare(m), nil
	})
}

func (s messages) Files(ctx context.Context, id int64) ([]mail.Attachment, error) {
	return ask(ctx, s.handle, func(t *tables) ([]mail.Attachment, error) {
		m := t.messages[id]
		if m.Attachments == nil {
			return nil, fault.ErrNotFound
		}
		return m.Clone().Attachments, nil
	})
}

func (s messages) Update(ctx context.Context, id int64, change func(*message.Message) error) error {
	return s.run(ctx, func(t *tables) error {
		m, there := t.messages[id]
		if !there {
			return message.ErrAbsent
		}
		var edited message.Message
		for range 2 { // as the contract allows
			edited = bare(m)
			if err := change(&edited); err != nil {
				return err
			}
		}
		m.Waiting, m.Addresses = edited.Clone().Waiting, edited.Addresses
		t.messages[id] = m
		return nil
	})
}

func (s messages) Addressed(ctx context.Context, author account.UserID, since time.Time) (int, error) {
	return ask(ctx, s.handle, func(t *tables) (int, error) { return t.addressed(author, since), nil })
}

func (s messages) Purge(ctx context.Context, before, files time.Time) (int, error) {
	return ask(ctx, s.handle, func(t *tables) (int, error) {
		for id, m := range t.messages {
			if m.Created.Before(files) {
				m.Attachments = nil
				t.messages[id] = m
			}
		}
		return dropped(t.messages, func(_ int64, m message.Message) bool { return m.Created.Before(before) }), nil
	})
}
