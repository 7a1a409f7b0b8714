package ledger_test

import (
	"encoding/json"
	"testing"

	"github.com/clubhuis/clubhuis/core/sync/ledger"
)

func TestWhoHasLeftIsKnownByTheState(t *testing.T) {
	t.Parallel()
	former := &ledger.Entry{Kind: ledger.Member, Key: "AAAA11"}
	former.SetState(ledger.MemberState{Former: true})
	begun := &ledger.Entry{Kind: ledger.Member, Key: "AAAA11"}
	begun.SetState(ledger.MemberState{Begun: true})
	for name, c := range map[string]struct {
		entry *ledger.Entry
		want  bool
	}{
		"nobody":                {nil, false},
		"a member":              {&ledger.Entry{}, false},
		"a member who is begun": {begun, false},
		"a former member":       {former, true},
		"a damaged entry":       {&ledger.Entry{State: json.RawMessage(`{"former":`)}, false},
	} {
		if got := ledger.Left(c.entry); got != c.want {
			t.Errorf("%s: %v", name, got)
		}
	}
}

func TestADamagedStateIsAnErrorWithTheEntry(t *testing.T) {
	t.Parallel()
	e := &ledger.Entry{Kind: ledger.Member, Key: "AAAA11", State: json.RawMessage(`{`)}
	_, err := ledger.State[ledger.MemberState](e)
	if want := "member AAAA11 is damaged in the ledger: unexpected end of JSON input"; err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
	if e.State = nil; true {
		if s, err := ledger.State[ledger.MemberState](e); err != nil || s != (ledger.MemberState{}) {
			t.Errorf("no state is %+v, %v", s, err)
		}
	}
}
