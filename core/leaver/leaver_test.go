package leaver_test

import (
	"encoding/json"
	"errors"
	"flag"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
	_ "time/tzdata" // Europe/Amsterdam on a machine without zones

	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/leaver"
	"github.com/clubhuis/clubhuis/core/letter"
	"github.com/clubhuis/clubhuis/core/mail"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/work"
)

var update = flag.Bool("update", false, "write the golden files anew")

var at = time.Date(2026, 6, 15, 12, 30, 45, 0, time.UTC)

func day(text string) civil.Date {
	d, ok := civil.Parse(text)
	if !ok {
		panic(text)
	}
	return d
}

// gone is somebody with everything who left on a day.
func gone(until string) person.Person {
	return person.Person{
		ID: 4, Name: person.Name{First: "Jan", Last: "Kok", Nick: "Jantje"}, Gender: "male", Pronouns: "hij",
		Birthdate: day("1990-05-06"), Photo: 9,
		Contacts:   []person.Contact{{Type: person.Email, Value: "jan@kok.example"}},
		Addresses:  []person.Address{{Street: "Kade 1"}},
		Membership: person.Membership{Former: true, Until: day(until), CertificateOn: day("2020-01-01"), PhotoOn: day("2020-01-02")},
		Screening:  person.Screening{MailedOn: day("2019-12-01")},
		Extra: map[string]json.RawMessage{
			"hobby": json.RawMessage(`"x"`), "_nikki_2020_total": json.RawMessage(`"12"`), "factuur-email": json.RawMessage(`"a"`),
			"factuur-adres": json.RawMessage(`"b"`), "factuur-referentie": json.RawMessage(`"c"`),
		},
		Meta: map[string]json.RawMessage{"team": json.RawMessage(`"1"`)},
	}
}

func TestWhenEachKindGoes(t *testing.T) {
	t.Parallel()
	s := leaver.Default()
	p := gone("2024-01-31")
	told := leaver.Facts{Timeline: 2}
	fields := []leaver.Kind{leaver.Photo, leaver.Certificate, leaver.Timeline, leaver.Contacts, leaver.Addresses, leaver.Personal,
		leaver.Other}
	for on, want := range map[string][]leaver.Kind{
		"2024-01-30": nil,
		"2024-01-31": {leaver.Photo},
		"2024-02-29": {leaver.Photo}, // a month later is a day that February has not
		"2024-03-01": {leaver.Photo, leaver.Certificate},
		"2026-01-30": {leaver.Photo, leaver.Certificate},
		"2026-01-31": fields,
		"2031-01-30": fields,
		"2031-01-31": {leaver.Whole},
	} {
		if got := s.Due(&p, told, day(on)); !slices.Equal(got, want) {
			t.Errorf("%s: got %v, want %v", on, got, want)
		}
	}
	owes := []leaver.Kind{leaver.Photo, leaver.Certificate, leaver.Personal, leaver.Other}
	if got := s.Due(&p, leaver.Facts{Owes: true}, day("2040-01-01")); !slices.Equal(got, owes) {
		t.Errorf("who owes: %v", got)
	}
	s.Rules[leaver.Whole], s.Rules[leaver.Photo] = leaver.Rule{}, leaver.Rule{Months: 3}
	if got := s.Due(&p, told, day("2040-01-01")); !slices.Equal(got, fields[1:]) {
		t.Errorf("without two rules: %v", got)
	}
}

func TestWorkAfterTheMembershipIsTheClubToo(t *testing.T) {
	t.Parallel()
	p := gone("2020-01-31")
	p.Work = []work.Entry{{Kind: work.Committee, Group: 3, Start: day("2019-01-01"), End: day("2025-12-31")}}
	if on, left := leaver.LeftOn(&p); !left || on != day("2025-12-31") {
		t.Errorf("%v, %v", on, left)
	}
	p.Membership.Former = false
	if _, left := leaver.LeftOn(&p); left {
		t.Error("a member has left")
	}
}

func TestWhoIsSpared(t *testing.T) {
	t.Parallel()
	s := leaver.Default()
	for want, change := range map[leaver.Spared]func(*person.Person, *leaver.Facts){
		leaver.NotSpared: func(*person.Person, *leaver.Facts) {},
		leaver.Current:   func(p *person.Person, _ *leaver.Facts) { p.Membership.Former = false },
		leaver.Undated:   func(p *person.Person, _ *leaver.Facts) { p.Membership.Until = civil.Date{} },
		leaver.Works:     func(p *person.Person, _ *leaver.Facts) { p.Work = []work.Entry{{Current: true, Title: "Trainer"}} },
		leaver.IsParent:  func(_ *person.Person, f *leaver.Facts) { f.Parent = true },
		leaver.SignsIn:   func(_ *person.Person, f *leaver.Facts) { f.Account = true },
		leaver.Kept:      func(p *person.Person, _ *leaver.Facts) { p.ID = 77 },
	} {
		p, f := gone("2001-01-31"), leaver.Facts{}
		change(&p, &f)
		rules := s.Clone()
		if err := rules.Keep(leaver.Exemption{Person: 77, Reason: " Erelid "}); err != nil {
			t.Fatal(err)
		}
		if got := rules.Spare(&p, f, day("2026-06-15")); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
		if due := rules.Due(&p, f, day("2026-06-15")); (len(due) > 0) != (want == leaver.NotSpared) {
			t.Errorf("%q: %v", want, due)
		}
	}
}

func TestWhatEachKindTakesOutOfARecordAndItsChanges(t *testing.T) {
	t.Parallel()
	before := gone("2001-01-31")
	stored := before.Store()
	p := before.Clone()
	leaver.Clear(&p, leaver.Kinds()...)
	after := p.Store()
	if want := `"_nikki_2020_total":"12"`; !strings.Contains(after.Document, want) || strings.Count(after.Document, "factuur") > 0 {
		t.Errorf("left: %s", after.Document)
	}
	for _, word := range []string{"kok.example", "Kade", "hobby", "1990", "2020-01", "hij", "Jantje", "male"} {
		if strings.Contains(after.Document+after.Meta, word) {
			t.Errorf("%s stands in %s %s", word, after.Document, after.Meta)
		}
	}
	if p.Name.Full() != "Jan Kok" || p.Photo != 0 || len(p.Meta) > 0 || before.Extra["hobby"] == nil {
		t.Errorf("%+v", p)
	}
	if leaver.Clear(&p, leaver.Whole, leaver.Timeline); p.Name.Full() != "Jan Kok" {
		t.Error("the record is gone")
	}
	changes := append(person.Difference(&stored, &after), person.FieldChange{Field: "lid-tot"},
		person.FieldChange{Field: person.FieldLabels})
	if left := leaver.WithoutKinds(changes, leaver.Kinds()...); len(left) != 2 {
		t.Errorf("left of %d changes: %+v", len(changes), left)
	}
	if left := leaver.WithoutKinds(changes, leaver.Timeline, leaver.Whole); len(left) != len(changes) {
		t.Errorf("left of %d changes: %d", len(changes), len(left))
	}
}

func TestSettingsAreValidated(t *testing.T) {
	t.Parallel()
	for field, change := range map[string]func(*leaver.Settings){
		"":              func(*leaver.Settings) {},
		"notice_days":   func(s *leaver.Settings) { s.Notice = 6 },
		"rules.photo":   func(s *leaver.Settings) { s.Rules[leaver.Photo] = leaver.Rule{Months: 241} },
		"rules.other":   func(s *leaver.Settings) { s.Rules[leaver.Other] = leaver.Rule{Months: -1} },
		"rules.person":  func(s *leaver.Settings) { s.Rules[leaver.Whole] = leaver.Rule{Months: 11} },
		"rules.unknown": func(s *leaver.Settings) { s.Rules["unknown"] = leaver.Rule{} },
	} {
		s := leaver.Default()
		change(&s)
		err := s.Validate()
		if (field == "") != (err == nil) || err != nil && !strings.Contains(err.Error(), field) {
			t.Errorf("%q: %v", field, err)
		}
	}
	s := leaver.Default()
	if s.On || len(s.Rules) != len(leaver.Kinds()) {
		t.Errorf("a new club begins with %+v", s)
	}
	c := s.Clone()
	if c.Rules[leaver.Photo] = (leaver.Rule{}); maps.Equal(c.Rules, s.Rules) {
		t.Error("a copy shares the rules")
	}
}

func TestWhoIsKeptIsToldWhyAndOnce(t *testing.T) {
	t.Parallel()
	var s leaver.Settings
	for _, reason := range []string{"", "  ", strings.Repeat("é", 201), "a\x00b"} {
		if err := s.Keep(leaver.Exemption{Person: 1, Reason: reason}); fault.KindOf(err) != fault.Invalid {
			t.Errorf("%q: %v", reason, err)
		}
	}
	for _, id := range []person.ID{5, 1, 3, 5} {
		if err := s.Keep(leaver.Exemption{Person: id, Reason: strings.Repeat("é", int(id))}); err != nil {
			t.Fatal(err)
		}
	}
	if len(s.Kept) != 3 || s.Kept[2].Reason != "ééééé" || !s.Keeps(3) || s.Keeps(2) {
		t.Errorf("%+v", s.Kept)
	}
	if s.LetGo(2) || !s.LetGo(3) || s.Keeps(3) {
		t.Errorf("%+v", s.Kept)
	}
	for id := range person.ID(leaver.MostKept) {
		if err := s.Keep(leaver.Exemption{Person: 10 + id, Reason: "x"}); err != nil && !errors.Is(err, leaver.ErrTooManyKept) {
			t.Fatal(err)
		}
	}
	if len(s.Kept) != leaver.MostKept {
		t.Errorf("%d are kept", len(s.Kept))
	}
}

func TestWhoIsKeptStaysSoUnderAnotherNumber(t *testing.T) {
	s := leaver.Settings{Kept: []leaver.Exemption{{Person: 2, Reason: "two"}, {Person: 7, Reason: "seven"}}}
	if s.Move(3, 9) || !s.Move(7, 1) || s.Keeps(7) || !s.Keeps(1) || s.Kept[0].Reason != "seven" {
		t.Errorf("kept are %+v", s.Kept)
	}
	if !s.Move(1, 2) || len(s.Kept) != 1 || s.Kept[0].Reason != "two" {
		t.Errorf("kept are %+v", s.Kept)
	}
}

func TestAProposalEndsOnce(t *testing.T) {
	t.Parallel()
	s := leaver.Default()
	p := s.Propose([]leaver.Item{
		{Person: 4, Kinds: []leaver.Kind{leaver.Photo, leaver.Contacts}}, {Person: 5, Kinds: []leaver.Kind{leaver.Photo}},
	}, at)
	if p.People != 2 || p.Counts[leaver.Photo] != 2 || !p.Due.Equal(at.AddDate(0, 0, 14)) || p.State != leaver.Waiting {
		t.Errorf("%+v", p)
	}
	if err := errors.Join(p.Settle([]leaver.Kind{leaver.Photo}), p.Settle(nil)); err != nil || p.LeftOut != 1 ||
		p.Done[leaver.Photo] != 1 {
		t.Errorf("%+v, %v", p, err)
	}
	stopped, done := p.Clone(), p.Clone()
	if done.Done[leaver.Photo] = 9; p.Done[leaver.Photo] != 1 {
		t.Error("a copy shares the counts")
	}
	if err := errors.Join(stopped.Stop(2, "Anna", at), done.Finish(at)); err != nil || stopped.Stopper != "Anna" {
		t.Errorf("%+v, %v", stopped, err)
	}
	for _, ended := range []*leaver.Proposal{&stopped, &done} {
		for _, err := range []error{ended.Stop(2, "x", at), ended.Finish(at), ended.Settle(nil)} {
			if !errors.Is(err, leaver.ErrEnded) {
				t.Errorf("%s: %v", ended.State, err)
			}
		}
	}
}

func TestTheLetterTellsHowMuchAndNamesNobody(t *testing.T) {
	t.Parallel()
	p := leaver.Proposal{Due: at, People: 12, Counts: leaver.Counts{leaver.Photo: 12, leaver.Contacts: 3, leaver.Whole: 1}}
	house := letter.House{Club: "vv De Proef", BaseURL: "https://club.example"}
	draft := p.Letter(house, mail.Address{Name: "Anna <b>", Email: "anna@club.example"}, time.UTC)
	got := "Onderwerp: " + draft.Subject + "\nSoort: " + draft.Kind + "\n\n" + draft.Text + "\n" + draft.HTML
	path := filepath.Join("testdata", "proposal.txt")
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if want, err := os.ReadFile(path); err != nil || string(want) != got {
		t.Errorf("%v\n%s", err, got)
	}
	one := leaver.Proposal{Due: at, People: 1, Counts: leaver.Counts{leaver.Photo: 1}}
	if text := one.Letter(letter.House{Club: "x"}, mail.Address{}, time.UTC).Text; !strings.Contains(text, "1 oud-lid:") ||
		strings.Contains(text, "Bekijk") {
		t.Error(text)
	}
	for _, kind := range leaver.Kinds() {
		if kind.Title() == "" || !strings.HasSuffix(kind.Why(), ".") {
			t.Errorf("%s: %q, %q", kind, kind.Title(), kind.Why())
		}
	}
}

func TestAProposalWaitsForItsDayAndForAMailOfAWeekAgo(t *testing.T) {
	t.Parallel()
	zone, err := time.LoadLocation("Europe/Amsterdam")
	if err != nil {
		t.Fatal(err)
	}
	s := leaver.Default()
	p := s.Propose(nil, at) // on the 15th, after noon
	if !p.Next().Equal(at.AddDate(0, 0, 30)) {
		t.Errorf("next %v", p.Next())
	}
	soon, late := at.Add(time.Minute), at.AddDate(0, 0, 10)
	for _, c := range []struct {
		name     string
		told, at time.Time
		want     bool
	}{
		{"the night before", soon, time.Date(2026, 6, 28, 21, 59, 0, 0, time.UTC), false},
		{"the day that the mail names", soon, time.Date(2026, 6, 28, 22, 1, 0, 0, time.UTC), true},
		{"no mail went out", time.Time{}, at.AddDate(0, 0, 60), false},
		{"one went out late", late, at.AddDate(0, 0, 16), false},
		{"a week after that", late, at.AddDate(0, 0, 17), true},
	} {
		if got := p.Ready(c.told, c.at, zone); got != c.want {
			t.Errorf("%s: %v", c.name, got)
		}
	}
	if err := p.Stop(2, "Anna", at); err != nil || p.Ready(soon, at.AddDate(0, 0, 60), zone) {
		t.Errorf("stopped, and ready: %v", err)
	}
}
