package alike

import (
	"net/url"
	"strings"
)

// filter is a parameter of the people list, and what it may be.
type filter struct {
	name   string
	values []string
}

var orders = []string{
	"first_name", "last_name", "modified", "custom_assoc-id", "custom_knvb-id", "custom_type-lid", "custom_leeftijdsgroep",
	"custom_lid-sinds", "custom_lid-tot", "custom_datum-vog", "custom_datum-foto", "custom_birthdate", "custom_former_member",
	"custom_isparent", "custom_huidig-vrijwilliger", "custom_financiele-blokkade", "custom_helpdesk-id", "custom_freescout-id",
}

var filterTable = []filter{
	{"include_former", []string{"1", "1", "0", ""}},
	{"ownership", []string{"mine", "shared", "all", ""}},
	{"modified_days", []string{"1", "7", "30", "90", "365", "3650", "0", "3651"}},
	{"birth_year_from", []string{"1900", "1950", "1984", "1990", "2010", "2100", "1899"}},
	{"birth_year_to", []string{"1950", "1984", "1990", "2010", "2018", "2101"}},
	{"birth_month", []string{"1", "2", "6", "12", "0", "13"}},
	{"huidig_vrijwilliger", []string{"0", "1", "1", ""}},
	{"financiele_blokkade", []string{"0", "1", "Ja", "Nee", ""}},
	{"type_lid", nil},
	{"leeftijdsgroep", nil},
	{"foto_missing", []string{"0", "1", "1"}},
	{"vog_missing", []string{"0", "1", "1"}},
	{"vog_older_than_years", []string{"1", "2", "3", "10", "11"}},
	{"vog_expiring_within_days", []string{"1", "30", "180", "365", "366"}},
	{"vog_type", []string{"nieuw", "vernieuwing", ""}},
	{"vog_email_status", []string{"sent", "not_sent", ""}},
	{"vog_justis_status", []string{"submitted", "not_submitted"}},
	{"vog_reminder_status", []string{"sent", "not_sent"}},
	{"lid_tot_future", []string{"0", "1", "1"}},
}

// filters draws what the people list is narrowed and sorted by.
func (g *Generator) filters() url.Values {
	query := url.Values{}
	for range g.IntN(4) {
		f := filterTable[g.IntN(len(filterTable))]
		query.Set(f.name, g.filterValue(f))
	}
	if g.chance(70) {
		query.Set("orderby", pick(g, orders...))
	}
	if g.chance(60) {
		query.Set("order", pick(g, "asc", "desc"))
	}
	if g.chance(20) {
		query.Set("search", g.text())
	}
	if g.chance(4) {
		query.Set(pick(g, "orderby", "order"), pick(g, "", "x", "date", "custom_", "custom_nickname", "ASC"))
	}
	return query
}

func (g *Generator) filterValue(f filter) string {
	if g.chance(4) {
		return pick(g, "x", "-1", "2", "99999", "1.5", " ")
	}
	membership := &g.world.People[g.IntN(len(g.world.People))].Membership
	switch f.name {
	case "type_lid":
		return membership.Type
	case "leeftijdsgroep":
		return membership.AgeGroup
	}
	return pick(g, f.values...)
}

// columns are those of an export.
var columns = []string{
	"name", "first_name", "infix", "last_name", "email", "phone", "team", "labels", "modified", "age", "birthdate",
	"gender", "street",
	"postal_code", "city", "assoc-id", "type-lid", "leeftijdsgroep", "lid-sinds", "lid-tot", "datum-vog", "datum-foto",
	"huidig-vrijwilliger", "financiele-blokkade", "helpdesk-id", "isparent", "former_member",
}

// export draws the parameters of a file with people.
func (g *Generator) export() url.Values {
	query := g.filters()
	query.Set("format", pick(g, "csv", "csv", "xlsx"))
	var chosen []string
	for range 1 + g.IntN(8) {
		chosen = append(chosen, pick(g, columns...))
	}
	if g.chance(5) {
		chosen = append(chosen, "x")
	}
	query.Set("columns", strings.Join(chosen, ","))
	if g.chance(20) {
		query["columns"] = chosen
	}
	return query
}
