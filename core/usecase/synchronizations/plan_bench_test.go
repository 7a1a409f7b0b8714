package synchronizations_test

import (
	"fmt"
	"testing"

	"github.com/clubhuis/clubhuis/adapters/inmem"
	"github.com/clubhuis/clubhuis/core/sync/federation"
	"github.com/clubhuis/clubhuis/core/sync/run"
	"github.com/clubhuis/clubhuis/core/usecase/synchronizations"
)

// BenchmarkPlan reads, hashes and plans a club of 10,000 members and their parents, without sending anything.
func BenchmarkPlan(b *testing.B) {
	w := newWorld(b)
	w.site.Change(func(c *inmem.SiteClub) {
		for i := range 10_000 {
			c.Members = append(c.Members, member(fmt.Sprintf("ZZ%05d", i), fmt.Sprintf("Lid%d", i), "Groot", func(m *inmem.SiteMember) {
				m.Email, m.Mobile = fmt.Sprintf("lid%d@club.example", i), fmt.Sprintf("06-%08d", i)
				m.Parents[0] = federation.Parent{Name: fmt.Sprintf("Ouder %d", i/2), Email: fmt.Sprintf("ouder%d@club.example", i/2)}
			}))
		}
	})
	for b.Loop() {
		if _, err := w.Run(b.Context(), run.People, synchronizations.Options{DryRun: true}); err != nil {
			b.Fatal(err)
		}
	}
}
