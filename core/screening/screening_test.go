package screening_test

import (
	"testing"

	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/record"
	"github.com/clubhuis/clubhuis/core/screening"
	"github.com/clubhuis/clubhuis/core/work"
)

var today = civil.Date{Year: 2026, Month: 11, Day: 24}

func day(text string) civil.Date {
	d, _ := civil.Parse(text)
	return d
}

// facts §6.9: expired when datum-vog is three years ago or longer
func TestTheStateOfACertificate(t *testing.T) {
	t.Parallel()
	for certificate, want := range map[string]screening.State{
		"": screening.Missing, "2020-01-01": screening.Expired, "2023-11-24": screening.Expired, "2023-11-25": screening.Expiring,
		"2023-12-24": screening.Expiring, "2023-12-25": screening.Valid, "2026-11-24": screening.Valid,
	} {
		if got := screening.StateOn(today, day(certificate)); got != want {
			t.Errorf("%q is %s, want %s", certificate, got, want)
		}
	}
}

// contract: club §2.11-8
func TestWhoIsCounted(t *testing.T) {
	t.Parallel()
	club := person.Club{Rules: work.DefaultRules()}
	club.Rules.ExemptCommittees = []int64{9}
	trainer := work.Entry{Group: 3, Title: "Trainer", Current: true}
	ended := trainer
	ended.End = today.AddDays(-1)
	in := func(group int64, title string) work.Entry {
		return work.Entry{Group: group, Kind: work.Committee, Title: title, Current: true}
	}
	somebody := func(certificate string, entries ...work.Entry) person.Person {
		p := person.Person{Work: entries}
		p.Membership.CertificateOn = day(certificate)
		return p
	}
	requested := func(p person.Person) person.Person { p.Screening.SubmittedOn = today; return p }
	former, late := somebody("", trainer), somebody("", trainer)
	former.Membership.Former, late.DiedOn = true, today
	for _, c := range []struct {
		name   string
		person person.Person
		want   screening.Counts
	}{
		{"a trainer without one", somebody("", trainer), screening.Counts{NotRequested: 1}},
		{"one whose certificate has expired", somebody("2023-11-24", trainer), screening.Counts{NotRequested: 1}},
		{"one who asked for it", requested(somebody("", trainer)), screening.Counts{Requested: 1}},
		{"one who asked for a new one", requested(somebody("2020-01-01", trainer)), screening.Counts{Requested: 1}},
		{"one whose certificate ends tomorrow", somebody("2023-11-25", trainer), screening.Counts{Expiring: 1}},
		{"one whose certificate ends in 30 days", somebody("2023-12-24", trainer), screening.Counts{Expiring: 1}},
		{"one whose certificate ends in 31 days", somebody("2023-12-25", trainer), screening.Counts{}},
		{"a former member", former, screening.Counts{}},
		{"somebody who died", late, screening.Counts{}},
		{"who trained until yesterday", somebody("", ended), screening.Counts{}},
		{"a player", somebody("", work.Entry{Group: 3, Title: "Speler", Current: true}), screening.Counts{}},
		{"in an exempt committee", somebody("", in(9, "Lid")), screening.Counts{}},
		{"there and elsewhere", somebody("", in(9, "Lid"), in(4, "Lid")), screening.Counts{NotRequested: 1}},
		{"in an excluded role", somebody("", in(4, "Erelid")), screening.Counts{}},
	} {
		passes := func(f record.Filter) bool {
			return record.Match(&f, person.Keys, 1, &person.Indexed{Person: &c.person, Club: &club})
		}
		got := screening.Count(today, func(f record.Filter) int {
			if passes(f) {
				return 1
			}
			return 0
		})
		if got != c.want {
			t.Errorf("%s: got %+v, want %+v", c.name, got, c.want)
		}
		asked := screening.Required(today, &c.person, club.Rules)
		rest := passes(person.Criteria{Today: today, Screened: new(bool)}.Filter())
		if rest == asked || c.want != (screening.Counts{}) && !asked {
			t.Errorf("%s: asked %v, not asked %v", c.name, asked, rest)
		}
	}
}

func TestNobodyIsAskedWithinAYear(t *testing.T) {
	t.Parallel()
	day := civil.Date{Year: 2026, Month: 6, Day: 15}
	for certificate, may := range map[civil.Date]bool{
		{}: true, {Year: 2023, Month: 6, Day: 15}: true, {Year: 2025, Month: 6, Day: 15}: true, {Year: 2025, Month: 6, Day: 16}: false,
		{Year: 2026, Month: 6, Day: 15}: false,
	} {
		if got := screening.MayAsk(day, certificate); got != may {
			t.Errorf("%v: %v", certificate, got)
		}
	}
}
