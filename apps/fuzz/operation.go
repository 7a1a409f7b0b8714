package main

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// operation is one that the description promises.
type operation struct {
	method, path string
	parameters   []parameter
	body         *schema // of JSON, nil for none
	upload       bool
	public       bool     // needs no credentials
	kinds        []string // content types of its answers beside JSON
	weight       int
}

type parameter struct {
	Name     string
	In       string
	Required bool
	Schema   *schema
}

// schema is as much of a schema as it takes to make values.
type schema struct {
	Ref        string `json:"$ref"`
	Type       kind
	Format     string
	Enum       []any
	Properties map[string]*schema
	Required   []string
	Items      *schema
	ReadOnly   bool
	Minimum    *float64
	Maximum    *float64
	MaxItems   *int

	AdditionalProperties json.RawMessage

	names []string // of the properties, in order
}

// kind is the type of a value; of several it is the first.
type kind string

// UnmarshalJSON reads one type or a list of them.
func (k *kind) UnmarshalJSON(text []byte) error {
	var list []string
	if err := json.Unmarshal(text, &list); err == nil && len(list) > 0 {
		*k = kind(list[0])
		return nil
	}
	return json.Unmarshal(text, (*string)(k))
}

// content is what a request or an answer may hold, by content type.
type content map[string]struct{ Schema *schema }

// readOperations reads a description. The order is always the same.
func readOperations(text []byte) ([]operation, error) {
	var document struct {
		Paths map[string]map[string]struct {
			Parameters  []parameter
			RequestBody struct{ Content content }
			Responses   map[string]struct{ Content content }
			Security    []any
		}
		Components struct{ Schemas map[string]*schema }
	}
	if err := json.Unmarshal(text, &document); err != nil {
		return nil, fmt.Errorf("read the description of the API: %w", err)
	}
	var all []operation
	for _, path := range slices.Sorted(maps.Keys(document.Paths)) {
		for _, method := range slices.Sorted(maps.Keys(document.Paths[path])) {
			described := document.Paths[path][method]
			op := operation{method: strings.ToUpper(method), path: path, parameters: described.Parameters,
				public: len(described.Security) == 0}
			for i := range op.parameters {
				op.parameters[i].Schema = op.parameters[i].Schema.resolved(document.Components.Schemas, 0)
			}
			for kind, part := range described.RequestBody.Content {
				op.upload = op.upload || kind == "multipart/form-data"
				if kind == "application/json" {
					op.body = part.Schema.resolved(document.Components.Schemas, 0)
				}
			}
			for status, response := range described.Responses {
				for kind := range response.Content {
					if status != "default" && kind != "application/json" {
						op.kinds = append(op.kinds, kind)
					}
				}
			}
			op.weight = op.importance()
			all = append(all, op)
		}
	}
	if len(all) == 0 {
		return nil, fmt.Errorf("the description of the API has no operations: %.80q", text)
	}
	return all, nil
}

// takes reports whether the operation has a parameter in its address.
func (o *operation) takes(name string) bool {
	return slices.ContainsFunc(o.parameters, func(p parameter) bool { return p.In == "query" && p.Name == name })
}

// importance returns how often the operation is drawn. What destroys is rarer than what makes, or nothing would be left to
// attack; what checks a password is slow on purpose.
func (o *operation) importance() int {
	switch {
	case strings.HasPrefix(o.path, "/club/v1/session") && o.method == "POST", o.path == "/club/v1/user/password":
		return 1
	case o.method == "DELETE" && strings.HasPrefix(o.path, "/cms/v2/"), o.upload, strings.HasSuffix(o.path, "/export"):
		return 4
	case strings.HasSuffix(o.path, "/restore-defaults"), strings.HasPrefix(o.path, "/club/v1/user/sessions"):
		return 2
	case o.method == "POST" && !strings.Contains(o.path, "{") && strings.HasPrefix(o.path, "/cms/v2/"):
		return 20
	case o.method != "GET" && strings.HasPrefix(o.path, "/cms/v2/"), strings.HasSuffix(o.path, "/people"),
		strings.HasSuffix(o.path, "/filtered"):
		return 16
	}
	return 8
}

// open reports whether an object keeps members that the schema does not name.
func (s *schema) open() bool { return string(s.AdditionalProperties) == "true" }

// resolved has the schemas that it names in it. Deep below, schemas that name themselves end.
func (s *schema) resolved(all map[string]*schema, depth int) *schema {
	if s == nil || depth > 8 {
		return &schema{}
	}
	if name, isRef := strings.CutPrefix(s.Ref, "#/components/schemas/"); isRef {
		return all[name].resolved(all, depth+1)
	}
	made := *s
	made.Properties = map[string]*schema{}
	for name, property := range s.Properties {
		made.Properties[name] = property.resolved(all, depth+1)
	}
	made.names = slices.Sorted(maps.Keys(s.Properties))
	if s.Items != nil {
		made.Items = s.Items.resolved(all, depth+1)
	}
	return &made
}
