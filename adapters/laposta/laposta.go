// Package laposta keeps e-mail lists at Laposta through its HTTP interface.
//
// It owns the requests, which of them are tried again, and what kind of fault an answer is. Who is on which list is
// core/sync/mailing's, and how fast requests follow each other is its callers'.
package laposta

import (
	"cmp"
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"time"

	"github.com/clubhuis/clubhuis/adapters/internal/jsonapi"
	"github.com/clubhuis/clubhuis/core/sync/mailing"
	"github.com/clubhuis/clubhuis/ports"
)

// URL is where the provider is.
const URL = "https://api.laposta.nl"

// Options say how the provider is reached.
type Options struct {
	URL string // URL above when empty
	Key string

	Timeout   time.Duration // of one try; 0 is 30 seconds
	FirstWait time.Duration // before the second try; each next wait is twice as long; 0 is a second
}

// Lists are the lists of an account. They are safe for use by several goroutines.
type Lists struct {
	client *jsonapi.Client
}

var _ ports.MailLists = (*Lists)(nil)

// signedUpFrom is the address from which an entry is said to be made. The provider asks for one; the club has none to tell.
const signedUpFrom = "127.0.0.1"

// New makes a client. It sends nothing.
func New(o Options) *Lists {
	key := "Basic " + base64.StdEncoding.EncodeToString([]byte(o.Key+":"))
	return &Lists{client: jsonapi.New(jsonapi.Options{
		URL: cmp.Or(o.URL, URL), Header: http.Header{"Authorization": {key}}, Timeout: o.Timeout, FirstWait: o.FirstWait,
	})}
}

// Fields implements ports.MailLists.
func (l *Lists) Fields(ctx context.Context, list string) ([]string, error) {
	var said struct {
		Data []struct {
			Field struct {
				Name string `json:"custom_name"` // empty for the address itself
			}
		}
	}
	if _, err := l.send(ctx, http.MethodGet, "/v2/field", of(list), nil, &said); err != nil {
		return nil, onList(err)
	}
	if said.Data == nil {
		return nil, errUnreadable.Because(errors.New("an answer without data"))
	}
	names := []string{}
	for _, each := range said.Data {
		if each.Field.Name != "" {
			names = append(names, each.Field.Name)
		}
	}
	return names, nil
}

// Put implements ports.MailLists. An unsubscribed address stays unsubscribed.
func (l *Lists) Put(ctx context.Context, list string, entry mailing.Entry) (mailing.Written, error) {
	form := of(list)
	form.Set("ip", signedUpFrom)
	form.Set("email", entry.Email)
	form.Set("options[upsert]", "true")
	form.Set("options[suppress_reactivation]", "true")
	for name, value := range entry.Fields {
		form.Set("custom_fields["+name+"]", value)
	}
	var said struct{ Member member }
	status, err := l.send(ctx, http.MethodPost, "/v2/member", nil, form, &said)
	if err != nil {
		return mailing.Written{}, err
	}
	if said.Member.ID == "" {
		return mailing.Written{}, errUnreadable.Because(errors.New("an entry without a number"))
	}
	return mailing.Written{ID: said.Member.ID, Created: status == http.StatusCreated}, nil
}

// Remove implements ports.MailLists. It takes for done what the provider tells the removed entry of.
func (l *Lists) Remove(ctx context.Context, list, id string) error {
	var said struct{ Member member }
	_, err := l.send(ctx, http.MethodDelete, "/v2/member/"+url.PathEscape(id), of(list), nil, &said)
	switch {
	case errors.Is(err, errAbsent):
		return nil
	case err == nil && said.Member.ID == "":
		return errUnreadable.Because(errors.New("nobody is told to be removed"))
	}
	return err
}

// Subscribers implements ports.MailLists.
func (l *Lists) Subscribers(ctx context.Context, list string) ([]mailing.Subscriber, error) {
	var said struct{ Data []struct{ Member member } }
	if _, err := l.send(ctx, http.MethodGet, "/v2/member", of(list), nil, &said); err != nil {
		return nil, onList(err)
	}
	if said.Data == nil {
		return nil, errUnreadable.Because(errors.New("an answer without data"))
	}
	all := []mailing.Subscriber{}
	for _, each := range said.Data {
		if each.Member.ID == "" || each.Member.Email == "" {
			return nil, errUnreadable.Because(errors.New("an entry without a number or address"))
		}
		all = append(all, mailing.Subscriber{
			ID: each.Member.ID, Email: each.Member.Email, State: each.Member.State, Fields: each.Member.Custom,
		})
	}
	return all, nil
}

func of(list string) url.Values { return url.Values{"list_id": {list}} }

// member is somebody on a list, as the provider returns it.
type member struct {
	ID     string `json:"member_id"`
	Email  string
	State  string
	Custom values `json:"custom_fields"`
}

// values are the fields of a subscriber; lists and numbers become texts.
type values map[string]string

// UnmarshalJSON implements json.Unmarshaler. Nothing is [] where it is no object.
func (v *values) UnmarshalJSON(text []byte) error {
	*v = values{}
	if string(text) == "[]" {
		return nil
	}
	var raw map[string]json.RawMessage
	if err := json.Unmarshal(text, &raw); err != nil {
		return err
	}
	for name, value := range raw {
		var text string
		if json.Unmarshal(value, &text) != nil { // null stays ""
			text = string(value)
		}
		(*v)[name] = text
	}
	return nil
}

// send asks, decodes the answer into the value and tells its status. All requests may be repeated. The error is a fault, or the
// context's.
func (l *Lists) send(ctx context.Context, method, path string, query, form url.Values, into any) (int, error) {
	answer, err := l.client.Do(ctx, jsonapi.Request{Method: method, Path: path, Query: query, Form: form})
	switch {
	case errors.Is(err, jsonapi.ErrSilent):
		return 0, errSilent.Because(err)
	case err != nil:
		return 0, err
	}
	what := method + " " + path
	if err := judge(answer); err != nil {
		return 0, fmt.Errorf("%s: %w", what, err)
	}
	if err := answer.Read(into); err != nil {
		return 0, errUnreadable.Because(fmt.Errorf("%s: %w", what, err))
	}
	return answer.Status, nil
}

// codeUnknown is the provider's code of a value that it does not know.
const codeUnknown = "203"

// onList makes of an absent list what it is: these requests ask for nothing else.
func onList(err error) error {
	if errors.Is(err, errAbsent) {
		return mailing.ErrNoList.Because(err)
	}
	return err
}

// judge returns nil for an answer to a granted request, else its fault.
func judge(answer *jsonapi.Answer) error {
	status := answer.Status
	cause := fmt.Errorf("status %d", status)
	switch {
	case answer.Good():
		return nil
	case status == http.StatusUnauthorized:
		return errKey.Because(cause)
	case status == http.StatusPaymentRequired:
		return errUnpaid.Because(cause)
	case status == http.StatusTooManyRequests:
		return errBusy.Because(cause).After(answer.Asked())
	case status >= 500:
		return errBroken.Because(cause)
	}
	var said struct {
		Error struct {
			Type, Message, Parameter string
			Code                     json.RawMessage
		}
	}
	if err := answer.Read(&said); err != nil || said.Error.Type == "" {
		return errUnreadable.Because(cause)
	}
	cause = fmt.Errorf("status %d, code %s: %s", status, said.Error.Code, said.Error.Message)
	unknown := ""
	if string(said.Error.Code) == codeUnknown {
		unknown = said.Error.Parameter
	}
	switch {
	case status == http.StatusNotFound, unknown == "member_id":
		return errAbsent.Because(cause)
	case unknown == "list_id":
		return mailing.ErrNoList.Because(cause)
	}
	refused := errInvalid.Because(cause)
	if said.Error.Parameter != "" {
		refused.Params = map[string]string{said.Error.Parameter: notAccepted}
	}
	return refused
}
