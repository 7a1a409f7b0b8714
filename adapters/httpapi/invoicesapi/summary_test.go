package invoicesapi_test

import (
	"testing"

	"github.com/clubhuis/clubhuis/adapters/httpapi/internal/apitest"
)

func TestTheTreasurerSeesTheMonthsOfASeason(t *testing.T) {
	t.Parallel()
	s, penny, jan := treasurer(t)
	const summary = all + "/summary"
	id := s.Post(all, asked(jan, line("Boete", 40)), penny).Is(200).ID()
	s.Get(summary, penny).Is(200).Has("season", "2025-2026").Has("drafts", 0.0).Has("months.11.month", "2026-06").
		Has("months.11.billed", 0.0)
	s.Post(of(id, "/status"), apitest.Object{"status": "sent"}, penny).Is(200)
	s.Post(of(id, "/payments"), apitest.Object{"amount": 15.5, "paid_on": "2026-06-15", "method": "cash"}, penny).Is(200)
	s.Get(summary+"?season=2025-2026", penny).Is(200).Has("sent", 1.0).Has("months.11.billed", 40.0).Has("months.11.received", 15.5).
		Has("months.11.open", 24.5).Has("months.10.open", 0.0)
	s.Get(summary+"?season=2024-2025", penny).Is(200).Has("months.11.open", 0.0).Has("sent", 0.0)
	s.Get(summary+"?season=2024", penny).Refuses(400, "rest_invalid_param", "season")
	s.User("piet")
	s.Get(summary, s.Program("piet")).Refuses(403, "rest_forbidden")
	s.Get(summary).Refuses(401, "rest_not_logged_in")
}
