package parents_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/sync/diff"
	"github.com/clubhuis/clubhuis/core/sync/federation"
	"github.com/clubhuis/clubhuis/core/sync/parents"
)

var today = civil.Date{Year: 2026, Month: 3, Day: 14}

// A club of children with their parents, and what is remembered of these.
const (
	anna = 1 // the child A
	bram = 2 // the child B
	mum  = 7 // the member M
	carl = 9 // somebody who is remembered
)

var numbers = map[string]int64{"A": anna, "B": bram, "M": mum}

func hash(p parents.Parent, children []int64, member bool) string {
	return fmt.Sprint(p.Email, p.Also, p.Name, children, member)
}

func match(known map[string]parents.Known, rows ...federation.Member) *parents.Households {
	return parents.Match(parents.Club{
		Rows: rows, Known: known, Today: today, Phone: phone, Hash: hash, Number: func(code string) int64 { return numbers[code] },
	})
}

// adult is a member who can be a parent.
func adult(first, last, email string) federation.Member {
	return federation.Member{Code: "M", First: first, Last: last, Email: email, Birth: civil.Date{Year: 1980, Month: 1, Day: 1}}
}

func known(person int64, name string, children ...int64) parents.Known {
	return parents.Known{Person: person, State: parents.State{Name: parents.NameHash(name), Children: children}}
}

func TestWhichMemberIsAParent(t *testing.T) {
	t.Parallel()
	born := func(m federation.Member, year int) federation.Member { m.Birth.Year = year; return m }
	tenYears := child("A", "Anna", "", "C. Bos||c@bos.example")
	tenYears.Birth = civil.Date{Year: 2016, Month: 1, Day: 1}
	for _, c := range []struct {
		name   string
		member federation.Member
		parent string // "name|telephone|email"
		want   string
	}{
		{"the same address and name", adult("Carla", "Bos", "c@bos.example"), "carla bos||C@bos.example", "M"},
		{"the same name alone is not enough", adult("Carla", "Bos", "carla@bos.example"), "Carla Bos||c@bos.example", ""},
		{"the address alone neither", adult("Dirk", "Bos", "c@bos.example"), "Carla Bos||c@bos.example", ""},
		{"an initial on the site", adult("Carla", "Bos", "c@bos.example"), "C. Bos||c@bos.example", "M"},
		{"initials on the site", adult("Carla", "Bos", "c@bos.example"), "C.M. Bos||c@bos.example", "M"},
		{"an initial in the member's name", adult("C.", "Bos", "c@bos.example"), "Carla Bos||c@bos.example", "M"},
		{"another initial", adult("Carla", "Bos", "c@bos.example"), "D. Bos||c@bos.example", ""},
		{"more names between", adult("Carla", "Bos", "c@bos.example"), "Carla Maria Bos||c@bos.example", "M"},
		{"another last name", adult("Carla", "Eik", "c@bos.example"), "C. Bos||c@bos.example", ""},
		{"a last name alone", adult("Carla", "Bos", "c@bos.example"), "Bos||c@bos.example", ""},
		{"not yet of age", born(adult("Carla", "Bos", "c@bos.example"), 2009), "C. Bos||c@bos.example", ""},
		{"of age, but of the child's generation", born(adult("Carla", "Bos", "c@bos.example"), 2005), "C. Bos||c@bos.example", ""},
		{"of unknown age", born(adult("Carla", "Bos", "c@bos.example"), 0), "C. Bos||c@bos.example", ""},
		{"not in the application yet", federation.Member{Code: "N", First: "Carla", Last: "Bos", Email: "c@bos.example"},
			"Carla Bos||c@bos.example", ""},
	} {
		if strings.Contains(c.name, "unknown") {
			c.member.Birth = civil.Date{}
		}
		row := tenYears
		row.Parents = child("A", "", "", c.parent).Parents
		f, _ := match(nil, row, c.member).At("c@bos.example")
		if f.Member != c.want {
			t.Errorf("%s: %q, want %q", c.name, f.Member, c.want)
		}
	}
}

func TestWhoAParentIsInTheApplication(t *testing.T) {
	t.Parallel()
	one := child("A", "Anna", "", "Carla Bos||c@bos.example")
	two := child("A", "Anna", "", "Carla Bos||c@bos.example", "Carla Bos||work@bos.example")
	for _, c := range []struct {
		name  string
		known map[string]parents.Known
		rows  []federation.Member
		want  string // persons by address
	}{
		{"nobody yet", nil, []federation.Member{one}, "c@bos.example=0"},
		{"who is remembered", map[string]parents.Known{"c@bos.example": known(carl, "Carla Bos", anna)}, []federation.Member{one},
			"c@bos.example=9"},
		{"the member", nil, []federation.Member{one, adult("Carla", "Bos", "c@bos.example")}, "c@bos.example=7"},
		{
			"never one of the own children", map[string]parents.Known{"c@bos.example": known(anna, "Carla Bos", anna)},
			[]federation.Member{one}, "c@bos.example=0",
		},
		{
			"who is remembered at another address, and is not named there any more",
			map[string]parents.Known{"old@bos.example": known(carl, "Carla Bos", anna)}, []federation.Member{one}, "c@bos.example=9",
		},
		{
			"not of another name", map[string]parents.Known{"old@bos.example": known(carl, "Bert Bos", anna)}, []federation.Member{one},
			"c@bos.example=0",
		},
		{
			"nor of another child", map[string]parents.Known{"old@bos.example": known(carl, "Carla Bos", bram)}, []federation.Member{one},
			"c@bos.example=0",
		},
		{
			"nor one of two", map[string]parents.Known{
				"old@bos.example": known(carl, "Carla Bos", anna), "older@bos.example": known(carl+1, "Carla Bos", anna),
			}, []federation.Member{one}, "c@bos.example=0",
		},
		{
			"nor whose name is another", map[string]parents.Known{"old@bos.example": {Person: carl, State: parents.State{
				Name: parents.NameHash("Carla Bos"), Children: []int64{anna}, Other: true,
			}}}, []federation.Member{one}, "c@bos.example=0",
		},
		{
			"at two addresses", map[string]parents.Known{
				"c@bos.example": known(carl, "Carla Bos", anna), "work@bos.example": known(carl, "Carla Bos", anna),
			}, []federation.Member{two}, "c@bos.example=9 work@bos.example=9",
		},
		{
			"a member at one address is that member at the other", map[string]parents.Known{
				"c@bos.example": known(carl, "Carla Bos", anna), "work@bos.example": known(carl, "Carla Bos", anna),
			}, []federation.Member{two, adult("Carla", "Bos", "c@bos.example")}, "c@bos.example=7 work@bos.example=7",
		},
		{
			"who is remembered under another name than the member's stays", map[string]parents.Known{
				"c@bos.example": known(carl, "Bert Bos", anna),
			}, []federation.Member{one, adult("Carla", "Bos", "c@bos.example")}, "c@bos.example=9",
		},
	} {
		h := match(c.known, c.rows...)
		var got []string
		for _, key := range h.Addresses() {
			got = append(got, fmt.Sprintf("%s=%d", key, h.Person(key)))
		}
		if text := strings.Join(got, " "); text != c.want {
			t.Errorf("%s: %s, want %s", c.name, text, c.want)
		}
	}
}

func TestWhatIsToldAboutAParent(t *testing.T) {
	t.Parallel()
	remembered := map[string]parents.Known{
		"c@bos.example": known(carl, "Carla Bos", anna), "work@bos.example": known(carl, "Carla Bos", bram),
	}
	h := match(remembered, child("A", "Anna", "", "Carla Bos||c@bos.example"), child("B", "Bram", "", "Carla Bos||work@bos.example"))
	f := h.Together("work@bos.example", carl)
	if f.Email != "c@bos.example" || !slices.Equal(f.Also, []string{"work@bos.example"}) ||
		!slices.Equal(f.Numbers, []int64{anna, bram}) {
		t.Errorf("together: %+v", f)
	}
	if s := h.StateOf(carl); s.Shared || !slices.Equal(s.Children, []int64{anna, bram}) {
		t.Errorf("the state is %+v", s)
	}
	if alone := h.Together("work@bos.example", 0); len(alone.Also) != 0 || !slices.Equal(alone.Numbers, []int64{bram}) {
		t.Errorf("alone: %+v", alone)
	}
}

func TestThePlanOfTheParents(t *testing.T) {
	t.Parallel()
	row := child("A", "Anna", "", "Carla Bos||c@bos.example")
	synced := known(carl, "Carla Bos", anna)
	synced.Synced = match(nil, row).Hash("c@bos.example", 0)
	for _, c := range []struct {
		name     string
		known    map[string]parents.Known
		rows     []federation.Member
		complete bool
		want     string
	}{
		{"a new one", nil, []federation.Member{row}, true, "[{create c@bos.example new}] 0"},
		{"one that did not change", map[string]parents.Known{"c@bos.example": synced}, []federation.Member{row}, true, "[] 1"},
		{
			"one that changed", map[string]parents.Known{"c@bos.example": known(carl, "Carla Bos", anna)}, []federation.Member{row}, true,
			"[{update c@bos.example changed}] 0",
		},
		{"one that vanished", map[string]parents.Known{"c@bos.example": synced}, nil, true, "[{delete c@bos.example vanished}] 0"},
		{"nobody vanishes from a part", map[string]parents.Known{"c@bos.example": synced}, nil, false, "[] 0"},
		{
			"an address that changed is nobody to take away", map[string]parents.Known{"old@bos.example": synced},
			[]federation.Member{row}, true, "[{update c@bos.example changed}] 0",
		},
	} {
		plan := match(c.known, c.rows...).Plan(false, c.complete)
		if got := fmt.Sprint(append([]diff.Action{}, plan.Actions...), plan.Unchanged); got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
}

func TestAnAddressIsForgottenWhenThePersonIsUpToDateAtAnother(t *testing.T) {
	t.Parallel()
	row := child("A", "Anna", "", "Carla Bos||c@bos.example")
	now := known(carl, "Carla Bos", anna)
	now.Synced = match(nil, row).Hash("c@bos.example", 0)
	old := known(carl, "Carla Bos", anna)
	for _, c := range []struct {
		name  string
		known map[string]parents.Known
		rows  []federation.Member
		want  []string
	}{
		{"up to date", map[string]parents.Known{"c@bos.example": now, "old@bos.example": old}, []federation.Member{row},
			[]string{"old@bos.example"}},
		{"not yet", map[string]parents.Known{"c@bos.example": old, "old@bos.example": old}, []federation.Member{row}, nil},
		{"of somebody else", map[string]parents.Known{"c@bos.example": now, "old@bos.example": known(8, "Bert", anna)},
			[]federation.Member{row}, nil},
		{"both are gone", map[string]parents.Known{"c@bos.example": old, "old@bos.example": old}, nil, nil},
	} {
		if got := match(c.known, c.rows...).Outdated(); !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
}

func TestWhatWasSentIsRememberedUnderEveryAddress(t *testing.T) {
	t.Parallel()
	h := match(map[string]parents.Known{
		"c@bos.example": known(carl, "Carla Bos", anna), "old@bos.example": known(carl, "C. Bos", anna),
	}, child("A", "Anna", "", "Carla Bos||c@bos.example"))
	all := h.Sent("c@bos.example", carl, parents.State{Shared: true})
	if len(all) != 2 {
		t.Fatalf("remembered: %+v", all)
	}
	now, old := all["c@bos.example"], all["old@bos.example"]
	if now.Synced != h.Hash("c@bos.example", carl) || now.State.Name != parents.NameHash("Carla Bos") || !now.State.Shared {
		t.Errorf("now: %+v", now)
	}
	if old.Synced != "" || old.State.Name != parents.NameHash("C. Bos") || !slices.Equal(old.State.Children, []int64{anna}) {
		t.Errorf("under the old address: %+v", old)
	}
	h.Forget("old@bos.example")
	if got := h.Remembered(carl); !slices.Equal(got, []string{"c@bos.example"}) {
		t.Errorf("after the old address was forgotten: %v", got)
	}
	h.Become("c@bos.example", mum)
	if h.Reached(carl) || !h.IsAt(mum, "c@bos.example") {
		t.Error("the household did not become the member")
	}
}

func TestWhoseRecordIsAParents(t *testing.T) {
	t.Parallel()
	remembered := known(carl, "C. Bos", anna)
	remembered.State.Member = "M"
	h := match(map[string]parents.Known{"c@bos.example": remembered}, child("A", "Anna", "", "Carla Bos||c@bos.example"))
	for _, c := range []struct {
		name, full, code, email string
		want                    bool
	}{
		{"the name on the site", "carla bos", "", "", true},
		{"the name that is remembered", "C. Bos", "", "", true},
		{"the address", "Piet Puk", "", "c@bos.example", true},
		{"the address, and the code that is remembered", "Piet Puk", "M", "c@bos.example", true},
		{"the address of another member", "Piet Puk", "N", "c@bos.example", false},
		{"nothing", "Piet Puk", "", "piet@puk.example", false},
	} {
		if got := h.Same("c@bos.example", carl, c.full, c.code, []string{c.email}); got != c.want {
			t.Errorf("%s: %v", c.name, got)
		}
	}
}

func TestTheAddressesOfAMembersParents(t *testing.T) {
	t.Parallel()
	row := child("A", "Anna", "", "Carla Bos|| C@bos.example", "Bert||")
	if got := parents.AddressesOf(&row); !slices.Equal(got, []string{"c@bos.example"}) {
		t.Errorf("%v", got)
	}
}

// Two parents of whom the site tells the addresses anew: who is at which, and who is remembered besides.
func TestWhoIsAtAnAddressThatTellsAnotherName(t *testing.T) {
	t.Parallel()
	const jan, a, b = 10, "a@bos.example", "b@bos.example"
	both := map[string]parents.Known{a: known(carl, "Carla Bos", anna), b: known(jan, "Jan Eik", anna)}
	two := map[string]parents.Known{
		a: known(carl, "Carla Bos", anna, bram), "c@bos.example": known(carl, "Carla Bos", anna, bram),
	}
	one := map[string]parents.Known{a: known(carl, "Carla Bos", anna, bram)}
	initial := map[string]parents.Known{a: known(carl, "C. Bos", anna, bram)}
	spelled := map[string]parents.Known{a: known(carl, "C. Bos", anna), b: known(jan, "Jan Bos", anna)}
	cees := map[string]parents.Known{a: known(carl, "C. Bos", anna), b: known(jan, "Cees Bos", anna)}
	other := maps.Clone(both)
	other[b] = parents.Known{Person: jan, State: parents.State{
		Name: parents.NameHash("Jan Eik"), Children: []int64{anna}, Other: true,
	}}
	others := maps.Clone(other)
	others[a] = parents.Known{Person: carl, State: parents.State{
		Name: parents.NameHash("Carla Bos"), Children: []int64{anna}, Other: true,
	}}
	for _, c := range []struct {
		name  string
		known map[string]parents.Known
		rows  []federation.Member
		want  string
	}{
		{"swapped", both, []federation.Member{child("A", "", "", "Jan Eik||"+a, "Carla Bos||"+b)},
			"a=10 b=9 remembered besides: a #9, b #10"},
		{"handed on", both, []federation.Member{child("A", "", "", "Jan Eik||"+a, "Carla Bos||c@bos.example")},
			"a=10 c=9 remembered besides: a #9"},
		{"taken", both, []federation.Member{child("A", "", "", "Jan Eik||"+a)}, "a=10 remembered besides: a #9"},
		{"taken by somebody new", both, []federation.Member{child("A", "", "", "Piet Puk||"+a, "Carla Bos||c@bos.example")},
			"a=0 c=9 remembered besides: a #9"},
		{"taken by who is at both", both, []federation.Member{
			child("A", "", "", "Jan Eik||"+a, "Carla Bos||c@bos.example"), child("B", "", "", "Jan Eik||"+b)},
			"a=10 b=10 c=9 remembered besides: a #9"},
		{"the name alone changed", both, []federation.Member{child("A", "", "", "Carla Es||"+a, "Jan Eik||"+b)}, "a=9 b=10"},
		{"taken by who stays at the other", both, []federation.Member{child("A", "", "", "Jan Eik||"+a, "Jan Eik||"+b)},
			"a=10 b=10 remembered besides: a #9"},
		{"one of two handed on", two, []federation.Member{
			child("A", "", "", "Piet Puk||"+a), child("B", "", "", "Carla Bos||c@bos.example")},
			"a=0 c=9 remembered besides: a #9"},
		{"one of two handed on, for the same child", two, []federation.Member{
			child("A", "", "", "Piet Puk||"+a, "Carla Bos||c@bos.example")}, "a=0 c=9 remembered besides: a #9"},
		{"one of two is spelled differently", two, []federation.Member{
			child("A", "", "", "C. Bos||"+a), child("B", "", "", "Carla Bos||c@bos.example")}, "a=9 c=9"},
		{"one of two has a further name", two, []federation.Member{
			child("A", "", "", "Carla Maria Bos||"+a), child("B", "", "", "Carla Bos||c@bos.example")}, "a=9 c=9"},
		{"spelled differently, with a new address", one, []federation.Member{
			child("A", "", "", "C. Bos||"+a), child("B", "", "", "Carla Bos||c@bos.example")}, "a=9 c=9"},
		{"written out, with an address of the same initial", initial, []federation.Member{
			child("A", "", "", "Carla Bos||"+a), child("B", "", "", "C. Bos||c@bos.example")}, "a=9 c=9"},
		{"handed to another of the same initial", initial, []federation.Member{
			child("A", "", "", "Cees Bos||"+a, "C. Bos||c@bos.example")}, "a=0 c=9 remembered besides: a #9"},
		{"swapped and written out", spelled, []federation.Member{child("A", "", "", "Jan Bos||"+a, "Carla Bos||"+b)},
			"a=10 b=9 remembered besides: a #9, b #10"},
		{"swapped with one of the same initial, and written out", cees, []federation.Member{
			child("A", "", "", "Cees Bos||"+a, "Carla Bos||"+b)}, "a=10 b=9 remembered besides: a #9, b #10"},
		{"written out beside one of the same initial", cees, []federation.Member{
			child("A", "", "", "Carla Bos||"+a, "Cees Bos||"+b)}, "a=9 b=10"},
		{"the name of another, who is there still", spelled, []federation.Member{
			child("A", "", "", "C. Bos||"+a, "Carla Bos||"+b)}, "a=9 b=10"},
		{"swapped with somebody found by the address alone", other, []federation.Member{
			child("A", "", "", "Jan Eik||"+a, "Carla Bos||"+b)}, "a=10 b=9 remembered besides: a #9, b #10"},
		{"taken from somebody found by the address alone, who has a new one", other, []federation.Member{
			child("A", "", "", "Jan Eik||c@bos.example", "Carla Bos||"+b)}, "b=9 c=10 remembered besides: b #10"},
		{"swapped by two found by the address alone", others, []federation.Member{
			child("A", "", "", "Jan Eik||"+a, "Carla Bos||"+b)}, "a=9 b=10"},
		{"another of the same initial, with a new address", one, []federation.Member{
			child("A", "", "", "C. Bos||"+a, "Carla Bos||c@bos.example")}, "a=0 c=9 remembered besides: a #9"},
		{"another name, with a new address", one, []federation.Member{
			child("A", "", "", "D. Bos||"+a), child("B", "", "", "Carla Bos||c@bos.example")},
			"a=0 c=9 remembered besides: a #9"},
		{"the name changed at two", two, []federation.Member{
			child("A", "", "", "Carla Es||"+a), child("B", "", "", "Carla Es||c@bos.example")}, "a=9 c=9"},
		{"to the name of the parent of others", both, []federation.Member{child("B", "", "", "Jan Eik||"+a)}, "a=9"},
		{"to the name of somebody found by the address alone", other, []federation.Member{child("A", "", "", "Jan Eik||"+a)}, "a=9"},
	} {
		h := match(c.known, c.rows...)
		var at, besides []string
		for _, key := range h.Addresses() {
			at = append(at, fmt.Sprintf("%s=%d", key[:1], h.Person(key)))
		}
		for _, key := range slices.Sorted(maps.Keys(h.Rehoused())) {
			if _, household := h.At(key); !household && strings.Contains(key, " ") {
				besides = append(besides, strings.Replace(key, "@bos.example", "", 1))
			}
		}
		got := strings.Join(at, " ")
		if len(besides) > 0 {
			got += " remembered besides: " + strings.Join(besides, ", ")
		}
		if got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
}
