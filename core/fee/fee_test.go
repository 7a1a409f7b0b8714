package fee_test

import (
	"math/rand"
	"reflect"
	"slices"
	"sync"
	"testing"

	"pgregory.net/rapid"

	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/fee"
	"github.com/clubhuis/clubhuis/core/fold"
	"github.com/clubhuis/clubhuis/core/money"
	"github.com/clubhuis/clubhuis/core/season"
)

const this season.Season = 2025

func day(text string) civil.Date {
	d, _ := civil.Parse(text)
	return d
}

func terms() fee.Terms { return fee.Terms{Season: this, Settings: fee.Defaults([]int64{70})} }

func one(t fee.Terms, m fee.Member) fee.Fee { return fee.Season(t, []fee.Member{m})[0] }

// contract: club §2.8, facts §2.2
func TestTheFirstRuleThatFindsACategoryCounts(t *testing.T) {
	t.Parallel()
	settings := fee.Defaults([]int64{70})
	settings.Categories = append(settings.Categories,
		fee.Category{Slug: "gehandicapt", Label: "G-team", Amount: 90_00, SortOrder: 45, Teams: []int64{71, 70}},
		fee.Category{Slug: "veteraan", Label: "Veteraan", Amount: 200_00, SortOrder: 35, AgeClasses: []string{"Veteranen"}},
		fee.Category{Slug: "erelid", Label: "Erelid", Amount: 0, SortOrder: 70, Functions: []string{"Erelid", "donateur"}})
	for _, c := range []struct {
		name   string
		member fee.Member
		slug   string
		rule   fee.Rule
		reason fee.Reason
	}{
		{"youth", fee.Member{AgeClass: "Onder 9"}, "pupil", fee.ByYouthClass, fee.Calculable},
		{"youth before a team", fee.Member{AgeClass: "Onder 19", Teams: []int64{70}}, "junior", fee.ByYouthClass, fee.Calculable},
		{"girls", fee.Member{AgeClass: " onder 8  Meiden "}, "mini", fee.ByYouthClass, fee.Calculable},
		{"a class is a whole string", fee.Member{AgeClass: "Onder 1"}, "senior", fee.ByCatchAll, fee.Calculable},
		{"a team", fee.Member{AgeClass: "Senioren", Teams: []int64{3, 71}}, "gehandicapt", fee.ByTeam, fee.Calculable},
		{"the lower order of two teams", fee.Member{AgeClass: "Senioren", Teams: []int64{70}}, "gehandicapt", fee.ByTeam, fee.Calculable},
		{"a team without an age class", fee.Member{Teams: []int64{70}}, "gehandicapt", fee.ByTeam, fee.Calculable},
		{"a team before a function", fee.Member{Teams: []int64{71}, Functions: []string{"donateur"}}, "gehandicapt", fee.ByTeam, fee.Calculable},
		{"a function whatever its case", fee.Member{Functions: []string{fold.Key("DONATEUR")}}, "donateur", fee.ByFunction, fee.Calculable},
		{"a function before a class", fee.Member{AgeClass: "Senioren", Functions: []string{"erelid"}}, "erelid", fee.ByFunction, fee.Calculable},
		{"a class of adults", fee.Member{AgeClass: "Veteranen Vrouwen"}, "veteraan", fee.ByClass, fee.Calculable},
		{"all others", fee.Member{AgeClass: "Senioren Vrouwen"}, "senior", fee.ByCatchAll, fee.Calculable},
		{"nothing", fee.Member{}, "", "", fee.NoGroupNoTeam},
		{"only another team", fee.Member{Teams: []int64{3}}, "", "", fee.TeamButNoAgeGroup},
		{"only another function", fee.Member{Functions: []string{"trainer"}}, "", "", fee.NoGroupNoTeam},
	} {
		got := one(fee.Terms{Season: this, Settings: settings}, c.member)
		slug, rule := "", fee.Rule("")
		if got.Calculable() {
			slug, rule = got.Category.Slug, got.Trace().Category.Rule
		}
		if slug != c.slug || rule != c.rule || got.Reason != c.reason {
			t.Errorf("%s: got %q by %q, %q", c.name, slug, rule, got.Reason)
		}
	}
	settings.Categories = settings.Categories[:3] // without the catch-all
	if got := one(fee.Terms{Season: this, Settings: settings}, fee.Member{AgeClass: "Senioren"}); got.Reason != fee.UnknownAgeGroup {
		t.Errorf("without a catch-all Senioren is %q", got.Reason)
	}
}

func TestTwoCategoriesWithOneClassTheLowerOrderCounts(t *testing.T) {
	t.Parallel()
	settings := fee.Settings{Categories: []fee.Category{
		{Slug: "z", Amount: 1, AgeClasses: []string{"Onder 9"}, Youth: true, SortOrder: 2},
		{Slug: "b", Amount: 2, AgeClasses: []string{"Onder 9"}, Youth: true, SortOrder: 1},
		{Slug: "a", Amount: 3, AgeClasses: []string{"onder 9 meiden"}, Youth: true, SortOrder: 1},
	}}
	if got := one(fee.Terms{Season: this, Settings: settings}, fee.Member{AgeClass: "Onder 9"}); got.Category.Slug != "a" {
		t.Errorf("the category is %q", got.Category.Slug)
	}
}

// contract: facts §2.3
func TestHousehold(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ street, code, want string }{
		{"Dorpsstraat 12A", "1234 ab", "1234AB-12A"}, {"Dorpsstraat 12 a", "1234AB", "1234AB-12A"},
		{"Dorpsstraat 12-a", " 1234  AB ", "1234AB-12A"}, {"Dorpsstraat 12 - a", "1234AB", "1234AB-12A"},
		{"Dorpsstraat 12B", "1234AB", "1234AB-12B"}, {"Dorpsstraat 12", "1234AB", "1234AB-12"},
		{"Dorpsstraat 012", "1234AB", "1234AB-12"}, {"Dorpsstraat 12 bis", "1234AB", "1234AB-12BIS"},
		{"Dorpsstraat 12-3", "1234AB", "1234AB-12-3"}, {"Dorpsstraat 12 3", "1234AB", "1234AB-12-3"},
		{"Dorpsstraat 123", "1234AB", "1234AB-123"}, {"Dorpsstraat 12A3", "1234AB", "1234AB-12A3"},
		{"Dorpsstraat 12 A 3", "1234AB", "1234AB-12A-3"}, {"Dorpsstraat 12a-3", "1234AB", "1234AB-12A-3"},
		{"Dorpsstraat 12 bis 2", "1234AB", "1234AB-12BIS-2"}, {"Dorpsstraat 14 app. 5", "1234AB", "1234AB-14APP-5"},
		{"Laan van de 7e Linie 12", "1234AB", "1234AB-12"}, {"Dorpsstraat 12 1 hoog 2", "1234AB", "1234AB-12-1HOOG-2"},
		{"2e Dorpsstraat 5", "1234AB", "1234AB-5"}, {"Plein 1940, 12 a", "1234AB", "1234AB-1940-12A"},
		{"", "1234AB", ""}, {"Dorpsstraat", "1234AB", ""}, {"12", "1234AB", ""}, {"Dorpsstraat 0", "1234AB", ""},
		{"Postbus 12 Amsterdam", "1234AB", ""}, {"Dorpsstraat 12", "", ""}, {"Dorpsstraat 12", "0123AB", ""},
		{"Dorpsstraat 12", "1234", ""}, {"Dorpsstraat 12", "12345AB", ""}, {"Dorpsstraat 12", "ABCD12", ""},
		{"Dorpsstraat 12", "B-1234", ""},
	} {
		if got := fee.Household(c.street, c.code); got != c.want {
			t.Errorf("%q, %q is %q, want %q", c.street, c.code, got, c.want)
		}
	}
}

// contract: club §2.8-2, facts §2.4
func TestPartOfTheSeason(t *testing.T) {
	t.Parallel()
	for since, want := range map[string]struct {
		final   money.Cents
		quarter int
	}{
		"": {255_00, 0}, "1990-04-01": {255_00, 0}, "2025-06-30": {255_00, 0}, "2025-07-01": {255_00, 1}, "2025-09-30": {255_00, 1},
		"2025-10-01": {191_25, 2}, "2025-12-31": {191_25, 2}, "2026-01-01": {127_50, 3}, "2026-03-31": {127_50, 3},
		"2026-04-01": {63_75, 4}, "2026-06-30": {63_75, 4},
	} {
		got := one(terms(), fee.Member{AgeClass: "Senioren", Since: day(since)})
		if got.Final != want.final || got.Trace().ProRata.Quarter != want.quarter {
			t.Errorf("since %q: %v in quarter %d", since, got.Final, got.Trace().ProRata.Quarter)
		}
	}
	for _, since := range []string{"2026-07-01", "2026-12-01", "2030-01-01"} {
		if got := one(terms(), fee.Member{AgeClass: "Senioren", Since: day(since)}); got.Reason != fee.JoinsLater {
			t.Errorf("since %s is %q", since, got.Reason)
		}
	}
}

// contract: club §2.8-1, §2.8-2, §2.8-3
func TestFormerMembers(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name         string
		since, until string
		forecast     bool
		in           bool
	}{
		{"left during the season", "2010-01-01", "2026-02-01", false, true},
		{"left before the season", "2010-01-01", "2025-06-30", false, false},
		{"left on its first day", "2010-01-01", "2025-07-01", false, true},
		{"without a day of leaving", "2010-01-01", "", false, true},
		{"joined within it", "2026-06-30", "", false, true},
		{"joined after it", "2026-07-01", "", false, false},
		{"without lid-sinds", "", "2026-02-01", false, false},
		{"in a forecast", "2010-01-01", "2027-02-01", true, false},
	} {
		terms := terms()
		terms.Forecast = c.forecast
		m := fee.Member{AgeClass: "Senioren", Former: true, Since: day(c.since), Until: day(c.until)}
		got := one(terms, m)
		if got.Calculable() != c.in || !c.in && got.Reason != fee.FormerNotInSeason {
			t.Errorf("%s: %q", c.name, got.Reason)
		}
	}
	resigned := fee.Member{AgeClass: "Senioren", Until: day("2025-06-30")} // the administration notes a former member later
	if got := one(terms(), resigned); got.Reason != fee.LeftBefore {
		t.Errorf("who resigned before the season: %q", got.Reason)
	}
	died := fee.Member{AgeClass: "Senioren", Deceased: true}
	if got := one(terms(), died); !got.Calculable() {
		t.Errorf("who died: %q", got.Reason)
	}
	ahead := terms()
	ahead.Forecast = true
	if got := one(ahead, died); got.Reason != fee.LeftBefore {
		t.Errorf("who died, ahead: %q", got.Reason)
	}
	left := fee.Member{AgeClass: "Senioren", Former: true, Since: day("2025-11-05"), Until: day("2026-01-01")}
	if got := one(terms(), left); got.Final != 191_25 {
		t.Errorf("leaving made a second pro-rata: %v", got.Final)
	}
}

// contract: club §2.8-4
func TestFormerMembersCountInTheFamilyWhenTheyAreInTheSeason(t *testing.T) {
	t.Parallel()
	for until, want := range map[string]money.Cents{"2026-02-01": 135_00, "2025-06-01": 180_00} {
		fees := fee.Season(terms(), []fee.Member{
			{ID: 1, AgeClass: "Onder 15", Household: "h", Former: true, Since: day("2010-01-01"), Until: day(until)},
			{ID: 2, AgeClass: "Onder 10", Household: "h"},
		})
		if fees[1].Final != want {
			t.Errorf("a brother who left on %s: %v, want %v", until, fees[1].Final, want)
		}
	}
}

// contract: facts §2.3, 2.4
func TestAFamily(t *testing.T) {
	t.Parallel()
	fees := fee.Season(terms(), []fee.Member{
		{ID: 5, Name: "Mo", AgeClass: "Onder 7", Household: "1234AB-12A"},
		{ID: 4, Name: "Bo", AgeClass: "Onder 10", Household: "1234AB-12A", Since: day("2025-10-20")},
		{ID: 3, Name: "Jo", AgeClass: "Onder 15 Meiden", Household: "1234AB-12A", Excluded: true},
		{ID: 6, Name: "Flo", AgeClass: "Onder 8", Household: "1234AB-12A"},
		{ID: 1, Name: "Pa", AgeClass: "Senioren", Household: "1234AB-12A"},
		{ID: 7, Name: "Buur", AgeClass: "Onder 7", Household: "1234AB-12B"},
		{ID: 8, Name: "Zwerver", AgeClass: "Onder 7"},
	})
	for i, want := range []struct {
		position, size int
		final          money.Cents
	}{{3, 4, 65_00}, {2, 4, 101_25}, {1, 4, 230_00}, {4, 4, 65_00}, {0, 0, 255_00}, {1, 1, 130_00}, {0, 0, 130_00}} {
		position, size := 0, 0
		if f := fees[i].Family; f != nil {
			position, size = f.Position, len(f.Members)
		}
		if position != want.position || size != want.size || fees[i].Final != want.final {
			t.Errorf("%s: %d of %d, %v", fees[i].Member.Name, position, size, fees[i].Final)
		}
	}
	if fees[2].Due() != 0 || fees[1].Due() != 101_25 {
		t.Errorf("due are %v and %v", fees[2].Due(), fees[1].Due())
	}
	want := &fee.Trace{
		Season: this,
		Category: fee.TracedCategory{
			Slug:     "pupil",
			Label:    "Pupil",
			Rule:     fee.ByYouthClass,
			Match:    "Onder 10",
			AgeClass: "Onder 10",
			Amount:   180_00,
		},
		Family: &fee.TracedFamily{
			Key:      "1234AB-12A",
			Size:     4,
			Position: 2,
			Percent:  25_00,
			Amount:   -45_00,
			Before:   []fee.Sibling{{ID: 3, Name: "Jo", Base: 230_00}},
		},
		ProRata: fee.TracedProRata{Since: "2025-10-20", Quarter: 2, Percent: 75_00, Amount: -33_75},
		Total:   101_25,
	}
	if got := fees[1].Trace(); !reflect.DeepEqual(got, want) {
		t.Errorf("the trace is %+v", got)
	}
	lines := []fee.Line{
		{Kind: fee.BaseLine, Description: "Contributie Pupil 2025-2026", Amount: 180_00},
		{Kind: fee.FamilyLine, Description: "Gezinskorting 2e kind (25%)", Amount: -45_00},
		{Kind: fee.ProRataLine, Description: "Instapkorting (75% van het seizoen)", Amount: -33_75},
	}
	if got := fees[1].Lines(); !reflect.DeepEqual(got, lines) {
		t.Errorf("the lines are %+v", got)
	}
	if got := fees[2].Lines(); len(got) != 1 {
		t.Errorf("lines of zero are shown: %+v", got)
	}
}

// contract: facts §2.5
func TestForecast(t *testing.T) {
	t.Parallel()
	for class, want := range map[string]string{
		"Onder 9": "Onder 10", "Onder 9 Meiden": "Onder 10 Meiden", "Onder 19": "Senioren", "Onder 19 Meiden": "Senioren Vrouwen",
		"onder 7": "Onder 8", "Senioren": "Senioren", "": "", "Onder": "Onder", "Onder x": "Onder x", "Onder 23": "Senioren",
		"Senioren Vrouwen": "Senioren Vrouwen",
	} {
		if got := fee.NextClass(class); got != want {
			t.Errorf("%q becomes %q", class, got)
		}
	}
	ahead := fee.Terms{Season: 2026, Forecast: true, Settings: fee.Defaults(nil)}
	fees := fee.Season(ahead, []fee.Member{
		{ID: 1, AgeClass: "Onder 19", Household: "h"},
		{ID: 2, AgeClass: "Onder 12", Household: "h", Since: day("2026-09-01")},
		{ID: 3, AgeClass: "Onder 8", Household: "h", Until: day("2026-06-30")},
		{ID: 4, AgeClass: "Onder 8", Household: "h", Until: day("2026-07-01")},
		{ID: 5, AgeClass: "Onder 8", Household: "h", Since: day("2027-07-01")},
	})
	want := []money.Cents{255_00, 230_00, 0, 135_00, 0}
	for i, f := range fees {
		if f.Final != want[i] {
			t.Errorf("%d pays %v, want %v (%s)", f.Member.ID, f.Final, want[i], f.Reason)
		}
	}
	if trace := fees[1].Trace(); trace.Category.MovedUp != "Onder 12" || trace.Category.AgeClass != "Onder 13" || !trace.Forecast {
		t.Errorf("the trace is %+v", trace.Category)
	}
}

var members = rapid.Custom(func(t *rapid.T) fee.Member {
	draw := func(label string, values ...string) string { return rapid.SampledFrom(values).Draw(t, label) }
	return fee.Member{
		AgeClass: draw("class", "", "Onder 5", "Onder 9 Meiden", "Onder 12", "Onder 19", "Senioren", "Veteranen"),
		Former:   rapid.Bool().Draw(t, "former"), Excluded: rapid.Bool().Draw(t, "excluded"),
		Since:     day(draw("since", "", "2001-02-03", "2025-07-01", "2025-10-31", "2026-02-28", "2026-05-01", "2026-07-01")),
		Until:     day(draw("until", "", "2024-01-01", "2025-07-01", "2026-06-30")),
		Household: draw("household", "", "a", "b", "c"),
		Teams:     rapid.SliceOfN(rapid.Int64Range(70, 72), 0, 2).Draw(t, "teams"),
		Functions: rapid.SliceOfN(rapid.SampledFrom([]string{"donateur", "erelid"}), 0, 2).Draw(t, "functions"),
	}
})

func clubs(t *rapid.T) (fee.Terms, []fee.Member) {
	club := rapid.SliceOfN(members, 0, 30).Draw(t, "club")
	for i := range club {
		club[i].ID = int64(i + 1)
	}
	terms := fee.Terms{Season: this, Forecast: rapid.Bool().Draw(t, "forecast"), Settings: fee.Defaults([]int64{70})}
	for i := range terms.Settings.Categories {
		terms.Settings.Categories[i].Amount = money.Cents(rapid.Int64Range(0, 999_99).Draw(t, "amount"))
	}
	terms.Settings.Family.Second = fee.Percent(rapid.Int64Range(0, int64(fee.Whole)).Draw(t, "second"))
	terms.Settings.Family.Third = fee.Percent(rapid.Int64Range(0, int64(fee.Whole)).Draw(t, "third"))
	return terms, club
}

type told struct {
	id    int64
	final money.Cents
	trace *fee.Trace
}

func tell(fees []fee.Fee) map[int64]told {
	all := map[int64]told{}
	for i := range fees {
		all[fees[i].Member.ID] = told{fees[i].Member.ID, fees[i].Final, fees[i].Trace()}
	}
	return all
}

func TestLinesAddUpToTheFee(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		for _, f := range fee.Season(clubs(t)) {
			var lines, steps money.Cents
			for i, line := range f.Lines() {
				lines += line.Amount
				if i > 0 && line.Amount >= 0 {
					t.Fatalf("%d has a line of %v behind the first", f.Member.ID, line.Amount)
				}
			}
			if trace := f.Trace(); trace != nil {
				if steps = trace.Category.Amount + trace.ProRata.Amount; trace.Family != nil {
					steps += trace.Family.Amount
				}
			}
			if lines != f.Final || steps != f.Final || f.Final < 0 || f.Final > f.Base {
				t.Fatalf("%d pays %v of %v, the lines make %v, the trace %v", f.Member.ID, f.Final, f.Base, lines, steps)
			}
		}
	})
}

func TestTheOrderOfPeopleNeverMatters(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		terms, club := clubs(t)
		shuffled := slices.Clone(club)
		rand.New(rand.NewSource(rapid.Int64().Draw(t, "seed"))).Shuffle(len(shuffled), func(a, b int) { //nolint:gosec // a draw
			shuffled[a], shuffled[b] = shuffled[b], shuffled[a]
		})
		if got, want := tell(fee.Season(terms, shuffled)), tell(fee.Season(terms, club)); !reflect.DeepEqual(got, want) {
			t.Fatalf("in another order: %v, want %v", got, want)
		}
	})
}

func TestAFamilyPaysTheSameWhoeverIsAskedFirst(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		terms, club := clubs(t)
		whole := tell(fee.Season(terms, club))
		for first := range club {
			var family []fee.Member // one's own house alone, oneself first
			for i := range club {
				if other := club[(first+i)%len(club)]; other.Household == club[first].Household {
					family = append(family, other)
				}
			}
			for id, got := range tell(fee.Season(terms, family)) {
				if !reflect.DeepEqual(got, whole[id]) {
					t.Fatalf("%d asked first: %d pays %+v, want %+v", club[first].ID, id, got, whole[id])
				}
			}
		}
	})
}

func TestParallelRunsAgree(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		terms, club := clubs(t)
		want, results := tell(fee.Season(terms, club)), make([]map[int64]told, 4)
		var all sync.WaitGroup
		for i := range results {
			all.Go(func() { results[i] = tell(fee.Season(terms, club)) })
		}
		all.Wait()
		for _, got := range results {
			if !reflect.DeepEqual(got, want) {
				t.Fatalf("a parallel run says %v, want %v", got, want)
			}
		}
	})
}
