package mailing_test

import (
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/sync/federation"
	"github.com/clubhuis/clubhuis/core/sync/mailing"
)

func day(year int, month time.Month, of int) civil.Date {
	return civil.Date{Year: year, Month: month, Day: of}
}

// member is somebody with an address and parents, each "name|telephone|address".
func member(code, first, email string, parents ...string) federation.Member {
	m := federation.Member{Code: code, First: first, Last: "Bos", Email: email, UnionTeams: "JO" + code, AgeClass: "Onder " + code}
	for i, text := range parents {
		parts := strings.Split(text, "|")
		m.Parents[i] = federation.Parent{Name: parts[0], Telephone: parts[1], Email: parts[2]}
	}
	return m
}

// contract: sync §2.2
func TestTheFieldsOfAMember(t *testing.T) {
	t.Parallel()
	m := federation.Member{
		Code: "AB12345", First: "Jan", Infix: "van der", Last: "Berg", Gender: "Male", Birth: day(1990, 2, 3), Type: "Bondslid",
		AgeClass: "Senioren",
		Since:    day(2001, 8, 1), PhotoOn: day(2025, 9, 1), Email: " Jan@Voorbeeld.example ", Mobile: "06-12345678",
		Mobile2:   "0687654321",
		Telephone: "0314123456", Telephone2: "0314123457", UnionTeams: "2,JO13-1",
		Address: federation.Address{Street: "Kade", Number: "12", Appendix: "B", Zip: "7097 AB", City: "Elzendam",
			Country: "Nederland"},
		Parents: [2]federation.Parent{{Name: "Piet Berg", Telephone: "1"}, {Name: "Anna Berg", Telephone: "2"}},
	}
	got := mailing.Prepare([]federation.Member{m}, 1, func(code string) bool { return code == "AB12345" })
	want := mailing.Entry{Email: "Jan@Voorbeeld.example", Fields: map[string]string{
		"voornaam": "Jan", "tussenvoegsel": "van der", "achternaam": "Berg", "geboortedatum": "1990-02-03", "team": "2, JO13-1",
		"geslacht":           "M",
		"leeftijdscategorie": "Senioren", "relatiecode": "AB12345", "datumpasfoto": "2025-09-01", "lidsinds": "2001-08-01",
		"mobielnummer":  "06-12345678",
		"mobielnummer2": "0687654321", "telefoonnummer": "0314123456", "telefoonnummer2": "0314123457", "straatnaam": "Kade",
		"huisnummer":           "12",
		"huisnummertoevoeging": "B", "postcode": "7097 AB", "plaats": "Elzendam", "naamouder1": "Piet Berg", "naamouder2": "Anna Berg",
		"telefoonouder1": "1", "telefoonouder2": "2", "huidigvrijwilliger": "1", "oudervan": "",
	}}
	if !reflect.DeepEqual(got, mailing.Prepared{Lists: [][]mailing.Entry{{want}}}) {
		t.Errorf("got %+v", got)
	}
	if want.Key() != "jan@voorbeeld.example" {
		t.Errorf("key %q", want.Key())
	}
	m.Gender = "Female"
	entry := mailing.Prepare([]federation.Member{m}, 1, nil).Lists[0][0]
	if _, told := entry.Fields["huidigvrijwilliger"]; told || entry.Fields["geslacht"] != "V" {
		t.Errorf("got %+v", entry)
	}
	m.Gender = ""
	entry = mailing.Prepare([]federation.Member{m}, 1, func(string) bool { return false }).Lists[0][0]
	if entry.Fields["huidigvrijwilliger"] != "0" || entry.Fields["geslacht"] != "" {
		t.Errorf("got %+v", entry)
	}
}

func TestAParentsOwnEntry(t *testing.T) {
	t.Parallel()
	anna := member("11", "Anna", "", "Carla Bos|0612345678|Carla@bos.example")
	anna.Gender, anna.Birth, anna.PhotoOn, anna.Since = "Female", day(2015, 1, 1), day(2025, 9, 1), day(2020, 8, 1)
	anna.Mobile, anna.Mobile2, anna.Telephone, anna.Telephone2 = "1", "2", "3", "4"
	anna.Address = federation.Address{Street: "Dijk", Number: "3", Zip: "7097 AB", City: "Elzendam"}
	got := mailing.Prepare([]federation.Member{anna}, 1, func(string) bool { return true }).Lists[0]
	want := mailing.Entry{Email: "Carla@bos.example", Fields: map[string]string{
		"voornaam": "Carla Bos", "tussenvoegsel": "", "achternaam": "", "geboortedatum": "", "team": "JO11", "geslacht": "",
		"leeftijdscategorie": "Onder 11",
		"relatiecode":        "11", "datumpasfoto": "", "lidsinds": "", "mobielnummer": "", "mobielnummer2": "",
		"telefoonnummer": "0612345678", "telefoonnummer2": "",
		"straatnaam": "Dijk", "huisnummer": "3", "huisnummertoevoeging": "", "postcode": "7097 AB", "plaats": "Elzendam",
		"naamouder1": "Carla Bos",
		"naamouder2": "", "telefoonouder1": "0612345678", "telefoonouder2": "", "huidigvrijwilliger": "0", "oudervan": "Anna Bos",
	}}
	if !reflect.DeepEqual(got, []mailing.Entry{want}) {
		t.Errorf("got %+v", got)
	}
}

// contract: sync §2.2
func TestWhoStandsOnWhichList(t *testing.T) {
	t.Parallel()
	second := func(m federation.Member, email string) federation.Member { m.Email2 = email; return m }
	for _, c := range []struct {
		name  string
		rows  []federation.Member
		lists int
		want  string // list: address name (team; class; oudervan), excluded, invalid
	}{
		{"the second user of an address stands on the second list", []federation.Member{
			member("1", "Anna", "a@x.example"), member("2", "Bram", "A@X.example"), member("3", "Cas", "c@x.example"),
		}, 2, "1: a@x.example Anna (JO1; Onder 1; ), c@x.example Cas (JO3; Onder 3; ) | 2: A@X.example Bram (JO2; Onder 2; ) | 0 0"},
		{"beyond the lists they are counted", []federation.Member{
			member("1", "Anna", "a@x.example"), member("2", "Bram", "a@x.example"), member("3", "Cas", "a@x.example"),
		}, 1, "1: a@x.example Anna (JO1; Onder 1; ) | 2 0"},
		{"a member's second address", []federation.Member{second(member("1", "Anna", "a@x.example"), "b@x.example"),
			second(member("2", "Bram", "c@x.example"), "C@x.example")}, 1,
			"1: a@x.example Anna (JO1; Onder 1; ), b@x.example Anna (JO1; Onder 1; ), c@x.example Bram (JO2; Onder 2; ) | 0 0"},
		{"a parent of two stands once, with both", []federation.Member{
			member("1", "Anna", "", "Carla Bos||c@x.example"), member("2", "Bram", "", "||", "C. Bos||C@x.example"),
		}, 2, "1: c@x.example Carla Bos (JO1, JO2; Onder 1, Onder 2; Anna Bos, Bram Bos) | 2:  | 0 0"},
		{"what children share is told once", []federation.Member{
			member("1", "Anna", "", "Carla Bos||c@x.example"), member("1", "Bram", "", "Carla Bos||c@x.example"),
		}, 1, "1: c@x.example Carla Bos (JO1; Onder 1; Anna Bos, Bram Bos) | 0 0"},
		{"both parents behind one address", []federation.Member{member("1", "Anna", "", "Carla Bos||c@x.example",
			"Bert Bos||c@x.example")}, 2,
			"1: c@x.example Carla Bos (JO1; Onder 1; Anna Bos) | 2:  | 0 0"},
		{"a parent without a name", []federation.Member{member("1", "Anna", "", "||c@x.example")}, 1,
			"1: c@x.example Ouder/verzorger van Anna Bos (JO1; Onder 1; Anna Bos) | 0 0"},
		{"whose name another child tells", []federation.Member{member("1", "Anna", "", "||c@x.example"),
			member("2", "Bram", "", "Carla Bos||c@x.example")}, 1,
			"1: c@x.example Carla Bos (JO1, JO2; Onder 1, Onder 2; Anna Bos, Bram Bos) | 0 0"},
		{"a parent who is a member, before", []federation.Member{member("9", "Carla", "c@x.example"),
			member("1", "Anna", "", "Carla Bos||C@x.example")}, 2,
			"1: c@x.example Carla (JO9, JO1; Onder 9, Onder 1; Anna Bos) | 2:  | 0 0"},
		{"a parent who is a member, behind", []federation.Member{member("1", "Anna", "", "Carla Bos||C@x.example"),
			member("9", "Carla", "c@x.example")}, 2,
			"1: c@x.example Carla (JO9, JO1; Onder 9, Onder 1; Anna Bos) | 2:  | 0 0"},
		{"a child with its parent's address", []federation.Member{member("1", "Anna", "c@x.example", "Carla Bos||c@x.example")}, 2,
			"1: c@x.example Anna (JO1; Onder 1; ) | 2:  | 0 0"},
		{"and a brother without one: she is not his parent", []federation.Member{
			member("1", "Anna", "c@x.example", "Carla Bos||c@x.example"), member("2", "Bram", "", "Carla Bos||c@x.example"),
		}, 2, "1: c@x.example Anna (JO1; Onder 1; ) | 2:  | 0 0"},
		{"two children with their parent's address", []federation.Member{
			member("1", "Anna", "c@x.example", "Carla Bos||c@x.example"), member("2", "Bram", "c@x.example", "Carla Bos||c@x.example"),
		}, 2, "1: c@x.example Anna (JO1; Onder 1; ) | 2: c@x.example Bram (JO2; Onder 2; ) | 0 0"},
		{"what is no address", []federation.Member{
			second(member("1", "Anna", "geen"), "a b@x.example"), member("2", "Bram", "@x.example", "Carla Bos||c@", "Bert Bos||  "),
		}, 1, "1:  | 0 4"},
		{"list address removed when member leaves: who is not in the rows is on no list",
			[]federation.Member{member("1", "Anna", "a@x.example")}, 1,
			"1: a@x.example Anna (JO1; Onder 1; ) | 0 0"},
		{"nobody", nil, 1, "1:  | 0 0"},
		{"no lists", []federation.Member{member("1", "Anna", "a@x.example", "Carla Bos||c@x.example"),
			member("2", "Bram", "", "Carla Bos||c@x.example")}, 0, "2 0"},
	} {
		if got := show(mailing.Prepare(c.rows, c.lists, nil)); got != c.want {
			t.Errorf("%s:\n got %s\nwant %s", c.name, got, c.want)
		}
	}
}

func TestWhoHasDiedStandsOnNoListAndAmongNobodysChildren(t *testing.T) {
	t.Parallel()
	died := func(m federation.Member) federation.Member { m.Died = day(2026, time.March, 1); return m }
	anna := died(member("01", "Anna", "anna@x.example", "Piet|1|piet@x.example"))
	anna.Email2 = "anna@werk.example"
	for _, c := range []struct {
		name string
		rows []federation.Member
		want string
	}{
		{"neither the own addresses nor the parents'", []federation.Member{anna}, ""},
		{"the parent stands there for the other child", []federation.Member{
			anna, member("02", "Bram", "bram@x.example", "Piet|1|piet@x.example"),
		}, "bram@x.example Bram, piet@x.example Piet Bram Bos"},
		{"a parent who is a member has the other child alone", []federation.Member{
			anna, member("02", "Bram", "", "Piet|1|piet@x.example"), member("03", "Piet", "piet@x.example"),
		}, "piet@x.example Piet Bram Bos"},
		{"who shared the address is the first to have it", []federation.Member{
			anna, member("02", "Bram", "anna@x.example"),
		}, "anna@x.example Bram"},
		{"a parent who died as a member stays the child's parent", []federation.Member{
			died(member("01", "Piet", "piet@x.example")), member("02", "Bram", "", "Piet|1|piet@x.example"),
		}, "piet@x.example Piet Bram Bos"},
	} {
		var all []string
		for _, e := range mailing.Prepare(c.rows, 1, nil).Lists[0] {
			all = append(all, strings.TrimSpace(e.Email+" "+e.Fields["voornaam"]+" "+e.Fields["oudervan"]))
		}
		if got := strings.Join(all, ", "); got != c.want {
			t.Errorf("%s: %s", c.name, got)
		}
	}
}

func show(p mailing.Prepared) string {
	var lists []string
	for i, list := range p.Lists {
		var entries []string
		for _, e := range list {
			f := e.Fields
			entries = append(entries, fmt.Sprintf("%s %s (%s; %s; %s)", e.Email, f["voornaam"], f["team"], f["leeftijdscategorie"],
				f["oudervan"]))
		}
		lists = append(lists, fmt.Sprintf("%d: %s", i+1, strings.Join(entries, ", ")))
	}
	return strings.Join(append(lists, fmt.Sprint(p.Excluded, p.Invalid)), " | ")
}

// An address stands at most once on a list, every entry has an address, everybody with one is on a list or counted, and the order
// of the rows means nothing.
func TestAnAddressStandsOnceOnAList(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		addresses := rapid.SampledFrom([]string{"", "a@x.example", "A@x.example", "b@x.example", "c@x.example", "geen"})
		rows := make([]federation.Member, rapid.IntRange(0, 6).Draw(t, "members"))
		for i := range rows {
			rows[i] = member(fmt.Sprint(i), "Lid", addresses.Draw(t, "email"), "Ouder||"+addresses.Draw(t, "parent 1"), "||"+
				addresses.Draw(t, "parent 2"))
			rows[i].Email2 = addresses.Draw(t, "email 2")
		}
		lists := rapid.IntRange(1, 4).Draw(t, "lists")
		p := mailing.Prepare(rows, lists, nil)
		uses := map[string]int{}
		for n, list := range p.Lists {
			seen := map[string]bool{}
			for _, e := range list {
				if seen[e.Key()] || !strings.Contains(e.Email, "@") {
					t.Fatalf("%+v on list %d", e, n+1)
				}
				seen[e.Key()] = true
				if uses[e.Key()]++; uses[e.Key()] != n+1 {
					t.Fatalf("%s is on list %d, and not on one before", e.Email, n+1)
				}
			}
		}
		for _, m := range rows {
			for _, email := range []string{m.Email, m.Email2, m.Parents[0].Email, m.Parents[1].Email} {
				if strings.Contains(email, "@") && uses[strings.ToLower(email)] == 0 {
					t.Fatalf("%s is on no list", email)
				}
			}
		}
		before, turned := fmt.Sprint(rows), slices.Clone(rows)
		slices.Reverse(turned)
		if again := mailing.Prepare(turned, lists, nil); show(again) != show(p) {
			t.Fatalf("%s, in another order %s", show(p), show(again))
		}
		if fmt.Sprint(rows) != before {
			t.Fatal("the caller's rows were changed")
		}
	})
}

func TestTheHashOfAnEntry(t *testing.T) {
	t.Parallel()
	base := mailing.Entry{Email: "a@x.example", Fields: map[string]string{"voornaam": "Anna", "team": "1"}}
	if same := (mailing.Entry{Email: "a@x.example", Fields: map[string]string{"team": "1",
		"voornaam": "Anna"}}); same.Hash() != base.Hash() {
		t.Error("the same entry has two hashes")
	}
	for name, other := range map[string]mailing.Entry{
		"another address": {Email: "b@x.example", Fields: base.Fields},
		"another value":   {Email: base.Email, Fields: map[string]string{"voornaam": "Anna", "team": "2"}},
		"a field less":    {Email: base.Email, Fields: map[string]string{"voornaam": "Anna"}}, "no fields": {Email: base.Email},
	} {
		if other.Hash() == base.Hash() {
			t.Errorf("%s has the same hash", name)
		}
	}
}

func TestOnlyTheFieldsThatAListHas(t *testing.T) {
	t.Parallel()
	e := mailing.Entry{Email: "a@x.example", Fields: map[string]string{"voornaam": "Anna", "team": "1"}}
	got := e.Only([]string{"team", "relatiecode"})
	if !maps.Equal(got.Fields, map[string]string{"team": "1"}) || got.Email != e.Email || len(e.Fields) != 2 {
		t.Errorf("got %+v, from %+v", got, e)
	}
	if got := e.Only(nil); len(got.Fields) != 0 {
		t.Errorf("got %+v", got)
	}
}
