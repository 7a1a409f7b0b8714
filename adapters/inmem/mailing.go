package inmem

import (
	"context"
	"fmt"
	"maps"
	"net/mail"
	"slices"
	"strings"
	"sync"

	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/sync/mailing"
	"github.com/clubhuis/clubhuis/ports"
)

// MailLists are the e-mail lists of a provider in memory. They write down what they are asked, and fail where they are told to.
// Use NewMailLists.
type MailLists struct {
	// Fail is asked before a call does anything, After when it has done everything: what they return is the call's error.
	// who is an address, or with Remove its number, "" for none. Both may be nil, and may be set anew between calls.
	Fail, After func(call, list, who string) error

	mu            sync.Mutex
	fields        []string
	lists         map[string][]mailing.Subscriber // in the order in which they came
	last          int
	writes, reads []string
}

var _ ports.MailLists = (*MailLists)(nil)

// The calls to lists.
const (
	CallFields      = "fields"
	CallPut         = "put"
	CallTakeOff     = "take off"
	CallSubscribers = "subscribers"
)

// stateActive is the state of a subscriber who gets mail.
const stateActive = "active"

// NewMailLists makes empty lists that all have the fields.
func NewMailLists(fields []string, lists ...string) *MailLists {
	m := &MailLists{fields: slices.Clone(fields), lists: map[string][]mailing.Subscriber{}}
	for _, list := range lists {
		m.lists[list] = nil
	}
	return m
}

// Writes returns the writes that were asked for since Forget, in order: "put lijst1 jan@club.example", "take off lijst1
// s0000001". A refused one has " (refused)" behind it.
func (m *MailLists) Writes() []string {
	m.mu.Lock()
	defer m.mu.Unlock()
	return slices.Clone(m.writes)
}

// Reads returns the reads: "fields lijst1".
func (m *MailLists) Reads() []string {
	m.mu.Lock()
	defer m.mu.Unlock()
	return slices.Clone(m.reads)
}

// Forget begins with the counting anew. Who is on the lists stays.
func (m *MailLists) Forget() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.writes, m.reads = nil, nil
}

// On returns who is on a list, in the order in which they came. It is no call.
func (m *MailLists) On(list string) []mailing.Subscriber {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.copied(list)
}

// Drop removes a list at the provider. It is no call.
func (m *MailLists) Drop(list string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	delete(m.lists, list)
}

// SetState lets somebody unsubscribe ("unsubscribed") or bounce ("cleaned"). It reports whether the list has such an address.
func (m *MailLists) SetState(list, email, state string) bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	at := m.find(list, email)
	if at >= 0 {
		m.lists[list][at].State = state
	}
	return at >= 0
}

// Fields implements ports.MailLists.
func (m *MailLists) Fields(ctx context.Context, list string) (fields []string, err error) {
	err = m.call(ctx, CallFields, list, "", func() error {
		fields = slices.Clone(m.fields)
		return nil
	})
	return cleared(fields, err)
}

// Put implements ports.MailLists. Fields that the list does not have are left out; who unsubscribed stays so.
func (m *MailLists) Put(ctx context.Context, list string, entry mailing.Entry) (written mailing.Written, err error) {
	err = m.call(ctx, CallPut, list, entry.Email, func() error {
		if parsed, err := mail.ParseAddress(entry.Email); err != nil || parsed.Address != entry.Email {
			return fault.Param("email", fault.NotAChoice)
		}
		at := m.find(list, entry.Email)
		if written.Created = at < 0; written.Created {
			m.last++
			at = len(m.lists[list])
			m.lists[list] = append(m.lists[list], mailing.Subscriber{
				ID: fmt.Sprintf("s%07d", m.last), Email: entry.Email, State: stateActive, Fields: map[string]string{},
			})
		}
		subscriber := m.lists[list][at]
		for name, value := range entry.Fields {
			if slices.Contains(m.fields, name) {
				subscriber.Fields[name] = value
			}
		}
		written.ID = subscriber.ID
		return nil
	})
	return cleared(written, err)
}

// Remove implements ports.MailLists.
func (m *MailLists) Remove(ctx context.Context, list, id string) error {
	return m.call(ctx, CallTakeOff, list, id, func() error {
		m.lists[list] = slices.DeleteFunc(m.lists[list], func(s mailing.Subscriber) bool { return s.ID == id })
		return nil
	})
}

// Subscribers implements ports.MailLists.
func (m *MailLists) Subscribers(ctx context.Context, list string) (all []mailing.Subscriber, err error) {
	err = m.call(ctx, CallSubscribers, list, "", func() error {
		all = m.copied(list)
		return nil
	})
	return cleared(all, err)
}

// call passes a call through Fail and After.
func (m *MailLists) call(ctx context.Context, call, list, who string, do func() error) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if fail := m.Fail; fail != nil {
		if err := fail(call, list, who); err != nil {
			return err
		}
	}
	if err := m.done(call, list, who, do); err != nil {
		return err
	}
	if after := m.After; after != nil {
		return after(call, list, who)
	}
	return nil
}

func (m *MailLists) done(call, list, who string, do func() error) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	err := error(mailing.ErrNoList)
	if _, there := m.lists[list]; there {
		err = do()
	}
	line := strings.TrimSpace(call + " " + list + " " + who)
	if call == CallFields || call == CallSubscribers {
		m.reads = append(m.reads, line)
		return err
	}
	if err != nil {
		line += " (refused)"
	}
	m.writes = append(m.writes, line)
	return err
}

func (m *MailLists) find(list, email string) int {
	return slices.IndexFunc(m.lists[list], func(s mailing.Subscriber) bool { return strings.EqualFold(s.Email, email) })
}

func (m *MailLists) copied(list string) []mailing.Subscriber {
	all := []mailing.Subscriber{}
	for _, s := range m.lists[list] {
		s.Fields = maps.Clone(s.Fields)
		all = append(all, s)
	}
	return all
}
