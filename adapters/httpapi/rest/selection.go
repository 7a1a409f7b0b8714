package rest

import (
	"encoding/json"
	"slices"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"github.com/clubhuis/clubhuis/core/acf"
	"github.com/clubhuis/clubhuis/core/fault"
)

// Selection are the parameters that choose what is returned of a record.
type Selection struct {
	Only  string `query:"_fields" doc:"Comma-separated fields to answer, nested ones with dots: id,acf.birthdate."`
	Embed string `query:"_embed" doc:"Adds _embedded, when given, with or without a value."`

	// Embedded reports whether _embed was given.
	Embedded bool `json:"-"`
}

// Resolve implements huma.Resolver.
func (s *Selection) Resolve(ctx huma.Context) []error {
	address := ctx.URL()
	s.Embedded = address.Query().Has("_embed")
	if strings.Count(s.Only, ",") >= acf.MaxRows {
		return []error{&huma.ErrorDetail{Location: "query._fields", Message: fault.TooManyRows}}
	}
	return nil
}

// mostLevels is how deep a field can lie: every level is read once more.
const mostLevels = 10

// Chosen reports whether a part of the record was asked for.
func (s *Selection) Chosen() bool { return strings.Trim(s.Only, ", ") != "" }

// Whole reports whether a member of the record was asked for with all that is in it.
func (s *Selection) Whole(member string) bool {
	return !s.Chosen() || slices.ContainsFunc(strings.Split(s.Only, ","), func(path string) bool {
		return strings.TrimSpace(path) == member
	})
}

// Choose keeps the asked members of a JSON object, in its order. Unknown ones are left out.
func (s *Selection) Choose(object []byte) []byte {
	if !s.Chosen() {
		return object
	}
	paths := [][]string{}
	for _, path := range strings.Split(s.Only, ",") {
		if path = strings.TrimSpace(path); path != "" {
			paths = append(paths, strings.SplitN(path, ".", mostLevels))
		}
	}
	return choose(object, paths)
}

// choose returns nil for what is no object.
func choose(object json.RawMessage, paths [][]string) json.RawMessage {
	chosen := []byte{'{'}
	isObject := acf.EachMember(object, func(key []byte, value json.RawMessage) {
		inner, whole := below(paths, string(key))
		if !whole && len(inner) > 0 {
			value = choose(value, inner)
		}
		if value == nil || !whole && len(inner) == 0 {
			return
		}
		if len(chosen) > 1 {
			chosen = append(chosen, ',')
		}
		chosen = append(append(AppendText(chosen, string(key)), ':'), value...)
	})
	if !isObject {
		return nil
	}
	return append(chosen, '}')
}

// below are the rests of the paths that start with key, and whether one of them ends there.
func below(paths [][]string, key string) (inner [][]string, whole bool) {
	for _, path := range paths {
		if path[0] != key {
			continue
		}
		if len(path) == 1 {
			whole = true
		}
		inner = append(inner, path[1:])
	}
	return slices.DeleteFunc(inner, func(path []string) bool { return len(path) == 0 }), whole
}
