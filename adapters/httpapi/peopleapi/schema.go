package peopleapi

import (
	"slices"

	"github.com/danielgtaylor/huma/v2"

	"github.com/clubhuis/clubhuis/core/fields"
	"github.com/clubhuis/clubhuis/core/person"
)

// The schemas follow from person.Fields, so that a new field is in the API's description by its line there.

// rowNames name the rows of the repeaters in the API's description.
var rowNames = map[string]string{
	"contact_info": "ContactEntry", "addresses": "Address", "work_history": "WorkEntry", "relationships": "RelationEntry",
}

// component registers a schema under its name, once, and answers a reference to it.
func component(r huma.Registry, name string, make func() *huma.Schema) *huma.Schema {
	if _, there := r.Map()[name]; !there {
		r.Map()[name] = nil // against recursion
		schema := make()
		schema.PrecomputeMessages()
		r.Map()[name] = schema
	}
	return &huma.Schema{Ref: "#/components/schemas/" + name}
}

// object is an object all of whose members are always there.
func object(members map[string]*huma.Schema) *huma.Schema {
	s := &huma.Schema{Type: huma.TypeObject, Properties: members}
	for name := range members {
		s.Required = append(s.Required, name)
	}
	slices.Sort(s.Required)
	return s
}

func fieldsSchema(r huma.Registry) *huma.Schema {
	return component(r, "PersonFields", func() *huma.Schema {
		s := object(members(r, person.Fields.Descriptions()))
		s.AdditionalProperties = true
		s.Description = "The fields of a person. Keys that Clubhuis does not know are kept and returned."
		return s
	})
}

// changeSchema is the same for input: everything is optional, null clears, and computed fields are left out.
func changeSchema(r huma.Registry) *huma.Schema {
	return component(r, "PersonFieldsChange", func() *huma.Schema {
		writable := slices.DeleteFunc(person.Fields.Descriptions(), func(d fields.Description) bool { return d.ReadOnly })
		s := object(members(r, writable))
		s.Required = nil
		s.AdditionalProperties = true
		s.Description = "Absent fields stay untouched, repeaters are replaced as a whole, null and \"\" clear. Numbers and " +
			"booleans are accepted as text, and the other way round."
		return s
	})
}

func members(r huma.Registry, descriptions []fields.Description) map[string]*huma.Schema {
	list := map[string]*huma.Schema{}
	for _, d := range descriptions {
		list[d.Key] = member(r, d)
	}
	return list
}

func member(r huma.Registry, d fields.Description) *huma.Schema {
	s := &huma.Schema{Description: d.Doc, ReadOnly: d.ReadOnly, Nullable: d.Nullable}
	if d.Synced {
		s.Extensions = map[string]any{"x-synced": true}
	}
	switch d.Type {
	case fields.TypeText:
		s.Type = huma.TypeString
		if len(d.Choices) > 0 {
			s.Enum = []any{""}
			for _, choice := range d.Choices {
				s.Enum = append(s.Enum, choice)
			}
		}
	case fields.TypeDate:
		s.Type = huma.TypeString
		s.Description = join(d.Doc, "Y-m-d, or empty.")
	case fields.TypeFlag:
		s.Type = huma.TypeBoolean
	case fields.TypeID:
		s.Type, s.Format = huma.TypeInteger, "int64"
	case fields.TypeIDs:
		s.Type, s.Items = huma.TypeArray, &huma.Schema{Type: huma.TypeInteger, Format: "int64"}
	case fields.TypeRows:
		s.Type = huma.TypeArray
		s.Items = component(r, rowNames[d.Key], func() *huma.Schema {
			row := object(members(r, d.Member))
			row.AdditionalProperties = true
			return row
		})
	}
	return s
}

func join(doc, more string) string {
	if doc == "" {
		return more
	}
	return doc + " " + more
}
