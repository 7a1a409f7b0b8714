package payload_test

import (
	"encoding/json"
	"maps"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/sync/federation"
	"github.com/clubhuis/clubhuis/core/sync/payload"
)

func day(year int, month time.Month, of int) civil.Date {
	return civil.Date{Year: year, Month: month, Day: of}
}

var separators = strings.NewReplacer("-", "", " ", "", "(", "", ")", "")

// phone is a plain port of telephone numbers: Dutch numbers of ten digits.
func phone(text string) string {
	digits := separators.Replace(text)
	switch {
	case strings.HasPrefix(digits, "0") && len(digits) == 10:
		return "+31" + digits[1:]
	case strings.HasPrefix(digits, "+") && len(digits) == 12:
		return digits
	}
	return text
}

// jan is a member of whom everything is known.
func jan() federation.Member {
	return federation.Member{
		Code: "AB12345", First: "Jan", Infix: "Van der", Last: "Berg", Gender: "Male", Birth: day(1990, 2, 3), Status: "ACTIVE",
		Type: "Bondslid", AgeClass: "Senioren", Activity: "Veld", Since: day(2001, 8, 1), Until: day(2027, 6, 30),
		Updated: "2026-11-01",
		PhotoOn: day(2025, 9, 1), Email: "Jan@Voorbeeld.example", Email2: "werk@voorbeeld.example", Mobile: "06-12345678",
		Mobile2:   "0687654321",
		Telephone: "(0314) 123456", Telephone2: "geen",
		Address: federation.Address{Street: "Meidoornlaan", Number: "12", Appendix: "B", Zip: "7097 AB", City: "Elzendam",
			CountryCode: "NL", Country: "Nederland"},
		UnionTeams: "2, JO13-1", ClubTeams: "Zaal 1",
	}
}

// pages are what Jan's pages tell.
func pages() *federation.Detail {
	return &federation.Detail{
		Code: "AB12345", Header: federation.Header{Block: true}, Free: &federation.FreeFields{3: "1042", 8: "01-02-2024"},
		Invoice: &federation.Invoice{
			Address:  federation.Address{Street: "Kade", Number: "1", Zip: "1000 AA", City: "Damstad", Country: "Nederland"},
			Email:    "geld@voorbeeld.example",
			External: "K-7",
		},
	}
}

// encoded are the members of what is sent, as JSON.
func encoded(t interface{ Fatal(...any) }, c payload.Person) map[string]json.RawMessage {
	fields, _ := c.Encode()
	return members(t, fields)
}

func members(t interface{ Fatal(...any) }, object json.RawMessage) (all map[string]json.RawMessage) {
	if err := json.Unmarshal(object, &all); err != nil {
		t.Fatal(err)
	}
	return all
}

// read is a person of whom the application returns the fields.
func read(fields map[string]json.RawMessage) (p payload.Person) {
	text, err := json.Marshal(fields)
	if err != nil {
		panic(err)
	}
	p.ID = 7
	p.Read(text, nil)
	return p
}

// kept is what the application keeps of a change of a person who stands there, as it returns it; before may be nil.
func kept(t interface{ Fatal(...any) }, c payload.Person, before *person.Person) (payload.Person, *person.Person) {
	at := time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)
	p := person.New(1, at)
	p.ID = 7
	if before != nil {
		p = before.Clone()
	}
	was := p.Clone()
	var problems fault.Problems
	person.Patch{ACF: encoded(t, c)}.Apply(&p, &problems)
	p.Validate(&was, person.References{Types: []int64{2, 3, 4}}, &problems)
	if problems.Any() {
		t.Fatal("the application refuses it: ", fault.As(problems.Fault()).Params)
	}
	fields := members(t, json.RawMessage(person.Fields.Object(&p)))
	fields["relationships"] = relations(t, p.Relations)
	return read(fields), &p
}

func relations(t interface{ Fatal(...any) }, rows []person.Relation) json.RawMessage {
	type row struct {
		To    int64   `json:"related_person"`
		Type  []int64 `json:"relationship_type"`
		Label string  `json:"relationship_label"`
		Name  string  `json:"person_name"`
	}
	list := []row{}
	for _, r := range rows {
		list = append(list, row{r.To, []int64{r.Type}, r.Label, "Iemand"})
	}
	text, err := json.Marshal(list)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// same compares JSON texts by value.
func same(t *testing.T, what string, got any, want string) {
	t.Helper()
	text, err := json.Marshal(got)
	if err != nil {
		t.Fatal(err)
	}
	var a, b any
	if err := json.Unmarshal(text, &a); err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal([]byte(want), &b); err != nil {
		t.Fatalf("%s: %s: %v", what, want, err)
	}
	one, _ := json.Marshal(a)
	other, _ := json.Marshal(b)
	if string(one) != string(other) {
		t.Errorf("%s:\n got %s\nwant %s", what, one, other)
	}
}

// drawRow draws a row of the search, with what sites tell.
func drawRow(t *rapid.T) federation.Member {
	text := func(label string, examples ...string) string {
		return rapid.SampledFrom(append(examples, "")).Draw(t, label)
	}
	date := func(label string) civil.Date {
		return rapid.SampledFrom([]civil.Date{{}, day(1990, 2, 3), day(2025, 12, 31)}).Draw(t, label)
	}
	m := federation.Member{
		Code: "AB12345", First: text("first", "Jan", "Zoë"), Infix: text("infix", "Van der", "de"),
		Last:   text("last", "Berg", "O'Neill <x>"),
		Gender: text("gender", "Male", "Female", "Unknown"), Birth: date("birth"), Died: date("died"), Type: text("type", "Bondslid"),
		AgeClass: text("class", "Senioren"), Activity: text("activity", "Veld", "-"), Since: date("since"), Until: date("until"),
		PhotoOn: date("photo"),
		Email:   text("email", "Jan@Voorbeeld.example", "a@b.example"), Email2: text("email2", "a@b.example"),
		Mobile: text("mobile", "06-12345678", "+31612345678", "geen"), Mobile2: text("mobile2", "0612345678 / 79"),
		Telephone: text("phone", "(0314) 123456"), Telephone2: text("phone2", "0314123457"), UnionTeams: text("teams", "1, 2"),
	}
	m.Address = drawAddress(t)
	return m
}

// drawAddress draws an address whose line can be cut again.
func drawAddress(t *rapid.T) federation.Address {
	text := func(label string, examples ...string) string {
		return rapid.SampledFrom(append(examples, "")).Draw(t, label)
	}
	a := federation.Address{
		Street: rapid.SampledFrom([]string{"Kade", "Laan van de 12 apostelen", "2e Dwarsstraat", "Plein 1944", "Laan 1940-1945",
			"'t Hof"}).Draw(t, "street"),
		Number:   rapid.StringMatching(`[1-9][0-9]{0,2}`).Draw(t, "number"),
		Appendix: text("appendix", "B", "bis", "3", "2 hoog", "-4", "A 12", "rood"),
		Zip:      text("zip", "7097 AB"), City: text("city", "Elzendam"), Country: text("country", "Nederland"),
	}
	switch rapid.IntRange(0, 3).Draw(t, "what is known of the address") {
	case 0:
		return federation.Address{Country: a.Country}
	case 1:
		a.Number, a.Appendix = "", ""
		a.Street = "Kade"
	}
	return a
}

func drawDetail(t *rapid.T) *federation.Detail {
	if rapid.Bool().Draw(t, "nobody read") {
		return nil
	}
	d := &federation.Detail{Header: federation.Header{Block: rapid.Bool().Draw(t, "block")}}
	if rapid.Bool().Draw(t, "free fields") {
		d.Free = &federation.FreeFields{
			3: rapid.SampledFrom([]string{"", "1042"}).Draw(t, "helpdesk"),
			8: rapid.SampledFrom([]string{"", "2024-02-01", "1-2-2024", "nvt"}).Draw(t, "vog"),
		}
	}
	return d
}

// different are the fields in which two sets differ.
func different(a, b map[federation.Field]string) map[federation.Field][2]string {
	found := map[federation.Field][2]string{}
	all := maps.Clone(a)
	maps.Copy(all, b)
	for field := range all {
		x, inA := a[field]
		y, inB := b[field]
		if x != y || inA != inB {
			found[field] = [2]string{x, y}
		}
	}
	return found
}

// named is a person of the name, as the application has them.
func named(first, last string) payload.Person {
	return payload.Person{Person: person.Person{Name: person.Name{First: first, Last: last}}, Told: []string{"first_name", "last_name"}}
}
