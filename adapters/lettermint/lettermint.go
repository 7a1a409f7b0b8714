// Package lettermint hands messages over to Lettermint for delivery, through its HTTP interface.
//
// It owns the request, whether it is tried again, and what kind of fault an answer is. What messages say, and to whom, is its
// callers'; what becomes of them after they were taken is not followed.
package lettermint

import (
	"context"
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

	"github.com/clubhuis/clubhuis/core/sync/mailing"
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

// Mail implements ports.Mail. It is safe for use by several goroutines.
type Mail struct {
	address, token, from string

	persistent *retryablehttp.Client // for messages with a key: twice is once
	careful    *retryablehttp.Client // for those without
}

var _ ports.Mail = (*Mail)(nil)

// The limits of a request.
const (
	tries       = 4 // in all
	longestWait = 2 * time.Minute
	mostBytes   = 1 << 20 // of an answer
)

// sender is the name before the address of the sender.
const sender = "Clubhuis"

// New makes a client. It sends nothing.
func New(o Options) (*Mail, error) {
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
	return &Mail{
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
		var dialled *net.OpError
		return errors.As(err, &dialled) && dialled.Op == "dial"
	}
	return answer.StatusCode == http.StatusTooManyRequests && bearable(answer)
}

// asked returns how long the provider asks to wait, 0 when it does not.
func asked(answer *http.Response) time.Duration { return retryablehttp.DefaultBackoff(0, 0, 0, answer) }

// bearable reports whether it asks for no longer than we wait.
func bearable(answer *http.Response) bool { return asked(answer) >= 0 && asked(answer) <= longestWait }

// message is a message as the provider takes it.
type message struct {
	From    string   `json:"from"`
	To      []string `json:"to"`
	Subject string   `json:"subject"`
	HTML    string   `json:"html,omitempty"`
	Text    string   `json:"text,omitempty"`
}

// Send implements ports.Mail.
func (m *Mail) Send(ctx context.Context, sent mailing.Message) (string, error) {
	to := sent.To
	if to == nil {
		to = []string{} // the provider says what is wrong with nobody
	}
	body, err := json.Marshal(message{From: m.from, To: to, Subject: sent.Subject, HTML: sent.HTML, Text: sent.Text})
	if err != nil {
		return "", fmt.Errorf("encode a message: %w", err)
	}
	request, err := retryablehttp.NewRequestWithContext(ctx, http.MethodPost, m.address, body)
	if err != nil {
		return "", fmt.Errorf("send a message: %w", err)
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
		if stopped := ctx.Err(); stopped != nil {
			return "", fmt.Errorf("send a message: %w", stopped)
		}
		return "", errSilent.Because(err)
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(io.LimitReader(answer.Body, mostBytes))
	if err != nil {
		return "", errSilent.Because(err)
	}
	return taken(answer, text)
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
