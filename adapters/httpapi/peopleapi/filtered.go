package peopleapi

import (
	"context"
	"math"
	"strconv"

	"github.com/danielgtaylor/huma/v2"

	"github.com/clubhuis/clubhuis/adapters/httpapi/session"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/fold"
	"github.com/clubhuis/clubhuis/core/person"
)

type filteredInput struct {
	Page          int    `query:"page" minimum:"1" default:"1"`
	PerPage       int    `query:"per_page" minimum:"1" maximum:"100" default:"100"`
	OrderBy       string `query:"orderby" default:"first_name" doc:"first_name, last_name, modified or custom_<field>."`
	Order         string `query:"order" enum:"asc,desc" default:"asc"`
	Search        string `query:"search" maxLength:"200" doc:"Words that the name must hold."`
	IncludeFormer string `query:"include_former" enum:"1,0" doc:"1 shows former members too."`
	Volunteer     string `query:"huidig_vrijwilliger" enum:"1,0" doc:"1 shows volunteers, 0 everybody else."`
}

type filteredOutput struct {
	Body peoplePage
}

// filteredOrders are the sort columns of the people list, by orderby; sorting by something else than a name has the first
// name, ascending, as second key.
var filteredOrders = map[string][]person.Column{
	"first_name": {person.ByFirst, person.ByLast}, "last_name": {person.ByLast, person.ByFirst},
	"modified": {person.ByModified}, "custom_assoc-id": {person.ByCode}, "custom_type-lid": {person.ByMemberType},
	"custom_leeftijdsgroep": {person.ByAgeGroup}, "custom_lid-sinds": {person.BySince}, "custom_lid-tot": {person.ByUntil},
	"custom_datum-vog": {person.ByCertificate}, "custom_birthdate": {person.ByBirthdate}, "custom_former_member": {person.ByFormer},
	"custom_huidig-vrijwilliger": {person.ByVolunteer}, "custom_financiele-blokkade": {person.ByBlock},
}

func orderOf(by string, desc bool) (person.Order, error) {
	columns, known := filteredOrders[by]
	if !known {
		var problems fault.Problems
		problems.Add("orderby", fault.NotAChoice)
		return nil, problems.Fault()
	}
	var order person.Order
	for _, column := range columns {
		order = append(order, person.Sort{By: column, Desc: desc})
	}
	if len(columns) == 1 {
		order = append(order, person.Sort{By: person.ByFirst})
	}
	return order, nil
}

var asked = map[string]person.Is{"": person.Either, "1": person.Yes, "0": person.No}

func (h *Handler) filtered(ctx context.Context, in *filteredInput) (*filteredOutput, error) {
	order, err := orderOf(in.OrderBy, in.Order == "desc")
	if err != nil {
		return nil, err
	}
	filter := person.Filter{Words: fold.Words(in.Search), Volunteer: asked[in.Volunteer]}
	if in.IncludeFormer != "1" {
		filter = filter.Current()
	}
	page, err := h.people.List(ctx, session.Viewer(ctx), person.Query{
		Filter: filter, Order: order, Offset: min(in.Page-1, math.MaxInt32/in.PerPage) * in.PerPage, Limit: in.PerPage,
	})
	if err != nil {
		return nil, err
	}
	return &filteredOutput{Body: peoplePage{page: page, number: in.Page, perPage: in.PerPage, format: &h.format}}, nil
}

// peoplePage is a page of the people list: the rows of a table, with the fields of each.
type peoplePage struct {
	page            person.Page
	number, perPage int
	format          *format
}

// AppendJSON implements rest.Appender.
func (p peoplePage) AppendJSON(dst []byte) []byte {
	dst = append(dst, `{"people":`...)
	dst = appendList(dst, len(p.page.Records), func(dst []byte, i int) []byte {
		return p.format.appendRow(dst, &p.page.Records[i])
	})
	for _, member := range []struct {
		name  string
		value int
	}{{"total", p.page.Total}, {"page", p.number}, {"total_pages", (p.page.Total + p.perPage - 1) / p.perPage}} {
		dst = append(append(append(dst, `,"`...), member.name...), `":`...)
		dst = strconv.AppendInt(dst, int64(member.value), 10)
	}
	return append(dst, '}')
}

func (f *format) appendRow(dst []byte, r *person.Record) []byte {
	dst = strconv.AppendInt(append(dst, `{"id":`...), r.ID, 10)
	for _, member := range []struct{ name, value string }{
		{"name", r.Name.Full()}, {"first_name", r.Name.First}, {"infix", r.Name.Infix}, {"last_name", r.Name.Last},
	} {
		dst = append(append(append(dst, `,"`...), member.name...), `":`...)
		dst = append(dst, quoted(member.value)...)
	}
	dst = f.appendTimes(dst, "modified", r.Modified)
	dst = append(dst, `,"former_member":`...)
	dst = strconv.AppendBool(dst, r.Former)
	dst = append(dst, `,"thumbnail":"","labels":[],"acf":`...)
	return append(appendFields(dst, r), '}')
}

// Schema implements huma.SchemaProvider.
func (peoplePage) Schema(r huma.Registry) *huma.Schema {
	return component(r, "PersonPage", func() *huma.Schema {
		text, number := &huma.Schema{Type: huma.TypeString}, &huma.Schema{Type: huma.TypeInteger}
		row := component(r, "PersonRow", func() *huma.Schema {
			return object(map[string]*huma.Schema{
				"id": {Type: huma.TypeInteger, Format: "int64"}, "name": text, "first_name": text, "infix": text, "last_name": text,
				"modified": text, "modified_gmt": text, "former_member": {Type: huma.TypeBoolean}, "thumbnail": text,
				"labels": {Type: huma.TypeArray, Items: text}, "acf": fieldsSchema(r),
			})
		})
		return object(map[string]*huma.Schema{
			"people": {Type: huma.TypeArray, Items: row}, "total": number, "page": number, "total_pages": number,
		})
	})
}
