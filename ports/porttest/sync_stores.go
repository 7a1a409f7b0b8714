package porttest

import (
	"encoding/json"
	"fmt"
	"reflect"
	"testing"
	"time"

	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/ports"
)

// OpenSync makes a fresh, empty database of the synchronization that is gone when the test ends.
type OpenSync func(t testing.TB) ports.SyncStores

// SyncStorage runs the suites of every storage port of the synchronization.
func SyncStorage(t *testing.T, open OpenSync) {
	for _, suite := range []struct {
		name string
		run  func(*testing.T, OpenSync)
	}{
		{"Ledger", Ledger}, {"Downloads", Downloads}, {"SyncRuns", SyncRuns}, {"Conflicts", Conflicts},
		{"Operators", Operators}, {"AgentMemory", AgentMemory}, {"SyncRuns that are searched", syncRunsFound},
	} {
		t.Run(suite.name, func(t *testing.T) {
			t.Parallel()
			suite.run(t, open)
		})
	}
}

// filled is a value of which no field, at any depth, is its zero value.
func filled[T any](t *testing.T) (value T) {
	t.Helper()
	n := int64(0)
	fill(t, reflect.ValueOf(&value).Elem(), &n)
	return value
}

func fill(t *testing.T, v reflect.Value, n *int64) {
	t.Helper()
	*n++
	switch v.Interface().(type) {
	case time.Time:
		v.Set(reflect.ValueOf(civil.Instant(at).Add(time.Duration(*n) * time.Microsecond)))
		return
	case json.RawMessage:
		v.Set(reflect.ValueOf(json.RawMessage(fmt.Sprintf(`{"n":%d}`, *n))))
		return
	}
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			fill(t, v.Field(i), n)
		}
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 2, 2))
		for i := range v.Len() {
			fill(t, v.Index(i), n)
		}
	case reflect.String:
		v.SetString(fmt.Sprintf("t%d", *n))
	case reflect.Int64, reflect.Int:
		v.SetInt(*n)
	case reflect.Bool:
		v.SetBool(true)
	default:
		t.Fatalf("a %v is new: say how to fill it", v.Type())
	}
}

// deepEqual holds a value against the one that went in.
func deepEqual(t testing.TB, what string, got, want any) {
	t.Helper()
	if !reflect.DeepEqual(got, want) {
		t.Errorf("%s:\ngot  %+v\nwant %+v", what, got, want)
	}
}
