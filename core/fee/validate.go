package fee

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/money"
	"github.com/clubhuis/clubhuis/core/sorting"
)

// The bounds of settings.
const (
	mostCategories = 100
	mostValues     = 200
	longestSlug    = 60
	longestLabel   = 200
)

// MissingAmount is the amount of a category that came without one: Validate refuses it.
const MissingAmount money.Cents = -1 << 62

// Validate puts the settings in order and returns what is doubtful about them. The error is ErrInvalidSettings, which lists what
// is wrong by field and carries the same warnings.
func (s *Settings) Validate() (warnings []fault.Detail, err error) {
	var wrong []fault.Detail
	add := func(field, sentence string) { wrong = append(wrong, fault.Detail{Field: field, Message: sentence}) }
	if len(s.Categories) > mostCategories {
		add("categories", tooManyCategories)
	}
	seen := map[string]bool{}
	for i := range s.Categories {
		c := &s.Categories[i]
		at := "categories." + c.Slug
		c.Label = strings.TrimSpace(c.Label)
		switch {
		case !validSlug(c.Slug):
			add(at, slugInvalid)
		case seen[c.Slug]:
			add(at, slugTwice)
		}
		seen[c.Slug] = true
		switch {
		case c.Label == "":
			add(at+".label", labelMissing)
		case utf8.RuneCountInString(c.Label) > longestLabel || strings.ContainsRune(c.Label, 0):
			add(at+".label", fault.BadCharacter)
		}
		switch {
		case c.Amount == MissingAmount:
			add(at+".amount", amountMissing)
		case c.Amount < 0 || c.Amount > money.Most:
			add(at+".amount", AmountInvalid)
		}
		checkTexts(&c.AgeClasses, at+".age_classes", add)
		checkTexts(&c.Functions, at+".matching_werkfuncties", add)
		if len(c.Teams) > mostValues {
			add(at+".matching_teams", tooManyValues)
		}
		if slices.ContainsFunc(c.Teams, func(id int64) bool { return id < 1 }) {
			add(at+".matching_teams", fault.NotAnID)
		}
		c.Teams = append([]int64{}, c.Teams...)
	}
	for _, discount := range []struct {
		field   string
		percent Percent
	}{{"second_child_percent", s.Family.Second}, {"third_child_percent", s.Family.Third}} {
		if discount.percent < 0 || discount.percent > Whole {
			add("family_discount."+discount.field, percentInvalid)
		}
	}
	sorting.By(s.Categories, func(a, b Category) int { return a.compare(&b) })
	warnings = s.warnings()
	if len(wrong) == 0 {
		return warnings, nil
	}
	return warnings, ErrInvalidSettings.Telling(wrong, warnings)
}

func validSlug(slug string) bool {
	return slug != "" && len(slug) <= longestSlug && strings.Trim(slug, "abcdefghijklmnopqrstuvwxyz0123456789-_") == ""
}

// checkTexts trims a list of names.
func checkTexts(list *[]string, field string, add func(field, sentence string)) {
	if len(*list) > mostValues {
		add(field, tooManyValues)
	}
	trimmed := make([]string, 0, len(*list))
	for _, text := range *list {
		text = strings.Join(strings.Fields(text), " ")
		switch {
		case text == "":
			add(field, emptyValue)
		case utf8.RuneCountInString(text) > longestLabel || strings.ContainsRune(text, 0) || !utf8.ValidString(text):
			add(field, fault.BadCharacter)
		case !slices.Contains(trimmed, text):
			trimmed = append(trimmed, text)
		}
	}
	*list = trimmed
}

// warnings tells what is allowed and probably not meant. The categories are in order.
func (s *Settings) warnings() (list []fault.Detail) {
	type taken struct{ slug, label string }
	first, catchAll := map[string]taken{}, false
	for i := range s.Categories {
		c := &s.Categories[i]
		catchAll = catchAll || c.CatchAll()
		for _, class := range c.AgeClasses {
			key := ClassKey(class)
			if other, twice := first[key]; twice && other.slug != c.Slug {
				list = append(list, fault.Detail{
					Field: "categories." + c.Slug + ".age_classes", Message: fmt.Sprintf(classTwice, class, other.label),
				})
			} else if !twice {
				first[key] = taken{c.Slug, c.Label}
			}
		}
	}
	if s.Family.Second >= s.Family.Third {
		list = append(list, fault.Detail{Field: "family_discount.second_child_percent", Message: discountReversed})
	}
	if len(s.Categories) > 0 && !catchAll {
		list = append(list, fault.Detail{Field: "categories", Message: noCatchAll})
	}
	return list
}
