package parents_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/clubhuis/clubhuis/core/sync/federation"
	"github.com/clubhuis/clubhuis/core/sync/parents"
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

// phone is a plain port of telephone numbers: Dutch numbers of ten digits.
func phone(text string) string {
	if digits := strings.ReplaceAll(text, "-", ""); len(digits) == 10 {
		return "+31" + digits[1:]
	}
	return text
}

var carla = parents.Parent{
	Email: "carla@bos.example", Name: "Carla Bos", Phones: []string{"+31612345678", "+31687654321"},
	Address:  federation.Address{Street: "Dijk", Number: "3", Zip: "7097 AB", City: "Elzendam", Country: "Nederland"},
	Children: []string{"A", "B"},
}

func TestParents(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name string
		rows []federation.Member
		want []string // email, name, phones, address, children
	}{
		{"two parents of one child", []federation.Member{child("A", "Anna", "", "Carla Bos|06-12345678|carla@bos.example",
			"Bert Bos||bert@bos.example")}, []string{
			"bert@bos.example Bert Bos [] Dijk A [A]", "carla@bos.example Carla Bos [+31612345678] Dijk A [A]",
		}},
		{"deduplicated by e-mail across children, whatever the case", []federation.Member{
			child("A", "Anna", "", "Carla Bos|06-12345678|Carla@Bos.example "), child("B", "Bram", "", "||"),
			child("C", "Cas", "", "C. Bos|0612345678|carla@bos.example"),
			child("D", "Daan", "", "Carla|0687654321|CARLA@BOS.EXAMPLE"),
		}, []string{"carla@bos.example Carla Bos [+31612345678 +31687654321] Dijk A [A C D]"}},
		{"the name of the first child that tells one", []federation.Member{
			child("A", "Anna", "", "|06-12345678|c@bos.example"), child("B", "Bram", "", "Carla  Bos||c@bos.example"),
		}, []string{"c@bos.example Carla Bos [+31612345678] Dijk A [A B]"}},
		{"nobody without a name", []federation.Member{child("A", "Anna", "", "||c@bos.example")}, nil},
		{"nobody without an address", []federation.Member{child("A", "Anna", "", "Carla Bos||", "Bert Bos||geen")}, nil},
		{"both parents behind one address are one, of the first name",
			[]federation.Member{child("A", "Anna", "", "Carla Bos|1|c@bos.example", "Bert Bos|2|c@bos.example")},
			[]string{"c@bos.example Carla Bos [1 2] Dijk A [A]"}},
		{"a number that is none stays as it came", []federation.Member{child("A", "Anna", "", "Carla Bos|overdag|c@bos.example")},
			[]string{
				"c@bos.example Carla Bos [overdag] Dijk A [A]",
			}},
		{"the child's own address, under another name", []federation.Member{child("A", "Anna", "c@bos.example",
			"Carla Bos||C@bos.example")}, []string{
			"c@bos.example Carla Bos [] Dijk A [A]",
		}},
		{"parent never merged into own child: a member who is the own parent",
			[]federation.Member{child("A", "Anna", "a@bos.example", "ANNA  Bos||a@bos.example")}, nil},
		{"the same through the second address", []federation.Member{func() federation.Member {
			m := child("A", "Anna", "", "Anna Bos||a@bos.example")
			m.Email2 = "A@bos.example"
			return m
		}()}, nil},
		{"a child of the same name as its parent, at another address",
			[]federation.Member{child("A", "Anna", "a@bos.example", "Anna Bos||moeder@bos.example")}, []string{
				"moeder@bos.example Anna Bos [] Dijk A [A]",
			}},
		{"a member who is a parent, with an own row that names nobody", []federation.Member{
			child("A", "Carla", "c@bos.example", "|1|c@bos.example"), child("B", "Bram", "", "Carla Bos|2|c@bos.example"),
		}, []string{"c@bos.example Carla Bos [2] Dijk B [B]"}},
	} {
		var got []string
		for _, p := range parents.Of(c.rows, phone) {
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
		for _, p := range parents.Of(rows, phone) {
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

func TestTheOrderOfTheRowsMeansNothingToParents(t *testing.T) {
	t.Parallel()
	rows := []federation.Member{
		child("B", "Bram", "", "C. Bos|2|c@bos.example"), child("C", "Cas", "", "Carla|3|c@bos.example"),
		child("A", "Anna", "", "Carla Bos|1|c@bos.example"),
	}
	before := fmt.Sprint(rows)
	got := parents.Of(rows, phone)
	if len(got) != 1 || got[0].Name != "Carla Bos" || got[0].Address.Street != "Dijk A" ||
		!slices.Equal(got[0].Phones, []string{"1", "2", "3"}) {
		t.Errorf("%+v", got)
	}
	if fmt.Sprint(rows) != before {
		t.Error("the caller's rows were put in another order")
	}
	slices.Reverse(rows)
	if again := parents.Of(rows, phone); fmt.Sprint(again) != fmt.Sprint(got) {
		t.Errorf("%+v, in another order %+v", got, again)
	}
}

func TestOneParentAtTwoAddressesHasTheChildrenAndNumbersOfBoth(t *testing.T) {
	t.Parallel()
	work := parents.Parent{Email: "carla@werk.example", Name: "C. Bos", Phones: []string{"+31687654321", "+31600000009"},
		Children: []string{"C", "B"}}
	both := carla.Merge(work)
	if got := fmt.Sprint(both.Name, both.Also, both.Phones, both.Children, both.Address == carla.Address); got !=
		"Carla Bos[carla@werk.example] [+31612345678 +31687654321 +31600000009] [A B C] true" {
		t.Error(got)
	}
	if len(carla.Phones) != 2 || len(carla.Children) != 2 {
		t.Error("the parent at one address is not as before")
	}
	if work.Merge(carla).Address != carla.Address {
		t.Error("an address that only one of them has is lost")
	}
}
