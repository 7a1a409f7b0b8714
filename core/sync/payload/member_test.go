package payload_test

import (
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/sync/federation"
	"github.com/clubhuis/clubhuis/core/sync/payload"
)

// contract: sync §2.1
func TestWhatTheApplicationIsToldAboutAMember(t *testing.T) {
	t.Parallel()
	c := payload.Member(jan(), pages(), phone)
	same(t, "acf", encoded(t, c), `{
		"first_name":"Jan","infix":"van der","last_name":"Berg","assoc-id":"AB12345","gender":"male","birthdate":"1990-02-03","birth_year":"1990",
		"contact_info":[
			{"contact_type":"email","contact_label":"","contact_value":"jan@voorbeeld.example"},
			{"contact_type":"email2","contact_label":"","contact_value":"werk@voorbeeld.example"},
			{"contact_type":"mobile","contact_label":"","contact_value":"+31612345678"},
			{"contact_type":"mobile","contact_label":"2","contact_value":"+31687654321"},
			{"contact_type":"phone","contact_label":"","contact_value":"+31314123456"},
			{"contact_type":"phone","contact_label":"2","contact_value":"geen"}],
		"addresses":[{"address_label":"","street":"Meidoornlaan 12 B","postal_code":"7097 AB","city":"Elzendam","state":"","country":"Nederland"}],
		"lid-sinds":"2001-08-01","lid-tot":"2027-06-30","datum-overlijden":"","datum-foto":"2025-09-01","leeftijdsgroep":"Senioren","type-lid":"Bondslid",
		"spelactiviteit":"Veld","former_member":false,"helpdesk-id":"1042","datum-vog":"2024-02-01","financiele-blokkade":true,
		"factuur-adres":"Kade 1, 1000 AA Damstad","factuur-email":"geld@voorbeeld.example","factuur-referentie":"K-7"}`)
	_, meta := c.Encode()
	same(t, "meta", meta, `{"team":"2, JO13-1"}`)
}

// Cleared field propagates: what the site does not know is told as empty, never left out.
func TestWhatWasClearedOnTheSiteIsClearedInTheApplication(t *testing.T) {
	t.Parallel()
	full, empty := payload.Member(jan(), pages(), phone), payload.Member(
		federation.Member{Code: "AB12345", First: "Jan"},
		&federation.Detail{Free: &federation.FreeFields{}, Invoice: &federation.Invoice{Default: true}}, phone)
	if !slices.Equal(full.Told, empty.Told) {
		t.Errorf("told are %v and %v", full.Told, empty.Told)
	}
	_, standing := kept(t, full, nil)
	record, _ := kept(t, empty.MergeInto(payload.Person{}), standing)
	for key, want := range map[string]string{
		"infix": `""`, "last_name": `""`, "gender": `""`, "birthdate": `""`, "contact_info": `[]`, "addresses": `[]`, "lid-sinds": `""`,
		"lid-tot":    `""`,
		"datum-foto": `""`, "leeftijdsgroep": `""`, "type-lid": `""`, "spelactiviteit": `""`, "helpdesk-id": `""`, "datum-vog": `""`,
		"financiele-blokkade": `false`, "factuur-adres": `""`, "factuur-email": `""`, "factuur-referentie": `""`,
	} {
		if got := string(encoded(t, record)[key]); got != want {
			t.Errorf("%s is %s, want %s", key, got, want)
		}
	}
	_, meta := empty.Encode()
	same(t, "meta", meta, `{"team":""}`)
}

// contract: sync §2.1
func TestRejoinClearsFormerMember(t *testing.T) {
	t.Parallel()
	_, standing := kept(t, payload.Member(jan(), nil, phone), nil)
	former, standing := kept(t, payload.Former(named("Jan", "Berg")), standing)
	if !standing.Membership.Former || former.Name.First != "Jan" || len(former.Contacts) != 6 {
		t.Fatalf("%+v", standing)
	}
	if _, standing = kept(t, payload.Member(jan(), nil, phone), standing); standing.Membership.Former {
		t.Error("still a former member")
	}
}

func TestWhatWasNotReadIsLeftOut(t *testing.T) {
	t.Parallel()
	free, invoice := []string{"helpdesk-id", "datum-vog"}, []string{"factuur-adres", "factuur-email", "factuur-referentie"}
	block := []string{"financiele-blokkade"}
	for _, c := range []struct {
		name   string
		detail *federation.Detail
		out    []string
	}{
		{"nobody read the pages", nil, slices.Concat(free, invoice, block)},
		{"only the header", &federation.Detail{}, slices.Concat(free, invoice)},
		{"no invoice", &federation.Detail{Free: &federation.FreeFields{}}, invoice},
		{"no free fields", &federation.Detail{Invoice: &federation.Invoice{}}, free},
		{"everything", pages(), nil},
	} {
		sent := payload.Member(jan(), c.detail, phone)
		for _, key := range slices.Concat(free, invoice, block) {
			if sent.Tells(key) == slices.Contains(c.out, key) {
				t.Errorf("%s: %s told: %v", c.name, key, sent.Tells(key))
			}
		}
	}
}

func TestTheDateOfTheCertificateIsAFreeText(t *testing.T) {
	t.Parallel()
	for remark, want := range map[string]string{
		"2024-02-01": `"2024-02-01"`, "01-02-2024": `"2024-02-01"`, "1-2-2024": `"2024-02-01"`, "1-02-2024": `"2024-02-01"`, "": `""`,
		"n.v.t.": "", "2024": "", "31-02-2024": "", "01/02/2024": "", "0000-01-01": "",
	} {
		detail := &federation.Detail{Free: &federation.FreeFields{8: remark}}
		if got := string(encoded(t, payload.Member(jan(), detail, phone))["datum-vog"]); got != want {
			t.Errorf("%q: %s, want %s", remark, got, want)
		}
	}
}

func TestAnInvoiceAddressThatIsTheOwnIsNotTold(t *testing.T) {
	t.Parallel()
	abroad := federation.Address{Street: "Rue", Number: "5", Zip: "1000", City: "Brussel", Country: "België"}
	for _, c := range []struct {
		invoice federation.Invoice
		want    string
	}{
		{federation.Invoice{Address: abroad}, "Rue 5, 1000 Brussel, België"},
		{federation.Invoice{Address: abroad, Default: true}, ""},
		{federation.Invoice{}, ""},
		{federation.Invoice{Address: federation.Address{City: "Brussel"}}, "Brussel"},
	} {
		sent := payload.Member(jan(), &federation.Detail{Invoice: &c.invoice}, phone)
		same(t, fmt.Sprintf("%+v", c.invoice), sent.Extra["factuur-adres"], fmt.Sprintf("%q", c.want))
	}
}

func TestAMemberAlwaysHasAFirstName(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ first, last, want string }{{"Jan", "Berg", "Jan"}, {"", "Berg", "Berg"}, {"", "", "AB12345"}} {
		got := payload.Member(federation.Member{Code: "AB12345", First: c.first, Last: c.last}, nil, phone)
		if got.Name.First != c.want || got.Name.Last != c.last {
			t.Errorf("%+v: %+v", c, got.Name)
		}
	}
}

func TestNoAddressWithoutMoreThanACountry(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		address federation.Address
		want    int
	}{
		{federation.Address{CountryCode: "NL", Country: "Nederland"}, 0}, {federation.Address{City: "Elzendam"}, 1},
		{federation.Address{Street: "Kade"}, 1},
	} {
		if got := len(payload.Member(federation.Member{Address: c.address}, nil, phone).Addresses); got != c.want {
			t.Errorf("%+v: %d rows", c.address, got)
		}
	}
}

// Individual = same payload as bulk for the same member: the first tab tells what a row of the search tells, and the rest stays.
func TestIndividualIsTheSamePayloadAsBulk(t *testing.T) {
	t.Parallel()
	row := jan()
	row.Parents[0] = federation.Parent{Name: "Piet Berg", Email: "piet@voorbeeld.example"}
	g := federation.General{
		First: row.First, Infix: row.Infix, Last: row.Last, Gender: row.Gender, Type: row.Type, Birth: row.Birth, Died: row.Died,
		Since: row.Since,
		Email: row.Email, Email2: row.Email2, Mobile: row.Mobile, Mobile2: row.Mobile2, Telephone: row.Telephone,
		Telephone2: row.Telephone2,
		Address:    row.Address, Parents: row.Parents,
	}
	if got := payload.Row(g, row); !reflect.DeepEqual(got, row) {
		t.Errorf("got  %+v\nwant %+v", got, row)
	}
	old := federation.Member{
		Code: row.Code, Status: row.Status, AgeClass: row.AgeClass, Activity: row.Activity, Until: row.Until, Updated: row.Updated,
		PhotoOn:    row.PhotoOn,
		UnionTeams: row.UnionTeams, ClubTeams: row.ClubTeams, First: "Joop", Email: "oud@voorbeeld.example",
		Address: federation.Address{City: "Elders"},
	}
	got := payload.Member(payload.Row(g, old), pages(), phone)
	if want := payload.Member(row, pages(), phone); got.Hash() != want.Hash() {
		t.Errorf("got  %+v\nwant %+v", got, want)
	}
}

// contract: sync §1-6
func TestTheHashIsOfEverythingThatIsSent(t *testing.T) {
	t.Parallel()
	hashes := map[string]string{}
	for name, c := range map[string]payload.Person{
		"a member":             payload.Member(jan(), pages(), phone),
		"not read":             payload.Member(jan(), nil, phone),
		"another team":         payload.Member(func() federation.Member { m := jan(); m.UnionTeams = "3"; return m }(), pages(), phone),
		"another phone number": payload.Member(func() federation.Member { m := jan(); m.Mobile2 = ""; return m }(), pages(), phone),
		"nothing":              {}, "a former member": payload.Former(named("Jan", "Berg")),
	} {
		if other, twice := hashes[c.Hash()]; twice {
			t.Errorf("%s and %s have one hash", name, other)
		}
		hashes[c.Hash()] = name
	}
	if a, b := payload.Member(jan(), pages(), phone), payload.Member(jan(), pages(), phone); a.Hash() != b.Hash() {
		t.Error("the same member has two hashes")
	}
}

func standing() payload.Person {
	return read(map[string]json.RawMessage{
		"first_name": json.RawMessage(`"Jan"`), "last_name": json.RawMessage(`"Berg"`),
		"contact_info": json.RawMessage(`[
			{"contact_type":"website","contact_label":"","contact_value":"https://jan.example"},
			{"contact_type":"mobile","contact_label":"Werk","contact_value":"+31611111111","since":2020},
			{"contact_type":"mobile","contact_label":"","contact_value":"+31600000000","note":"oud"},
			{"contact_type":"mobile","contact_label":"","contact_value":"+31622222222"},
			{"contact_type":"email","contact_label":"","contact_value":"oud@voorbeeld.example"},
			{"contact_type":"email","contact_label":"","contact_value":"Jan@voorbeeld.example"},
			{"contact_type":"phone","contact_label":"2","contact_value":"+31314000000"}]`),
		"addresses": json.RawMessage(`[
			{"address_label":"Vakantie","street":"Strand 1","city":"Zee"},
			{"address_label":"","street":"Oud 1","postal_code":"1000 AA","city":"Elders","state":"GLD","country":"Nederland"}]`),
	})
}

func TestRowsOfOthersStayBehindTheOwnOnes(t *testing.T) {
	t.Parallel()
	row := jan()
	row.Email2, row.Mobile2, row.Telephone, row.Telephone2 = "", "", "", ""
	c := payload.Member(row, nil, phone)
	hash := c.Hash()
	got := c.MergeInto(standing())
	same(t, "contact_info", encoded(t, got)["contact_info"], `[
		{"contact_type":"email","contact_label":"","contact_value":"jan@voorbeeld.example"},
		{"contact_type":"mobile","contact_label":"","contact_value":"+31612345678","note":"oud"},
		{"contact_type":"website","contact_label":"","contact_value":"https://jan.example"},
		{"contact_type":"mobile","contact_label":"Werk","contact_value":"+31611111111","since":2020},
		{"contact_type":"mobile","contact_label":"extra","contact_value":"+31622222222"}]`)
	same(t, "addresses", encoded(t, got)["addresses"], `[
		{"address_label":"","street":"Meidoornlaan 12 B","postal_code":"7097 AB","city":"Elzendam","state":"GLD","country":"Nederland"},
		{"address_label":"Vakantie","street":"Strand 1","postal_code":"","city":"Zee","state":"","country":""}]`)
	if got.Membership.Type != "Bondslid" || c.Hash() != hash {
		t.Error("the change itself was changed")
	}
}

func TestOntoNamesThePerson(t *testing.T) {
	t.Parallel()
	got := read(map[string]json.RawMessage{"isparent": json.RawMessage(`true`)}).MergeInto(standing())
	same(t, "acf", encoded(t, got), `{"first_name":"Jan","last_name":"Berg","isparent":true}`)
	got = read(map[string]json.RawMessage{"first_name": json.RawMessage(`"Piet"`)}).MergeInto(standing())
	same(t, "acf", encoded(t, got), `{"first_name":"Piet","last_name":"Berg"}`)
}

// Rows that the application does not tell, in whatever form, are none.
func TestOntoNothing(t *testing.T) {
	t.Parallel()
	c := payload.Member(jan(), nil, phone)
	for _, empty := range []string{`[]`, `null`, `""`, `false`} {
		record := read(map[string]json.RawMessage{"contact_info": json.RawMessage(empty),
			"addresses": json.RawMessage(empty)})
		if got := c.MergeInto(record); got.Hash() != c.Hash() {
			t.Errorf("%s: %+v", empty, got)
		}
	}
}

func TestOntoTwiceIsOntoOnce(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		c := payload.Member(drawRow(t), nil, phone)
		once := c.MergeInto(standing())
		record := read(encoded(t, once))
		if again := c.MergeInto(record); again.Hash() != once.Hash() {
			t.Fatalf("%v\n%v", once, again)
		}
		for _, label := range []string{"Werk", "Vakantie"} {
			key := map[string]string{"Werk": "contact_info", "Vakantie": "addresses"}[label]
			if rows := encoded(t, record)[key]; !labelled(rows, label) {
				t.Fatalf("%s was lost: %s", label, rows)
			}
		}
	})
}

func labelled(list json.RawMessage, label string) bool {
	var rows []map[string]any
	return json.Unmarshal(list, &rows) == nil && slices.ContainsFunc(rows, func(row map[string]any) bool {
		return row["contact_label"] == label || row["address_label"] == label
	})
}

// Own write is not detected as a user edit: what the application returns for it has the values that the site has.
func TestOwnWriteIsNotDetectedAsAUserEdit(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		var before *person.Person
		for range 2 { // a new person, then a change of it
			c := payload.Member(drawRow(t), drawDetail(t), phone)
			sent := c
			if before != nil {
				record, _ := kept(t, named(before.Name.First, before.Name.Last), before)
				sent = c.MergeInto(record)
			}
			record, p := kept(t, sent, before)
			want, got := c.Fields(phone), record.Fields(phone)
			for field := range got {
				if _, told := want[field]; !told {
					delete(got, field)
				}
			}
			if d := different(want, got); len(d) > 0 {
				t.Fatalf("the application returns other values: %v", d)
			}
			before = p
		}
	})
}
