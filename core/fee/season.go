package fee

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/season"
	"github.com/clubhuis/clubhuis/core/sorting"
)

// Terms are what the fees of a season are computed by.
type Terms struct {
	Season   season.Season
	Forecast bool // the season is still to come: youth is a class higher, nobody joins during it, and former members are gone
	Settings Settings
	Teams    map[int64]string // what traces call the teams of the settings; may be nil
}

// Season computes the fee of every member, in the order of the members. The order makes no difference to any fee, and neither
// does who is asked about: a family counts all members of its address.
func Season(terms Terms, members []Member) []Fee {
	choose := newChooser(&terms)
	fees := make([]Fee, len(members))
	households := map[string][]*Fee{}
	for i := range members {
		f := &fees[i]
		f.Member, f.AgeClass, f.season, f.ahead = members[i], members[i].AgeClass, terms.Season, terms.Forecast
		if terms.Forecast {
			f.AgeClass = NextClass(f.AgeClass)
		}
		if f.Reason = terms.belongs(&f.Member); f.Reason != Calculable {
			continue
		}
		if choose.category(f); f.Calculable() && f.Category.Youth && f.Member.Household != "" {
			households[f.Member.Household] = append(households[f.Member.Household], f)
		}
	}
	for key, family := range households {
		slices.SortFunc(family, func(a, b *Fee) int {
			return cmp.Or(cmp.Compare(b.Base, a.Base), cmp.Compare(a.Member.ID, b.Member.ID))
		})
		for i, f := range family {
			f.Family = &Family{Key: key, Position: i + 1, Members: family}
			f.Percent = terms.Settings.Family.at(i + 1)
		}
	}
	for i := range fees {
		f := &fees[i]
		if f.quarter, f.Part = terms.part(f.Member.Since); !f.Calculable() {
			f.quarter, f.Part = 0, 0
			continue
		}
		f.Discount = f.Percent.Of(f.Base)
		f.After = f.Base - f.Discount
		f.Final = f.Part.Of(f.After)
	}
	return fees
}

func (d FamilyDiscount) at(position int) Percent {
	switch position {
	case 1:
		return 0
	case 2:
		return d.Second
	}
	return d.Third
}

// belongs says whether somebody is a member in the season: Calculable, or why not.
func (t *Terms) belongs(m *Member) Reason {
	end := t.Season.Next().First()
	left := !m.Until.IsZero() && m.Until.Before(t.Season.First())
	switch {
	case m.Former && (left || t.Forecast || m.Since.IsZero() || !m.Since.Before(end)):
		return FormerNotInSeason
	case left, t.Forecast && m.Deceased: // the administration notes a former member later
		return LeftBefore
	case !m.Since.Before(end):
		return JoinsLater
	}
	return Calculable
}

// part returns in which quarter of the season somebody joined, and which part of it is paid. The day of the month makes no
// difference.
func (t *Terms) part(since civil.Date) (quarter int, part Percent) {
	first := t.Season.First()
	if t.Forecast || since.IsZero() || since.Before(first) {
		return 0, Whole
	}
	months := (since.Year-first.Year)*12 + int(since.Month-first.Month)
	quarter = min(months/3, 3) + 1
	return quarter, Whole * Percent(5-quarter) / 4
}

// chooser finds categories. Its maps hold, of several that fit, the first in order.
type chooser struct {
	youth, classes, functions map[string]*Category
	teams                     map[int64]*Category
	catchAll                  *Category
	folded                    map[string]string // classes that were met, and what they are compared by
	names                     map[int64]string  // of teams
	spelled                   map[string]string // functions as the settings spell them
}

func newChooser(t *Terms) *chooser {
	c := &chooser{
		youth: map[string]*Category{}, classes: map[string]*Category{}, functions: map[string]*Category{},
		teams: map[int64]*Category{}, folded: map[string]string{}, names: t.Teams, spelled: map[string]string{},
	}
	categories := t.Settings.Clone().Categories
	sorting.By(categories, func(a, b Category) int { return a.compare(&b) })
	for i := range categories {
		category := &categories[i]
		classes := c.classes
		if category.Youth {
			classes = c.youth
		}
		for _, class := range category.AgeClasses {
			keep(classes, ClassKey(class), category)
		}
		for _, team := range category.Teams {
			keep(c.teams, team, category)
		}
		for _, function := range category.Functions {
			keep(c.functions, functionKey(function), category)
			c.spelled[functionKey(function)] = function
		}
		if category.CatchAll() && c.catchAll == nil {
			c.catchAll = category
		}
	}
	return c
}

func keep[K comparable](in map[K]*Category, key K, category *Category) {
	if _, taken := in[key]; !taken {
		in[key] = category
	}
}

// category sets the category of a fee, or why there is none.
func (c *chooser) category(f *Fee) {
	m := &f.Member
	class := c.class(f.AgeClass)
	take := func(category *Category, rule Rule, match string) {
		f.Category, f.Base, f.rule, f.match = category, category.Amount, rule, match
	}
	if category := c.youth[class]; class != "" && category != nil {
		take(category, ByYouthClass, f.AgeClass)
		return
	}
	if category, team := lowest(c.teams, m.Teams); category != nil {
		take(category, ByTeam, cmp.Or(c.names[team], strconv.FormatInt(team, 10)))
		return
	}
	if category, function := lowest(c.functions, m.Functions); category != nil {
		take(category, ByFunction, c.spelled[function])
		return
	}
	if category := c.classes[class]; class != "" && category != nil {
		take(category, ByClass, f.AgeClass)
		return
	}
	switch {
	case class != "" && c.catchAll != nil:
		take(c.catchAll, ByCatchAll, f.AgeClass)
	case class != "":
		f.Reason = UnknownAgeGroup
	case len(m.Teams) > 0:
		f.Reason = TeamButNoAgeGroup
	default:
		f.Reason = NoGroupNoTeam
	}
}

// lowest returns the first category, in order, that is found by one of the keys, and the least of the keys that find it.
func lowest[K cmp.Ordered](in map[K]*Category, keys []K) (best *Category, by K) {
	for _, key := range keys {
		category := in[key]
		if category == nil {
			continue
		}
		if best == nil || cmp.Or(category.compare(best), cmp.Compare(key, by)) < 0 {
			best, by = category, key
		}
	}
	return best, by
}

func (c *chooser) class(class string) string {
	key, met := c.folded[class]
	if !met {
		key = ClassKey(class)
		c.folded[class] = key
	}
	return key
}

// oldestYouth is the last class of youth.
const oldestYouth = 19

// NextClass returns the age class of next season: "Onder 9 Meiden" becomes "Onder 10 Meiden", "Onder 19" becomes "Senioren" and
// "Onder 19 Meiden" becomes "Senioren Vrouwen". Others stay.
func NextClass(class string) string {
	words := strings.Fields(class)
	if len(words) < 2 || !strings.EqualFold(words[0], "onder") {
		return class
	}
	years, err := strconv.Atoi(words[1])
	if err != nil || years < 1 || years > 99 {
		return class
	}
	rest := words[2:]
	if years < oldestYouth {
		return strings.Join(append([]string{"Onder", strconv.Itoa(years + 1)}, rest...), " ")
	}
	if len(rest) == 1 && strings.EqualFold(rest[0], "meiden") {
		return "Senioren Vrouwen"
	}
	return strings.Join(append([]string{"Senioren"}, rest...), " ")
}
