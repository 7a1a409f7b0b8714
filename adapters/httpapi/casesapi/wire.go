package casesapi

import (
	"strconv"

	"github.com/danielgtaylor/huma/v2"

	"github.com/clubhuis/clubhuis/adapters/httpapi/rest"
	"github.com/clubhuis/clubhuis/core/discipline"
	"github.com/clubhuis/clubhuis/core/listing"
	"github.com/clubhuis/clubhuis/core/usecase/cases"
)

// answer is one case as the collection returns it.
type answer struct {
	shown  cases.Shown
	format *rest.Format
}

const kind = "discipline_case"

// AppendJSON implements rest.Appender.
func (a answer) AppendJSON(dst []byte) []byte {
	c := &a.shown
	row := c.Row()
	dst = a.format.AppendHead(dst, rest.Head{
		ID:       c.ID,
		Type:     kind,
		Slug:     listing.Slug(row.Slug, c.ID),
		Title:    c.Title,
		Link:     "/tuchtzaken?zaak=" + strconv.FormatInt(c.ID, 10),
		Author:   c.Author,
		Created:  c.Created,
		Modified: c.Modified,
	})
	dst = rest.AppendETag(dst, c.Revision)
	dst = append(dst, `,"seizoen":[`...)
	if c.Season != 0 {
		dst = strconv.AppendInt(dst, int64(c.Season), 10)
	}
	dst = rest.AppendText(append(dst, `],"person_name":`...), c.Name)
	dst = rest.AppendText(append(dst, `,"card":`...), string(c.Card()))
	return append(append(append(dst, `,"acf":`...), row.Document...), '}')
}

// Schema implements huma.SchemaProvider.
func (answer) Schema(r huma.Registry) *huma.Schema {
	return rest.Component(r, "DisciplineCase", func() *huma.Schema {
		return rest.HeadSchema(kind, map[string]*huma.Schema{
			"etag":        rest.ETagSchema(),
			"seizoen":     rest.List(rest.Number()),
			"person_name": rest.Text("Of whom it is about, also of somebody whom the caller may not see; empty for nobody."),
			"card":        {Type: huma.TypeString, Enum: []any{string(discipline.Yellow), string(discipline.Red)}},
			"acf":         rest.FieldsSchema(r, "DisciplineCaseFields", discipline.Fields.Descriptions()),
		})
	})
}

// Schema implements huma.SchemaProvider.
func (change) Schema(r huma.Registry) *huma.Schema {
	return rest.Component(r, "DisciplineCaseChange", func() *huma.Schema {
		s := rest.Object(map[string]*huma.Schema{
			"status":  rest.Constant("publish"),
			"title":   {Description: "A text, or an object with the text as raw."},
			"seizoen": rest.List(rest.Number()),
			"acf":     rest.ChangeSchema(r, "DisciplineCaseFieldsChange", discipline.Fields.Descriptions()),
		})
		s.Properties["seizoen"].Description = "One season by its number; that of the match without."
		s.Required, s.AdditionalProperties = nil, true
		return s
	})
}
