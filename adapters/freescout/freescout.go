// Package freescout keeps the customers of a helpdesk, and reads its conversations, through the HTTP interface of FreeScout.
//
// It owns the requests, which of them are tried again, and what kind of fault an answer is. Who is a customer, and what becomes
// of conversations, is core/sync/customer's.
package freescout

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/clubhuis/clubhuis/adapters/internal/jsonapi"
	"github.com/clubhuis/clubhuis/core/sync/customer"
	"github.com/clubhuis/clubhuis/ports"
)

// Options say how the helpdesk is reached.
type Options struct {
	URL string
	Key string

	Timeout   time.Duration // of one try; 0 is 30 seconds
	FirstWait time.Duration // before the second try; each next wait is twice as long; 0 is a second
}

// Desk is a helpdesk. It is safe for use by several goroutines.
type Desk struct {
	root   string
	client *jsonapi.Client
}

var _ ports.Helpdesk = (*Desk)(nil)

// New makes a client. It sends nothing.
func New(o Options) *Desk {
	return &Desk{strings.TrimRight(o.URL, "/"), jsonapi.New(jsonapi.Options{
		URL: o.URL, Header: http.Header{"X-Freescout-Api-Key": {o.Key}}, Timeout: o.Timeout, FirstWait: o.FirstWait,
	})}
}

const (
	customers     = "/api/customers"
	conversations = "/api/conversations"
)

// entry is an address or a number of a customer.
type entry struct {
	Type  string `json:"type,omitempty"`
	Value string `json:"value"`
}

func entries(kind string, values []string) []entry {
	all := make([]entry, len(values))
	for i, value := range values {
		all[i] = entry{kind, value}
	}
	return all
}

// body is what is sent about a customer.
type body struct {
	First    string  `json:"firstName"`
	Last     string  `json:"lastName"`
	Photo    string  `json:"photoUrl"`
	Emails   []entry `json:"emails"`
	Phones   []entry `json:"phones"`
	Websites []entry `json:"websites"`
}

func bodyOf(c customer.Customer) body {
	return body{c.First, c.Last, c.Photo, entries("home", c.Emails), entries("mobile", c.Phones), entries("", c.Websites)}
}

// ByEmail implements ports.Helpdesk.
func (d *Desk) ByEmail(ctx context.Context, email string) (int64, error) {
	var found struct {
		Embedded *struct {
			Customers []struct{ ID int64 }
		} `json:"_embedded"`
	}
	if err := d.read(ctx, customers, url.Values{"email": {email}}, &found); err != nil {
		return 0, err
	}
	if found.Embedded == nil {
		return 0, errUnreadable.Because(errors.New("a list without customers"))
	}
	if len(found.Embedded.Customers) == 0 {
		return 0, nil
	}
	id := found.Embedded.Customers[0].ID
	if id <= 0 { // not nobody: they would be made a second time
		return 0, errUnreadable.Because(errors.New("a customer without a number"))
	}
	return id, nil
}

// Asked implements ports.Helpdesk.
func (d *Desk) Asked(ctx context.Context, email string) (int64, error) {
	list, _, err := d.page(ctx, url.Values{"customerEmail": {email}}, 1)
	if err != nil || len(list) == 0 {
		return 0, err
	}
	return list[0].Customer, nil
}

// Create implements ports.Helpdesk. Repeated after an answer that was lost it is refused: the address is taken by then.
func (d *Desk) Create(ctx context.Context, c customer.Customer) (int64, error) {
	answer, err := d.send(ctx, http.MethodPost, customers, nil, bodyOf(c))
	if err != nil {
		return 0, err
	}
	var made struct{ ID int64 }
	if err := answer.Read(&made); err != nil || made.ID <= 0 {
		made.ID, err = strconv.ParseInt(answer.Header.Get("Resource-ID"), 10, 64)
		if err != nil || made.ID <= 0 {
			return 0, errUnreadable.Because(errors.New("a new customer without a number"))
		}
	}
	return made.ID, nil
}

// Change implements ports.Helpdesk.
func (d *Desk) Change(ctx context.Context, id int64, c customer.Customer) error {
	return d.put(ctx, id, "", bodyOf(c))
}

// Fill implements ports.Helpdesk.
func (d *Desk) Fill(ctx context.Context, id int64, fields map[int]string) error {
	type field struct {
		ID    int    `json:"id"`
		Value string `json:"value"`
	}
	sent := struct {
		Fields []field `json:"customerFields"`
	}{[]field{}}
	for number, value := range fields {
		sent.Fields = append(sent.Fields, field{number, value})
	}
	slices.SortFunc(sent.Fields, func(a, b field) int { return a.ID - b.ID })
	return d.put(ctx, id, "/customer_fields", sent)
}

// put changes a customer. The answer to what was done is empty, or is the customer.
func (d *Desk) put(ctx context.Context, id int64, below string, sent any) error {
	path := customers + "/" + strconv.FormatInt(id, 10) + below
	answer, err := d.send(ctx, http.MethodPut, path, nil, sent)
	if err != nil || len(answer.Text) == 0 {
		return err
	}
	var changed struct{ ID int64 }
	if err := answer.Read(&changed); err != nil || changed.ID != id {
		return errUnreadable.Because(fmt.Errorf("PUT %s: status %d without the customer", path, answer.Status))
	}
	return nil
}

const (
	perPage      = 500
	mostPages    = 1000
	mostReadings = 3 // of a list whose length keeps changing
)

// pages is how long a list is.
type pages struct {
	Total int `json:"totalElements"`
	Pages int `json:"totalPages"`
}

// Customers implements ports.Helpdesk.
func (d *Desk) Customers(ctx context.Context) ([]customer.Kept, error) {
	found, err := readAll(func(number int) ([]customer.Kept, pages, error) { return d.customerPage(ctx, number) },
		func(c *customer.Kept) int64 { return c.ID })
	if err != nil {
		return nil, err
	}
	slices.SortFunc(found, func(a, b customer.Kept) int { return cmp.Compare(a.ID, b.ID) })
	return found, nil
}

// customerPage reads one page of customers.
func (d *Desk) customerPage(ctx context.Context, number int) ([]customer.Kept, pages, error) {
	var answer struct {
		Embedded *struct {
			Customers []told
		} `json:"_embedded"`
		Page *pages
	}
	if err := d.read(ctx, customers, pageOf(number), &answer); err != nil {
		return nil, pages{}, err
	}
	if answer.Embedded == nil || answer.Page == nil {
		return nil, pages{}, errUnreadable.Because(errors.New("a list without customers or its length"))
	}
	list := make([]customer.Kept, len(answer.Embedded.Customers))
	for i := range list {
		if list[i] = answer.Embedded.Customers[i].kept(); list[i].ID <= 0 {
			return nil, pages{}, errUnreadable.Because(errors.New("a customer without a number"))
		}
	}
	return list, *answer.Page, nil
}

// told is a customer as the helpdesk tells of them.
type told struct {
	ID     int64
	First  *string `json:"firstName"`
	Last   *string `json:"lastName"`
	Photo  *string `json:"photoUrl"`
	Fields *[]struct {
		ID    int
		Value json.RawMessage
	} `json:"customerFields"`
	Embedded struct{ Emails, Phones, Websites []entry } `json:"_embedded"`
}

func (t *told) kept() customer.Kept {
	text := func(s *string) string {
		if s == nil {
			return ""
		}
		return *s
	}
	values := func(entries []entry) (list []string) {
		for _, e := range entries {
			list = append(list, e.Value)
		}
		return list
	}
	k := customer.Kept{ID: t.ID, Customer: customer.Customer{
		First: text(t.First), Last: text(t.Last), Photo: text(t.Photo), Emails: values(t.Embedded.Emails),
		Phones: values(t.Embedded.Phones), Websites: values(t.Embedded.Websites),
	}}
	if t.Fields == nil {
		return k
	}
	k.Fields = map[int]string{}
	for _, field := range *t.Fields {
		var text string // null stays ""
		if json.Unmarshal(field.Value, &text) != nil {
			text = string(field.Value) // a number, as it was written
		}
		k.Fields[field.ID] = text
	}
	return k
}

// Conversations implements ports.Helpdesk.
func (d *Desk) Conversations(ctx context.Context, since time.Time) ([]customer.Conversation, error) {
	query := url.Values{}
	if !since.IsZero() {
		query.Set("createdSince", since.UTC().Format(time.RFC3339))
	}
	found, err := readAll(func(number int) ([]customer.Conversation, pages, error) { return d.page(ctx, query, number) },
		func(c *customer.Conversation) int64 { return c.ID })
	if err != nil {
		return nil, err
	}
	slices.SortFunc(found, func(a, b customer.Conversation) int {
		return cmp.Or(a.Created.Compare(b.Created), cmp.Compare(a.ID, b.ID))
	})
	return found, nil
}

// readAll reads every page of a list, and returns each record once. A record that comes or goes meanwhile moves others to another
// page: then all are read again.
func readAll[T any](read func(number int) ([]T, pages, error), id func(*T) int64) ([]T, error) {
	found := map[int64]T{}
	for range mostReadings {
		moved, err := readOnce(read, func(one T) { found[id(&one)] = one })
		if err != nil {
			return nil, err
		}
		if !moved {
			return slices.Collect(maps.Values(found)), nil
		}
	}
	return nil, errMoving
}

// readOnce hands the records of every page to add, and reports whether the list changed meanwhile.
func readOnce[T any](read func(number int) ([]T, pages, error), add func(T)) (moved bool, err error) {
	total := -1
	for number := 1; ; number++ {
		if number > mostPages {
			return false, errUnreadable.Because(errors.New("its pages never end"))
		}
		list, of, err := read(number)
		if err != nil {
			return false, err
		}
		moved = moved || total >= 0 && of.Total != total
		total = of.Total
		for _, one := range list {
			add(one)
		}
		if number >= of.Pages {
			return moved, nil
		}
	}
}

// pageOf asks for a page.
func pageOf(number int) url.Values {
	return url.Values{"page": {strconv.Itoa(number)}, "pageSize": {strconv.Itoa(perPage)}}
}

// page reads one page of conversations.
func (d *Desk) page(ctx context.Context, query url.Values, number int) ([]customer.Conversation, pages, error) {
	asked := pageOf(number)
	for name, values := range query {
		asked[name] = values
	}
	var answer struct {
		Embedded *struct {
			Conversations []struct {
				ID, Number int64
				Subject    *string   // null without one
				Created    time.Time `json:"createdAt"`
				Customer   *struct {
					ID    int64
					Email *string
				}
			}
		} `json:"_embedded"`
		Page *pages
	}
	if err := d.read(ctx, conversations, asked, &answer); err != nil {
		return nil, pages{}, err
	}
	if answer.Embedded == nil || answer.Page == nil {
		return nil, pages{}, errUnreadable.Because(errors.New("a list without conversations or its length"))
	}
	var list []customer.Conversation
	for _, told := range answer.Embedded.Conversations {
		if told.ID <= 0 || told.Created.IsZero() || told.Customer != nil && told.Customer.ID < 0 {
			return nil, pages{}, errUnreadable.Because(errors.New("a conversation without a number or its time, or of nobody"))
		}
		c := customer.Conversation{
			ID: told.ID, Number: told.Number, Created: told.Created.UTC(),
			Link: d.root + "/conversation/" + strconv.FormatInt(told.ID, 10),
		}
		if told.Subject != nil {
			c.Subject = *told.Subject
		}
		if told.Customer != nil {
			c.Customer = told.Customer.ID
			if told.Customer.Email != nil {
				c.Email = *told.Customer.Email
			}
		}
		list = append(list, c)
	}
	return list, *answer.Page, nil
}

func (d *Desk) read(ctx context.Context, path string, query url.Values, into any) error {
	answer, err := d.send(ctx, http.MethodGet, path, query, nil)
	if err != nil {
		return err
	}
	if err := answer.Read(into); err != nil {
		return errUnreadable.Because(fmt.Errorf("GET %s: %w", path, err))
	}
	return nil
}

// send asks, and returns the answer to a granted request. The error is a fault, or the context's.
func (d *Desk) send(ctx context.Context, method, path string, query url.Values, sent any) (*jsonapi.Answer, error) {
	answer, err := d.client.Do(ctx, jsonapi.Request{Method: method, Path: path, Query: query, JSON: sent})
	switch {
	case errors.Is(err, jsonapi.ErrSilent):
		return nil, errSilent.Because(err)
	case err != nil:
		return nil, err
	case answer.Good():
		if kind := answer.Header.Get("Content-Type"); len(answer.Text) > 0 && !strings.Contains(kind, "json") {
			return nil, errUnreadable.Because(fmt.Errorf("%s %s: status %d with %q", method, path, answer.Status, kind))
		}
		return answer, nil
	}
	return nil, judge(method+" "+path, answer)
}

// judge returns the fault of an answer that grants nothing.
func judge(what string, answer *jsonapi.Answer) error {
	cause := fmt.Errorf("%s: status %d", what, answer.Status)
	switch status := answer.Status; {
	case status == http.StatusUnauthorized:
		return errKey.Because(cause)
	case status == http.StatusForbidden:
		return errForbidden.Because(cause)
	case status == http.StatusNotFound:
		return errAbsent.Because(cause)
	case status == http.StatusConflict:
		return errTaken.Because(cause)
	case status == http.StatusTooManyRequests:
		return errBusy.Because(cause).After(answer.Asked())
	case status >= 500:
		return errBroken.Because(cause)
	case status < 400:
		return errUnreadable.Because(cause)
	}
	return refused(cause, answer.Text)
}

// refused returns the fault of what is refused: of an address that another customer has it is errTaken.
func refused(cause error, text []byte) error {
	var said struct {
		Message  string
		Embedded struct {
			Errors []struct{ Path, Message string }
		} `json:"_embedded"`
	}
	if json.Unmarshal(text, &said) != nil {
		return errInvalid.Because(cause)
	}
	exists := strings.Contains(said.Message, "already exist")
	var paths []string
	for _, e := range said.Embedded.Errors {
		exists = exists || strings.Contains(e.Message, "already exist")
		paths = append(paths, e.Path)
	}
	if exists {
		return errTaken.Because(cause)
	}
	return errInvalid.Because(fmt.Errorf("%w: %s", cause, strings.Join(paths, ", "))) // its messages may hold an address
}
