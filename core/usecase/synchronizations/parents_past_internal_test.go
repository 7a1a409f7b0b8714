package synchronizations

import (
	"testing"

	"github.com/clubhuis/clubhuis/core/sync/diff"
	"github.com/clubhuis/clubhuis/core/sync/ledger"
)

// A parent at whose address somebody else is by now is remembered under a key of their own, behind the address.
const past = "els@eik.example #9"

func TestAParentWhoWasAtTheAddressGoesWithTheMember(t *testing.T) {
	t.Parallel()
	plan := diff.Plan{Actions: []diff.Action{{Kind: diff.Delete, Key: past}, {Kind: diff.Delete, Key: "jan@bos.example"}}}
	if n := besides(map[string]bool{"els@eik.example": true}, plan); n != 1 {
		t.Errorf("%d are removed besides", n)
	}
}

func TestTheCheckShowsTheAddressOfAParentWhoWasThere(t *testing.T) {
	t.Parallel()
	gone := &ledger.Entry{Kind: ledger.Parent, Key: past}
	gone.SetNumber(9)
	v := &verification{parents: map[string]*ledger.Entry{past: gone}}
	v.compare(applicationPeople{})
	if len(v.found) != 1 || v.found[0].Key != "els@eik.example" {
		t.Errorf("found %+v", v.found)
	}
}
