package accountsapi_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/clubhuis/clubhuis/adapters/httpapi/internal/apitest"
	"github.com/clubhuis/clubhuis/core/access"
)

// contract: club §4.3
func TestAPersonGetsAnAccountAndTheMailThatSetsItsPassword(t *testing.T) {
	t.Parallel()
	s := apitest.New(t)
	admin := s.Admin()
	email := func(address string) object {
		return object{"first_name": "Joël", "infix": "van", "last_name": "Dijk",
			"contact_info": list{object{"contact_type": "email", "contact_value": address}}}
	}
	joel := s.Person(admin, email("Joel@club.example")).Is(201).ID()
	on := fmt.Sprintf("/api/club/v1/people/%d", joel)
	s.Get(apitest.Person(joel), admin).Has("linked_user_id", nil).Has("welcome_email_sent_at", nil)
	s.Post(on+"/welcome-email", nil, admin).Refuses(400, "not_provisioned")
	s.Post(on+"/provision", object{"role": "baas"}, admin).Refuses(400, "rest_invalid_param", "role")
	made := s.Post(on+"/provision", nil, admin).Is(200).Has("success", true).Has("person_id", int(joel)).
		Has("welcome_email_sent", true)
	user := int64(made.At("user_id").(float64))
	s.Get(apitest.Person(joel), admin).Has("linked_user_id", int(user)).Has("welcome_email_sent_at", "2026-06-15T12:30:45Z")
	s.Work()
	sent := s.Mail.Sent()[0]
	token := inMail.FindStringSubmatch(sent.Text)
	if sent.To[0].Email != "joel@club.example" || sent.Subject != "Welkom bij vv De Proef" || token == nil ||
		!strings.Contains(sent.Text, "Beste Joël,") || !strings.Contains(sent.HTML, "joel.van.dijk") ||
		strings.Contains(sent.Text, "{{") {
		t.Fatalf("sent %+v", sent)
	}
	s.Post(reset+"/"+token[1], object{"new_password": fresh}).Is(200)
	s.Post(reset+"/"+token[1], object{"new_password": fresh}).Refuses(400, "invalid_status")
	s.Post(apitest.Session, object{"username": "joel.van.dijk", "password": fresh}).Is(200).
		Has("user.roles", list{"club_user"}).Has("user.linked_person_name", "Joël van Dijk")

	s.Post(on+"/provision", nil, admin).Refuses(409, "already_provisioned")
	other := s.Person(admin, email("joel@club.example")).Is(201).ID()
	s.Post(fmt.Sprintf("/api/club/v1/people/%d/provision", other), nil, admin).Refuses(409, "email_exists")
	namesake := s.Person(admin, email("ander@club.example")).Is(201).ID()
	s.Post(fmt.Sprintf("/api/club/v1/people/%d/provision", namesake),
		object{"role": "financieel", "send_welcome_email": false, "roles": list{"administrator"}}, admin).Is(200).
		Has("welcome_email_sent", false)
	s.Get(apitest.Person(namesake), admin).Has("welcome_email_sent_at", nil)
	if roles := s.Viewer("joel.van.dijk2").Roles; fmt.Sprint(roles) != "[club_financieel]" {
		t.Errorf("roles %v", roles)
	}
	nobody := s.Person(admin, object{"first_name": "Jan"}).Is(201).ID()
	s.Post(fmt.Sprintf("/api/club/v1/people/%d/provision", nobody), nil, admin).Refuses(400, "no_email")
	s.Post("/api/club/v1/people/9999/provision", nil, admin).Refuses(404, "rest_post_invalid_id")
	s.Post("/api/club/v1/people/9999/welcome-email", nil, admin).Refuses(404, "rest_post_invalid_id")

	s.Later(599 * time.Second)
	s.Post(on+"/welcome-email", nil, admin).Refuses(429, "welcome_sent")
	s.Later(time.Second)
	s.Post(on+"/welcome-email", nil, admin).Is(200).Has("welcome_email_sent_at", "2026-06-15T12:40:45Z")
	s.Get(apitest.Person(joel), admin).Has("welcome_email_sent_at", "2026-06-15T12:40:45Z")
	s.Send("DELETE", fmt.Sprintf("/api/club/v1/users/%d", user), nil, admin).Is(200)
	s.Get(apitest.Person(joel), admin).Has("linked_user_id", nil).Has("welcome_email_sent_at", nil)
}

func TestAnAdministratorWritesTheWelcome(t *testing.T) {
	t.Parallel()
	s := apitest.New(t)
	admin := s.Admin()
	const settings = "/api/club/v1/provisioning/settings"
	s.Get(settings, admin).Is(200).Has("auto_send_welcome_email", true).Has("welcome_email_subject", "Welkom bij {{club}}")
	s.Post(settings, object{"welcome_email_subject": " "}, admin).Refuses(400, "rest_invalid_param", "welcome_email_subject")
	s.Post(settings, object{"welcome_email_subject": "Hoi {{naam}}", "welcome_email_body": "Kijk op {{site_url}}, {{email}}",
		"auto_send_welcome_email": false}, admin).Is(200).Has("welcome_email_subject", "Hoi {{naam}}")
	person, _ := provisioned(s, admin, "anna", "AB12345")
	s.Work()
	if len(s.Mail.Sent()) != 0 {
		t.Error("a mail that nobody asked for")
	}
	s.Post(fmt.Sprintf("/api/club/v1/people/%d/welcome-email", person), nil, admin).Is(200)
	s.Work()
	sent := s.Mail.Sent()[0]
	if sent.Subject != "Hoi anna" || !strings.Contains(sent.Text, "Kijk op http://club.example, anna@club.example") {
		t.Errorf("sent %+v", sent)
	}
	// An account of the demo gets none.
	user := s.User("demo", access.Member)
	jan := s.Person(admin, object{"first_name": "Jan"}).Is(201).ID()
	s.Post("/api/club/v1/user/linked-person", object{"person_id": jan, "user_id": user.ID}, admin).Is(200)
	s.Demo(user.ID)
	s.Post(fmt.Sprintf("/api/club/v1/people/%d/welcome-email", jan), nil, admin).Refuses(403, "demo_user")
	s.Post(fmt.Sprintf("/api/club/v1/users/%d/reset", user.ID), nil, admin).Refuses(403, "demo_user")
	s.Work()
	if len(s.Mail.Sent()) != 1 {
		t.Error("a mail to an account of the demo")
	}
}
