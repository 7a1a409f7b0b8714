// Package jsonapi sends requests to a provider whose requests and answers are JSON, and tries again what is worth it.
//
// It owns no provider's requests, and does not say what an answer means: that is its callers'.
package jsonapi

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/hashicorp/go-retryablehttp"
)

// Options say how the provider is reached.
type Options struct {
	URL    string
	Header http.Header // of every request: the key

	Timeout   time.Duration // of one try; 0 is 30 seconds
	FirstWait time.Duration // before the second try; each next wait is twice as long; 0 is a second
}

// Client sends requests. It is safe for use by several goroutines. Every request may be sent several times.
type Client struct {
	root   string
	header http.Header
	http   *retryablehttp.Client
}

// The limits of a request.
const (
	tries       = 4 // in all
	longestWait = 2 * time.Minute
	mostBytes   = 32 << 20 // of an answer
)

// New makes a client. It sends nothing.
func New(o Options) *Client {
	if o.Timeout == 0 {
		o.Timeout = 30 * time.Second
	}
	if o.FirstWait == 0 {
		o.FirstWait = time.Second
	}
	again := retryablehttp.NewClient()
	again.Logger = nil
	again.RetryMax, again.RetryWaitMin, again.RetryWaitMax = tries-1, o.FirstWait, o.FirstWait<<tries
	again.ErrorHandler = retryablehttp.PassthroughErrorHandler
	again.CheckRetry = mayRepeat
	again.HTTPClient.Timeout = o.Timeout
	// A redirect would take the key along.
	again.HTTPClient.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	return &Client{root: strings.TrimRight(o.URL, "/"), header: o.Header.Clone(), http: again}
}

func mayRepeat(ctx context.Context, answer *http.Response, err error) (bool, error) {
	if err != nil {
		return ctx.Err() == nil, nil
	}
	wait := Asked(answer.Header, answer.StatusCode)
	return (answer.StatusCode == http.StatusTooManyRequests || answer.StatusCode >= 500) && wait <= longestWait, nil
}

// Asked returns how long the provider asks to wait, 0 when it does not.
func Asked(header http.Header, status int) time.Duration {
	return max(0, retryablehttp.DefaultBackoff(0, 0, 0, &http.Response{StatusCode: status, Header: header}))
}

// Answer is what a provider answered in the end.
type Answer struct {
	Status int
	Header http.Header
	Text   []byte
}

// Good reports whether the request was granted.
func (a *Answer) Good() bool { return a.Status >= 200 && a.Status < 300 }

// Read decodes the answer.
func (a *Answer) Read(into any) error { return json.Unmarshal(a.Text, into) }

// ErrSilent says that the provider did not answer.
var ErrSilent = errors.New("no answer")

// Send sends a request to an address below the provider's, with a body when it is not nil. The error is ErrSilent or the
// context's, and never holds the query, which may name somebody.
func (c *Client) Send(ctx context.Context, method, path string, query url.Values, body any) (*Answer, error) {
	what := method + " " + path
	address := c.root + path
	if query != nil {
		address += "?" + query.Encode()
	}
	var text any
	if body != nil {
		encoded, err := json.Marshal(body)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", what, err)
		}
		text = bytes.NewReader(encoded)
	}
	request, err := retryablehttp.NewRequestWithContext(ctx, method, address, text)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", what, withoutAddress(err))
	}
	for name, values := range c.header {
		request.Header[name] = values
	}
	request.Header.Set("Accept", "application/json")
	if body != nil {
		request.Header.Set("Content-Type", "application/json")
	}
	answer, err := c.http.Do(request)
	if answer == nil {
		if stopped := ctx.Err(); stopped != nil {
			return nil, fmt.Errorf("%s: %w", what, stopped)
		}
		return nil, fmt.Errorf("%w: %s: %w", ErrSilent, what, withoutAddress(err))
	}
	defer answer.Body.Close()
	read, err := io.ReadAll(io.LimitReader(answer.Body, mostBytes))
	if err != nil {
		if stopped := ctx.Err(); stopped != nil {
			return nil, fmt.Errorf("%s: %w", what, stopped)
		}
		return nil, fmt.Errorf("%w: %s: %w", ErrSilent, what, err)
	}
	return &Answer{Status: answer.StatusCode, Header: answer.Header, Text: read}, nil
}

// withoutAddress returns the cause of an error of net/http, which has the whole address in front.
func withoutAddress(err error) error {
	var failed *url.Error
	if errors.As(err, &failed) {
		return failed.Err
	}
	return err
}
