package erasuresapi_test

import (
	"fmt"
	"regexp"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/clubhuis/clubhuis/adapters/httpapi/internal/apitest"
	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/invoice"
)

type object = apitest.Object

const (
	erasures = "/api/club/v1/erasures"
	linked   = "/api/club/v1/user/linked-person"
	month    = 30 * 24 * time.Hour
)

func of(id int64) string { return fmt.Sprintf("/api/club/v1/people/%d/erasure", id) }

// erases does the daily work.
func erases(s *apitest.Site, want int) {
	s.T.Helper()
	if n, err := s.Server.Erasures.Run(s.T.Context()); err != nil || n != want {
		s.T.Errorf("erased %d, %v", n, err)
	}
}

func person(s *apitest.Site, admin apitest.Call, last string, more object) int64 {
	fields := object{"first_name": "Wilhelmina", "last_name": last}
	for key, value := range more {
		fields[key] = value
	}
	return s.Person(admin, fields).Is(201).ID()
}

// bill makes a draft.
func bill(s *apitest.Site, admin apitest.Call, of int64) apitest.Answer {
	return s.Post("/api/club/v1/invoices", object{"person_id": of, "line_items": []object{
		{"description": "Trainingspak", "amount": 45.5},
	}}, admin).Is(200)
}

func TestAPersonIsRehearsedPlannedAndDestroyed(t *testing.T) {
	t.Parallel()
	s := apitest.New(t)
	admin := s.Admin()
	s.User("jan")
	id := person(s, admin, "Zeldzaam", object{"contact_info": []any{
		object{"contact_type": "email", "contact_value": "w@zeldzaam.example"},
	}, "factuur-email": "kantoor@zeldzaam.example"})
	other := person(s, admin, "Kok", object{"factuur-email": "bond@club.example"})
	notes := func(of int64) string { return fmt.Sprintf("/api/club/v1/people/%d/notes", of) }
	s.Post(notes(id), object{"content": "Speelt graag keeper", "visibility": "shared"}, admin).Is(200)
	s.Post(notes(other), object{"content": "Rijdt met Wilhelmina Zeldzaam, Kantoor@zeldzaam.example", "visibility": "shared"}, admin).Is(200)

	s.Get(of(id), s.Program("jan")).Refuses(403, "rest_forbidden")
	s.Post(of(id), object{}, s.Program("jan")).Refuses(403, "rest_forbidden")
	s.Get(of(999), admin).Refuses(404, "rest_post_invalid_id")
	s.Post(of(999), object{}, admin).Refuses(404, "rest_post_invalid_id")
	s.Get(of(id), admin).Is(200).Has("name", "Wilhelmina Zeldzaam").Has("refused", "").Has("due", "2026-07-15 14:30:45").
		Has("parts.0.kind", "record").Has("parts.0.count", 1.0).Has("parts.0.fate", "goes").Has("parts.1.kind", "notes")
	planned := s.Post(of(id), object{}, admin).Is(201).Has("state", "planned").Has("by", "Heet beheer").Has("cause", "asked")
	// Whoever goes back to an old backup finds the number in this line: docs/operations.md and restore say so.
	line := regexp.MustCompile(fmt.Sprintf(`security\.what=erasures\.plan .*security\.record=%d .*result=ok`, id))
	if log := s.Log.String(); !line.MatchString(log) {
		t.Errorf("logged %s", log)
	}
	s.Post(of(id), object{}, admin).Refuses(409, "erasure_planned")
	s.Get(apitest.Person(id), admin).Is(404)
	s.Get("/api/club/v1/search?q=zeldzaam", admin).Is(200).Has("people", []any{})

	s.Later(month - time.Minute)
	erases(s, 0)
	s.Later(2 * time.Minute)
	erases(s, 1)
	erases(s, 0)
	s.Get(erasures, admin).Is(200).Has("0.state", "destroyed").Has("0.name", "").Has("0.parts.1.kind", "notes").
		Has("0.id", planned.At("id"))
	s.Get(notes(other), admin).Is(200).Has("0.content", "<p>Rijdt met (gewist), (gewist)</p>")
	log := s.Get("/api/club/v1/audit?per_page=100", admin).Is(200).Text
	if strings.Contains(log, "Zeldzaam") || !strings.Contains(log, "person-erased") {
		t.Errorf("the log: %s", log)
	}
	s.Send("DELETE", fmt.Sprint(erasures, "/", planned.ID()), nil, admin).Refuses(409, "erasure_ended")
	s.Send("DELETE", erasures+"/99", nil, admin).Refuses(404, "erasure_not_found")
	s.Post(of(id), object{}, admin).Refuses(404, "rest_post_invalid_id")
}

func TestWhoIsToBeErasedComesBack(t *testing.T) {
	t.Parallel()
	s := apitest.New(t)
	admin := s.Admin()
	id := person(s, admin, "Zeldzaam", nil)
	for _, back := range []func(erasure int64){
		func(erasure int64) {
			s.Send("DELETE", fmt.Sprint(erasures, "/", erasure), nil, admin).Is(200).Has("state", "withdrawn").
				Has("name", "Wilhelmina Zeldzaam")
		},
		func(int64) { s.Post(fmt.Sprintf("/api/club/v1/people/%d/restore", id), object{}, admin).Is(200) },
	} {
		planned := s.Post(of(id), object{}, admin).Is(201)
		s.Later(time.Hour)
		back(planned.ID())
		s.Get(apitest.Person(id), admin).Is(200)
		s.Get(erasures, admin).Has("0.state", "withdrawn")
		s.Later(month)
		erases(s, 0)
		s.Get(apitest.Person(id), admin).Is(200)
	}
}

func TestAnAccountGoesWithItsPerson(t *testing.T) {
	t.Parallel()
	s := apitest.New(t)
	admin := s.Admin()
	jan := s.User("jan", access.Member)
	id := person(s, admin, "Zeldzaam", object{"contact_info": []any{
		object{"contact_type": "email", "contact_value": "w@zeldzaam.example"},
	}})
	s.Post(linked, object{"person_id": id, "user_id": jan.ID}, admin).Is(200)
	program := s.Program("jan")
	s.Get("/api/cms/v2/users/me", program).Is(200)
	planned := s.Post(of(id), object{}, admin).Is(201)
	s.Get("/api/cms/v2/users/me", program).Is(401)
	s.Send("DELETE", fmt.Sprint(erasures, "/", planned.ID()), nil, admin).Is(200)
	s.Get("/api/cms/v2/users/me", program).Is(200)
	s.Post(of(id), object{}, admin).Is(201)
	s.Later(month + time.Minute)
	erases(s, 1)
	s.Get(fmt.Sprintf("/api/club/v1/users/%d/roles", jan.ID), admin).Is(404)
	if log := s.Get("/api/club/v1/audit?per_page=100", admin).Text; strings.Contains(log, "Heet jan") {
		t.Errorf("the log: %s", log)
	}
}

// An administrator's block is another one than that of an erasure, and outlives it. That of an erasure nobody lifts.
func TestAnAccountIsKeptOutUntilAnErasureIsTakenBack(t *testing.T) {
	t.Parallel()
	for _, blocked := range []bool{false, true} {
		s := apitest.New(t)
		admin := s.Admin()
		jan := s.User("jan", access.Member)
		id := person(s, admin, "Zeldzaam", nil)
		s.Post(linked, object{"person_id": id, "user_id": jan.ID}, admin).Is(200)
		user, program := fmt.Sprintf("/api/club/v1/users/%d", jan.ID), s.Program("jan")
		planned := s.Post(of(id), object{}, admin).Is(201)
		if blocked {
			s.Post(user+"/block", nil, admin).Is(200)
		}
		s.Post(user+"/unblock", nil, admin).Refuses(409, "user_erasing")
		s.Post(linked, object{"person_id": 0, "user_id": jan.ID}, admin).Is(200)
		s.Post(user+"/unblock", nil, admin).Refuses(409, "user_erasing")
		s.Get("/api/cms/v2/users/me", program).Is(401)
		s.Send("DELETE", fmt.Sprint(erasures, "/", planned.ID()), nil, admin).Is(200)
		if blocked {
			s.Get("/api/cms/v2/users/me", program).Is(401)
			s.Post(user+"/unblock", nil, admin).Is(200)
		}
		s.Get("/api/cms/v2/users/me", program).Is(200)
	}
}

// contract: club §2.1, the member code is what the federation's administration knows somebody by
func TestWhoMayNotBeErased(t *testing.T) {
	t.Parallel()
	s := apitest.New(t)
	admin := s.Admin()
	refuses := func(id int64, code string) {
		t.Helper()
		if sentence := s.Get(of(id), admin).Is(200).At("refused"); sentence == "" {
			t.Errorf("%s: the rehearsal says nothing", code)
		}
		s.Post(of(id), object{}, admin).Refuses(409, code)
		s.Get(apitest.Person(id), admin).Is(200)
	}
	member := person(s, admin, "Lid", object{"assoc-id": "ABC123"})
	refuses(member, "erasure_member")
	parent := person(s, admin, "Ouder", object{"relationships": []any{object{"related_person": member, "relationship_type": 3}}})
	refuses(parent, "erasure_parent")
	owing := person(s, admin, "Schuld", nil)
	billed := bill(s, admin, owing)
	s.Get(of(owing), admin).Has("refused", "") // a draft was asked of nobody
	at := apitest.At("/api/club/v1/invoices", billed.ID())
	s.Post(at+"/payments", object{"amount": 20, "paid_on": "2026-06-14", "method": "cash"}, admin).Is(200)
	refuses(owing, "erasure_invoices_open")
	s.Post(at+"/payments", object{
		"amount": 25.5, "paid_on": "2026-06-14", "method": "cash", "note": "van Wilhelmina",
	}, admin).Is(200)
	s.Post(of(owing), object{}, admin).Is(201)
	s.Later(month + time.Minute)
	erases(s, 1)
	s.Get(at, admin).Is(200).Has("person_name", "Wilhelmina Schuld")
	s.Get(at+"/pdf", admin).Is(200)
	own := person(s, admin, "Zelf", nil)
	s.Post(linked, object{"person_id": own}, admin).Is(200)
	refuses(own, "erasure_own")
}

func TestWhoOwesWhenItIsDueWaitsAndSaysSo(t *testing.T) {
	t.Parallel()
	s := apitest.New(t)
	admin := s.Admin()
	id := person(s, admin, "Zeldzaam", nil)
	billed := bill(s, admin, id)
	s.Post(of(id), object{}, admin).Is(201).Has("open", []any{})
	pay := func(amount float64) {
		s.Post(apitest.At("/api/club/v1/invoices", billed.ID())+"/payments",
			object{"amount": amount, "paid_on": "2026-06-14", "method": "cash"}, admin).Is(200)
	}
	pay(20)
	s.Later(month + time.Minute)
	erases(s, 0)
	number := s.Get(apitest.At("/api/club/v1/invoices", billed.ID()), admin).At("invoice_number")
	s.Get(erasures, admin).Has("0.state", "planned").Has("0.open", []any{number})
	erases(s, 0)
	pay(25.5)
	erases(s, 1)
	s.Get(erasures, admin).Has("0.state", "destroyed").Has("0.open", []any{})
}

func TestTheLogKeepsTheNumberOfADraftThatGoes(t *testing.T) {
	t.Parallel()
	s := apitest.New(t)
	admin := s.Admin()
	id := person(s, admin, "Zeldzaam", nil)
	number := bill(s, admin, id).At("invoice_number")
	s.Post(of(id), object{}, admin).Is(201)
	s.Later(month + time.Minute)
	erases(s, 1)
	log := s.Get("/api/club/v1/audit?per_page=100&kind=invoice-deleted", admin).Is(200)
	if log.Has("0.after.number", number); strings.Contains(log.Text, "Zeldzaam") {
		t.Errorf("the log: %s", log.Text)
	}
}

// Who stood at the bank when the link of a draft was closed may have paid.
func TestADraftThatMayBringMoneyIsWaitedFor(t *testing.T) {
	t.Parallel()
	s := apitest.New(t)
	admin := s.Admin()
	id := person(s, admin, "Zeldzaam", nil)
	billed := bill(s, admin, id).ID()
	s.Post(of(id), object{}, admin).Is(201)
	s.Later(month + time.Minute)
	err := s.Stores().Invoices.Update(s.T.Context(), billed, func(v *invoice.Invoice) error {
		v.Checkouts = append(v.Checkouts, invoice.Checkout{Ref: "x", LinkID: "pl_x", State: invoice.CheckoutCancelled, ClosedAt: s.Now})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	erases(s, 0)
	s.Get(erasures, admin).Has("0.state", "planned")
	s.Later(month)
	erases(s, 1)
}

func TestAnErasureThatWaitsIsTakenBack(t *testing.T) {
	t.Parallel()
	s := apitest.New(t)
	admin := s.Admin()
	id := person(s, admin, "Zeldzaam", nil)
	billed := bill(s, admin, id)
	planned := s.Post(of(id), object{}, admin).Is(201)
	s.Post(apitest.At("/api/club/v1/invoices", billed.ID())+"/payments",
		object{"amount": 20, "paid_on": "2026-06-14", "method": "cash"}, admin).Is(200)
	s.Later(2 * month)
	erases(s, 0)
	s.Send("DELETE", fmt.Sprint(erasures, "/", planned.ID()), nil, admin).Is(200).Has("state", "withdrawn")
	s.Get(apitest.Person(id), admin).Is(200)
}

// Whoever is taken off the person meanwhile is erased all the same, unless somebody else is that user by then.
func TestAnAccountThatIsTakenOffIsErasedToo(t *testing.T) {
	t.Parallel()
	for _, other := range []bool{false, true} {
		s := apitest.New(t)
		admin := s.Admin()
		jan := s.User("jan", access.Member)
		id, another := person(s, admin, "Zeldzaam", nil), person(s, admin, "Kok", nil)
		s.Post(linked, object{"person_id": id, "user_id": jan.ID}, admin).Is(200)
		program := s.Program("jan")
		s.Post(of(id), object{}, admin).Is(201)
		s.Post(linked, object{"person_id": 0, "user_id": jan.ID}, admin).Is(200)
		if other {
			s.Post(linked, object{"person_id": another, "user_id": jan.ID}, admin).Is(200)
		}
		s.Later(month + time.Minute)
		erases(s, 1)
		if other {
			s.Get("/api/cms/v2/users/me", program).Is(200)
			continue
		}
		s.Get(fmt.Sprintf("/api/club/v1/users/%d/roles", jan.ID), admin).Is(404)
	}
}

func TestOfManyWhoAskAtOnceOneErases(t *testing.T) {
	t.Parallel()
	s := apitest.New(t)
	admin := s.Admin()
	id := person(s, admin, "Zeldzaam", nil)
	var planned, refused atomic.Int32
	var all sync.WaitGroup
	for range 6 {
		all.Go(func() {
			switch s.Post(of(id), object{}, admin).StatusCode {
			case 201:
				planned.Add(1)
			case 409:
				refused.Add(1)
			}
		})
	}
	all.Wait()
	if planned.Load() != 1 || refused.Load() != 5 {
		t.Errorf("%d planned, %d refused", planned.Load(), refused.Load())
	}
}
