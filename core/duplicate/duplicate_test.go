package duplicate_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/clubhuis/clubhuis/core/acf"
	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/duplicate"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/work"
)

// somebody has this name, e-mail address, telephone number, date of birth and street.
func somebody(id person.ID, first, last, mail, phone, born, street string) person.Person {
	p := person.Person{ID: id, Name: person.Name{First: first, Last: last}, Visibility: person.Private}
	if mail != "" {
		p.Contacts = append(p.Contacts, person.Contact{Type: person.Email, Value: mail})
	}
	if phone != "" {
		p.Contacts = append(p.Contacts, person.Contact{Type: person.Mobile, Value: phone})
	}
	p.Birthdate, _ = civil.Parse(born)
	if street != "" {
		p.Addresses = []person.Address{{Street: street, PostalCode: "1234AB"}}
	}
	return p
}

func find(people ...person.Person) []duplicate.Found {
	var stored []person.Stored
	for i := range people {
		stored = append(stored, people[i].Store())
	}
	return duplicate.Find(stored)
}

func TestWhoIsProbablyOnePerson(t *testing.T) {
	t.Parallel()
	jan := somebody(1, "Jan", "Vries", "jan@club.example", "06-12345678", "2001-02-03", "Dorpsstraat 1")
	for name, one := range map[string]struct {
		other person.Person
		want  string
	}{
		"all alike": {somebody(2, "jan", "vries", "JAN@club.example", "+31612345678", "2001-02-03", "Dorpsstraat 1"),
			"[email phone birthdate address name]"},
		"a typing error":         {somebody(2, "Jan", "Vreis", "jan@club.example", "", "", ""), "[email similar_name]"},
		"an initial":             {somebody(2, "J.", "Vries", "", "0612345678", "", ""), "[phone similar_name]"},
		"the name and the birth": {somebody(2, "Jan", "Vries", "", "", "2001-02-03", ""), "[birthdate name]"},
		"day and month swapped":  {somebody(2, "Jan", "Vries", "jan@club.example", "", "2001-03-02", ""), "[email name]"},
		"turned round":           {somebody(2, "Vries", "Jan", "jan@club.example", "", "", ""), "[email name]"},
		"in one field":           {somebody(2, "Jan Vries", "", "jan@club.example", "", "", ""), "[email name]"},
		"a sister":               {somebody(2, "Anna", "Vries", "jan@club.example", "06-12345678", "", "Dorpsstraat 1"), ""},
		"the name alone":         {somebody(2, "Jan", "Vries", "", "", "", ""), ""},
		"father and son":         {somebody(2, "Jan", "Vries", "jan@club.example", "", "1970-05-06", "Dorpsstraat 1"), ""},
		"somebody else":          {somebody(2, "Piet", "Kok", "jan@club.example", "", "", ""), ""},
	} {
		got := ""
		if found := find(jan, one.other); len(found) > 0 {
			got = fmt.Sprint(found[0].Reasons)
		}
		if got != one.want {
			t.Errorf("%s: %s, want %s", name, got, one.want)
		}
	}
}

// Of those who are found some are dismissed, and some are not the viewer's: if the rest were cut off, it would never be seen.
func TestManyAreFound(t *testing.T) {
	t.Parallel()
	var people []person.Person
	for id := person.ID(1); id <= 2400; id += 2 {
		mail := fmt.Sprintf("jan%d@club.example", id)
		people = append(people, somebody(id, "Jan", "Vries", mail, "", "", ""), somebody(id+1, "J.", "Vries", mail, "", "", ""))
	}
	if found := find(people...); len(found) != 1200 {
		t.Errorf("%d found", len(found))
	}
}

// What too many have makes nobody a double: each with each would be two hundred million pairs.
func TestTheWorkIsBounded(t *testing.T) {
	t.Parallel()
	var stored []person.Stored
	for id := range person.ID(20_000) { // everybody has one address, one number and one street
		p := somebody(id+1, fmt.Sprintf("Jan%d", id), "Vries", "info@club.example", "0101234567", "2001-02-03", "Dorpsstraat 1")
		stored = append(stored, p.Store())
	}
	if found := duplicate.Find(stored); found != nil {
		t.Errorf("%d found", len(found))
	}
}

func TestAMergeKeepsWhatBothHave(t *testing.T) {
	t.Parallel()
	winner := somebody(1, "Jan", "Vries", "jan@club.example", "", "", "Dorpsstraat 1")
	loser := somebody(2, "Johan", "Vries", "JAN@club.example", "0612345678", "2001-02-03", "Kerkweg 5")
	winner.Labels, loser.Labels, loser.Photo = []int64{1}, []int64{1, 2}, 9
	winner.Relations = []person.Relation{{To: 2, Type: 1}, {To: 5, Type: 1}}
	loser.Relations = []person.Relation{{To: 1, Type: 1}, {To: 5, Type: 1}, {To: 6, Type: 1}}
	loser.Work = []work.Entry{{Group: 4, Title: "Trainer"}}
	loser.Visibility, loser.Membership.Former = person.InWorkspaces, true
	merged := duplicate.Merge(&winner, &loser, []string{"first_name", "_visibility"})
	if merged.Name.First != "Johan" || merged.Birthdate != loser.Birthdate || len(merged.Contacts) != 2 ||
		len(merged.Addresses) != 2 ||
		len(merged.Work) != 1 || merged.Photo != 9 || fmt.Sprint(merged.Labels) != "[1 2]" || len(merged.Relations) != 2 ||
		merged.Relations[1].To != 6 || merged.Visibility != person.Private || merged.Membership.Former || merged.ID != 1 {
		t.Errorf("merged %+v", merged)
	}
	if winner.Name.First != "Jan" || len(winner.Relations) != 2 || len(loser.Relations) != 3 {
		t.Error("the two were changed")
	}
	for _, d := range duplicate.Differences(&winner, &loser) {
		if d.Field == "contact_info" || d.Field == "_visibility" {
			t.Errorf("offered: %s", d.Field)
		}
	}
}

// A telephone number is one however it is written.
func TestAMergeThatDecidesAboutWhatIsEntrusted(t *testing.T) {
	t.Parallel()
	const key = "factuur-email"
	for _, c := range []struct {
		winner, loser string // "-" for none
		want          error
	}{
		{"-", "-", nil}, {`""`, "-", nil}, {"-", `""`, nil}, {`"a@b.nl"`, `"a@b.nl"`, nil},
		{`"a@b.nl"`, "-", duplicate.ErrEntrusted}, {"-", `"a@b.nl"`, duplicate.ErrEntrusted},
		{`"a@b.nl"`, `"c@b.nl"`, duplicate.ErrEntrusted}, {`""`, `"c@b.nl"`, duplicate.ErrEntrusted},
	} {
		winner, loser := somebody(1, "Jan", "Kok", "", "", "", ""), somebody(2, "J.", "Kok", "", "", "", "")
		if c.winner != "-" {
			winner.Extra = acf.Extra{key: json.RawMessage(c.winner)}
		}
		if c.loser != "-" {
			loser.Extra = acf.Extra{key: json.RawMessage(c.loser)}
		}
		if got := duplicate.CheckEntrusted(&winner, &loser); !errors.Is(got, c.want) {
			t.Errorf("%s and %s: %v", c.winner, c.loser, got)
		}
	}
	free := somebody(3, "Jan", "Kok", "", "", "", "")
	free.Membership.NoFee = true
	other := somebody(4, "Jan", "Kok", "", "", "", "")
	if err := duplicate.CheckEntrusted(&other, &free); !errors.Is(err, duplicate.ErrEntrusted) {
		t.Errorf("who pays no contribution: %v", err)
	}
}

func TestAMergeKeepsNoNumberTwice(t *testing.T) {
	t.Parallel()
	winner := somebody(1, "Jan", "Vries", "jan@club.example", "06-12345678", "", "")
	loser := somebody(2, "Jan", "Vries", "", "+31 6 12345678", "", "")
	loser.Contacts = append(loser.Contacts, person.Contact{Type: person.Email2, Value: "jan@club.example"},
		person.Contact{Type: person.Phone, Value: "020 1234567"}, person.Contact{Type: person.Website, Value: "jan@club.example"})
	var got []string
	for _, c := range duplicate.Merge(&winner, &loser, nil).Contacts {
		got = append(got, string(c.Type)+" "+c.Value)
	}
	if want := "[email jan@club.example mobile 06-12345678 phone 020 1234567 website jan@club.example]"; fmt.Sprint(got) != want {
		t.Errorf("got %v", got)
	}
}

// What was sent for a certificate is in meta, and of a place in a team there is one.
func TestAMergeKeepsStepsAndOnePlaceInATeam(t *testing.T) {
	t.Parallel()
	winner := somebody(1, "Jan", "Vries", "jan@club.example", "", "", "Dorpsstraat 1")
	loser := somebody(2, "Jan", "Vries", "jan@club.example", "", "", "Dorpsstraat 1")
	day := func(month time.Month) civil.Date { return civil.Date{Year: 2025, Month: month, Day: 1} }
	winner.Screening.MailedOn, loser.Screening.MailedOn, loser.Screening.SubmittedOn = day(5), day(6), day(7)
	loser.Meta = acf.Extra{"eigen": json.RawMessage(`"x"`)}
	winner.Work = []work.Entry{
		{Group: 4, Title: "Speler", Start: day(3), Current: true},
		{Group: 5, Title: "Speler", Start: day(1), End: day(2), Current: true},
	}
	loser.Work = []work.Entry{
		{Group: 4, Title: "Speler", Start: day(1), Current: true}, {Group: 4, Title: "Speler", Start: day(1), End: day(2)},
		{Group: 5, Title: "Speler", Start: day(3), Current: true}, // the winner's has ended, whatever it says
	}
	merged := duplicate.Merge(&winner, &loser, nil)
	if got := merged.Screening; got.MailedOn != day(5) || got.SubmittedOn != day(7) || string(merged.Meta["eigen"]) != `"x"` {
		t.Errorf("merged %+v, %s", got, merged.Meta)
	}
	if len(merged.Work) != 4 || merged.Work[0].Start != day(1) || winner.Work[0].Start != day(3) || winner.Meta != nil {
		t.Errorf("merged %+v; the winner is %+v", merged.Work, winner)
	}
}

func TestWhoMayNotBeMerged(t *testing.T) {
	t.Parallel()
	with := func(id person.ID, code string, administered bool) *person.Person {
		return &person.Person{ID: id, Membership: person.Membership{Code: code}, Administered: administered}
	}
	for n, one := range []struct {
		winner, loser *person.Person
		want          error
	}{
		{with(1, "A", true), with(1, "A", true), duplicate.ErrSame}, {with(1, "A", true), with(2, "B", true), duplicate.ErrBothMembers},
		{with(1, "", true), with(2, "B", true), duplicate.ErrOtherStays}, {with(1, "", false), with(2, "", true),
			duplicate.ErrOtherStays},
		{with(1, "A", true), with(2, "a", false), nil}, {with(1, "A", true), with(2, "", true), nil}, {with(1, "", false), with(2, "",
			false), nil},
		{with(1, "A", false), with(2, "", true), duplicate.ErrVouch}, {with(1, "", true), with(2, "A", false), duplicate.ErrOtherStays},
		{with(1, "A", false), with(2, "A", true), duplicate.ErrOtherStays},
	} {
		if err := duplicate.Check(one.winner, one.loser, false); !errors.Is(err, one.want) {
			t.Errorf("%d: %v", n, err)
		}
	}
	if err := duplicate.Check(with(1, "A", false), with(2, "", true), true); err != nil {
		t.Errorf("for who may vouch: %v", err)
	}
	if err := duplicate.Check(with(1, "", false), with(2, "", true), true); !errors.Is(err, duplicate.ErrOtherStays) {
		t.Errorf("without a code: %v", err)
	}
}
