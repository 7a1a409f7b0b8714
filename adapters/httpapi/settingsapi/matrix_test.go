package settingsapi_test

import (
	"testing"

	"github.com/clubhuis/clubhuis/adapters/httpapi/internal/apitest"
	"github.com/clubhuis/clubhuis/core/access"
)

const matrix = "/api/club/v1/capability-matrix"

// contract: club §2.11-1, §2.11-3, §4.5
func TestAnAdministratorDecidesWhatRolesBring(t *testing.T) {
	t.Parallel()
	s := apitest.New(t)
	admin := s.Admin()
	s.User("bert", access.Board)
	bert := s.Program("bert")
	const me = "/api/club/v1/user/me"

	s.Get(matrix, admin).Is(200).
		Has("matrix.administrator.financieel", true).Has("matrix.administrator.synchronisatie", true).
		Has("matrix.club_bestuur.jubilarissen", true).Has("matrix.club_bestuur.financieel", false).
		Has("matrix.club_vog.vog", true).Has("matrix.club_vog.teams", false).Has("matrix.club_user.vog", false).
		Has("roles.0", object{"name": "administrator", "label": "Beheerder"}).
		Has("capabilities.0", object{"name": "financieel", "label": "Financieel"})
	s.Get(me, bert).Is(200).Has("capabilities", []any{"jubilarissen"}).Has("can_access_financieel", false)

	changed := s.Post(matrix, object{"matrix": object{"club_bestuur": object{"financieel": true, "jubilarissen": false},
		"administrator": object{"vog": true}}}, admin).Is(200).
		Has("matrix.club_bestuur.financieel", true).Has("matrix.club_bestuur.jubilarissen", false).Has("matrix.club_vog.vog", true)
	s.Get(me, bert).Has("capabilities", []any{"financieel"}).Has("can_access_financieel", true).
		Has("dashboard_context.board", true) // exactly by the role
	if seen := s.Get(matrix, admin); seen.Text != changed.Text {
		t.Errorf("GET %s\nPOST %s", seen.Text, changed.Text)
	}

	for body, param := range map[string]string{
		`{"matrix":{"club_user":{"geld":true}}}`:              "matrix.club_user.geld",
		`{"matrix":{"club_user":{"manage_options":true}}}`:    "matrix.club_user.manage_options",
		`{"matrix":{"penningmeester":{"vog":true}}}`:          "matrix.penningmeester",
		`{"matrix":{"administrator":{"vog":false}}}`:          "matrix.administrator.vog",
		`{"matrix":{"club_user":{"vog":"ja"}}}`:               "matrix.club_user.vog",
		`{"matrix":{"club_user":true}}`:                       "matrix.club_user",
		`{"matrix":[]}`:                                       "matrix",
		`{}`:                                                  "matrix",
		`{"matrix":{"club_user":{"vog":true},"x":{"y":true}}}`: "matrix.x",
	} {
		s.Post(matrix, body, admin).Refuses(400, "rest_invalid_param", param)
	}
	if seen := s.Get(matrix, admin); seen.Text != changed.Text {
		t.Errorf("changed by refused calls: %s", seen.Text)
	}
}

func TestNobodyElseSeesOrDecidesWhatRolesBring(t *testing.T) {
	t.Parallel()
	s := apitest.New(t)
	s.User("anna", access.Member, access.SectionRole(access.AccessControl), access.Synchronizer)
	anna := s.Program("anna")
	s.Get(matrix, anna).Refuses(403, "rest_forbidden")
	s.Post(matrix, object{"matrix": object{"club_user": object{"vog": true}}}, anna).Refuses(403, "rest_forbidden")
	s.Get(matrix).Refuses(401, "rest_not_logged_in")
	s.Post(matrix, object{"matrix": object{}}).Refuses(401, "rest_not_logged_in")
	s.Get("/api/club/v1/user/me", anna).Has("can_access_vog", false)
}
