package person_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"pgregory.net/rapid"

	"github.com/clubhuis/clubhuis/core/acf"
	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/fold"
	"github.com/clubhuis/clubhuis/core/listing"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/record"
)

func TestTitleAndSlug(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name        person.Name
		title, slug string
	}{
		{person.Name{First: "Jan", Infix: "van der", Last: "Berg", Nick: "x"}, "Jan van der Berg", "jan-van-der-berg-12"},
		{person.Name{First: "Jan", Last: "Kok"}, "Jan Kok", "jan-kok-12"},
		{person.Name{First: " Jan ", Infix: " ", Last: " Kok"}, "Jan Kok", "jan-kok-12"},
		{person.Name{First: "Joël", Last: "Çelik-O'Brien"}, "Joël Çelik-O'Brien", "joel-celik-o-brien-12"},
		{person.Name{First: "100%", Last: "--x--"}, "100% --x--", "100-x-12"},
		{person.Name{}, "Naamloos", "naamloos-12"},
		{person.Name{First: "李"}, "李", "persoon-12"},
		{person.Name{First: strings.Repeat("a", 1000)}, strings.Repeat("a", 1000), strings.Repeat("a", 200) + "-12"},
	} {
		if got := c.name.Full(); got != c.title {
			t.Errorf("%+v: title %q, want %q", c.name, got, c.title)
		}
		if got := person.Slug(c.name, 12); got != c.slug {
			t.Errorf("%+v: slug %q, want %q", c.name, got, c.slug)
		}
	}
}

func TestASlugComesApartAgain(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		p := person.Person{ID: rapid.Int64Min(1).Draw(t, "id"), Name: person.Name{First: rapid.String().Draw(t, "first")}}
		name, id, ok := listing.SplitSlug(person.Slug(p.Name, p.ID))
		if key := person.Keys.Of(person.KeySlug, indexed(&p)); !ok || id != p.ID || name != key {
			t.Fatalf("got %q %d %v, want %q", name, id, ok, key)
		}
	})
}

// compare puts two people in a list's order.
func compare(order listing.Order, a, b *person.Person) int {
	sorting := record.SortedBy(person.Keys, order)
	return sorting.Compare(a.ID, person.Keys.Values(indexed(a)), b.ID, person.Keys.Values(indexed(b)))
}

func inOrder(names []person.Name, order listing.Order) []string {
	people := make([]person.Person, len(names))
	for i, name := range names {
		people[i] = person.Person{ID: person.ID(i + 1), Name: name}
	}
	slices.SortFunc(people, func(a, b person.Person) int { return compare(order, &a, &b) })
	sorted := make([]string, len(people))
	for i := range people {
		sorted[i] = people[i].Name.Full()
	}
	return sorted
}

func TestDutchNamesSortByLastNameWithoutInfix(t *testing.T) {
	t.Parallel()
	got := inOrder([]person.Name{
		{First: "Eva", Last: "Visser"}, {First: "Tom", Infix: "de", Last: "Leeuw"}, {First: "Bo", Last: "kok"},
		{First: "Ömer", Last: "Öztürk"},
		{First: "Noor", Last: "de Leeuw"}, {First: "Piet", Last: "van der Zwart"}, {First: "Luc", Last: "De Smet"},
		{First: "An", Last: "Kók"},
		{First: "Kim", Last: "op"}, {First: "Ot", Last: "van 't Hof"},
	}, listing.Order{By: []listing.Sort{{By: person.KeyLast}, {By: person.KeyFirst}}})
	want := []string{
		"Luc De Smet", "Ot van 't Hof", "An Kók", "Bo kok", "Noor de Leeuw", "Tom de Leeuw", "Kim op", "Ömer Öztürk", "Eva Visser",
		"Piet van der Zwart",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got  %q\nwant %q", got, want)
	}
}

func TestAgeGroupsSortFromYoungToOld(t *testing.T) {
	t.Parallel()
	want := []string{
		"", "Onder 6", "Onder 9", "Onder 9 Meiden", "onder  10", "Onder 10 Meiden", "Onder 19", "Onder 23", "Anders", "Onder elkaar",
		"Senioren", "Senioren Vrouwen",
	}
	keys := make([]string, len(want))
	for i, group := range want {
		p := person.Person{Membership: person.Membership{AgeGroup: group}}
		keys[i] = person.Keys.Of(person.KeyAgeGroup, indexed(&p))
		if got := person.Exact(keys[i]); got != group {
			t.Errorf("%q comes back as %q", group, got)
		}
	}
	if !slices.IsSorted(keys) {
		t.Errorf("got %q", keys)
	}
}

func TestWithoutALastNameTheFirstIsSortedBy(t *testing.T) {
	t.Parallel()
	got := inOrder([]person.Name{{First: "Wim"}, {First: "Bo", Last: "Visser"}, {First: "Karin de Boer", Last: " "}},
		listing.Order{By: []listing.Sort{{By: person.KeyLast}}})
	if want := []string{"Karin de Boer", "Bo Visser", "Wim"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestKeysOfAPerson(t *testing.T) {
	t.Parallel()
	p := jan()
	p.Membership.Code, p.Membership.Former = " BCDF12Ë", true
	for key, want := range map[string]string{
		person.KeyCreated: "2026-03-29T12:30:15.123456Z", person.KeyAuthor: listing.Number(p.Author), person.KeyTitle: "jan de wit",
		person.KeyFirst: "jan", person.KeyLast: "wit", person.KeySlug: "jan-de-wit", person.KeyCode: "bcdf12e",
		person.KeyMemberType: "",
		person.KeyAgeGroup:   "", person.KeySince: "", person.KeyCertificate: "2023-01-01", person.KeyBirthdate: "1990-05-06",
		person.KeyFormer: "1", person.KeyBlock: "0", person.KeyInfix: "de", person.KeyBirthMonth: "05", person.KeyHelpdesk: "",
		person.KeyMailed: "2026-01-01", person.KeySubmitted: "2026-01-02", person.KeyReminded: "2026-01-03", person.KeyPhotoDate: "",
		person.KeyGender: "male", person.KeyCity: "", person.KeyAddress: "jan@club.example", person.KeyEmail: "1",
		person.KeyPhone: "1", person.KeyPhoto: "0",
		person.KeyDeceased: "0", person.KeyLabels: "\n6\n", person.KeyGroups: "\n3\t9999-12-31\n",
		person.KeyFunctions: "\ntrainer\t9999-12-31\tTrainer\n",
		person.KeyParent:    "0", person.KeyVolunteer: "9999-12-31", person.KeySearch: "\njan de wit\njantje\nbcdf12e\njan@club.example\n",
	} {
		if got := person.Keys.Of(key, indexed(&p)); got != want {
			t.Errorf("%s is %q, want %q", key, got, want)
		}
	}
}

func TestLongKeysAreCut(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("李", 500)
	p := person.Person{Name: person.Name{First: long, Last: long},
		Membership: person.Membership{Code: long, Type: long, AgeGroup: long}}
	values := person.Keys.Values(indexed(&p))
	for i := range person.Keys.Names() {
		value := values.At(i)
		if person.Keys.Names()[i] == person.KeySearch {
			if !strings.Contains(value, "\n"+fold.Key(long+" "+long)+"\n") {
				t.Errorf("what is searched in was cut to %d bytes", len(value))
			}
			continue
		}
		if len(value) > 400 || !utf8.ValidString(value) {
			t.Errorf("%s: %d bytes", person.Keys.Names()[i], len(value))
		}
	}
	if first := person.Keys.Of(person.KeyFirst, indexed(&p)); len(first) < 397 || !strings.HasPrefix(fold.Key(long), first) {
		t.Errorf("cut to %d bytes", len(first))
	}
}

func TestEveryKeySorts(t *testing.T) {
	t.Parallel()
	older := jan()
	older.Work[0].End, older.Contacts = asOf.Day, nil
	younger := older.Clone()
	younger.ID = 13
	raise := map[string]func(*person.Person){
		person.KeyCreated:     func(p *person.Person) { p.Created = p.Created.Add(time.Microsecond) },
		person.KeyModified:    func(p *person.Person) { p.Modified = p.Modified.Add(time.Microsecond) },
		person.KeyAuthor:      func(p *person.Person) { p.Author++ },
		person.KeyTitle:       func(p *person.Person) { p.Name.First = "Zeger" },
		person.KeyFirst:       func(p *person.Person) { p.Name.First = "Zeger" },
		person.KeyLast:        func(p *person.Person) { p.Name.Last = "Zwart" },
		person.KeySlug:        func(p *person.Person) { p.Name.First = "Zeger" },
		person.KeyCode:        func(p *person.Person) { p.Membership.Code = "A" },
		person.KeyMemberType:  func(p *person.Person) { p.Membership.Type = "Bondslid" },
		person.KeyAgeGroup:    func(p *person.Person) { p.Membership.AgeGroup = "Onder 9" },
		person.KeySince:       func(p *person.Person) { p.Membership.Since = asOf.Day },
		person.KeyUntil:       func(p *person.Person) { p.Membership.Until = asOf.Day },
		person.KeyCertificate: func(p *person.Person) { p.Membership.CertificateOn = asOf.Day },
		person.KeyBirthdate:   func(p *person.Person) { p.Birthdate = asOf.Day },
		person.KeyFormer:      func(p *person.Person) { p.Membership.Former = true },
		person.KeyBlock:       func(p *person.Person) { p.Membership.FinancialBlock = true },
		person.KeyInfix:       func(p *person.Person) { p.Name.Infix = "van" },
		person.KeySearch:      func(p *person.Person) { p.Name.First = "Zeger" },
		person.KeyReach:       func(p *person.Person) { p.Addresses = append(p.Addresses, person.Address{City: "Zwolle"}) },
		person.KeyMailed:      func(p *person.Person) { p.Screening.MailedOn = asOf.Day },
		person.KeySubmitted:   func(p *person.Person) { p.Screening.SubmittedOn = asOf.Day },
		person.KeyReminded:    func(p *person.Person) { p.Screening.RemindedOn = asOf.Day },
		person.KeyPhotoDate:   func(p *person.Person) { p.Membership.PhotoOn = asOf.Day },
		person.KeyBirthMonth:  func(p *person.Person) { p.Birthdate.Month = 12 },
		person.KeyBirthday:    func(p *person.Person) { p.Birthdate.Month = 12 },
		person.KeyAssociation: func(p *person.Person) { p.Membership.Type = "Bondslid" },
		person.KeyHelpdesk:    func(p *person.Person) { p.Membership.HelpdeskID = "7" },
		person.KeyParent:      func(p *person.Person) { p.Membership.Parent = true },
		person.KeyVolunteer:   func(p *person.Person) { p.Work[0].End = civil.Date{} },
		person.KeyScreened:    func(p *person.Person) { p.Work[0].End = civil.Date{} },
		person.KeyGender:      func(p *person.Person) { p.Gender = "prefer_not_to_say" },
		person.KeyCity:        func(p *person.Person) { p.Addresses = []person.Address{{City: "Zwolle"}} },
		person.KeyAddress: func(p *person.Person) {
			p.Contacts = append(p.Contacts, person.Contact{Type: person.Email, Value: "zz"})
		},
		person.KeyEmail: func(p *person.Person) {
			p.Contacts = append(p.Contacts, person.Contact{Type: person.Email2, Value: "x"})
		},
		person.KeyPhone: func(p *person.Person) {
			p.Contacts = append(p.Contacts, person.Contact{Type: person.Phone, Value: "1"})
		},
		person.KeyPhoto:     func(p *person.Person) { p.Photo = 7 },
		person.KeyDeceased:  func(p *person.Person) { p.DiedOn = asOf.Day },
		person.KeyLabels:    func(p *person.Person) { p.Labels = append(p.Labels, 9) },
		person.KeyGroups:    func(p *person.Person) { p.Work[0].End = civil.Date{} },
		person.KeyFunctions: func(p *person.Person) { p.Work[0].End = civil.Date{} },
		person.KeyHousehold: func(p *person.Person) {
			p.Addresses = []person.Address{{Street: "Dorpsstraat 1", PostalCode: "1234 AB"}}
		},
		person.KeyNoFee: func(p *person.Person) { p.Membership.NoFee = true },
		person.KeyDues: func(p *person.Person) {
			p.Extra = acf.Extra{"_nikki_2025_total": []byte("180")}
		},
		person.KeyWorkspaces: func(p *person.Person) {
			p.Visibility, p.Workspaces = person.InWorkspaces, []int64{9}
		},
	}
	compared := func(by string, desc bool, a, b *person.Person) int {
		return compare(listing.Order{By: []listing.Sort{{By: by, Desc: desc}}}, a, b)
	}
	for _, key := range person.Keys.Names() {
		if raise[key] == nil {
			t.Errorf("%s has no case here", key)
			continue
		}
		higher := older.Clone()
		higher.ID = 1 // the number alone would put it first
		raise[key](&higher)
		if compared(key, false, &older, &higher) >= 0 || compared(key, false, &higher, &older) <= 0 ||
			compared(key, true, &higher, &older) >= 0 {
			t.Errorf("%s does not sort", key)
		}
		if compared(key, false, &older, &younger) >= 0 || compared(key, true, &older, &younger) <= 0 {
			t.Errorf("%s: equal people are not ordered by number", key)
		}
	}
}

func TestAnOrderIsTotal(t *testing.T) {
	t.Parallel()
	first, second, last := jan(), jan(), jan()
	first.ID, second.ID, last.ID, last.Name.First = 1, 2, 3, "Zeger"
	byLast, byFirst := listing.Sort{By: person.KeyLast}, listing.Sort{By: person.KeyFirst}
	down := func(s listing.Sort) listing.Sort { s.Desc = true; return s }
	for _, c := range []struct {
		name  string
		order []listing.Sort
		want  string
	}{
		{"by number without an order", nil, "[1 2 3]"},
		{"the second key decides between equal first ones", []listing.Sort{byLast, down(byFirst)}, "[3 1 2]"},
		{"the number goes the way of the first key", []listing.Sort{down(byLast), byFirst}, "[2 1 3]"},
	} {
		sorted := []person.Person{second, last, first}
		slices.SortFunc(sorted, func(a, b person.Person) int {
			return compare(listing.Order{By: c.order}, &a, &b)
		})
		if got := fmt.Sprint([]person.ID{sorted[0].ID, sorted[1].ID, sorted[2].ID}); got != c.want {
			t.Errorf("%s: got %s, want %s", c.name, got, c.want)
		}
	}
}

func TestMemberTypesAreToldApartToTheLetter(t *testing.T) {
	t.Parallel()
	for _, memberType := range []string{"", "Junior", "JUNIOR", "Lid van Verdienste", "Bondslid\tx", "é"} {
		if got := person.Exact(person.MemberTypeKey(memberType)); got != memberType {
			t.Errorf("%q comes back as %q", memberType, got)
		}
	}
	keys := []string{person.MemberTypeKey(""), person.MemberTypeKey("Bondslid"), person.MemberTypeKey("JUNIOR"),
		person.MemberTypeKey("Junior"), person.MemberTypeKey("Senior")}
	if !slices.IsSorted(keys) || len(slices.Compact(slices.Clone(keys))) != len(keys) {
		t.Errorf("got %q", keys)
	}
}

func TestListsOfMemberTypesBeginWithTheKnownOnes(t *testing.T) {
	t.Parallel()
	var counts []listing.Count
	for _, memberType := range []string{"", "Bondslid", "Donateur", "Erelid", "junior", "Junior", "Lid van Verdienste", "Senior"} {
		counts = append(counts, listing.Count{Value: memberType, Count: 1})
	}
	got := []string{}
	for _, count := range person.SortMemberTypes(counts) {
		got = append(got, count.Value)
	}
	if want := []string{
		"Junior",
		"Senior",
		"Donateur",
		"Lid van Verdienste",
		"",
		"Bondslid",
		"Erelid",
		"junior",
	}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestWhatASearchForSomebodyLooksIn(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name string
		edit func(*person.Person)
		want string
	}{
		{"the full name", func(p *person.Person) { p.Name = person.Name{First: " Joël", Infix: "DE", Last: "Wit "} },
			"\njoel de wit\n"},
		{"the nickname, the code, and each but once", func(p *person.Person) {
			p.Name, p.Membership.Code = person.Name{First: "Jan", Nick: "JAN"}, "BC12"
		}, "\njan\nbc12\n"},
		{"the other code", func(p *person.Person) { p.Extra = acf.Extra{"custom_assoc-id": json.RawMessage(`12`)} },
			"\nnaamloos\n12\n"},
		{"e-mail addresses, no other contacts", func(p *person.Person) {
			p.Contacts = []person.Contact{{Type: "phone", Value: "06"}, {Type: person.Email, Value: "A@b.nl"},
				{Type: person.Email2, Value: "c@d.nl"}}
		}, "\nnaamloos\na@b.nl\nc@d.nl\n"},
		{"the fields that the club searches in", func(p *person.Person) {
			p.Extra = acf.Extra{"city": json.RawMessage(`"Den  Haag"`), "street": json.RawMessage(`"Kade"`)}
		}, "\nnaamloos\nden haag\n"},
		{"known ones too", func(p *person.Person) { p.Membership.HelpdeskID, p.Membership.Type = "771", "Senior" },
			"\nnaamloos\n771\n"},
		{"but texts and numbers only", func(p *person.Person) { p.Extra = acf.Extra{"city": json.RawMessage(`["x"]`)} },
			"\nnaamloos\n"},
		{"a text of several lines is one", func(p *person.Person) { p.Extra = acf.Extra{"city": json.RawMessage(`"a\nb"`)} },
			"\nnaamloos\na b\n"},
	} {
		var p person.Person
		c.edit(&p)
		if got := person.Keys.Of(person.KeySearch, indexed(&p)); got != c.want {
			t.Errorf("%s: got %q, want %q", c.name, got, c.want)
		}
	}
}

func TestALineIsFoundAsAWhole(t *testing.T) {
	t.Parallel()
	p := jan()
	p.Membership.Code = "BC12"
	for text, want := range map[string]bool{"bc12": true, "BC12": true, "bc1": false, "c12": false, "jan@club.example": true,
		"jan": false, "Jantje": true} {
		if got := person.Keys.Match(person.Line(text), indexed(&p)); got != want {
			t.Errorf("%q: got %v", text, got)
		}
	}
}
