// Package lettermint hands messages over to Lettermint for delivery, through its HTTP interface.
//
// It owns the request, whether it is tried again, and what kind of fault an answer is. What messages say, and to whom, is its
// callers'; what becomes of them after they were taken is not followed.
package lettermint

import (
	"cmp"
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/mail"
	"time"

	"github.com/clubhuis/clubhuis/adapters/internal/jsonapi"
	"github.com/clubhuis/clubhuis/core/fault"
	club "github.com/clubhuis/clubhuis/core/mail"
	"github.com/clubhuis/clubhuis/ports"
)

// URL is where the provider is.
const URL = "https://api.lettermint.co"

// Options say how the provider is reached.
type Options struct {
	URL   string // URL above when empty
	Token string
	From  string // an address that the provider knows; with a name before it, if it shall not be that of the program

	Timeout   time.Duration // of one try; 0 is 30 seconds
	FirstWait time.Duration // before the second try; each next wait is twice as long; 0 is a second
}

// Mailer implements ports.Mailer. It is safe for use by several goroutines.
type Mailer struct {
	from   string
	client *jsonapi.Client
}

var _ ports.Mailer = (*Mailer)(nil)

// mostBytes is the limit of an answer.
const mostBytes = 1 << 20

// sender is the name before the address of the sender.
const sender = "Clubhuis"

// New makes a client. It sends nothing.
func New(o Options) (*Mailer, error) {
	from, err := mail.ParseAddress(o.From)
	if err != nil {
		return nil, fmt.Errorf("the sender %q is no mail address: %w", o.From, err)
	}
	if from.Name == "" {
		from.Name = sender
	}
	return &Mailer{from: from.String(), client: jsonapi.New(jsonapi.Options{
		URL: cmp.Or(o.URL, URL), Header: http.Header{"x-lettermint-token": {o.Token}},
		Timeout: o.Timeout, FirstWait: o.FirstWait, MostBytes: mostBytes,
	})}, nil
}

// message is a message as the provider takes it.
type message struct {
	From        string       `json:"from"`
	To          []string     `json:"to"`
	ReplyTo     []string     `json:"reply_to,omitempty"`
	Subject     string       `json:"subject"`
	HTML        string       `json:"html,omitempty"`
	Text        string       `json:"text,omitempty"`
	Attachments []attachment `json:"attachments,omitempty"`

	Headers map[string]string `json:"headers,omitempty"`
}

type attachment struct {
	Filename    string `json:"filename"`
	Content     string `json:"content"` // base64
	ContentType string `json:"content_type,omitempty"`
}

func (m *Mailer) message(sent club.Message) message {
	wire := message{From: m.from, Subject: sent.Subject, HTML: sent.HTML, Text: sent.Text}
	if sent.From != (club.Address{}) {
		wire.From = sent.From.String()
	}
	if sent.ReplyTo != (club.Address{}) {
		wire.ReplyTo = []string{sent.ReplyTo.String()}
	}
	if sent.Unsubscribe != "" {
		wire.Headers = map[string]string{
			"List-Unsubscribe": "<" + sent.Unsubscribe + ">", "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
		}
	}
	for _, to := range sent.To {
		wire.To = append(wire.To, to.String())
	}
	for _, file := range sent.Attachments {
		wire.Attachments = append(wire.Attachments,
			attachment{file.Name, base64.StdEncoding.EncodeToString(file.Data), file.Type})
	}
	return wire
}

// Once implements ports.Mailer: the provider knows keys.
func (m *Mailer) Once() bool { return true }

// Send implements ports.Mailer.
func (m *Mailer) Send(ctx context.Context, sent club.Message) (string, error) {
	if err := sent.Validate(); err != nil {
		return "", club.Refuse(err)
	}
	// With a key, sent twice is sent once.
	request := jsonapi.Request{Method: http.MethodPost, Path: "/v1/send", JSON: m.message(sent), Once: sent.Key == ""}
	if sent.Key != "" {
		request.Header = http.Header{"Idempotency-Key": {sent.Key}}
	}
	answer, err := m.client.Do(ctx, request)
	if err != nil {
		return "", unanswered(err, sent.Key == "")
	}
	id, err := taken(answer)
	switch kind := fault.KindOf(err); {
	case err == nil:
		return id, nil
	case kind == fault.Invalid, kind == fault.Unauthenticated, errors.Is(err, errBusy) && sent.Key == "":
		return "", club.Refuse(err) // with a key an earlier try may have been taken
	}
	return "", err
}

// unanswered returns the fault of a request without an answer; once says that it was made one time at most.
func unanswered(err error, once bool) error {
	if errors.Is(err, jsonapi.ErrSilent) {
		err = errSilent.Because(err)
	}
	if once && jsonapi.NeverBegun(err) {
		return club.Refuse(err)
	}
	return err
}

// taken returns the number of a message that the provider took, else the fault.
func taken(answer *jsonapi.Answer) (string, error) {
	status := answer.Status
	cause := fmt.Errorf("status %d", status)
	var said struct {
		ID      string `json:"message_id"`
		Message string
		Errors  map[string]json.RawMessage
	}
	err := answer.Read(&said)
	switch {
	case status == http.StatusUnauthorized:
		return "", errToken.Because(cause)
	case status == http.StatusTooManyRequests:
		return "", errBusy.Because(cause).After(answer.Asked())
	case status >= 500:
		return "", errBroken.Because(cause)
	case err != nil:
		return "", errUnreadable.Because(cause)
	case answer.Good() && said.ID != "":
		return said.ID, nil
	case status >= 400 && said.Message != "":
		refused := errInvalid.Because(fmt.Errorf("status %d: %s", status, said.Message))
		refused.Params = map[string]string{}
		for field := range said.Errors {
			refused.Params[field] = notAccepted
		}
		return "", refused
	}
	return "", errUnreadable.Because(cause)
}
