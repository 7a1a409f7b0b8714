package peopleapi

import (
	"context"
	"strconv"

	"github.com/danielgtaylor/huma/v2"

	"github.com/clubhuis/clubhuis/adapters/httpapi/rest"
	"github.com/clubhuis/clubhuis/adapters/httpapi/session"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/fold"
	"github.com/clubhuis/clubhuis/core/listing"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/record"
)

type filteredInput struct {
	Page    int `query:"page" minimum:"1" default:"1"`
	PerPage int `query:"per_page" minimum:"1" maximum:"100" default:"100"`
	Filters
}

// Filters are the parameters that narrow and sort the people list (contract §4.3). An empty one is as good as none.
type Filters struct {
	OrderBy        string `query:"orderby" default:"first_name" doc:"first_name, last_name, modified or custom_<field>."`
	Order          string `query:"order" enum:"asc,desc" default:"asc"`
	Search         string `query:"search" maxLength:"200" doc:"Words that the name must hold."`
	IncludeFormer  string `query:"include_former" enum:",0,1" doc:"1 shows former members too."`
	Ownership      string `query:"ownership" enum:",mine,shared,all" doc:"mine: registered by the caller; shared: by somebody else."`
	ModifiedDays   number `query:"modified_days" doc:"Changed in the last so many days, 1 to 3650."`
	BirthYearFrom  number `query:"birth_year_from" doc:"1900 to 2100; without the other one that very year."`
	BirthYearTo    number `query:"birth_year_to" doc:"1900 to 2100; without the other one that very year."`
	BirthMonth     number `query:"birth_month" doc:"1 to 12."`
	Volunteer      string `query:"huidig_vrijwilliger" enum:",0,1" doc:"1 shows volunteers, 0 everybody else."`
	Block          string `query:"financiele_blokkade" enum:",0,1,Ja,Nee" doc:"1 shows those with a financial transfer block, 0 everybody else."`
	MemberType     string `query:"type_lid" maxLength:"200" doc:"The exact type of member."`
	AgeGroup       string `query:"leeftijdsgroep" maxLength:"200" doc:"The exact age group."`
	PhotoMissing   string `query:"foto_missing" enum:",0,1" doc:"1: without datum-foto."`
	VOGMissing     string `query:"vog_missing" enum:",0,1" doc:"1: without datum-vog; with vog_older_than_years either of the two."`
	VOGOlder       number `query:"vog_older_than_years" doc:"1 to 10: datum-vog is at least so many years ago."`
	VOGExpiring    number `query:"vog_expiring_within_days" doc:"1 to 365: datum-vog expires, three years after it, within so many days."`
	VOGType        string `query:"vog_type" enum:",nieuw,vernieuwing" doc:"nieuw: no datum-vog; vernieuwing: one that has expired."`
	VOGMail        string `query:"vog_email_status" enum:",sent,not_sent"`
	VOGJustis      string `query:"vog_justis_status" enum:",submitted,not_submitted"`
	VOGReminder    string `query:"vog_reminder_status" enum:",sent,not_sent"`
	LidTotInFuture string `query:"lid_tot_future" enum:",0,1" doc:"1: lid-tot is today or later."`
}

// number is a parameter that is a whole number, or empty for none.
type number string

// Schema implements huma.SchemaProvider.
func (number) Schema(huma.Registry) *huma.Schema {
	return &huma.Schema{Type: huma.TypeString, Pattern: `^\d{0,4}$`, PatternDescription: fault.NotANumber}
}

// limited is one parameter that is a number, and its bounds.
type limited struct {
	name     string
	value    number
	into     *int
	from, to int
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
}

func (f *Filters) order(today string) (order listing.Order, err error) {
	keys, known := filteredOrders[f.OrderBy]
	if !known {
		return order, fault.Param("orderby", fault.NotAChoice)
	}
	for _, key := range keys {
		sort := listing.Sort{By: key, Desc: f.Order == "desc"}
		if key == person.KeyVolunteer { // yes or no, not until when
			sort.AtLeast = today
		}
		order.By = append(order.By, sort)
	}
	if len(keys) == 1 {
		order.By = append(order.By, listing.Sort{By: person.KeyFirst}, listing.Sort{By: person.KeyLast})
	}
	return order, nil
}

// filter is what the parameters ask for, in the words of the noun.
func (f *Filters) filter(h *Handler, viewer int64) (record.Filter, error) {
	c := person.Criteria{
		Today: h.people.Today(), Now: h.people.Now(), Viewer: viewer, Name: fold.Words(f.Search), Ownership: f.Ownership,
		MemberType: f.MemberType, AgeGroup: f.AgeGroup, Volunteer: yes(f.Volunteer), Blocked: yes(f.Block),
		NoPhoto: f.PhotoMissing == "1", NoCertificate: f.VOGMissing == "1", CertificateKind: f.VOGType,
		Mailed: yes(f.VOGMail), Submitted: yes(f.VOGJustis), Reminded: yes(f.VOGReminder), Leaving: f.LidTotInFuture == "1",
	}
	var problems fault.Problems
	for _, l := range []limited{
		{"modified_days", f.ModifiedDays, &c.ModifiedDays, 1, 3650}, {"birth_year_from", f.BirthYearFrom, &c.BornFrom, 1900, 2100},
		{"birth_year_to", f.BirthYearTo, &c.BornTo, 1900, 2100}, {"birth_month", f.BirthMonth, &c.BirthMonth, 1, 12},
		{"vog_older_than_years", f.VOGOlder, &c.CertificateYears, 1, 10},
		{"vog_expiring_within_days", f.VOGExpiring, &c.ExpiringDays, 1, 365},
	} {
		if l.value == "" {
			continue
		}
		value, err := strconv.Atoi(string(l.value))
		if err != nil || value < l.from || value > l.to {
			problems.Add(l.name, between(l.from, l.to))
		}
		*l.into = value
	}
	return c.Filter(), problems.Fault()
}

func between(from, to int) string {
	return "Dit moet een getal van " + strconv.Itoa(from) + " tot en met " + strconv.Itoa(to) + " zijn."
}

// yes reads a parameter that is one of two things, nil for either.
func yes(value string) *bool {
	if value == "" {
		return nil
	}
	is := value == "1" || value == "Ja" || value == "sent" || value == "submitted"
	return &is
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
	page, err := h.people.Browse(ctx, viewer, filter, in.IncludeFormer == "1", record.Window{
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

type optionsInput struct {
	IncludeFormer string `query:"include_former" enum:",0,1" doc:"1 counts former members too."`
}

type optionsOutput struct{ Body FilterOptions }

// FilterOptions are what the people list can be narrowed to.
type FilterOptions struct {
	Total       int          `json:"total"`
	AgeGroups   []ValueCount `json:"age_groups" doc:"Youngest to oldest."`
	MemberTypes []ValueCount `json:"member_types"`
}

// ValueCount is a value that somebody has, and how many people have it.
type ValueCount struct {
	Value string `json:"value"`
	Count int    `json:"count"`
}

func (h *Handler) options(ctx context.Context, in *optionsInput) (*optionsOutput, error) {
	options, err := h.people.Options(ctx, session.Viewer(ctx), in.IncludeFormer == "1")
	if err != nil {
		return nil, err
	}
	return &optionsOutput{FilterOptions{
		Total: options.Total, AgeGroups: valueCounts(options.AgeGroups), MemberTypes: valueCounts(options.MemberTypes),
	}}, nil
}

func valueCounts(counts []listing.Count) []ValueCount {
	list := make([]ValueCount, len(counts))
	for i, count := range counts {
		list[i] = ValueCount(count)
	}
	return list
}
