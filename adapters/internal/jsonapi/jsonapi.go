// Package jsonapi sends requests to a provider that answers with JSON, and tries again what is worth it.
//
// It owns no provider's requests, and does not say what an answer means: that is its callers'.
package jsonapi

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"net"
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

	Tries       int           // in all; 0 is 4
	LongestWait time.Duration // that the provider may ask for; 0 is two minutes
	MostBytes   int64         // of an answer; 0 is 32 MiB

	Transport http.RoundTripper // nil is the network
}

// Client sends requests. It is safe for use by several goroutines.
type Client struct {
	root      string
	header    http.Header
	mostBytes int64

	persistent *retryablehttp.Client // for requests that may be sent several times
	careful    *retryablehttp.Client // for those that may not
}

// New makes a client. It sends nothing.
func New(o Options) *Client {
	o.Timeout, o.FirstWait = cmp.Or(o.Timeout, 30*time.Second), cmp.Or(o.FirstWait, time.Second)
	o.Tries, o.LongestWait = cmp.Or(o.Tries, 4), cmp.Or(o.LongestWait, 2*time.Minute)
	return &Client{
		root: strings.TrimRight(o.URL, "/"), header: o.Header.Clone(), mostBytes: cmp.Or(o.MostBytes, 32<<20),
		persistent: o.trying(mayRepeat), careful: o.trying(mayRepeatOnce),
	}
}

// trying makes a client that tries again where may says so and the provider does not ask to wait too long.
func (o Options) trying(may func(status int, err error) bool) *retryablehttp.Client {
	again := retryablehttp.NewClient()
	again.Logger = nil // it would log addresses with their queries
	again.RetryMax, again.RetryWaitMin, again.RetryWaitMax = o.Tries-1, o.FirstWait, o.FirstWait<<o.Tries
	again.ErrorHandler = retryablehttp.PassthroughErrorHandler
	again.CheckRetry = func(ctx context.Context, answer *http.Response, err error) (bool, error) {
		if err != nil {
			return ctx.Err() == nil && may(0, err), nil
		}
		return may(answer.StatusCode, nil) && asked(answer.Header, answer.StatusCode) <= o.LongestWait, nil
	}
	again.HTTPClient.Timeout = o.Timeout
	if o.Transport != nil {
		again.HTTPClient.Transport = o.Transport
	}
	// A redirect would take the key along.
	again.HTTPClient.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	return again
}

// mayRepeat reports whether a request is worth another try.
func mayRepeat(status int, err error) bool {
	return err != nil || status == http.StatusTooManyRequests || status >= 500
}

// mayRepeatOnce reports the same of one that may be done one time: only when it surely was not.
func mayRepeatOnce(status int, err error) bool {
	return NeverBegun(err) || err == nil && status == http.StatusTooManyRequests
}

// NeverBegun reports whether a request did not even get a connection.
func NeverBegun(err error) bool {
	var dialled *net.OpError
	return errors.As(err, &dialled) && dialled.Op == "dial"
}

// asked returns how long the provider asks to wait, 0 when it does not.
func asked(header http.Header, status int) time.Duration {
	return max(0, retryablehttp.DefaultBackoff(0, 0, 0, &http.Response{StatusCode: status, Header: header}))
}

// Answer is what a provider answered in the end.
type Answer struct {
	Status int
	Header http.Header
	Text   []byte
}

// Asked returns how long the provider asks to wait, 0 when it does not.
func (a *Answer) Asked() time.Duration { return asked(a.Header, a.Status) }

// Good reports whether the request was granted.
func (a *Answer) Good() bool { return a.Status >= 200 && a.Status < 300 }

// Read decodes the answer.
func (a *Answer) Read(into any) error { return json.Unmarshal(a.Text, into) }

// ErrSilent says that the provider did not answer.
var ErrSilent = errors.New("no answer")

// Request is one request. It may be sent several times.
type Request struct {
	Method, Path string // the path is below the provider's address
	Query        url.Values
	Header       http.Header // besides that of every request
	JSON         any         // the body, when it is not nil
	Form         url.Values  // the body, when it is not nil
	Once         bool        // it may be done one time: sent again, it would be done twice
}

func (r *Request) String() string { return r.Method + " " + r.Path } // without the query: it may name somebody

func (r *Request) body() (text []byte, kind string, err error) {
	switch {
	case r.Form != nil:
		return []byte(r.Form.Encode()), "application/x-www-form-urlencoded", nil
	case r.JSON != nil:
		text, err = json.Marshal(r.JSON)
		return text, "application/json", err
	}
	return nil, "", nil
}

// Do sends a request. The error is ErrSilent or the context's, and never holds the query.
func (c *Client) Do(ctx context.Context, r Request) (*Answer, error) {
	text, kind, err := r.body()
	if err != nil {
		return nil, fmt.Errorf("%s: %w", &r, err)
	}
	address := c.root + r.Path
	if r.Query != nil {
		address += "?" + r.Query.Encode()
	}
	sent, err := retryablehttp.NewRequestWithContext(ctx, r.Method, address, text)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", &r, withoutAddress(err))
	}
	sent.Header.Set("Accept", "application/json")
	maps.Copy(sent.Header, c.header)
	maps.Copy(sent.Header, r.Header)
	if kind != "" {
		sent.Header.Set("Content-Type", kind)
	}
	client := c.persistent
	if r.Once {
		client = c.careful
	}
	answer, err := client.Do(sent)
	if answer == nil {
		return nil, unanswered(ctx, &r, withoutAddress(err))
	}
	defer answer.Body.Close()
	read, err := io.ReadAll(io.LimitReader(answer.Body, c.mostBytes))
	if err != nil {
		return nil, unanswered(ctx, &r, err)
	}
	return &Answer{Status: answer.StatusCode, Header: answer.Header, Text: read}, nil
}

func unanswered(ctx context.Context, r *Request, err error) error {
	if stopped := ctx.Err(); stopped != nil {
		return fmt.Errorf("%s: %w", r, stopped)
	}
	return fmt.Errorf("%w: %s: %w", ErrSilent, r, err)
}

// withoutAddress returns the cause of an error of net/http, which has the whole address in front.
func withoutAddress(err error) error {
	var failed *url.Error
	if errors.As(err, &failed) {
		return failed.Err
	}
	return err
}
