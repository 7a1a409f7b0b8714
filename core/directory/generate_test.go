package directory_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"pgregory.net/rapid"

	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/acf"
	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/listing"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/record"
	"github.com/clubhuis/clubhuis/core/term"
	"github.com/clubhuis/clubhuis/core/work"
)

// Generated people and queries. They draw from few values, so that they meet often: equal names, ends around the asked
// day, roles that count and roles that don't.

func oneOf[T any](values ...T) *rapid.Generator[T] { return rapid.SampledFrom(values) }

// at is a moment with microseconds.
var at = time.Date(2026, 3, 29, 12, 30, 15, 123456000, time.UTC)

// listOf is nil or a list: stores give nil for an empty one.
func listOf[T any](item *rapid.Generator[T], most int) *rapid.Generator[[]T] {
	return rapid.Custom(func(t *rapid.T) []T {
		list := rapid.SliceOfN(item, 0, most).Draw(t, "list")
		if len(list) == 0 {
			return nil
		}
		return list
	})
}

var (
	anyWord = oneOf("", "Jan", "jan", "Joël", "JOEL", "de", "van der", "De", "Kok", "Öz", "ß", "100%", "_", `a\b`, "<b>x</b>",
		"Jan  Kees", "\u2028é", "ĳsbrand", "'t Hart")
	anyDay = rapid.Custom(func(t *rapid.T) civil.Date {
		return oneOf(civil.Date{}, day(2026, 3, 28), day(2026, 3, 29), day(2026, 3, 30), day(1999, 12, 31), day(1, 1, 1),
			day(9999, 12, 31)).Draw(t, "day")
	})
	anyWorkspaces = oneOf([]int64(nil), []int64{3}, []int64{5, 2}, []int64{4})
	anyMoment     = rapid.Custom(func(t *rapid.T) time.Time {
		return civil.Instant(at.Add(time.Duration(rapid.IntRange(-3, 3).Draw(t, "steps")) * 1_000_000_000_001))
	})
	anyExtra = rapid.Custom(func(t *rapid.T) acf.Extra {
		return oneOf[acf.Extra](nil, acf.Extra{
			"_nikki_2025_total": json.RawMessage(`12.50`), "x": json.RawMessage(`["a",null,{"b":false}]`), "é\"": json.RawMessage(`""`),
		}).Draw(t, "extra")
	})
	anyTitle = oneOf("", "Speler", "KEEPER", "Trainer", "trainer", "Erelid", "donateur", "Voorzitter", "Coördinator")
	anyEntry = rapid.Custom(func(t *rapid.T) work.Entry {
		return work.Entry{
			Group: rapid.Int64Range(0, 4).Draw(t, "group"), Kind: oneOf(work.Team, work.Committee, "").Draw(t, "kind"),
			Title: anyTitle.Draw(t, "title"), Description: anyWord.Draw(t, "description"), Start: anyDay.Draw(t, "start"),
			End: anyDay.Draw(t, "end"), Current: rapid.Bool().Draw(t, "current"), Extra: anyExtra.Draw(t, "extra"),
		}
	})
	anyContact = rapid.Custom(func(t *rapid.T) person.Contact {
		return person.Contact{
			Type: oneOf(person.ContactTypes...).Draw(t, "type"), Label: anyWord.Draw(t, "label"),
			Value: oneOf("jan@club.example", "06-1", "06 5556 3484", "+31655563484", "").Draw(t, "value"),
			Extra: anyExtra.Draw(t, "extra"),
		}
	})
	anyAddress = rapid.Custom(func(t *rapid.T) person.Address {
		return person.Address{
			Label: anyWord.Draw(t, "label"), Street: anyWord.Draw(t, "street"), PostalCode: oneOf("", "5556 AB", "1234").Draw(t, "code"),
			City: anyWord.Draw(t, "city"), State: anyWord.Draw(t, "state"), Country: anyWord.Draw(t, "country"),
			Extra: anyExtra.Draw(t, "extra"),
		}
	})
	anyRelation = rapid.Custom(func(t *rapid.T) person.Relation {
		return person.Relation{
			To: rapid.Int64Range(1, 9).Draw(t, "to"), Type: rapid.Int64Range(1, 4).Draw(t, "type"),
			Label: anyWord.Draw(t, "label"), Extra: anyExtra.Draw(t, "extra"),
		}
	})
)

// init asks what tests share for its description: rapid writes it down at the first question, and two tests must not ask it at
// once.
func init() {
	for _, shared := range []fmt.Stringer{
		anyWord, anyDay, anyMoment, anyWorkspaces, anyExtra, anyTitle, anyEntry, anyContact, anyAddress, anyRelation,
	} {
		_ = shared.String()
	}
}

func day(year int, month time.Month, of int) civil.Date {
	return civil.Date{Year: year, Month: month, Day: of}
}

// anyPerson fills every field but the number, which a store gives.
func anyPerson() *rapid.Generator[person.Person] {
	return rapid.Custom(func(t *rapid.T) person.Person {
		return person.Person{
			Author: rapid.Int64Range(0, 3).Draw(t, "author"), Created: anyMoment.Draw(t, "created"),
			Modified: anyMoment.Draw(t, "modified"),
			Name: person.Name{
				First: anyWord.Draw(t, "first"), Infix: anyWord.Draw(t, "infix"), Last: anyWord.Draw(t, "last"),
				Nick: anyWord.Draw(t, "nick"),
			},
			Gender:   oneOf(append(person.Genders, "")...).Draw(t, "gender"),
			Pronouns: anyWord.Draw(t, "pronouns"), Birthdate: anyDay.Draw(t, "birth"), DiedOn: anyDay.Draw(t, "death"),
			Contacts: listOf(anyContact, 3).Draw(t, "contacts"), Addresses: listOf(anyAddress, 2).Draw(t, "addresses"),
			Work: listOf(anyEntry, 3).Draw(t, "work"), Relations: listOf(anyRelation, 2).Draw(t, "relations"),
			Membership: person.Membership{
				Former: rapid.Bool().Draw(t, "former"), Code: oneOf("", "ABC123", "abd12").Draw(t, "code"),
				Since: anyDay.Draw(t, "since"), Until: anyDay.Draw(t, "until"),
				AgeGroup: oneOf("", "Onder 9", "Onder 10", "Onder 9 Meiden", "Senioren", "Senioren Vrouwen", "Anders").Draw(t, "group"),
				Type:     oneOf("", "Bondslid", "Donateur").Draw(t, "type"), Activity: oneOf("", "-", "Veld").Draw(t, "activity"),
				HelpdeskID: oneOf("", "7").Draw(t, "helpdesk"), CertificateOn: anyDay.Draw(t, "certificate"),
				PhotoOn: anyDay.Draw(t, "photo"), FinancialBlock: rapid.Bool().Draw(t, "block"), Parent: rapid.Bool().Draw(t, "parent"),
			},
			Screening: person.Screening{
				MailedOn: anyDay.Draw(t, "mailed"), SubmittedOn: anyDay.Draw(t, "submitted"), RemindedOn: anyDay.Draw(t, "reminded"),
			},
			Photo: oneOf[int64](0, 0, 7).Draw(t, "photo"), Labels: oneOf([]int64(nil), []int64{1}, []int64{3, 1}).Draw(t, "labels"),
			Visibility: oneOf(person.Visibilities...).Draw(t, "visibility"),
			Workspaces: anyWorkspaces.Draw(t, "workspaces"),
			Extra:      anyExtra.Draw(t, "extra"), Meta: anyExtra.Draw(t, "meta"),
		}
	})
}

// anyClub are settings that people's keys depend on.
func anyClub() *rapid.Generator[person.Club] {
	return rapid.Custom(func(t *rapid.T) person.Club {
		return person.Club{
			Rules: work.Rules{
				PlayerRoles:      rapid.SliceOfN(anyTitle, 0, 3).Draw(t, "players"),
				ExcludedRoles:    rapid.SliceOfN(anyTitle, 0, 3).Draw(t, "excluded"),
				ExemptCommittees: rapid.SliceOfN(rapid.Int64Range(0, 4), 0, 2).Draw(t, "exempt"),
			},
			Searchable: oneOf([]string{}, []string{"x"}, []string{"_nikki_2025_total", "é\""}).Draw(t, "searchable"),
		}
	})
}

// anyReader is what anybody may read, in a club that decided anything about its roles.
var anyReader = rapid.Custom(func(t *rapid.T) access.Reader {
	return access.Reader{
		People: anyScope(access.People).Draw(t, "people"), Groups: anyScope(access.Groups).Draw(t, "groups"),
		User: rapid.Int64Range(0, 4).Draw(t, "user"), Money: rapid.Bool().Draw(t, "money"),
	}
})

// anyScope is what anybody may do with records of a kind: mostly read them.
func anyScope(kind access.Kind) *rapid.Generator[access.Scope] {
	return rapid.Custom(func(t *rapid.T) access.Scope {
		v := access.Viewer{
			User:  rapid.Int64Range(0, 4).Draw(t, "user"),
			Roles: listOf(oneOf(append(access.Roles(), access.Member, "club_vog")...), 2).Draw(t, "roles"),
			Matrix: oneOf(nil, access.Matrix{"club_vog": {"vog": false}}, access.Matrix{access.Member: {"vog": true}},
				access.Matrix{access.Board: {"ledenadministratie": true}}).Draw(t, "matrix"),
		}
		return v.May(oneOf(access.Read, access.Read, access.Read, access.Change, access.Share, access.Delete).Draw(t, "verb"), kind,
			anyDay.Draw(t, "scope's day"))
	})
}

// anyQuery asks about the given people, and about numbers that nobody has.
func anyQuery(people []person.Indexed) *rapid.Generator[record.Query] {
	slugs := []string{"jan-1", "no-slug", "", "jan-999999999999"}
	for _, p := range people {
		slugs = append(slugs, person.Slug(p.Name, p.ID))
	}
	ids := rapid.SliceOfN(rapid.Int64Range(-1, int64(len(people)+3)), 0, 40)
	tests := anyTest(person.Keys, people)
	return rapid.Custom(func(t *rapid.T) record.Query {
		q := record.Query{
			View:   record.View{Day: anyDay.Draw(t, "on"), Reader: anyReader.Draw(t, "reader")},
			Filter: record.Filter{Tests: listOf(tests, 2).Draw(t, "tests")},
			Window: record.Window{
				Order:  anyOrder(person.Keys, tests).Draw(t, "order"),
				Offset: oneOf(0, 0, 1, 7, 100).Draw(t, "offset"), Limit: oneOf(1000, 1000, 3, 1, 0).Draw(t, "limit"),
			},
		}
		if rapid.IntRange(0, 3).Draw(t, "volunteers") == 0 {
			q.Filter = q.Filter.With(person.VolunteerOn(q.Day))
		}
		if rapid.IntRange(0, 2).Draw(t, "by criteria") == 0 {
			q.Filter = q.Filter.With(anyCriteria(q.Day).Draw(t, "criteria").Filter().Tests...)
		}
		if rapid.IntRange(0, 2).Draw(t, "by number") == 0 {
			q.Filter.Include = ids.Draw(t, "include")
			q.Filter.Exclude = ids.Draw(t, "exclude")
		}
		if rapid.IntRange(0, 3).Draw(t, "by slug") == 0 {
			q.Filter.Slugs = rapid.SliceOfN(oneOf(slugs...), 0, 4).Draw(t, "slugs")
		}
		return q
	})
}

// anyCriteria ask one or two of the questions of the people list that are about several values.
func anyCriteria(today civil.Date) *rapid.Generator[person.Criteria] {
	groups, flag := rapid.SliceOfN(rapid.Int64Range(0, 5), 1, 2), oneOf(new(bool), &[]bool{true}[0])
	return rapid.Custom(func(t *rapid.T) person.Criteria {
		c := person.Criteria{Today: today}
		for range rapid.IntRange(1, 2).Draw(t, "criteria") {
			switch rapid.IntRange(0, 11).Draw(t, "criterion") {
			case 0:
				c.Teams = groups.Draw(t, "teams")
			case 1:
				c.Committees = groups.Draw(t, "committees")
			case 2:
				c.Functions = rapid.SliceOfN(anyTitle, 1, 2).Draw(t, "functions")
			case 3:
				c.Cities = rapid.SliceOfN(anyWord, 1, 2).Draw(t, "cities")
			case 4:
				c.MemberTypes = rapid.SliceOfN(oneOf("Bondslid", "Donateur"), 1, 2).Draw(t, "types")
				c.AgeGroups = rapid.SliceOfN(oneOf("Onder 9", "Senioren"), 0, 2).Draw(t, "age groups")
			case 5:
				c.Genders = rapid.SliceOfN(oneOf(append(person.Genders, "")...), 1, 2).Draw(t, "genders")
			case 6:
				c.Since = person.Days{From: anyDay.Draw(t, "since"), To: anyDay.Draw(t, "until")}
			case 7:
				c.NoEmail, c.NoPhone, c.NoPhoto = rapid.Bool().Draw(t, "no email"), rapid.Bool().Draw(t, "no phone"), true
			case 8:
				c.Former, c.Deceased = flag.Draw(t, "former"), flag.Draw(t, "deceased")
			case 9:
				c.Screened, c.ExpiringDays = flag.Draw(t, "screened"), rapid.IntRange(0, 365).Draw(t, "expires")
			default:
				c.Labels = rapid.SliceOfN(oneOf[term.ID](1, 3, 9), 1, 2).Draw(t, "labels")
				c.AllLabels = rapid.SliceOfN(oneOf[term.ID](1, 3), 0, 1).Draw(t, "all labels")
				c.NoLabels = rapid.SliceOfN(oneOf[term.ID](1, 3, 9), 0, 1).Draw(t, "no labels")
				c.LabelMode = oneOf("", person.AnyLabel, person.AllLabels, person.NoLabel).Draw(t, "mode")
			}
		}
		return c
	})
}

// anyOrder sorts by any keys, and sometimes by how well records fit.
func anyOrder[T any](keys *listing.Keys[T], tests *rapid.Generator[listing.Test]) *rapid.Generator[listing.Order] {
	columns := oneOf(keys.Names()...)
	return rapid.Custom(func(t *rapid.T) (order listing.Order) {
		for range rapid.IntRange(0, 3).Draw(t, "columns") {
			order.By = append(order.By, listing.Sort{
				By: columns.Draw(t, "by"), Desc: rapid.Bool().Draw(t, "desc"), AtLeast: oneOf("", "", "2026-03-29", "jan").Draw(t, "reached"),
				FirstOf: anyFirst.Draw(t, "first"),
			})
		}
		if rapid.IntRange(0, 2).Draw(t, "best first") == 0 {
			for range rapid.IntRange(1, 4).Draw(t, "merits") {
				order.Best = append(order.Best,
					listing.Score{Test: tests.Draw(t, "test"), Points: oneOf(100, 80, 80, 20, -50, -10).Draw(t, "points")})
			}
		}
		return order
	})
}

// anyFirst are lines of work that lasts, in any order.
var anyFirst = rapid.Custom(func(t *rapid.T) []string {
	if rapid.IntRange(0, 2).Draw(t, "by the first of several") > 0 {
		return nil
	}
	lines := []string{}
	for _, what := range rapid.Permutation([]string{"1", "2", "3", "4", "trainer"}).Draw(t, "what") {
		lines = append(lines, listing.Reaching(what, oneOf("2026-03-28", "2026-03-29").Draw(t, "until")))
	}
	return lines[:rapid.IntRange(0, len(lines)).Draw(t, "how many")]
})

// anyTest asks about any key of a noun, mostly with values that some records have.
func anyTest[T any](keys *listing.Keys[T], records []T) *rapid.Generator[listing.Test] {
	single := rapid.Custom(func(t *rapid.T) listing.Test {
		test := listing.Test{
			Key: rapid.SampledFrom(keys.Names()).Draw(t, "key"),
			Is: oneOf(listing.Equal, listing.NotEqual, listing.Contains, listing.Contains, listing.Begins, listing.Before, listing.From,
				listing.After, listing.Has, listing.Lacks, listing.Reaches).Draw(t, "is"),
		}
		value := keys.Of(test.Key, &records[rapid.IntRange(0, len(records)-1).Draw(t, "some")])
		if test.Is == listing.Has || test.Is == listing.Lacks || test.Is == listing.Reaches {
			lines := slices.Collect(listing.EachLine(value))
			value = oneOf(append(lines, "3", listing.Reaching("2", "2026-03-29"), listing.Reaching("trainer", "2026-03-30"))...).
				Draw(t, "line")
		}
		test.Value = oneOf("", "jan", "JAN", "t", "%", "_", `\`, "é", "2026-03-29", "1", value, value, part(t, value)).Draw(t, "value")
		return test
	})
	return rapid.Custom(func(t *rapid.T) listing.Test {
		several := rapid.SliceOfN(single, 0, 3)
		switch rapid.IntRange(0, 9).Draw(t, "several") {
		case 0:
			return listing.Test{AnyOf: several.Draw(t, "any of")}
		case 1:
			return listing.Test{AllOf: several.Draw(t, "all of")}
		}
		return single.Draw(t, "test")
	})
}

// part is some of the characters of a text, in a row.
func part(t *rapid.T, text string) string {
	letters := []rune(text)
	from := rapid.IntRange(0, len(letters)).Draw(t, "from")
	return string(letters[from:min(len(letters), from+rapid.IntRange(0, 6).Draw(t, "length"))])
}
