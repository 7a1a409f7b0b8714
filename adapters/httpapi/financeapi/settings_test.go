package financeapi_test

import (
	"strings"
	"testing"
	"time"

	"github.com/clubhuis/clubhuis/adapters/httpapi/internal/apitest"
	"github.com/clubhuis/clubhuis/core/access"
)

// object is JSON as a test writes it.
type object = apitest.Object

const (
	address = "/api/club/v1/finance/settings"
	key     = "test_aBcDeFgHiJkLmNoPqRsTuVwXyZ0123"
)

// contract: facts §1.6
func TestATreasurerReadsAndChangesTheFinancialSettings(t *testing.T) {
	t.Parallel()
	s := apitest.New(t)
	admin := s.Admin()
	s.User("piet", access.SectionRole(access.Finance))
	piet := s.Program("piet")

	first := s.Get(address, piet).Is(200).
		Has("org_name", "").Has("iban", "").Has("payment_term_days", 14.0).Has("installment_admin_fee", 0.0).
		Has("mollie_has_api_key", false).Has("payment_provider", "mollie").Has("invoice_reminders", true).Has("logo_url", "")
	if !strings.Contains(first.Text, `"installment_admin_fee":0.00`) || !strings.Contains(first.Text, "{betaallink}") {
		t.Errorf("at first %s", first.Text)
	}
	changed := s.Post(address, object{
		"org_name": "Stichting De Proef", "iban": "nl91 abna 0417 1643 00", "payment_term_days": 30, "installment_admin_fee": 1.5,
		"accent_color": "#0D687D", "mollie_api_key": key, "email_template": "Beste {naam}", "invoice_reminders": false,
	}, piet).Is(200).
		Has("org_name", "Stichting De Proef").Has("iban", "NL91ABNA0417164300").Has("payment_term_days", 30.0).
		Has("installment_admin_fee", 1.5).Has("accent_color", "#0d687d").Has("mollie_has_api_key", true).
		Has("email_template", "Beste {naam}").Has("invoice_reminders", false)
	if strings.Contains(changed.Text, key) {
		t.Errorf("the key is told: %s", changed.Text)
	}
	if again := s.Post(
		address,
		object{"iban": "NL91ABNA0417164300", "mollie_api_key": key},
		piet,
	).Is(200); again.Text != changed.Text {
		t.Errorf("saved unchanged\n%s\n%s", again.Text, changed.Text)
	}
	if empty := s.Post(address, object{}, piet).Is(200); empty.Text != changed.Text {
		t.Errorf("saved without anything\n%s", empty.Text)
	}
	log := s.Get("/api/club/v1/audit?kind=settings-changed", admin).Is(200)
	if len(log.List("")) != 1 || strings.Contains(log.Text, key) || !strings.Contains(log.Text, "mollie_api_key") {
		t.Errorf("the log tells %s", log.Text)
	}
	s.Post(address, object{"mollie_api_key": key + "x"}, piet).Is(200).Has("mollie_has_api_key", true)
	if log = s.Get("/api/club/v1/audit?kind=settings-changed", admin).Is(200); len(log.List("")) != 2 {
		t.Errorf("another key is not in the log: %s", log.Text)
	}
	s.Post(address, object{"mollie_api_key": "", "email_template": ""}, piet).Is(200).Has("mollie_has_api_key", false).
		Has("email_template", first.At("email_template"))
}

// contract: facts §1.6
func TestFinancialSettingsThatCannotBeUsedAreRefused(t *testing.T) {
	t.Parallel()
	s := apitest.New(t)
	admin := s.Admin()
	before := s.Get(address, admin).Is(200)
	for body, param := range map[string]string{
		`{"iban":"NL91ABNA0417164301"}`:              "iban",
		`{"payment_term_days":0}`:                    "payment_term_days",
		`{"payment_term_days":"x"}`:                  "payment_term_days",
		`{"contact_email":"x"}`:                      "contact_email",
		`{"bcc_email":"x"}`:                          "bcc_email",
		`{"accent_color":"blauw"}`:                   "accent_color",
		`{"installment_admin_fee":1.234}`:            "installment_admin_fee",
		`{"installment_admin_fee":-1}`:               "installment_admin_fee",
		`{"payment_provider":"andere"}`:              "payment_provider",
		`{"mollie_api_key":"met spatie"}`:            "mollie_api_key",
		`{"org_name":"goed","payment_term_days":-3}`: "payment_term_days",
	} {
		s.Post(address, body, admin).Refuses(400, "rest_invalid_param", param)
	}
	if after := s.Get(address, admin); after.Text != before.Text {
		t.Errorf("refused calls left %s", after.Text)
	}
}

// contract: facts §1.6
func TestFinancialSettingsAreTheTreasurers(t *testing.T) {
	t.Parallel()
	s := apitest.New(t)
	s.User("anna", access.Member, access.SectionRole(access.FairPlay))
	anna := s.Program("anna")
	const logo = "/api/club/v1/finance/logo"
	s.Get(address, anna).Refuses(403, "rest_forbidden")
	s.Post(address, object{"org_name": "x"}, anna).Refuses(403, "rest_forbidden")
	s.Post(address+"/preview", object{"template": "email_template", "person_id": 1}, anna).Refuses(403, "rest_forbidden")
	upload(s, "jpeg logo", anna).Refuses(403, "rest_forbidden")
	s.Send("DELETE", logo, nil, anna).Refuses(403, "rest_forbidden")
	s.Get(address).Refuses(401, "rest_not_logged_in")
	s.Post(address, object{}).Refuses(401, "rest_not_logged_in")
}

// contract: facts §1.7
func TestInvoicesHaveALogo(t *testing.T) {
	t.Parallel()
	s := apitest.New(t)
	admin := s.Admin()
	const logo = "/api/club/v1/finance/logo"
	url := upload(s, "jpeg logo", admin).Is(200).At("logo_url").(string)
	s.Get(url, admin).Is(200)
	upload(s, "tekst", admin).Refuses(400, "invalid_type")
	s.Get(address, admin).Has("logo_url", url)
	s.Send("DELETE", logo, nil, admin).Is(200).Has("logo_url", "").Has("logo_id", 0.0)
	id := upload(s, "jpeg logo", admin).Is(200).At("logo_id").(float64)
	s.Send("DELETE", apitest.At(apitest.Library, int64(id))+"?force=true", nil, admin).Is(200)
	s.Get(address, admin).Has("logo_id", 0.0)
}

// contract: facts §1.9
func TestAMailIsLookedAtBeforeItIsSaved(t *testing.T) {
	t.Parallel()
	s := apitest.New(t)
	admin := s.Admin()
	jan := s.Person(admin, object{"first_name": "Joël", "last_name": "Jansen"}).ID()
	const preview = address + "/preview"
	shown := s.Post(
		preview,
		object{"template": "membership_email_template", "person_id": jan, "text": "Dag {voornaam}, {onbekend}"},
		admin,
	).
		Is(200)
	for _, part := range []string{"text", "html"} {
		if !strings.Contains(shown.At(part).(string), "Dag Joël, {onbekend}") {
			t.Errorf("%s: %s", part, shown.Text)
		}
	}
	if first := s.Post(preview, object{"template": "email_template", "person_id": jan}, admin).Is(200); !strings.Contains(
		first.At("html").(string), "/betaling/voorbeeld") || !strings.Contains(first.At("text").(string), "Beste Joël") {
		t.Errorf("the text there is: %s", first.Text)
	}
	s.Post(preview, object{"template": "x", "person_id": jan}, admin).Refuses(400, "rest_invalid_param", "template")
	s.Post(preview, object{"template": "email_template", "person_id": jan, "text": strings.Repeat("x", 10001)}, admin).
		Refuses(400, "rest_invalid_param", "email_template")
	s.Post(preview, object{"template": "email_template", "person_id": 99999}, admin).Refuses(404, "rest_post_invalid_id")
	if len(s.Mail.Sent()) != 0 {
		t.Error("a mail was sent")
	}
}

func upload(s *apitest.Site, data string, as apitest.Call) apitest.Answer {
	body, multi := apitest.Form(s.T, "file:logo.jpg", data)
	return s.Post("/api/club/v1/finance/logo", body, multi, as)
}

// Whoever finds the browser of the treasurer open can't lead the club's money elsewhere.
func TestChangingWhereMoneyGoesAsksABrowserForThePasswordOnceMore(t *testing.T) {
	t.Parallel()
	s := apitest.New(t)
	admin := s.Admin()
	s.User("piet", access.SectionRole(access.Finance))
	piet, program := s.SignIn("piet"), s.Program("piet")
	const iban, other = "NL91ABNA0417164300", "NL20INGB0001234567"
	s.Post(address, object{"iban": iban, "mollie_api_key": key}, piet.Writes).Is(200) // just signed in
	s.Later(10 * time.Minute)
	for _, body := range []object{
		{"iban": other}, {"iban": ""}, {"mollie_api_key": key + "x"}, {"mollie_api_key": ""}, {"iban": other, "org_name": "Dief"},
	} {
		s.Post(address, body, piet.Writes).Refuses(403, "confirmation_required")
	}
	s.Get(address, piet.Reads).Has("iban", iban).Has("mollie_has_api_key", true).Has("org_name", "")
	if told := s.Get("/api/club/v1/audit?kind=settings-changed", admin).Is(200); len(told.List("")) != 1 {
		t.Errorf("the log tells %s", told.Text)
	}
	s.Post(address, object{"iban": "nl91 abna 0417 1643 00", "mollie_api_key": key, "payment_term_days": 21}, piet.Writes).Is(200).
		Has("payment_term_days", 21.0) // the same ones are no change
	s.Post(address, object{"iban": other}, program).Is(200) // gave its own password with the request
	s.Post("/api/club/v1/session/confirm", object{"password": apitest.Password}, piet.Writes).Is(200)
	s.Post(address, object{"iban": iban, "mollie_api_key": key + "x"}, piet.Writes).Is(200).Has("iban", iban)
}
