package moving_test

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/invoice"
	"github.com/clubhuis/clubhuis/core/origin"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/record"
	"github.com/clubhuis/clubhuis/core/usecase/predecessors"
	"github.com/clubhuis/clubhuis/core/work"
	fake "github.com/clubhuis/clubhuis/fixtures/predecessor"
	"github.com/clubhuis/clubhuis/ports"
)

// Each invoice of people who are gone comes, and no number comes again that an invoice had which stays behind.
func TestInvoicesOfPeopleWhoAreGone(t *testing.T) {
	t.Parallel()
	a, from := former(t, made(12))
	gone := []string{"C2025-801", "C2025-802", "C2025-803"}
	for n, number := range gone {
		a.AddInvoice(fake.Bill{
			Number: number, Kind: "membership", Season: "2025-2026", Status: "paid", Person: int64(8001 + n), Name: "Is Weg",
			Sent: "20250903", Total: 10, Lines: []fake.Object{fake.Line("Pupil", 10)},
		})
	}
	a.AddInvoice(fake.Bill{Number: "C2025-900", Kind: "membership", Status: "sent", Total: -5,
		Lines: []fake.Object{fake.Line("Onzin", -5)}})
	for kind, open := range stores {
		t.Run(kind, func(t *testing.T) {
			t.Parallel()
			h := build(t, open(t), nil)
			report := h.move(t, from, predecessors.Options{})
			for _, number := range gone {
				if _, err := h.Invoices.ByKey(t.Context(), invoice.Key{By: invoice.ByNumber, Value: number}); err != nil {
					t.Errorf("%s: %v\n%s", number, err, report.Write())
				}
			}
			next := must(h.InvoiceNumbers.Next(t.Context(), invoice.SeriesMembership, 2025))(t)
			if next != "C2025-901" {
				t.Errorf("the series goes on with %s", next)
			}
		})
	}
}

// A user whose person came in an earlier run and is gone there since gets an account when the person has an address here.
func TestAUserWhosePersonIsGoneThere(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		address string
		comes   bool
	}{{"", false}, {"later@club.example", true}} {
		t.Run("with the address "+c.address, func(t *testing.T) {
			t.Parallel()
			a, from := former(t, made(6))
			a.Put("people", fake.Somebody(9001, "Zonder", "Adres"))
			a.Hang("timeline", 9001, []fake.Object{})
			a.Put("users", fake.Object{"id": 90, "name": "Zonder Adres", "email": "", "linked_person_id": 9001, "roles": []string{}})
			h := build(t, stores["memory"](t), nil)
			h.move(t, from, predecessors.Options{})
			a.Drop("people", 9001)
			id := h.origins(t, origin.Person)[9001]
			err := h.People.Update(t.Context(), []person.ID{id}, func(people map[person.ID]*person.Person) error {
				if c.address != "" {
					people[id].Contacts = append(people[id].Contacts, person.Contact{Type: person.Email, Value: c.address})
				}
				return nil
			})
			if err != nil {
				t.Fatal(err)
			}
			report := h.move(t, from, predecessors.Options{})
			left := strings.Contains(report.Write(), "user 90: the person of this user has no e-mail address")
			if came := h.origins(t, origin.User)[90] != 0; came != c.comes || left == c.comes {
				t.Errorf("the user came: %v\n%s", came, report.Write())
			}
		})
	}
}

// An invoice whose detail fails for a while comes whole with the next run; one whose detail is not there comes of the list.
func TestAnInvoiceWhoseDetailFails(t *testing.T) {
	t.Parallel()
	a, from := former(t, made(12))
	h, whole := build(t, stores["memory"](t), nil), build(t, stores["memory"](t), nil)
	whole.move(t, from, predecessors.Options{})
	a.Control.Turn("busy-invoice", true)
	report := h.move(t, from, predecessors.Options{})
	a.Control.Reset(false)
	count := report.Counts[origin.Invoice]
	if count.Left == 0 || count.Read != count.Brought+count.Left || !strings.Contains(report.Write(), "it comes with the next run") {
		t.Errorf("%+v\n%s", count, report.Write())
	}
	h.move(t, from, predecessors.Options{})
	if line := firstDifference(whole.describe(t), h.describe(t)); line != "" {
		t.Errorf("it came to another end:\n%s", line)
	}
	listed := fake.Bill{Number: "C2025-990", Kind: "membership", Status: "sent", Sent: "20260301", Total: 10}
	a.Hang("detail", a.AddInvoice(listed), nil)
	h.move(t, from, predecessors.Options{})
	if _, err := h.Invoices.ByKey(t.Context(), invoice.Key{By: invoice.ByNumber, Value: "C2025-990"}); err != nil {
		t.Error(err)
	}
}

// authors are the numbers of who wrote something: a user who comes later has not written what came before.
var authors = regexp.MustCompile(`"(Author|Editor)":\d+,`)

// inOrder is what came in an order that does not depend on when it came.
func inOrder(described string) string {
	lines := strings.Split(authors.ReplaceAllString(described, ""), "\n")
	slices.Sort(lines)
	return strings.Join(lines, "\n")
}

// What names somebody or something that cannot be read in a run comes with the next one, and names it.
func TestWhatNamesARecordThatCannotBeReadWaits(t *testing.T) {
	t.Parallel()
	for _, list := range []string{"people", "teams", "discipline-cases"} {
		t.Run(list, func(t *testing.T) {
			t.Parallel()
			a, from := former(t, made(24))
			whole := build(t, stores["memory"](t), nil)
			whole.move(t, from, predecessors.Options{})
			for i, one := range a.Records(list) {
				a.Drop(list, one["id"])
				a.Put(list, fake.Object{"id": "kapot"})
				h := build(t, stores["memory"](t), nil)
				said := h.move(t, from, predecessors.Options{Rehearse: true})
				report := h.move(t, from, predecessors.Options{})
				if line := firstDifference(said.Write(), report.Write()); line != "" {
					t.Errorf("the reports differ:\n%s", line)
				}
				for kind, count := range report.Counts {
					if count.Read != count.Brought+count.Already+count.Met+count.Left {
						t.Errorf("%s: %+v does not add up", kind, count)
					}
				}
				a.Drop(list, "kapot")
				a.Put(list, one)
				h.move(t, from, predecessors.Options{})
				if line := firstDifference(inOrder(whole.describe(t)), inOrder(h.describe(t))); line != "" {
					t.Errorf("%s %d: it came to another end:\n%s", list, i, line)
				}
			}
		})
	}
}

// Who comes later gets a team and relations, also when somebody related is in the trash here since.
func TestANewcomerOfSomebodyInTheTrash(t *testing.T) {
	t.Parallel()
	for kind, open := range stores {
		t.Run(kind, func(t *testing.T) {
			t.Parallel()
			a, from := former(t, made(12))
			for id, name := range map[int64]string{9001: "Weg", 9002: "Hier"} {
				parent := fake.Somebody(id, name, "Ouder")
				a.Put("people", parent)
				a.Hang("timeline", id, []fake.Object{})
			}
			h := build(t, open(t), nil)
			h.move(t, from, predecessors.Options{})
			people := h.origins(t, origin.Person)
			anybody := func(access.Subject, record.Edition) error { return nil }
			err := h.People.Remove(t.Context(), people[9001], h.viewer.User, now, anybody)
			if err != nil {
				t.Fatal(err)
			}
			child := fake.Somebody(9003, "Nieuw", "Kind")
			acf := child["acf"].(fake.Object)
			acf["work_history"] = []fake.Object{{"team": a.Records("teams")[0]["id"], "job_title": "Speler", "is_current": true}}
			acf["relationships"] = []fake.Object{
				{"related_person": 9001, "relationship_type": 2}, {"related_person": 9002, "relationship_type": 2},
			}
			a.Put("people", child)
			a.Hang("timeline", 9003, []fake.Object{})
			report := h.move(t, from, predecessors.Options{})
			got := h.person(t, h.origins(t, origin.Person)[9003])
			other := h.person(t, people[9002])
			if len(got.Work) != 1 || len(got.Relations) != 1 || got.Relations[0].To != people[9002] || len(other.Relations) != 1 {
				t.Errorf("%+v, %+v\n%s", got, other, report.Write())
			}
		})
	}
}

// Work that somebody added here before a run that was cut off goes on stays, and none of it is doubled.
func TestWorkThatWasAddedMeanwhileStays(t *testing.T) {
	t.Parallel()
	a, from := former(t, made(2))
	one := fake.Somebody(9001, "Met", "Werk")
	team, day := a.Records("teams")[0]["id"], "2025-07-01"
	one["acf"].(fake.Object)["work_history"] = []fake.Object{
		{"team": team, "job_title": "Speler", "start_date": day}, {"team": team, "job_title": "Aanvoerder", "start_date": day},
	}
	a.Put("people", one)
	a.Hang("timeline", 9001, []fake.Object{})
	left := 0
	h := build(t, stores["memory"](t), func(atomic ports.Atomic) ports.Atomic { return stopping{atomic, &left, false} })
	for h.origins(t, origin.Person)[9001] == 0 || len(h.origins(t, origin.Group)) == 0 {
		left = 3 // one step more each time, behind the one that is always done
		_, err := h.club.Predecessors.Run(t.Context(), h.viewer, from, predecessors.Options{})
		if !errors.Is(err, errStopped) {
			t.Fatal(err)
		}
	}
	id := h.origins(t, origin.Person)[9001]
	group := h.origins(t, origin.Group)[must(strconv.ParseInt(fmt.Sprint(team), 10, 64))(t)]
	added := []work.Entry{
		{Title: "Kok", Current: true},
		{Group: group, Kind: work.Team, Title: "Speler", Start: civil.Date{Year: 2025, Month: 7, Day: 1}, Description: "Verbeterd"},
	}
	err := h.People.Update(t.Context(), []person.ID{id}, func(people map[person.ID]*person.Person) error {
		people[id].Work = slices.Clone(added)
		return nil
	})
	if err != nil || len(h.origins(t, origin.Woven)) != 0 {
		t.Fatalf("%v, or somebody is woven", err)
	}
	left = 1000
	h.move(t, from, predecessors.Options{})
	got := h.person(t, id).Work
	if len(got) != 3 || got[0].Description != "Verbeterd" || got[1].Title != "Aanvoerder" || got[2].Title != "Kok" {
		t.Errorf("%+v", got)
	}
}

// An invoice whose instalments are on time is not overdue, although the application says so of every one behind its own day.
func TestInstalmentsOnTime(t *testing.T) {
	t.Parallel()
	a, from := former(t, made(4))
	a.AddInvoice(fake.Bill{
		Number: "C2025-700", Kind: "membership", Season: "2025-2026", Status: "sent", Person: fake.OldPerson(1), Name: "Op Tijd",
		Sent: "20250903", Due: "20250917", Plan: "quarterly_3", Total: 180, Lines: []fake.Object{fake.Line("Pupil", 180)},
		Installments: []fake.Object{
			fake.Installment(1, 60, "paid", "2025-09-23"), fake.Installment(2, 60, "paid", "2026-01-23"),
			fake.Installment(3, 60, "pending", "2026-04-23"),
		},
	})
	h := build(t, stores["memory"](t), nil)
	report := h.move(t, from, predecessors.Options{})
	v := must(h.Invoices.ByKey(t.Context(), invoice.Key{By: invoice.ByNumber, Value: "C2025-700"}))(t)
	after := civil.Date{Year: 2026, Month: 4, Day: 24}
	if v.Forced || v.StatusOn(civil.Of(now)) != invoice.Sent || v.StatusOn(after) != invoice.Overdue {
		t.Errorf("%+v\n%s", v, report.Write())
	}
}

// A team that is made there later, with the name of one that was brought, is another one.
func TestATeamWithTheNameOfOneThatWasBrought(t *testing.T) {
	t.Parallel()
	a, from := former(t, made(4))
	h := build(t, stores["memory"](t), nil)
	h.move(t, from, predecessors.Options{})
	last := a.Records("teams")[len(a.Records("teams"))-1]
	a.Put("teams", fake.Object{"id": 7001, "title": last["title"], "acf": []any{}})
	h.move(t, from, predecessors.Options{})
	groups := h.origins(t, origin.Group)
	if old := must(strconv.ParseInt(fmt.Sprint(last["id"]), 10, 64))(t); groups[7001] == 0 || groups[7001] == groups[old] {
		t.Errorf("%d and %d", groups[7001], groups[old])
	}
}

// The contributions wait for a team that cannot be read in a run: without it, its members would pay what others pay.
func TestContributionsWaitForATeam(t *testing.T) {
	t.Parallel()
	a, from := former(t, made(4))
	team := a.Records("teams")[0]
	a.Settle("membership-fees/settings", fake.Object{"current_season": fake.Object{"key": "2025-2026", "categories": fake.Object{
		"dames": fake.Object{"label": "Dames", "amount": 90, "matching_teams": []any{team["id"]}},
	}}})
	a.Drop("teams", team["id"])
	a.Put("teams", fake.Object{"id": "kapot"})
	h := build(t, stores["memory"](t), nil)
	report := h.move(t, from, predecessors.Options{})
	said := strings.Contains(report.Write(), "fee settings come with the next run")
	if n := len(h.Directory.View().FeeBook().Seasons); n != 0 || !said {
		t.Errorf("%d seasons\n%s", n, report.Write())
	}
	a.Drop("teams", "kapot")
	a.Put("teams", team)
	for range 2 {
		report = h.move(t, from, predecessors.Options{})
	}
	group := h.origins(t, origin.Group)[must(strconv.ParseInt(fmt.Sprint(team["id"]), 10, 64))(t)]
	for _, settings := range h.Directory.View().FeeBook().Seasons {
		if !slices.Equal(settings.Categories[0].Teams, []int64{group}) {
			t.Errorf("%+v", settings)
		}
	}
	if len(h.Directory.View().FeeBook().Seasons) != 1 || report.Counts[origin.Set].Already != 1 {
		t.Error(report.Write())
	}
}
