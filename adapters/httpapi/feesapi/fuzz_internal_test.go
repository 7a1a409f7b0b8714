package feesapi

import (
	"encoding/json"
	"errors"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/fee"
	"github.com/clubhuis/clubhuis/core/usecase/fees"
)

// FuzzSettings lets administrators send anything as settings of fees: it is refused by a fault that says where, or a change that
// stays the same when its answer is sent back.
func FuzzSettings(f *testing.F) {
	for _, seed := range []string{
		`{"season":"2026-2027","categories":{"mini":{"label":"Mini","amount":"130","age_classes":["Onder 6"],"is_youth":true,` +
			`"sort_order":1,"matching_teams":[7],"matching_werkfuncties":["Donateur"]}},"family_discount":{"second_child_percent":25,` +
			`"third_child_percent":12.5},"installment_plan_3_enabled":false}`,
		`{"categories":{"a":{"amount":"-0.005","sort_order":"1e3","label":null}},"family_discount":[]}`, `{"categories":[]}`,
		`{"categories":{"` + "\xff" + `":[],"b":{"matching_teams":["7"],"amount":1e400}},"season":7}`, `{"season":""}`,
		`[]`, `null`, ``,
		`{"family_discount":{"second_child_percent":1e-400,"third_child_percent":100.005}}`, `{"categories":{"a":{"amount":"'1'"}}}`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		patch, err := (&FeeSettingsChange{raw: body}).patch()
		if err != nil {
			var refused *fault.Fault
			if !errors.As(err, &refused) || refused.Kind == fault.Internal {
				t.Fatalf("%#v", err)
			}
			return
		}
		if patch.Categories == nil {
			return
		}
		list := *patch.Categories
		if !slices.IsSortedFunc(list, func(a, b fee.Category) int { return strings.Compare(a.Slug, b.Slug) }) {
			t.Fatalf("%+v", list)
		}
		settings := fee.Settings{Categories: list}
		if patch.Second != nil {
			settings.Family.Second = *patch.Second
		}
		if patch.Third != nil {
			settings.Family.Third = *patch.Third
		}
		if _, err := settings.Validate(); err != nil {
			return
		}
		shown := seasonSettings(&fees.Seasonal{Settings: settings})
		text, err := json.Marshal(map[string]any{"categories": shown.Categories, "family_discount": shown.Family})
		if err != nil {
			t.Fatal(err)
		}
		again, err := (&FeeSettingsChange{raw: text}).patch()
		if err != nil || *again.Second != settings.Family.Second || *again.Third != settings.Family.Third {
			t.Fatalf("%v: %s is read as %+v", err, text, again)
		}
		settings.Categories = *again.Categories
		if back := seasonSettings(&fees.Seasonal{Settings: settings}); !reflect.DeepEqual(back, shown) {
			t.Fatalf("%+v comes back as %+v", shown, back)
		}
	})
}
