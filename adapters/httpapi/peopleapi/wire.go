package peopleapi

import (
	"encoding/json"
	"reflect"
	"strconv"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/person"

	"github.com/clubhuis/clubhuis/adapters/httpapi/rest"
)

// view is one person as /cms/v2/people answers it (contract §2.1), written without decoding what the store keeps ready.
type view struct {
	record person.Record
	format *format
	choice *rest.Fields
}

// format is what an answer depends on besides its record.
type format struct {
	zone    *time.Location
	baseURL string // of the page
	apiURL  string // of the REST root
}

// AppendJSON implements rest.Appender.
func (v view) AppendJSON(dst []byte) []byte {
	if v.choice.Chosen() {
		whole := v
		whole.choice = &rest.Fields{Embedded: v.choice.Embedded}
		return append(dst, v.choice.Choose(whole.AppendJSON(nil))...)
	}
	r, id := &v.record, strconv.FormatInt(v.record.ID, 10)
	title := r.Name.Full()
	dst = append(append(dst, `{"id":`...), id...)
	dst = v.format.appendTimes(dst, "date", r.Created)
	dst = v.format.appendTimes(dst, "modified", r.Modified)
	dst = append(append(dst, `,"slug":`...), quoted(person.Slug(r.Name, r.ID))...)
	dst = append(dst, `,"status":"publish","type":"person","link":`...)
	dst = append(dst, quoted(v.format.link(id))...)
	dst = append(append(dst, `,"title":{"rendered":`...), quoted(markup.Replace(title))...)
	dst = strconv.AppendInt(append(dst, `},"author":`...), r.Author, 10)
	dst = append(dst, `,"featured_media":0,"linked_user_id":`...)
	if r.LinkedUser == 0 {
		dst = append(dst, "null"...)
	} else {
		dst = strconv.AppendInt(dst, r.LinkedUser, 10)
	}
	dst = append(dst, `,"welcome_email_sent_at":null,"acf":`...)
	dst = appendFields(dst, r)
	dst = append(append(dst, `,"meta":`...), r.Meta...)
	if v.choice.Embedded {
		dst = append(dst, `,"_embedded":{"wp:featuredmedia":[],"wp:term":[]}`...)
	}
	return append(dst, '}')
}

// markup makes text safe in HTML, as the title's readers expect it.
var markup = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;")

// link is a person's page; api is the person's address in the API.
func (f *format) link(id string) string { return f.baseURL + "/leden/" + id }

func (f *format) api(id person.ID) string {
	return f.apiURL + "/cms/v2/people/" + strconv.FormatInt(id, 10)
}

// appendTimes adds a time twice: in the club's zone, and in UTC as …_gmt.
func (f *format) appendTimes(dst []byte, name string, t time.Time) []byte {
	dst = append(append(append(dst, `,"`...), name...), `":"`...)
	dst = t.In(f.zone).AppendFormat(dst, civil.StampLayout)
	dst = append(append(append(dst, `","`...), name...), `_gmt":"`...)
	return append(t.UTC().AppendFormat(dst, civil.StampLayout), '"')
}

// appendFields is the acf object: what the store keeps ready, and the members that depend on more than the person.
func appendFields(dst []byte, r *person.Record) []byte {
	dst = append(dst, r.Fields[:len(r.Fields)-1]...)
	dst = append(dst, `,"photo_gallery":[],"huidig-vrijwilliger":"`...)
	if r.Volunteer {
		return append(dst, `1"}`...)
	}
	return append(dst, `0"}`...)
}

func quoted(text string) []byte {
	quoted, err := json.Marshal(text)
	if err != nil {
		panic("peopleapi: a text does not encode: " + err.Error())
	}
	return quoted
}

// Schema implements huma.SchemaProvider.
func (view) Schema(r huma.Registry) *huma.Schema {
	return component(r, "Person", func() *huma.Schema {
		nullable := func(s *huma.Schema) *huma.Schema { s.Nullable = true; return s }
		text, number := &huma.Schema{Type: huma.TypeString}, &huma.Schema{Type: huma.TypeInteger, Format: "int64"}
		stamp := func(doc string) *huma.Schema { return &huma.Schema{Type: huma.TypeString, Description: doc} }
		s := object(map[string]*huma.Schema{
			"id": number, "slug": text, "author": number, "featured_media": number,
			"date": stamp("YYYY-MM-DD HH:MM:SS in the club's zone."), "date_gmt": stamp("The same in UTC."),
			"modified": stamp("YYYY-MM-DD HH:MM:SS in the club's zone."), "modified_gmt": stamp("The same in UTC."),
			"status": {Type: huma.TypeString, Enum: []any{"publish"}}, "type": {Type: huma.TypeString, Enum: []any{"person"}},
			"link":                  text,
			"title":                 object(map[string]*huma.Schema{"rendered": {Type: huma.TypeString, Description: "&, < and > are HTML entities."}}),
			"linked_user_id":        nullable(&huma.Schema{Type: huma.TypeInteger, Format: "int64"}),
			"welcome_email_sent_at": nullable(&huma.Schema{Type: huma.TypeString}),
			"acf":                   fieldsSchema(r),
			"meta":                  {Type: huma.TypeObject, AdditionalProperties: true},
		})
		s.Properties["_embedded"] = &huma.Schema{Type: huma.TypeObject, AdditionalProperties: true, Description: "With _embed alone."}
		return s
	})
}

// list is a page of people.
type list []view

// AppendJSON implements rest.Appender.
func (l list) AppendJSON(dst []byte) []byte {
	return appendList(dst, len(l), func(dst []byte, i int) []byte { return l[i].AppendJSON(dst) })
}

// Schema implements huma.SchemaProvider.
func (list) Schema(r huma.Registry) *huma.Schema {
	return &huma.Schema{Type: huma.TypeArray, Items: r.Schema(reflect.TypeFor[view](), true, "Person")}
}

func appendList(dst []byte, n int, item func([]byte, int) []byte) []byte {
	dst = append(dst, '[')
	for i := range n {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = item(dst, i)
	}
	return append(dst, ']')
}

// removed is the answer to DELETE.
type removed struct{ previous view }

// AppendJSON implements rest.Appender.
func (d removed) AppendJSON(dst []byte) []byte {
	return append(d.previous.AppendJSON(append(dst, `{"deleted":true,"previous":`...)), '}')
}

// Schema implements huma.SchemaProvider.
func (removed) Schema(r huma.Registry) *huma.Schema {
	return object(map[string]*huma.Schema{
		"deleted":  {Type: huma.TypeBoolean, Enum: []any{true}},
		"previous": r.Schema(reflect.TypeFor[view](), true, "Person"),
	})
}

// write is what clients send to create or change a person: members that are absent stay untouched. title and every other
// member is accepted and ignored.
type write struct {
	Status json.RawMessage
	Fields json.RawMessage
	Meta   json.RawMessage
}

// UnmarshalJSON implements json.Unmarshaler. Unlike encoding/json's own structs it minds the case of the keys.
func (w *write) UnmarshalJSON(text []byte) error {
	var members map[string]json.RawMessage
	if err := json.Unmarshal(text, &members); err != nil {
		return err
	}
	*w = write{Status: members["status"], Fields: members["acf"], Meta: members["meta"]}
	return nil
}

// Schema implements huma.SchemaProvider.
func (write) Schema(r huma.Registry) *huma.Schema {
	return component(r, "PersonChange", func() *huma.Schema {
		s := object(map[string]*huma.Schema{
			"status": {Type: huma.TypeString, Enum: []any{"publish"}},
			"title":  {Description: "Accepted and ignored: it follows from the name."},
			"acf":    changeSchema(r),
			"meta":   {Type: huma.TypeObject, AdditionalProperties: true},
		})
		s.Required = nil
		s.AdditionalProperties = true
		return s
	})
}
