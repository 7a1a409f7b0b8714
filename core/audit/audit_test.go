package audit

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/clubhuis/clubhuis/core/access"
)

var (
	at   = time.Date(2026, 3, 29, 14, 30, 0, 0, time.UTC)
	anna = By(access.Viewer{User: 7, Name: "Anna"})
)

func TestARowAboutAPersonHoldsNumbersAndNamesOfFields(t *testing.T) {
	e := New(ShareGiven, anna, at, Object{Person, 12, "Jan Kok"}).
		With(Values{"user": int64(3), "permission": Word("edit"), "first_name": "Jan", "people": []int64{4}}).Naming("city")
	if e.Object.Name != "" || !slices.Equal(e.Fields, []string{"first_name", "city"}) ||
		e.After.Encode() != `{"people":[4],"permission":"edit","user":3}` {
		t.Errorf("got %+v", e)
	}
}

func TestNoEntryHoldsASecret(t *testing.T) {
	e := New(SettingsChanged, anna, at, Object{Noun: Settings, Name: "mail"}).
		Changed(Values{"api_token": "geheim", "from": "a"}, Values{"api_token": "anders", "from": "b"})
	if got := e.Before.Encode() + e.After.Encode(); strings.Contains(got, "geheim") || strings.Contains(got, "anders") ||
		!strings.Contains(got, Masked) || !strings.Contains(got, `"from":"a"`) {
		t.Errorf("got %s", got)
	}
}

func TestOnlyWhatChangedIsTold(t *testing.T) {
	e := New(RolesChanged, anna, at, Object{User, 3, "Bert"}).
		Changed(Values{"roles": []string{"a"}, "x": 1}, Values{"roles": []string{"a", "b"}, "x": 1})
	if e.Before.Encode() != `{"roles":["a"]}` || e.After.Encode() != `{"roles":["a","b"]}` {
		t.Errorf("got %v, %v", e.Before, e.After)
	}
}

func TestObjectsAreReadAsTheyAreWritten(t *testing.T) {
	for _, text := range []string{"person:12", "settings", "user:1"} {
		if o, ok := ParseObject(text); !ok || o.String() != text {
			t.Errorf("%s: got %v, %v", text, o, ok)
		}
	}
	for _, text := range []string{"", "person:", "person:0", "person:-1", "person:x", "dog:1", ":1"} {
		if o, ok := ParseObject(text); ok {
			t.Errorf("%q was read as %v", text, o)
		}
	}
}

func TestEveryKindIsListed(t *testing.T) {
	kinds := Kinds()
	once := slices.Compact(slices.Sorted(slices.Values(kinds)))
	if len(once) != len(kinds) || !kinds[0].Known() || Kind("x").Known() {
		t.Errorf("got %v", kinds)
	}
}

func TestALoopDoesNotFillTheLog(t *testing.T) {
	var b Bound
	told := func(key string, now time.Time) (n int) {
		for range 10 {
			if b.Allow(key, 3, 5, now) {
				n++
			}
		}
		return n
	}
	if a, other, third := told("a", at), told("b", at), told("c", at); a != 3 || other != 2 || third != 0 {
		t.Errorf("got %d, %d, %d", a, other, third)
	}
	if n := told("a", at.Add(boundFor-1)) + 10*told("a", at.Add(boundFor)); n != 30 {
		t.Errorf("an hour later: %d", n)
	}
}
