package rest

import (
	"encoding/json"
	"reflect"
	"strings"

	"github.com/danielgtaylor/huma/v2"
)

// What is not asked for often enough to be written by hand is a plain struct: its tags say how it is written and described.

// AppendTagged adds a value as its tags say.
func AppendTagged(dst []byte, value any) []byte { return append(dst, tagged(value)...) }

// AppendMembers adds the members of a struct to an object that is begun, and ends it.
func AppendMembers(dst []byte, value any) []byte {
	return append(append(dst, ','), tagged(value)[1:]...)
}

func tagged(value any) []byte {
	text, err := json.Marshal(value)
	if err != nil {
		panic("rest: encode a body: " + err.Error()) // all of its types can be encoded
	}
	return text
}

// TaggedMembers are the schemas of the members of a struct.
func TaggedMembers[T any](r huma.Registry) map[string]*huma.Schema {
	members := map[string]*huma.Schema{}
	for _, field := range reflect.VisibleFields(reflect.TypeFor[T]()) {
		if !field.Anonymous {
			name, _, _ := strings.Cut(field.Tag.Get("json"), ",")
			members[name] = huma.SchemaFromField(r, field, "")
		}
	}
	return members
}

// TaggedObject is the schema of a struct in the place where it stands.
func TaggedObject[T any](r huma.Registry) *huma.Schema { return Object(TaggedMembers[T](r)) }

// TaggedComponent is the schema of a struct under a name.
func TaggedComponent[T any](r huma.Registry, name string) *huma.Schema {
	return Component(r, name, func() *huma.Schema { return TaggedObject[T](r) })
}
