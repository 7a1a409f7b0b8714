package rest

import (
	"maps"
	"reflect"
	"strconv"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/acf"
	"github.com/clubhuis/clubhuis/core/civil"
)

// What all records of /cms/v2 have in common. They are written without encoding/json, for the stores keep their greater
// part ready.

// Format is what the JSON of records depends on besides the records.
type Format struct {
	Zone    *time.Location // of the club
	PageURL string         // where members reach the page
	RootURL string         // of the API
}

// Head is the part of a record that every noun has.
type Head struct {
	ID                int64
	Type              string // the contract's name of the noun: "person"
	Slug              string
	Title             string // as text
	Link              string // path of the record's page
	Numbered          bool   // the number follows the slug, after a hyphen, and the link, which then has no character to escape
	Author            int64
	Created, Modified time.Time
}

// AppendHead begins an object with the members of the head; the caller adds the others and the closing brace.
func (f *Format) AppendHead(dst []byte, h Head) []byte {
	dst = strconv.AppendInt(append(dst, `{"id":`...), h.ID, 10)
	dst = f.AppendTimes(dst, "date", h.Created)
	dst = f.AppendTimes(dst, "modified", h.Modified)
	dst = AppendText(append(dst, `,"slug":`...), h.Slug)
	if h.Numbered {
		dst = append(strconv.AppendInt(append(dst[:len(dst)-1], '-'), h.ID, 10), '"')
	}
	dst = AppendText(append(dst, `,"status":"publish","type":`...), h.Type)
	if h.Numbered {
		dst = AppendText(append(dst, `,"link":`...), f.PageURL)
		dst = append(strconv.AppendInt(append(dst[:len(dst)-1], h.Link...), h.ID, 10), '"')
	} else {
		dst = AppendText(append(dst, `,"link":`...), f.PageURL+h.Link)
	}
	dst = AppendText(append(dst, `,"title":{"rendered":`...), Markup(h.Title))
	return strconv.AppendInt(append(dst, `},"author":`...), h.Author, 10)
}

// AppendAdministered adds the member of records that the synchronization may take for its own.
func AppendAdministered(dst []byte, administered bool) []byte {
	return strconv.AppendBool(append(dst, `,"administered":`...), administered)
}

// AdministeredSchema describes it.
func AdministeredSchema() *huma.Schema {
	return &huma.Schema{
		Type: huma.TypeBoolean, Description: "Whether somebody who administers members made the record or vouched for it. Read-only.",
	}
}

// AuthorSchema describes whose a record is to be.
func AuthorSchema() *huma.Schema {
	return &huma.Schema{
		Type: huma.TypeInteger, Description: "The user whose the record is. Only administrators give it to another one: sent by " +
			"anybody else, another number is 403.",
	}
}

// AppendAllowed adds what the caller may do with a record.
func AppendAllowed(dst []byte, allowed *access.Allowed) []byte {
	dst = strconv.AppendBool(append(dst, `,"allowed":{"edit":`...), allowed.Change)
	dst = strconv.AppendBool(append(dst, `,"sections":`...), allowed.Sections)
	dst = strconv.AppendBool(append(dst, `,"share":`...), allowed.Share)
	dst = strconv.AppendBool(append(dst, `,"delete":`...), allowed.Delete)
	return append(dst, '}')
}

func allowedSchema() *huma.Schema {
	flag := func(doc string) *huma.Schema { return &huma.Schema{Type: huma.TypeBoolean, Description: doc} }
	s := Object(map[string]*huma.Schema{
		"edit": flag("All of it."), "sections": flag("Of a person: the fields of the caller's own sections."),
		"share": flag("Decide whom else it is for."), "delete": flag(""),
	})
	s.Description = "What the caller may do with it; with a single record alone."
	return s
}

// HeadSchema is the schema of a record with these members beside the head's.
func HeadSchema(kind string, more map[string]*huma.Schema) *huma.Schema {
	all := map[string]*huma.Schema{
		"id": Number(), "date": Text(clubStamp), "date_gmt": Text(utcStamp), "modified": Text(clubStamp),
		"modified_gmt": Text(utcStamp), "slug": Text(""), "status": Constant("publish"), "type": Constant(kind), "link": Text(""),
		"title":  Object(map[string]*huma.Schema{"rendered": Text("&, < and > are HTML entities.")}),
		"author": Number(),
	}
	maps.Copy(all, more)
	s := Object(all)
	s.Properties["allowed"] = allowedSchema()
	s.Properties["_embedded"] = &huma.Schema{Type: huma.TypeObject, AdditionalProperties: true, Description: "With _embed alone."}
	return s
}

const (
	clubStamp = "YYYY-MM-DD HH:MM:SS in the club's zone."
	utcStamp  = "YYYY-MM-DD HH:MM:SS in UTC."
)

// Markup makes text safe in HTML.
func Markup(text string) string { return markup.Replace(text) }

// markup makes text safe in HTML, as the title's readers expect it.
var markup = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;")

// AppendTimes adds a member twice: in the club's zone, and in UTC as name_gmt.
func (f *Format) AppendTimes(dst []byte, name string, t time.Time) []byte {
	dst = append(append(append(dst, `,"`...), name...), `":"`...)
	dst = civil.AppendStamp(dst, t.In(f.Zone))
	dst = append(append(append(dst, `","`...), name...), `_gmt":"`...)
	return append(civil.AppendStamp(dst, t.UTC()), '"')
}

// AppendText adds a text as JSON.
func AppendText(dst []byte, text string) []byte { return acf.AppendText(dst, text) }

// AppendIDs adds a list of numbers.
func AppendIDs(dst []byte, ids []int64) []byte {
	dst = append(dst, '[')
	for i, id := range ids {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = strconv.AppendInt(dst, id, 10)
	}
	return append(dst, ']')
}

// AppendInstantOrNull appends an instant as ISO 8601 in UTC, in whole seconds, and null for the zero time.
func AppendInstantOrNull(dst []byte, at time.Time) []byte {
	if at.IsZero() {
		return append(dst, "null"...)
	}
	return append(at.UTC().AppendFormat(append(dst, '"'), time.RFC3339), '"')
}

// AppendNumberOrNull adds a number, or null for 0.
func AppendNumberOrNull(dst []byte, number int64) []byte {
	if number == 0 {
		return append(dst, "null"...)
	}
	return strconv.AppendInt(dst, number, 10)
}

// Answer is a record as clients read it.
type Answer interface {
	Appender
	huma.SchemaProvider
}

// Chosen is a record of which a client may have asked for some members.
type Chosen[A Answer] struct {
	Record    A
	Selection *Selection
}

// AppendJSON implements Appender.
func (c Chosen[A]) AppendJSON(dst []byte) []byte {
	if !c.Selection.Chosen() {
		return c.Record.AppendJSON(dst)
	}
	return append(dst, c.Selection.Choose(c.Record.AppendJSON(nil))...)
}

// Schema implements huma.SchemaProvider.
func (Chosen[A]) Schema(r huma.Registry) *huma.Schema { return schemaOf[A](r) }

func schemaOf[A Answer](r huma.Registry) *huma.Schema {
	return r.Schema(reflect.TypeFor[A](), true, "")
}

// Answers is a list of records.
type Answers[A Answer] []A

// AppendJSON implements Appender.
func (l Answers[A]) AppendJSON(dst []byte) []byte {
	dst = append(dst, '[')
	for i, a := range l {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = a.AppendJSON(dst)
	}
	return append(dst, ']')
}

// Schema implements huma.SchemaProvider.
func (Answers[A]) Schema(r huma.Registry) *huma.Schema { return List(schemaOf[A](r)) }

// Deleted is the body of a DELETE: what the record was.
type Deleted[A Answer] struct{ Previous A }

// AppendJSON implements Appender.
func (d Deleted[A]) AppendJSON(dst []byte) []byte {
	return append(d.Previous.AppendJSON(append(dst, `{"deleted":true,"previous":`...)), '}')
}

// Schema implements huma.SchemaProvider.
func (Deleted[A]) Schema(r huma.Registry) *huma.Schema {
	return Object(map[string]*huma.Schema{
		"deleted": {Type: huma.TypeBoolean, Enum: []any{true}}, "previous": schemaOf[A](r),
	})
}
