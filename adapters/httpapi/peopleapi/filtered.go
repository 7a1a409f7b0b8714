package peopleapi

import (
	"context"

	"github.com/clubhuis/clubhuis/adapters/httpapi/rest"
	"github.com/clubhuis/clubhuis/adapters/httpapi/session"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/fold"
	"github.com/clubhuis/clubhuis/core/listing"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/usecase/people"
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

// filteredOrders are the sort keys of the people list, by orderby; sorting by something else than a name has the first name,
// ascending, as second key.
var filteredOrders = map[string][]string{
	"first_name": {person.KeyFirst, person.KeyLast}, "last_name": {person.KeyLast, person.KeyFirst},
	"modified": {person.KeyModified}, "custom_assoc-id": {person.KeyCode}, "custom_type-lid": {person.KeyMemberType},
	"custom_leeftijdsgroep": {person.KeyAgeGroup}, "custom_lid-sinds": {person.KeySince}, "custom_lid-tot": {person.KeyUntil},
	"custom_datum-vog": {person.KeyCertificate}, "custom_birthdate": {person.KeyBirthdate},
	"custom_former_member": {person.KeyFormer}, "custom_huidig-vrijwilliger": {person.ByVolunteer},
	"custom_financiele-blokkade": {person.KeyBlock},
}

func orderOf(by string, desc bool) (listing.Order, error) {
	keys, known := filteredOrders[by]
	if !known {
		return nil, fault.Param("orderby", fault.NotAChoice)
	}
	var order listing.Order
	for _, key := range keys {
		order = append(order, listing.Sort{By: key, Desc: desc})
	}
	if len(keys) == 1 {
		order = append(order, listing.Sort{By: person.KeyFirst})
	}
	return order, nil
}

var asked = map[string]person.Is{"": person.Either, "1": person.Yes, "0": person.No}

func (h *Handler) filtered(ctx context.Context, in *filteredInput) (*filteredOutput, error) {
	order, err := orderOf(in.OrderBy, in.Order == "desc")
	if err != nil {
		return nil, err
	}
	filter := person.Filter{Volunteer: asked[in.Volunteer]}.Named(fold.Words(in.Search))
	page, err := h.people.Browse(ctx, session.Viewer(ctx), filter, in.IncludeFormer == "1", people.Part{
		Order: order, Offset: rest.Offset(in.Page, in.PerPage), Limit: in.PerPage,
	})
	if err != nil {
		return nil, err
	}
	body := peoplePage{
		rows: make(rest.Answers[row], len(page.Records)), total: page.Total, page: in.Page,
		totalPages: rest.Pages(page.Total, in.PerPage),
	}
	for i, record := range page.Records {
		body.rows[i] = row{record, &h.format}
	}
	return &filteredOutput{body}, nil
}
