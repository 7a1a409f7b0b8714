package person_test

import (
	"testing"
	"time"

	"github.com/clubhuis/clubhuis/core/civil"
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
		{"a name", person.Criteria{Name: []string{"wit", "ja"}}, []person.Person{jan()},
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
			"a member type to the letter", person.Criteria{MemberType: "Junior"},
			[]person.Person{member(person.Membership{Type: "Junior"})},
			[]person.Person{member(person.Membership{Type: "JUNIOR"}), member(person.Membership{Type: "Junior "}), {}},
		},
		{
			"an age group to the letter", person.Criteria{AgeGroup: "Onder 9"},
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
		{"without a photo", person.Criteria{NoPhoto: true}, []person.Person{{}, {Photo: 7}},
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
			"all questions at once", person.Criteria{BirthMonth: 5, Name: []string{"jan"}, Blocked: no(), Volunteer: yes(), Today: today,
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
