package submission_test

import (
	"fmt"
	"testing"

	"github.com/clubhuis/clubhuis/core/change"
	"github.com/clubhuis/clubhuis/core/submission"
)

// Plan and hash of 10,000 members.
func BenchmarkPlanAndHash(b *testing.B) {
	detail := pages()
	for b.Loop() {
		wanted, tracked := make([]change.Wanted, 0, 10_000), make([]change.Tracked, 0, 10_000)
		for i := range 10_000 {
			row := jan()
			row.Code = fmt.Sprintf("AB%05d", i)
			wanted = append(wanted, change.Wanted{Key: row.Code, Hash: submission.Member(row, detail, phone).Hash()})
			tracked = append(tracked, change.Tracked{Key: row.Code, Hash: "", There: true})
		}
		if plan := change.Diff(wanted, tracked, false, true); len(plan.Actions) != 10_000 {
			b.Fatal("not everybody changed")
		}
	}
}
