package clubapi_test

import (
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/clubhuis/clubhuis/adapters/clubapi"
	"github.com/clubhuis/clubhuis/core/sync/payload"
	"github.com/clubhuis/clubhuis/core/work"
)

// oddClub returns lists of people, some of whom cannot be read.
type oddClub struct {
	ids   []int64
	odd   map[int64]string // what stands in the place of the fields
	blind map[int64]bool   // of these not even the number can be read
	asked []string
	on    func(*oddClub, int) // before the request of that place
}

var tooDeep = strings.Repeat("[", 10_001) + strings.Repeat("]", 10_001)

func (o *oddClub) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if o.on != nil {
		o.on(o, len(o.asked))
	}
	page, size := r.FormValue("page"), r.FormValue("per_page")
	short := !strings.Contains(r.FormValue("_fields"), "modified_gmt")
	o.asked = append(o.asked, size+"/"+page)
	ids := slices.Clone(o.ids)
	number, _ := strconv.Atoi(page)
	most, _ := strconv.Atoi(size)
	if number > 1 && (number-1)*most >= len(ids) {
		answer(w, http.StatusBadRequest, object{"code": "rest_post_invalid_page_number", "message": "Die pagina is er niet."}, nil)
		return
	}
	part(w, r, &ids)
	w.Header().Set("Content-Type", "application/json")
	var rows []string
	for _, id := range ids {
		row := fmt.Sprintf(`{"id":%d,"modified_gmt":"2026-03-29T12:00:00","title":{"rendered":""},"administered":true,"acf":{"assoc-id":"C%d"}}`, id, id)
		if odd := o.odd[id]; odd != "" && (!short || o.blind[id]) {
			row = strings.Replace(row, "{", `{"odd":`+odd+",", 1)
			if odd == "no time" {
				row = fmt.Sprintf(`{"id":%d,"acf":{}}`, id)
			}
		}
		rows = append(rows, row)
	}
	fmt.Fprintf(w, "[%s]", strings.Join(rows, ","))
}

func upTo(n int) (ids []int64) {
	for id := range int64(n) {
		ids = append(ids, id+1)
	}
	return ids
}

// visited are the numbers of the people who are visited, and of those who cannot be read; 0 for an unknown one.
func visited(t *testing.T, c *clubapi.Client) (ids, odd []int64) {
	t.Helper()
	err := c.People().Each(ctx, time.Time{}, func(r payload.Person) error { ids = append(ids, r.ID); return nil })
	var unreadable *payload.Unreadable
	if err != nil && !errors.As(err, &unreadable) {
		t.Fatal(err)
	}
	if err != nil {
		for _, r := range unreadable.Records {
			odd = append(odd, r.ID)
			if r.ID != 0 && (r.Code != fmt.Sprint("C", r.ID) || !r.Administered ||
				!strings.Contains(r.String(), fmt.Sprintf("record %d ", r.ID))) {
				t.Errorf("%+v", r)
			}
		}
	}
	return ids, odd
}

func without(ids []int64, odd ...int64) []int64 {
	return slices.DeleteFunc(slices.Clone(ids), func(id int64) bool { return slices.Contains(odd, id) })
}

func TestAnOddRecordIsTheOnlyOneThatIsNotRead(t *testing.T) {
	t.Parallel()
	long := `"` + strings.Repeat("x", 33<<20) + `"`
	for name, o := range map[string]*oddClub{
		"too deep": {ids: upTo(230), odd: map[int64]string{57: tooDeep}},
		"no time": {ids: upTo(230),
			odd: map[int64]string{1: "no time", 100: "no time", 101: "no time", 230: "no time"}},
		"too long":                     {ids: upTo(120), odd: map[int64]string{117: long}},
		"no JSON":                      {ids: upTo(30), odd: map[int64]string{30: "nan"}},
		"the only one":                 {ids: upTo(1), odd: map[int64]string{1: tooDeep}},
		"nothing but odd ones":         {ids: upTo(3), odd: map[int64]string{1: tooDeep, 2: "no time", 3: tooDeep}},
		"a whole page":                 {ids: upTo(100), odd: map[int64]string{100: "no time", 99: tooDeep}},
		"whose number is not readable": {ids: upTo(130), odd: map[int64]string{44: tooDeep}, blind: map[int64]bool{44: true}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var want, numbers []int64
			for id := range o.odd {
				want = append(want, id)
				if o.blind[id] {
					id = 0
				}
				numbers = append(numbers, id)
			}
			slices.Sort(numbers)
			ids, odd := visited(t, clientOf(t, o))
			if !slices.Equal(ids, without(o.ids, want...)) || !slices.Equal(odd, numbers) {
				t.Errorf("visited %v, and could not read %v", ids, odd)
			}
			if len(o.asked) > 70 {
				t.Errorf("asked %d times: %v", len(o.asked), o.asked)
			}
		})
	}
}

// Somebody goes while the parts of a page are read: those who move to a page that was read are met all the same.
func TestAListWithAnOddRecordThatChangesWhileItIsRead(t *testing.T) {
	t.Parallel()
	for at := range 30 {
		o := &oddClub{ids: upTo(230), odd: map[int64]string{57: tooDeep}}
		o.on = func(o *oddClub, asked int) {
			if asked == at {
				o.ids = without(o.ids, 3, 60, 150)
			}
		}
		ids, odd := visited(t, clientOf(t, o))
		if missing := without(o.ids, append(ids, 57)...); len(missing) > 0 || !slices.Equal(odd, []int64{57}) {
			t.Errorf("changed at request %d: not visited %v, odd %v", at, missing, odd)
		}
		slices.Sort(ids)
		if len(slices.Compact(slices.Clone(ids))) != len(ids) {
			t.Errorf("changed at request %d: some were visited twice", at)
		}
	}
}

func TestAnApplicationOfWhichNothingCanBeReadIsAFaultSoon(t *testing.T) {
	t.Parallel()
	o := &oddClub{ids: upTo(1000), odd: map[int64]string{}}
	for _, id := range o.ids {
		o.odd[id] = "no time"
	}
	var unreadable *payload.Unreadable
	err := clientOf(t, o).People().Each(ctx, time.Time{}, func(payload.Person) error { t.Error("a visit"); return nil })
	if err == nil || errors.As(err, &unreadable) || len(o.asked) > 70 {
		t.Errorf("%v after %d requests", err, len(o.asked))
	}
}

func TestGroupsAreListedBesideAnOddOne(t *testing.T) {
	t.Parallel()
	o := &oddClub{ids: upTo(12), odd: map[int64]string{7: tooDeep}}
	list, err := clientOf(t, o).Groups().List(ctx, work.Team)
	var unreadable *payload.Unreadable
	if !errors.As(err, &unreadable) || len(list) != 11 || unreadable.Records[0].ID != 7 {
		t.Errorf("%d groups, %v", len(list), err)
	}
}

// What people keep in their records beside the fields that are read from lists is not asked for.
func TestListsAskForWhatIsRead(t *testing.T) {
	t.Parallel()
	var fields string
	c := clientOf(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		fields = r.FormValue("_fields")
		w.Header().Set("Content-Type", "application/json")
		fmt.Fprint(w, "[]")
	}))
	if ids, odd := visited(t, c); len(ids)+len(odd) != 0 {
		t.Errorf("%v %v", ids, odd)
	}
	asked := strings.Split(fields, ",")
	for _, field := range []string{"id", "title", "modified_gmt", "administered", "acf.assoc-id", "acf.contact_info",
		"acf.first_name"} {
		if !slices.Contains(asked, field) {
			t.Errorf("%s is not asked for: %s", field, fields)
		}
	}
	if slices.Contains(asked, "acf") || slices.Contains(asked, "meta") {
		t.Errorf("asked for %s", fields)
	}
}
