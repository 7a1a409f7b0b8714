package submission_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/clubhuis/clubhuis/core/federation"
	"github.com/clubhuis/clubhuis/core/submission"
)

// child is a member with parents, each "name|telephone|email".
func child(code, first, email string, parents ...string) federation.Member {
	m := federation.Member{Code: code, First: first, Last: "Bos", Email: email, Address: federation.Address{Street: "Dijk " + code}}
	for i, text := range parents {
		parts := strings.Split(text, "|")
		m.Parents[i] = federation.Parent{Name: parts[0], Telephone: parts[1], Email: parts[2]}
	}
	return m
}

func TestParents(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name string
		rows []federation.Member
		want []string // email, name, phones, address, children
	}{
		{"two parents of one child", []federation.Member{child("A", "Anna", "", "Carla Bos|06-12345678|carla@bos.example", "Bert Bos||bert@bos.example")}, []string{
			"bert@bos.example Bert Bos [] Dijk A [A]", "carla@bos.example Carla Bos [+31612345678] Dijk A [A]",
		}},
		{"deduplicated by e-mail across children, whatever the case", []federation.Member{
			child("A", "Anna", "", "Carla Bos|06-12345678|Carla@Bos.example "), child("B", "Bram", "", "||"), child("C", "Cas", "", "C. Bos|0612345678|carla@bos.example"),
			child("D", "Daan", "", "Carla|0687654321|CARLA@BOS.EXAMPLE"),
		}, []string{"carla@bos.example Carla Bos [+31612345678 +31687654321] Dijk A [A C D]"}},
		{"the name of the first child that tells one", []federation.Member{
			child("A", "Anna", "", "|06-12345678|c@bos.example"), child("B", "Bram", "", "Carla  Bos||c@bos.example"),
		}, []string{"c@bos.example Carla Bos [+31612345678] Dijk A [A B]"}},
		{"nobody without a name", []federation.Member{child("A", "Anna", "", "||c@bos.example")}, nil},
		{"nobody without an address", []federation.Member{child("A", "Anna", "", "Carla Bos||", "Bert Bos||geen")}, nil},
		{"both parents behind one address are one, of the first name", []federation.Member{child("A", "Anna", "", "Carla Bos|1|c@bos.example", "Bert Bos|2|c@bos.example")},
			[]string{"c@bos.example Carla Bos [1 2] Dijk A [A]"}},
		{"a number that is none stays as it came", []federation.Member{child("A", "Anna", "", "Carla Bos|overdag|c@bos.example")}, []string{
			"c@bos.example Carla Bos [overdag] Dijk A [A]",
		}},
		{"the child's own address, under another name", []federation.Member{child("A", "Anna", "c@bos.example", "Carla Bos||C@bos.example")}, []string{
			"c@bos.example Carla Bos [] Dijk A [A]",
		}},
		{"parent never merged into own child: a member who is the own parent", []federation.Member{child("A", "Anna", "a@bos.example", "ANNA  Bos||a@bos.example")}, nil},
		{"the same through the second address", []federation.Member{func() federation.Member {
			m := child("A", "Anna", "", "Anna Bos||a@bos.example")
			m.Email2 = "A@bos.example"
			return m
		}()}, nil},
		{"a child of the same name as its parent, at another address", []federation.Member{child("A", "Anna", "a@bos.example", "Anna Bos||moeder@bos.example")}, []string{
			"moeder@bos.example Anna Bos [] Dijk A [A]",
		}},
		{"a member who is a parent, with an own row that names nobody", []federation.Member{
			child("A", "Carla", "c@bos.example", "|1|c@bos.example"), child("B", "Bram", "", "Carla Bos|2|c@bos.example"),
		}, []string{"c@bos.example Carla Bos [2] Dijk B [B]"}},
	} {
		var got []string
		for _, p := range submission.Parents(c.rows, phone) {
			got = append(got, fmt.Sprint(p.Email, " ", p.Name, " ", p.Phones, " ", p.Address.Street, " ", p.Children))
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s:\n got %q\nwant %q", c.name, got, c.want)
		}
	}
}

func TestWhateverRowsTellNobodyIsTheirOwnParent(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		text := func(label string, choices ...string) string { return rapid.SampledFrom(choices).Draw(t, label) }
		rows := make([]federation.Member, rapid.IntRange(0, 5).Draw(t, "members"))
		for i := range rows {
			m := &rows[i]
			m.Code, m.First, m.Email = fmt.Sprint("M", i), text("first", "Anna", "Bram"), text("email", "", "x@y.example", "Z@y.example")
			for n := range m.Parents {
				m.Parents[n] = federation.Parent{
					Name: text("name", "", "anna", "Carla"), Email: text("parent", "", "x@y.example", "X@y.example ", "z@y.example", "geen"),
				}
			}
		}
		emails := map[string]bool{}
		for _, p := range submission.Parents(rows, phone) {
			if emails[p.Email] || p.Name == "" || len(p.Children) == 0 || !strings.Contains(p.Email, "@") {
				t.Fatalf("%+v", p)
			}
			emails[p.Email] = true
			for _, m := range rows {
				if slices.Contains(p.Children, m.Code) && strings.EqualFold(m.Email, p.Email) && strings.EqualFold(m.First, p.Name) {
					t.Fatalf("%s is a child of %+v", m.Code, p)
				}
			}
		}
	})
}

var carla = submission.Parent{
	Email: "carla@bos.example", Name: "Carla Bos", Phones: []string{"+31612345678", "+31687654321"},
	Address: federation.Address{Street: "Dijk", Number: "3", Zip: "7097 AB", City: "Elzendam", Country: "Nederland"}, Children: []string{"A", "B"},
}

func TestANewParent(t *testing.T) {
	t.Parallel()
	c := carla.Change([]int64{11, 12}, 3, nil)
	same(t, "acf", c.ACF, `{
		"first_name":"Carla Bos","last_name":"","isparent":true,
		"contact_info":[
			{"contact_type":"email","contact_label":"","contact_value":"carla@bos.example"},
			{"contact_type":"phone","contact_label":"","contact_value":"+31612345678"},
			{"contact_type":"phone","contact_label":"2","contact_value":"+31687654321"}],
		"addresses":[{"address_label":"","street":"Dijk 3","postal_code":"7097 AB","city":"Elzendam","country":"Nederland"}],
		"relationships":[
			{"related_person":11,"relationship_type":3,"relationship_label":""},
			{"related_person":12,"relationship_type":3,"relationship_label":""}]}`)
	if record, _ := kept(t, c, nil); record.Rows("relationships") != 2 || record.FullName() != "Carla Bos" {
		t.Errorf("%+v", record)
	}
}

// there is the person who is the parent in the application, with rows of volunteers.
func there(t *testing.T, members map[string]string) *submission.Record {
	t.Helper()
	record := submission.Record{ID: 7, ACF: map[string]json.RawMessage{
		"first_name": json.RawMessage(`"Carla Bos"`), "last_name": json.RawMessage(`""`), "infix": json.RawMessage(`""`), "assoc-id": json.RawMessage(`""`),
		"contact_info": json.RawMessage(`[
			{"contact_type":"phone","contact_label":"","contact_value":"+31600000000"},
			{"contact_type":"phone","contact_label":"3","contact_value":"+31600000003"},
			{"contact_type":"phone","contact_label":"Werk","contact_value":"+31600000001"},
			{"contact_type":"website","contact_label":"","contact_value":"https://carla.example"}]`),
		"addresses": json.RawMessage(`[]`),
		"relationships": json.RawMessage(`[
			{"related_person":20,"relationship_type":[5],"relationship_label":"partner","person_name":"Bert"},
			{"related_person":11,"relationship_type":"3","relationship_label":"oudste","person_name":"Anna"},
			{"related_person":99,"relationship_type":3,"relationship_label":"","person_name":"Weg"}]`),
	}}
	for key, value := range members {
		record.ACF[key] = json.RawMessage(value)
	}
	return &record
}

func TestAParentWhoStandsThere(t *testing.T) {
	t.Parallel()
	c := carla.Change([]int64{11, 12}, 3, there(t, nil))
	same(t, "contact_info", c.ACF["contact_info"], `[
		{"contact_type":"email","contact_label":"","contact_value":"carla@bos.example"},
		{"contact_type":"phone","contact_label":"","contact_value":"+31612345678"},
		{"contact_type":"phone","contact_label":"2","contact_value":"+31687654321"},
		{"contact_type":"phone","contact_label":"Werk","contact_value":"+31600000001"},
		{"contact_type":"website","contact_label":"","contact_value":"https://carla.example"}]`)
	same(t, "relationships", c.ACF["relationships"], `[
		{"related_person":20,"relationship_type":5,"relationship_label":"partner"},
		{"related_person":11,"relationship_type":3,"relationship_label":"oudste"},
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
		{"in parts, when somebody put it there so", map[string]string{"first_name": `"Carla"`, "last_name": `"Bos"`}, `{"first_name":"Carla","last_name":"Bos"}`},
		{"in parts that are not the site's", map[string]string{"first_name": `"Carla"`, "infix": `"de"`, "last_name": `"Bos"`}, `{"first_name":"Carla Bos","infix":"","last_name":""}`},
		{"of a member, as it is", map[string]string{"first_name": `"Karla"`, "last_name": `"Bos-Eik"`, "assoc-id": `"CC333"`}, `{"first_name":"Karla","last_name":"Bos-Eik"}`},
	} {
		sent := carla.Change(nil, 3, there(t, c.members)).ACF
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
	c := carla.Change([]int64{7, 11}, 3, there(t, map[string]string{"assoc-id": `"CC333"`}))
	for _, key := range []string{"contact_info", "addresses", "infix", "former_member", "assoc-id"} {
		if value, told := c.ACF[key]; told {
			t.Errorf("%s is %v", key, value)
		}
	}
	// Never a relation of somebody with themselves.
	same(t, "relationships", c.ACF["relationships"], `[
		{"related_person":20,"relationship_type":5,"relationship_label":"partner"},
		{"related_person":11,"relationship_type":3,"relationship_label":"oudste"}]`)
}

func TestAnAddressThatStandsInAnotherRowStays(t *testing.T) {
	t.Parallel()
	c := carla.Change(nil, 3, there(t, map[string]string{"contact_info": `[
		{"contact_type":"email","contact_label":"","contact_value":"thuis@bos.example"},
		{"contact_type":"email2","contact_label":"","contact_value":"Carla@bos.example"}]`}))
	same(t, "contact_info", c.ACF["contact_info"], `[
		{"contact_type":"phone","contact_label":"","contact_value":"+31612345678"},
		{"contact_type":"phone","contact_label":"2","contact_value":"+31687654321"},
		{"contact_type":"email","contact_label":"","contact_value":"thuis@bos.example"},
		{"contact_type":"email2","contact_label":"","contact_value":"Carla@bos.example"}]`)
}

// Parent child list in hash → zero requests on an unchanged run.
func TestTheHashOfAParentCoversTheChildren(t *testing.T) {
	t.Parallel()
	changed := func(change func(*submission.Parent)) submission.Parent {
		p := carla
		change(&p)
		return p
	}
	hashes := map[string]string{carla.Hash([]int64{11, 12}, false): "as before"}
	for name, hash := range map[string]string{
		"a child less": carla.Hash([]int64{11}, false), "another child": carla.Hash([]int64{11, 13}, false), "a member": carla.Hash([]int64{11, 12}, true),
		"another name":    changed(func(p *submission.Parent) { p.Name = "C. Bos" }).Hash([]int64{11, 12}, false),
		"another number":  changed(func(p *submission.Parent) { p.Phones = p.Phones[:1] }).Hash([]int64{11, 12}, false),
		"another address": changed(func(p *submission.Parent) { p.Address.Number = "4" }).Hash([]int64{11, 12}, false),
	} {
		if other, twice := hashes[hash]; twice {
			t.Errorf("%s has the hash of %s", name, other)
		}
		hashes[hash] = name
	}
	if equal := changed(func(p *submission.Parent) { p.Children = nil }); equal.Hash([]int64{11, 12}, false) != carla.Hash([]int64{11, 12}, false) {
		t.Error("the same parent has two hashes")
	}
}

func TestWhoIsNobodysParentAnyMore(t *testing.T) {
	t.Parallel()
	c := submission.Unrelated(*there(t, nil), 3)
	same(t, "acf", c.ACF, `{"first_name":"Carla Bos","last_name":"","isparent":false,
		"relationships":[{"related_person":20,"relationship_type":5,"relationship_label":"partner"}]}`)
	if c.Rows("relationships") != 1 || there(t, nil).Rows("relationships") != 3 || there(t, nil).Rows("first_name") != 0 {
		t.Error("rows are counted wrongly")
	}
}
