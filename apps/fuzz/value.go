package main

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
)

// drawer makes one request. Everything in it follows from its random numbers and from what was there when its round began.
type drawer struct {
	dice
	by    *identity
	known *knowledge
	write bool // the request may change something
	calm  bool // what it draws is mostly right
	dense int  // how many of a hundred members that may be left out are there
}

// value makes one that fits a schema, called name where it stands.
func (d *drawer) value(s *schema, name string) any {
	if len(s.Enum) > 0 {
		return pick(d.dice, s.Enum)
	}
	switch s.Type {
	case "object":
		made := map[string]any{}
		for _, property := range s.names {
			inner := s.Properties[property]
			if inner.ReadOnly || !slices.Contains(s.Required, property) && !d.chance(d.density(property)) {
				continue
			}
			made[property] = d.value(inner, property)
		}
		if s.open() && d.chance(10) {
			made[pick(d.dice, []string{"vrij", "notitie", "x-y"})] = pick(d.dice,
				[]any{d.odd(), d.oddNumber(), nil, []any{d.odd()}, object{"a": d.odd()}, d.deep()})
		}
		return made
	case "array":
		list := []any{}
		for range d.upTo(3) {
			list = append(list, d.value(s.Items, name))
		}
		return list
	case "boolean":
		return d.chance(50)
	case "integer":
		return d.integer(s, name)
	case "number":
		return float64(d.upTo(100_000)) / 100
	case "string":
		return d.text(name)
	}
	if d.chance(30) { // anything: mostly a text, or an object with one
		return map[string]any{"raw": d.text(name)}
	}
	return d.text(name)
}

// density returns how likely a member is that may be left out. Records without a name would be few.
func (d *drawer) density(name string) int {
	if name == "acf" || name == "first_name" || name == "title" || name == "name" {
		return 85
	}
	return d.dense
}

// integer returns a number as its name asks for: of a record, or within the bounds.
func (d *drawer) integer(s *schema, name string) any {
	kinds := map[string]string{
		"related_person":            "people",
		"ids":                       "people",
		"team":                      "teams",
		"team_ids":                  "teams",
		"exempt_commissies":         "commissies",
		"relationship_type":         "relationship_type",
		"person_label":              "person_label",
		"media_id":                  "media",
		"parent":                    "teams",
		"person_ids":                "people",
		"person_id":                 "people",
		"participants":              "people",
		"include":                   "people",
		"exclude":                   "people",
		"commissie":                 "commissies",
		"label":                     "person_label",
		"inverse_relationship_type": "relationship_type",
	}
	// Whoever is linked to a witness would change it.
	if kind := kinds[name]; kind != "" && (name == "person_id" && d.by.all || !d.chance(10)) {
		if (kind == "teams" || kind == "people") && d.chance(25) {
			kind = "commissies"
		}
		if id := d.record(kind); id != 0 {
			return json.Number(fmt.Sprint(id))
		}
	}
	// Whom a record were shown to or given to would rightly see it.
	if name == "user_id" || name == "assignee_id" || name == "author" && d.by.all {
		return json.Number(fmt.Sprint(pick(d.dice, []int64{d.by.id, 0, 999})))
	}
	if name == "author" {
		return json.Number(fmt.Sprint(d.upTo(8)))
	}
	least, most := 0, 200
	if s.Minimum != nil {
		least = int(*s.Minimum)
	}
	if s.Maximum != nil {
		most = int(*s.Maximum)
	}
	if name == "page" {
		most = 5
	}
	return json.Number(fmt.Sprint(least + d.upTo(most-least)))
}

// text returns one as its name asks for.
func (d *drawer) text(name string) string {
	lower := strings.ToLower(name)
	switch {
	case d.chance(6) && (!d.calm || !d.chance(90)):
		return d.odd()
	case lower == "job_title", lower == "functie":
		return pick(d.dice, []string{"Trainer", "Speler", "Voorzitter", "Lid"})
	case strings.Contains(lower, "date"), strings.Contains(lower, "datum"), strings.HasPrefix(lower, "lid-"),
		lower == "modified_after":
		if d.calm || d.chance(80) {
			return pick(d.dice, []string{"", "", "2026-02-28", "20261101", "1984-02-29"})
		}
		return pick(d.dice, days)
	case strings.Contains(lower, "days"), strings.Contains(lower, "year"), strings.Contains(lower, "month"):
		return pick(d.dice, []string{"", "0", "1", "7", "12", "13", "1990", "2010", "-1", "99999999999999999999"})
	case strings.HasPrefix(lower, "lid_") && !strings.HasSuffix(lower, "future"):
		return pick(d.dice, []string{"", "season", "2026-02-28", "2026-02-30", "20261101"})
	case strings.HasPrefix(lower, "age_"):
		return pick(d.dice, []string{"", "0", "12", "18", "151", "x"})
	case lower == "activity_type", lower == "type":
		return pick(d.dice, []string{"call", "note", "activity", "todo", "financial_block_change", "fax"})
	case lower == "start", lower == "end":
		return pick(d.dice, []string{"18:30", "19:30", "23:00", "01:00", "24:00", "7:00"})
	case lower == "from", lower == "to", lower == "until", lower == "valid_from", lower == "valid_until",
		strings.HasPrefix(lower, "cancelled_on"):
		return pick(d.dice, []string{"", "2026-07-01", "2026-12-05", "2027-06-30", "vandaag"})
	case lower == "season":
		return pick(d.dice, []string{"2025-2026", "2026-2027", "2026-2028", "x"})
	case lower == "activity_time":
		return pick(d.dice, []string{"", "20:15", "24:00", "7:00"})
	case lower == "visibility", lower == "status":
		return pick(d.dice, []string{"private", "shared", "open", "awaiting", "completed", "all", "x"})
	case lower == "content", lower == "notes":
		return pick(d.dice, words) + pick(
			d.dice,
			[]string{"", "\n", "<p>", "<script>alert(1)</script>", "<a href=\"javascript:x\">", "@[Jan](1)",
				" https://club.example/?a=b&c", "<b>"},
		) + pick(d.dice, words)
	case lower == "gender":
		return pick(d.dice, []string{"male", "female", "other", "x"})
	case lower == "q", lower == "search":
		return d.search()
	case lower == "email":
		return pick(d.dice, []string{"anna@voorbeeld.example", "info@", "A@b.example", "jan.jansen@voorbeeld.example"})
	case lower == "orderby":
		return pick(d.dice, []string{"date", "title", "modified", "last_name", "first_name", "birthdate", "team", "custom_lid-sinds"})
	case lower == "_fields":
		return pick(d.dice, []string{"id", "id,acf", "acf.first_name,title.rendered", "id,acf.relationships", "x", ",,",
			"acf.", "id.id"})
	case lower == "force":
		return pick(d.dice, []string{"true", "true", "1", "false", "0"})
	case lower == "columns":
		return pick(d.dice, []string{"name", "email", "phone", "birthdate", "age", "street", "labels", "team", "assoc-id", "modified"})
	case lower == "contact_value":
		return pick(d.dice, []string{"anna@voorbeeld.example", "06-12345678", "+31 6 12345678", "https://voorbeeld.example",
			"0315 123456"})
	case lower == "username":
		return pick(d.dice, []string{"lid", "bestuur", "niemand", "x"})
	case strings.Contains(lower, "password"):
		return pick(d.dice, []string{"verkeerd wachtwoord", "x", "een lang en nieuw wachtwoord 7"})
	case lower == "postal_code":
		return pick(d.dice, []string{"7097 AB", "1234", "B-1000"})
	case lower == "assoc-id", lower == "assoc_id":
		return pick(d.dice, []string{"", "BNDQ" + fmt.Sprint(d.upTo(50)), "BNDQ" + fmt.Sprint(d.upTo(50)), "bndq1", "X"})
	}
	return pick(d.dice, words) + " " + pick(d.dice, words)
}

// search returns a text to search for: a word of a name, or the beginning of a mark.
func (d *drawer) search() string {
	if d.chance(40) && len(d.known.marks) > 0 {
		return pick(d.dice, d.known.marks)[:known]
	}
	return pick(d.dice, words)
}

var (
	words = []string{"Anna", "de Wit", "Jansen", "José", "Ærø", "trainer", "Speler", "Kantine", "'s-Gravenhage", "Meidoornlaan 7",
		"O'Brien", "an", "0612345678", "+31 6 1234", "06-12 34", "7097 AB"}
	days = []string{"", "2026-02-28", "20261101", "1984-02-29", "0001-01-01", "9999-12-31", "2026-02-30", "1-1-2026",
		"2026-01-01T12:00:00", "vandaag"}
)

// record draws the number of one: mostly of the identity's own. What must stay as it is, the identities that could change it
// leave alone.
func (d *drawer) record(kind string) int64 {
	var own, others, witnesses []int64
	for _, r := range d.known.records[kind] {
		mayChange := d.by.all || r.author == d.by.id
		if d.write && r.witness && mayChange {
			continue
		}
		switch {
		case mayChange:
			own = append(own, r.id)
		case r.witness:
			witnesses = append(witnesses, r.id)
			fallthrough
		default:
			others = append(others, r.id)
		}
	}
	if len(witnesses) > 0 && d.chance(12) {
		return pick(d.dice, witnesses)
	}
	if len(others) > 0 && (len(own) == 0 || d.chance(35)) {
		return pick(d.dice, others)
	}
	if len(own) == 0 {
		return 0
	}
	return pick(d.dice, own)
}
