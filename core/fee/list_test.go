package fee_test

import (
	"fmt"
	"reflect"
	"testing"

	"github.com/clubhuis/clubhuis/core/fee"
	"github.com/clubhuis/clubhuis/core/fold"
	"github.com/clubhuis/clubhuis/core/money"
)

func listed() []fee.Row {
	members := []fee.Member{
		{ID: 1, First: "Zoë", Last: "Appel", AgeClass: "Onder 10", Household: "h"},
		{ID: 2, First: "abel", Last: "Zwart", AgeClass: "Onder 9", Household: "h", Former: true, Since: day("2020-01-01")},
		{ID: 3, First: "Cor", Last: "Mol", AgeClass: "Senioren", Since: day("2025-11-01")},
		{ID: 4, First: "Bo", Last: "Mol", AgeClass: "Senioren", Excluded: true},
		{ID: 5, First: "Do", Last: "Natie", Functions: []string{"donateur"}},
	}
	for i := range members {
		m := &members[i]
		m.Name = m.First + " " + m.Last
		m.NameKey, m.LastKey = fold.Key(m.Name), fold.Key(m.Last)
	}
	fees := fee.Season(terms(), members)
	amounts := []money.Cents{100, 50}
	rows := make([]fee.Row, len(fees))
	for i := range fees {
		rows[i].Fee = &fees[i]
	}
	rows[0].Bill, rows[2].Bill = &fee.Bill{Invoice: 9, Status: "sent"}, &fee.Bill{Invoice: 8, Status: "draft"}
	rows[3].Dues, rows[4].Dues, rows[4].Balance = &amounts[0], &amounts[1], &amounts[0]
	return rows
}

func numbers(rows []fee.Row) string {
	ids := []int64{}
	for _, r := range rows {
		ids = append(ids, r.Member.ID)
	}
	return fmt.Sprint(ids)
}

// contract: facts §2.6
func TestOrdersOfTheList(t *testing.T) {
	t.Parallel()
	for by, want := range map[string][2]string{
		"": {"[2 1 4 3 5]", "[5 4 3 2 1]"}, "category": {"[2 1 4 3 5]", "[5 4 3 2 1]"}, "name": {"[2 4 3 5 1]", "[1 5 3 4 2]"},
		"last_name": {"[1 4 3 5 2]", "[2 5 4 3 1]"}, "first_name": {"[2 4 3 5 1]", "[1 5 3 4 2]"},
		"leeftijdsgroep": {"[5 2 1 4 3]", "[4 3 1 2 5]"}, "base_fee": {"[5 2 1 4 3]", "[4 3 2 1 5]"},
		"family_discount_rate": {"[4 3 5 1 2]", "[2 4 3 5 1]"}, "prorata_percentage": {"[3 2 4 5 1]", "[2 4 5 1 3]"},
		"final_fee": {"[5 2 1 3 4]", "[4 3 1 2 5]"}, "nikki_total": {"[2 3 1 5 4]", "[4 5 2 3 1]"},
		"nikki_saldo": {"[2 4 3 1 5]", "[5 2 4 3 1]"}, "lid_sinds": {"[4 5 1 2 3]", "[3 2 4 5 1]"},
		"invoice_status": {"[2 4 5 3 1]", "[1 3 2 4 5]"},
	} {
		for i, desc := range []bool{false, true} {
			rows := listed()
			fee.Sort(rows, by, desc)
			if got := numbers(rows); got != want[i] {
				t.Errorf("by %q, down %v: %s, want %s", by, desc, got, want[i])
			}
		}
	}
	for _, by := range fee.Orders {
		fee.Sort(listed(), by, false) // none is unknown
	}
}

func TestAChargeOfAEuroBesideTheFeeIsAnother(t *testing.T) {
	t.Parallel()
	row := listed()[0]
	final := row.Due()
	for charged, want := range map[money.Cents]bool{
		final: false, final + 99: false, final - 99: false, final + 100: true, final - 100: true,
	} {
		row.Dues = &charged
		if got := (&fee.Filter{Dues: fee.OtherDues}).Match(&row); got != want {
			t.Errorf("%v beside %v: %v", charged, final, got)
		}
	}
}

func TestFiltersOfTheList(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		filter fee.Filter
		want   string
	}{
		{fee.Filter{}, "[1 2 3 4 5]"}, {fee.Filter{WithoutFormer: true}, "[1 3 4 5]"}, {fee.Filter{Category: "senior"}, "[3 4]"},
		{fee.Filter{Category: "nope"}, "[]"}, {fee.Filter{Search: "MOL"}, "[3 4]"}, {fee.Filter{Search: "zoe app"}, "[1]"},
		{fee.Filter{Search: "zoe mol"}, "[]"}, {fee.Filter{Bill: "sent"}, "[1]"}, {fee.Filter{Bill: "none"}, "[2 4 5]"},
		{fee.Filter{Bill: "draft", Search: "cor"}, "[3]"}, {fee.Filter{Dues: fee.NoDues}, "[1 2 3]"},
		{fee.Filter{Dues: fee.OtherDues}, "[4 5]"},
	} {
		var found []fee.Row
		for _, r := range listed() {
			if c.filter.Match(&r) {
				found = append(found, r)
			}
		}
		if got := numbers(found); got != c.want {
			t.Errorf("%+v finds %s, want %s", c.filter, got, c.want)
		}
	}
}

// contract: facts §2.7
func TestSum(t *testing.T) {
	t.Parallel()
	var sum fee.Sum
	for _, r := range listed() {
		sum.Add(&r)
	}
	want := fee.Sum{
		Count: 4, Base: 670_00, Discount: 45_00, After: 625_00, ProRata: 63_75, Final: 561_25,
		Bills: map[string]int{"none": 2, "sent": 1, "draft": 1},
	}
	if !reflect.DeepEqual(sum, want) {
		t.Errorf("the sum is %+v", sum)
	}
	var none fee.Sum
	if none.Add(&fee.Row{Fee: &fee.Fee{Reason: fee.UnknownAgeGroup}}); none.Count != 0 {
		t.Errorf("no fee is counted")
	}
}

func TestWhatOtherSettingsChange(t *testing.T) {
	t.Parallel()
	members := []fee.Member{
		{ID: 1, AgeClass: "Onder 10", Household: "h"}, {ID: 2, AgeClass: "Onder 9", Household: "h"}, {ID: 3, AgeClass: "Senioren"},
		{ID: 4, Functions: []string{"donateur"}}, {ID: 5, Teams: []int64{3}}, {ID: 6, AgeClass: "Senioren", Excluded: true},
		{ID: 7, AgeClass: "Onder 7"}, {ID: 8, AgeClass: "Onder 14"},
	}
	before, after := terms(), terms()
	after.Settings.Family.Second = 30_00
	after.Settings.Categories[0].AgeClasses = nil                                        // mini
	after.Settings.Categories[0].Functions = []string{"x"}                               //
	after.Settings.Categories[1].AgeClasses = []string{"Onder 9", "Onder 10", "Onder 7"} // pupil
	after.Settings.Categories[3].Amount = 260_00
	after.Settings.Categories[4].Teams = []int64{3}
	after.Settings.Categories[5].Functions = []string{"Vriend"}
	changes, from, to := fee.Compare(fee.Season(before, members), fee.Season(after, members))
	got := map[int64]fee.ChangeReason{}
	for _, c := range changes {
		got[c.Member.ID] = c.Reason
	}
	want := map[int64]fee.ChangeReason{
		2: fee.OtherFamilyRate, 3: fee.OtherAmount, 4: fee.NoFeeAnyMore, 5: fee.NowAFee, 7: fee.OtherCategory,
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("changed are %v, want %v", got, want)
	}
	if from != 180_00+135_00+255_00+55_00+130_00+230_00 || to != 180_00+126_00+260_00+65_00+180_00+230_00 {
		t.Errorf("from %v to %v", from, to)
	}
}
