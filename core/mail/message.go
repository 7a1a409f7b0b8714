// Package mail owns what a mail is: the message that a transport takes, which errors of a transport leave no doubt, and
// the mail that is kept, with what has become of it so far.
//
// It doesn't own what mails say (the nouns that write them) or how they look (core/letter), and sends none
// (ports.Mailer).
package mail

import (
	"errors"
	"net/mail"
	"net/url"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/clubhuis/clubhuis/core/fault"
)

// Address is somebody who gets or sends mail. The name may be empty.
type Address struct{ Name, Email string }

// ParseAddress reads an address as people write it: jan@club.example or Jan <jan@club.example>.
func ParseAddress(text string) (Address, error) {
	parsed, err := mail.ParseAddress(text)
	if err != nil {
		return Address{}, err
	}
	return Address{parsed.Name, parsed.Address}, nil
}

// String writes the address as a header has it.
func (a Address) String() string {
	if a.Name == "" {
		return a.Email
	}
	return (&mail.Address{Name: a.Name, Address: a.Email}).String()
}

// Attachment is a file that goes along.
type Attachment struct {
	Name string // of the file, without a folder
	Type string // "application/pdf"
	Data []byte
}

// Message is one mail as a transport takes it.
type Message struct {
	From        Address // the zero value is the transport's own sender
	ReplyTo     Address // the zero value is the sender
	To          []Address
	Subject     string
	Text, HTML  string // at least one of them
	Attachments []Attachment
	Unsubscribe string // the address where whoever gets it ends such mails (RFC 8058), "" for none
	Key         string // of the send: to a transport that knows keys the same key is the same message; "" for none
}

// What a message may hold at most.
const (
	MostRecipients  = 50
	MostSubject     = 500      // characters
	MostAttachments = 10 << 20 // bytes together
)

// Validate refuses a message that no transport can take: a *fault.Fault of kind Invalid with every wrong part. A line
// break in an address, a subject or a file name would begin another header, and is wrong there.
func (m *Message) Validate() error {
	var problems fault.Problems
	if len(m.To) == 0 {
		problems.Add("to", fault.Required)
	}
	if len(m.To) > MostRecipients {
		problems.Add("to", tooManyRecipients)
	}
	for _, to := range m.To {
		checkAddress(to, "to", &problems)
	}
	if m.From != (Address{}) {
		checkAddress(m.From, "from", &problems)
	}
	if m.ReplyTo != (Address{}) {
		checkAddress(m.ReplyTo, "reply_to", &problems)
	}
	switch {
	case strings.TrimSpace(m.Subject) == "":
		problems.Add("subject", fault.Required)
	case !oneLine(m.Subject) || utf8.RuneCountInString(m.Subject) > MostSubject:
		problems.Add("subject", notASubject)
	}
	if m.Text == "" && m.HTML == "" {
		problems.Add("text", fault.Required)
	}
	if m.Unsubscribe != "" && !isAddress(m.Unsubscribe) {
		problems.Add("unsubscribe", notAnUnsubscribe)
	}
	size := 0
	for _, file := range m.Attachments {
		if size += len(
			file.Data,
		); file.Name == "" || strings.ContainsAny(file.Name, `/\"`) || !oneLine(file.Name) ||
			!oneLine(file.Type) {
			problems.Add("attachments", notAFile)
		}
	}
	if size > MostAttachments {
		problems.Add("attachments", tooLargeFiles)
	}
	return problems.Fault()
}

// isAddress reports whether text is the address of a page, fit for a header.
func isAddress(text string) bool {
	u, err := url.Parse(text)
	return err == nil && (u.Scheme == "https" || u.Scheme == "http") && u.Host != "" && oneLine(text) &&
		!strings.ContainsAny(text, "<> ,")
}

func checkAddress(a Address, field string, problems *fault.Problems) {
	if !ValidEmail(a.Email) || !oneLine(a.Name) {
		problems.Add(field, notAnAddress)
	}
}

// ValidEmail reports whether text is one e-mail address, and nothing else.
func ValidEmail(text string) bool {
	parsed, err := mail.ParseAddress(text)
	return err == nil && parsed.Address == text && parsed.Name == "" && len(text) <= 254 && oneLine(text)
}

func oneLine(text string) bool {
	return utf8.ValidString(text) && !strings.ContainsFunc(text, unicode.IsControl)
}

// Line makes one line of any text, fit for a subject or a name: what is no letter, sign or blank becomes one blank.
func Line(text string) string {
	line := strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || unicode.Is(unicode.Cf, r) || r == utf8.RuneError {
			return ' '
		}
		return r
	}, text)
	return strings.Join(strings.Fields(line), " ")
}

// refusal is an error after which a message was surely not taken.
type refusal struct{ error }

func (r refusal) Unwrap() error { return r.error }

// Refuse marks the error of a transport: the message was surely not taken, and may be handed over again.
func Refuse(err error) error { return refusal{err} }

// Refused reports whether an error of a transport leaves no doubt that the message was not taken. After any other error
// nobody knows.
func Refused(err error) bool { return errors.As(err, new(refusal)) || errors.As(err, new(noMailbox)) }

// noMailbox is a refusal because there are no such mailboxes.
type noMailbox struct {
	refusal
	addresses []string
}

// RefuseNoMailbox marks the error of a transport as Refuse does, and says which addresses of the message have no mailbox.
func RefuseNoMailbox(err error, addresses []string) error { return noMailbox{refusal{err}, addresses} }

// NoMailbox returns the addresses that have no mailbox, as the error of a transport tells: mail to them will never arrive.
func NoMailbox(err error) []string {
	var refused noMailbox
	if errors.As(err, &refused) {
		return refused.addresses
	}
	return nil
}
