package search_test

import (
	"encoding/json"
	"fmt"
	"testing"

	"pgregory.net/rapid"

	"github.com/clubhuis/clubhuis/core/acf"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/search"
)

// hidde has one of everything that a search looks in.
func hidde() person.Person {
	p := named("Hidde", "van der", "Meer")
	p.Name.Nick, p.Membership.Code = "Hid", "HSTR10Q"
	p.Contacts = []person.Contact{
		{Type: "website", Value: "https://meer.example/5555"}, {Type: person.Email, Value: "h.vdmeer@club.example"},
		{Type: person.Mobile, Value: "+31 (0)6 5556-3484"}, {Type: person.Phone, Value: "0315 - 39 44 33 (thuis)"},
		{Type: "other", Value: "+49 151 2345678"},
	}
	p.Addresses = []person.Address{
		{Street: "Dorpsstraat 12a", PostalCode: "6998 AB", City: "Elzendam", Country: "Nederland"}, {City: "Oude-Tonge"},
	}
	p.Extra = acf.Extra{"shirt": json.RawMessage(`"Reus 7"`), "custom_assoc-id": json.RawMessage(`"ZZ99"`)}
	return p
}

// What is found, and why. contract: club §4.2
func TestWhySomebodyIsFound(t *testing.T) {
	t.Parallel()
	of := &person.Club{Searchable: []string{"shirt"}}
	const mobile, home = "[{mobile +31 (0)6 5556-3484}]", "[{phone 0315 - 39 44 33 (thuis)}]"
	const first, second = "[{address Dorpsstraat 12a, 6998 AB Elzendam}]", "[{address Oude-Tonge}]"
	for text, want := range map[string]string{
		"hidde": "[]", "meer hid": "[]", "VAN DER": "[]", "hstr10": "[{assoc-id HSTR10Q}]", "zz99": "[{custom_assoc-id ZZ99}]",
		"reus": "[{shirt Reus 7}]", "vdmeer": "[{email h.vdmeer@club.example}]",
		"hidde vdmeer club": "[{email h.vdmeer@club.example}]", "meer zz99 reus": "[{custom_assoc-id ZZ99} {shirt Reus 7}]",

		"0655563484": mobile, "06 5556 3484": mobile, "06-55563484": mobile, "+31 6 55563484": mobile, "+31655563484": mobile,
		"0031 6 5556 3484": mobile, "31655563484": mobile, "+31 (0)6 5556 3484": mobile, "3484": mobile, "5556 34": mobile,
		"(06) 5556.3484": mobile, "hidde 06 5556": mobile, "5556 hidde": mobile, "0315394433": home, "0315/39 44 33": home,
		"0049 151 2345678": "[{other +49 151 2345678}]", "+49 151 23": "[{other +49 151 2345678}]",
		"dorpsstraat": first, "dorps": first, "Dorpsstraat 12": first, "dorpsstraat 12A": first, "6998": first, "6998ab": first,
		"6998 AB": first, "elzendam hidde": first, "12a elzendam": first, "oude-tonge": second,
		"dorpsstraat 0655563484": "[{address Dorpsstraat 12a, 6998 AB Elzendam} {mobile +31 (0)6 5556-3484}]",

		"0655563485": "", "348": "", "06": "", "484 3": "", "5555": "", "straat": "", "lzendam": "", "12": "", "ab": "", "el": "",
		"nederland": "", "dorpsstraat 13": "", "hidde jansen": "", "dorpsstraat 0612345678": "", "kees 0655563484": "",
	} {
		q, p := parse(t, text), hidde()
		indexed := &person.Indexed{Person: &p, Club: of}
		if found := person.Keys.MatchAll(q.People(), indexed); found != (want != "") {
			t.Errorf("%q: found is %v", text, found)
		} else if why := fmt.Sprint(q.Why(indexed)); found && why != want {
			t.Errorf("%q: got %s, want %s", text, why, want)
		}
	}
}

// What not everybody reads finds nobody, also when it was set to be looked in.
func TestNobodyIsFoundByWhatIsEntrusted(t *testing.T) {
	t.Parallel()
	p := hidde()
	p.Membership.NoFee = true
	p.Extra["factuur-email"], p.Extra["_nikki_2026_saldo"] = json.RawMessage(`"reus@geheim.example"`), json.RawMessage(`4711`)
	indexed := &person.Indexed{Person: &p, Club: &person.Club{
		Searchable: []string{"factuur-email", "_nikki_2026_saldo", "_exclude_from_contributie", "shirt"},
	}}
	for text, want := range map[string]string{"geheim": "", "4711": "", "true": "", "reus": "[{shirt Reus 7}]"} {
		q := parse(t, text)
		if found := person.Keys.MatchAll(q.People(), indexed); found != (want != "") {
			t.Errorf("%q: found is %v", text, found)
		}
		if why := fmt.Sprint(q.Why(indexed)); want != "" && why != want || want == "" && why != "[]" {
			t.Errorf("%q: %s", text, why)
		}
	}
}

// Whoever is found without what was asked for in the name has something else that explains it.
func TestEverythingFoundIsExplained(t *testing.T) {
	t.Parallel()
	words := rapid.SampledFrom([]string{"hid", "meer", "06", "5556", "+31", "6", "dorps", "12", "elz", "club", "99", "ab", "6998", "x"})
	rapid.Check(t, func(t *rapid.T) {
		text := ""
		for range rapid.IntRange(1, 4).Draw(t, "words") {
			text += " " + words.Draw(t, "word")
		}
		q, p := search.Read(text), hidde()
		indexed := &person.Indexed{Person: &p, Club: club}
		found, inName := person.Keys.MatchAll(q.People(), indexed), q.InName(person.Keys.Of(person.KeyTitle, indexed))
		if explained := len(q.Why(indexed)) > 0; found && explained == inName || inName && !found {
			t.Fatalf("%q: found is %v, in the name %v, explained %v", text, found, inName, explained)
		}
	})
}

func TestAListMayBeSearchedForALetter(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]bool{
		"": true, " ": true, "h": true, "m": true, "x": false, "q": false, "h x": true, "h q": true, "ß": false,
	} {
		if got := finds(search.Read(text), hidde()); got != want {
			t.Errorf("%q: found is %v", text, got)
		}
	}
}

// contract: club §2.9-2
func TestFormerMembersAreNeverPushedOut(t *testing.T) {
	t.Parallel()
	for _, c := range [][4]int{
		{0, 0, 0, 0}, {5, 0, 5, 0}, {10, 0, 10, 0}, {99, 0, 10, 0}, {99, 1, 9, 1}, {99, 2, 8, 2}, {99, 50, 7, 3}, {8, 50, 7, 3},
		{6, 50, 6, 4}, {6, 3, 6, 3}, {0, 50, 0, 10}, {0, 4, 0, 4}, {9, 1, 9, 1},
	} {
		if current, former := search.Shares(c[0], c[1]); current != c[2] || former != c[3] {
			t.Errorf("of %d and %d: %d and %d", c[0], c[1], current, former)
		}
	}
}
