package clubapi

import (
	"encoding/json"
	"errors"
	"fmt"
	"html"
	"time"

	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/sync/payload"
)

// record is a person, team or committee as the application returns it.
type record struct{ payload.Record }

// UnmarshalJSON implements json.Unmarshaler. modified_gmt has whole seconds.
func (r *record) UnmarshalJSON(text []byte) error {
	var wire struct {
		ID       int64
		Modified string `json:"modified_gmt"`
		Title    struct{ Rendered string }
		ACF      object
		Meta     object
		// An older application does not tell: that is false.
		Administered bool
	}
	if err := json.Unmarshal(text, &wire); err != nil {
		return err
	}
	modified, valid := civil.ParseInstant(wire.Modified, time.UTC)
	switch {
	case wire.ID <= 0:
		return errors.New("a record without a number")
	case !valid:
		return fmt.Errorf("record %d has no time of its last change", wire.ID)
	case wire.ACF == nil: // not the same as no fields: they would be overwritten
		return fmt.Errorf("record %d has no acf", wire.ID)
	}
	r.Record = payload.Record{
		ID: wire.ID, Title: html.UnescapeString(wire.Title.Rendered), Modified: modified.UTC(), ACF: wire.ACF, Meta: wire.Meta,
		Administered: wire.Administered,
	}
	return nil
}

// object is a JSON object, which is [] in answers of the predecessor when it is empty.
type object map[string]json.RawMessage

// UnmarshalJSON implements json.Unmarshaler.
func (o *object) UnmarshalJSON(text []byte) error {
	if string(text) == "[]" {
		*o = object{}
		return nil
	}
	return json.Unmarshal(text, (*map[string]json.RawMessage)(o))
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
	return json.Unmarshal(wire.ID, &f.id)
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
	Status string         `json:"status"`
	Title  string         `json:"title,omitempty"`
	ACF    map[string]any `json:"acf,omitempty"`
	Meta   map[string]any `json:"meta,omitempty"`
}

func published(c payload.Payload) change {
	return change{Status: "publish", Title: c.Title, ACF: c.ACF, Meta: c.Meta}
}
