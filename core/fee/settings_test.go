package fee_test

import (
	"encoding/json"
	"errors"
	"reflect"
	"strings"
	"testing"

	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/fee"
	"github.com/clubhuis/clubhuis/core/season"
)

func fields(details []fault.Detail) (list []string) {
	for _, d := range details {
		list = append(list, d.Field)
	}
	return list
}

// contract: facts §2.1
func TestSettingsThatAreRefused(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name string
		edit func(*fee.Settings)
		want []string
	}{
		{"nothing", func(*fee.Settings) {}, nil},
		{"slug", func(s *fee.Settings) { s.Categories[0].Slug = "Mini Pup" }, []string{"categories.Mini Pup"}},
		{"slug twice", func(s *fee.Settings) { s.Categories[1].Slug = "mini" }, []string{"categories.mini"}},
		{"label", func(s *fee.Settings) { s.Categories[0].Label = " " }, []string{"categories.mini.label"}},
		{"negative", func(s *fee.Settings) { s.Categories[0].Amount = -1 }, []string{"categories.mini.amount"}},
		{"missing", func(s *fee.Settings) { s.Categories[0].Amount = fee.MissingAmount }, []string{"categories.mini.amount"}},
		{"free", func(s *fee.Settings) { s.Categories[0].Amount = 0 }, nil},
		{"class", func(s *fee.Settings) { s.Categories[0].AgeClasses = []string{""} }, []string{"categories.mini.age_classes"}},
		{"function", func(s *fee.Settings) { s.Categories[0].Functions = []string{"a\x00"} }, []string{"categories.mini.matching_werkfuncties"}},
		{"team", func(s *fee.Settings) { s.Categories[0].Teams = []int64{0} }, []string{"categories.mini.matching_teams"}},
		{"discounts", func(s *fee.Settings) { s.Family = fee.FamilyDiscount{Second: -1, Third: fee.Whole + 1} },
			[]string{"family_discount.second_child_percent", "family_discount.third_child_percent"}},
	} {
		s := fee.Defaults(nil)
		c.edit(&s)
		_, err := s.Validate()
		var got []string
		if err != nil {
			got = fields(fault.As(err).Errors)
			if !errors.Is(err, fee.ErrInvalidSettings) || fault.As(err).Code != "invalid_settings" {
				t.Errorf("%s: %v", c.name, err)
			}
		}
		if !reflect.DeepEqual(got, c.want) {
			t.Errorf("%s: refused for %v", c.name, got)
		}
	}
}

func TestDoubtfulSettingsAreWarnedOf(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name string
		edit func(*fee.Settings)
		want []string
	}{
		{"the defaults", func(*fee.Settings) {}, nil},
		{"a class in two", func(s *fee.Settings) { s.Categories[1].AgeClasses = []string{"onder 8 Meiden"} }, []string{"categories.pupil.age_classes"}},
		{"a class twice in one", func(s *fee.Settings) { s.Categories[1].AgeClasses = []string{"Onder 9", "Onder 9 Meiden"} }, nil},
		{"second as third", func(s *fee.Settings) { s.Family.Second = 50_00 }, []string{"family_discount.second_child_percent"}},
		{"no catch-all", func(s *fee.Settings) { s.Categories = s.Categories[:3] }, []string{"categories"}},
		{"no categories", func(s *fee.Settings) { s.Categories = nil }, nil},
	} {
		s := fee.Defaults([]int64{7})
		c.edit(&s)
		if warnings, err := s.Validate(); err != nil || !reflect.DeepEqual(fields(warnings), c.want) {
			t.Errorf("%s: %v, %v", c.name, warnings, err)
		}
	}
}

func TestASeasonWithoutSettingsBorrowsThoseBefore(t *testing.T) {
	t.Parallel()
	old, own := fee.Defaults(nil), fee.Defaults(nil)
	old.Categories[0].Amount, own.PlanThree = 99_00, false
	book := fee.Book{}.With(2023, old).With(2026, own)
	for s, want := range map[int]struct {
		settings fee.Settings
		borrowed int
	}{
		2022: {fee.Defaults([]int64{7}), 0}, 2023: {old, 0}, 2024: {old, 2023}, 2025: {old, 2023}, 2026: {own, 0}, 2027: {own, 2026},
	} {
		if got, borrowed := book.Of(
			season.Season(s),
			[]int64{7},
		); !reflect.DeepEqual(got, want.settings) ||
			int(borrowed) != want.borrowed {
			t.Errorf("%d goes by %+v of %v", s, got, borrowed)
		}
	}
}

func TestChangingWhatABookReturnedChangesNotTheBook(t *testing.T) {
	t.Parallel()
	book := fee.Book{}.With(2025, fee.Defaults([]int64{7}))
	got, _ := book.Of(2025, nil)
	got.Categories[0].AgeClasses[0], got.Categories[4].Teams[0], got.Categories[1].Amount = "x", 9, 1
	copied := book.Clone()
	copied.Seasons[2026] = fee.Settings{}
	if again, _ := book.Of(2025, nil); !reflect.DeepEqual(again, fee.Defaults([]int64{7})) || len(book.Seasons) != 1 {
		t.Errorf("the book holds %+v", again)
	}
}

func TestTheBookComesBackFromItsJSON(t *testing.T) {
	t.Parallel()
	book := fee.Book{}.With(
		2025,
		fee.Defaults([]int64{7}),
	).With(
		2026,
		fee.Settings{Family: fee.FamilyDiscount{Second: 12_50, Third: 33_33}},
	)
	text, err := json.Marshal(book)
	if err != nil || !strings.Contains(string(text), `"2025-2026"`) ||
		!strings.Contains(string(text), `"second_child_percent":12.5,`) {
		t.Fatalf("%s, %v", text, err)
	}
	var read fee.Book
	if err := json.Unmarshal(text, &read); err != nil || !reflect.DeepEqual(read, book) {
		t.Errorf("%s came back as %+v, %v", text, read, err)
	}
}

func TestPercent(t *testing.T) {
	t.Parallel()
	for percent, want := range map[fee.Percent]string{
		0: "0", 25_00: "25", 12_50: "12,5", 33_33: "33,33", 5: "0,05", fee.Whole: "100",
	} {
		if got := percent.String(); got != want {
			t.Errorf("%d is written %q", int64(percent), got)
		}
	}
	if got := fee.Percent(25_00).Rate(); got != 0.25 {
		t.Errorf("the rate is %v", got)
	}
}

func TestRecreational(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]bool{
		"Zondag Recreanten 1": true, "Walking Football": true, "walking voetbal 60+": true, "Heren 3": false, "": false,
	} {
		if fee.Recreational(name) != want {
			t.Errorf("%q is not %v", name, want)
		}
	}
}
