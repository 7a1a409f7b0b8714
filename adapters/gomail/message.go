package gomail

import (
	"bytes"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	netmail "net/mail"
	"strings"
	"time"

	gomail "github.com/wneessen/go-mail"

	"github.com/clubhuis/clubhuis/core/mail"
)

// newMessage makes a mail of a message that was validated, from a sender unless it names one. Messages with the same key
// get the same ID.
func newMessage(m mail.Message, sender mail.Address, at time.Time) (*gomail.Msg, error) {
	made := gomail.NewMsg(gomail.WithNoDefaultUserAgent())
	from := m.From
	if from == (mail.Address{}) {
		from = sender
	}
	made.FromMailAddress(written(from))
	if m.ReplyTo != (mail.Address{}) {
		made.ReplyToMailAddress(written(m.ReplyTo))
	}
	for _, to := range m.To {
		made.AddToMailAddress(written(to))
	}
	made.Subject(m.Subject)
	made.SetDateWithValue(at)
	made.SetMessageIDWithValue(id(m.Key, from.Email))
	made.SetGenHeader("Auto-Submitted", "auto-generated")
	if m.Unsubscribe != "" {
		made.SetGenHeader("List-Unsubscribe", "<"+m.Unsubscribe+">")
		made.SetGenHeader("List-Unsubscribe-Post", "List-Unsubscribe=One-Click")
	}
	switch {
	case m.Text == "":
		made.SetBodyString(gomail.TypeTextHTML, m.HTML)
	case m.HTML == "":
		made.SetBodyString(gomail.TypeTextPlain, m.Text)
	default:
		made.SetBodyString(gomail.TypeTextPlain, m.Text)
		made.AddAlternativeString(gomail.TypeTextHTML, m.HTML)
	}
	for _, file := range m.Attachments {
		var options []gomail.FileOption
		if file.Type != "" {
			options = append(options, gomail.WithFileContentType(gomail.ContentType(file.Type)))
		}
		if err := made.AttachReader(file.Name, bytes.NewReader(file.Data), options...); err != nil {
			return nil, fmt.Errorf("an attachment: %w", err)
		}
	}
	return made, nil
}

// written returns an address as headers are made of it.
func written(a mail.Address) *netmail.Address {
	return &netmail.Address{Name: a.Name, Address: a.Email}
}

// id returns the ID of a message at the sender's domain.
func id(key, sender string) string {
	if key == "" {
		key = rand.Text()
	}
	sum := sha256.Sum256([]byte(key))
	_, domain, _ := strings.Cut(sender, "@")
	return hex.EncodeToString(sum[:16]) + "@" + domain
}
