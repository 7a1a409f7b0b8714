package accountsapi_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/clubhuis/clubhuis/adapters/httpapi/internal/apitest"
	"github.com/clubhuis/clubhuis/adapters/inmem"
	"github.com/clubhuis/clubhuis/core/access"
)

const ownFactor, factorRule = "/api/club/v1/user/second-factor", "/api/club/v1/second-factor"

// turnOn turns the second factor of a browser's user on, and returns its secret and the recovery codes.
func turnOn(s *apitest.Site, b apitest.Browser) (secret string, recovery []any) {
	secret, _ = s.Post(ownFactor, object{}, b.Writes).Is(200).At("secret").(string)
	a := s.Post(ownFactor+"/confirm", object{"code": inmem.OneTimeCodes{}.Code(secret, s.Now)}, b.Writes).Is(200)
	recovery, _ = a.At("recovery_codes").([]any)
	return secret, recovery
}

func TestASecondFactorOverHTTP(t *testing.T) {
	t.Parallel()
	s := apitest.New(t)
	s.User("jan")
	b := s.SignIn("jan")
	s.Get(ownFactor, b.Reads).Is(200).Has("enabled", false).Has("since", "").Has("required", false)
	s.Post(ownFactor+"/confirm", object{"code": "123456"}, b.Writes).Refuses(409, "second_factor_not_begun")
	s.Post(ownFactor, object{}, s.Program("jan")).Refuses(403, "rest_forbidden")
	secret, recovery := turnOn(s, b)
	if len(recovery) != 10 {
		t.Fatalf("recovery codes: %v", recovery)
	}
	s.Post(ownFactor+"/confirm", object{"code": "123456"}, b.Writes).Refuses(409, "second_factor_not_begun")
	s.Get(ownFactor, b.Reads).Is(200).Has("enabled", true).Has("recovery_codes_left", 10)
	s.Get(ownFactor, s.Program("jan")).Is(200).Has("enabled", true) // programs need no code

	in := object{"username": "jan", "password": apitest.Password}
	s.Post(apitest.Session, in).Refuses(401, "second_factor_required")
	in["code"] = "000000"
	s.Post(apitest.Session, in).Refuses(401, "wrong_code")
	in["code"] = 7
	s.Post(apitest.Session, in).Is(400)
	s.Later(time.Minute)
	in["code"] = inmem.OneTimeCodes{}.Code(secret, s.Now)
	s.Post(apitest.Session, in).Is(200).Has("second_factor_setup", false)
	s.Post(apitest.Session, in).Refuses(401, "wrong_code")
	in["code"] = recovery[0]
	s.Post(apitest.Session, in).Is(200)
	s.Get(ownFactor, b.Reads).Is(200).Has("recovery_codes_left", 9)

	s.Later(time.Hour)
	for method, path := range map[string]string{"POST": ownFactor + "/recovery-codes", "DELETE": ownFactor} {
		s.Send(method, path, object{}, b.Writes).Refuses(403, "confirmation_required")
	}
	s.Post(apitest.Session+"/confirm", object{"password": apitest.Password}, b.Writes).Is(200)
	s.Post(ownFactor+"/recovery-codes", object{}, b.Writes).Is(200)
	in["code"] = recovery[1]
	s.Post(apitest.Session, in).Refuses(401, "wrong_code")
	s.Send("DELETE", ownFactor, nil, b.Writes).Is(200).Has("deleted", true)
	s.SignIn("jan")
}

// Whoever has still to set up a second factor reaches nothing else.
func TestAMandatorySecondFactorComesFirst(t *testing.T) {
	t.Parallel()
	s := apitest.New(t)
	admin := s.Admin()
	jan := s.User("jan", access.Member, access.SectionRole(access.Finance))
	b, program := s.SignIn("jan"), s.Program("jan")
	s.Get(factorRule, program).Refuses(403, "rest_forbidden")
	s.Post(factorRule, object{"roles": []string{"baas"}}, admin).Is(400).Has("code", "rest_invalid_param")
	s.Post(factorRule, object{"roles": []string{"club_financieel"}}, admin).Is(200).Has("roles.0", "club_financieel")
	s.Get(factorRule, admin).Is(200).Has("roles.0", "club_financieel")

	s.Get("/api/club/v1/counters", b.Reads).Refuses(403, "second_factor_setup")
	s.Get("/api/cms/v2/people", b.Reads).Refuses(403, "second_factor_setup")
	s.Get("/api/cms/v2/people", program).Is(200)
	s.Get(apitest.Session, b.Reads).Is(200).Has("second_factor_setup", true)
	s.Get(ownFactor, b.Reads).Is(200).Has("required", true)
	turnOn(s, b)
	s.Get(apitest.Session, b.Reads).Is(200).Has("second_factor_setup", false)
	s.Get("/api/cms/v2/people", b.Reads).Is(200)
	s.Send("DELETE", ownFactor, nil, b.Writes).Refuses(409, "second_factor_mandatory")

	reset := fmt.Sprintf("/api/club/v1/users/%d/second-factor", jan.ID)
	s.Send("DELETE", reset, nil, program).Refuses(403, "rest_forbidden")
	s.Send("DELETE", reset, nil, admin).Is(200).Has("deleted", true)
	s.Send("DELETE", reset, nil, admin).Refuses(409, "no_second_factor")
	s.Get(apitest.Session, b.Reads).Is(401)
	s.Get(apitest.Session, s.SignIn("jan").Reads).Is(200).Has("second_factor_setup", true)
}
