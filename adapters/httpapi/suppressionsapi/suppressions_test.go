package suppressionsapi_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/clubhuis/clubhuis/adapters/httpapi"
	"github.com/clubhuis/clubhuis/adapters/httpapi/internal/apitest"
	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/account"
	"github.com/clubhuis/clubhuis/core/mail"
	"github.com/clubhuis/clubhuis/fixtures/maildelivery"
)

const (
	webhook      = "/api/club/v1/mailer/webhook"
	suppressions = "/api/club/v1/suppressions"
	todos        = "/api/club/v1/todos"
)

// news is what the provider tells.
func news(id, event, address string) string {
	text, err := json.Marshal(
		maildelivery.Event{ID: id, Event: "message." + event, Data: maildelivery.EventData{Recipient: address}},
	)
	if err != nil {
		panic(err)
	}
	return string(text)
}

// signed signs as the provider does at a moment.
func signed(at time.Time, body string) apitest.Call {
	return headers(maildelivery.Sign(apitest.MailerSecret, at, []byte(body)), strconv.FormatInt(at.Unix(), 10))
}

func headers(signature, delivery string) apitest.Call {
	return func(r *http.Request) {
		r.Header.Set(maildelivery.SignatureHeader, signature)
		r.Header.Set(maildelivery.DeliveryHeader, delivery)
	}
}

// tell lets the provider tell something now.
func tell(s *apitest.Site, id, event, address string) apitest.Answer {
	s.T.Helper()
	body := news(id, event, address)
	return s.Post(webhook, body, signed(s.Now, body))
}

// person registers somebody with an e-mail address.
func person(s *apitest.Site, admin apitest.Call, name, address string) int64 {
	s.T.Helper()
	return s.Post(apitest.People, apitest.Object{"status": "publish", "acf": apitest.Object{
		"first_name": name, "last_name": "Kok", "contact_info": []any{apitest.Object{"contact_type": "email", "contact_value": address}},
	}}, admin).Is(201).ID()
}

// contract: club §5-6, §6
func TestNothingUnsignedIsHeard(t *testing.T) {
	t.Parallel()
	s := apitest.New(t)
	admin := s.Admin()
	body := news("g1", "hard_bounced", "jan@club.example")
	for name, call := range map[string]apitest.Call{
		"unsigned":       func(*http.Request) {},
		"too old":        signed(s.Now.Add(-301*time.Second), body),
		"of the future":  signed(s.Now.Add(302*time.Second), body),
		"of other news":  signed(s.Now, body+" "),
		"an empty one":   headers("", ""),
		"another moment": headers(maildelivery.Sign(apitest.MailerSecret, s.Now, []byte(body)), "1"),
	} {
		if a := s.Post(webhook, body, call); a.StatusCode != 401 {
			t.Errorf("%s: %d %s", name, a.StatusCode, a.Text)
		}
	}
	s.Get(suppressions, admin).Is(200).Has("", []any{})
	for _, broken := range []string{"{", "[]", `{"event":"message.hard_bounced"}`} {
		s.Post(webhook, broken, signed(s.Now, broken)).Refuses(400, "invalid_event")
	}
	long := strings.Repeat("x", 300<<10)
	s.Post(webhook, long, signed(s.Now, long)).Is(413)
	s.Get(webhook).Is(405)
	without := apitest.New(t, func(s *httpapi.Server) { s.Suppressions.Secret = "" })
	without.Post(webhook, body, signed(s.Now, body)).Refuses(401, "invalid_signature")
}

// The fake of the provider signs as the provider does.
func TestTheProviderIsHeard(t *testing.T) {
	t.Parallel()
	s := apitest.New(t)
	admin := s.Admin()
	server := httptest.NewServer(s.Handler())
	t.Cleanup(server.Close)
	clock := func() time.Time { return s.Now }
	provider, address := maildelivery.ForTest(
		t,
		maildelivery.Options{Secret: apitest.MailerSecret, Webhook: server.URL + webhook, Now: clock},
	)
	sent, err := http.NewRequestWithContext(t.Context(), "POST", address+"/v1/send",
		strings.NewReader(`{"from":"a@club.example","to":["Jan@club.example"],"subject":"x","text":"y"}`))
	if err != nil {
		t.Fatal(err)
	}
	sent.Header.Set("X-Lettermint-Token", maildelivery.Token)
	taken, err := http.DefaultClient.Do(sent)
	if err != nil || taken.Body.Close() != nil || taken.StatusCode != 202 {
		t.Fatal(taken, err)
	}
	if _, status, err := provider.Tell(t.Context(), "message.spam_complaint"); err != nil || status != 200 {
		t.Fatal(status, err)
	}
	s.Get(suppressions, admin).Has("0.email", "jan@club.example").Has("0.kind", "spam_complaint").Has("0.blocked", true).
		Has("0.first", "2026-06-15 12:30:45")
}

// contract: club §6
func TestABounceMakesOneTaskAndIsActedUponOnce(t *testing.T) {
	t.Parallel()
	s := apitest.New(t)
	admin := s.Admin()
	s.User("bestuur", access.Administrator)
	id := person(s, admin, "Jan", "jan@club.example")
	s.Get(apitest.Person(id), admin).Has("suppressed_emails", []any{})
	for range 3 {
		tell(s, "g1", "soft_bounced", "Jan@club.example").Is(200)
	}
	tell(s, "g2", "delivered", "jan@club.example").Is(200)
	s.Get(suppressions, admin).Is(200).Has("0.blocked", false).Has("0.email", "jan@club.example")
	s.Get(suppressions+"?blocked=true", admin).Has("", []any{})
	task := s.Get(todos, admin).Is(200)
	if list := task.List(""); len(list) != 1 {
		t.Fatalf("%d tasks: %s", len(list), task.Text)
	}
	task.Has("0.content", "Controleer de contactgegevens van Jan Kok").
		Has("0.person_id", float64(id)).
		Has("0.due_date", "2026-06-22")
	tell(s, "g3", "soft_bounced", "jan@club.example").Is(200)
	tell(s, "g4", "soft_bounced", "jan@club.example").Is(200)
	s.Get(suppressions, admin).Has("0.blocked", true).Has("0.kind", "soft_bounce")
	s.Get(apitest.Person(id), admin).Has("suppressed_emails", []any{"jan@club.example"})
	for _, user := range []apitest.Call{admin, s.Program("bestuur")} {
		if list := s.Get(todos, user).List(""); len(list) != 1 {
			t.Errorf("%d tasks", len(list))
		}
	}
	done := int64(task.At("0.id").(float64))
	s.Send("PUT", fmt.Sprintf("%s/%d", todos, done), apitest.Object{"status": "completed"}, admin).Is(200)
	tell(s, "g5", "hard_bounced", "jan@club.example").Is(200)
	if list := s.Get(todos+"?status=open", admin).List(""); len(list) != 1 {
		t.Errorf("%d tasks after the first was done", len(list))
	}
	tell(s, "g6", "spam_complaint", "nobody@club.example").Is(200)
	if text := s.Get(todos, admin).Text; !strings.Contains(text, "Controleer de contactgegevens van nobody@club.example") {
		t.Errorf("of nobody: %s", text)
	}
}

// contract: club §6
func TestTheSecretaryGetsTheTask(t *testing.T) {
	t.Parallel()
	s := apitest.New(t)
	admin := s.Admin()
	person(s, admin, "Jan", "jan@club.example")
	anna := s.Post(apitest.People, apitest.Object{"status": "publish", "acf": apitest.Object{
		"first_name": "Anna", "work_history": []any{apitest.Object{"team": 1000, "entity_type": "commissie", "job_title": "secretaris", "is_current": true}},
	}}, admin).Is(201).ID()
	s.User("anna")
	if err := s.Operator().Link(t.Context(), "anna", anna); err != nil {
		t.Fatal(err)
	}
	tell(s, "g1", "hard_bounced", "jan@club.example").Is(200)
	if list := s.Get(todos, admin).List(""); len(list) != 0 {
		t.Errorf("the administrator has %d tasks", len(list))
	}
	// Anna may not read Jan: the task names no more than the address that the club mailed to.
	s.Get(todos, s.Program("anna")).Has("0.content", "Controleer de contactgegevens van jan@club.example").Has("0.person_id", 0)
}

// contract: club §6
func TestWhereInvoicesGoIsToldToWhoMayKnowIt(t *testing.T) {
	t.Parallel()
	s := apitest.New(t)
	admin := s.Admin()
	piet := s.Post(apitest.People, apitest.Object{"status": "publish", "acf": apitest.Object{
		"first_name": "Piet", "last_name": "Bos", "factuur-email": "boek@club.example",
	}}, admin).Is(201).ID()
	anna := s.Post(apitest.People, apitest.Object{"status": "publish", "acf": apitest.Object{
		"first_name": "Anna", "work_history": []any{apitest.Object{"team": 1000, "entity_type": "commissie", "job_title": "Secretaris", "is_current": true}},
	}}, admin).Is(201).ID()
	secretary := s.User("anna")
	if err := s.Operator().Link(t.Context(), "anna", anna); err != nil {
		t.Fatal(err)
	}
	s.Post(fmt.Sprint("/api/club/v1/people/", piet, "/shares"), apitest.Object{"user_id": secretary.ID, "permission": "view"}, admin).Is(200)
	asAnna := s.Program("anna")
	s.Get(apitest.Person(piet), asAnna).Is(200)
	knows := func(who string, call apitest.Call, knows bool) {
		t.Helper()
		text := s.Get(todos+"?status=open", call).Is(200).Text
		if strings.Contains(text, "boek@club.example") != knows || strings.Contains(text, "Piet") && !knows {
			t.Errorf("%s: %s", who, text)
		}
	}

	// Without a treasurer the administrators get the task, and the secretary one that tells nothing.
	tell(s, "g1", "hard_bounced", "boek@club.example").Is(200)
	tell(s, "g2", "hard_bounced", "boek@club.example").Is(200)
	s.Get(todos, asAnna).Has("0.content", "Controleer een e-mailadres voor facturen").Has("0.person_id", 0)
	knows("the secretary", asAnna, false)
	knows("the administrator", admin, true)
	for _, call := range []apitest.Call{asAnna, admin} {
		if list := s.Get(todos, call).List(""); len(list) != 1 {
			t.Errorf("%d tasks", len(list))
		}
		done := int64(s.Get(todos, call).At("0.id").(float64))
		s.Send("PUT", fmt.Sprintf("%s/%d", todos, done), apitest.Object{"status": "completed"}, call).Is(200)
	}

	// With one, the treasurer does, who may know the address and sees nobody.
	s.User("penning", access.SectionRole(access.Finance))
	tell(s, "g3", "hard_bounced", "boek@club.example").Is(200)
	knows("the secretary", asAnna, false)
	knows("the treasurer", s.Program("penning"), true)
	if list := s.Get(todos+"?status=open", admin).List(""); len(list) != 0 {
		t.Errorf("the administrator has %d tasks beside the treasurer", len(list))
	}

	// At whose invoices go to a contact of somebody else, the contact is told of, and no more.
	person(s, admin, "Jan", "jan@club.example")
	s.Send("PUT", apitest.Person(piet), apitest.Object{"acf": apitest.Object{"factuur-email": "jan@club.example"}}, admin).Is(200)
	tell(s, "g4", "hard_bounced", "jan@club.example").Is(200)
	text := s.Get(todos+"?status=open", asAnna).Text
	if !strings.Contains(text, "Controleer de contactgegevens van jan@club.example") || strings.Contains(text, "Piet") {
		t.Errorf("the secretary: %s", text)
	}
}

func TestNothingIsSentToASuppressedAddress(t *testing.T) {
	t.Parallel()
	s := apitest.New(t)
	admin := s.Admin()
	s.User("jan")
	tell(s, "g1", "hard_bounced", "jan@club.example").Is(200)
	ask := func() {
		s.Post("/api/club/v1/password-reset", apitest.Object{"login": "jan"}).Is(200)
		s.Work()
	}
	ask()
	if len(s.Mail.Sent()) != 0 {
		t.Error("a mail was sent")
	}
	s.Get("/api/club/v1/mails?state=suppressed", admin).Is(200).Has("0.state", "suppressed").Has("0.cause", "mail_suppressed")
	id := s.Get(suppressions, admin).At("0.id").(float64)
	s.User("bestuur", access.Board)
	s.Send("DELETE", apitest.At(suppressions, int64(id)), nil, s.Program("bestuur")).Is(403)
	s.Get(suppressions, s.Program("bestuur")).Is(403)
	s.Get(suppressions).Is(401)
	s.Send("DELETE", apitest.At(suppressions, int64(id)), nil, admin).
		Is(200).
		Has("deleted", true).
		Has("previous.email", "jan@club.example")
	s.Send("DELETE", apitest.At(suppressions, int64(id)), nil, admin).Refuses(404, "suppression_not_found")
	if list := s.Get(todos+"?status=open", admin).List(""); len(list) != 0 {
		t.Errorf("%d tasks are left", len(list))
	}
	s.Post("/api/club/v1/mails/1/send", apitest.Object{}, admin).Is(200)
	s.Work()
	if sent := s.Mail.Sent(); len(sent) != 1 || sent[0].To[0].Email != "jan@club.example" {
		t.Errorf("sent %+v", sent)
	}
}

// A mail server tells at once, as one of SMTP does, what a provider tells afterwards.
func TestAnAddressWithoutAMailboxIsBlocked(t *testing.T) {
	t.Parallel()
	s := apitest.New(t)
	admin := s.Admin()
	s.User("jan")
	s.Mail.Fail = func(m mail.Message) error {
		return mail.RefuseNoMailbox(errors.New("550"), []string{m.To[0].Email})
	}
	s.Post("/api/club/v1/password-reset", apitest.Object{"login": "jan"}).Is(200)
	s.Work()
	s.Get("/api/club/v1/mails", admin).Is(200).Has("0.state", "retrying")
	s.Get(suppressions, admin).Is(200).Has("0.email", "jan@club.example").Has("0.kind", "hard_bounce").Has("0.blocked", true)
	s.Get(todos+"?status=open", admin).Is(200).Has("0.content", "Controleer de contactgegevens van jan@club.example")
	s.Now = s.Now.Add(time.Hour)
	s.Work()
	s.Get("/api/club/v1/mails", admin).Is(200).Has("0.state", "suppressed")
}

func TestTheAddressOfAnAccountStaysBlocked(t *testing.T) {
	t.Parallel()
	s := apitest.New(t)
	admin := s.Admin()
	s.User("lid")
	s.Add(account.User{ // with the address as its name alone
		Username: "oud@club.example", Email: "anders@club.example", DisplayName: "Oud", Roles: []access.Role{access.Member},
	})
	lid, old := person(s, admin, "Jan", "lid@club.example"), person(s, admin, "Piet", "oud@club.example")
	tell(s, "g1", "hard_bounced", "lid@club.example").Is(200)
	tell(s, "g2", "hard_bounced", "oud@club.example").Is(200)
	for _, id := range []int64{lid, old} {
		s.Send("PUT", apitest.Person(id), apitest.Object{"acf": apitest.Object{
			"contact_info": []any{apitest.Object{"contact_type": "email", "contact_value": "nieuw@club.example"}},
		}}, admin).Is(200)
	}
	if list := s.Get(suppressions, admin).Has("0.email", "lid@club.example").List(""); len(list) != 1 {
		t.Errorf("%d addresses are blocked", len(list))
	}
	if list := s.Get(todos+"?status=open", admin).List(""); len(list) != 1 {
		t.Errorf("%d tasks are open", len(list))
	}
}

func TestAChangedAddressIsNotBlockedAnyMore(t *testing.T) {
	t.Parallel()
	s := apitest.New(t)
	admin := s.Admin()
	jan, piet := person(s, admin, "Jan", "kok@club.example"), person(s, admin, "Piet", "kok@club.example")
	tell(s, "g1", "hard_bounced", "kok@club.example").Is(200)
	move := func(id int64, to string) {
		s.Send("PUT", apitest.Person(id), apitest.Object{"acf": apitest.Object{
			"contact_info": []any{apitest.Object{"contact_type": "email", "contact_value": to}},
		}}, admin).Is(200).Has("suppressed_emails", []any{})
	}
	move(jan, "jan@club.example")
	s.Get(apitest.Person(piet), admin).Has("suppressed_emails", []any{"kok@club.example"})
	s.Get(suppressions, admin).Has("0.email", "kok@club.example")
	move(piet, "piet@club.example")
	s.Get(suppressions, admin).Has("", []any{})
	if list := s.Get(todos+"?status=open", admin).List(""); len(list) != 0 {
		t.Errorf("%d tasks are left", len(list))
	}
}
