package main

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"strconv"
)

func (d *drawer) put(n int64) request {
	id := 1 + int(n*7919%int64(len(d.made))) // nobody whom another connection changes at this moment: the answer shows who was last
	body, mark := d.change(id, n)
	return request{method: http.MethodPut, path: collection + "/" + strconv.Itoa(id), body: body,
		check: func(status int, _ http.Header, body []byte) error {
			return checkPerson(status, http.StatusOK, body, strconv.Itoa(id), mark)
		}}
}

func (d *drawer) post(n int64) request {
	body, mark := d.change(0, n)
	return request{method: http.MethodPost, path: collection, body: body,
		check: func(status int, _ http.Header, body []byte) error {
			return checkPerson(status, http.StatusCreated, body, "", mark)
		}}
}

// change returns a body with every repeater and some plain fields; mark stands in it and in no other. A new person has no
// relations.
func (d *drawer) change(id int, n int64) (body []byte, mark string) {
	mark = fmt.Sprintf("%s-%d", d.run, n)
	fields := personFields{
		scalars: scalars{
			FirstName: "Marijke", Infix: "van der", LastName: "Meting", Nickname: mark, Gender: "female", Birthdate: "1984-02-29",
			Code: "BNC" + strconv.FormatInt(n, 10), Since: "2015-07-01", AgeGroup: "Senioren", Type: "Veld", Activity: "Veld - Algemeen",
		},
		Contacts: []contactRow{
			{"email", "", "marijke." + mark + "@voorbeeld.example"}, {"mobile", "", "06 55 50 0" + strconv.Itoa(rand.IntN(10))},
			{"phone", "thuis", "0315-012345"},
		},
		Addresses: []addressRow{{"", "Meidoornlaan " + strconv.Itoa(1+rand.IntN(180)), "7097 AB", "Elzendam", "", "Nederland"}},
		Work: []workRow{
			{oneOf(d.teams), "team", "Trainer", "", "2022-07-01", "", true},
			{oneOf(d.teams), "team", "Speler", "", "2015-07-01", "2022-06-30", false},
		},
		Relations: []relationRow{},
	}
	if id > 0 { // names and relations stay: to change them is rare, and a relation changes other people, too
		own := fieldsOf(&d.made[id-1])
		own.Nickname, own.Contacts, own.Addresses, own.Work = mark, fields.Contacts, fields.Addresses, fields.Work
		own.HelpdeskID, own.Visibility = fields.Code, "" // who may see a person stays
		if own.Relations == nil {
			own.Relations = []relationRow{}
		}
		fields = own
	}
	body, err := json.Marshal(map[string]any{"status": "publish", "acf": fields})
	if err != nil {
		panic(err) // the types above encode
	}
	return body, mark
}
