package accountsapi_test

import (
	"strings"
	"testing"
	"time"

	"github.com/clubhuis/clubhuis/adapters/httpapi/internal/apitest"
	"github.com/clubhuis/clubhuis/adapters/inmem"
	"github.com/clubhuis/clubhuis/core/access"
)

const ownPasskeys, askPasskey = "/api/club/v1/user/passkeys", "/api/club/v1/session/passkey"

// made has a device make a passkey for a browser's user, and returns what to send.
func made(s *apitest.Site, b apitest.Browser, device *inmem.PasskeyDevice, name string) object {
	a := s.Post(ownPasskeys+"-begin", object{}, b.Writes).Is(200)
	return object{"name": name, "token": a.At("token"), "credential": string(device.Make([]byte(a.At("options").(string))))}
}

// signed has a device sign, and returns what to send.
func signed(s *apitest.Site, device *inmem.PasskeyDevice) object {
	a := s.Post(askPasskey, object{}).Is(200)
	return object{"token": a.At("token"), "credential": string(device.Sign([]byte(a.At("options").(string))))}
}

func TestPasskeysOverHTTP(t *testing.T) {
	t.Parallel()
	s := apitest.New(t)
	s.User("jan")
	b, other := s.SignIn("jan"), s.SignIn("jan")
	device := &inmem.PasskeyDevice{}
	s.Get(ownFactor, b.Reads).Has("passkeys", []any{}).Has("passkeys_offered", true).Has("app", false)
	for _, path := range []string{ownPasskeys + "-begin", ownPasskeys} {
		s.Post(path, object{"name": "x", "token": "x", "credential": "{}"}, s.Program("jan")).Refuses(403, "rest_forbidden")
		s.Post(path, object{"name": "x", "token": "x", "credential": "{}"}).Refuses(401, "rest_not_logged_in")
	}
	reply := made(s, b, device, "Telefoon")
	for field, wrong := range map[string]object{
		"name":       {"name": " ", "token": reply["token"], "credential": reply["credential"]},
		"token":      {"name": "x", "token": strings.Repeat("x", 501), "credential": reply["credential"]},
		"credential": {"name": "x", "token": reply["token"], "credential": strings.Repeat("x", 20_001)},
	} {
		s.Post(ownPasskeys, wrong, b.Writes).Refuses(400, "rest_invalid_param", field)
	}
	s.Post(ownPasskeys, strings.Repeat("x", 2<<20), b.Writes).Is(413)
	s.Post(ownPasskeys, reply, other.Writes).Refuses(401, "passkey_expired") // of another session
	if codes := s.Post(ownPasskeys, reply, b.Writes).Is(200).List("recovery_codes"); len(codes) != 10 {
		t.Errorf("recovery codes: %v", codes)
	}
	s.Get(apitest.Session, other.Reads).Is(401)
	s.Post(ownPasskeys, reply, b.Writes).Refuses(401, "passkey_refused")
	laptop := &inmem.PasskeyDevice{}
	s.Post(ownPasskeys, made(s, b, laptop, "Laptop"), b.Writes).Is(200).Has("recovery_codes", []any{})
	s.Get(ownFactor, b.Reads).Has("enabled", true).Has("app", false).Has("since", "").Has("passkeys.1.name", "Telefoon").
		Has("passkeys.1.made", "2026-06-15 12:30:45").Has("passkeys.1.last_used", "").Has("passkeys.0.name", "Laptop")

	in := object{"username": "jan", "password": apitest.Password}
	s.Post(apitest.Session, in).Refuses(401, "second_factor_required")
	in["passkey"] = signed(s, device)
	s.Post(apitest.Session, in).Is(200)
	s.Post(apitest.Session, in).Refuses(401, "passkey_refused")
	alone := object{"passkey": signed(s, device)}
	s.Post(apitest.Session, alone).Is(200).Has("user.name", "Heet jan")
	s.Post(apitest.Session, alone).Refuses(401, "passkey_refused")
	s.Post(apitest.Session, object{}).Refuses(400, "rest_invalid_param", "password", "username")
	late := object{"passkey": signed(s, device)}
	s.Later(5 * time.Minute)
	s.Post(apitest.Session, late).Refuses(401, "passkey_expired")
	s.Get(ownFactor, b.Reads).Has("passkeys.1.last_used", "2026-06-15 12:30:45")

	id, _ := s.Get(ownFactor, b.Reads).At("passkeys.1.id").(string)
	s.User("piet")
	s.Send("DELETE", ownPasskeys+"/"+id, nil, s.SignIn("piet").Writes).Is(404)
	s.Later(time.Hour)
	for method, path := range map[string]string{"POST": ownPasskeys, "DELETE": ownPasskeys + "/" + id} {
		s.Send(method, path, object{"name": "x", "token": "x", "credential": "{}"}, b.Writes).Refuses(403, "confirmation_required")
	}
	s.Post(apitest.Session+"/confirm", object{"password": apitest.Password}, b.Writes).Is(200)
	s.Send("DELETE", ownPasskeys+"/"+id, nil, b.Writes).Is(200).Has("deleted", true)
	s.Post(apitest.Session, object{"passkey": signed(s, device)}).Refuses(401, "passkey_refused")
	s.Post(apitest.Session, object{"passkey": signed(s, laptop)}).Is(200)
	if strings.Contains(s.Log.String(), "credential\":") {
		t.Error("the log tells what a device replied")
	}
}

func TestAPasskeyIsTheSecondFactorThatARoleAsksFor(t *testing.T) {
	t.Parallel()
	s := apitest.New(t)
	admin := s.Admin()
	s.User("jan", access.Member, access.SectionRole(access.Finance))
	b := s.SignIn("jan")
	s.Post(factorRule, object{"roles": []string{"club_financieel"}}, admin).Is(200)
	s.Get("/api/cms/v2/people", b.Reads).Refuses(403, "second_factor_setup")
	s.Post(ownPasskeys, made(s, b, &inmem.PasskeyDevice{}, "Telefoon"), b.Writes).Is(200)
	s.Get("/api/cms/v2/people", b.Reads).Is(200)
	id, _ := s.Get(ownFactor, b.Reads).At("passkeys.0.id").(string)
	s.Send("DELETE", ownPasskeys+"/"+id, nil, b.Writes).Refuses(409, "second_factor_mandatory")
}
