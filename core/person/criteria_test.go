package person_test

import (
	"fmt"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/listing"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/work"
)

func yes() *bool { is := true; return &is }

func no() *bool { return new(bool) }

func TestCriteria(t *testing.T) {
	t.Parallel()
	today := asOf.Day // 2026-03-29
	day := func(year int, month time.Month, of int) civil.Date {
		return civil.Date{Year: year, Month: month, Day: of}
	}
	until := func(end civil.Date) person.Person {
		return person.Person{Work: []work.Entry{{Group: 3, Title: "Trainer", Current: true, End: end}}}
	}
	born := func(on civil.Date) person.Person { return person.Person{Birthdate: on} }
	leaves := func(on civil.Date) person.Person { return person.Person{Membership: person.Membership{Until: on}} }
	changed := func(at time.Time) person.Person { return person.Person{Modified: at} }
	member := func(m person.Membership) person.Person { return person.Person{Membership: m} }
	step := func(s person.Screening) person.Person { return person.Person{Screening: s} }
	mailed, submitted, reminded := step(person.Screening{MailedOn: today}), step(person.Screening{SubmittedOn: today}),
		step(person.Screening{RemindedOn: today})
	for _, c := range []struct {
		name     string
		criteria person.Criteria
		fits     []person.Person
		misfits  []person.Person
	}{
		{"nothing asked", person.Criteria{}, []person.Person{{}, jan(), {Membership: person.Membership{Former: true}}}, nil},
		{"a name", person.Criteria{Search: person.Named([]string{"wit", "ja"})}, []person.Person{jan()},
			[]person.Person{{Name: person.Name{First: "Jan"}}}},
		{"mine", person.Criteria{Ownership: "mine", Viewer: 1}, []person.Person{{Author: 1}}, []person.Person{{Author: 2}, {}}},
		{"somebody else's", person.Criteria{Ownership: "shared", Viewer: 1}, []person.Person{{Author: 2}, {}},
			[]person.Person{{Author: 1}}},
		{"everybody's", person.Criteria{Ownership: "all", Viewer: 1}, []person.Person{{Author: 1}, {Author: 2}}, nil},
		{
			"changed within a week, to the microsecond", person.Criteria{ModifiedDays: 7, Now: now},
			[]person.Person{changed(now), changed(now.AddDate(0, 0, -7))},
			[]person.Person{changed(now.AddDate(0, 0, -7).Add(-time.Microsecond))},
		},
		{
			"born in a span of years", person.Criteria{BornFrom: 1990, BornTo: 1991},
			[]person.Person{born(day(1990, 1, 1)), born(day(1991, 12, 31))},
			[]person.Person{born(day(1989, 12, 31)), born(day(1992, 1, 1)), {}},
		},
		{
			"one year alone is that year", person.Criteria{BornFrom: 1990},
			[]person.Person{born(day(1990, 12, 31))}, []person.Person{born(day(1991, 1, 1)), born(day(1989, 12, 31))},
		},
		{"whichever of the two", person.Criteria{BornTo: 1990}, []person.Person{born(day(1990, 1, 1))},
			[]person.Person{born(day(1989, 12, 31)), {}}},
		{"years the wrong way round", person.Criteria{BornFrom: 1991, BornTo: 1990}, nil,
			[]person.Person{born(day(1990, 1, 1)), born(day(1991, 1, 1))}},
		{
			"up to the last year", person.Criteria{BornFrom: 2000, BornTo: 9999},
			[]person.Person{born(day(2000, 1, 1)), born(day(9999, 12, 31))}, []person.Person{born(day(1999, 12, 31)), {}},
		},
		{
			"born in a month", person.Criteria{BirthMonth: 5},
			[]person.Person{born(day(1990, 5, 1)), born(day(2001, 5, 31))},
			[]person.Person{born(day(1990, 4, 30)), born(day(1990, 6, 5)), {}},
		},
		{
			"a member type to the letter", person.Criteria{MemberTypes: []string{"Junior"}},
			[]person.Person{member(person.Membership{Type: "Junior"})},
			[]person.Person{member(person.Membership{Type: "JUNIOR"}), member(person.Membership{Type: "Junior "}), {}},
		},
		{
			"an age group to the letter", person.Criteria{AgeGroups: []string{"Onder 9"}},
			[]person.Person{member(person.Membership{AgeGroup: "Onder 9"})},
			[]person.Person{member(person.Membership{AgeGroup: "Onder 9 Meiden"}), member(person.Membership{AgeGroup: "onder 9"}), {}},
		},
		{
			"volunteers of today", person.Criteria{Volunteer: yes(), Today: today},
			[]person.Person{until(today), until(civil.Date{}), until(today.AddDays(1))}, []person.Person{until(today.AddDays(-1)), {}},
		},
		{
			"everybody else", person.Criteria{Volunteer: no(), Today: today},
			[]person.Person{until(today.AddDays(-1)), {}}, []person.Person{until(today), until(civil.Date{})},
		},
		{"blocked", person.Criteria{Blocked: yes()}, []person.Person{member(person.Membership{FinancialBlock: true})},
			[]person.Person{{}}},
		{"not blocked", person.Criteria{Blocked: no()}, []person.Person{{}},
			[]person.Person{member(person.Membership{FinancialBlock: true})}},
		{"without the day of a photo", person.Criteria{NoPhotoDate: true}, []person.Person{{}, {Photo: 7}},
			[]person.Person{member(person.Membership{PhotoOn: today})}},
		{
			"leaving today or later", person.Criteria{Leaving: true, Today: today},
			[]person.Person{leaves(today), leaves(today.AddDays(400))}, []person.Person{leaves(today.AddDays(-1)), {}},
		},
		{"mailed", person.Criteria{Mailed: yes()}, []person.Person{mailed}, []person.Person{{}, submitted, reminded}},
		{"not mailed", person.Criteria{Mailed: no()}, []person.Person{{}, submitted, reminded}, []person.Person{mailed}},
		{"submitted", person.Criteria{Submitted: yes()}, []person.Person{submitted}, []person.Person{{}, mailed, reminded}},
		{"not submitted", person.Criteria{Submitted: no()}, []person.Person{{}, mailed}, []person.Person{submitted}},
		{"reminded", person.Criteria{Reminded: yes()}, []person.Person{reminded}, []person.Person{{}, mailed, submitted}},
		{"not reminded", person.Criteria{Reminded: no()}, []person.Person{{}, submitted}, []person.Person{reminded}},
		{
			"all questions at once", person.Criteria{BirthMonth: 5, Search: person.Named([]string{"jan"}), Blocked: no(), Volunteer: yes(), Today: today,
				BornFrom: 1990},
			[]person.Person{jan()}, []person.Person{born(day(1990, 5, 6)), {}},
		},
	} {
		filter := c.criteria.Filter()
		for i, p := range c.fits {
			if !matches(filter, &p) {
				t.Errorf("%s: misses case %d", c.name, i)
			}
		}
		for i, p := range c.misfits {
			if matches(filter, &p) {
				t.Errorf("%s: finds case %d", c.name, i)
			}
		}
	}
}

// Of the questions about a certificate's date one counts.
func TestWhoseCertificateIsAskedFor(t *testing.T) {
	t.Parallel()
	today := asOf.Day
	old := today.AddYears(-3)
	dates := []struct {
		name string
		on   civil.Date
	}{
		{"none", civil.Date{}}, {"five years", today.AddYears(-5)}, {"three years and a day", old.AddDays(-1)}, {"three years", old},
		{"a day less", old.AddDays(1)}, {"thirty days less", old.AddDays(30)}, {"thirty-one days less", old.AddDays(31)},
		{"today", today},
	}
	for _, c := range []struct {
		name     string
		criteria person.Criteria
		want     string // a letter for each of the dates, x for those found
	}{
		{"nothing", person.Criteria{}, "xxxxxxxx"},
		{"none", person.Criteria{NoCertificate: true}, "x......."},
		{"as old as this or older", person.Criteria{CertificateYears: 3}, ".xxx...."},
		{"older still", person.Criteria{CertificateYears: 5}, ".x......"},
		{"none, or as old as this", person.Criteria{NoCertificate: true, CertificateYears: 3}, "xxxx...."},
		{"a new one", person.Criteria{CertificateKind: "nieuw"}, "x......."},
		{"a renewal: what is three years old has expired", person.Criteria{CertificateKind: "vernieuwing"}, ".xxx...."},
		{"a renewal after so many years", person.Criteria{CertificateKind: "vernieuwing", CertificateYears: 5}, ".x......"},
		{"expires within thirty days", person.Criteria{ExpiringDays: 30}, "....xx.."},
		{"the kind counts before all others", person.Criteria{CertificateKind: "nieuw", CertificateYears: 3, ExpiringDays: 30},
			"x......."},
		{"a renewal before having none", person.Criteria{CertificateKind: "vernieuwing", NoCertificate: true}, ".xxx...."},
		{"having none before what expires", person.Criteria{NoCertificate: true, ExpiringDays: 30}, "x......."},
		{"the age before what expires", person.Criteria{CertificateYears: 3, ExpiringDays: 30}, ".xxx...."},
		{"an unknown kind asks nothing", person.Criteria{CertificateKind: "x", ExpiringDays: 30}, "....xx.."},
	} {
		c.criteria.Today = today
		got := ""
		for _, date := range dates {
			p := person.Person{Membership: person.Membership{CertificateOn: date.on}}
			got += map[bool]string{true: "x", false: "."}[matches(c.criteria.Filter(), &p)]
		}
		if got != c.want {
			t.Errorf("%s: finds %s of %v, want %s", c.name, got, dates, c.want)
		}
	}
}

func TestCriteriaOfSeveralValues(t *testing.T) {
	t.Parallel()
	today := asOf.Day // 2026-03-29
	does := func(group int64, title string, end civil.Date) person.Person {
		return person.Person{Work: []work.Entry{{Group: group, Title: title, Current: true, End: end}}}
	}
	labelled := func(labels ...int64) person.Person { return person.Person{Labels: labels} }
	lives := func(cities ...string) (p person.Person) {
		for _, city := range cities {
			p.Addresses = append(p.Addresses, person.Address{City: city})
		}
		return p
	}
	reached := func(kind person.ContactType, value string) person.Person {
		return person.Person{Contacts: []person.Contact{{Type: kind, Value: value}}}
	}
	born := func(year int, month time.Month, day int) person.Person {
		return person.Person{Birthdate: civil.Date{Year: year, Month: month, Day: day}}
	}
	since := func(day civil.Date) person.Person { return person.Person{Membership: person.Membership{Since: day}} }
	age := func(years int) *int { return &years }
	both := does(3, "Speler", civil.Date{})
	both.Work = append(both.Work, work.Entry{Group: 1000, Kind: work.Committee, Title: "Lid", Current: true})
	twice := does(3, "Speler", today.AddDays(-1))
	twice.Work = append(twice.Work, does(3, "Speler", today).Work...)
	member, donor := person.Person{}, person.Person{}
	member.Membership.Type, member.Membership.AgeGroup, donor.Membership.Type = "Junior", "Onder 9", "Donateur"
	former, parent := person.Person{}, person.Person{}
	former.Membership.Former, parent.Membership.Parent = true, true
	for _, c := range []struct {
		name          string
		criteria      person.Criteria
		fits, misfits []person.Person
	}{
		{
			"in a team today", person.Criteria{Teams: []int64{3}},
			[]person.Person{does(3, "", civil.Date{}), does(3, "Speler", today), twice, both},
			[]person.Person{{}, does(33, "", civil.Date{}), does(3, "Speler", today.AddDays(-1)),
				{Work: []work.Entry{{Group: 3}}}, {Work: []work.Entry{{Group: 0, Current: true}}}},
		},
		{
			"in one of two teams", person.Criteria{Teams: []int64{3, 4}},
			[]person.Person{does(3, "", civil.Date{}), does(4, "", civil.Date{})}, []person.Person{does(34, "", civil.Date{})},
		},
		{"in a team and in a committee", person.Criteria{Teams: []int64{3}, Committees: []int64{1000}}, []person.Person{both},
			[]person.Person{does(3, "", civil.Date{}), does(1000, "", civil.Date{})}},
		{
			"does one of several, whatever the case and in whatever group",
			person.Criteria{Functions: []string{"trainer", "Coördinator"}},
			[]person.Person{does(3, "TRAINER", civil.Date{}), does(0, " Trainer ", today), does(4, "coordinator", civil.Date{})},
			[]person.Person{{}, does(3, "Trainer", today.AddDays(-1)), does(3, "Trainer A", civil.Date{}), both},
		},
		{"one of several labels", person.Criteria{Labels: []int64{1, 2}}, []person.Person{labelled(1), labelled(3, 2)},
			[]person.Person{labelled(), labelled(12), labelled(3)}},
		{"all labels", person.Criteria{Labels: []int64{1, 2}, LabelMode: person.AllLabels}, []person.Person{labelled(2, 5, 1)},
			[]person.Person{labelled(), labelled(1), labelled(12)}},
		{"none of the labels", person.Criteria{Labels: []int64{1, 2}, LabelMode: person.NoLabel},
			[]person.Person{labelled(), labelled(12, 3)}, []person.Person{labelled(1), labelled(3, 2)}},
		{"labels by each of the modes", person.Criteria{Labels: []int64{1, 2}, AllLabels: []int64{5}, NoLabels: []int64{7}},
			[]person.Person{labelled(2, 5, 1), labelled(5, 2)}, []person.Person{labelled(5), labelled(1), labelled(1, 5, 7), labelled()}},
		{"a mode without labels asks nothing", person.Criteria{LabelMode: person.NoLabel},
			[]person.Person{labelled(), labelled(1)}, nil},
		{
			"in one of several cities, by the first address", person.Criteria{Cities: []string{"ELZENDAM", "Oud  Zuilen"}},
			[]person.Person{lives("Elzendam"), lives("Élzendam ", "Utrecht"), lives("oud zuilen")},
			[]person.Person{{}, lives(""), lives("Utrecht", "Elzendam"), lives("Elzendam-Noord")},
		},
		{"of one of several genders, unknown too", person.Criteria{Genders: []person.Gender{"female", ""}},
			[]person.Person{{Gender: "female"}, {}}, []person.Person{{Gender: "male"}}},
		{"of one of several types and age groups",
			person.Criteria{MemberTypes: []string{"Junior", "Senior"}, AgeGroups: []string{"Onder 9"}},
			[]person.Person{member}, []person.Person{donor, {}}},
		{"without an e-mail address", person.Criteria{NoEmail: true}, []person.Person{{}, reached(person.Phone, "1"),
			reached(person.Email, "")}, []person.Person{reached(person.Email, "x"), reached(person.Email2, "x")}},
		{"without a telephone number", person.Criteria{NoPhone: true}, []person.Person{{}, reached(person.Email, "x")},
			[]person.Person{reached(person.Phone, "1"), reached(person.Mobile, "1")}},
		{"without a photo", person.Criteria{NoPhoto: true}, []person.Person{{}, since(today)}, []person.Person{{Photo: 7}}},
		{"former members alone", person.Criteria{Former: yes()}, []person.Person{former}, []person.Person{{}}},
		{"no former members", person.Criteria{Former: no()}, []person.Person{{}}, []person.Person{former}},
		{"the deceased", person.Criteria{Deceased: yes()}, []person.Person{{DiedOn: today}}, []person.Person{{}}},
		{"parents", person.Criteria{Parent: yes()}, []person.Person{parent}, []person.Person{{}}},
		{
			"a member since", person.Criteria{Since: person.Days{From: today}},
			[]person.Person{since(today), since(today.AddDays(1))}, []person.Person{{}, since(today.AddDays(-1))},
		},
		{
			"a member since before", person.Criteria{Since: person.Days{To: today}},
			[]person.Person{since(today), since(today.AddDays(-9))}, []person.Person{{}, since(today.AddDays(1))},
		},
		{"until the last day that there is", person.Criteria{Since: person.Days{To: work.Forever}},
			[]person.Person{since(work.Forever)}, []person.Person{{}}},
		{
			"eighteen and nineteen", person.Criteria{AgeFrom: age(18), AgeTo: age(19)},
			[]person.Person{born(2008, 3, 29), born(2006, 3, 30)},
			[]person.Person{{}, born(2008, 3, 30), born(2006, 3, 29), born(2030, 1, 1)},
		},
		{"at most one", person.Criteria{AgeTo: age(1)}, []person.Person{born(2026, 3, 29), born(2024, 3, 30)},
			[]person.Person{{}, born(2024, 3, 29), born(2026, 3, 30)}},
	} {
		c.criteria.Today = today
		filter := c.criteria.Filter()
		for i, p := range c.fits {
			if !matches(filter, &p) {
				t.Errorf("%s: misses case %d", c.name, i)
			}
		}
		for i, p := range c.misfits {
			if matches(filter, &p) {
				t.Errorf("%s: finds case %d", c.name, i)
			}
		}
	}
}

// Somebody is as old as the years that were completed, whatever leap days lie between.
func TestAnAgeIsInCompletedYears(t *testing.T) {
	t.Parallel()
	days := rapid.Custom(func(t *rapid.T) civil.Date {
		return civil.Date{Year: 2000, Month: 1, Day: 1}.AddDays(rapid.IntRange(0, 20_000).Draw(t, "day"))
	})
	rapid.Check(t, func(t *rapid.T) {
		today, birthdate, years := days.Draw(t, "today"), days.Draw(t, "birthdate"), rapid.IntRange(0, 55).Draw(t, "years")
		if rapid.Bool().Draw(t, "leap day") {
			birthdate = civil.Date{Year: 2004, Month: 2, Day: 29}
		}
		p := person.Person{Birthdate: birthdate}
		reached := !today.Before(birthdate.AddYears(years))
		if got := matches(person.Criteria{Today: today, AgeFrom: &years}.Filter(), &p); got != reached {
			t.Fatalf("on %v born %v is %d or older: %v", today, birthdate, years, got)
		}
		next := !today.Before(birthdate) && today.Before(birthdate.AddYears(years+1))
		if got := matches(person.Criteria{Today: today, AgeTo: &years}.Filter(), &p); got != next {
			t.Fatalf("on %v born %v is %d or younger: %v", today, birthdate, years, got)
		}
	})
}

func TestCountsOfWhatPeopleDo(t *testing.T) {
	t.Parallel()
	tally := []listing.Count{
		{Value: "trainer\t9999-12-31\tTrainer", Count: 3}, {Value: "trainer\t2026-03-29\tTRAINER", Count: 4},
		{Value: "trainer\t2026-03-28\tTRAINER", Count: 9}, {Value: "coordinator\t9999-12-31\tCoördinator", Count: 1},
	}
	if got := fmt.Sprint(person.FunctionsOn(asOf.Day, tally)); got != "[{Coördinator 1} {TRAINER 7}]" {
		t.Errorf("functions: %s", got)
	}
	groups := []listing.Count{
		{Value: "3\t9999-12-31", Count: 2}, {Value: "3\t2026-03-29", Count: 1}, {Value: "4\t2026-03-28", Count: 1},
	}
	if got := fmt.Sprint(person.GroupsOn(asOf.Day, groups)); got != "map[3:3]" {
		t.Errorf("groups: %s", got)
	}
	cities := []listing.Count{
		{Value: "", Count: 9}, {Value: "ede\tEde", Count: 2}, {Value: "ede\tEDE", Count: 2}, {Value: "\t-", Count: 1},
	}
	if got := fmt.Sprint(person.Spelled(cities)); got != "[{EDE 4}]" {
		t.Errorf("cities: %s", got)
	}
}
