package rest

import (
	"slices"

	"github.com/danielgtaylor/huma/v2"

	"github.com/clubhuis/clubhuis/core/acf"
)

// The schemas of a noun's fields follow from its table, so that a new field is in the API's description by its line there.

// Component registers a schema under its name, once, and returns a reference to it.
func Component(r huma.Registry, name string, build func() *huma.Schema) *huma.Schema {
	if _, there := r.Map()[name]; !there {
		r.Map()[name] = nil // against recursion
		schema := build()
		schema.PrecomputeMessages()
		r.Map()[name] = schema
	}
	return &huma.Schema{Ref: "#/components/schemas/" + name}
}

// Object is the schema of an object all of whose members are always there.
func Object(members map[string]*huma.Schema) *huma.Schema {
	s := &huma.Schema{Type: huma.TypeObject, Properties: members}
	for name := range members {
		s.Required = append(s.Required, name)
	}
	slices.Sort(s.Required)
	return s
}

// Number is the schema of a whole number.
func Number() *huma.Schema { return &huma.Schema{Type: huma.TypeInteger, Format: "int64"} }

// Text is the schema of a text.
func Text(doc string) *huma.Schema { return &huma.Schema{Type: huma.TypeString, Description: doc} }

// Constant is the schema of a text that is always the same.
func Constant(value any) *huma.Schema {
	return &huma.Schema{Type: huma.TypeString, Enum: []any{value}}
}

// List is the schema of a list.
func List(items *huma.Schema) *huma.Schema { return &huma.Schema{Type: huma.TypeArray, Items: items} }

// OrNull lets a schema be null.
func OrNull(s *huma.Schema) *huma.Schema {
	s.Nullable = true
	return s
}

// FieldsSchema is the acf object of a noun as clients read it.
func FieldsSchema(r huma.Registry, name string, descriptions []acf.Description) *huma.Schema {
	return Component(r, name, func() *huma.Schema {
		s := Object(members(r, descriptions))
		for _, d := range descriptions {
			if d.Entrusted {
				s.Required = slices.DeleteFunc(s.Required, func(key string) bool { return key == d.Key })
			}
		}
		s.AdditionalProperties = true
		s.Description = "Keys that Clubhuis does not know are kept and returned."
		return s
	})
}

// ChangeSchema is the acf object of a noun as clients send it: everything is optional, and computed fields are left out.
func ChangeSchema(r huma.Registry, name string, descriptions []acf.Description) *huma.Schema {
	return Component(r, name, func() *huma.Schema {
		writable := slices.DeleteFunc(slices.Clone(descriptions), readOnly)
		for i := range writable {
			row := &writable[i]
			all := len(row.Member)
			row.Member = slices.DeleteFunc(slices.Clone(row.Member), readOnly)
			if len(row.Member) < all { // it is not the row that clients read
				row.Row += "Change"
			}
		}
		s := Object(members(r, writable))
		s.Required = nil
		s.AdditionalProperties = true
		s.Description = "Absent fields stay untouched, repeaters are replaced as a whole, null and \"\" clear. Numbers and " +
			"booleans are accepted as text, and the other way round."
		return s
	})
}

// FieldSchema is one field of a noun as clients read it.
func FieldSchema(r huma.Registry, descriptions []acf.Description, key string) *huma.Schema {
	return member(r, descriptions[slices.IndexFunc(descriptions, func(d acf.Description) bool { return d.Key == key })])
}

func readOnly(d acf.Description) bool { return d.ReadOnly }

func members(r huma.Registry, descriptions []acf.Description) map[string]*huma.Schema {
	list := map[string]*huma.Schema{}
	for _, d := range descriptions {
		list[d.Key] = member(r, d)
	}
	return list
}

func member(r huma.Registry, d acf.Description) *huma.Schema {
	s := &huma.Schema{Description: d.Doc, ReadOnly: d.ReadOnly, Nullable: d.Nullable}
	if d.Synced {
		s.Extensions = map[string]any{"x-synced": true}
	}
	switch d.Type {
	case acf.TypeText:
		s.Type = huma.TypeString
		if len(d.Choices) > 0 {
			s.Enum = []any{""}
			for _, choice := range d.Choices {
				s.Enum = append(s.Enum, choice)
			}
		}
	case acf.TypeDate:
		s.Type = huma.TypeString
		if s.Description != "" {
			s.Description += " "
		}
		s.Description += "Y-m-d, or empty."
	case acf.TypeAmount:
		least := 0.0
		s.Type, s.Nullable, s.Minimum = huma.TypeNumber, true, &least
	case acf.TypeFlag:
		s.Type = huma.TypeBoolean
	case acf.TypeID:
		s.Type, s.Format = huma.TypeInteger, "int64"
	case acf.TypeIDs:
		s.Type, s.Items = huma.TypeArray, Number()
	case acf.TypeRows:
		s.Type = huma.TypeArray
		s.Items = Component(r, d.Row, func() *huma.Schema {
			row := Object(members(r, d.Member))
			row.AdditionalProperties = true
			return row
		})
	}
	return s
}
