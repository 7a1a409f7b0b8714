package backup_test

import (
	"encoding/json"
	"reflect"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/clubhuis/clubhuis/core/backup"
)

var people = backup.Table{Name: "people", Last: 9, Columns: []backup.Column{
	{Name: "id", Kind: backup.Number}, {Name: "name", Kind: backup.Text}, {Name: "old", Kind: backup.Flag},
	{Name: "photo", Kind: backup.Bytes},
}}

func rows(t *rapid.T) [][]any {
	missing := func(g *rapid.Generator[any]) *rapid.Generator[any] { return rapid.OneOf(rapid.Just[any](nil), g) }
	texts := rapid.OneOf(rapid.String(), rapid.Map(rapid.SliceOf(rapid.Byte()), func(b []byte) string { return string(b) }))
	row := rapid.Custom(func(t *rapid.T) []any {
		return []any{
			missing(rapid.Int64().AsAny()).Draw(t, "id"), missing(texts.AsAny()).Draw(t, "name"),
			missing(rapid.Bool().AsAny()).Draw(t, "old"), missing(rapid.SliceOfN(rapid.Byte(), 1, -1).AsAny()).Draw(t, "photo"),
		}
	})
	return rapid.SliceOfN(row, 1, 20).Draw(t, "rows")
}

func TestARowIsReadAsItWas(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		for _, row := range rows(t) {
			line, err := people.Encode(row)
			if err != nil {
				t.Fatal(err)
			}
			if got, err := people.Decode(line); err != nil || !reflect.DeepEqual(got, row) {
				t.Fatalf("%s is read as %#v, %v", line, got, err)
			}
		}
	})
}

func counted(t interface{ Fatal(...any) }, table backup.Table, rows [][]any) []backup.Counted {
	var c backup.Counter
	if err := c.Begin(table); err != nil {
		t.Fatal(err)
	}
	for _, row := range rows {
		if err := c.Row(row); err != nil {
			t.Fatal(err)
		}
	}
	return c.Tables
}

func TestASumMindsEveryRowAndNoOrder(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		all := rows(t)
		whole := counted(t, people, all)
		if lines := backup.Differences(whole, counted(t, people, rapid.Permutation(all).Draw(t, "order"))); lines != nil {
			t.Fatalf("another order: %v", lines)
		}
		at := rapid.IntRange(0, len(all)-1).Draw(t, "at")
		for what, other := range map[string][][]any{
			"one less": slices.Delete(slices.Clone(all), at, at+1), "one twice": append(slices.Clone(all), all[at]),
		} {
			if lines := backup.Differences(whole, counted(t, people, other)); len(lines) != 1 {
				t.Fatalf("%s: %v", what, lines)
			}
		}
		changed := slices.Clone(all)
		changed[at] = slices.Clone(changed[at])
		changed[at][1] = "somebody else, whoever it was"
		if all[at][1] != changed[at][1] && len(backup.Differences(whole, counted(t, people, changed))) != 1 {
			t.Fatal("another name is not seen")
		}
	})
}

func TestDifferencesAreNamed(t *testing.T) {
	t.Parallel()
	renumbered := people
	renumbered.Last = 10
	other := people
	other.Name = "other"
	whole := counted(t, people, nil)
	for _, c := range []struct {
		are  []backup.Counted
		want []string
	}{
		{whole, nil},
		{counted(t, renumbered, nil), []string{"the table people goes on after number 10, not 9"}},
		{counted(t, other, nil), []string{"the table people is missing", "the table other should not be there"}},
	} {
		if got := backup.Differences(whole, c.are); !slices.Equal(got, c.want) {
			t.Errorf("got %q, want %q", got, c.want)
		}
	}
	text, err := json.Marshal(whole)
	var again []backup.Counted
	if err == nil {
		err = json.Unmarshal(text, &again)
	}
	if err != nil || !reflect.DeepEqual(again, whole) {
		t.Errorf("%s is read as %+v, %v", text, again, err)
	}
}

func TestWhatIsNoRowIsRefused(t *testing.T) {
	t.Parallel()
	for _, row := range [][]any{{int64(1)}, {"1", "x", true, nil}, {int64(1), 1.5, true, nil}, {int64(1), "x", "true", nil}} {
		if line, err := people.Encode(row); err == nil {
			t.Errorf("%v is %s", row, line)
		}
	}
	for _, line := range []string{
		``, `{}`, `[1]`, `["1","x",true,null]`, `[1,"x",1,null]`, `[1,"x",true,"?"]`, `[1.5,"x",true,null]`, `[1,2,true,null]`,
	} {
		if row, err := people.Decode([]byte(line)); err == nil {
			t.Errorf("%s is %v", line, row)
		}
	}
	if err := new(backup.Counter).Row([]any{int64(1)}); err == nil {
		t.Error("a row without a table is counted")
	}
}

func TestTheNameTellsTheTime(t *testing.T) {
	t.Parallel()
	at := time.Date(2026, 11, 24, 11, 36, 41, 0, time.UTC)
	name := backup.Name("clubhuis", at.In(time.FixedZone("", 3600)))
	got, ok := backup.Made("clubhuis", name)
	if name != "clubhuis-20261124-113641.backup" || !ok || !got.Equal(at) || !backup.IsFile(name) {
		t.Errorf("%s is of %v, %v", name, got, ok)
	}
	for _, other := range []string{"", "clubhuis", "clubsync-20261124-113641.backup", "clubhuis-20261124.backup", name + ".part"} {
		if at, ok := backup.Made("clubhuis", other); ok {
			t.Errorf("%q is of %v", other, at)
		}
	}
}

// simulated makes a backup every day, drops what is superfluous after each, and returns what is left.
func simulated(from time.Time, days int, zone *time.Location) (kept []time.Time) {
	for day := range days {
		kept = append(kept, from.AddDate(0, 0, day))
		for _, gone := range backup.Superfluous(kept, zone) {
			kept = slices.DeleteFunc(kept, gone.Equal)
		}
	}
	return kept
}

func TestDaysWeeksAndMonthsAreKept(t *testing.T) {
	t.Parallel()
	zone := time.FixedZone("", 3600)
	from := time.Date(2025, 1, 1, 3, 0, 0, 0, time.UTC)
	kept := simulated(from, 700, zone)
	last := kept[len(kept)-1]
	within := func(d time.Duration) (n int) {
		for _, at := range kept {
			if last.Sub(at) < d {
				n++
			}
		}
		return n
	}
	const day = 24 * time.Hour
	if got := within(7 * day); got != 7 {
		t.Errorf("%d of the last week", got)
	}
	if got := within(28 * day); got < 9 || got > 11 {
		t.Errorf("%d of the last four weeks", got)
	}
	if got := len(kept); got < 19 || got > 22 || last.Sub(kept[0]) < 300*day || last.Sub(kept[0]) > 366*day {
		t.Errorf("%d in all, the oldest of %v", got, kept[0])
	}
	twice := append(slices.Clone(kept), last.Add(-time.Hour))
	if gone := backup.Superfluous(twice, zone); len(gone) != 1 || !gone[0].Equal(last.Add(-time.Hour)) {
		t.Errorf("of two of one day go %v", gone)
	}
	if gone := backup.Superfluous([]time.Time{from}, zone); len(gone) != 0 {
		t.Errorf("the last one goes: %v", gone)
	}
	expired, year := last.AddDate(-1, 0, -1), last.AddDate(-1, 0, 1)
	if gone := backup.Superfluous([]time.Time{expired, year, last}, zone); len(gone) != 1 || !gone[0].Equal(expired) {
		t.Errorf("after a gap of a year go %v", gone)
	}
	if gone := backup.Superfluous(nil, zone); len(gone) != 0 {
		t.Errorf("of nothing goes %v", gone)
	}
}
