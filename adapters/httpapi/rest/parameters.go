package rest

import (
	"encoding/json"
	"fmt"
	"reflect"
	"strings"

	"github.com/danielgtaylor/huma/v2"
)

// Parameters are the parameters of a list as a member of a body: an object with a member for each, under the same names and with
// the same rules. Others than those are refused, for a filter that is ignored finds too many.
type Parameters[T any] struct{ Value T }

// Schema implements huma.SchemaProvider.
func (Parameters[T]) Schema(r huma.Registry) *huma.Schema {
	return Component(r, "Asked"+reflect.TypeFor[T]().Name(), func() *huma.Schema {
		s := &huma.Schema{Type: huma.TypeObject, Properties: map[string]*huma.Schema{}, AdditionalProperties: false}
		for _, field := range parameters(reflect.TypeFor[T]()) {
			member := huma.SchemaFromField(r, field, "")
			member.Default = nil // the absent ones ask nothing
			s.Properties[nameOf(field)] = member
		}
		return s
	})
}

// parameters are the fields of a struct, and of those embedded in it, that are read from the query.
func parameters(of reflect.Type) (fields []reflect.StructField) {
	for _, field := range reflect.VisibleFields(of) {
		if nameOf(field) != "" {
			fields = append(fields, field)
		}
	}
	return fields
}

func nameOf(field reflect.StructField) string {
	name, _, _ := strings.Cut(field.Tag.Get("query"), ",")
	return name
}

// UnmarshalJSON implements json.Unmarshaler.
func (p *Parameters[T]) UnmarshalJSON(text []byte) error {
	var members map[string]json.RawMessage
	if err := json.Unmarshal(text, &members); err != nil {
		return err
	}
	into := reflect.ValueOf(&p.Value).Elem()
	for _, field := range parameters(into.Type()) {
		raw, sent := members[nameOf(field)]
		if !sent {
			continue
		}
		if err := json.Unmarshal(raw, into.FieldByIndex(field.Index).Addr().Interface()); err != nil {
			return fmt.Errorf("%s: %w", nameOf(field), err)
		}
	}
	return nil
}
