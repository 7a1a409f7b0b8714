package porttest

import (
	"encoding/json"
	"flag"
	"reflect"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/clubhuis/clubhuis/core/acf"
	"github.com/clubhuis/clubhuis/core/audit"
	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/group"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/relation"
	"github.com/clubhuis/clubhuis/core/work"
)

func oneOf[T any](values ...T) *rapid.Generator[T] { return rapid.SampledFrom(values) }

// cases is how many cases a test draws that is not rapid's own: so many where others draw a hundred.
func cases(n int) int {
	checks := flag.Lookup("rapid.checks").Value.(flag.Getter).Get().(int)
	if testing.Short() {
		checks /= 5
	}
	return max(1, n*checks/100)
}

// anything fills every field of a record, those that are added later too, from few values.
func anything[T any]() *rapid.Generator[T] {
	generator := rapid.MakeCustom[T](rapid.MakeConfig{
		Kinds: map[reflect.Kind]*rapid.Generator[any]{
			reflect.Int64:  rapid.Int64Range(0, 9).AsAny(),
			reflect.Int:    rapid.IntRange(0, 9).AsAny(),
			reflect.String: oneOf("", "Jan", "Joël", "van der", "ß", "100%", `a\b`, "<b>x</b>", "Jan  Kees", "\u2028é", "'t Hart").AsAny(),
		},
		Types: map[reflect.Type]*rapid.Generator[any]{
			reflect.TypeFor[civil.Date](): oneOf(civil.Date{}, day(2026, 3, 29), day(1, 1, 1), day(9999, 12, 31)).AsAny(),
			reflect.TypeFor[time.Time](): rapid.Map(rapid.IntRange(-3, 3), func(steps int) time.Time {
				return at.Add(time.Duration(steps) * 1_000_000_000_001)
			}).AsAny(),
			// New ones each time, for tests change them.
			reflect.TypeFor[acf.Extra](): rapid.Map(rapid.Bool(), func(some bool) (extra acf.Extra) {
				if some {
					extra = acf.Extra{"x": json.RawMessage(`["a",null,{"b":false}]`), "é\"": json.RawMessage(`12.50`)}
				}
				return extra
			}).AsAny(),
			reflect.TypeFor[audit.Values](): rapid.Map(oneOf(0, 1, 2), func(n int) audit.Values {
				return []audit.Values{nil, {"roles": []any{"a", "é"}, "n": 12.0, "yes": true}, {"x": nil, "y": map[string]any{"z": `"`}}}[n]
			}).AsAny(),
			reflect.TypeFor[[]int64](): rapid.Map(oneOf(0, 1, 2), func(n int) []int64 {
				return [][]int64{nil, {1}, {3, 1}}[n]
			}).AsAny(),
			reflect.TypeFor[work.Kind]():          oneOf(work.Team, work.Committee).AsAny(),
			reflect.TypeFor[person.Gender]():      oneOf(person.Genders...).AsAny(),
			reflect.TypeFor[person.ContactType](): oneOf(person.ContactTypes...).AsAny(),
			reflect.TypeFor[person.Visibility]():  oneOf(person.Visibilities...).AsAny(),
			reflect.TypeFor[group.Activity]():     oneOf(group.Activities...).AsAny(),
		},
	})
	_ = generator.String() // rapid writes its name down when it is first asked for, and tests side by side share it
	return generator
}

// anyPerson has relations of types that a new club has.
var anyPerson = rapid.Map(anything[person.Person](), func(p person.Person) person.Person {
	for i := range p.Relations {
		p.Relations[i].Type = max(p.Relations[i].Type, relation.Parent)
	}
	return p
})

var anyGroup = rapid.Map(anything[group.Group](), func(g group.Group) group.Group {
	if g.Kind == work.Committee {
		g.PublicID, g.Activity, g.Gender = "", "", ""
	}
	return g
})

func day(year int, month time.Month, of int) civil.Date {
	return civil.Date{Year: year, Month: month, Day: of}
}
