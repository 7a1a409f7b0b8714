package termsapi

import (
	"encoding/json"
	"strconv"

	"github.com/danielgtaylor/huma/v2"

	"github.com/clubhuis/clubhuis/adapters/httpapi/rest"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/fields"
	"github.com/clubhuis/clubhuis/core/relation"
	"github.com/clubhuis/clubhuis/core/term"
)

// label is a label as it is answered.
type label struct{ term.Term }

// AppendJSON implements rest.Appender.
func (l label) AppendJSON(dst []byte) []byte {
	return append(appendTerm(dst, l.Term, "person_label"), '}')
}

func appendTerm(dst []byte, t term.Term, taxonomy string) []byte {
	dst = strconv.AppendInt(append(dst, `{"id":`...), t.ID, 10)
	dst = rest.AppendText(append(dst, `,"name":`...), t.Name)
	dst = rest.AppendText(append(dst, `,"slug":`...), t.Slug)
	return rest.AppendText(append(dst, `,"taxonomy":`...), taxonomy)
}

// Schema implements huma.SchemaProvider.
func (label) Schema(r huma.Registry) *huma.Schema {
	return rest.Component(r, "PersonLabel", func() *huma.Schema { return termSchema("person_label", nil) })
}

func termSchema(taxonomy string, acf *huma.Schema) *huma.Schema {
	members := map[string]*huma.Schema{
		"id": rest.Number(), "name": rest.Text(""), "slug": rest.Text("Lower-case letters, digits and hyphens."),
		"taxonomy": rest.Constant(taxonomy),
	}
	if acf != nil {
		members["acf"] = acf
	}
	return rest.Object(members)
}

// relationType is a type of relationship as it is answered (contract §2.4).
type relationType struct{ relation.Type }

// typeFields are the members of a type's acf object.
var typeFields = fields.NewTable(func(*relation.Type) *fields.Extra { return new(fields.Extra) },
	fields.ID("inverse_relationship_type", func(t *relation.Type) *int64 { return &t.Inverse },
		fields.Doc("What the other side gets; 0 for nothing, the type itself for a symmetric one.")),
	fields.Flag("is_gender_dependent", func(t *relation.Type) *bool { return &t.Gendered },
		fields.Doc("Whether it is one of several variants by the gender of the person that a row points at.")),
	fields.Text("gender_dependent_group", func(t *relation.Type) *string { return &t.Group },
		fields.Doc("The slugs of the variants for women and for men with _ between them: aunt_uncle.")),
)

// AppendJSON implements rest.Appender.
func (t relationType) AppendJSON(dst []byte) []byte {
	dst = append(appendTerm(dst, t.Term, "relationship_type"), `,"acf":`...)
	return append(typeFields.Append(dst, &t.Type), '}')
}

// Schema implements huma.SchemaProvider.
func (relationType) Schema(r huma.Registry) *huma.Schema {
	return rest.Component(r, "RelationshipType", func() *huma.Schema {
		return termSchema("relationship_type", rest.FieldsSchema(r, "RelationshipTypeFields", typeFields.Descriptions()))
	})
}

// labelChange is what clients send to create or change a label.
type labelChange struct{ rest.Change }

// typeChange is what clients send to create or change a type of relationship.
type typeChange struct{ rest.Change }

// Schema implements huma.SchemaProvider.
func (labelChange) Schema(r huma.Registry) *huma.Schema {
	return rest.Component(r, "PersonLabelChange", func() *huma.Schema { return changeSchema(nil) })
}

// Schema implements huma.SchemaProvider.
func (typeChange) Schema(r huma.Registry) *huma.Schema {
	return rest.Component(r, "RelationshipTypeChange", func() *huma.Schema {
		return changeSchema(rest.ChangeSchema(r, "RelationshipTypeFieldsChange", typeFields.Descriptions()))
	})
}

func changeSchema(acf *huma.Schema) *huma.Schema {
	members := map[string]*huma.Schema{"name": rest.Text("At most 200 characters; no two are the same."), "slug": rest.Text("")}
	if acf != nil {
		members["acf"] = acf
	}
	s := rest.Object(members)
	s.Required, s.AdditionalProperties = nil, true
	return s
}

func (c *labelChange) edit() (func(*term.Term), error) { return editTerm(&c.Change) }

func editTerm(c *rest.Change) (func(*term.Term), error) {
	name, slug := c.Text("name"), c.Text("slug")
	return func(t *term.Term) {
		if name != nil {
			t.Name = *name
		}
		if slug != nil {
			t.Slug = *slug
		}
	}, c.Check()
}

func (c *typeChange) edit() (func(*relation.Type), error) {
	edit, err := editTerm(&c.Change)
	if err != nil {
		return nil, err
	}
	known := map[string]json.RawMessage{}
	for _, d := range typeFields.Descriptions() {
		if raw, sent := c.ACF[d.Key]; sent {
			known[d.Key] = raw
		}
	}
	var problems fault.Problems
	typeFields.Decode(&relation.Type{}, known, "acf", &problems)
	return func(t *relation.Type) {
		edit(&t.Term)
		typeFields.Decode(t, known, "acf", &fault.Problems{})
	}, problems.Fault()
}
