package main

import (
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
)

// absurd are no numbers of anything.
var absurd = []string{
	"0", "-1", "-0", "1.5", "1e3", "0x10", "abc", "me", "null", "%00", "1%00", "%ff", "%c3%28", "%ed%a0%80", "9223372036854775807",
	"9223372036854775808",
	"18446744073709551616", "1%20", "%20", "1;", "1'", "..%2f..%2fetc%2fpasswd", "%2e%2e", "%e2%80%ae", "%ef%bc%91", "%F0%9F%91%A9",
	"undefined", "1,2", "{id}", "*", "~",
}

// attackers is how many users the attackers are: the first ones of the club.
const attackers = 7

// planting is more than the records of one kind on timelines that are planted.
const planting = 20

// path fills in what the operation's path leaves open.
func (d *drawer) path(op *operation, destroys bool) string {
	parts := strings.Split(op.path, "/")
	for i, part := range parts {
		switch part {
		case "{id}":
			parts[i] = d.identifier(parts[i-1], destroys)
			if d.by.all && d.write && strings.HasPrefix(op.path, "/club/v1/users/") {
				parts[i] = fmt.Sprint(attackers + 1 + d.upTo(15)) // the other attackers keep their accounts and what these open
			}
		case "{user_id}":
			parts[i] = fmt.Sprint(pick(d.dice, []int64{d.by.id, d.by.id, int64(1 + d.upTo(7)), 0, 999}))
		case "{invite_id}":
			parts[i] = pick(d.dice, append([]string{"0", "-1", "x", "%00"}, fmt.Sprint(1+d.upTo(10)), fmt.Sprint(1+d.upTo(30))))
		case "{kind}":
			parts[i] = pick(d.dice, []string{"people", "teams"})
			if d.chance(5) {
				parts[i] = pick(d.dice, []string{"commissies", "media", "x", "%00"})
			}
		case "{uuid}":
			parts[i] = pick(d.dice, append([]string{"x", "%00", "00000000-0000-4000-8000-000000000000"}, d.known.programs...))
		case "{token}":
			parts[i] = pick(d.dice, append([]string{"x", "%00", strings.Repeat("A", 43), strings.Repeat("9", 5000)}, d.known.undos...))
		case "{size}":
			parts[i] = pick(d.dice, []string{"full", "thumbnail", "medium", "large", "full", "thumbnail", "x", "..%2ffull", "%00"})
		}
	}
	path := strings.Join(parts, "/")
	switch d.upTo(120) {
	case 0:
		return path + "/"
	case 1:
		return path + pick(d.dice, []string{"/x", "x", ".json", ".php", "/..", "%00", ";x=1"})
	case 2:
		return "/" + path
	case 3:
		return pick(d.dice, []string{"/wp/v2/users", "/club/v1/", "/cms", "/%2e%2e/healthz", "/x", "/club/v2/people", "/openapi.yaml",
			"/debug/pprof/", "/.git/config"})
	case 4:
		return strings.ToUpper(path)
	}
	return path
}

// identifier returns what stands for {id} behind the name of a kind: the number of one that is there, of anybody's, or of none.
func (d *drawer) identifier(kind string, destroys bool) string {
	if d.chance(8) {
		if d.chance(5) {
			return strings.Repeat("9", 5000)
		}
		return pick(d.dice, absurd)
	}
	if d.chance(5) {
		return pick(d.dice, []string{"999999", "2147483648", "77777"})
	}
	switch kind {
	case "users":
		if d.chance(40) {
			return "me"
		}
		return fmt.Sprint(1 + d.upTo(7))
	case "sessions":
		return pick(d.dice, append([]string{"x", "1"}, d.known.sessions...))
	}
	if d.known.records[kind] == nil && d.chance(60) { // no collection is read back that has them
		if d.write && slices.Contains(onTimelines, kind) { // an owner would give a planted one to somebody
			return fmt.Sprint(planting + d.upTo(30))
		}
		return fmt.Sprint(1 + d.upTo(30))
	}
	fewest := 4 // so many of a kind stay
	if kind == "people" || kind == "teams" {
		fewest = 20
	}
	if id := d.record(kind); id != 0 && (!destroys || len(d.known.records[kind]) >= fewest) {
		return fmt.Sprint(id)
	}
	return "88888"
}

// parameters draws those that an address may have, and now and then others.
func (d *drawer) parameters(op *operation, query url.Values) {
	if d.chance(8) && op.takes("search") {
		query.Set("search", d.search())
		return
	}
	for _, p := range op.parameters {
		if p.In != "query" || p.Name == "" || !d.chance(20) && !always(p) {
			continue
		}
		if always(p) && d.chance(8) {
			continue
		}
		if p.Schema.Type == "array" {
			texts := []string{}
			for range 1 + d.upTo(3) {
				texts = append(texts, plain(d.value(p.Schema.Items, p.Name)))
			}
			query.Set(p.Name, strings.Join(texts, ","))
			continue
		}
		query.Set(p.Name, plain(d.value(p.Schema, p.Name)))
	}
	if !d.chance(15) {
		return
	}
	name := pick(d.dice, []string{"x", "id", "page", "per_page", "search", "orderby", "include", "author", "_fields",
		"_embed", "columns"})
	if len(op.parameters) > 0 && d.chance(70) {
		name = pick(d.dice, op.parameters).Name
	}
	name += pick(d.dice, []string{"", "", "[]", "[a]", "[a][b]", "[0]", ".x", " "})
	for range 1 + d.upTo(2) {
		query.Add(name, d.odd())
	}
}

// always reports whether a request without the parameter would come to nothing.
func always(p parameter) bool { return p.Required || p.Name == "force" || p.Name == "columns" }

func plain(value any) string {
	if text, is := value.(string); is {
		return text
	}
	return string(encode(value))
}

// spoilQuery makes a query that no library would write.
func (d *drawer) spoilQuery(r *request) {
	if r.query == "" || !d.chance(4) {
		return
	}
	switch d.upTo(4) {
	case 0:
		r.query += "&" + r.query
	case 1:
		r.query = strings.ReplaceAll(r.query, "=", "%3D")
	case 2:
		r.query += pick(d.dice, []string{"&%", "&%zz=1", "&&&", "&=", "&a", ";x=1", "&%00=%00", "&x=%ff"})
	case 3:
		r.query += "&" + strings.Repeat("x=1&", 2000)
	case 4:
		r.query = strings.ReplaceAll(r.query, "=", "[]=")
	}
}

// body draws what is sent along: right half of the time.
func (d *drawer) body(op *operation, r *request) {
	switch {
	case op.upload:
		body, kind := d.upload()
		r.body = body
		r.header.Set("Content-Type", kind)
		return
	case op.body == nil:
		if d.chance(5) {
			r.body = []byte(pick(d.dice, []string{"{}", "x", "null", `{"id":1}`}))
			r.header.Set("Content-Type", "application/json")
		}
		return
	}
	right := d.chance(50)
	d.calm, d.dense = right, pick(d.dice, []int{8, 25, 60})
	value := d.value(op.body, "")
	if !right {
		for range 1 + d.upTo(2) {
			value = d.mutate(value, 4)
		}
	}
	r.body = encode(value)
	r.header.Set("Content-Type", "application/json")
	if right {
		return
	}
	switch d.upTo(20) {
	case 0, 1:
		r.body = d.damage(r.body)
	case 2:
		r.body = append(r.body, []byte(strings.Repeat(" ", 1<<20))...)
	case 3:
		kind := pick(d.dice, []string{"", "text/plain", "application/json; charset=utf-16", "application/x-www-form-urlencoded",
			"application/xml", "multipart/form-data",
			"application/vnd.api+json", "json", "application/json; charset=\xff", "*/*"})
		r.header.Set("Content-Type", kind)
		if kind == "" {
			r.header.Del("Content-Type")
		}
	}
	if r.method == http.MethodGet && d.chance(90) {
		r.body = nil
	}
}
