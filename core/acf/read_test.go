package acf_test

import (
	"encoding/json"
	"slices"
	"testing"

	"github.com/clubhuis/clubhuis/core/acf"
)

type coach struct {
	Name    string
	Since   string
	Players []player
	Extra   acf.Extra
}

var coachFields = acf.NewTable(func(c *coach) *acf.Extra { return &c.Extra },
	acf.Text("name", func(c *coach) *string { return &c.Name }),
	acf.Choice("since", func(c *coach) *string { return &c.Since }, []string{"2024", "2025"}),
	acf.OwnTable(acf.Rows("players", "Player", func(c *coach) *[]player { return &c.Players }, playerFields),
		func(dst []byte, _ *coach) []byte { return append(dst, "[]"...) }),
	acf.Computed("initial", acf.TypeText,
		func(dst []byte, c *coach) []byte { return acf.AppendText(dst, c.Name[:min(1, len(c.Name))]) }),
	acf.OnRead[coach]("photo", acf.TypeIDs, func(dst []byte, _ *coach) []byte { return append(dst, "[]"...) }),
)

func TestReadingWhatAnotherProgramKeeps(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, object string
		keys         []string
		want         string // of all that can be read
	}{
		{"what is there", `{"name":"Jo","players":[{"code":"A","x":1}]}`, []string{"name", "players"},
			`{"name":"Jo","players":[{"code":"A","nick":"","on":"","former":false,"x":1}]}`},
		{"in whatever form", ` { "players" : false , "name" : 7 , "ours" : [ 1 ] } `, []string{"name", "ours", "players"},
			`{"name":"7","ours":[ 1 ],"players":[]}`},
		{"but what is computed", `{"initial":"X","photo":[1],"name":"Jo"}`, []string{"name"}, `{"name":"Jo"}`},
		{"an empty member", `{"ours":null,"name":null}`, []string{"name"}, `{"name":""}`},
		{"a value that nobody may send", `{"since":"1990"}`, []string{"since"}, `{"since":"1990"}`},
		{"a member that cannot be read", `{"name":{},"since":"2024"}`, []string{"since"}, `{"since":"2024"}`},
		{"a row with one", `{"players":[{"code":"A"},{"code":[],"on":"ooit","nick":"x"}]}`, []string{"players"},
			`{"players":[{"code":"A","nick":"","on":"","former":false},{"nick":"x","former":false,"code":[],"on":"ooit"}]}`},
		{"what is no row", `{"players":[{"code":"A"},7],"name":"Jo"}`, []string{"name"}, `{"name":"Jo"}`},
		{"a member twice", `{"name":"Jo","name":"Bo"}`, []string{"name"}, `{"name":"Bo"}`},
		{"nothing", `{}`, nil, `{}`}, {"no object", `[]`, nil, `{}`}, {"no JSON", `{"name"`, nil, `{}`}, {"no text", ``, nil, `{}`},
	} {
		var got coach
		keys := coachFields.Read(&got, []byte(c.object))
		if !slices.Equal(keys, c.keys) {
			t.Errorf("%s: the keys are %q, want %q", c.name, keys, c.keys)
		}
		if text := string(coachFields.AppendOnly(nil, &got, keys)); text != c.want {
			t.Errorf("%s: %s, want %s", c.name, text, c.want)
		}
	}
}

func TestWhatCouldNotBeReadIsKeptAsItCame(t *testing.T) {
	t.Parallel()
	got := coach{Name: "Jo", Since: "2025"}
	coachFields.Read(&got, []byte(`{"name":[1],"ours":{"a":1},"players":[{"on":"ooit"}]}`))
	if got.Name != "" || got.Since != "2025" || len(got.Players) != 1 || !got.Players[0].On.IsZero() {
		t.Errorf("got %+v", got)
	}
	if unread := coachFields.Unread(&got); !slices.Equal(unread, []string{"name"}) {
		t.Errorf("not read are %q", unread)
	}
	if unread := playerFields.Unread(&got.Players[0]); !slices.Equal(unread, []string{"on"}) {
		t.Errorf("not read of the row are %q", unread)
	}
	want := `{"ours":{"a":1},"name":[1]}`
	if text := string(coachFields.AppendOnly(nil, &got, []string{"ours", "name"})); text != want {
		t.Errorf("%s, want %s", text, want)
	}
	if text := coachFields.Object(&got); !json.Valid([]byte(text)) || text != `{"since":"2025","initial":"","name":[1],"ours":{"a":1}}` {
		t.Errorf("as a whole: %s", text)
	}
}

func TestAComputedMemberMayBeSent(t *testing.T) {
	t.Parallel()
	if text := string(coachFields.AppendOnly(nil, &coach{Name: "Jo"}, []string{"initial"})); text != `{"initial":"J"}` {
		t.Error(text)
	}
}

func TestAKeyThatNobodyHasIsAMistakeOfTheCaller(t *testing.T) {
	t.Parallel()
	for _, key := range []string{"nmae", "photo"} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s was written", key)
				}
			}()
			coachFields.AppendOnly(nil, &coach{}, []string{key})
		}()
	}
}
