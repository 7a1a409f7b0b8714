package leaversapi_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/clubhuis/clubhuis/adapters/httpapi/internal/apitest"
	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/erasure"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/mail"
	"github.com/clubhuis/clubhuis/ports"
)

type object = apitest.Object

const (
	leavers   = "/api/club/v1/leavers"
	rules     = leavers + "/rules"
	rehearsal = leavers + "/rehearsal"
	day       = 24 * time.Hour
)

func kept(id int64) string     { return fmt.Sprint(leavers, "/kept/", id) }
func proposal(id int64) string { return fmt.Sprint(leavers, "/proposals/", id) }

func rule(kind string, months int) object {
	return object{"kind": kind, "enabled": true, "months": months}
}

// club has somebody who keeps the members, an administrator, and the rules of a new club, switched on.
func club(t *testing.T) (s *apitest.Site, admin, secretary apitest.Call) {
	t.Parallel()
	s = apitest.New(t)
	admin = s.Admin()
	s.User("leden", access.SectionRole(access.Administration))
	return s, admin, s.Program("leden")
}

func switchOn(s *apitest.Site, admin apitest.Call, more ...object) apitest.Answer {
	s.T.Helper()
	if len(more) == 0 {
		more = []object{
			rule("photo", 0), rule("certificate", 1), rule("timeline", 24), rule("contacts", 24), rule("addresses", 24),
			rule("personal", 24), rule("other", 24), rule("person", 84),
		}
	}
	return s.Send("PUT", rules, object{"enabled": true, "notice_days": 14, "rules": more}, admin).Is(200)
}

// gone is somebody who left on a day.
func gone(s *apitest.Site, admin apitest.Call, name, until string) int64 {
	s.T.Helper()
	email := strings.ToLower(name) + "@weg.example"
	return s.Person(admin, object{
		"first_name": "Wilhelmina", "last_name": name, "former_member": true, "lid-tot": until, "birthdate": "1990-05-06",
		"contact_info": []any{object{"contact_type": "email", "contact_value": email}},
		"addresses":    []any{object{"street": "Kade 1", "city": "Waterdam"}},
	}).Is(201).ID()
}

// night does the daily work, and holds of how many people something went.
func night(s *apitest.Site, want int) {
	s.T.Helper()
	if n, err := s.Server.Leavers.Run(s.T.Context()); err != nil || n != want {
		s.T.Errorf("cleared %d, %v", n, err)
	}
	s.Work()
}

func TestWhatGoesIsRehearsedMailedAndThenDestroyed(t *testing.T) {
	s, admin, secretary := club(t)
	old, recent := gone(s, admin, "Vroeger", "2020-01-31"), gone(s, admin, "Onlangs", "2026-06-01")
	ancient := gone(s, admin, "Ooit", "2010-01-31")
	notes := func(id int64) string { return fmt.Sprintf("/api/club/v1/people/%d/notes", id) }
	s.Post(notes(old), object{"content": "Belt vaak", "visibility": "shared"}, admin).Is(200)
	s.Post(notes(recent), object{"content": "Mailt met vroeger@weg.example over Wilhelmina Vroeger", "visibility": "shared"},
		admin).Is(200)

	night(s, 0) // the rules of a new club are off
	s.Get(leavers, secretary).Is(200).Has("enabled", false).Has("notice_days", 14.0).Has("rules.0.kind", "photo").
		Has("rules.7.kind", "person").Has("rules.7.months", 84.0).Has("proposals", []any{}).Has("kept", []any{}).
		Has("tells_to", []any{"Heet leden"}).Has("next", "").Has("mailed", "")
	// The rehearsal is of the rules as they stand, on or off.
	s.Get(rehearsal, secretary).Is(200).Has("people", 2.0).Has("counts.0.kind", "timeline").Has("counts.0.count", 1.0).
		Has("counts.4.kind", "person").Has("first.0.person", float64(old)).Has("first.0.name", "Wilhelmina Vroeger").
		Has("first.0.left", "2020-01-31").Has("first.0.kinds", []any{"timeline", "contacts", "addresses", "personal"}).
		Has("first.1.kinds", []any{"person"}).Has("spared", []any{})

	switchOn(s, admin).Has("enabled", true)
	night(s, 0)
	sent := s.Mail.Sent()
	if len(sent) != 1 || sent[0].To[0].Email != "leden@club.example" || !strings.Contains(sent[0].Text, "2 oud-leden") ||
		strings.Contains(sent[0].Text, "Wilhelmina") {
		t.Fatalf("mailed %+v", sent)
	}
	s.Get(leavers, secretary).Has("proposals.0.state", "waiting").Has("proposals.0.people", 2.0).
		Has("mailed", "2026-06-15 14:30:45").Has("proposals.0.due", "2026-06-29 14:30:45").Has("proposals.0.counts.0.kind", "timeline").
		Has("proposals.0.counts.0.done", 0.0)
	s.Get(proposal(1)+"/people", secretary).Is(200).Has("0.person", float64(old)).Has("1.person", float64(ancient))
	s.Get(fmt.Sprint(proposal(1), "/people?after=", old), secretary).Is(200).Has("0.person", float64(ancient))

	s.Later(13 * day)
	night(s, 0)
	s.Get(apitest.Person(old), admin).Has("acf.birthdate", "1990-05-06")
	before := s.Get(apitest.Person(old), admin).At("modified")
	s.Later(day)
	night(s, 2)
	night(s, 0)
	s.Get(apitest.Person(old), admin).Is(200).Has("acf.birthdate", "").Has("acf.contact_info", []any{}).
		Has("acf.addresses", []any{}).Has("acf.last_name", "Vroeger").Has("acf.lid-tot", "2020-01-31").Has("modified", before)
	s.Get(notes(old), admin).Is(200).Has("", []any{})
	s.Get(notes(recent), admin).Is(200).Has("0.content", "<p>Mailt met (gewist) over Wilhelmina Vroeger</p>")
	s.Get(apitest.Person(recent), admin).Has("acf.birthdate", "1990-05-06")
	s.Get(apitest.Person(ancient), admin).Is(404)
	s.Get("/api/club/v1/erasures", admin).Has("0.state", "planned").Has("0.cause", "left").Has("0.by", "").
		Has("0.name", "Wilhelmina Ooit")
	s.Get(leavers, secretary).Has("proposals.0.state", "done").Has("proposals.0.left_out", 0.0).
		Has("proposals.0.counts.0.done", 1.0).Has("next", "2026-07-15 14:30:45")
	s.Get(rehearsal, secretary).Has("people", 0.0)
	log := s.Get("/api/club/v1/audit?per_page=100", admin).Is(200).Text
	for _, kind := range []string{"leavers-proposed", "leaver-cleared", "erasure-planned"} {
		if strings.Count(log, kind) != 1 {
			t.Errorf("%s is told %d times", kind, strings.Count(log, kind))
		}
	}
	if strings.Contains(log, "weg.example") {
		t.Errorf("the log tells an address: %s", log)
	}
	changes := s.Get(fmt.Sprintf("/api/club/v1/people/%d/changes", old), admin).Is(200).Text
	for _, word := range []string{"weg.example", "Kade", "1990"} {
		if strings.Contains(changes, word) {
			t.Errorf("%s stands among the changes: %s", word, changes)
		}
	}
}

func TestNothingGoesBeforeAMailWentOut(t *testing.T) {
	s, admin, secretary := club(t)
	id := gone(s, admin, "Vroeger", "2020-01-31")
	s.Mail.Fail = func(mail.Message) error { return fault.New(fault.Invalid, "mail_invalid", "") }
	switchOn(s, admin)
	night(s, 0)
	s.Later(20 * day)
	night(s, 0)
	s.Get(leavers, secretary).Has("mailed", "").Has("proposals.0.state", "waiting")
	s.Mail.Fail = nil
	s.Post("/api/club/v1/mails/1/send", object{}, admin).Is(200)
	s.Work()
	s.Later(6 * day)
	night(s, 0)
	s.Get(apitest.Person(id), admin).Has("acf.birthdate", "1990-05-06")
	s.Later(day)
	night(s, 1)
	s.Get(apitest.Person(id), admin).Has("acf.birthdate", "")
}

func TestWhoIsKeptStaysWholeAndOnlyWhoLeftIsKept(t *testing.T) {
	s, admin, secretary := club(t)
	honoured, other := gone(s, admin, "Erelid", "2020-01-31"), gone(s, admin, "Vroeger", "2020-01-31")
	member := s.Names(admin, "Lid")[0]
	switchOn(s, admin)
	night(s, 0)
	s.Send("PUT", kept(honoured), object{"reason": " "}, secretary).Refuses(400, "rest_invalid_param", "reason")
	s.Send("PUT", kept(member), object{"reason": "Erelid"}, secretary).Refuses(409, "leaver_current")
	s.Send("PUT", kept(999), object{"reason": "Erelid"}, secretary).Refuses(404, "rest_post_invalid_id")
	s.Send("DELETE", kept(honoured), nil, secretary).Refuses(404, "leaver_not_kept")
	s.Send("PUT", kept(honoured), object{"reason": "Erelid"}, secretary).Is(200).Has("kept.0.name", "Wilhelmina Erelid").
		Has("kept.0.reason", "Erelid").Has("kept.0.by", "Heet leden").Has("kept.0.since", "2026-06-15").
		Has("proposals.0.left_out", 1.0)
	s.Get(proposal(1)+"/people", secretary).Is(200).Has("0.person", float64(other))
	s.Get(rehearsal, secretary).Has("people", 1.0).Has("spared.0.why", "kept").Has("spared.0.count", 1.0)
	s.Later(14 * day)
	night(s, 1)
	s.Get(apitest.Person(honoured), admin).Has("acf.birthdate", "1990-05-06")
	s.Send("DELETE", kept(honoured), nil, secretary).Is(200).Has("kept", []any{})
	s.Get(rehearsal, secretary).Has("people", 1.0).Has("first.0.person", float64(honoured))
}

func TestWhoIsErasedIsKeptNoMore(t *testing.T) {
	s, admin, secretary := club(t)
	honoured, asked := gone(s, admin, "Erelid", "2020-01-31"), gone(s, admin, "Vroeger", "2020-01-31")
	for _, id := range []int64{honoured, asked} {
		s.Send("PUT", kept(id), object{"reason": "Wilhelmina is erelid"}, secretary).Is(200)
	}
	s.Post(fmt.Sprintf("/api/club/v1/people/%d/erasure", asked), object{}, admin).Is(201)
	s.Get(leavers, secretary).Has("kept.1.person", float64(asked)).Has("kept.1.name", "") // it can be taken back still
	s.Later(31 * day)
	if n, err := s.Server.Erasures.Run(t.Context()); err != nil || n != 1 {
		t.Errorf("erased %d, %v", n, err)
	}
	if list := s.Get(leavers, secretary).Has("kept.0.person", float64(honoured)).At("kept"); len(list.([]any)) != 1 {
		t.Errorf("kept are %v", list)
	}
}

func TestWhoIsKeptStaysSoUnderAnotherNumber(t *testing.T) {
	s, admin, secretary := club(t)
	first, second := gone(s, admin, "Erelid", "2020-01-31"), gone(s, admin, "Erelid", "2020-01-31")
	s.Send("PUT", kept(second), object{"reason": "Erelid"}, secretary).Is(200)
	s.Post(fmt.Sprintf("/api/club/v1/duplicates/%d/%d", first, second), object{}, admin).Is(200).Has("id", float64(first))
	s.Get(leavers, secretary).Has("kept.0.person", float64(first)).Has("kept.0.reason", "Erelid")
	s.Get(rehearsal, secretary).Has("people", 0.0).Has("spared.0.why", "kept")
}

func TestAProposalIsStoppedByAPersonOrWithTheRules(t *testing.T) {
	s, admin, secretary := club(t)
	gone(s, admin, "Vroeger", "2020-01-31")
	switchOn(s, admin)
	night(s, 0)
	s.Send("DELETE", proposal(99), nil, secretary).Refuses(404, "leaver_proposal_not_found")
	s.Send("DELETE", proposal(1), nil, secretary).Is(200).Has("proposals.0.state", "stopped").
		Has("proposals.0.stopped_by", "Heet leden")
	s.Send("DELETE", proposal(1), nil, secretary).Refuses(409, "leaver_proposal_ended")
	s.Get(proposal(1)+"/people", secretary).Is(200).Has("", []any{})
	s.Later(29 * day)
	night(s, 0)
	s.Get(leavers, secretary).Has("proposals.0.id", 1.0)
	s.Later(day)
	night(s, 0)
	s.Get(leavers, secretary).Has("proposals.0.id", 2.0).Has("proposals.0.state", "waiting").Has("next", "")
	off := object{"enabled": false, "notice_days": 7, "rules": []object{rule("photo", 3)}}
	s.Send("PUT", rules, off, admin).Is(200).Has("proposals.0.state", "stopped").Has("proposals.0.stopped_by", "Heet beheer").
		Has("notice_days", 7.0).Has("rules.0.months", 3.0).Has("rules.1.enabled", false)
	s.Later(90 * day)
	night(s, 0)
	s.Get(leavers, secretary).Has("proposals.0.id", 2.0)
}

func TestWhatChangedAfterTheMailCounts(t *testing.T) {
	s, admin, secretary := club(t)
	back, owing := gone(s, admin, "Terug", "2020-01-31"), gone(s, admin, "Schuld", "2020-01-31")
	removed := gone(s, admin, "Weg", "2010-01-31")
	player, child := gone(s, admin, "Account", "2020-01-31"), s.Names(admin, "Kind")[0]
	parent := gone(s, admin, "Ouder", "2020-01-31")
	linked := s.User("jan")
	switchOn(s, admin)
	night(s, 0)
	s.Get(leavers, secretary).Has("proposals.0.people", 5.0)
	s.Send("PUT", apitest.Person(back), object{"acf": object{"former_member": false}}, admin).Is(200)
	s.Post("/api/club/v1/user/linked-person", object{"person_id": player, "user_id": linked.ID}, admin).Is(200)
	s.Send("PUT", apitest.Person(parent), object{"acf": object{"relationships": []any{
		object{"related_person": child, "relationship_type": 3},
	}}}, admin).Is(200)
	billed := s.Post("/api/club/v1/invoices", object{"person_id": owing, "line_items": []object{
		{"description": "Trainingspak", "amount": 45.5},
	}}, admin).Is(200)
	s.Post(apitest.At("/api/club/v1/invoices", billed.ID())+"/payments",
		object{"amount": 20, "paid_on": "2026-06-14", "method": "cash"}, admin).Is(200)
	s.Get(rehearsal, secretary).Has("people", 2.0).Has("first.0.person", float64(owing)).Has("first.0.kinds", []any{"personal"}).
		Has("spared.0.why", "parent").Has("spared.1.why", "account")
	s.Send("DELETE", apitest.Person(removed), nil, admin).Is(200)
	s.Later(14 * day)
	night(s, 1)
	for _, id := range []int64{back, player, parent} {
		s.Get(apitest.Person(id), admin).Has("acf.birthdate", "1990-05-06")
	}
	s.Get(apitest.Person(owing), admin).Has("acf.birthdate", "").Has("acf.addresses.0.street", "Kade 1")
	s.Get(leavers, secretary).Has("proposals.0.state", "done").Has("proposals.0.left_out", 4.0)
}

func TestWhoMaySeeAndDecide(t *testing.T) {
	s, admin, secretary := club(t)
	gone(s, admin, "Vroeger", "2020-01-31")
	s.User("jan")
	s.User("sync", access.Synchronizer, access.SectionRole(access.Administration))
	change := object{"enabled": true, "notice_days": 14, "rules": []object{}}
	for _, call := range []apitest.Call{s.Program("jan"), s.Program("sync")} {
		s.Get(leavers, call).Refuses(403, "rest_forbidden")
		s.Get(rehearsal, call).Refuses(403, "rest_forbidden")
		s.Get(proposal(1)+"/people", call).Refuses(403, "rest_forbidden")
		s.Send("DELETE", proposal(1), nil, call).Refuses(403, "rest_forbidden")
		s.Send("PUT", kept(1), object{"reason": "x"}, call).Refuses(403, "rest_forbidden")
		s.Send("DELETE", kept(1), nil, call).Refuses(403, "rest_forbidden")
		s.Send("PUT", rules, change, call).Refuses(403, "rest_forbidden")
	}
	s.Get(leavers).Refuses(401, "rest_not_logged_in")
	s.Send("PUT", rules, change, secretary).Refuses(403, "rest_forbidden")
	for field, wrong := range map[string]object{
		"notice_days":  {"enabled": true, "notice_days": 6, "rules": []object{}},
		"rules.person": {"enabled": true, "notice_days": 14, "rules": []object{rule("person", 11)}},
		"rules.photo":  {"enabled": true, "notice_days": 14, "rules": []object{rule("photo", 241)}},
	} {
		s.Send("PUT", rules, wrong, admin).Refuses(400, "rest_invalid_param", field)
	}
	wrong := object{"enabled": true, "notice_days": 14, "rules": []object{rule("onzin", 3)}}
	s.Send("PUT", rules, wrong, admin).Is(400)
	s.Get(leavers, admin).Has("enabled", false)
}

func TestWithoutASecretaryTheAdministratorsAreMailed(t *testing.T) {
	t.Parallel()
	s := apitest.New(t)
	admin := s.Admin()
	gone(s, admin, "Vroeger", "2020-01-31")
	s.User("sync", access.Synchronizer)
	switchOn(s, admin).Has("tells_to", []any{"Heet beheer"})
	night(s, 0)
	if sent := s.Mail.Sent(); len(sent) != 1 || sent[0].To[0].Email != "beheer@club.example" {
		t.Errorf("mailed %+v", sent)
	}
}

func TestARunGoesOnWhereItWasCutOff(t *testing.T) {
	s, admin, secretary := club(t)
	for i := range 5 {
		gone(s, admin, fmt.Sprint("Vroeger", i), "2020-01-31")
	}
	switchOn(s, admin)
	night(s, 0)
	s.Later(14 * day)
	broken := errors.New("broken")
	whole, calls := s.Server.Leavers.Addresses, 0
	s.Server.Leavers.Addresses = func(ctx context.Context, stores ports.Stores, id int64) (erasure.Subject, error) {
		if calls++; calls == 3 {
			return erasure.Subject{}, broken
		}
		return whole(ctx, stores, id)
	}
	if n, err := s.Server.Leavers.Run(t.Context()); n != 4 || !errors.Is(err, broken) {
		t.Errorf("cleared %d, %v", n, err)
	}
	s.Get(leavers, secretary).Has("proposals.0.state", "waiting").Has("proposals.0.counts.0.done", 4.0)
	night(s, 1)
	s.Get(leavers, secretary).Has("proposals.0.state", "done").Has("proposals.0.counts.0.done", 5.0)
}

// The books need the address for seven years, which the record loses before.
func TestInvoicesKeepTheAddress(t *testing.T) {
	s, admin, _ := club(t)
	id := gone(s, admin, "Vroeger", "2020-01-31")
	billed := s.Post("/api/club/v1/invoices", object{"person_id": id, "line_items": []object{
		{"description": "Trainingspak", "amount": 45.5},
	}}, admin).Is(200)
	at := apitest.At("/api/club/v1/invoices", billed.ID())
	s.Post(at+"/payments", object{"amount": 45.5, "paid_on": "2026-06-14", "method": "cash"}, admin).Is(200)
	switchOn(s, admin, rule("addresses", 24), rule("person", 84))
	shows := func(when string) {
		t.Helper()
		if pdf := s.Get(at+"/pdf", admin).Is(200).Text; !strings.Contains(pdf, "Kade 1") {
			t.Errorf("%s: %s", when, pdf)
		}
	}
	shows("before")
	night(s, 0)
	s.Later(14 * day)
	night(s, 1)
	s.Get(apitest.Person(id), admin).Has("acf.addresses", []any{})
	shows("without the address of the person")
	s.Later(400 * day) // 84 months are over
	night(s, 0)
	s.Later(14 * day)
	night(s, 1)
	s.Later(31 * day)
	if n, err := s.Server.Erasures.Run(t.Context()); err != nil || n != 1 {
		t.Fatalf("erased %d, %v", n, err)
	}
	shows("without the person")
}
