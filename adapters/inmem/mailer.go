package inmem

import (
	"context"
	"fmt"
	"slices"
	"sync"

	"github.com/clubhuis/clubhuis/core/mail"
	"github.com/clubhuis/clubhuis/ports"
)

// Mailer keeps messages instead of delivering them. The zero value is ready for use, and knows keys.
type Mailer struct {
	// Fail is asked before a message is taken, After when it was: what they return is the error. Both may be nil, and may be
	// set anew between calls.
	Fail, After func(message mail.Message) error
	Forgetful   bool // it knows no keys: every message is another one

	mu   sync.Mutex
	sent []mail.Message
	keys map[string]string
}

var _ ports.Mailer = (*Mailer)(nil)

// Sent returns what was handed over, in order, each once.
func (m *Mailer) Sent() []mail.Message {
	m.mu.Lock()
	defer m.mu.Unlock()
	return slices.Clone(m.sent)
}

// Once implements ports.Mailer.
func (m *Mailer) Once() bool { return !m.Forgetful }

// Send implements ports.Mailer.
func (m *Mailer) Send(ctx context.Context, message mail.Message) (string, error) {
	if err := ctx.Err(); err != nil {
		return "", mail.Refuse(err)
	}
	if err := message.Validate(); err != nil {
		return "", mail.Refuse(err)
	}
	if fail := m.Fail; fail != nil {
		if err := fail(message); err != nil {
			return "", err
		}
	}
	id := m.take(message)
	if after := m.After; after != nil {
		return cleared(id, after(message))
	}
	return id, nil
}

func (m *Mailer) take(message mail.Message) string {
	m.mu.Lock()
	defer m.mu.Unlock()
	known := message.Key != "" && m.Once()
	if id, again := m.keys[message.Key]; again && known {
		return id
	}
	message.To = slices.Clone(message.To)
	m.sent = append(m.sent, message)
	id := fmt.Sprintf("m%06d", len(m.sent))
	if m.keys == nil {
		m.keys = map[string]string{}
	}
	if known {
		m.keys[message.Key] = id
	}
	return id
}
