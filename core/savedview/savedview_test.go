package savedview_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/account"
	"github.com/clubhuis/clubhuis/core/erasure"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/fold"
	"github.com/clubhuis/clubhuis/core/savedview"
)

func TestWhatIsWrongWithAView(t *testing.T) {
	t.Parallel()
	columns := make([]string, 51)
	for i := range columns {
		columns[i] = fmt.Sprint(i)
	}
	for _, c := range []struct {
		name            string
		view            savedview.View
		field, sentence string
	}{
		{"a name", savedview.View{Name: "Zonder VOG"}, "", ""},
		{"the longest name", savedview.View{Name: " " + strings.Repeat("é", 80) + " "}, "", ""},
		{"a longer one", savedview.View{Name: strings.Repeat("é", 81)}, "name", savedview.TooLong},
		{"none", savedview.View{Name: " \t "}, "name", fault.Required},
		{"no text", savedview.View{Name: "a\x00"}, "name", fault.BadCharacter},
		{"too many columns", savedview.View{Name: "a", Columns: columns}, "columns", account.TooManyColumns},
		{"a role that nobody knows", savedview.View{Name: "a", Roles: []access.Role{"koning"}}, "roles", fault.NotAChoice},
		{"a long filter", savedview.View{Name: "a", Filter: []byte(strings.Repeat("x", 8<<10+1))}, "filter", savedview.FilterTooLong},
	} {
		var list savedview.List
		_, err := list.Add(c.view)
		switch {
		case c.field == "" && err != nil, c.field != "" && (err == nil || fault.As(err).Params[c.field] != c.sentence):
			t.Errorf("%s: got %v", c.name, err)
		case err != nil && !reflect.DeepEqual(list, savedview.List{}):
			t.Errorf("%s: a refusal left %+v", c.name, list)
		}
	}
}

func TestSharedViewsGoToAnHeir(t *testing.T) {
	t.Parallel()
	var from, heir savedview.List
	for _, view := range []savedview.View{
		{Name: "Zonder VOG", Roles: []access.Role{access.Board}},
		{Name: "Van mij alleen"},
		{Name: "Trainers", Roles: []access.Role{access.Board}},
		{Name: strings.Repeat("é", 80), Roles: []access.Role{access.Board}},
	} {
		if _, err := from.Add(view); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{"zonder vog", strings.Repeat("é", 80)} {
		if _, err := heir.Add(savedview.View{Name: name}); err != nil {
			t.Fatal(err)
		}
	}
	inherit := func() (names []string) {
		heir.Inherit(from, "Piet")
		for i, view := range heir.Views {
			if view.ID != int64(i+1) {
				t.Errorf("%q has number %d", view.Name, view.ID)
			}
			names = append(names, view.Name)
		}
		return names
	}
	want := []string{
		"zonder vog", strings.Repeat("é", 80), "Zonder VOG (Piet)", "Trainers", strings.Repeat("é", 73) + " (Piet)",
	}
	if got := inherit(); !slices.Equal(got, want) || heir.Last != 5 {
		t.Errorf("got %q", got)
	}
	want = append(want, "Zonder VOG (2)", "Trainers (Piet)", strings.Repeat("é", 76)+" (2)")
	if got := inherit(); !slices.Equal(got, want) || !slices.Equal(heir.Roles(), []access.Role{access.Board}) {
		t.Errorf("a second time got %q", got)
	}
}

func TestWhoInheritsFromNobodyGetsNumbers(t *testing.T) {
	t.Parallel()
	var from, heir savedview.List
	for _, list := range []*savedview.List{&from, &heir} {
		if _, err := list.Add(savedview.View{Name: "Trainers", Roles: []access.Role{access.Board}}); err != nil {
			t.Fatal(err)
		}
	}
	heir.Inherit(from, "")
	heir.Inherit(from, "")
	if heir.Views[1].Name != "Trainers (2)" || heir.Views[2].Name != "Trainers (3)" {
		t.Errorf("got %+v", heir.Views)
	}
}

func TestViewsForgetWhoIsErased(t *testing.T) {
	t.Parallel()
	of := erasure.Subject{Words: erasure.Words("Jan Vis")}
	var list savedview.List
	for _, v := range []savedview.View{
		{Name: "Jan Vis", Filter: json.RawMessage(`{"search":"jan vis","team":3}`)},
		{Name: "jan  vis x", Filter: json.RawMessage(`{"search": "Jan Visser"}`)},
		{Name: "Jan Vis" + strings.Repeat("é", 73)},
		{Name: strings.Repeat("é", 72) + " Jan Vis"},
	} {
		if _, err := list.Add(v); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := list.Add(savedview.View{Name: "bij jan vis"}); err != nil {
		t.Fatal(err)
	}
	if _, err := list.Add(savedview.View{Name: "Bij (gewist)"}); err != nil {
		t.Fatal(err)
	}
	if n := list.Forget(of.Eraser()); n != 3 {
		t.Errorf("%d views named somebody", n)
	}
	var got []string
	for _, v := range list.Views {
		got = append(got, v.Name+" "+string(v.Filter))
	}
	if want := []string{
		`(gewist) {"search":"(gewist)","team":3}`, `jan  vis x {"search": "Jan Visser"}`, "Jan Vis" + strings.Repeat("é", 73) + " {}",
		strings.Repeat("é", 72) + " (gewist {}", `bij (gewist) (2) {}`, `Bij (gewist) {}`,
	}; !slices.Equal(got, want) {
		t.Errorf("got %q", got)
	}
}

func TestViewsOfAUser(t *testing.T) {
	t.Parallel()
	var list savedview.List
	named := func(name string) savedview.View {
		return savedview.View{Name: name, Columns: []string{"email", "email", ""}}
	}
	first, err := list.Add(named(" Zonder VOG "))
	if err != nil || first.ID != 1 || first.Name != "Zonder VOG" || !slices.Equal(first.Columns, []string{"email"}) {
		t.Fatalf("got %+v, %v", first, err)
	}
	if _, err := list.Add(named("zónder  vog")); !errors.Is(err, savedview.ErrTaken) {
		t.Errorf("the same name: got %v", err)
	}
	second, err := list.Add(named("Ander"))
	if err != nil || second.ID != 2 {
		t.Fatalf("got %+v, %v", second, err)
	}
	if _, err := list.Change(2, func(v *savedview.View) { v.Name = "ZONDER VOG" }); !errors.Is(err, savedview.ErrTaken) {
		t.Errorf("another's name: got %v", err)
	}
	changed, err := list.Change(1, func(v *savedview.View) { v.ID, v.Name = 7, "zonder vog" })
	if err != nil || changed.ID != 1 || changed.Name != "zonder vog" {
		t.Errorf("its own name: got %+v, %v", changed, err)
	}
	if got := list.ByName(); len(got) != 2 || got[0].Name != "Ander" {
		t.Errorf("by name: %+v", got)
	}
	if err := list.Remove(2); err != nil || len(list.Views) != 1 {
		t.Errorf("removed: %+v, %v", list, err)
	}
	_, err = list.Change(2, func(*savedview.View) {})
	if !errors.Is(err, savedview.ErrAbsent) || !errors.Is(list.Remove(2), savedview.ErrAbsent) {
		t.Errorf("absent: got %v", err)
	}
	if third, err := list.Add(named("Ander")); err != nil || third.ID != 3 {
		t.Errorf("a number is given again: %+v, %v", third, err)
	}
}

func TestFiftyViewsAtMost(t *testing.T) {
	t.Parallel()
	var list savedview.List
	for i := range 50 {
		if _, err := list.Add(savedview.View{Name: fmt.Sprint(i)}); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := list.Add(savedview.View{Name: "x"}); !errors.Is(err, savedview.ErrTooMany) || len(list.Views) != 50 {
		t.Errorf("got %v", err)
	}
	if _, err := list.Change(50, func(v *savedview.View) { v.Name = "x" }); err != nil {
		t.Errorf("changed: %v", err)
	}
}

func TestNamesStayUnique(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		var list savedview.List
		for range rapid.IntRange(0, 20).Draw(t, "steps") {
			name := rapid.SampledFrom([]string{"a", "A", "á", " a", "b", "B ", "c"}).Draw(t, "name")
			before, id := list.Clone(), rapid.Int64Range(0, 5).Draw(t, "id")
			var err error
			switch rapid.IntRange(0, 2).Draw(t, "step") {
			case 0:
				_, err = list.Add(savedview.View{Name: name})
			case 1:
				_, err = list.Change(id, func(v *savedview.View) { v.Name = name })
			default:
				err = list.Remove(id)
			}
			if err != nil && !reflect.DeepEqual(list, before) {
				t.Fatalf("a refusal (%v) left %+v of %+v", err, list, before)
			}
		}
		seen := map[string]bool{}
		for _, v := range list.Views {
			if seen[fold.Key(v.Name)] {
				t.Fatalf("twice: %+v", list)
			}
			seen[fold.Key(v.Name)] = true
		}
	})
}

func TestACloneSharesNothing(t *testing.T) {
	t.Parallel()
	list := savedview.List{Last: 1, Views: []savedview.View{{ID: 1, Name: "a", Filter: []byte(`{}`), Columns: []string{"email"}}}}
	list.Views[0].Roles = []access.Role{access.Board}
	clone := list.Clone()
	clone.Views[0].Name, clone.Views[0].Filter[0], clone.Views[0].Columns[0], clone.Views[0].Roles[0] = "b", 'x', "x", "x"
	if v := list.Views[0]; v.Name != "a" || string(v.Filter) != "{}" || v.Columns[0] != "email" || v.Roles[0] != access.Board {
		t.Errorf("got %+v", v)
	}
}

func TestAViewIsSharedWithRoles(t *testing.T) {
	t.Parallel()
	var list savedview.List
	kept, err := list.Add(savedview.View{Name: "a", Roles: []access.Role{access.Member, access.Board, access.Member}})
	if err != nil || !slices.Equal(kept.Roles, []access.Role{access.Board, access.Member}) {
		t.Fatalf("got %v, %v", kept.Roles, err)
	}
	if _, err := list.Add(savedview.View{Name: "b"}); err != nil {
		t.Fatal(err)
	}
	if got := list.SharedWith([]access.Role{access.Board}); len(got) != 1 || got[0].Name != "a" {
		t.Errorf("with the board: %+v", got)
	}
	if got := list.SharedWith([]access.Role{access.Administrator}); len(got) != 0 {
		t.Errorf("with administrators: %+v", got)
	}
	board := access.Viewer{User: 1, Roles: []access.Role{access.Board}}
	if !savedview.MayShare(board, access.Board) || savedview.MayShare(board, access.Member) {
		t.Error("somebody shares with the roles they hold, and no other")
	}
	if !savedview.MayShare(access.Viewer{User: 1, Roles: []access.Role{access.Administrator}}, access.Member) {
		t.Error("an administrator shares with each role")
	}
}
