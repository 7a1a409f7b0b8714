package predecessor_test

import (
	"slices"
	"testing"

	"github.com/clubhuis/clubhuis/core/origin"
	"github.com/clubhuis/clubhuis/core/predecessor"
)

// Records wait that name one which may be among those that could not be read; others come.
func TestWhatNamesALostRecordWaits(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		lose func(r *predecessor.Reading)
		want []origin.Kind
	}{
		"nothing":       {func(*predecessor.Reading) {}, nil},
		"somebody else": {func(r *predecessor.Reading) { r.Lose(predecessor.People, 999) }, nil},
		"the person": {func(r *predecessor.Reading) { r.Lose(predecessor.People, 12) },
			[]origin.Kind{origin.Activity, origin.Task, origin.Case, origin.Invoice}},
		"a person without a number": {func(r *predecessor.Reading) { r.Lose(predecessor.People, 0) },
			[]origin.Kind{origin.Activity, origin.Task, origin.Case, origin.Invoice}},
		"the team": {func(r *predecessor.Reading) { r.Lose(predecessor.Teams, 201) }, []origin.Kind{origin.Group, origin.Case}},
		"a case":   {func(r *predecessor.Reading) { r.Lose(predecessor.Cases, 8) }, []origin.Kind{origin.Invoice}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := reading(t)
			take := func(list predecessor.List, id int64, text string) { r.Take(list, id, []byte(text)) }
			take(predecessor.People, 11, `{"id":11,"acf":{"first_name":"Piet","work_history":[{"team":201,"job_title":"Keeper"}]}}`)
			r.TakePart(predecessor.Timeline, 11, []byte(`[{"type":"activity","id":5,"content":"x","participants":[12]}]`))
			take(predecessor.Tasks, 6, `{"id":6,"content":"x","persons":[{"id":12}],"status":"open","author_id":1}`)
			take(predecessor.Teams, 202, `{"id":202,"title":{"rendered":"Onder"},"parent":201,"acf":[]}`)
			take(predecessor.Cases, 7, `{"id":7,"title":{"rendered":"x"},"acf":{"dossier_id":"T1","person":12,"home_team":201}}`)
			take(predecessor.Invoices, 50, `{"id":50,"invoice_number":"F2025-007","status":"sent","total_amount":10,`+
				`"person":{"id":12,"name":"Jan"},"line_items":[{"description":"x","amount":10,"discipline_case":8}]}`)
			c.lose(r)
			club := r.Club()
			var got []origin.Kind
			for _, f := range club.Later {
				got = append(got, f.Kind)
			}
			slices.Sort(got)
			slices.Sort(c.want)
			if !slices.Equal(got, c.want) {
				t.Errorf("%v wait, want %v", got, c.want)
			}
			if waits := club.People[0].Waits; waits != (name == "the team") {
				t.Errorf("the work waits: %v", waits)
			}
		})
	}
}
