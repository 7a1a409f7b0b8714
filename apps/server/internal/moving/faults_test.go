package moving_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/group"
	"github.com/clubhuis/clubhuis/core/invoice"
	"github.com/clubhuis/clubhuis/core/origin"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/usecase/predecessors"
	"github.com/clubhuis/clubhuis/core/work"
	"github.com/clubhuis/clubhuis/fixtures/control"
	fake "github.com/clubhuis/clubhuis/fixtures/predecessor"
	"github.com/clubhuis/clubhuis/ports"
)

// Pictures that fail, however many, keep nothing else back, and come with the next run.
func TestPicturesThatFail(t *testing.T) {
	t.Parallel()
	for turned, tells := range map[string]string{
		"closed-picture": "photo 2003: it stays behind: De clubapplicatie geeft deze foto niet.",
		"moved-picture":  "photo 2003: it stays behind: De clubapplicatie geeft deze foto niet.",
		"broken-picture": "photos: 20 in a row cannot be fetched now: no more are asked for in this run",
	} {
		t.Run(turned, func(t *testing.T) {
			t.Parallel()
			a, from := former(t, made(210))
			a.Control.Turn(turned, true)
			h := build(t, stores["memory"](t), nil)
			report := h.move(t, from, predecessors.Options{})
			count := report.Counts[origin.Photo]
			if count.Left <= 20 || count.Left != count.Read || report.Counts[origin.Invoice].Brought == 0 ||
				!strings.Contains(report.Write(), tells) {
				t.Errorf("%+v\n%s", count, report.Write())
			}
			a.Control.Reset(false)
			if again := h.move(t, from, predecessors.Options{}).Counts[origin.Photo]; again.Brought != photosOf(a) {
				t.Errorf("%+v come with the next run", again)
			}
		})
	}
}

// photosOf returns how many people of an application have a photo.
func photosOf(a *fake.Application) (n int) {
	for _, p := range a.Records("people") {
		if p["featured_media"] != 0 {
			n++
		}
	}
	return n
}

// spotty is an application that can't deliver every other picture.
type spotty struct {
	ports.Predecessor
	asked map[string]bool // by address: whether it fails
}

func (s spotty) Picture(ctx context.Context, address string) ([]byte, error) {
	if _, known := s.asked[address]; !known {
		s.asked[address] = len(s.asked)%2 == 0
	}
	if s.asked[address] {
		return nil, fault.New(fault.Unavailable, "broken", "De clubapplicatie is stuk.")
	}
	return s.Predecessor.Picture(ctx, address)
}

// Many pictures that always fail, but not all in a row, keep no other ones back.
func TestPicturesBetweenOnesThatFailCome(t *testing.T) {
	t.Parallel()
	a, from := former(t, made(390))
	h := build(t, stores["memory"](t), nil)
	report := h.move(t, spotty{from, map[string]bool{}}, predecessors.Options{})
	if count := report.Counts[origin.Photo]; count.Left < 21 || count.Brought != photosOf(a)/2 {
		t.Errorf("%+v\n%s", count, report.Write())
	}
}

// Whatever the application does for a while, everything comes; what it does for ever is told.
func TestEachFaultOfTheApplication(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		turned string
		times  int
		people int        // that come
		tells  string     // a part of the report
		fails  fault.Kind // Internal for not
	}{
		{"too-many", 3, 21, "", fault.Internal}, {"server-error", 3, 21, "", fault.Internal}, {"restart", 3, 21, "", fault.Internal},
		{"slow", 2, 21, "", fault.Internal}, {"html", 1, 21, "", fault.Internal}, {"no-totals", 0, 21, "", fault.Internal},
		{"shift", 1, 21, "", fault.Internal}, {"broken-record", 0, 20, "cannot be read and stays behind", fault.Internal},
		{"not-a-record", 0, 20, "the record at place 3 of the list of people cannot be read", fault.Internal},
		{"no-picture", 0, 21, "photo 2003: it stays behind: Niet gevonden.", fault.Internal},
		{"unauthorized", 0, 0, "", fault.Unauthenticated}, {"server-error", 0, 0, "", fault.Unavailable}, {"html", 0, 0, "",
			fault.Unavailable},
	} {
		t.Run(fmt.Sprint(c.turned, c.times), func(t *testing.T) {
			t.Parallel()
			a, from := former(t, made(21))
			seconds := 0.0
			if _, err := a.Control.Set(c.turned, control.Setting{On: true, Times: &c.times, Seconds: &seconds}); err != nil {
				t.Fatal(err)
			}
			h := build(t, stores["memory"](t), nil)
			report, err := h.club.Predecessors.Run(t.Context(), h.viewer, from, predecessors.Options{})
			if c.fails == fault.Internal && err != nil || c.fails != fault.Internal && fault.KindOf(err) != c.fails {
				t.Fatalf("%v\n%s", err, report.Write())
			}
			if n := len(h.origins(t, origin.Person)); n != c.people || !strings.Contains(report.Write(), c.tells) {
				t.Errorf("%d people came\n%s", n, report.Write())
			}
			a.Control.Reset(false)
			if c.people == 20 { // what could not be read comes later, with all that names it
				whole := build(t, stores["memory"](t), nil)
				whole.move(t, from, predecessors.Options{})
				h.move(t, from, predecessors.Options{})
				if n := len(h.origins(t, origin.Person)); n != 21 {
					t.Errorf("%d people came in the end", n)
				}
				if line := firstDifference(inOrder(whole.describe(t)), inOrder(h.describe(t))); line != "" {
					t.Errorf("it came to another end:\n%s", line)
				}
			}
		})
	}
}

// What nobody can make sense of stays behind and is told, and everything else comes.
func TestBadRecords(t *testing.T) {
	t.Parallel()
	a, from := former(t, made(12))
	long := strings.Repeat("x", 1<<17)
	odd := fake.Somebody(9001, "Kapot", "Record")
	odd["acf"] = fake.Object{
		"first_name": "Kapot\x00", "gender": 7, "birthdate": "ooit", "contact_info": "geen lijst", "addresses": []any{1, "x"},
		"work_history":  []fake.Object{{"team": 424242, "job_title": long}},
		"relationships": []fake.Object{{"related_person": 9001}, {}},
		"notitie":       long,
	}
	a.Put("people", odd)
	a.Hang("timeline", 9001, []any{"x", fake.Object{"type": "activity", "id": 5, "content": "  "},
		fake.Object{"type": "gesprek"}, 7})
	twin := fake.Somebody(9002, "Dubbele", "Code")
	twin["acf"].(fake.Object)["assoc-id"] = firstCode(a)
	a.Put("people", twin)
	a.Hang("timeline", 9002, []fake.Object{
		{"type": "note", "id": 6, "content": "geheim", "visibility": "private", "author_id": 77, "author": "Vreemd",
			"created": "2026-01-01 10:00:00"},
		{"type": "note", "id": 7, "content": "<script>x</script>veilig", "visibility": "shared", "author_id": 77,
			"author": "Vreemd", "created": "gisteren"},
	})
	a.AddInvoice(fake.Bill{Number: "C2025-001", Kind: "membership", Season: "2025-2026", Status: "paid", Person: 9002,
		Name:  "Dubbele Code",
		Total: 10, Lines: []fake.Object{fake.Line("Nog een keer", 10)}})
	a.AddInvoice(fake.Bill{Number: "2026T001", Kind: "discipline", Status: "paid", Name: "Weg", Total: "12.345", Lines: nil})
	a.Settle("finance/settings", fake.Object{"iban": "NL00FOUT0000000000", "payment_term_days": 14})
	h := build(t, stores["memory"](t), nil)
	report := h.move(t, from, predecessors.Options{})
	text := report.Write()
	for _, part := range []string{
		"birthdate is not understood", "work_history[0]", "the member code", "it is for users alone who did not come over",
		"the number C2025-001 is that of invoice", "IT STAYS BEHIND", "the finance settings stay as they are here",
	} {
		if !strings.Contains(text, part) {
			t.Errorf("the report does not tell %q", part)
		}
	}
	if len(h.origins(t, origin.Person)) != 14 || t.Failed() {
		t.Errorf("%s", text)
	}
	notes := must(h.Notes.ByID(t.Context(), h.origins(t, origin.Note)[7]))(t)
	if len(notes) != 1 || strings.Contains(notes[0].Content, "script") || notes[0].AuthorName != "Vreemd" || notes[0].Author != 0 {
		t.Errorf("%+v", notes)
	}
	if h.origins(t, origin.Note)[6] != 0 {
		t.Error("a private note of somebody who is not here came over")
	}
	if _, err := h.Invoices.ByKey(t.Context(), invoice.Key{By: invoice.ByNumber, Value: "C2025-001/2"}); err != nil {
		t.Errorf("the second invoice of a number: %v", err)
	}
}

func firstCode(a *fake.Application) any {
	for _, o := range a.Records("people") {
		if code := o["acf"].(fake.Object)["assoc-id"]; code != "" {
			return code
		}
	}
	return ""
}

// Who and what is here already is not doubled, and stays as it is.
func TestWhatIsHereAlreadyIsMet(t *testing.T) {
	t.Parallel()
	c := made(15)
	_, from := former(t, c)
	h := build(t, stores["memory"](t), nil)
	ctx := t.Context()
	at := slices.IndexFunc(c.People, func(p person.Person) bool { return p.Membership.Code != "" && len(p.Relations) > 0 })
	vouched, stranger := person.New(h.viewer.User, now), person.New(0, now)
	vouched.Administered, vouched.Name.First, vouched.Membership.Code = true, "Hier", strings.ToLower(c.People[at].Membership.Code)
	other := slices.IndexFunc(c.People, func(p person.Person) bool {
		return p.Membership.Code != "" && p.Membership.Code != c.People[at].Membership.Code
	})
	stranger.Name.First, stranger.Membership.Code = "Vreemd", c.People[other].Membership.Code
	ids := must(h.People.Create(ctx, vouched, stranger))(t)
	team := slices.IndexFunc(c.Groups, func(g group.Group) bool { return g.Kind == work.Team })
	same := group.New(work.Team, h.viewer.User, now)
	same.Administered, same.Title = true, strings.ToUpper(c.Groups[team].Title)
	groupID := must(h.Groups.Create(ctx, same))(t)
	taken := invoice.Invoice{Kind: invoice.Membership, Number: "C2025-001", Lines: []invoice.Line{{Description: "x", Amount: 1}}}
	must(h.Invoices.Import(ctx, taken))(t)
	report := h.move(t, from, predecessors.Options{})
	people := h.origins(t, origin.Person)
	got := h.person(t, ids[0])
	if people[fake.OldPerson(c.People[at].ID)] != ids[0] || got.Name.First != "Hier" || len(got.Work) != 0 ||
		len(got.Relations) != len(c.People[at].Relations) || report.Counts[origin.Person].Met != 1 {
		t.Errorf("who is here: %+v, %+v", got, report.Counts[origin.Person])
	}
	if h.person(t, ids[1]).Membership.Code != "" || people[fake.OldPerson(c.People[other].ID)] == ids[1] {
		t.Error("a record for which nobody vouched was taken for a member, or kept the code")
	}
	if h.origins(t, origin.Group)[fake.OldGroup(c.Groups[team].ID)] != groupID {
		t.Error("a team of the same name was doubled")
	}
	if !strings.Contains(report.Write(), "IT STAYS BEHIND: an invoice of Clubhuis has the number C2025-001") {
		t.Errorf("%s", report.Write())
	}
	before := h.describe(t)
	h.move(t, from, predecessors.Options{})
	if line := firstDifference(before, h.describe(t)); line != "" {
		t.Errorf("a second run changed something:\n%s", line)
	}
}

func TestOnlyAnAdministratorMovesAClub(t *testing.T) {
	t.Parallel()
	_, from := former(t, made(3))
	h := build(t, stores["memory"](t), nil)
	for _, viewer := range []access.Viewer{{}, {User: 7, Roles: []access.Role{access.Member, access.Board, access.Synchronizer}}} {
		if _, err := h.club.Predecessors.Run(t.Context(), viewer, from, predecessors.Options{Rehearse: true}); err == nil {
			t.Errorf("%+v may", viewer)
		}
	}
}

// Portions of many records add up.
func TestALargeClubMoves(t *testing.T) {
	t.Parallel()
	_, from := served(t, fake.Options{Club: made(130), More: 6, Now: func() time.Time { return now }})
	h := build(t, stores["memory"](t), nil)
	report := h.move(t, from, predecessors.Options{})
	if n := report.Counts[origin.Activity].Brought; n < 130*6 || report.Counts[origin.Person].Brought != 130 {
		t.Errorf("%+v", report.Counts)
	}
}
