package termsapi

import (
	"encoding/json"

	"github.com/danielgtaylor/huma/v2"

	"github.com/clubhuis/clubhuis/adapters/httpapi/rest"
	"github.com/clubhuis/clubhuis/core/acf"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/relation"
	"github.com/clubhuis/clubhuis/core/term"
)

// described is what labels and types of relationship have in common.
type described struct {
	ID   int64  `json:"id"`
	Name string `json:"name"`
	Slug string `json:"slug" doc:"Lower-case letters, digits and hyphens."`
}

func describe(t term.Term) described { return described{ID: t.ID, Name: t.Name, Slug: t.Slug} }

// label is the body of a label.
type label struct {
	described
	Taxonomy string `json:"taxonomy" enum:"person_label"`
}

func labelOf(t term.Term) label { return label{describe(t), labelPath} }

// AppendJSON implements rest.Appender.
func (l label) AppendJSON(dst []byte) []byte { return rest.AppendTagged(dst, l) }

// Schema implements huma.SchemaProvider.
func (label) Schema(r huma.Registry) *huma.Schema {
	return rest.TaggedComponent[label](r, "PersonLabel")
}

// relationType is the body of a type of relationship (contract §2.4).
type relationType struct {
	described
	Taxonomy string  `json:"taxonomy" enum:"relationship_type"`
	ACF      typeACF `json:"acf"`
}

func typeOf(t relation.Type) relationType {
	return relationType{describe(t.Term), typePath, typeACF{t}}
}

// AppendJSON implements rest.Appender.
func (t relationType) AppendJSON(dst []byte) []byte { return rest.AppendTagged(dst, t) }

// Schema implements huma.SchemaProvider.
func (relationType) Schema(r huma.Registry) *huma.Schema {
	return rest.TaggedComponent[relationType](r, "RelationshipType")
}

// typeACF is the acf object of a type of relationship.
type typeACF struct{ relation.Type }

// typeFields are its members.
var typeFields = acf.NewTable(func(*relation.Type) *acf.Extra { return new(acf.Extra) },
	acf.ID("inverse_relationship_type", func(t *relation.Type) *int64 { return &t.Inverse },
		acf.Doc("What the other side gets; 0 for nothing, the type itself for a symmetric one.")),
	acf.Flag("is_gender_dependent", func(t *relation.Type) *bool { return &t.Gendered },
		acf.Doc("Whether it is one of several variants by the gender of the person that a row points at.")),
	acf.Text("gender_dependent_group", func(t *relation.Type) *string { return &t.Group },
		acf.Doc("The slugs of the variants for women and for men with _ between them: aunt_uncle.")),
)

// MarshalJSON implements json.Marshaler.
func (a typeACF) MarshalJSON() ([]byte, error) { return typeFields.Append(nil, &a.Type), nil }

// Schema implements huma.SchemaProvider.
func (typeACF) Schema(r huma.Registry) *huma.Schema {
	return rest.FieldsSchema(r, "RelationshipTypeFields", typeFields.Descriptions())
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
