package bulk_test

import (
	"testing"
	"time"

	"github.com/clubhuis/clubhuis/core/bulk"
)

// contract: club §2.8
func TestAJobCounts(t *testing.T) {
	t.Parallel()
	at := time.Date(2026, 11, 23, 20, 0, 0, 0, time.UTC)
	j := bulk.None()
	j.Begin(2026, 7, "Piet", 400, 12, at)
	if j.Number != 1 || j.Status != bulk.Running || j.Total != 400 || j.Mark != 12 || j.UserName != "Piet" {
		t.Errorf("begun %+v", j)
	}
	j.Step(50, 40, 9, []bulk.Problem{{Person: 3}})
	before := j.Clone()
	j.Step(400, 0, 50, make([]bulk.Problem, 300))
	if before.Processed != 50 || before.After != 50 || len(before.Errors) != 1 {
		t.Errorf("after a step %+v", before)
	}
	if j.End(at); j.Processed != 400 || j.Created != 40 || j.Skipped != 59 || len(j.Errors) != bulk.MostProblems ||
		j.Errors[0].Person != 3 || j.Status != bulk.Done || j.Total != 400 {
		t.Errorf("done %+v", j)
	}
	if j.Begin(2027, 8, "Anna", 1, 0, at); j.Number != 2 || j.Processed != 0 || j.Errors != nil || !j.FinishedAt.IsZero() {
		t.Errorf("the next one %+v", j)
	}
}
