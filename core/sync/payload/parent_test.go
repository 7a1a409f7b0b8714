package payload_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/clubhuis/clubhuis/core/sync/federation"
	"github.com/clubhuis/clubhuis/core/sync/parents"
	"github.com/clubhuis/clubhuis/core/sync/payload"
)

var carla = parents.Parent{
	Email: "carla@bos.example", Name: "Carla Bos", Phones: []string{"+31612345678", "+31687654321"},
	Address:  federation.Address{Street: "Dijk", Number: "3", Zip: "7097 AB", City: "Elzendam", Country: "Nederland"},
	Children: []string{"A", "B"},
}

// contract: sync §2.1
func TestANewParent(t *testing.T) {
	t.Parallel()
	c := payload.Parent(carla, of(11, 12), nil)
	same(t, "acf", encoded(t, c), `{
		"first_name":"Carla Bos","last_name":"","isparent":true,
		"contact_info":[
			{"contact_type":"email","contact_label":"","contact_value":"carla@bos.example"},
			{"contact_type":"phone","contact_label":"","contact_value":"+31612345678"},
			{"contact_type":"phone","contact_label":"2","contact_value":"+31687654321"}],
		"addresses":[{"address_label":"","street":"Dijk 3","postal_code":"7097 AB","city":"Elzendam","state":"","country":"Nederland"}],
		"relationships":[
			{"related_person":11,"relationship_type":3,"relationship_label":""},
			{"related_person":12,"relationship_type":3,"relationship_label":""}]}`)
	if record, _ := kept(t, c, nil); len(record.Relations) != 2 || record.FullName() != "Carla Bos" {
		t.Errorf("%+v", record)
	}
}

// of are the children of a parent.
func of(children ...int64) payload.Parenthood {
	return payload.Parenthood{Type: 3, Children: children}
}

// there is the person who is the parent in the application, with rows of volunteers.
func there(t *testing.T, members map[string]string) *payload.Person {
	t.Helper()
	fields := map[string]json.RawMessage{
		"first_name": json.RawMessage(`"Carla Bos"`), "last_name": json.RawMessage(`""`), "infix": json.RawMessage(`""`),
		"assoc-id": json.RawMessage(`""`),
		"contact_info": json.RawMessage(`[
			{"contact_type":"phone","contact_label":"","contact_value":"+31600000000"},
			{"contact_type":"phone","contact_label":"3","contact_value":"+31600000003"},
			{"contact_type":"phone","contact_label":"Werk","contact_value":"+31600000001"},
			{"contact_type":"website","contact_label":"","contact_value":"https://carla.example"}]`),
		"addresses": json.RawMessage(`[]`),
		"relationships": json.RawMessage(`[
			{"related_person":20,"relationship_type":[5],"relationship_label":"partner","person_name":"Bert"},
			{"related_person":11,"relationship_type":"3","relationship_label":"oudste","person_name":"Anna"},
			{"related_person":99,"relationship_type":3,"relationship_label":"","person_name":"Weg"},
			{"related_person":98,"relationship_type":3,"relationship_label":"pleegkind","person_name":"Piet"}]`),
	}
	for key, value := range members {
		fields[key] = json.RawMessage(value)
	}
	record := read(fields)
	return &record
}

func TestAParentWhoStandsThere(t *testing.T) {
	t.Parallel()
	tie := of(11, 12)
	tie.Written = []int64{11, 99} // 98 is somebody's own
	c := payload.Parent(carla, tie, there(t, nil))
	same(t, "contact_info", encoded(t, c)["contact_info"], `[
		{"contact_type":"email","contact_label":"","contact_value":"carla@bos.example"},
		{"contact_type":"phone","contact_label":"","contact_value":"+31612345678"},
		{"contact_type":"phone","contact_label":"2","contact_value":"+31687654321"},
		{"contact_type":"phone","contact_label":"Werk","contact_value":"+31600000001"},
		{"contact_type":"website","contact_label":"","contact_value":"https://carla.example"}]`)
	same(t, "relationships", encoded(t, c)["relationships"], `[
		{"related_person":20,"relationship_type":5,"relationship_label":"partner"},
		{"related_person":11,"relationship_type":3,"relationship_label":"oudste"},
		{"related_person":98,"relationship_type":3,"relationship_label":"pleegkind"},
		{"related_person":12,"relationship_type":3,"relationship_label":""}]`)
}

func TestTheNameOfAParent(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name    string
		members map[string]string
		want    string // of what is sent
	}{
		{"as the site has it", map[string]string{"first_name": `"C."`}, `{"first_name":"Carla Bos","infix":"","last_name":""}`},
		{"in parts, when somebody put it there so", map[string]string{"first_name": `"Carla"`, "last_name": `"Bos"`},
			`{"first_name":"Carla","last_name":"Bos"}`},
		{"in parts that are not the site's", map[string]string{"first_name": `"Carla"`, "infix": `"de"`, "last_name": `"Bos"`},
			`{"first_name":"Carla Bos","infix":"","last_name":""}`},
		{"of a member, as it is", map[string]string{"first_name": `"Karla"`, "last_name": `"Bos-Eik"`, "assoc-id": `"CC333"`},
			`{"first_name":"Karla","last_name":"Bos-Eik"}`},
	} {
		sent := encoded(t, payload.Parent(carla, of(), there(t, c.members)))
		names := map[string]any{}
		for _, key := range []string{"first_name", "infix", "last_name"} {
			if value, told := sent[key]; told {
				names[key] = value
			}
		}
		same(t, c.name, names, c.want)
	}
}

func TestAParentWhoIsAMemberIsToldNothingButTheChildren(t *testing.T) {
	t.Parallel()
	c := payload.Parent(carla, of(7, 11), there(t, map[string]string{"assoc-id": `"CC333"`}))
	for _, key := range []string{"contact_info", "addresses", "infix", "former_member", "assoc-id"} {
		if value, told := encoded(t, c)[key]; told {
			t.Errorf("%s is %s", key, value)
		}
	}
	// Never a relation of somebody with themselves.
	same(t, "relationships", encoded(t, c)["relationships"], `[
		{"related_person":20,"relationship_type":5,"relationship_label":"partner"},
		{"related_person":11,"relationship_type":3,"relationship_label":"oudste"},
		{"related_person":99,"relationship_type":3,"relationship_label":""},
		{"related_person":98,"relationship_type":3,"relationship_label":"pleegkind"}]`)
}

func TestAnAddressThatStandsInAnotherRowStays(t *testing.T) {
	t.Parallel()
	c := payload.Parent(carla, of(), there(t, map[string]string{"contact_info": `[
		{"contact_type":"email","contact_label":"","contact_value":"thuis@bos.example"},
		{"contact_type":"email2","contact_label":"","contact_value":"Carla@bos.example"}]`}))
	same(t, "contact_info", encoded(t, c)["contact_info"], `[
		{"contact_type":"phone","contact_label":"","contact_value":"+31612345678"},
		{"contact_type":"phone","contact_label":"2","contact_value":"+31687654321"},
		{"contact_type":"email","contact_label":"","contact_value":"thuis@bos.example"},
		{"contact_type":"email2","contact_label":"","contact_value":"Carla@bos.example"}]`)
}

func TestWhoIsNobodysParentAnyMore(t *testing.T) {
	t.Parallel()
	c := payload.Unrelated(*there(t, nil), 3, []int64{11, 99})
	same(t, "with a child of somebody's own", encoded(t, c), `{"first_name":"Carla Bos","last_name":"","isparent":true,
		"relationships":[
			{"related_person":20,"relationship_type":5,"relationship_label":"partner"},
			{"related_person":98,"relationship_type":3,"relationship_label":"pleegkind"}]}`)
	c = payload.Unrelated(*there(t, nil), 3, []int64{11, 98, 99})
	same(t, "without children", encoded(t, c), `{"first_name":"Carla Bos","last_name":"","isparent":false,
		"relationships":[{"related_person":20,"relationship_type":5,"relationship_label":"partner"}]}`)
}

func TestTheAddressesOfAParent(t *testing.T) {
	t.Parallel()
	row := func(kind, label, value string) string {
		return fmt.Sprintf(`{"contact_type":%q,"contact_label":%q,"contact_value":%q}`, kind, label, value)
	}
	list := func(rows ...string) string { return "[" + strings.Join(rows, ",") + "]" }
	for _, c := range []struct {
		name  string
		also  []string
		gone  []string
		there string
		want  string
	}{
		{"a second one behind the first", []string{"c@werk.example"}, nil, list(),
			list(row("email", "", "carla@bos.example"), row("email", "2", "c@werk.example"))},
		{"which of them comes first stays", []string{"c@werk.example"}, nil, list(row("email", "", "c@werk.example")),
			list(row("email", "", "c@werk.example"), row("email", "2", "carla@bos.example"))},
		{"one that stands in a row of somebody's own is not told twice", []string{"c@werk.example"}, nil,
			list(row("email", "", "carla@bos.example"), row("email", "thuis", "C@werk.example")),
			list(row("email", "", "carla@bos.example"), row("email", "thuis", "C@werk.example"))},
		{"the one before makes place", nil, []string{"c@oud.example"}, list(row("email", "", "c@oud.example")),
			list(row("email", "", "carla@bos.example"))},
		{"also behind the first", nil, []string{"c@oud.example"},
			list(row("email", "", "carla@bos.example"), row("email", "2", "c@oud.example")),
			list(row("email", "", "carla@bos.example"))},
		{"and when the new one stands elsewhere", nil, []string{"c@oud.example"},
			list(row("email", "", "c@oud.example"), row("email2", "", "carla@bos.example")), list(row("email2", "", "carla@bos.example"))},
		{"a second row of somebody's own stays", nil, nil, list(row("email", "2", "club@bos.example")),
			list(row("email", "", "carla@bos.example"), row("email", "2", "club@bos.example"))},
	} {
		p := carla
		p.Phones, p.Also = nil, c.also
		tie := of()
		tie.Gone = c.gone
		sent := payload.Parent(p, tie, there(t, map[string]string{"contact_info": c.there}))
		same(t, c.name, encoded(t, sent)["contact_info"], c.want)
	}
}

func TestWhoWasMadeByHandKeepsNameAndRows(t *testing.T) {
	t.Parallel()
	stands := map[string]string{
		"first_name": `"Jan"`, "last_name": `"Bakker"`,
		"contact_info": `[
			{"contact_type":"email","contact_label":"","contact_value":"carla@bos.example"},
			{"contact_type":"phone","contact_label":"","contact_value":"+31600000000"}]`,
		"addresses": `[{"address_label":"","street":"Kade 9","postal_code":"7097 ZZ","city":"Elzendam","country":"Nederland"}]`,
	}
	tie := of(11)
	tie.ByHand, tie.First = true, true
	c := payload.Parent(carla, tie, there(t, stands))
	if c.Name.First != "Jan" || c.Name.Last != "Bakker" || len(c.Relations) != 4 || !c.Membership.Parent {
		t.Errorf("%+v", c)
	}
	for _, key := range []string{"contact_info", "addresses", "infix"} {
		if value, told := encoded(t, c)[key]; told {
			t.Errorf("of another name: %s is %s", key, value)
		}
	}
	stands["first_name"], stands["last_name"] = `"Carla"`, `"Bos"`
	c = payload.Parent(carla, tie, there(t, stands))
	same(t, "contact_info the first time", encoded(t, c)["contact_info"], `[
		{"contact_type":"email","contact_label":"","contact_value":"carla@bos.example"},
		{"contact_type":"phone","contact_label":"","contact_value":"+31612345678"},
		{"contact_type":"phone","contact_label":"2","contact_value":"+31687654321"},
		{"contact_type":"phone","contact_label":"extra","contact_value":"+31600000000"}]`)
	same(t, "addresses the first time", encoded(t, c)["addresses"], `[
		{"address_label":"","street":"Dijk 3","postal_code":"7097 AB","city":"Elzendam","state":"","country":"Nederland"},
		{"address_label":"extra","street":"Kade 9","postal_code":"7097 ZZ","city":"Elzendam","state":"","country":"Nederland"}]`)
	tie.First = false
	c = payload.Parent(carla, tie, there(t, stands))
	if len(c.Contacts) != 3 || len(c.Addresses) != 1 {
		t.Errorf("later: %v %v", c.Contacts, c.Addresses)
	}
}

// Parent child list in hash → zero requests on an unchanged run.
func TestTheHashOfAParentCoversTheChildren(t *testing.T) {
	t.Parallel()
	changed := func(change func(*parents.Parent)) parents.Parent {
		p := carla
		change(&p)
		return p
	}
	hashes := map[string]string{payload.ParentHash(carla, []int64{11, 12}, false): "as before"}
	for name, hash := range map[string]string{
		"a child less":   payload.ParentHash(carla, []int64{11}, false),
		"another child":  payload.ParentHash(carla, []int64{11, 13}, false),
		"a member":       payload.ParentHash(carla, []int64{11, 12}, true),
		"another name":   payload.ParentHash(changed(func(p *parents.Parent) { p.Name = "C. Bos" }), []int64{11, 12}, false),
		"another number": payload.ParentHash(changed(func(p *parents.Parent) { p.Phones = p.Phones[:1] }), []int64{11, 12}, false),
		"at two addresses": payload.ParentHash(carla.Merge(parents.Parent{Email: "carla@werk.example", Name: "C. Bos"}),
			[]int64{11, 12}, false),
		"another address": payload.ParentHash(changed(func(p *parents.Parent) { p.Address.Number = "4" }), []int64{11, 12}, false),
	} {
		if other, twice := hashes[hash]; twice {
			t.Errorf("%s has the hash of %s", name, other)
		}
		hashes[hash] = name
	}
	if equal := changed(func(p *parents.Parent) { p.Children = nil }); payload.ParentHash(equal, []int64{11, 12},
		false) != payload.ParentHash(carla, []int64{11, 12}, false) {
		t.Error("the same parent has two hashes")
	}
}
