package peopleapi

import (
	"context"

	"github.com/danielgtaylor/huma/v2"

	"github.com/clubhuis/clubhuis/adapters/httpapi/rest"
	"github.com/clubhuis/clubhuis/adapters/httpapi/session"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/listing"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/record"
)

type filteredInput struct {
	Page    int `query:"page" minimum:"1" default:"1"`
	PerPage int `query:"per_page" minimum:"1" maximum:"100" default:"100"`
	Filters
	Sorting
}

// Resolve implements huma.Resolver.
func (in *filteredInput) Resolve(ctx huma.Context) []error { return in.lists(ctx) }

// Sorting are the parameters that sort the people list (contract §4.3).
type Sorting struct {
	OrderBy string `query:"orderby" default:"first_name" doc:"first_name, last_name, modified or custom_<field>; email, city, age or team."`
	Order   string `query:"order" enum:"asc,desc" default:"asc"`
}

type filteredOutput struct {
	Body peoplePage
}

// filteredOrders are the sort keys of the people list, by orderby; sorting by something else than a name has the first name,
// ascending, as second key.
var filteredOrders = map[string][]string{
	"first_name": {person.KeyFirst, person.KeyLast}, "last_name": {person.KeyLast, person.KeyFirst},
	"modified": {person.KeyModified}, "custom_assoc-id": {person.KeyCode}, "custom_knvb-id": {person.KeyCode},
	"custom_type-lid": {person.KeyMemberType}, "custom_leeftijdsgroep": {person.KeyAgeGroup}, "custom_lid-sinds": {person.KeySince},
	"custom_lid-tot": {person.KeyUntil}, "custom_datum-vog": {person.KeyCertificate}, "custom_datum-foto": {person.KeyPhotoDate},
	"custom_birthdate": {person.KeyBirthdate}, "custom_former_member": {person.KeyFormer}, "custom_isparent": {person.KeyParent},
	"custom_huidig-vrijwilliger": {person.KeyVolunteer}, "custom_financiele-blokkade": {person.KeyBlock},
	"custom_helpdesk-id": {person.KeyHelpdesk}, "custom_freescout-id": {person.KeyHelpdesk},
	"email": {person.KeyAddress}, "city": {person.KeyCity}, "age": {person.KeyBirthdate},
	"team": {person.KeyGroups}, // these four are not the contract's
}

func (s *Sorting) order(today string) (order listing.Order, err error) {
	keys, known := filteredOrders[s.OrderBy]
	if !known {
		return order, fault.Param("orderby", fault.NotAChoice)
	}
	for _, key := range keys {
		sort := listing.Sort{By: key, Desc: (s.Order == "desc") != (s.OrderBy == "age")} // the youngest was born last
		if key == person.KeyVolunteer {                                                  // yes or no, not until when
			sort.AtLeast = today
		}
		order.By = append(order.By, sort)
	}
	if len(keys) == 1 {
		order.By = append(order.By, listing.Sort{By: person.KeyFirst}, listing.Sort{By: person.KeyLast})
	}
	return order, nil
}

func (h *Handler) filtered(ctx context.Context, in *filteredInput) (*filteredOutput, error) {
	viewer := session.Viewer(ctx)
	order, err := in.order(h.people.Today().String())
	if err != nil {
		return nil, err
	}
	filter, err := in.filter(h, viewer.User)
	if err != nil {
		return nil, err
	}
	page, err := h.people.Browse(ctx, viewer, filter, in.former(), record.Window{
		Order: order, Offset: rest.Offset(in.Page, in.PerPage), Limit: in.PerPage,
	})
	if err != nil {
		return nil, err
	}
	body := peoplePage{
		rows: make(rest.Answers[row], len(page.Records)), total: page.Total, page: in.Page,
		totalPages: rest.Pages(page.Total, in.PerPage),
	}
	for i := range page.Records {
		body.rows[i] = row{&page.Records[i], &h.format}
	}
	return &filteredOutput{body}, nil
}
