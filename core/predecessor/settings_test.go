package predecessor_test

import (
	"testing"

	"github.com/clubhuis/clubhuis/core/fee"
	"github.com/clubhuis/clubhuis/core/predecessor"
)

// A club that says nothing of a discount has the usual one, and one that says none has none.
func TestFamilyDiscounts(t *testing.T) {
	t.Parallel()
	for said, want := range map[string]fee.FamilyDiscount{
		`[]`:    {Second: 25_00, Third: 50_00},
		`null`:  {Second: 25_00, Third: 50_00},
		`false`: {Second: 25_00, Third: 50_00},
		`{"second_child_percent":"10","third_child_percent":""}`:  {Second: 10_00, Third: 50_00},
		`{"second_child_percent":0,"third_child_percent":"0.00"}`: {},
	} {
		r := reading(t)
		r.TakePart(predecessor.FeeSettings, 0, []byte(`{"current_season":{"key":"2025-2026","family_discount":`+said+
			`,"categories":{"pupil":{"label":"Pupil","amount":"240.00","age_classes":["Onder 9"],"is_youth":true}}}}`))
		c := r.Club()
		if got := c.Settings.Fees[2025].Family; got != want || len(c.Settings.Fees) != 1 {
			t.Errorf("%s: %+v, %+v", said, c.Settings.Fees, c.Report.Findings)
		}
	}
}
