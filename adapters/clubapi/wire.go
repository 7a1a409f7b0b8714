package clubapi

import (
	"encoding/json"
	"errors"
	"fmt"
	"html"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/group"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/sync/payload"
	"github.com/clubhuis/clubhuis/core/work"
)

// record is a person, team or committee as the application returns it.
type record struct {
	ID       int64
	Modified moment `json:"modified_gmt"`
	Revision entity `json:"etag"`
	Title    struct{ Rendered string }
	Photo    int64 `json:"featured_media"`
	Account  ref   `json:"linked_user_id"`
	Labels   refs  `json:"person_label"`
	ACF      object
	Meta     object
	// Administered is false in answers of an older application, which does not tell.
	Administered bool
}

func (r record) number() int64 { return r.ID }

// UnmarshalJSON implements json.Unmarshaler.
func (r *record) UnmarshalJSON(text []byte) error {
	type plain record
	var read plain
	if err := json.Unmarshal(text, &read); err != nil {
		return err
	}
	*r = record(read)
	switch {
	case r.ID <= 0:
		return errors.New("a record without a number")
	case time.Time(r.Modified).IsZero():
		return fmt.Errorf("record %d has no time of its last change", r.ID)
	case r.ACF == nil: // not the same as no fields: they would be overwritten
		return fmt.Errorf("record %d has no acf", r.ID)
	}
	return nil
}

func (r record) person() payload.Person {
	p := payload.Person{Person: person.Person{
		ID: r.ID, Modified: time.Time(r.Modified), Revision: int64(r.Revision), Photo: r.Photo, Administered: r.Administered,
	}}
	p.Account, p.Labels = int64(r.Account), r.Labels
	p.Read(r.ACF, r.Meta)
	return p
}

func (r record) group(kind work.Kind) payload.Group {
	g := payload.Group{Group: group.Group{
		ID: r.ID, Kind: kind, Title: html.UnescapeString(r.Title.Rendered), Modified: time.Time(r.Modified),
		Administered: r.Administered,
	}}
	g.Read(r.ACF)
	return g
}

// entity is the revision that an entity tag tells, 0 for none.
type entity int64

// UnmarshalText implements encoding.TextUnmarshaler.
func (e *entity) UnmarshalText(text []byte) error {
	revision, _ := strconv.ParseInt(strings.Trim(string(text), `"`), 10, 64)
	*e = entity(revision)
	return nil
}

// ref is the number of something else, 0 for none. What is no number is none: the record can be read all the same.
type ref int64

// UnmarshalJSON implements json.Unmarshaler.
func (r *ref) UnmarshalJSON(text []byte) error {
	number, _ := strconv.ParseInt(strings.Trim(string(text), `"`), 10, 64)
	*r = ref(max(number, 0))
	return nil
}

// refs are numbers of something else, without those that are none.
type refs []int64

// UnmarshalJSON implements json.Unmarshaler.
func (r *refs) UnmarshalJSON(text []byte) error {
	var list []ref
	if json.Unmarshal(text, &list) != nil {
		list = nil
	}
	*r = nil
	for _, one := range list {
		if one != 0 {
			*r = append(*r, int64(one))
		}
	}
	return nil
}

// moment is a time in UTC with whole seconds; the zero time for what is none.
type moment time.Time

// UnmarshalText implements encoding.TextUnmarshaler.
func (m *moment) UnmarshalText(text []byte) error {
	at, _ := civil.ParseInstant(string(text), time.UTC)
	*m = moment(at.UTC())
	return nil
}

// object is a JSON object, which is [] in answers of the predecessor when it is empty; nil for none.
type object []byte

// UnmarshalJSON implements json.Unmarshaler.
func (o *object) UnmarshalJSON(text []byte) error {
	switch {
	case string(text) == "null":
		*o = nil
	case string(text) == "[]":
		*o = object("{}")
	case text[0] == '{':
		*o = slices.Clone(text)
	default:
		return errors.New("something else instead of an object")
	}
	return nil
}

// found is who has an e-mail address.
type found struct{ id int64 }

// UnmarshalJSON implements json.Unmarshaler. null is nobody; no id at all is no answer.
func (f *found) UnmarshalJSON(text []byte) error {
	var wire struct{ ID json.RawMessage }
	if err := json.Unmarshal(text, &wire); err != nil {
		return err
	}
	if wire.ID == nil {
		return errors.New("an answer without id")
	}
	if err := json.Unmarshal(wire.ID, &f.id); err != nil {
		return err
	}
	if f.id < 0 {
		return errors.New("somebody with no number")
	}
	return nil
}

// done is an answer that only says that it is done.
type done struct{}

// UnmarshalJSON implements json.Unmarshaler.
func (*done) UnmarshalJSON(text []byte) error {
	var wire struct{ Deleted, Success bool }
	if err := json.Unmarshal(text, &wire); err != nil {
		return err
	}
	if !wire.Deleted && !wire.Success {
		return errors.New("an answer that does not say that it is done")
	}
	return nil
}

// change is what is sent to make or change a record.
type change struct {
	Status string          `json:"status"`
	Title  string          `json:"title,omitempty"`
	ACF    json.RawMessage `json:"acf,omitempty"`
	Meta   json.RawMessage `json:"meta,omitempty"`

	Seasons []int64 `json:"seizoen,omitempty"` // of a case
}

func aboutPerson(p payload.Person) change {
	fields, meta := p.Encode()
	return change{Status: published, ACF: fields, Meta: meta}
}

func aboutGroup(g payload.Group) change {
	return change{Status: published, Title: g.Title, ACF: g.Encode()}
}

// published is the status of every record that is sent.
const published = "publish"
