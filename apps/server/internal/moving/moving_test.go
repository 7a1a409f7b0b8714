package moving_test

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/clubhuis/clubhuis/core/audit"
	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/group"
	"github.com/clubhuis/clubhuis/core/invoice"
	"github.com/clubhuis/clubhuis/core/origin"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/usecase/predecessors"
	"github.com/clubhuis/clubhuis/fixtures/club"
	fake "github.com/clubhuis/clubhuis/fixtures/predecessor"
	"github.com/clubhuis/clubhuis/ports"
)

// The whole club comes over, record by record, into each of the stores, and a second time nothing.
func TestAClubMoves(t *testing.T) {
	t.Parallel()
	c := made(60)
	_, from := former(t, c)
	told := map[string]string{}
	for _, kind := range []string{"memory", "SQLite", "PostgreSQL"} {
		ok := t.Run(kind, func(t *testing.T) {
			db := stores[kind](t)
			h := build(t, db, nil)
			report := h.move(t, from, predecessors.Options{Welcome: true})
			h.holds(t, c)
			if t.Failed() {
				t.Log(report.Write())
			}
			told[kind] = h.describe(t)
			before := h.totals(t)
			again := h.move(t, from, predecessors.Options{Welcome: true})
			if after := h.totals(t); !maps.Equal(after, before) {
				t.Errorf("after a second run there are %v, and were %v", after, before)
			}
			if h.describe(t) != told[kind] {
				t.Error("a second run changed something")
			}
			for kind, count := range again.Counts {
				if count.Brought != 0 {
					t.Errorf("a second run brought %d %s", count.Brought, kind)
				}
			}
			for kind, count := range report.Counts {
				if count.Read != count.Brought+count.Already+count.Met+count.Left {
					t.Errorf("%s: %+v does not add up", kind, count)
				}
			}
			h.logged(t)
		})
		if !ok {
			return
		}
	}
	for kind, text := range told { // without PostgreSQL in test --quick
		if line := firstDifference(told["memory"], text); line != "" {
			t.Errorf("%s differs from memory:\n%s", kind, line)
		}
	}
}

func firstDifference(a, b string) string {
	x, y := strings.Split(a, "\n"), strings.Split(b, "\n")
	for i := range min(len(x), len(y)) {
		if x[i] != y[i] {
			return x[i] + "\n" + y[i]
		}
	}
	if len(x) != len(y) {
		return fmt.Sprintf("%d lines and %d", len(x), len(y))
	}
	return ""
}

// logged looks for the lines of the log.
func (h house) logged(t *testing.T) {
	t.Helper()
	page := must(h.Audit.Page(t.Context(), audit.Query{Object: audit.Object{Noun: audit.Settings}, Limit: 10}))(t)
	if len(page.Records) != 4 || page.Records[0].Actor.User != h.viewer.User {
		t.Errorf("the log has %+v", page.Records)
	}
}

// holds compares what came with the made-up club, from which both the application and this know everything.
func (h house) holds(t *testing.T, c club.Club) {
	t.Helper()
	people, groups := h.origins(t, origin.Person), h.origins(t, origin.Group)
	if len(people) != len(c.People) || len(groups) != len(c.Groups) {
		t.Errorf("%d people and %d groups of %d and %d", len(people), len(groups), len(c.People), len(c.Groups))
	}
	if groups[fake.OldGroup(1)] != group.ClubWide {
		t.Errorf("Verenigingsbreed is %d", groups[fake.OldGroup(1)])
	}
	for i := range c.Groups {
		of, parent := groups[fake.OldGroup(c.Groups[i].ID)], groups[fake.OldGroup(c.Groups[i].Parent)]
		if got := h.parent(t, of); got != parent {
			t.Errorf("%s stands below %d, want %d", c.Groups[i].Title, got, parent)
		}
	}
	for i := range c.People {
		want := c.People[i].Clone()
		got := h.person(t, people[fake.OldPerson(want.ID)])
		for n := range want.Work {
			want.Work[n].Group = groups[fake.OldGroup(want.Work[n].Group)]
		}
		for n := range want.Relations {
			want.Relations[n].To = people[fake.OldPerson(want.Relations[n].To)]
		}
		slices.SortFunc(want.Relations, byTo)
		slices.SortFunc(got.Relations, byTo)
		for what, pair := range map[string][2]any{
			"name": {got.Name, want.Name}, "gender": {got.Gender, want.Gender}, "birthdate": {got.Birthdate, want.Birthdate},
			"death": {got.DiedOn, want.DiedOn}, "contacts": {got.Contacts, want.Contacts}, "addresses": {got.Addresses, want.Addresses},
			"work": {got.Work, want.Work}, "relations": {got.Relations, want.Relations}, "membership": {got.Membership, want.Membership},
			"screening": {got.Screening, want.Screening}, "labels": {len(got.Labels), len(distinct(club.Labelled(&want)))},
			"created": {got.Created.Unix(), want.Created.Unix()}, "modified": {got.Modified.Unix(), want.Modified.Unix()},
			"administered": {got.Administered, true}, "photo": {got.Photo != 0, want.ID%9 == 1},
			"unknown fields": {len(got.Extra), len(want.Extra)}, "visibility": {got.Visibility, person.Private},
		} {
			if fmt.Sprintf("%+v", pair[0]) != fmt.Sprintf("%+v", pair[1]) {
				t.Errorf("person %d: %s\n got %+v\nwant %+v", want.ID, what, pair[0], pair[1])
			}
		}
	}
	h.holdsMoney(t)
	users := h.origins(t, origin.User)
	if len(users) != 3 || users[fake.Admin] != h.viewer.User || users[fake.Secretary] == 0 || users[fake.Coach] == 0 {
		t.Errorf("users: %v", users)
	}
	for _, id := range users {
		if u := must(h.Users.ByID(t.Context(), id))(t); id != h.viewer.User && (u.PasswordHash != "" || u.Welcomed.IsZero()) {
			t.Errorf("user %+v has a password or no mail of welcome", u)
		}
	}
}

func distinct(places []int) (two []int) {
	for _, place := range places {
		if !slices.Contains(two, place%2) {
			two = append(two, place%2)
		}
	}
	return two
}

func byTo(a, b person.Relation) int {
	if a.To != b.To {
		return int(a.To - b.To)
	}
	return int(a.Type - b.Type)
}

// holdsMoney holds every invoice against what the fake makes of its place.
func (h house) holdsMoney(t *testing.T) {
	t.Helper()
	ctx := t.Context()
	brought := h.origins(t, origin.Invoice)
	memberships := 0
	for _, old := range slices.Sorted(maps.Keys(brought)) {
		v := must(h.Invoices.ByID(ctx, brought[old]))(t)[0]
		if v.Kind == invoice.Discipline {
			if len(v.Cases()) != 1 || v.Received() != 0 || v.StatusOn(civil.Of(now)) != invoice.Overdue {
				t.Errorf("%s: %+v", v.Number, v)
			}
			continue
		}
		n := int(old - fake.OldInvoice(0))
		memberships++
		want := fmt.Sprintf("C2025-%03d", n+1)
		status, received, open := invoice.Paid, 180_00, 0
		switch n % 5 {
		case 1:
			status, received, open = invoice.Sent, 0, 180_00
		case 2:
			status, received, open = invoice.Overdue, 0, 180_00
		case 3:
			status, received, open = invoice.Draft, 0, 180_00
		case 4:
			status, received, open = invoice.Overdue, 61_50, 123_00
		}
		if v.Number != want || v.Total() != 180_00 || v.StatusOn(civil.Of(now)) != status || int(v.Received()) != received ||
			int(v.Open()) != open || v.Season != 2025 || v.Person == 0 || v.PersonName == "" || len(v.Lines) != 2 {
			t.Errorf("%s (%d): %s %v of %v, open %v: %+v", v.Number, n, v.StatusOn(civil.Of(now)), v.Received(), v.Total(), v.Open(), v)
		}
		digest, _, _ := h.club.Invoices.Token(fmt.Sprintf("%064x", n+1))
		if v.TokenDigest != digest {
			t.Errorf("%s has another token of its payment page", v.Number)
		}
	}
	if memberships == 0 {
		t.Fatal("no invoices came")
	}
	next := must(h.Invoices.Create(ctx, invoice.Invoice{Kind: invoice.Membership, Lines: []invoice.Line{{Description: "x",
		Amount: 1}}}, 2025))(t)
	if want := fmt.Sprintf("C2025-%03d", memberships+1); next.Number != want {
		t.Errorf("the series goes on with %s, want %s", next.Number, want)
	}
	if err := h.Invoices.Remove(ctx, next.ID, func(*invoice.Invoice) error { return nil }); err != nil {
		t.Fatal(err)
	}
}

// A dry run keeps nothing and prints what the run itself prints.
func TestADryRunKeepsNothing(t *testing.T) {
	t.Parallel()
	_, from := former(t, made(40))
	h := build(t, stores["memory"](t), nil)
	before := h.totals(t)
	said := h.move(t, from, predecessors.Options{Rehearse: true})
	if after := h.totals(t); !maps.Equal(after, before) {
		t.Errorf("there are %v, and were %v", after, before)
	}
	if rows := must(h.Audit.Page(t.Context(), audit.Query{Limit: 10}))(t); len(rows.Records) != 0 {
		t.Errorf("the log tells %+v", rows.Records)
	}
	done := h.move(t, from, predecessors.Options{})
	if line := firstDifference(said.Write(), done.Write()); line != "" {
		t.Errorf("the reports differ:\n%s", line)
	}
}

// stopping is a database whose steps stop working, before or after the one in which it happens.
type stopping struct {
	ports.Atomic
	left  *int
	after bool
}

var errStopped = errors.New("the program was killed")

func (s stopping) Do(ctx context.Context, change func(ports.Stores) error) error {
	switch *s.left--; {
	case *s.left < 0, *s.left == 0 && !s.after:
		return errStopped
	case *s.left == 0:
		if err := s.Atomic.Do(ctx, change); err != nil {
			return err
		}
		return errStopped
	}
	return s.Atomic.Do(ctx, change)
}

// Whatever step a run dies at, before it or after it: started again, it comes to the same end.
func TestARunThatWasKilledGoesOn(t *testing.T) {
	t.Parallel()
	_, from := former(t, made(24))
	whole := build(t, stores["memory"](t), nil)
	whole.move(t, from, predecessors.Options{Welcome: true})
	want, totals := whole.describe(t), whole.totals(t)
	for _, after := range []bool{false, true} {
		t.Run(fmt.Sprintf("after the step is %v", after), func(t *testing.T) {
			t.Parallel()
			db := stores["memory"](t)
			left := 0
			h := build(t, db, func(a ports.Atomic) ports.Atomic { return stopping{a, &left, after} })
			kills := 0
			for at := 1; ; at++ { // one step further each time
				left = at
				_, err := h.club.Predecessors.Run(t.Context(), h.viewer, from, predecessors.Options{Welcome: true})
				if err == nil {
					break
				}
				if kills++; !errors.Is(err, errStopped) || kills > 200 {
					t.Fatalf("kill %d: %v", kills, err)
				}
			}
			if kills < 5 {
				t.Errorf("it was killed %d times", kills)
			}
			if line := firstDifference(want, h.describe(t)); line != "" {
				t.Errorf("it came to another end:\n%s", line)
			}
			if got := h.totals(t); !maps.Equal(got, totals) {
				t.Errorf("there are %v, want %v", got, totals)
			}
		})
	}
}
