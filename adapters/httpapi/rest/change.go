package rest

import (
	"encoding/json"

	"github.com/clubhuis/clubhuis/core/acf"
	"github.com/clubhuis/clubhuis/core/fault"
)

// Change is what clients send to create or change a record, in parts that their noun reads. Members that nobody reads are
// accepted and ignored, title too where it follows from other fields.
type Change struct {
	ACF  map[string]json.RawMessage
	Meta map[string]json.RawMessage

	members  map[string]json.RawMessage
	problems fault.Problems
}

// UnmarshalJSON implements json.Unmarshaler. Unlike encoding/json's own structs it minds the case of the keys.
func (c *Change) UnmarshalJSON(text []byte) error {
	var members map[string]json.RawMessage
	if err := json.Unmarshal(text, &members); err != nil {
		return err
	}
	*c = Change{members: members}
	for name, into := range map[string]*map[string]json.RawMessage{"acf": &c.ACF, "meta": &c.Meta} {
		raw := members[name]
		if len(raw) == 0 || string(raw) == "[]" { // an empty object, as the predecessor's clients send one
			continue
		}
		if err := json.Unmarshal(raw, into); err != nil {
			c.problems.Add(name, fault.NotAnObject)
		}
	}
	var status string
	if raw := members["status"]; len(raw) > 0 && (json.Unmarshal(raw, &status) != nil || status != "publish") {
		c.problems.Add("status", fault.NotAChoice)
	}
	return nil
}

// Check is the contract's rest_invalid_param when a part has a wrong shape.
func (c *Change) Check() error { return c.problems.Fault() }

// Text reads a member that is a text, or an object with the text as raw or rendered, as readers of records send it back. It
// returns nil for an absent one.
func (c *Change) Text(name string) *string {
	raw, sent := c.members[name]
	if !sent {
		return nil
	}
	var object struct{ Raw, Rendered *string }
	if json.Unmarshal(raw, &object) == nil && object.Raw != nil {
		return object.Raw
	}
	if object.Rendered != nil {
		return nil // what the server wrote itself: no change
	}
	return read(c, name, acf.Text(name, func(v *part[string]) *string { return &v.value }))
}

// ID reads a member that is the number of a record, 0 for none. nil is an absent one.
func (c *Change) ID(name string) *int64 {
	return read(c, name, acf.ID(name, func(v *part[int64]) *int64 { return &v.value }))
}

// IDs reads a member that is a list of numbers of records. nil is an absent one.
func (c *Change) IDs(name string) *[]int64 {
	return read(c, name, acf.IDs(name, func(v *part[[]int64]) *[]int64 { return &v.value }))
}

// part is one member of a change.
type part[T any] struct {
	value T
	extra acf.Extra
}

func read[T any](c *Change, name string, field acf.Field[part[T]]) *T {
	raw, sent := c.members[name]
	if !sent {
		return nil
	}
	table := acf.NewTable(func(v *part[T]) *acf.Extra { return &v.extra }, field)
	var v part[T]
	var problems fault.Problems
	table.Decode(&v, map[string]json.RawMessage{name: raw}, "", &problems)
	if problems.Any() {
		for _, sentence := range fault.As(problems.Fault()).Params {
			c.problems.Add(name, sentence)
		}
	}
	return &v.value
}
