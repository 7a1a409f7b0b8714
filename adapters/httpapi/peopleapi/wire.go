package peopleapi

import (
	"strconv"

	"github.com/danielgtaylor/huma/v2"

	"github.com/clubhuis/clubhuis/adapters/httpapi/rest"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/term"
)

// answer is one person as /cms/v2/people answers it (contract §2.1).
type answer struct {
	record   *person.Record
	format   *rest.Format
	embedded bool
}

// AppendJSON implements rest.Appender.
func (a answer) AppendJSON(dst []byte) []byte {
	r := a.record
	dst = a.format.AppendHead(dst, rest.Head{
		ID: r.ID, Type: "person", Slug: r.Slug, Title: r.Title, Link: "/leden/", Numbered: true,
		Author: r.Author, Created: r.Created, Modified: r.Modified,
	})
	dst = rest.AppendETag(rest.AppendAdministered(dst, r.Administered), r.Revision)
	dst = strconv.AppendInt(append(dst, `,"featured_media":`...), r.Photo, 10)
	dst = rest.AppendNumberOrNull(append(dst, `,"linked_user_id":`...), r.LinkedUser)
	dst = rest.AppendIDs(append(dst, `,"person_label":`...), term.IDs(r.Labels))
	dst = rest.AppendTexts(append(dst, `,"labels":`...), term.Names(r.Labels))
	dst = rest.AppendInstantOrNull(append(dst, `,"welcome_email_sent_at":`...), r.Welcomed)
	dst = acf(append(dst, `,"acf":`...), r, a.format)
	if r.Allowed != nil {
		dst = rest.AppendAllowed(dst, r.Allowed)
		dst = rest.AppendTexts(append(dst, `,"suppressed_emails":`...), r.Suppressed)
	}
	dst = append(append(dst, `,"meta":`...), r.Meta...)
	if a.embedded {
		dst = append(a.format.AppendEmbedded(append(dst, `,"_embedded":{"wp:featuredmedia":`...), r.Photo), `,"wp:term":[`...)
		dst = append(appendEmbeddedLabels(dst, r.Labels), "]}"...)
	}
	return append(dst, '}')
}

func acf(dst []byte, r *person.Record, format *rest.Format) []byte {
	return person.Answer{Record: r, Picture: format.AppendPicture}.ACF(dst)
}

// appendEmbeddedLabels adds the labels as terms, in a list of their own.
func appendEmbeddedLabels(dst []byte, labels []term.Term) []byte {
	if len(labels) == 0 {
		return dst
	}
	dst = append(dst, '[')
	for i, label := range labels {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = strconv.AppendInt(append(dst, `{"id":`...), label.ID, 10)
		dst = rest.AppendText(append(dst, `,"name":`...), label.Name)
		dst = append(rest.AppendText(append(dst, `,"slug":`...), label.Slug), `,"taxonomy":"person_label"}`...)
	}
	return append(dst, ']')
}

// Schema implements huma.SchemaProvider.
func (answer) Schema(r huma.Registry) *huma.Schema {
	return rest.Component(r, "Person", func() *huma.Schema {
		s := rest.HeadSchema("person", map[string]*huma.Schema{
			"administered": rest.AdministeredSchema(), "etag": rest.ETagSchema(), "featured_media": rest.Number(),
			"person_label": rest.List(rest.Number()),
			"labels":       rest.List(rest.Text("")), "linked_user_id": rest.OrNull(rest.Number()),
			"welcome_email_sent_at": rest.OrNull(rest.Text("ISO 8601 time of the welcome mail.")),
			"acf":                   acfSchema(r), "meta": {Type: huma.TypeObject, AdditionalProperties: true},
		})
		s.Properties["suppressed_emails"] = &huma.Schema{
			Type: huma.TypeArray, Items: rest.Text(""),
			Description: "Of the e-mail addresses those to which nothing is sent; where one person is asked for.",
		}
		return s
	})
}

func acfSchema(r huma.Registry) *huma.Schema {
	return rest.FieldsSchema(r, "PersonFields", person.Fields.Descriptions())
}

// change is what clients send to create or change a person.
type change struct{ rest.Change }

// Schema implements huma.SchemaProvider.
func (change) Schema(r huma.Registry) *huma.Schema {
	return rest.Component(r, "PersonChange", func() *huma.Schema {
		s := rest.Object(map[string]*huma.Schema{
			"status": rest.Constant("publish"),
			"title":  {Description: "Accepted and ignored: it follows from the name."},
			"acf":    rest.ChangeSchema(r, "PersonFieldsChange", person.Fields.Descriptions()),
			"meta":   {Type: huma.TypeObject, AdditionalProperties: true},
			"author": rest.AuthorSchema(),

			"person_label": rest.List(rest.Number()),
		})
		s.Required, s.AdditionalProperties = nil, true
		return s
	})
}

// edit is the change as the use case takes it.
func (c *change) edit() (person.Patch, error) {
	patch := person.Patch{ACF: c.ACF, Meta: c.Meta, Labels: c.IDs("person_label"), Author: c.ID("author")}
	return patch, c.Check()
}

// row is one person in the people list, with the fields that its table shows.
type row struct {
	record *person.Record
	format *rest.Format
}

// AppendJSON implements rest.Appender.
func (w row) AppendJSON(dst []byte) []byte {
	r := w.record
	dst = strconv.AppendInt(append(dst, `{"id":`...), r.ID, 10)
	for _, member := range [...]struct{ name, value string }{
		{"name", r.Title}, {"first_name", r.Name.First}, {"infix", r.Name.Infix}, {"last_name", r.Name.Last},
	} {
		dst = rest.AppendText(append(append(append(dst, `,"`...), member.name...), `":`...), member.value)
	}
	dst = rest.AppendETag(w.format.AppendTimes(dst, "modified", r.Modified), r.Revision)
	dst = strconv.AppendBool(append(dst, `,"former_member":`...), r.Former)
	dst = w.format.AppendPicture(append(dst, `,"thumbnail":`...), r.Photo)
	dst = rest.AppendTexts(append(dst, `,"labels":`...), term.Names(r.Labels))
	return append(acf(append(dst, `,"acf":`...), r, w.format), '}')
}

// Schema implements huma.SchemaProvider.
func (row) Schema(r huma.Registry) *huma.Schema {
	return rest.Component(r, "PersonRow", func() *huma.Schema {
		return rest.Object(map[string]*huma.Schema{
			"id": rest.Number(), "name": rest.Text(""), "first_name": rest.Text(""), "infix": rest.Text(""), "last_name": rest.Text(""),
			"modified": rest.Text("YYYY-MM-DD HH:MM:SS in the club's zone."), "modified_gmt": rest.Text("The same in UTC."),
			"etag":          rest.ETagSchema(),
			"former_member": {Type: huma.TypeBoolean}, "thumbnail": rest.Text("Address of the photo, empty without one."),
			"labels": rest.List(rest.Text("")), "acf": acfSchema(r),
		})
	})
}

// peoplePage is a page of the people list.
type peoplePage struct {
	rows                    rest.Answers[row]
	total, page, totalPages int
}

// AppendJSON implements rest.Appender.
func (p peoplePage) AppendJSON(dst []byte) []byte {
	dst = p.rows.AppendJSON(append(dst, `{"people":`...))
	dst = strconv.AppendInt(append(dst, `,"total":`...), int64(p.total), 10)
	dst = strconv.AppendInt(append(dst, `,"page":`...), int64(p.page), 10)
	return append(strconv.AppendInt(append(dst, `,"total_pages":`...), int64(p.totalPages), 10), '}')
}

// Schema implements huma.SchemaProvider.
func (p peoplePage) Schema(r huma.Registry) *huma.Schema {
	return rest.Component(r, "PersonPage", func() *huma.Schema {
		return rest.Object(map[string]*huma.Schema{
			"people": p.rows.Schema(r), "total": rest.Number(), "page": rest.Number(), "total_pages": rest.Number(),
		})
	})
}
