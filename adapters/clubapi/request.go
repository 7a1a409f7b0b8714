package clubapi

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime"
	"net"
	"net/http"
	"net/url"
	"strconv"
	"time"

	"github.com/hashicorp/go-retryablehttp"

	"github.com/clubhuis/clubhuis/core/fault"
)

// request is one question to the application.
type request struct {
	method, path string // the path is below the root
	query        url.Values
	kind         string // of body
	body         []byte
	once         bool  // it creates something: repeated, it creates two
	revision     int64 // of the record that it is meant for, 0 for any
}

func get(path string, query url.Values) request {
	return request{method: http.MethodGet, path: path, query: query}
}

// sending returns a request with a JSON body.
func sending(method, path string, body any) (request, error) {
	text, err := json.Marshal(body)
	if err != nil {
		return request{}, fmt.Errorf("encode what is sent to %s: %w", path, err)
	}
	return request{method: method, path: path, kind: "application/json", body: text}, nil
}

func (r request) String() string { return r.method + " " + r.path } // without the query: it may hold an address

// send asks, decodes a JSON answer into the value and returns its headers. The error is a fault, or the context's.
func (c *Client) send(ctx context.Context, r request, into any) (http.Header, error) {
	address := c.root + r.path
	if len(r.query) > 0 {
		address += "?" + r.query.Encode()
	}
	sent, err := retryablehttp.NewRequestWithContext(ctx, r.method, address, r.body)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", r, withoutAddress(err))
	}
	sent.SetBasicAuth(c.username, c.password)
	sent.Header.Set("Accept", "application/json")
	sent.Header.Set("User-Agent", "clubsync")
	if r.kind != "" {
		sent.Header.Set("Content-Type", r.kind)
	}
	if r.revision != 0 {
		sent.Header.Set("If-Match", `"`+strconv.FormatInt(r.revision, 10)+`"`)
	}
	client := c.persistent
	if r.once {
		client = c.careful
	}
	answer, err := client.Do(sent)
	if answer == nil {
		if stopped := ctx.Err(); stopped != nil {
			return nil, fmt.Errorf("%s: %w", r, stopped)
		}
		return nil, errSilent.Because(fmt.Errorf("%s: %w", r, withoutAddress(err)))
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err == nil {
		err = judge(answer, text)
	}
	if err == nil {
		if err = json.Unmarshal(text, into); err != nil {
			err = errUnreadable.Because(oddAnswer{err})
		}
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", r, err)
	}
	return answer.Header, nil
}

// withoutAddress returns the cause of an error of net/http, which has the whole address in front.
func withoutAddress(err error) error {
	var failed *url.Error
	if errors.As(err, &failed) {
		return failed.Err
	}
	return err
}

// codeNoRoute is what an application says about an address that it does not have: no word about a record.
const codeNoRoute = "rest_no_route"

// judge returns nil for a JSON answer to a granted request, else its fault.
func judge(answer *http.Response, text []byte) error {
	status := answer.StatusCode
	cause := fmt.Errorf("status %d", status)
	switch {
	case status >= 300 && status < 400:
		return errMoved.Because(cause)
	case status == http.StatusUnauthorized:
		return errRefused.Because(cause)
	case status == http.StatusTooManyRequests:
		return errBusy.Because(cause).After(asked(answer))
	case status == http.StatusInternalServerError:
		return errBroken.Because(brokenAnswer{cause})
	case status > 500:
		return errBroken.Because(cause)
	case !isJSON(answer):
		return errUnreadable.Because(fmt.Errorf("status %d with %q", status, answer.Header.Get("Content-Type")))
	case status < 300:
		return nil
	}
	var said struct {
		Code, Message string
		Data          struct{ Params map[string]string }
	}
	switch err := json.Unmarshal(text, &said); {
	case err != nil || said.Code == "":
		return errUnreadable.Because(cause)
	case said.Code == codeNoRoute:
		return errElsewhere.Because(cause)
	}
	return &fault.Fault{Kind: kindOf(status), Code: said.Code, Message: said.Message, Params: said.Data.Params, Cause: cause}
}

func kindOf(status int) fault.Kind {
	switch status {
	case http.StatusForbidden:
		return fault.Forbidden
	case http.StatusNotFound, http.StatusGone:
		return fault.NotFound
	case http.StatusConflict:
		return fault.Conflict
	case http.StatusPreconditionFailed:
		return fault.Outdated
	case http.StatusRequestTimeout:
		return fault.Unavailable
	}
	return fault.Invalid
}

func isJSON(answer *http.Response) bool {
	kind, _, err := mime.ParseMediaType(answer.Header.Get("Content-Type"))
	return err == nil && kind == "application/json"
}

// asked returns how long the application asks to wait, 0 when it does not.
func asked(answer *http.Response) time.Duration {
	return retryablehttp.DefaultBackoff(0, 0, 0, answer)
}

// bearable reports whether it asks for no longer than we wait.
func bearable(answer *http.Response) bool {
	wait := asked(answer)
	return wait >= 0 && wait <= longestWait
}

// mayRepeat reports whether a repeatable request is worth another try.
func mayRepeat(answer *http.Response, err error) bool {
	if err != nil {
		return !errors.Is(err, errTooLong)
	}
	status := answer.StatusCode
	return (status == http.StatusTooManyRequests || status >= 500 || status < 300 && !isJSON(answer)) && bearable(answer)
}

// mayRepeatCreate reports the same of a request that creates something: only when it certainly created nothing. A 503 may come
// after the record was made, even one that says when to try again: the application may have run out of time reading it back.
func mayRepeatCreate(answer *http.Response, err error) bool {
	if err != nil {
		var dialled *net.OpError
		return errors.As(err, &dialled) && dialled.Op == "dial"
	}
	return answer.StatusCode == http.StatusTooManyRequests && bearable(answer)
}

// retry adapts may to the library.
func (c *Client) retry(may func(*http.Response, error) bool) retryablehttp.CheckRetry {
	return func(ctx context.Context, answer *http.Response, err error) (bool, error) {
		if ctx.Err() != nil || !may(answer, err) {
			return false, nil
		}
		if err != nil {
			c.log.InfoContext(ctx, "the application did not answer", "cause", withoutAddress(err))
		} else {
			c.log.InfoContext(ctx, "the application can't answer now", "method", answer.Request.Method, "status", answer.StatusCode)
		}
		return true, nil
	}
}

// oddAnswer is the error of an answer that is JSON, but not what was asked for.
type oddAnswer struct{ error }

// Unwrap returns the cause.
func (o oddAnswer) Unwrap() error { return o.error }

// isOdd reports whether an answer could not be read because of its content: a smaller part of it may be readable.
func isOdd(err error) bool {
	var odd oddAnswer
	return errors.As(err, &odd) || errors.Is(err, errTooLong)
}

// brokenAnswer is the error of a request at which the application broke down.
type brokenAnswer struct{ error }

// Unwrap returns the cause.
func (b brokenAnswer) Unwrap() error { return b.error }

func isBroken(err error) bool {
	var broken brokenAnswer
	return errors.As(err, &broken)
}

var errTooLong = fmt.Errorf("the answer is longer than %d bytes", mostBytes)

// whole reads answers to their end before they are judged, so that one that breaks off is a failed try.
type whole struct{ next http.RoundTripper }

// RoundTrip implements http.RoundTripper.
func (w whole) RoundTrip(r *http.Request) (*http.Response, error) {
	answer, err := w.next.RoundTrip(r)
	if err != nil {
		return nil, err
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(io.LimitReader(answer.Body, mostBytes+1))
	if err != nil {
		return nil, fmt.Errorf("the answer breaks off: %w", err)
	}
	if len(text) > mostBytes {
		return nil, errTooLong
	}
	answer.Body = io.NopCloser(bytes.NewReader(text))
	return answer, nil
}
