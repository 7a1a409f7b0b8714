package customer_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/sync/customer"
	"github.com/clubhuis/clubhuis/core/sync/dues"
	"github.com/clubhuis/clubhuis/core/sync/payload"
)

func born(year int) civil.Date { return civil.Date{Year: year, Month: 1, Day: 1} }

func TestWhoHasAnAddressThatSeveralHave(t *testing.T) {
	t.Parallel()
	const shared = "thuis@bos.example"
	member := customer.Person{Number: 5, Code: "A", Born: born(2014), Emails: []string{"Thuis@bos.example"}}
	older := customer.Person{Number: 6, Code: "B", Born: born(2012), Emails: []string{shared, shared, "b@bos.example"}}
	parent := customer.Person{Number: 1, Born: born(1980), Emails: []string{shared}}
	former := customer.Person{Number: 2, Code: "C", Left: true, Born: born(1960), Emails: []string{shared}}
	dead := customer.Person{Number: 3, Code: "D", Deceased: true, Born: born(1950), Emails: []string{shared}}
	unknown := customer.Person{Number: 4, Code: "E", Emails: []string{shared}}
	for name, c := range map[string]struct {
		people []customer.Person
		held   map[string]int64
		want   int64
	}{
		"a member before a parent":          {[]customer.Person{parent, member}, nil, 5},
		"the older before the younger":      {[]customer.Person{member, older}, nil, 6},
		"an unknown age last":               {[]customer.Person{unknown, member}, nil, 5},
		"a parent before who has left":      {[]customer.Person{former, parent}, nil, 1},
		"the dead last":                     {[]customer.Person{dead, former}, nil, 2},
		"who had it before keeps it":        {[]customer.Person{older, member, parent}, map[string]int64{shared: 1}, 1},
		"but not the dead":                  {[]customer.Person{dead, former}, map[string]int64{shared: 3}, 2},
		"nor who has it no more":            {[]customer.Person{older, member}, map[string]int64{shared: 99}, 6},
		"and of equals the lower number is": {[]customer.Person{{Number: 9, Code: "X", Emails: []string{shared}}, unknown}, nil, 4},
	} {
		got := customer.Claim(c.people, c.held)
		if got.Holder[shared] != c.want || len(got.Shared) < len(c.people)-1 {
			t.Errorf("%s: %+v", name, got)
		}
	}
	got := customer.Claim([]customer.Person{member, older}, nil)
	if !slices.Equal(got.Of[6], []string{shared, "b@bos.example"}) || len(got.Of[5]) != 0 {
		t.Errorf("%+v", got)
	}
}

// Every address has one holder who has it, and a second claim after the first changes nothing.
func TestClaimsAreStable(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		people := rapid.SliceOfNDistinct(rapid.Custom(func(t *rapid.T) customer.Person {
			return customer.Person{
				Number: rapid.Int64Range(1, 20).Draw(t, "number"), Code: rapid.SampledFrom([]string{"", "A"}).Draw(t, "code"),
				Born: born(rapid.IntRange(2000, 2003).Draw(t, "year")), Left: rapid.Bool().Draw(t, "left"),
				Emails: rapid.SliceOfN(rapid.SampledFrom([]string{"a@x.nl", "A@x.nl", "b@x.nl", "c@x.nl"}), 0, 3).Draw(t, "emails"),
			}
		}), 0, 8, func(p customer.Person) int64 { return p.Number }).Draw(t, "people")
		first := customer.Claim(people, nil)
		second := customer.Claim(people, first.Holder)
		if fmt.Sprint(first.Of) != fmt.Sprint(second.Of) {
			t.Fatalf("%v became %v", first.Of, second.Of)
		}
		seen := map[string]bool{}
		for number, emails := range first.Of {
			for _, email := range emails {
				if seen[customer.Key(email)] || first.Holder[customer.Key(email)] != number {
					t.Fatalf("%s of %d: %+v", email, number, first)
				}
				seen[customer.Key(email)] = true
			}
		}
	})
}

func TestFieldsOfTheClubsOwn(t *testing.T) {
	t.Parallel()
	p := customer.Person{
		Number: 1, Code: "AB12345", Since: born(2020), Teams: []string{"JO11-1", "JO13-2"}, RelationEnd: born(2026),
		Dues: []dues.Year{
			{Year: 2026, Total: 100, Balance: -350, Status: "Betaald"}, {Year: 2025, Total: 1, Balance: 1, Status: "Zwart"},
		},
	}
	numbers := customer.Numbers{
		customer.UnionTeams: 11, customer.PublicPersonID: 4, customer.MemberSince: 5, customer.NikkiBalance: 7,
		customer.NikkiStatus: 8, customer.RelationEnd: 0,
	}
	if got := fmt.Sprint(p.Fields(numbers)); got != "map[4:AB12345 5:2020-01-01 7:-3.50 8:Betaald 11:JO11-1, JO13-2]" {
		t.Errorf("%s", got)
	}
	if got := fmt.Sprint((&customer.Person{}).Fields(numbers)); got != "map[4: 5: 7: 8: 11:]" {
		t.Errorf("of nobody %q", got)
	}
	other := p
	other.Picture = 9
	if p.Hash(nil, numbers) == other.Hash(nil, numbers) || p.Hash(nil, numbers) == p.Hash([]string{"a@x.nl"}, numbers) {
		t.Error("the hash misses something")
	}
}

func TestWhatIsLoggedOfAConversation(t *testing.T) {
	t.Parallel()
	zone := time.FixedZone("x", 7200)
	c := customer.Conversation{
		ID: 501, Number: 7, Subject: " Vraag\n<b>&</b> ", Created: time.Date(2026, 3, 14, 22, 30, 0, 0, time.UTC),
		Link: "https://helpdesk.example/conversation/501",
	}
	a := c.Activity(zone)
	if a.On != (civil.Date{Year: 2026, Month: 3, Day: 15}) || a.Time != "00:30" ||
		a.Content != `<p>Helpdesk #7: <a href="https://helpdesk.example/conversation/501">Vraag &lt;b&gt;&amp;&lt;/b&gt;</a></p>` {
		t.Errorf("%+v", a)
	}
	longer := c
	longer.Link += "2"
	if list := []payload.Activity{longer.Activity(zone)}; c.Logged(list) || !longer.Logged(list) || !c.Logged(append(list, a)) {
		t.Error("another conversation counts as this one")
	}
}
