package alike

import (
	"encoding/json"
	"net/http"
)

type object = map[string]any

func (g *Generator) send(method, path string, body any) Request {
	r := Request{As: g.account(), Method: method, Path: path}
	if g.chance(50) {
		r.As = Administrator
	}
	if body != nil {
		text, err := json.Marshal(body)
		if err != nil {
			panic(err) // the bodies are of maps, lists, texts and numbers
		}
		r.Body = string(text)
	}
	return r
}

// Write draws a request that changes something, if its account may.
func (g *Generator) Write() Request {
	one := people + "/" + number(g.person())
	switch n := g.IntN(100); {
	case n < 22:
		return g.send(pick(g, http.MethodPut, http.MethodPut, http.MethodPatch, http.MethodPost), one, object{"acf": g.fields()})
	case n < 32:
		return g.send(http.MethodPost, people, object{"status": "publish", "acf": g.newFields()})
	case n < 44:
		return g.send(http.MethodPatch, one, object{"acf": object{"relationships": g.relations()}})
	case n < 50:
		return g.send(http.MethodDelete, one+pick(g, "", "?force=true", "?force=true", "?force=x"), nil)
	case n < 58:
		return g.label()
	case n < 64:
		return g.send(http.MethodPatch, one, object{"person_label": g.terms(3)})
	case n < 76:
		return g.groupChange()
	case n < 84:
		return g.bulk()
	case n < 88:
		path := "/api/club/v1/favorites/people/" + number(g.person())
		if g.chance(40) {
			path = "/api/club/v1/favorites/teams/" + number(g.group())
		}
		return g.send(pick(g, http.MethodPut, http.MethodPut, http.MethodDelete), path, nil)
	case n < 95:
		return g.setting()
	}
	return g.typeChange()
}

// fields returns some of a person's.
func (g *Generator) fields() object {
	made := object{}
	for _, draw := range []func(){
		func() { made["first_name"] = pick(g, "Zoë", "Jan", "Åsa", "Ella-Mae", "") },
		func() { made["infix"] = pick(g, "", "van de", "'t", "ten") },
		func() { made["last_name"] = pick(g, "IJzerman", "de Boer", "O'Brien", "Wiśniewska", "Jansen", "") },
		func() { made["nickname"] = pick(g, "Zo", "", "J.") },
		func() { made["birthdate"] = pick(g, "1984-02-29", "2012-12-31", "", "20100101", "2026-02-30") },
		func() { made["gender"] = pick(g, "male", "female", "", "x") },
		func() { made["former_member"] = pick[any](g, true, false, "1", nil) },
		func() { made["financiele-blokkade"] = pick[any](g, true, false) },
		func() { made["type-lid"] = g.world.People[g.IntN(len(g.world.People))].Membership.Type },
		func() { made["leeftijdsgroep"] = g.world.People[g.IntN(len(g.world.People))].Membership.AgeGroup },
		func() { made["datum-vog"] = pick(g, "2020-01-01", "2023-11-30", "2026-10-01", "", "x") },
		func() { made["datum-foto"] = pick(g, "2024-05-05", "") },
		func() { made["lid-sinds"] = pick(g, "2001-09-01", "2026-08-15", "") },
		func() { made["lid-tot"] = pick(g, "2026-06-30", "2030-06-30", "") },
		func() { made["datum-overlijden"] = pick(g, "", "", "2025-12-01") },
		func() { made["assoc-id"] = pick(g, "", "QZX"+number(g.Int64N(40))) },
		func() { made["helpdesk-id"] = pick(g, "", number(g.Int64N(900))) },
		func() { made["isparent"] = pick[any](g, true, false) },
		func() { made["contact_info"] = g.contacts() },
		func() { made["addresses"] = g.addresses() },
		func() { made["work_history"] = g.work() },
		func() { made["relationships"] = g.relations() },
		func() { made["vrij-veld"] = pick[any](g, "iets", 7, nil, []any{"a"}) },
	} {
		if g.chance(18) {
			draw()
		}
	}
	return made
}

// newFields have a name.
func (g *Generator) newFields() object {
	made := g.fields()
	made["first_name"], made["last_name"] = pick(g, "Nieuw", "Ælfgifu", "Bo"), pick(g, "Lid", "van Nergens", "Żak")
	return made
}

func (g *Generator) contacts() (rows []object) {
	for range g.IntN(4) {
		kind := pick(g, "email", "email", "mobile", "phone", "website", "other", "x")
		value := map[string]string{
			"email": pick(g, "nieuw@voorbeeld.example", "Zoe@Voorbeeld.example", "x"), "mobile": pick(g, "06 12345678", "+31612345678"),
			"phone": "0315-123456", "website": "https://voorbeeld.example/pad",
		}[kind]
		rows = append(rows, object{"contact_type": kind, "contact_label": pick(g, "", "thuis"), "contact_value": value})
	}
	return rows
}

func (g *Generator) addresses() (rows []object) {
	for range g.IntN(3) {
		rows = append(rows, object{
			"address_label": "", "street": pick(g, "Dorpsstraat 1", "Brink 7a"), "postal_code": "7097 AB", "city": "Elzendam", "state": "",
			"country": "Nederland",
		})
	}
	return rows
}

func (g *Generator) work() (rows []object) {
	for range g.IntN(4) {
		rows = append(rows, object{
			"team": g.group(), "entity_type": pick(g, "team", "commissie", ""),
			"job_title":   pick(g, "Trainer", "Speler", "Keeper", "Voorzitter", "Leider", "Donateur", ""),
			"description": "", "start_date": pick(g, "2020-07-01", "2026-07-01", "2027-01-01"),
			"end_date": pick(g, "", "", "2025-06-30", "2026-12-31"), "is_current": pick[any](g, true, true, false),
		})
	}
	return rows
}

func (g *Generator) relations() []object {
	rows := []object{}
	for range g.IntN(4) {
		rows = append(rows, object{
			"related_person": g.person(), "relationship_type": pick(g, 2, 3, 4, 5, g.term()),
			"relationship_label": pick(g, "", "", "oom Jan"),
		})
	}
	return rows
}

func (g *Generator) terms(most int) []int64 {
	list := []int64{}
	for range g.IntN(most + 1) {
		list = append(list, 1+g.Int64N(6))
	}
	return list
}

func (g *Generator) label() Request {
	const labels = "/api/cms/v2/person_label"
	body := object{"name": pick(g, "Bestuur", "Kantine", "Éénmalig", "Kaderlid", "Tafel & stoel", "") + pick(g, "", " 1",
		" 2", " 3")}
	if g.chance(40) {
		body["slug"] = pick(g, "kantine", "kader", "Nieuwe slug", "")
	}
	one := labels + "/" + number(1+g.Int64N(8))
	switch g.IntN(4) {
	case 0, 1:
		return g.send(http.MethodPost, labels, body)
	case 2:
		return g.send(http.MethodPut, one, body)
	}
	return g.send(http.MethodDelete, one+"?force=true", nil)
}

func (g *Generator) groupChange() Request {
	kind := pick(g, kinds...)
	path := "/api/cms/v2/" + kind
	body := object{}
	if g.chance(50) {
		body["title"] = pick[any](g, "Veteranen 1", "JO8-9", object{"raw": "Commissie Één"}, "Zaal 3", "")
	}
	if g.chance(50) {
		body["parent"] = pick(g, 0, g.group(), g.group())
	}
	if g.chance(30) {
		body["acf"] = object{"website": pick(g, "https://voorbeeld.example", ""), "activiteit": pick(g, "Veld", "Zaal", "")}
	}
	if g.chance(20) {
		body["content"] = pick(g, "Over ons", "")
	}
	one := path + "/" + number(g.groupOf(kind))
	switch g.IntN(8) {
	case 0, 1:
		body["title"] = pick(g, "Nieuw team", "JO9-8", "Ad hoc")
		return g.send(http.MethodPost, path, body)
	case 2:
		return g.send(http.MethodDelete, one+"?force=true", nil)
	case 3:
		return g.send(http.MethodPost, "/api/club/v1/"+kind+"/"+number(g.groupOf(kind))+"/adopt", nil)
	}
	return g.send(pick(g, http.MethodPut, http.MethodPatch), one, body)
}

func (g *Generator) bulk() Request {
	ids := []int64{}
	for range 1 + g.IntN(20) {
		ids = append(ids, g.member())
	}
	if g.chance(10) {
		ids = append(ids, g.person())
	}
	updates := object{}
	switch g.IntN(4) {
	case 0:
		updates["person_label"] = g.terms(3)
	case 1:
		updates["visibility"] = pick(g, "private", "workspace", "shared", "x")
	case 2:
		updates["organization_id"] = pick[any](g, g.group(), g.group(), nil)
	case 3:
		updates["person_label"], updates["organization_id"] = g.terms(2), g.group()
	}
	return g.send(http.MethodPost, "/api/club/v1/people/bulk-update", object{"ids": ids, "updates": updates})
}

func (g *Generator) setting() Request {
	switch g.IntN(4) {
	case 0:
		return g.send(http.MethodPost, "/api/club/v1/search/settings",
			object{"searchable_fields": pick(g, []string{}, []string{"nickname"}, []string{"type-lid", "leeftijdsgroep"}, []string{"x"})})
	case 1:
		return g.send(http.MethodPost, "/api/club/v1/volunteer-roles/settings", object{
			"excluded_roles": pick(g, []string{"Donateur"}, []string{"Donateur", "Leider"}), "exempt_commissies": []int64{g.group()},
		})
	case 2:
		return g.send(http.MethodPost, "/api/club/v1/people/"+number(g.person())+"/adopt", nil)
	}
	return g.send(http.MethodPost, "/api/club/v1/user/list-preferences",
		object{"people": object{"columns": pick(g, []string{}, []string{"email", "team"}, []string{"x"})}})
}

func (g *Generator) typeChange() Request {
	const types = "/api/cms/v2/relationship_type"
	body := object{"name": pick(g, "Buur", "Oppas", "Tante", ""), "acf": object{"inverse_relationship_type": pick(g, 0, g.term())}}
	one := types + "/" + number(g.term())
	switch g.IntN(4) {
	case 0, 1:
		return g.send(http.MethodPost, types, body)
	case 2:
		return g.send(http.MethodPut, one, body)
	}
	return g.send(http.MethodDelete, one+"?force=true", nil)
}
