package work_test

import (
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/clubhuis/clubhuis/core/acf"
	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/fold"
	"github.com/clubhuis/clubhuis/core/work"
)

var today = civil.Date{Year: 2026, Month: 3, Day: 29}

func TestTheOneRuleForCurrent(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name  string
		entry work.Entry
		want  bool
	}{
		{"marked, without an end", work.Entry{Current: true}, true},
		{"marked, ends later", work.Entry{Current: true, End: today.AddDays(1)}, true},
		{"marked, ends today", work.Entry{Current: true, End: today}, true},
		{"marked, ended yesterday", work.Entry{Current: true, End: today.AddDays(-1)}, false},
		{"not marked, without an end", work.Entry{}, false},
		{"not marked, ends later", work.Entry{End: today.AddDays(1)}, false},
	} {
		if got := c.entry.CurrentOn(today); got != c.want {
			t.Errorf("%s: got %v", c.name, got)
		}
	}
}

func TestStop(t *testing.T) {
	t.Parallel()
	later, earlier := today.AddDays(2), today.AddDays(-2)
	for _, c := range []struct {
		name  string
		entry work.Entry
		want  civil.Date
	}{
		{"without an end", work.Entry{Start: earlier, Current: true}, today},
		{"without a start", work.Entry{Current: true}, today},
		{"has ended already", work.Entry{Start: earlier, End: earlier, Current: true}, earlier},
		{"would have ended later", work.Entry{Start: earlier, End: later, Current: true}, today},
		{"would have begun and ended later", work.Entry{Start: later, End: later.AddDays(9), Current: true}, later},
		{"would have begun later", work.Entry{Start: later, Current: true}, later},
	} {
		got := c.entry
		got.Stop(today)
		if got.Current || got.End != c.want || got.Backwards() {
			t.Errorf("%s: got %+v", c.name, got)
		}
	}
}

func team(title string) work.Entry { return work.Entry{Group: 3, Title: title, Current: true} }

func committee(id int64, title string) work.Entry {
	return work.Entry{Group: id, Kind: work.Committee, Title: title, Current: true}
}

func TestWhoIsAVolunteer(t *testing.T) {
	t.Parallel()
	const exempt = 9
	ended := team("Trainer")
	ended.End = today.AddDays(-1)
	endsToday := team("Trainer")
	endsToday.End = today
	explicit := team("Trainer")
	explicit.Kind = work.Team
	for _, c := range []struct {
		name    string
		entries []work.Entry
		want    bool
	}{
		{"nobody without entries", nil, false},
		{"a trainer of a team", []work.Entry{team("Trainer")}, true},
		{"a trainer of a team that says so", []work.Entry{explicit}, true},
		{"a player", []work.Entry{team("Speler")}, false},
		{"a player in another case, with accents and blanks", []work.Entry{team(" KEEPÉR ")}, false},
		{"a player by the predecessor's slip of the pen", []work.Entry{team("Zondag recranten")}, false},
		{"a player and trainer", []work.Entry{team("Speler"), team("Trainer")}, true},
		{"a team role without a title", []work.Entry{team("")}, false},
		{"a team role of blanks", []work.Entry{team(" ")}, false},
		{"a committee member", []work.Entry{committee(4, "Lid")}, true},
		{"a committee member without a title", []work.Entry{committee(4, "")}, true},
		{"a player's title in a committee", []work.Entry{committee(4, "Speler")}, true},
		{"a member of an exempt committee", []work.Entry{committee(exempt, "Voorzitter")}, false},
		{"exempt in one committee, active in another", []work.Entry{committee(exempt, "Lid"), committee(4, "Lid")}, true},
		{"a team with the number of an exempt committee", []work.Entry{{Group: exempt, Title: "Trainer", Current: true}}, true},
		{"an honorary member in a committee", []work.Entry{committee(4, "Erelid")}, false},
		{"an honorary member in another case", []work.Entry{committee(4, "lid VAN verdienste")}, false},
		{"a donor in a team", []work.Entry{team("Donateur")}, false},
		{"a trainer until yesterday", []work.Entry{ended}, false},
		{"a trainer until today", []work.Entry{endsToday}, true},
		{"a trainer who is not marked as current", []work.Entry{{Group: 3, Title: "Trainer"}}, false},
	} {
		rules := work.DefaultRules()
		rules.ExemptCommittees = []int64{exempt}
		if got := rules.Volunteer(c.entries, today); got != c.want {
			t.Errorf("%s: got %v", c.name, got)
		}
	}
}

func TestTheDefaultRolesAreThePredecessors(t *testing.T) {
	t.Parallel()
	rules := work.DefaultRules()
	for _, title := range []string{"Aanvaller", "Verdediger", "Keeper", "Middenvelder", "Teamspeler", "Speler", "Champions league",
		"Zaterdag recreanten"} {
		if rules.Counts(team(title)) {
			t.Errorf("%s counts in a team", title)
		}
	}
	for _, title := range []string{"Donateur", "Erelid", "Lid van Verdienste", "Verenigingslid voor het leven (contributievrij)"} {
		if rules.Counts(committee(4, title)) {
			t.Errorf("%s counts in a committee", title)
		}
	}
	if len(rules.ExemptCommittees) != 0 {
		t.Errorf("exempt from the start: %v", rules.ExemptCommittees)
	}
	rules.PlayerRoles[0] = "changed"
	if work.DefaultRules().PlayerRoles[0] == "changed" {
		t.Error("the default rules are shared")
	}
}

// Generators are made anew for each test: rapid's can't be shared by parallel ones.

func anyTitle() *rapid.Generator[string] {
	return rapid.SampledFrom([]string{"", " ", "Speler", "speler ", "SPÉLER", "Erelid", "Trainer", "Lid"})
}

func anyEntry() *rapid.Generator[work.Entry] {
	return rapid.Custom(func(t *rapid.T) work.Entry {
		return work.Entry{
			Group: rapid.Int64Range(0, 3).Draw(t, "group"),
			Kind:  rapid.SampledFrom([]work.Kind{"", work.Team, work.Committee}).Draw(t, "kind"),
			Title: anyTitle().Draw(t, "title"), Current: rapid.Bool().Draw(t, "current"),
			End: rapid.SampledFrom([]civil.Date{{}, today, today.AddDays(-1), today.AddDays(1)}).Draw(t, "end"),
		}
	})
}

func anyRules() *rapid.Generator[work.Rules] {
	return rapid.Custom(func(t *rapid.T) work.Rules {
		return work.Rules{
			PlayerRoles:      rapid.SliceOfN(anyTitle(), 0, 4).Draw(t, "players"),
			ExcludedRoles:    rapid.SliceOfN(anyTitle(), 0, 4).Draw(t, "excluded"),
			ExemptCommittees: rapid.SliceOfN(rapid.Int64Range(0, 3), 0, 4).Draw(t, "exempt"),
		}
	})
}

func TestOneEntryMakesTheVolunteer(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		rules, entries := anyRules().Draw(t, "rules"), rapid.SliceOfN(anyEntry(), 0, 4).Draw(t, "entries")
		want := slices.ContainsFunc(entries, func(e work.Entry) bool { return rules.Volunteer([]work.Entry{e}, today) })
		if got := rules.Volunteer(entries, today); got != want {
			t.Fatalf("got %v", got)
		}
	})
}

func TestClean(t *testing.T) {
	t.Parallel()
	got := work.Rules{
		PlayerRoles: []string{" Speler", "", "Keeper", "SPELER", "  "}, ExcludedRoles: []string{"Erelid", "erelíd", "\u0301"},
		ExemptCommittees: []int64{4, 2, 4},
	}.Clean()
	want := work.Rules{PlayerRoles: []string{"Speler", "Keeper"}, ExcludedRoles: []string{"Erelid"}, ExemptCommittees: []int64{2, 4}}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v, want %+v", got, want)
	}
	rapid.Check(t, func(t *rapid.T) {
		rules, entry := anyRules().Draw(t, "rules"), anyEntry().Draw(t, "entry")
		clean := rules.Clean()
		if again := clean.Clean(); !reflect.DeepEqual(again, clean) {
			t.Fatalf("%+v is not clean", clean)
		}
		// An empty title among the excluded ones would exclude committee members without a title: Clean drops it.
		if fold.Key(entry.Title) != "" && clean.Counts(entry) != rules.Counts(entry) {
			t.Fatalf("%+v counts %v after cleaning", entry, clean.Counts(entry))
		}
	})
}

func TestWhichTitlesAreRefused(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("ë", acf.MaxText)
	for _, c := range []struct {
		name  string
		rules work.Rules
		want  map[string]string
	}{
		{"none", work.Rules{}, nil},
		{"the default rules", work.DefaultRules(), nil},
		{"the longest title", work.Rules{PlayerRoles: []string{long}}, nil},
		{"a longer one, and a NUL", work.Rules{PlayerRoles: []string{"Speler", long + "x"}, ExcludedRoles: []string{"a\x00"}},
			map[string]string{
				"player_roles[1]": fault.TooLong, "excluded_roles[0]": fault.BadCharacter,
			}},
		{"no UTF-8", work.Rules{ExcludedRoles: []string{"", "\xff"}}, map[string]string{"excluded_roles[1]": fault.BadCharacter}},
	} {
		err := c.rules.Validate()
		if (err == nil) != (c.want == nil) || err != nil && !maps.Equal(fault.As(err).Params, c.want) {
			t.Errorf("%s: got %v", c.name, err)
		}
	}
}

func TestACloneOfTheRulesSharesNothing(t *testing.T) {
	t.Parallel()
	full := work.Rules{PlayerRoles: []string{"Speler"}, ExcludedRoles: []string{"Erelid"}, ExemptCommittees: []int64{4}}
	clone := full.Clone()
	if !reflect.DeepEqual(clone, full) {
		t.Fatalf("got %+v", clone)
	}
	for i := range reflect.TypeFor[work.Rules]().NumField() { // a new setting must be cloned too
		list, its := reflect.ValueOf(full).Field(i), reflect.ValueOf(clone).Field(i)
		if list.Len() == 0 || list.Pointer() == its.Pointer() {
			t.Errorf("%s is shared", reflect.TypeFor[work.Rules]().Field(i).Name)
		}
	}
	if clone := (work.Rules{}).Clone(); !reflect.DeepEqual(clone, work.Rules{}) {
		t.Errorf("a clone of none is %+v", clone)
	}
}

func TestFoldedRulesSayTheSame(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		title := rapid.SampledFrom([]string{"", " ", "Speler", "SPELÉR", " speler", "Trainer", "erelid", "Erelid "})
		rules := work.Rules{
			PlayerRoles: rapid.SliceOfN(title, 0, 3).Draw(t, "players"), ExcludedRoles: rapid.SliceOfN(title, 0, 3).Draw(t, "excluded"),
			ExemptCommittees: []int64{4},
		}
		e := work.Entry{
			Group: rapid.Int64Range(3, 4).Draw(t, "group"),
			Kind:  rapid.SampledFrom([]work.Kind{work.Team, work.Committee}).Draw(t, "kind"),
			Title: title.Draw(t, "title"), Current: true,
		}
		folded := rules.Folded()
		if folded.Counts(e) != rules.Counts(e) || folded.RoleOf(e) != rules.RoleOf(e) {
			t.Fatalf("%+v of %+v", e, rules)
		}
	})
}

func TestAVolunteerIsOneUntilTheLastDay(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name    string
		entries []work.Entry
		want    civil.Date
	}{
		{"nobody without entries", nil, civil.Date{}},
		{"without an end", []work.Entry{team("Trainer")}, work.Forever},
		{"until its end", []work.Entry{{Group: 3, Title: "Trainer", Current: true, End: today}}, today},
		{"until the last end of several", []work.Entry{
			{Group: 3, Title: "Trainer", Current: true, End: today.AddDays(3)}, {Group: 4, Title: "Leider", Current: true, End: today},
		}, today.AddDays(3)},
		{"what does not count has no end", []work.Entry{team("Speler"), {Group: 3, Title: "Trainer", Current: true, End: today}},
			today},
		{"what is not marked as current has none either", []work.Entry{{Group: 3, Title: "Trainer"}}, civil.Date{}},
	} {
		if got := work.DefaultRules().VolunteerUntil(c.entries); got != c.want {
			t.Errorf("%s: got %v, want %v", c.name, got, c.want)
		}
	}
}

// The last day says everything: whoever keeps it can answer for every day.
func TestTheLastDayAgreesWithEveryDay(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		rules, entries := anyRules().Draw(t, "rules"), rapid.SliceOfN(anyEntry(), 0, 4).Draw(t, "entries")
		until := rules.VolunteerUntil(entries)
		for _, day := range []civil.Date{
			{Year: 1, Month: 1, Day: 1}, today.AddDays(-2), today.AddDays(-1), today, today.AddDays(1), today.AddDays(2), work.Forever,
		} {
			want := slices.ContainsFunc(entries, func(e work.Entry) bool { return e.CurrentOn(day) && rules.Counts(e) })
			if got := rules.Volunteer(entries, day); got != want {
				t.Fatalf("on %v: Volunteer is %v, want %v", day, got, want)
			}
			if got := !until.IsZero() && !until.Before(day); got != want {
				t.Fatalf("on %v: the last day %v says %v, want %v", day, until, got, want)
			}
		}
	})
}

func TestRoleOf(t *testing.T) {
	t.Parallel()
	rules := work.Rules{PlayerRoles: []string{"Speler"}, ExcludedRoles: []string{"Erelid"}, ExemptCommittees: []int64{4}}
	for _, c := range []struct {
		name  string
		entry work.Entry
		want  work.Role
	}{
		{"a player's title", team("Speler"), work.Player},
		{"in another case, with accents and blanks", team(" SPÉLER"), work.Player},
		{"no title", team(""), work.Player},
		{"blanks", team(" "), work.Player},
		{"every other title", team("Trainer"), work.Staff},
		{"an honorary one, too", team("Erelid"), work.Staff},
		{"whether it is current or not", work.Entry{Group: 3, Kind: work.Team, Title: "Trainer"}, work.Staff},
		{"in a committee", committee(5, "Voorzitter"), work.Member},
		{"with a player's title", committee(5, "Speler"), work.Member},
		{"without one", committee(5, ""), work.Member},
		{"in one that is exempt", committee(4, "Lid"), work.Member},
	} {
		if got := rules.RoleOf(c.entry); got != c.want {
			t.Errorf("%s: got %s, want %s", c.name, got, c.want)
		}
	}
}
