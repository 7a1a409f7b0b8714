// Package syncclient asks the synchronization service to update one member: over HTTP, with the key that both share (contract §4
// and §5 of the service).
//
// It knows nothing of what the service does, tries nothing twice, and keeps the key out of errors and logs.
package syncclient

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

	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/sync/refresh"
	"github.com/clubhuis/clubhuis/ports"
)

const (
	operation = "/api/sync/individual"
	failing   = "/api/sync/failing"
	keyHeader = "X-Sync-API-Key"
)

// mostBody is the size of the largest answer, in bytes. The service's have about a hundred.
const mostBody = 64 << 10

// busyFor is how long to wait before a busy service is asked again, in its own words.
const busyFor = time.Minute

// Client asks one service.
type Client struct {
	address  string
	key      string
	patience time.Duration
	http     *http.Client
}

var _ ports.Synchronization = (*Client)(nil)

// New makes a client of the service at the address, which may have a path but no query. It waits for an answer as long as
// patience.
func New(address, key string, patience time.Duration) *Client {
	transport := http.DefaultTransport.(*http.Transport).Clone()
	transport.Proxy = nil // the service is the club's own: no proxy may see the key
	return &Client{
		address: strings.TrimSuffix(address, "/"), key: key, patience: patience,
		http: &http.Client{Transport: transport, CheckRedirect: func(*http.Request, []*http.Request) error {
			return http.ErrUseLastResponse // the key is for this address alone
		}},
	}
}

// statePatience is how long the service may take to say how far it is.
const statePatience = 10 * time.Second

// State implements ports.Synchronization.
func (c *Client) State(ctx context.Context, code string) (refresh.State, error) {
	bounded, cancel := context.WithTimeout(ctx, min(c.patience, statePatience))
	defer cancel()
	request, err := http.NewRequestWithContext(bounded, http.MethodGet, c.address+operation+"/"+url.PathEscape(code), nil)
	if err != nil {
		return "", refresh.ErrNoAnswer.Because(err)
	}
	status, body, err := c.send(request)
	if err != nil && ctx.Err() != nil {
		return "", ctx.Err()
	}
	if err != nil {
		return "", refresh.ErrNoAnswer.Because(fmt.Errorf("ask the synchronization service: %w", err))
	}
	var said struct {
		OK    *bool         `json:"ok"`
		Code  string        `json:"assoc_id"`
		State refresh.State `json:"state"`
	}
	understood := json.Unmarshal(body, &said) == nil && said.OK != nil
	switch {
	case status == http.StatusNotFound && understood && !*said.OK: // any other 404 is no such service
		return "", refresh.ErrNoWork
	case status != http.StatusOK:
		return "", refused(status, body)
	}
	if !understood || !*said.OK || !strings.EqualFold(said.Code, code) || !said.State.Known() {
		return "", refresh.ErrNoAnswer.Because(errors.New("the synchronization service does not say how far it is"))
	}
	return said.State, nil
}

// Failing implements ports.Synchronization.
func (c *Client) Failing(ctx context.Context) ([]string, error) {
	bounded, cancel := context.WithTimeout(ctx, min(c.patience, statePatience))
	defer cancel()
	request, err := http.NewRequestWithContext(bounded, http.MethodGet, c.address+failing, nil)
	if err != nil {
		return nil, refresh.ErrNoAnswer.Because(err)
	}
	status, body, err := c.send(request)
	if err != nil && ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if err != nil {
		return nil, refresh.ErrNoAnswer.Because(fmt.Errorf("ask the synchronization service: %w", err))
	}
	if status != http.StatusOK {
		return nil, refused(status, body)
	}
	var said struct {
		OK      *bool     `json:"ok"`
		Failing *[]string `json:"failing"`
	}
	if json.Unmarshal(body, &said) != nil || said.OK == nil || !*said.OK || said.Failing == nil {
		return nil, refresh.ErrNoAnswer.Because(errors.New("the synchronization service does not say how its runs end"))
	}
	return *said.Failing, nil
}

// Member implements ports.Synchronization.
func (c *Client) Member(ctx context.Context, code string) (refresh.Result, error) {
	bounded, cancel := context.WithTimeout(ctx, c.patience)
	defer cancel()
	status, body, err := c.ask(bounded, code)
	if err != nil && ctx.Err() != nil {
		return refresh.Result{}, ctx.Err()
	}
	if err != nil {
		return refresh.Result{}, refresh.ErrNoAnswer.Because(fmt.Errorf("ask the synchronization service: %w", err))
	}
	if status == http.StatusOK {
		return read(body, code)
	}
	return refresh.Result{}, refused(status, body)
}

func (c *Client) ask(ctx context.Context, code string) (status int, body []byte, err error) {
	question, err := json.Marshal(map[string]string{"assoc_id": code})
	if err != nil {
		return 0, nil, err
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, c.address+operation, bytes.NewReader(question))
	if err != nil {
		return 0, nil, err
	}
	request.Header.Set("Content-Type", "application/json")
	return c.send(request)
}

func (c *Client) send(request *http.Request) (status int, body []byte, err error) {
	request.Header.Set("Accept", "application/json")
	request.Header.Set(keyHeader, c.key)
	response, err := c.http.Do(request)
	if err != nil {
		return 0, nil, err
	}
	defer response.Body.Close()
	body, err = io.ReadAll(io.LimitReader(response.Body, mostBody+1))
	if err == nil && len(body) > mostBody {
		err = fmt.Errorf("the answer is larger than %d bytes", mostBody)
	}
	return response.StatusCode, body, err
}

// answer is the body of a success.
type answer struct {
	OK     bool           `json:"ok"`
	Code   string         `json:"assoc_id"`
	Action refresh.Action `json:"action"`
	Person int64          `json:"club_record_id"`
	Roles  *refresh.Roles `json:"capability_sync"`
}

// read accepts an answer only when it is complete and about the member asked for.
func read(body []byte, code string) (refresh.Result, error) {
	var a answer
	err := json.Unmarshal(body, &a)
	switch {
	case err != nil:
		err = errors.New("it is no JSON of the service's form") // the decoder would quote it
	case !a.OK:
		err = errors.New("it says success and ok is not true")
	case !strings.EqualFold(a.Code, code):
		err = errors.New("it is about another member")
	case !a.Action.Known():
		err = errors.New("it names no known action")
	case a.Person <= 0:
		err = errors.New("it names no record")
	}
	if err != nil {
		return refresh.Result{}, refresh.ErrNoAnswer.Because(fmt.Errorf("read the synchronization service's answer: %w", err))
	}
	return refresh.Result{Code: a.Code, Action: a.Action, Person: a.Person, Roles: a.Roles}, nil
}

// faults are the service's errors by status (contract §4 of the service).
var faults = map[int]*fault.Fault{
	http.StatusBadRequest:          refresh.ErrCode,
	http.StatusUnauthorized:        refresh.ErrKeyMissing,
	http.StatusForbidden:           refresh.ErrKeyWrong,
	http.StatusUnprocessableEntity: refresh.ErrAbsent,
	http.StatusTooManyRequests:     refresh.ErrBusy.After(busyFor),
	http.StatusInternalServerError: refresh.ErrFailed,
	http.StatusServiceUnavailable:  refresh.ErrKeyUnset,
}

// refused is what another status than success means. What has no JSON comes from something that stands before the service: a
// proxy says 503, too, when the service is down. The words of the answer go nowhere: they could be anything.
func refused(status int, body []byte) error {
	said := fmt.Errorf("the synchronization service answered %d", status)
	known, own := faults[status]
	var object map[string]json.RawMessage
	if !own || json.Unmarshal(body, &object) != nil || object == nil {
		return refresh.ErrNoAnswer.Because(said)
	}
	return known.Because(said)
}
