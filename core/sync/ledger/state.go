package ledger

import (
	"encoding/json"
	"fmt"

	"github.com/clubhuis/clubhuis/core/civil"
)

// State reads what an entry keeps besides. A damaged one is an error.
func State[T any](e *Entry) (T, error) {
	var value T
	if len(e.State) == 0 {
		return value, nil
	}
	if err := json.Unmarshal(e.State, &value); err != nil {
		return value, fmt.Errorf("%s %s is damaged in the ledger: %w", e.Kind, e.Key, err)
	}
	return value, nil
}

// SetState writes what the entry keeps besides.
func (e *Entry) SetState(value any) {
	encoded, err := json.Marshal(value)
	if err != nil {
		panic("ledger: encode the state of an entry: " + err.Error()) // all of its types can be encoded
	}
	e.State = encoded
}

// MemberState is what the ledger knows of a member besides.
type MemberState struct {
	Former bool `json:"former,omitempty"`
	// Begun says that the person is about to be made: who vanishes before it is known whether that went well is looked for.
	Begun bool `json:"begun,omitempty"`
	// Block is a change of the financial block that is about to be made, and is not yet known to be logged; nil for none.
	Block *BlockChange `json:"block,omitempty"`
}

// BlockChange is a change of a financial block.
type BlockChange struct {
	Set   bool       `json:"set"` // or lifted
	On    civil.Date `json:"on"`
	After int64      `json:"after"` // the highest number of an activity of the person before
}

// Left reports whether the entry, which may be nil, is that of a member who has left the club.
func Left(e *Entry) bool {
	if e == nil {
		return false
	}
	s, err := State[MemberState](e)
	return err == nil && s.Former
}
