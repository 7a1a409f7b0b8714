package clubapi

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"html"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/clubhuis/clubhuis/adapters/internal/jsonapi"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/media"
	"github.com/clubhuis/clubhuis/core/predecessor"
	"github.com/clubhuis/clubhuis/core/sync/payload"
	"github.com/clubhuis/clubhuis/ports"
)

// Predecessor is an application that the club had before, read to the last record.
type Predecessor struct {
	client   *Client
	pictures *jsonapi.Client
	site     *url.URL

	standard, own string // the namespaces, as About found them
}

var _ ports.Predecessor = (*Predecessor)(nil)

// NewPredecessor makes one. It sends nothing. About is called first.
func NewPredecessor(o Options) (*Predecessor, error) {
	client, err := New(o)
	if err != nil {
		return nil, err
	}
	site, err := url.Parse(o.URL)
	if err != nil {
		return nil, err
	}
	return &Predecessor{
		client: client, site: site, standard: "cms/v2/", own: "club/v1/",
		pictures: jsonapi.New(jsonapi.Options{
			URL: site.Scheme + "://" + site.Host, Timeout: o.Timeout, FirstWait: o.FirstWait, MostBytes: media.MaxBytes + 1,
		}),
	}, nil
}

// native are the names that the namespaces have in the application itself, by ours.
var native = map[string]string{"cms/v2": "wp/v2", "club/v1": "rondo/v1"}

// About implements ports.Predecessor.
func (p *Predecessor) About(ctx context.Context) (about predecessor.About, err error) {
	var index struct {
		Name, URL  string
		Namespaces []string
	}
	if _, err := p.client.send(ctx, get("", nil), &index); err != nil {
		return about, err
	}
	for ours, into := range map[string]*string{"cms/v2": &p.standard, "club/v1": &p.own} {
		switch {
		case slices.Contains(index.Namespaces, ours):
			*into = ours + "/"
		case slices.Contains(index.Namespaces, native[ours]):
			*into = native[ours] + "/"
		default:
			return about, errElsewhere.Because(fmt.Errorf("it has no namespace %s", ours))
		}
	}
	var me struct{ ID int64 }
	if _, err := p.client.send(ctx, get(p.standard+"users/me", nil), &me); err != nil {
		return about, err
	}
	return predecessor.About{Name: html.UnescapeString(index.Name), URL: index.URL, User: me.ID}, nil
}

// raw is a record as it came.
type raw struct {
	id   int64
	text []byte
}

func (r raw) number() int64 { return r.id }

// UnmarshalJSON implements json.Unmarshaler.
func (r *raw) UnmarshalJSON(text []byte) error {
	var some struct{ ID json.RawMessage }
	if err := json.Unmarshal(text, &some); err != nil {
		return err
	}
	id, err := strconv.ParseInt(strings.Trim(string(some.ID), `"`), 10, 64)
	if err != nil || id <= 0 {
		return errors.New("a record without a number")
	}
	r.id, r.text = id, slices.Clone(text)
	return nil
}

// place says how a list is read.
type place struct {
	path  string // in the standard namespace, or the own one
	own   bool
	bare  bool // it comes as one list, without pages
	term  bool // it is not sorted by date
	query url.Values
}

var places = map[predecessor.List]place{
	predecessor.RelationTypes: {path: "relationship_type", term: true},
	predecessor.Labels:        {path: "person_label", term: true},
	predecessor.Seasons:       {path: "seizoen", term: true},
	predecessor.Teams:         {path: "teams", query: url.Values{"_embed": {"wp:featuredmedia"}}},
	predecessor.Committees:    {path: "commissies", query: url.Values{"_embed": {"wp:featuredmedia"}}},
	predecessor.People:        {path: "people", query: url.Values{"_embed": {"wp:featuredmedia"}}},
	predecessor.Cases:         {path: "discipline-cases"},
	predecessor.Users:         {path: "users", own: true, bare: true},
	predecessor.Tasks:         {path: "todos", own: true, bare: true, query: url.Values{"status": {"all"}}},
	predecessor.Invoices:      {path: "invoices", own: true, bare: true},
	predecessor.Feedback:      {path: "feedback", own: true},
}

// All implements ports.Predecessor.
func (p *Predecessor) All(ctx context.Context, list predecessor.List, visit func(int64, []byte) error) error {
	at, known := places[list]
	if !known {
		return fault.ErrNotFound
	}
	path := p.standard + at.path
	if at.own {
		path = p.own + at.path
	}
	if at.bare {
		return p.bare(ctx, list, path, at.query, visit)
	}
	query := url.Values{}
	for key, values := range at.query {
		query[key] = values
	}
	if !at.term {
		query.Set("orderby", "date")
		query.Set("order", "asc")
	}
	r := reading[raw]{
		client: p.client, path: collection(path), query: query, broken: true, seen: map[int64]bool{},
		visit: func(found raw) error { return visit(found.id, found.text) },
	}
	if err := r.all(ctx); err != nil {
		return err
	}
	return unreadable(list, r.odd)
}

// unreadable is the error about records that could not be read, nil for none.
func unreadable(list predecessor.List, odd []payload.UnreadableRecord) error {
	if len(odd) == 0 {
		return nil
	}
	said := &predecessor.Unreadable{List: list}
	for _, one := range odd {
		said.Records = append(said.Records, predecessor.UnreadableRecord{ID: one.ID, Place: one.Place, Cause: one.Cause})
	}
	return said
}

// bare visits the records of a list that comes as a whole.
func (p *Predecessor) bare(
	ctx context.Context, list predecessor.List, path string, query url.Values, visit func(int64, []byte) error,
) error {
	var found []json.RawMessage
	if _, err := p.client.send(ctx, get(path, query), &found); err != nil {
		return err
	}
	var odd []payload.UnreadableRecord
	seen := map[int64]bool{}
	for n, text := range found {
		var record raw
		if err := json.Unmarshal(text, &record); err != nil {
			odd = append(odd, payload.UnreadableRecord{Place: n + 1, Cause: err})
			continue
		}
		if seen[record.id] {
			continue
		}
		seen[record.id] = true
		if err := visit(record.id, record.text); err != nil {
			return err
		}
	}
	return unreadable(list, odd)
}

// hanging are the paths of what hangs on records.
var hanging = map[predecessor.Part]string{
	predecessor.Timeline: "people/%d/timeline", predecessor.Detail: "invoices/%d", predecessor.Comments: "feedback/%d/comments",
}

// documents are those of settings.
var documents = map[predecessor.Part]string{
	predecessor.FinanceSettings:   "finance/settings",
	predecessor.FeeSettings:       "membership-fees/settings",
	predecessor.ScreeningSettings: "vog/settings",
	predecessor.VolunteerSettings: "volunteer-roles/settings",
	predecessor.FunctionMap:       "functie-capability-map",
	predecessor.WelcomeSettings:   "provisioning/settings",
	predecessor.Config:            "config",
}

// Part implements ports.Predecessor.
func (p *Predecessor) Part(ctx context.Context, part predecessor.Part, of int64) ([]byte, error) {
	var path string
	switch on, document := hanging[part], documents[part]; {
	case part == predecessor.Image:
		path = p.standard + fmt.Sprintf("media/%d", of)
	case on != "":
		path = p.own + fmt.Sprintf(on, of)
	case document != "":
		path = p.own + document
	default:
		return nil, fault.ErrNotFound
	}
	var text json.RawMessage
	_, err := p.client.send(ctx, get(path, nil), &text)
	if errors.Is(err, errElsewhere) { // older applications have no such address
		err = fault.ErrNotFound.Because(err)
	}
	return text, err
}

// Picture implements ports.Predecessor.
func (p *Predecessor) Picture(ctx context.Context, address string) ([]byte, error) {
	at, err := p.site.Parse(address)
	if err != nil || at.Scheme != p.site.Scheme || at.Host != p.site.Host {
		return nil, errAbroad
	}
	answer, err := p.pictures.Do(ctx, jsonapi.Request{
		Method: http.MethodGet, Path: at.EscapedPath(), Query: at.Query(), Header: http.Header{"Accept": {"image/*"}},
	})
	switch {
	case err != nil && ctx.Err() != nil:
		return nil, ctx.Err()
	case err != nil:
		return nil, errSilent.Because(err)
	case answer.Status == http.StatusNotFound, answer.Status == http.StatusGone:
		return nil, fault.ErrNotFound
	case answer.Status >= 300 && answer.Status < 500 && answer.Status != http.StatusTooManyRequests &&
		answer.Status != http.StatusRequestTimeout:
		return nil, errWithheld.Because(fmt.Errorf("status %d", answer.Status))
	case !answer.Good():
		return nil, errBroken.Because(fmt.Errorf("status %d", answer.Status))
	}
	return answer.Text, nil
}
