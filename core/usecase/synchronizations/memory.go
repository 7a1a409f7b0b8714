package synchronizations

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/sync/federation"
	"github.com/clubhuis/clubhuis/core/sync/ledger"
)

// The sets of the last good download (ports.Downloads).
const (
	setMembers = "members" // federation.Member by code
	setDetails = "details" // federation.Detail by code
	setTeams   = "teams"   // federation.Team by id
	setRosters = "rosters" // []federation.Place by the id of the team
)

// memberState is what the ledger knows of a member besides.
type memberState struct {
	Former bool `json:"former,omitempty"`
	// Begun says that the person is about to be made: who vanishes before it is known whether that went well is looked for.
	Begun bool `json:"begun,omitempty"`
}

// parentState is what the ledger knows of a parent besides.
type parentState struct {
	// Shared says that the person is somebody in their own right (a member), and not this synchronization's to remove.
	Shared bool `json:"shared,omitempty"`
	// Begun says that the person is about to be made: who is found afterwards without being known is that person.
	Begun bool `json:"begun,omitempty"`
	// ByHand says that somebody made the person by hand, and keeps the name.
	ByHand bool `json:"by_hand,omitempty"`
	// Other says that the name is another one than the parent's: the person was found by the address alone.
	Other bool `json:"other,omitempty"`
	// Children are the numbers of the children whose relations the synchronization wrote; others are somebody's own.
	Children []int64 `json:"children,omitempty"`
	// Name is the hash of the parent's name on the site, and Member the code that the person had: the number may be somebody
	// else's when an older backup of the application came back.
	Name   string `json:"name,omitempty"`
	Member string `json:"member,omitempty"`
}

// groupState is what the ledger knows of a team or committee besides.
type groupState struct {
	// Made says that the synchronization made it; only what it made does it change and remove.
	Made bool `json:"made,omitempty"`
	// Found says that it stood in the application under the site's id when nothing was remembered of it.
	Found bool   `json:"found,omitempty"`
	Name  string `json:"name,omitempty"`
}

// seenState is how the fields that can be written back last stood when both sides agreed.
type seenState struct {
	// Site and App are the hashes of the values on either side: the application may keep one in another form than it was sent.
	Site map[federation.Field]string `json:"site"`
	App  map[federation.Field]string `json:"app"`
	// Pending are the fields that somebody changed in the application, and when; they wait to be written to the site.
	Pending map[federation.Field]time.Time `json:"pending,omitempty"`
	// Held are the fields that the site does not let anybody edit: the application's value stays until the site's changes.
	Held map[federation.Field]bool `json:"held,omitempty"`
}

// state reads what an entry keeps besides. A damaged one is an internal fault.
func state[T any](e *ledger.Entry) (T, error) {
	var value T
	if len(e.State) == 0 {
		return value, nil
	}
	if err := json.Unmarshal(e.State, &value); err != nil {
		return value, fmt.Errorf("%s %s is damaged in the ledger: %w", e.Kind, e.Key, err)
	}
	return value, nil
}

// setState writes what an entry keeps besides.
func setState(e *ledger.Entry, value any) {
	encoded, err := json.Marshal(value)
	if err != nil {
		panic("synchronizations: encode the state of an entry: " + err.Error()) // all of its types can be encoded
	}
	e.State = encoded
}

// remember keeps entries.
func (x *execution) remember(ctx context.Context, entries ...ledger.Entry) error {
	now := x.Now().UTC()
	for i := range entries {
		entries[i].At = now
	}
	// A record was sent: it is remembered although the run was told to end meanwhile.
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Minute)
	defer cancel()
	if err := x.Stores.Ledger.Put(ctx, entries...); err != nil {
		return &stop{fmt.Errorf("remember what was synchronized: %w", err)}
	}
	return nil
}

// entries are the entries of a kind by key.
func (x *execution) entries(ctx context.Context, kind ledger.Kind) (map[string]*ledger.Entry, error) {
	list, err := x.Stores.Ledger.Entries(ctx, kind)
	if err != nil {
		return nil, &stop{fmt.Errorf("read the ledger: %w", err)}
	}
	byKey := make(map[string]*ledger.Entry, len(list))
	for i := range list {
		byKey[list[i].Key] = &list[i]
	}
	return byKey, nil
}

// entry is one entry, empty when there is none.
func (x *execution) entry(ctx context.Context, kind ledger.Kind, key string) (ledger.Entry, error) {
	e, err := x.Stores.Ledger.Find(ctx, kind, key)
	if errors.Is(err, fault.ErrNotFound) {
		return ledger.Entry{Kind: kind, Key: key}, nil
	}
	if err != nil {
		return e, &stop{fmt.Errorf("read the ledger: %w", err)}
	}
	return e, nil
}

// each visits the kept download of a set, in the order of the keys. An error of visit ends it as it is.
func each[T any](ctx context.Context, x *execution, set string, visit func(key string, value T) error) error {
	var wrong error
	err := x.Stores.Downloads.Each(ctx, set, func(key string, record []byte) error {
		wrong = decoded(set, key, record, visit)
		return wrong
	})
	if err != nil && wrong == nil {
		return &stop{fmt.Errorf("read the last download: %w", err)}
	}
	return err
}

// decoded visits one record of a set.
func decoded[T any](set, key string, record []byte, visit func(key string, value T) error) error {
	var value T
	if err := json.Unmarshal(record, &value); err != nil {
		return &stop{fmt.Errorf("read the last download: %s %s is damaged: %w", set, key, err)}
	}
	return visit(key, value)
}

// cached reads the kept download of a set, by key.
func cached[T any](ctx context.Context, x *execution, set string) (keys []string, values map[string]T, err error) {
	values = map[string]T{}
	err = each(ctx, x, set, func(key string, value T) error {
		keys = append(keys, key)
		values[key] = value
		return nil
	})
	return keys, values, err
}

// one reads one record of the kept download; found is false without one.
func one[T any](ctx context.Context, x *execution, set, key string) (value T, found bool, err error) {
	record, err := x.Stores.Downloads.Get(ctx, set, key)
	if errors.Is(err, fault.ErrNotFound) {
		return value, false, nil
	}
	if err == nil {
		err = json.Unmarshal(record, &value)
	}
	if err != nil {
		return value, false, &stop{fmt.Errorf("read the last download: %w", err)}
	}
	return value, true, nil
}

// keepRecord changes one record of the kept download.
func (x *execution) keepRecord(ctx context.Context, set, key string, value any) error {
	record, err := json.Marshal(value)
	if err == nil {
		err = x.Stores.Downloads.Put(ctx, set, map[string][]byte{key: record})
	}
	if err != nil {
		return &stop{fmt.Errorf("keep what was read: %w", err)}
	}
	return nil
}

// batch is how many records are staged at once.
const batch = 200

// replace puts a whole new download in the place of the kept one.
func replace[T any](ctx context.Context, x *execution, set string, values []T, key func(*T) string) error {
	if x.options.DryRun {
		return nil
	}
	err := x.Stores.Downloads.Begin(ctx, set)
	records := map[string][]byte{}
	for i := range values {
		if err != nil {
			break
		}
		var record []byte
		if record, err = json.Marshal(&values[i]); err != nil {
			break
		}
		records[key(&values[i])] = record
		if len(records) == batch || i == len(values)-1 {
			err = x.Stores.Downloads.Stage(ctx, set, records)
			records = map[string][]byte{}
		}
	}
	if err == nil {
		err = x.Stores.Downloads.Commit(ctx, set, x.Now().UTC())
	}
	if err != nil {
		return &stop{fmt.Errorf("keep the download: %w", err)}
	}
	return nil
}
