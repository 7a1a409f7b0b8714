// Package contributions reads what members owe from a provider that collects contributions, through its HTTP interface. The
// interface is one that we define: GET {url}/contributions?year=YYYY with a bearer key returns
// {"items":[{member_code, year, total, balance, status}], "next": the address of the next page, or null}.
//
// It owns the requests, what of an answer can be read, and what kind of fault an answer is. What several items come to is
// core/sync/dues'.
package contributions

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/clubhuis/clubhuis/adapters/internal/jsonapi"
	"github.com/clubhuis/clubhuis/core/money"
	"github.com/clubhuis/clubhuis/core/sync/dues"
	"github.com/clubhuis/clubhuis/ports"
)

// Options say how the provider is reached.
type Options struct {
	URL string
	Key string

	Timeout   time.Duration // of one try; 0 is 30 seconds
	FirstWait time.Duration // before the second try; each next wait is twice as long; 0 is a second
}

// Provider is a provider. It is safe for use by several goroutines.
type Provider struct{ client *jsonapi.Client }

var _ ports.Contributions = (*Provider)(nil)

// New makes a client. It sends nothing.
func New(o Options) *Provider {
	return &Provider{jsonapi.New(jsonapi.Options{
		URL: o.URL, Header: http.Header{"Authorization": {"Bearer " + o.Key}}, Timeout: o.Timeout, FirstWait: o.FirstWait,
	})}
}

// path is where the contributions are below the provider's address.
const path = "/contributions"

// mostPages is how many pages a year has at most: a provider whose pages never end has gone wrong.
const mostPages = 1000

// Year implements ports.Contributions.
func (p *Provider) Year(ctx context.Context, year int) ([]dues.Item, error) {
	query := url.Values{"year": {strconv.Itoa(year)}}
	items, unread, all := []dues.Item{}, []dues.UnreadableItem{}, 0
	asked := map[string]bool{}
	for query != nil {
		at := query.Encode()
		if asked[at] || len(asked) == mostPages {
			return nil, errUnreadable.Because(errors.New("its pages never end"))
		}
		asked[at] = true
		var page struct {
			Items []json.RawMessage `json:"items"`
			Next  *string           `json:"next"`
		}
		if err := p.get(ctx, query, &page); err != nil {
			return nil, err
		}
		if page.Items == nil {
			return nil, errUnreadable.Because(errors.New("an answer without items"))
		}
		for _, text := range page.Items {
			all++
			if item, err := read(text, year); err != nil {
				unread = append(unread, dues.UnreadableItem{Member: item.Member, Cause: err})
			} else {
				items = append(items, item)
			}
		}
		var err error
		if query, err = following(page.Next, year); err != nil {
			return nil, err
		}
	}
	switch {
	case len(unread) == 0:
		return items, nil
	case dues.TooManyUnread(len(unread), all):
		return nil, errUnreadable.Because(fmt.Errorf("%d of %d items cannot be read: %w", len(unread), all, unread[0].Cause))
	}
	return items, &dues.Unreadable{Items: unread}
}

// read reads an item. Of one that cannot be read it returns the member, when that is known.
func read(text []byte, year int) (dues.Item, error) {
	var sent struct {
		Member         string          `json:"member_code"`
		Year           int             `json:"year"`
		Total, Balance json.RawMessage // numbers of euros
		Status         *string
	}
	if err := json.Unmarshal(text, &sent); err != nil {
		return dues.Item{Member: strings.TrimSpace(sent.Member)}, errors.New("it has another form")
	}
	item := dues.Item{Member: strings.TrimSpace(sent.Member)}
	var err error
	switch {
	case item.Member == "":
		return item, errors.New("member_code is missing")
	case sent.Year != year:
		return item, fmt.Errorf("its year is %d", sent.Year)
	case sent.Status == nil:
		return item, errors.New("status is missing")
	}
	item.Status = strings.TrimSpace(*sent.Status)
	if item.Total, err = money.Parse(string(sent.Total)); err != nil {
		return item, errors.New("total is no amount")
	}
	if item.Balance, err = money.Parse(string(sent.Balance)); err != nil {
		return item, errors.New("balance is no amount")
	}
	return item, nil
}

// following returns what the next page is asked by, nil for none. Only the query of its address counts: the key goes nowhere
// else.
func following(next *string, year int) (url.Values, error) {
	if next == nil || *next == "" {
		return nil, nil //nolint:nilnil // no page is no error
	}
	address, err := url.Parse(*next)
	if err != nil {
		return nil, errUnreadable.Because(errors.New("next is no address"))
	}
	query := address.Query()
	if query.Get("year") != strconv.Itoa(year) {
		return nil, errUnreadable.Because(errors.New("next is of another year"))
	}
	return query, nil
}

func (p *Provider) get(ctx context.Context, query url.Values, into any) error {
	answer, err := p.client.Do(ctx, jsonapi.Request{Method: http.MethodGet, Path: path, Query: query})
	switch {
	case errors.Is(err, jsonapi.ErrSilent):
		return errSilent.Because(err)
	case err != nil:
		return err
	}
	cause := fmt.Errorf("GET %s: status %d", path, answer.Status)
	switch {
	case answer.Status == http.StatusUnauthorized, answer.Status == http.StatusForbidden:
		return errKey.Because(cause)
	case answer.Status == http.StatusTooManyRequests:
		return errBroken.Because(cause).After(answer.Asked())
	case answer.Status >= 500:
		return errBroken.Because(cause)
	case !answer.Good():
		return errUnreadable.Because(cause)
	}
	if err := answer.Read(into); err != nil {
		return errUnreadable.Because(fmt.Errorf("GET %s: %w", path, err))
	}
	return nil
}
