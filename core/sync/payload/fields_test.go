package payload_test

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/clubhuis/clubhuis/core/sync/federation"
	"github.com/clubhuis/clubhuis/core/sync/payload"
)

func TestTheFieldsOfAPerson(t *testing.T) {
	t.Parallel()
	acf := map[string]json.RawMessage{
		"contact_info": json.RawMessage(`[
			{"contact_type":"mobile","contact_label":"Werk","contact_value":"0611111111"},
			{"contact_type":"mobile","contact_label":"2","contact_value":"06-22222222"},
			{"contact_type":"email","contact_label":"","contact_value":" Jan@Voorbeeld.example "},
			{"contact_type":"email","contact_label":"","contact_value":"later@voorbeeld.example"},
			{"contact_type":"phone","contact_label":null,"contact_value":"geen"}]`),
		"addresses": json.RawMessage(`[
			{"address_label":"Vakantie","street":"Strand 1","postal_code":"9999 ZZ","city":"Zee"},
			{"address_label":"","street":"Meidoornlaan 12a","postal_code":"7097 AB","city":"Elzendam","country":"België"}]`),
		"helpdesk-id": json.RawMessage(`1042`), "datum-vog": json.RawMessage(`"2024-02-01"`),
		"financiele-blokkade": json.RawMessage(`"1"`),
	}
	want := map[federation.Field]string{
		federation.FieldEmail: "jan@voorbeeld.example", federation.FieldEmail2: "",
		federation.FieldMobile: "", federation.FieldMobile2: "+31622222222",
		federation.FieldTelephone: "geen", federation.FieldTelephone2: "",
		federation.FieldStreet: "Meidoornlaan", federation.FieldNumber: "12", federation.FieldAppendix: "a",
		federation.FieldZip: "7097 AB", federation.FieldCity: "Elzendam", federation.FieldCountry: "België",
		federation.FieldHelpdesk: "1042", federation.FieldVOG: "2024-02-01", federation.FieldBlock: "true",
	}
	if d := different(want, read(acf).Fields(phone)); len(d) > 0 {
		t.Errorf("want and got: %v", d)
	}
	if len(want) != len(federation.Fields) {
		t.Error("not every field is tried")
	}
}

func TestWhatIsNotToldIsNoField(t *testing.T) {
	t.Parallel()
	other := read(map[string]json.RawMessage{"type-lid": json.RawMessage(`"x"`)})
	if got := other.Fields(phone); len(got) != 0 {
		t.Errorf("%v", got)
	}
	got := payload.Member(jan(), nil, phone).Fields(phone)
	for _, field := range []federation.Field{federation.FieldHelpdesk, federation.FieldVOG, federation.FieldBlock} {
		if value, told := got[field]; told {
			t.Errorf("%s is %q", field, value)
		}
	}
	if got[federation.FieldMobile] != "+31612345678" || got[federation.FieldAppendix] != "B" {
		t.Errorf("%v", got)
	}
	cleared := read(map[string]json.RawMessage{
		"contact_info": json.RawMessage(`[]`), "addresses": json.RawMessage(`false`), "helpdesk-id": json.RawMessage(`null`),
		"datum-vog": json.RawMessage(`""`), "financiele-blokkade": json.RawMessage(`false`),
	}).Fields(phone)
	for _, field := range federation.Fields {
		want := ""
		if field == federation.FieldBlock {
			want = "false"
		}
		if value, told := cleared[field]; told == (field == federation.FieldCountry) || value != want { // no country is no opinion
			t.Errorf("cleared %s: %q %v", field, value, told)
		}
	}
}

func TestCuttingAStreet(t *testing.T) {
	t.Parallel()
	for line, want := range map[string][3]string{
		"":                           {},
		"Kade":                       {"Kade", "", ""},
		"Kade 12":                    {"Kade", "12", ""},
		"Kade 12 B":                  {"Kade", "12", "B"},
		"Kade 12B":                   {"Kade", "12", "B"},
		"Kade 12-4":                  {"Kade", "12", "-4"},
		"Kade 12 4":                  {"Kade", "12", "4"},
		"Kade 12 A 4":                {"Kade", "12", "A 4"},
		"Kade 12 2 hoog":             {"Kade", "12", "2 hoog"},
		"Kade 5 1e etage":            {"Kade", "5", "1e etage"},
		"  Lange   Kade  12 ":        {"Lange Kade", "12", ""},
		"2e Dwarsstraat 5":           {"2e Dwarsstraat", "5", ""},
		"De 3e Straat 5":             {"De 3e Straat", "5", ""},
		"Laan van de 12 apostelen 5": {"Laan van de 12 apostelen", "5", ""},
		"Plein 1944 3":               {"Plein 1944", "3", ""},
		"Plein 1944 3 bis":           {"Plein 1944", "3", "bis"},
		"Laan 1940-1945 12":          {"Laan 1940-1945", "12", ""},
		"Kade 1944":                  {"Kade", "1944", ""},
		"12":                         {"12", "", ""},
		"Postbus zonder nummer":      {"Postbus zonder nummer", "", ""},
	} {
		acf := map[string]json.RawMessage{"addresses": list(t, map[string]string{"street": line})}
		got := read(acf).Fields(phone)
		if parts := [3]string{got[federation.FieldStreet], got[federation.FieldNumber], got[federation.FieldAppendix]}; parts != want {
			t.Errorf("%q: %q, want %q", line, parts, want)
		}
	}
}

func list(t *testing.T, row any) json.RawMessage {
	t.Helper()
	text, err := json.Marshal([]any{row})
	if err != nil {
		t.Fatal(err)
	}
	return text
}

func TestJoiningAndCuttingAStreetAreInverse(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		m := federation.Member{Address: drawAddress(t)}
		got := payload.Member(m, nil, phone).Fields(phone)
		if a := m.Address; got[federation.FieldStreet] != a.Street || got[federation.FieldNumber] != a.Number ||
			got[federation.FieldAppendix] != a.Appendix {
			t.Fatalf("%+v became %q", a, got)
		}
	})
}

// Whatever stands there, the parts say nothing else than the line.
func TestCuttingLosesNothing(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		line := rapid.StringMatching(`[A-Z0-9][a-z0-9]{0,4}( [a-zA-Z0-9'-]{1,5}){0,5}`).Draw(t, "line")
		text, err := json.Marshal([]any{map[string]string{"street": line}})
		if err != nil {
			t.Fatal(err)
		}
		got := read(map[string]json.RawMessage{"addresses": text}).Fields(phone)
		parts := got[federation.FieldStreet] + got[federation.FieldNumber] + got[federation.FieldAppendix]
		if strings.ReplaceAll(parts, " ", "") != strings.ReplaceAll(line, " ", "") || got[federation.FieldStreet] == "" {
			t.Fatalf("%q became %q", line, got)
		}
	})
}

// The application's value wins: the fields of what is sent then are the application's, and no other changes.
func TestFieldsAndWithAreInverse(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		c := payload.Member(drawRow(t), drawDetail(t), phone)
		record, _ := kept(t, payload.Member(drawRow(t), &federation.Detail{Free: &federation.FreeFields{3: "7", 8: "2020-01-01"}},
			phone), nil)
		theirs, want := record.Fields(phone), c.Fields(phone)
		given := map[federation.Field]string{}
		for _, group := range [][]federation.Field{
			{federation.FieldStreet, federation.FieldNumber, federation.FieldAppendix}, {federation.FieldEmail}, {federation.FieldEmail2},
			{federation.FieldMobile}, {federation.FieldMobile2}, {federation.FieldTelephone}, {federation.FieldTelephone2},
			{federation.FieldZip},
			{federation.FieldCity}, {federation.FieldHelpdesk}, {federation.FieldVOG}, {federation.FieldBlock},
		} {
			if rapid.Bool().Draw(t, "the application's "+string(group[0])) {
				for _, field := range group {
					given[field], want[field] = theirs[field], theirs[field]
				}
			}
		}
		gone := true // a country alone is no address
		for _, field := range []federation.Field{
			federation.FieldStreet, federation.FieldNumber, federation.FieldAppendix, federation.FieldZip, federation.FieldCity,
		} {
			gone = gone && want[field] == ""
		}
		if gone {
			delete(want, federation.FieldCountry)
		}
		hash := c.Hash()
		if d := different(want, c.WithValues(given).Fields(phone)); len(d) > 0 {
			t.Fatalf("with %v, want and got: %v", given, d)
		}
		if c.Hash() != hash {
			t.Fatal("the change itself was changed")
		}
	})
}

func TestWithKeepsTheRestOfTheMember(t *testing.T) {
	t.Parallel()
	c := payload.Member(jan(), pages(), phone)
	if got := c.WithValues(nil); got.Hash() != c.Hash() {
		t.Errorf("nothing changed %+v", got)
	}
	got := c.WithValues(map[federation.Field]string{
		federation.FieldMobile: "", federation.FieldMobile2: "+31600000000",
		federation.FieldCity: "Damstad", federation.FieldBlock: "false",
	})
	same(t, "contact_info", encoded(t, got)["contact_info"], `[
		{"contact_type":"email","contact_label":"","contact_value":"jan@voorbeeld.example"},
		{"contact_type":"email2","contact_label":"","contact_value":"werk@voorbeeld.example"},
		{"contact_type":"mobile","contact_label":"2","contact_value":"+31600000000"},
		{"contact_type":"phone","contact_label":"","contact_value":"+31314123456"},
		{"contact_type":"phone","contact_label":"2","contact_value":"geen"}]`)
	same(t, "addresses", encoded(t, got)["addresses"],
		`[{"address_label":"","street":"Meidoornlaan 12 B","postal_code":"7097 AB","city":"Damstad","state":"","country":"Nederland"}]`)
	if !got.Tells("financiele-blokkade") || got.Membership.FinancialBlock || got.Membership.Type != "Bondslid" ||
		string(got.Meta["team"]) != `"2, JO13-1"` {
		t.Errorf("%+v", got)
	}
}

// A country that only the application knows stays when its address does.
func TestWithAnAddressThatTheSiteDoesNotKnow(t *testing.T) {
	t.Parallel()
	c := payload.Member(federation.Member{First: "Jan"}, nil, phone)
	fields := standing().Fields(phone)
	same(t, "addresses", encoded(t, c.WithValues(fields).MergeInto(standing()))["addresses"], `[
		{"address_label":"","street":"Oud 1","postal_code":"1000 AA","city":"Elders","state":"GLD","country":"Nederland"},
		{"address_label":"Vakantie","street":"Strand 1","postal_code":"","city":"Zee","state":"","country":""}]`)
}

func TestThePartsOfAStreetAreWrittenTogether(t *testing.T) {
	t.Parallel()
	values := map[federation.Field]string{
		federation.FieldStreet: "Kade", federation.FieldNumber: "3", federation.FieldAppendix: "", federation.FieldCity: "Damstad",
		federation.FieldEmail: "a@b.example",
	}
	for _, c := range []struct{ edits, want federation.Edits }{
		{federation.Edits{federation.FieldNumber: "3"}, federation.Edits{
			federation.FieldStreet: "Kade", federation.FieldNumber: "3", federation.FieldAppendix: "",
		}},
		{federation.Edits{federation.FieldCity: "Damstad"}, federation.Edits{federation.FieldCity: "Damstad"}},
		{federation.Edits{}, federation.Edits{}},
	} {
		if got := payload.WholeAddress(c.edits, values, ""); !reflect.DeepEqual(got, c.want) {
			t.Errorf("%v: %v", c.edits, got)
		}
	}
}

// Cleared field propagates the other way, too: what was saved is what the next download shows, also an empty value.
func TestWhatWasSavedIsWhatTheNextDownloadShows(t *testing.T) {
	t.Parallel()
	row, detail := jan(), pages()
	before := detail.Free
	saved := federation.Edits{}
	for _, field := range federation.Fields {
		saved[field] = "new " + string(field)
	}
	saved[federation.FieldMobile], saved[federation.FieldTelephone2], saved[federation.FieldBlock] = "0611111111", "", "false"
	saved[federation.FieldStreet], saved[federation.FieldNumber], saved[federation.FieldAppendix] = "Kade", "3", ""
	saved[federation.FieldHelpdesk], saved[federation.FieldVOG] = "", "2026-01-02"
	payload.Apply(&row, detail, saved)
	if row.Mobile != "0611111111" || row.Telephone2 != "" || row.Address.Number != "3" || detail.Header.Block ||
		detail.Free[3] != "" || detail.Free[8] != "2026-01-02" {
		t.Errorf("%+v %+v", row, detail)
	}
	if before[8] != "01-02-2024" {
		t.Error("the caller's own copy of the free fields was changed")
	}
	got := payload.Member(row, detail, phone).Fields(phone)
	saved[federation.FieldMobile] = "+31611111111"
	if d := different(saved, got); len(d) > 0 {
		t.Errorf("saved and shown: %v", d)
	}
}

func TestOneFieldDoesNotTellAPageThatWasNotRead(t *testing.T) {
	t.Parallel()
	row := jan()
	saved := federation.Edits{federation.FieldHelpdesk: "1", federation.FieldBlock: "true", federation.FieldCity: "Damstad"}
	payload.Apply(&row, nil, saved)
	detail := &federation.Detail{}
	payload.Apply(&row, detail, saved)
	if row.Address.City != "Damstad" || detail.Free != nil || !detail.Header.Block {
		t.Errorf("%+v %+v", row, detail)
	}
}
