package screeningapi_test

import (
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/clubhuis/clubhuis/adapters/httpapi/internal/apitest"
	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/suppression"
)

type object = apitest.Object

const vog = "/api/club/v1/vog"

// office is a club on 15 June 2026 with volunteers who have a certificate or not, and a keeper of certificates who reads
// volunteers alone.
func office(t *testing.T) (s *apitest.Site, admin, keeper, other apitest.Call, people map[string]int64) {
	t.Helper()
	s = apitest.New(t)
	admin = s.Admin()
	s.User("vera", access.SectionRole(access.Certificates))
	s.User("jan")
	keeper, other = s.Program("vera"), s.Program("jan")
	mail := func(address string) []object { return []object{{"contact_type": "email", "contact_value": address}} }
	works := []object{{"team": 1000, "is_current": true}}
	people = map[string]int64{}
	for _, acf := range []object{
		{"first_name": "Nieuw", "work_history": works, "contact_info": mail("nieuw@club.example")},
		{"first_name": "Oud", "work_history": works, "datum-vog": "2023-06-15", "contact_info": mail("oud@club.example")},
		{"first_name": "Binnenkort", "work_history": works, "datum-vog": "2023-07-01", "contact_info": mail("b@club.example")},
		{"first_name": "Geldig", "work_history": works, "datum-vog": "2025-07-01", "contact_info": mail("g@club.example")},
		{"first_name": "Zonder", "work_history": works},
		{"first_name": "Speler", "contact_info": mail("s@club.example")},
	} {
		people[acf["first_name"].(string)] = s.Person(admin, acf).ID()
	}
	return s, admin, keeper, other, people
}

func ids(list ...int64) object { return object{"ids": list} }

// contract: facts §6.9
func TestMailsAboutCertificates(t *testing.T) {
	t.Parallel()
	s, admin, keeper, _, people := office(t)
	asked := ids(people["Nieuw"], people["Oud"], people["Zonder"], people["Speler"], 9999, people["Nieuw"])
	a := s.Post(vog+"/bulk-send", asked, keeper)
	a.Is(200).Has("sent", 2.0).Has("failed", 3.0).Has("total", 5.0).
		Has("results.0", object{"id": float64(people["Nieuw"]), "success": true, "type": "new"}).
		Has("results.1.type", "renewal").Has("results.2.code", "no_email").Has("results.3.code", "rest_forbidden").
		Has("results.4.code", "rest_post_invalid_id")
	// Who has a new certificate, of which the keeper's page does not know yet.
	for _, path := range []string{"/bulk-send", "/bulk-send-reminder", "/bulk-mark-justis"} {
		s.Post(vog+path, ids(people["Geldig"]), keeper).Is(200).Has("failed", 1.0).Has("results.0.code", "not_due")
	}
	s.Get(apitest.Person(people["Geldig"]), admin).Is(200).Has("acf.vog_justis_submitted_date", "")
	// What is queued counts as sent: no mail has gone yet.
	s.Get(apitest.Person(people["Nieuw"]), admin).Is(200).Has("acf.vog_email_sent_date", "2026-06-15")
	s.Get(apitest.Person(people["Zonder"]), admin).Is(200).Has("acf.vog_email_sent_date", "")
	s.Work()
	if len(s.Mail.Sent()) != 2 {
		t.Fatalf("%d mails went", len(s.Mail.Sent()))
	}
	for _, sent := range s.Mail.Sent() {
		if sent.Subject == "VOG vernieuwing" && !strings.Contains(sent.Text, "15 juni 2023") || strings.Contains(sent.Text, "{") {
			t.Errorf("%s: %s", sent.Subject, sent.Text)
		}
	}
	s.Post(vog+"/bulk-send", ids(people["Nieuw"]), keeper).Is(200).Has("sent", 0.0).Has("results.0.code", "sent_today")

	s.Later(8 * 24 * 3600e9)
	s.Post(vog+"/bulk-send-reminder", ids(people["Nieuw"], people["Oud"]), keeper).Is(200).Has("sent", 2.0).
		Has("results.1.type", "renewal")
	s.Work()
	for _, sent := range s.Mail.Sent()[2:] {
		if !strings.Contains(sent.Text, "15 juni 2026") || strings.Contains(sent.Text, "bij Justis op") {
			t.Errorf("%s: %s", sent.Subject, sent.Text)
		}
	}
	s.Post(vog+"/bulk-mark-justis", ids(people["Nieuw"], 9999), keeper).Is(200).Has("marked", 1.0).Has("failed", 1.0).
		Has("total", 2.0).
		Has("results.0", object{"id": float64(people["Nieuw"]), "success": true})
	s.Post(vog+"/bulk-mark-justis", ids(people["Nieuw"]), keeper).Is(200).Has("marked", 1.0) // a click that came twice
	s.Later(24 * 3600e9)
	before := s.Get(apitest.Person(people["Nieuw"]), admin).Is(200).At("modified")
	again := s.Post(vog+"/bulk-mark-justis", ids(people["Nieuw"]), keeper).Is(200).Has("marked", 0.0).Has("failed", 1.0).
		Has("results.0.code", "already_submitted")
	if why := again.At("results.0.error").(string); !strings.Contains(why, "23 juni 2026") {
		t.Errorf("the day that is known is not named: %s", why)
	}
	s.Get(apitest.Person(people["Nieuw"]), admin).Is(200).Has("modified", before)
	s.Get(apitest.Person(people["Nieuw"]), admin).Is(200).Has("acf.vog_justis_submitted_date", "2026-06-23").
		Has("acf.vog_reminder_sent_date", "2026-06-23")
	// What was noted too early is taken back by who keeps the certificates, and noted anew.
	s.Send("PUT", apitest.Person(people["Nieuw"]), object{"meta": object{"vog_justis_submitted_date": ""}}, keeper).Is(200).
		Has("acf.vog_justis_submitted_date", "")
	s.Post(vog+"/bulk-mark-justis", ids(people["Nieuw"]), keeper).Is(200).Has("marked", 1.0)
	s.Get(apitest.Person(people["Nieuw"]), admin).Is(200).Has("acf.vog_justis_submitted_date", "2026-06-24")

	h := s.Get(fmt.Sprintf("%s/people/%d/mails", vog, people["Nieuw"]), keeper).Is(200)
	h.Has("mails.0.subject", "VOG herinnering").Has("mails.0.reminder", true).Has("mails.1.subject", "VOG aanvraag").
		Has("mails.1.author_name", "Heet vera").Has("mails.1.state", "sent")
	s.Get(fmt.Sprintf("%s/people/%d/mails", vog, people["Speler"]), keeper).Refuses(403, "rest_forbidden")
}

// The page's selection outlives what it was made of: nobody is written who need not be, whom no mail reaches, or who never got
// what a reminder is about.
func TestNobodyIsWrittenAboutACertificateWhoNeedNotBe(t *testing.T) {
	t.Parallel()
	s, admin, keeper, _, people := office(t)
	deeds := []string{"/bulk-send", "/bulk-send-reminder", "/bulk-mark-justis"}
	for _, path := range deeds {
		s.Post(vog+path, ids(people["Speler"]), admin).Is(200).Has("failed", 1.0).Has("results.0.code", "not_required")
	}
	s.Post(vog+"/bulk-send", ids(people["Oud"]), keeper).Is(200).Has("sent", 1.0)
	s.Send("PUT", apitest.Person(people["Oud"]), object{"acf": object{"former_member": true}}, admin).Is(200)
	for _, path := range deeds {
		s.Post(vog+path, ids(people["Oud"]), admin).Is(200).Has("failed", 1.0).Has("results.0.code", "not_required")
	}

	s.Post(vog+"/bulk-send-reminder", ids(people["Binnenkort"]), keeper).Is(200).Has("failed", 1.0).
		Has("results.0.code", "not_asked")
	s.Send("PUT", apitest.Person(people["Binnenkort"]), object{"meta": object{"vog_reminder_sent_date": "2026-06-01"}}, admin).Is(200)
	s.Get(vog+"/overview", keeper).Is(200).Has("mailed", 0.0).Has("reminded", 0.0)

	block := func(address string) {
		if _, err := s.Stores().Suppressions.Change(t.Context(), address, func(known *suppression.Suppression) error {
			known.Kind, known.Blocked = suppression.HardBounce, true
			return nil
		}); err != nil {
			t.Fatal(err)
		}
	}
	block("nieuw@club.example")
	s.Post(vog+"/bulk-send", ids(people["Nieuw"]), keeper).Is(200).Has("sent", 0.0).Has("results.0.code", "no_email")
	s.Get(apitest.Person(people["Nieuw"]), admin).Is(200).Has("acf.vog_email_sent_date", "")
}

// contract: club §2.11-8
func TestTheOverviewCountsAsTheDashboardDoes(t *testing.T) {
	t.Parallel()
	s, admin, keeper, _, people := office(t)
	s.Get(vog+"/overview", keeper).Is(200).Has("missing_or_expired_not_requested", 3.0).Has("missing_or_expired_requested", 0.0).
		Has("expiring", 1.0).Has("not_mailed", 3.0).Has("mailed", 0.0)
	s.Post(vog+"/bulk-send", ids(people["Nieuw"]), keeper).Is(200)
	s.Post(vog+"/bulk-mark-justis", ids(people["Oud"]), keeper).Is(200)
	s.Get(vog+"/overview", keeper).Is(200).Has("missing_or_expired_not_requested", 2.0).Has("missing_or_expired_requested", 1.0).
		Has("not_mailed", 1.0).Has("mailed", 1.0)
	s.Send("PUT", apitest.Person(people["Nieuw"]), object{"acf": object{"datum-vog": "2026-06-14"}}, admin).Is(200).
		Has("acf.vog_email_sent_date", "")
	s.Get(vog+"/overview", keeper).Is(200).Has("missing_or_expired_not_requested", 1.0).Has("mailed", 0.0)
	const due = "?vog_required=1&vog_missing=1&vog_older_than_years=3&vog_justis_status=not_submitted"
	s.Get("/api/club/v1/people/filtered"+due, keeper).
		Is(200).Has("total", 1.0)
}

// contract: facts §6.9
func TestCertificatesAreForWhoKeepsThem(t *testing.T) {
	t.Parallel()
	s, _, keeper, other, people := office(t)
	for _, path := range []string{"/bulk-send", "/bulk-send-reminder", "/bulk-mark-justis"} {
		s.Post(vog+path, ids(people["Nieuw"])).Refuses(401, "rest_not_logged_in")
		s.Post(vog+path, ids(people["Nieuw"]), other).Refuses(403, "rest_forbidden")
		s.Post(vog+path, object{}, keeper).Is(400)
		s.Post(vog+path, ids(), keeper).Is(400)
		s.Post(vog+path, object{"ids": "1"}, keeper).Is(400)
		s.Post(vog+path, object{"ids": make([]int64, 1001)}, keeper).Is(400)
	}
	for _, path := range []string{"/settings", "/overview", fmt.Sprintf("/people/%d/mails", people["Nieuw"])} {
		s.Get(vog+path, other).Refuses(403, "rest_forbidden")
		s.Get(vog+path, keeper).Is(200)
	}
	s.Post(vog+"/settings", object{"from_name": "x"}, other).Refuses(403, "rest_forbidden")
}

// contract: facts §6.9
func TestSettings(t *testing.T) {
	t.Parallel()
	s, admin, keeper, _, people := office(t)
	first := s.Get(vog+"/settings", keeper).Is(200).At("template_new").(string)
	if !strings.Contains(first, "{first_name}") {
		t.Errorf("at first %q", first)
	}
	s.Post(vog+"/settings", object{"template_new": "Dag {first_name}, {previous_vog_date}", "from_email": "vog@club.example"}, keeper).
		Is(200).Has("template_new", "Dag {first_name}, {previous_vog_date}").Has("from_name", "").Has("people_recalculated", false)
	s.Post(vog+"/settings", object{"from_email": "vog@"}, keeper).Refuses(400, "rest_invalid_param", "from_email")
	s.Post(vog+"/settings", object{"template_new": strings.Repeat("x", 10_001)}, keeper).Refuses(400, "rest_invalid_param", "template_new")
	s.Post(vog+"/settings/preview", object{"template": "template_new", "person_id": people["Nieuw"]}, keeper).Is(200).
		Has("subject", "VOG aanvraag")
	s.Post(vog+"/settings/preview", object{"template": "x", "person_id": people["Nieuw"]}, keeper).Is(400)
	s.Post(vog+"/settings/preview", object{"template": "template_new", "person_id": people["Speler"]}, keeper).Is(403)
	s.Post(vog+"/bulk-send", ids(people["Nieuw"]), keeper).Is(200)
	s.Work()
	sent := s.Mail.Sent()[0]
	if !strings.Contains(sent.Text, "Dag Nieuw, onbekend") || sent.ReplyTo.Email != "vog@club.example" {
		t.Errorf("sent %+v", sent)
	}
	s.Post(vog+"/settings", object{"template_new": ""}, keeper).Is(200).Has("template_new", first)

	// The exempt committees are those of the rules for volunteers.
	bar := s.Post("/api/cms/v2/commissies", object{"title": "Bar", "status": "publish"}, admin).Is(201).ID()
	id := s.Person(admin, object{"first_name": "Bar", "work_history": []object{{"team": bar, "is_current": true}}}).ID()
	s.Get(apitest.Person(id), admin).Is(200).Has("acf.vog_required", true)
	s.Post(vog+"/settings", object{"exempt_commissies": []int64{bar}}, keeper).Refuses(403, "rest_forbidden")
	s.Post(vog+"/settings", object{"exempt_commissies": []int64{bar}}, admin).Is(200).Has("people_recalculated", true)
	s.Get(apitest.Person(id), admin).Is(200).Has("acf.vog_required", false)
	s.Get("/api/club/v1/volunteer-roles/settings", admin).Is(200).Has("exempt_commissies", []any{float64(bar)})
	s.Post(vog+"/settings", object{"exempt_commissies": []int64{bar}}, keeper).Is(200).Has("people_recalculated", false)
}

func TestParallelClicksMailOnce(t *testing.T) {
	t.Parallel()
	s, _, keeper, _, people := office(t)
	var wait sync.WaitGroup
	for range 8 {
		wait.Go(func() { s.Post(vog+"/bulk-send", ids(people["Nieuw"], people["Oud"]), keeper).Is(200) })
	}
	wait.Wait()
	s.Work()
	if n := len(s.Mail.Sent()); n != 2 {
		t.Errorf("%d mails went", n)
	}
}

func TestNobodyKeepsTheirOwnCertificate(t *testing.T) {
	t.Parallel()
	s, admin, keeper, _, people := office(t)
	vera := s.Viewer("vera").User
	s.Post("/api/club/v1/user/linked-person", object{"person_id": people["Nieuw"], "user_id": vera}, admin).Is(200)
	s.Post(vog+"/bulk-mark-justis", ids(people["Nieuw"]), keeper).Is(200).Has("marked", 0.0).Has("results.0.code", "rest_forbidden")
}
