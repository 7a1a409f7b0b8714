package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"slices"
)

// knowledge is what there is in the club: what the attackers choose from.
type knowledge struct {
	records            map[string][]record // by the last part of the collection's path
	programs, sessions []string            // what names them
	undos              []string            // tokens, of whomever
	marks              []string
}

// record is one of a collection.
type record struct {
	id, author int64
	witness    bool // nobody who may change it does
}

// planted is a record that nobody changes who may: so it must stay as it was.
type planted struct {
	owner *identity
	kind  string
	id    int64
	shows []byte // what who sees all is shown of it
}

// object is one in JSON.
type object = map[string]any

// as sends one request that must succeed, and reads its answer.
func (a *attack) as(ctx context.Context, by *identity, method, path, query string, body, into any) (http.Header, error) {
	r := &request{by: by, method: method, path: path, query: query, header: http.Header{}}
	if body != nil {
		r.body = encode(body)
		r.header.Set("Content-Type", "application/json")
	}
	got, err := a.send(ctx, r)
	if err == nil && got.status == http.StatusUnauthorized { // the attack took its credentials away
		if err = a.signIn(by); err == nil {
			got, err = a.send(ctx, r)
		}
	}
	if err == nil {
		r.operation = &operation{}
		err = a.check(r, got)
	}
	if err == nil && got.status >= 300 {
		err = fmt.Errorf("status %d", got.status)
	}
	if err == nil && into != nil {
		if err = json.Unmarshal(got.body, into); err != nil {
			err = fmt.Errorf("the answer can't be read: %w", err)
		}
	}
	if err != nil {
		return nil, fmt.Errorf("%s %s as %s: %w: %s", method, path+"?"+query, by.name, err, shortened(got.body))
	}
	return got.header, nil
}

// plant makes records of every owner, two of a kind: one to use, and one that must stay as it is.
func (a *attack) plant(ctx context.Context) error {
	for _, user := range a.users {
		if user.role == "" {
			continue
		}
		var me struct{ ID int64 }
		if _, err := a.as(ctx, user, http.MethodGet, "/cms/v2/users/me", "", nil, &me); err != nil {
			return err
		}
		user.id = me.ID
		for _, kind := range []string{"people", "teams", "commissies"} {
			if a.whole.Operation(http.MethodPost, "/cms/v2/"+kind) == nil {
				continue
			}
			for _, witness := range []bool{true, false} {
				if err := a.plantOne(ctx, user, kind, witness); err != nil {
					return err
				}
			}
		}
	}
	if err := a.plantMoney(ctx); err != nil {
		return err
	}
	if err := a.plantFeedback(ctx); err != nil {
		return err
	}
	for _, plant := range []func(context.Context) error{a.plantDay, a.plantJubilee, a.plantDigests} {
		if err := plant(ctx); err != nil {
			return err
		}
	}
	a.marks.Lock()
	defer a.marks.Unlock()
	a.known = &knowledge{marks: slices.Sorted(maps.Keys(a.marks.owners))}
	a.known.marks = slices.DeleteFunc(a.known.marks, func(mark string) bool { return len(mark) < known || !word.MatchString(mark) })
	return nil
}

// plantOne makes one record with marks in it, and holds that who sees all is shown each of them.
func (a *attack) plantOne(ctx context.Context, owner *identity, kind string, witness bool) error {
	admin := a.administrator()
	var marks []string
	mark := func() string {
		marks = append(marks, a.marks.new(owner))
		return marks[len(marks)-1]
	}
	made := object{"title": "Groep " + mark(), "content": "Over " + mark(), "acf": object{
		"website": "https://" + mark() + ".example",
		"contact_info": []any{object{"contact_type": "email", "contact_label": mark(),
			"contact_value": mark() + "@voorbeeld.example"}},
	}}
	if kind == "people" {
		marks = nil
		number := a.marks.number(owner)
		marks = append(marks, number[2:])
		made = object{"meta": object{"notitie": mark()}, "acf": object{
			"first_name": mark(), "infix": "van", "last_name": mark(), "nickname": mark(), "birthdate": "2010-05-06", "vrij_veld": mark(),
			"addresses": []any{object{"address_label": mark(), "street": mark() + " 7", "postal_code": "7097 AB", "city": mark(),
				"state": "", "country": "Nederland"}},
			"contact_info": []any{
				object{"contact_type": "email", "contact_label": mark(), "contact_value": mark() + "@voorbeeld.example"},
				object{"contact_type": "mobile", "contact_label": "", "contact_value": number},
			},
		}}
	}
	var answered struct{ ID, Author int64 }
	if _, err := a.as(ctx, owner, http.MethodPost, "/cms/v2/"+kind, "", made, &answered); err != nil {
		return err
	}
	path := fmt.Sprintf("/cms/v2/%s/%d", kind, answered.ID)
	if kind == "people" { // what only who administers members may set
		change := object{"acf": object{"assoc-id": mark(), "helpdesk-id": mark()}}
		if _, err := a.as(ctx, admin, http.MethodPatch, path, "", change, nil); err != nil {
			return err
		}
	}
	if kind == "people" {
		own := marks
		if err := a.plantTimeline(ctx, owner, answered.ID, mark); err != nil {
			return err
		}
		marks = own // the others stand elsewhere
	}
	opened := fmt.Sprintf("/club/v1/recent-people/%d", answered.ID)
	if kind == "people" && a.whole.Operation(http.MethodPut, opened) != nil {
		for _, by := range []*identity{owner, admin} { // what each begins a search with is for nobody else
			if _, err := a.as(ctx, by, http.MethodPut, opened, "", nil, nil); err != nil {
				return err
			}
		}
	}
	p := planted{owner: owner, kind: kind, id: answered.ID}
	var shows json.RawMessage
	if _, err := a.as(ctx, admin, http.MethodGet, path, "", nil, &shows); err != nil {
		return err
	}
	p.shows = shows
	for _, text := range marks {
		if !bytes.Contains(bytes.ToLower(shows), []byte(text)) {
			return fmt.Errorf("%s: the administrator is not shown the mark %s: %s", path, text, shows)
		}
	}
	if answered.Author != owner.id {
		return fmt.Errorf("%s: the author is %d, not %s (%d)", path, answered.Author, owner.name, owner.id)
	}
	if witness {
		a.planted = append(a.planted, p)
	}
	return nil
}

// onTimelines are what is written about people: each is shown to its owner.
var onTimelines = []string{"activities", "notes", "todos"}

// plantTimeline writes something with a mark about somebody, of each sort.
func (a *attack) plantTimeline(ctx context.Context, owner *identity, person int64, mark func() string) error {
	for _, what := range onTimelines {
		path := fmt.Sprintf("/club/v1/people/%d/%s", person, what)
		if a.whole.Operation(http.MethodPost, "/club/v1/people/{id}/"+what) == nil {
			continue
		}
		text := mark()
		var shown json.RawMessage
		if _, err := a.as(ctx, owner, http.MethodPost, path, "", object{"content": text}, nil); err != nil {
			return err
		}
		if _, err := a.as(ctx, owner, http.MethodGet, path, "", nil, &shown); err != nil {
			return err
		}
		if !bytes.Contains(shown, []byte(text)) {
			return fmt.Errorf("%s: %s is not shown the mark %s: %s", path, owner.name, text, shown)
		}
	}
	return nil
}

// administrator returns who reads everything back.
func (a *attack) administrator() *identity {
	return a.users[slices.IndexFunc(a.users, func(i *identity) bool { return i.role == "administrator" })]
}
