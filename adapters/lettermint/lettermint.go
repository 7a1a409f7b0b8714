// Package lettermint hands messages over to Lettermint for delivery, through its HTTP interface.
//
// It owns the request, whether it is tried again, and what kind of fault an answer is. What messages say, and to whom, is its
// callers'; what becomes of them after they were taken is not followed.
package lettermint

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/mail"
	"strings"
	"time"

	"github.com/hashicorp/go-retryablehttp"

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
	address, token, from string

	persistent *retryablehttp.Client // for messages with a key: twice is once
	careful    *retryablehttp.Client // for those without
}

var _ ports.Mailer = (*Mailer)(nil)

// The limits of a request.
const (
	tries       = 4 // in all
	longestWait = 2 * time.Minute
	mostBytes   = 1 << 20 // of an answer
)

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
	if o.URL == "" {
		o.URL = URL
	}
	if o.Timeout == 0 {
		o.Timeout = 30 * time.Second
	}
	if o.FirstWait == 0 {
		o.FirstWait = time.Second
	}
	return &Mailer{
		address: strings.TrimRight(o.URL, "/") + "/v1/send", token: o.Token, from: from.String(),
		persistent: trying(o, mayRepeat), careful: trying(o, mayRepeatWithoutKey),
	}, nil
}

// trying makes a client that tries again where may says so.
func trying(o Options, may func(*http.Response, error) bool) *retryablehttp.Client {
	again := retryablehttp.NewClient()
	again.Logger = nil
	again.RetryMax, again.RetryWaitMin, again.RetryWaitMax = tries-1, o.FirstWait, o.FirstWait<<tries
	again.ErrorHandler = retryablehttp.PassthroughErrorHandler
	again.CheckRetry = func(ctx context.Context, answer *http.Response, err error) (bool, error) {
		return ctx.Err() == nil && may(answer, err), nil
	}
	again.HTTPClient.Timeout = o.Timeout
	// Whoever is sent elsewhere would take the token along.
	again.HTTPClient.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	return again
}

// mayRepeat reports whether a message with a key is worth another try.
func mayRepeat(answer *http.Response, err error) bool {
	return err != nil || (answer.StatusCode == http.StatusTooManyRequests || answer.StatusCode >= 500) && bearable(answer)
}

// mayRepeatWithoutKey reports the same of one without: only when it surely was not taken.
func mayRepeatWithoutKey(answer *http.Response, err error) bool {
	if err != nil {
		return neverBegun(err)
	}
	return answer.StatusCode == http.StatusTooManyRequests && bearable(answer)
}

// asked returns how long the provider asks to wait, 0 when it does not.
func asked(answer *http.Response) time.Duration { return retryablehttp.DefaultBackoff(0, 0, 0, answer) }

// bearable reports whether it asks for no longer than we wait.
func bearable(answer *http.Response) bool { return asked(answer) >= 0 && asked(answer) <= longestWait }

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
	body, err := json.Marshal(m.message(sent))
	if err != nil {
		return "", club.Refuse(fmt.Errorf("encode a message: %w", err))
	}
	request, err := retryablehttp.NewRequestWithContext(ctx, http.MethodPost, m.address, body)
	if err != nil {
		return "", club.Refuse(fmt.Errorf("send a message: %w", err))
	}
	request.Header.Set("x-lettermint-token", m.token)
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("Accept", "application/json")
	client := m.careful
	if sent.Key != "" {
		request.Header.Set("Idempotency-Key", sent.Key)
		client = m.persistent
	}
	answer, err := client.Do(request)
	if answer == nil {
		return "", unanswered(ctx, err, sent.Key == "")
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(io.LimitReader(answer.Body, mostBytes))
	if err != nil {
		return "", errSilent.Because(err)
	}
	id, err := taken(answer, text)
	switch kind := fault.KindOf(err); {
	case err == nil:
		return id, nil
	case kind == fault.Invalid, kind == fault.Unauthenticated, errors.Is(err, errBusy) && sent.Key == "":
		return "", club.Refuse(err) // with a key an earlier try may have been taken
	}
	return "", err
}

// unanswered returns the fault of a request without an answer; once says that it was made one time at most.
func unanswered(ctx context.Context, err error, once bool) error {
	failed := error(errSilent.Because(err))
	if stopped := ctx.Err(); stopped != nil {
		failed = fmt.Errorf("send a message: %w", stopped)
	}
	if once && neverBegun(err) {
		return club.Refuse(failed)
	}
	return failed
}

// neverBegun reports whether a request did not even get a connection.
func neverBegun(err error) bool {
	var dialled *net.OpError
	return errors.As(err, &dialled) && dialled.Op == "dial"
}

// taken returns the number of a message that the provider took, else the fault.
func taken(answer *http.Response, text []byte) (string, error) {
	status := answer.StatusCode
	cause := fmt.Errorf("status %d", status)
	var said struct {
		ID      string `json:"message_id"`
		Message string
		Errors  map[string]json.RawMessage
	}
	err := json.Unmarshal(text, &said)
	switch {
	case status == http.StatusUnauthorized:
		return "", errToken.Because(cause)
	case status == http.StatusTooManyRequests:
		return "", errBusy.Because(cause).After(asked(answer))
	case status >= 500:
		return "", errBroken.Because(cause)
	case err != nil:
		return "", errUnreadable.Because(cause)
	case status >= 200 && status < 300 && said.ID != "":
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
