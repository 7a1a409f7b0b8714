package alike

import (
	"net/url"

	"github.com/clubhuis/clubhuis/core/person"
)

const (
	people = "/api/cms/v2/people"
	browse = "/api/club/v1/people/filtered"
)

// Read draws a request that changes nothing.
func (g *Generator) Read() Request {
	switch n := g.IntN(100); {
	case n < 22:
		return g.get(people, g.list(g.person, "date", "title", "modified"))
	case n < 32:
		return g.get(people+"/"+number(g.person()), g.item())
	case n < 54:
		query := g.filters()
		g.paged(query, "100")
		return g.get(browse, query)
	case n < 57:
		return g.get("/api/club/v1/people/filter-options", g.some("include_former", "", "0", "1", "x"))
	case n < 68:
		return g.get("/api/club/v1/search", url.Values{"q": {g.text()}})
	case n < 74:
		query := g.list(g.group, "date", "title", "modified")
		if g.chance(15) {
			query.Set("parent", pick(g, "0", "0", number(g.group()), "x"))
		}
		return g.get(pick(g, "/api/cms/v2/teams", "/api/cms/v2/commissies"), query)
	case n < 78:
		kind := pick(g, kinds...)
		return g.get("/api/cms/v2/"+kind+"/"+number(g.groupOf(kind)), g.item())
	case n < 83:
		kind := pick(g, kinds...)
		return g.get("/api/club/v1/"+kind+"/"+number(g.groupOf(kind))+"/people", nil)
	case n < 87:
		return g.get(pick(g, "/api/cms/v2/relationship_type", "/api/cms/v2/person_label"), g.list(g.term, "name", "slug", "id"))
	case n < 89:
		return g.get(pick(g, "/api/cms/v2/relationship_type/", "/api/cms/v2/person_label/")+number(g.term()), g.item())
	case n < 93:
		return g.get("/api/club/v1/people/export", g.export())
	case n < 95:
		return g.get("/api/club/v1/people/find-by-email", url.Values{"email": {g.email()}})
	}
	return g.get(pick(g, "/api/cms/v2/users/me", "/api/club/v1/user/me", "/api/club/v1/search/settings", "/api/club/v1/groups",
		"/api/club/v1/volunteer-roles/settings", "/api/club/v1/user/list-preferences", "/api/cms/v2/media", "/api/club/v1/users",
		"/api/club/v1/users/search?q=bench", "/api/club/v1/session", "/api/club/v1/media/1/thumbnail", "/api/", "/api/niets"), nil)
}

// paged adds which page, of what length.
func (g *Generator) paged(query url.Values, usual string) {
	if g.chance(60) {
		query.Set("per_page", pick(g, "1", "2", "3", "7", "10", "20", "50", usual, "100", "100"))
	}
	if g.chance(25) {
		query.Set("page", pick(g, "1", "2", "2", "3", "4", "5", "9", "15", "150"))
	}
	if g.chance(4) {
		query.Set(pick(g, "page", "per_page"), pick(g, "0", "-1", "101", "x", "", "1.5", "99999999999999999999", "9223372036854775807"))
	}
	if g.chance(4) {
		query.Set("offset", pick(g, "0", "5", "100", "-1", "x"))
	}
}

// list draws the parameters of a collection.
func (g *Generator) list(one func() int64, orders ...string) url.Values {
	query := g.item()
	g.paged(query, "10")
	if g.chance(30) {
		query.Set("search", g.text())
	}
	if g.chance(50) {
		query.Set("orderby", pick(g, orders...))
	}
	if g.chance(50) {
		query.Set("order", pick(g, "asc", "desc"))
	}
	if g.chance(3) {
		query.Set(pick(g, "orderby", "order"), pick(g, "", "x", "id", "DESC", "name", "random"))
	}
	if g.chance(10) {
		query.Set("include", several(g, one))
	}
	if g.chance(10) {
		query.Set("exclude", several(g, one))
	}
	if g.chance(4) {
		query["include[]"] = []string{number(one()), number(one())}
	}
	if g.chance(3) {
		query.Set(pick(g, "include", "exclude"), pick(g, "", "x", "0", "-1", "1,,2", "1,x", "1.5"))
	}
	if g.chance(6) {
		query.Set("slug", g.slug())
	}
	if g.chance(8) {
		query.Set("author", pick(g, "0", "1", "2", "3", "2,3", "9", "x", ""))
	}
	if g.chance(8) {
		query.Set("modified_after", pick(g, "2026-01-01", "2026-06-01T12:00:00", "2024-02-29T00:00:00Z",
			"2021-01-01T00:00:00+02:00", "x", ""))
	}
	return query
}

// slug returns somebody's, several people's or a wrong one.
func (g *Generator) slug() string {
	id := g.person()
	if id > int64(len(g.world.People)) {
		return pick(g, "", "niemand-"+number(id), "ouder", "parent", "jo7-1-"+number(g.group()))
	}
	of := &g.world.People[id-1]
	return person.Slug(of.Name, of.ID) + pick(g, "", "", "", ",parent", ","+person.Slug(g.world.People[0].Name, 1), "x")
}

// item draws the parameters of one record, which lists have, too.
func (g *Generator) item() url.Values {
	query := url.Values{}
	if g.chance(35) {
		query.Set("_fields", pick(g, "id", "id,slug", "id,acf", "acf.first_name,title.rendered", "id,acf.relationships",
			"id,acf.contact_info", "title,link,author", "modified,modified_gmt,date", "id,labels,person_label",
			"featured_media,linked_user_id",
			"acf.huidig-vrijwilliger,acf.is_deceased", "x", "", ",,", "acf.", "id.id", "acf.work_history.team", "_links", "name,slug,acf",
			"player_count,staff_count", "meta", "acf,acf.birthdate", "id, acf.birthdate"))
	}
	if g.chance(15) {
		query.Set("_embed", pick(g, "", "1", "true", "x"))
	}
	return query
}

// some returns a parameter half of the time.
func (g *Generator) some(name string, values ...string) url.Values {
	if g.chance(50) {
		return nil
	}
	return url.Values{name: {pick(g, values...)}}
}

// email returns somebody's, or a wrong one.
func (g *Generator) email() string {
	of := &g.world.People[g.IntN(len(g.world.People))]
	if len(of.Contacts) == 0 || g.chance(15) {
		return pick(g, "", "x", "niemand@voorbeeld.example", "@", "FAMILIE@voorbeeld.example")
	}
	return of.Contacts[g.IntN(len(of.Contacts))].Value
}
