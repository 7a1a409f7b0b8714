package payload_test

import (
	"fmt"
	"testing"

	"github.com/clubhuis/clubhuis/core/sync/diff"
	"github.com/clubhuis/clubhuis/core/sync/payload"
)

// Plan and hash of 10,000 members.
func BenchmarkPlanAndHash(b *testing.B) {
	detail := pages()
	for b.Loop() {
		wanted, tracked := make([]diff.Wanted, 0, 10_000), make([]diff.Tracked, 0, 10_000)
		for i := range 10_000 {
			row := jan()
			row.Code = fmt.Sprintf("AB%05d", i)
			wanted = append(wanted, diff.Wanted{Key: row.Code, Hash: payload.Member(row, detail, phone).Hash()})
			tracked = append(tracked, diff.Tracked{Key: row.Code, Hash: "", There: true})
		}
		if plan := diff.Compare(wanted, tracked, false, true); len(plan.Actions) != 10_000 {
			b.Fatal("not everybody changed")
		}
	}
}
