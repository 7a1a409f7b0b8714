package accountsapi_test

import (
	"testing"

	"github.com/clubhuis/clubhuis/adapters/httpapi/internal/apitest"
	"github.com/clubhuis/clubhuis/core/usecase/accounts"
)

func TestTheFirstAdministratorIsMadeByTheAddressThatTheProgramPrints(t *testing.T) {
	t.Parallel()
	const first = "/api/club/v1/first-start/"
	s := apitest.New(t)
	body := object{"username": "piet", "email": "piet@club.example", "display_name": "Piet Kok", "password": apitest.Password}
	s.Post(first+"x", body).Refuses(404, "invalid_token")
	token, err := accounts.Operator{Accounts: s.Server.Accounts}.BeginFirstStart(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	s.Get(first+token).Is(200).Has("valid", true)
	s.Get(first+token+"x").Refuses(404, "invalid_token")
	s.Post(first+token, object{"username": "piet"}).Is(400)
	s.Post(first+token, object{"username": "p", "email": "p@club.example", "display_name": "P", "password": "kort"}).
		Refuses(400, "rest_invalid_param", "password")
	a := s.Post(first+token, body).Is(200).Has("user.name", "Piet Kok")
	if len(a.Cookies()) == 0 || a.At("nonce") == "" {
		t.Error("nobody is signed in")
	}
	s.Post(first+token, body).Refuses(404, "invalid_token")
	s.Get(first+token).Refuses(404, "invalid_token")
	s.Post("/api/club/v1/session", object{"username": "piet", "password": apitest.Password}).Is(200)
}
