package acf_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/clubhuis/clubhuis/core/acf"
	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/fault"
)

type player struct {
	Code, Nick string
	On         civil.Date
	Former     bool
	Extra      acf.Extra
}

var playerFields = acf.NewTable(func(m *player) *acf.Extra { return &m.Extra },
	acf.Text("code", func(m *player) *string { return &m.Code }, acf.Synced),
	acf.Text("nick", func(m *player) *string { return &m.Nick }),
	acf.Date("on", func(m *player) *civil.Date { return &m.On }, acf.Synced),
	acf.Flag("former", func(m *player) *bool { return &m.Former }, acf.Synced, acf.Entrusted),
).WithPrefixes(acf.Prefix("paid_", acf.Synced, acf.Entrusted), acf.Prefix("own_"))

func decoded(t *testing.T, onto player, text string) player {
	t.Helper()
	var sent map[string]json.RawMessage
	if err := json.Unmarshal([]byte(text), &sent); err != nil {
		t.Fatal(err)
	}
	onto.Extra = acf.CloneExtra(onto.Extra)
	var problems fault.Problems
	if playerFields.Decode(&onto, sent, "acf", &problems); problems.Any() {
		t.Fatal(problems.Fault())
	}
	return onto
}

func TestOnlyWhatIsEntrustedIsRestored(t *testing.T) {
	t.Parallel()
	for key, want := range map[string]bool{
		"former": true, "paid_2025": true, "paid_": true, "code": false, "own_x": false, "unpaid_2025": false, "": false,
	} {
		if got := playerFields.Entrusts(key); got != want {
			t.Errorf("%s: %v", key, got)
		}
	}
	const others = `"code":"B2","nick":"y","own_x":2,"z":3`
	for _, stood := range []string{`{}`, `{"former":true,"paid_2025":"12.50"}`} {
		before := decoded(t, player{}, stood)
		for _, sent := range []string{
			``, `,"former":true`, `,"former":false`, `,"paid_2025":12.50`, `,"paid_2025":"12.50"`, `,"paid_2025":null`, `,"paid_2024":1`,
		} {
			after, want := decoded(t, before, `{`+others+sent+`}`), decoded(t, before, `{`+others+`}`)
			playerFields.RestoreEntrusted(&after, &before)
			if got, want := playerFields.Object(&after), playerFields.Object(&want); got != want {
				t.Errorf("%s onto %s: got %s, want %s", sent, stood, got, want)
			}
		}
	}
}

func TestWhatAnEditChangesOfTheSynchronizations(t *testing.T) {
	t.Parallel()
	before := decoded(t, player{},
		`{"code":"A1","nick":"x","on":"2026-11-01","former":true,"paid_2025":"12.50","paid_note":"x","own_x":1,"y":1}`)
	for text, want := range map[string]string{
		`{}`: "", `{"nick":"","own_x":2,"y":null}`: "",
		`{"code":"A1","on":"20261101","former":"1","paid_2025":12.50,"paid_note":"x"}`: "",
		`{"former":"Ja","paid_2024":null,"paid_2023":""}`:                              "",
		`{"code":null}`: "code", `{"code":"a1"}`: "code", `{"on":""}`: "on", `{"on":"2026-11-02","former":0}`: "on former",
		`{"paid_2025":13}`: "paid_2025", `{"paid_2025":null}`: "paid_2025", `{"paid_note":""}`: "paid_note",
		`{"paid_2026":0,"paid_2024":[]}`: "paid_2024 paid_2026",
	} {
		after := decoded(t, before, text)
		keys := playerFields.ChangedSynced(&after, &before)
		if got := strings.Join(keys, " "); got != want {
			t.Errorf("%s: got %q, want %q", text, got, want)
		}
		nick := after.Nick
		for _, key := range keys {
			playerFields.Restore(&after, &before, key)
		}
		if again := playerFields.ChangedSynced(&after, &before); len(again) > 0 || after.Nick != nick {
			t.Errorf("%s: restored, %v differ, nick %q", text, again, after.Nick)
		}
	}
	empty := player{}
	playerFields.Restore(&empty, &before, "paid_note")
	if string(empty.Extra["paid_note"]) != `"x"` {
		t.Errorf("got %v", empty.Extra)
	}
}

func TestTheShapeOfUnknownMembers(t *testing.T) {
	t.Parallel()
	nested := func(depth int) string { return strings.Repeat("[", depth) + strings.Repeat("]", depth) }
	objects := func(depth int) string { return strings.Repeat(`{"a":`, depth) + "1" + strings.Repeat("}", depth) }
	for text, want := range map[string]string{
		nested(acf.MaxDepth): "", nested(acf.MaxDepth + 1): fault.TooDeep, objects(acf.MaxDepth): "",
		objects(acf.MaxDepth + 1): fault.TooDeep,
		nested(9_000):             fault.TooDeep, strings.Repeat("9", acf.MaxDigits): "",
		"[" + strings.Repeat("9", acf.MaxDigits+1) + "]":           fault.TooManyDigits,
		`{"a":{"b":0.` + strings.Repeat("1", acf.MaxDigits) + `}}`: fault.TooManyDigits,
	} {
		var m player
		var problems fault.Problems
		playerFields.Decode(&m, acf.Extra{"x": json.RawMessage(text)}, "acf", &problems)
		got := ""
		if problems.Any() {
			got = fault.As(problems.Fault()).Params["acf.x"]
		}
		if got != want {
			t.Errorf("%.60s: got %q, want %q", text, got, want)
		}
		if err := playerFields.Load(&m, `{"x":`+text+`}`); err != nil {
			t.Errorf("%.60s: what was kept cannot be read: %v", text, err)
		}
		stands := player{Extra: acf.Extra{"x": json.RawMessage(text)}}
		var refused fault.Problems
		if playerFields.Decode(&stands, acf.Extra{"x": json.RawMessage(" " + text)}, "acf", &refused); refused.Any() {
			t.Errorf("%.60s: what stands may not be sent again: %v", text, refused.Fault())
		}
	}
}

func TestPrefixesDoNotChangeWhatIsKept(t *testing.T) {
	t.Parallel()
	m := decoded(t, player{}, `{"paid_2025":12.50,"own_x":[1]}`)
	if got := playerFields.Object(&m); !strings.HasSuffix(got, `"own_x":[1],"paid_2025":12.50}`) {
		t.Errorf("got %s", got)
	}
	if slices.ContainsFunc(playerFields.Descriptions(), func(d acf.Description) bool {
		return strings.HasPrefix(d.Key, "paid_")
	}) {
		t.Error("a prefix is described as a field")
	}
}
