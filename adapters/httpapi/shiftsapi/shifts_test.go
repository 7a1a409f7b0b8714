package shiftsapi_test

import (
	"fmt"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/clubhuis/clubhuis/adapters/httpapi/internal/apitest"
	"github.com/clubhuis/clubhuis/core/access"
)

type object = apitest.Object

const shifts = "/api/club/v1/shifts"

func one(id int64) string { return fmt.Sprint(shifts, "/", id) }

// bar is a club on 15 June 2026 with a planner and volunteers who are linked to people; "niemand" is linked to nobody.
func bar(t *testing.T, names ...string) (
	s *apitest.Site, admin, planner apitest.Call, as map[string]apitest.Call, ids map[string]int64,
) {
	t.Helper()
	s = apitest.New(t)
	admin = s.Admin()
	s.User("plan", access.SectionRole(access.Volunteers))
	s.User("niemand")
	planner = s.Program("plan")
	as, ids = map[string]apitest.Call{"niemand": s.Program("niemand")}, map[string]int64{}
	for _, name := range names {
		user := s.User(name)
		ids[name] = s.Person(admin, object{"first_name": name}).ID()
		s.Post("/api/club/v1/user/linked-person", object{"person_id": ids[name], "user_id": user.ID}, admin).Is(200)
		as[name] = s.Program(name)
	}
	return s, admin, planner, as, ids
}

func evening(more object) object {
	shift := object{"title": "Bar", "place": "Kantine", "date": "2026-06-20", "start": "19:00", "end": "01:00", "capacity": 2,
		"published": true}
	for key, value := range more {
		shift[key] = value
	}
	return shift
}

func TestAShiftIsPlannedAndChanged(t *testing.T) {
	t.Parallel()
	s, _, planner, as, _ := bar(t, "jan")
	a := s.Post(shifts, evening(nil), planner).Is(201).Has("status", "open").Has("filled", 0.0).Has("end", "01:00")
	id := a.ID()
	s.Send(http.MethodPut, one(id), object{"capacity": 3}, planner).Is(200).Has("capacity", 3.0).Has("title", "Bar").Has("published", true)
	s.Send(http.MethodPut, one(id), object{"status": "cancelled"}, planner).Is(200).Has("status", "cancelled")
	s.Post(one(id)+"/signup", object{}, as["jan"]).Refuses(409, "shift_closed")
	s.Send(http.MethodPut, one(id), object{"status": "full"}, planner).Is(200).Has("status", "open")
	s.Send(http.MethodPut, one(id), object{"published": false}, planner).Is(200)
	s.Get(one(id), as["jan"]).Refuses(404, "rest_post_invalid_id")
	s.Post(one(id)+"/signup", object{}, as["jan"]).Refuses(404, "rest_post_invalid_id")
	s.Get(shifts, as["jan"]).Is(200).Has("total", 0.0)
	s.Get(shifts, planner).Is(200).Has("total", 1.0)
	for field, wrong := range map[string]object{
		"title": {"title": " "}, "date": {"date": "2026-02-30"}, "start": {"start": "24:00"}, "end": {"end": "19:00"},
		"capacity": {"capacity": 0}, "place": {"place": strings.Repeat("x", 201)},
	} {
		s.Post(shifts, evening(wrong), planner).Refuses(400, "rest_invalid_param", field)
		s.Send(http.MethodPut, one(id), wrong, planner).Refuses(400, "rest_invalid_param", field)
	}
	s.Send(http.MethodDelete, one(id), nil, planner).Is(200)
	s.Send(http.MethodDelete, one(id), nil, planner).Refuses(404, "rest_post_invalid_id")
}

func TestPlanningIsForPlanners(t *testing.T) {
	t.Parallel()
	s, _, planner, as, ids := bar(t, "jan")
	id := s.Post(shifts, evening(nil), planner).Is(201).ID()
	for _, call := range []struct {
		method, path string
		body         any
	}{
		{"POST", shifts, evening(nil)}, {"POST", shifts + "/series", evening(object{"until": "2026-07-01"})},
		{"PUT", one(id), object{"title": "x"}}, {"DELETE", one(id), nil}, {"GET", shifts + "/served", nil},
		{"POST", one(id) + "/assignments", object{"person_id": ids["jan"]}}, {"DELETE", fmt.Sprint(one(id), "/assignments/", ids["jan"]), nil},
	} {
		s.Send(call.method, call.path, call.body, as["jan"]).Refuses(403, "rest_forbidden")
		s.Send(call.method, call.path, call.body).Refuses(401, "rest_not_logged_in")
	}
}

func TestASeriesRepeatsUntilADay(t *testing.T) {
	t.Parallel()
	s, _, planner, _, _ := bar(t)
	a := s.Post(shifts+"/series", evening(object{"until": "2026-07-04"}), planner).Is(201)
	if got := a.List("shifts"); len(got) != 3 {
		t.Errorf("made %v", got)
	}
	a.Has("shifts.2.date", "2026-07-04").Has("shifts.2.start", "19:00")
	s.Post(shifts+"/series", evening(object{"until": "2026-07-04", "interval_weeks": 2}), planner).Is(201).Has("shifts.1.date", "2026-07-04")
	s.Post(shifts+"/series", evening(object{"until": "2026-06-19"}), planner).Refuses(400, "rest_invalid_param", "until")
	s.Post(shifts+"/series", evening(object{"until": "2040-01-01"}), planner).Refuses(400, "rest_invalid_param", "until")
	s.Post(shifts+"/series", evening(object{"until": ""}), planner).Is(400)
	s.Get(shifts+"?from=2026-06-21&to=2026-07-03&per_page=1", planner).Is(200).Has("total", 1.0).Has("shifts.0.date", "2026-06-27")
	s.Get(shifts+"?from=x", planner).Refuses(400, "rest_invalid_param", "from")
}

func TestSignUpAndOff(t *testing.T) {
	t.Parallel()
	s, admin, planner, as, ids := bar(t, "jan", "eva", "piet")
	id := s.Post(shifts, evening(nil), planner).Is(201).ID()
	s.Post(one(id)+"/signup", object{}, as["niemand"]).Refuses(409, "no_linked_person")
	s.Post(one(id)+"/signup", object{}, as["jan"]).Is(200).Has("mine", true).Has("can_sign_off", true).Has("filled", 1.0).
		Has("assignments.0.person_id", float64(ids["jan"]))
	s.Post(one(id)+"/signup", object{}, as["jan"]).Refuses(409, "already_assigned")
	s.Post(one(id)+"/assignments", object{"person_id": ids["jan"]}, admin).Refuses(409, "already_assigned")
	s.Post(one(id)+"/signup", object{}, as["eva"]).Is(200).Has("status", "full")
	s.Post(one(id)+"/signup", object{}, as["piet"]).Refuses(409, "shift_full")
	s.Post(one(id)+"/assignments", object{"person_id": ids["piet"]}, admin).Refuses(409, "shift_full")
	// Nobody but planners sees who comes.
	s.Get(one(id), as["piet"]).Is(200).Has("assignments", []any{}).Has("filled", 2.0).Has("can_sign_up", false)
	s.Get(one(id), planner).Is(200).Has("assignments.1.name", "eva").Has("assignments.1.can_open", false)
	s.Get(shifts+"?mine=1", as["jan"]).Is(200).Has("total", 1.0)
	s.Get(shifts+"?mine=1", as["piet"]).Is(200).Has("total", 0.0)
	s.Send(http.MethodPut, one(id), object{"capacity": 1}, planner).Refuses(400, "rest_invalid_param", "capacity")

	// A former member fills no place.
	s.Send(http.MethodPut, apitest.Person(ids["eva"]), object{"acf": object{"former_member": true}}, admin).Is(200)
	s.Get(one(id), planner).Is(200).Has("status", "open").Has("filled", 1.0).Has("assignments.1.fills", false)
	s.Post(one(id)+"/signup", object{}, as["eva"]).Refuses(409, "already_assigned")
	s.Post(one(id)+"/signup", object{}, as["piet"]).Is(200).Has("status", "full")

	s.Send(http.MethodDelete, one(id)+"/signup", nil, as["piet"]).Is(200).Has("mine", false)
	s.Send(http.MethodDelete, one(id)+"/signup", nil, as["piet"]).Refuses(404, "not_assigned")
	begins := time.Date(2026, 6, 20, 17, 0, 0, 0, time.UTC) // 19:00 at the club
	s.Now = begins.Add(-24 * time.Hour).Add(time.Second)
	s.Get(one(id), as["jan"]).Is(200).Has("can_sign_off", false)
	s.Send(http.MethodDelete, one(id)+"/signup", nil, as["jan"]).Refuses(409, "too_late")
	s.Now = begins.Add(-24 * time.Hour)
	s.Send(http.MethodDelete, one(id)+"/signup", nil, as["jan"]).Is(200)
	s.Now = begins
	s.Post(one(id)+"/signup", object{}, as["jan"]).Refuses(409, "shift_closed")
	s.Post(one(id)+"/assignments", object{"person_id": ids["jan"]}, admin).Is(200)
	s.Send(http.MethodDelete, fmt.Sprint(one(id), "/assignments/", ids["jan"]), nil, planner).Is(200)
}

// The daily mail leads here: whoever comes finds the shift, also when it is seen by planners alone meanwhile.
func TestAShiftThatIsHiddenIsListedForWhoComes(t *testing.T) {
	t.Parallel()
	s, _, planner, as, _ := bar(t, "jan", "eva")
	id := s.Post(shifts, evening(nil), planner).Is(201).ID()
	s.Post(one(id)+"/signup", object{}, as["jan"]).Is(200)
	s.Send(http.MethodPut, one(id), object{"published": false}, planner).Is(200)
	s.Post(shifts, evening(object{"title": "Open"}), planner).Is(201)
	s.Get(shifts, as["jan"]).Is(200).Has("total", 2.0).Has("shifts.0.title", "Bar").Has("shifts.0.mine", true)
	for _, name := range []string{"eva", "niemand"} {
		s.Get(shifts, as[name]).Is(200).Has("total", 1.0).Has("shifts.0.title", "Open")
	}
}

// What nobody marked as done is over by itself, filled or not: only then is nobody looked for any more.
func TestAShiftIsOverWhenItEnds(t *testing.T) {
	t.Parallel()
	s, _, planner, _, _ := bar(t)
	id := s.Post(shifts, evening(nil), planner).Is(201).Has("over", false).ID()
	ends := time.Date(2026, 6, 20, 23, 0, 0, 0, time.UTC) // 01:00 at the club, the next day
	s.Now = ends.Add(-time.Second)
	s.Get(one(id), planner).Is(200).Has("status", "open").Has("over", false)
	s.Now = ends
	s.Get(one(id), planner).Is(200).Has("status", "open").Has("over", true)
	s.Get(shifts+"?from=2026-06-01", planner).Is(200).Has("shifts.0.over", true)
}

// Midnight ends no shift: one of the evening before is listed until it is over, and pages go on behind it.
func TestAShiftThatGoesOnAfterMidnightIsListed(t *testing.T) {
	t.Parallel()
	s, _, planner, as, _ := bar(t, "jan", "eva")
	late := s.Post(shifts, evening(nil), planner).Is(201).ID()
	s.Post(shifts, evening(object{"start": "12:00", "end": "19:00"}), planner).Is(201)
	s.Post(shifts, evening(object{"title": "Later", "start": "20:00", "published": false}), planner).Is(201)
	s.Post(shifts, evening(object{"date": "2026-06-21"}), planner).Is(201)
	s.Post(one(late)+"/signup", object{}, as["jan"]).Is(200)
	s.Now = time.Date(2026, 6, 20, 22, 30, 0, 0, time.UTC) // half past twelve at the club
	listed := func(query string, call apitest.Call, total float64, want ...string) {
		t.Helper()
		a := s.Get(shifts+query, call).Is(200).Has("total", total)
		var got []string
		for i := range a.List("shifts") {
			got = append(got, fmt.Sprint(a.At(fmt.Sprintf("shifts.%d.date", i)), " ", a.At(fmt.Sprintf("shifts.%d.start", i))))
		}
		if strings.Join(got, ", ") != strings.Join(want, ", ") {
			t.Errorf("%q: %q, want %q", query, got, want)
		}
	}
	listed("", as["eva"], 2, "2026-06-20 19:00", "2026-06-21 19:00")
	listed("?from=", planner, 3, "2026-06-20 19:00", "2026-06-20 20:00", "2026-06-21 19:00")
	listed("?mine=1", as["jan"], 1, "2026-06-20 19:00")
	listed("?to=2026-06-20", as["eva"], 1, "2026-06-20 19:00")
	listed("?to=2026-06-19", as["eva"], 0)
	listed("?from=2026-06-21", as["eva"], 1, "2026-06-21 19:00")
	listed("?per_page=2&page=1", planner, 3, "2026-06-20 19:00", "2026-06-20 20:00")
	listed("?per_page=2&page=2", planner, 3, "2026-06-21 19:00")
	listed("?per_page=2&page=3", planner, 3)
	s.Now = time.Date(2026, 6, 20, 23, 0, 0, 0, time.UTC)
	listed("", as["eva"], 1, "2026-06-21 19:00")
	s.Now = time.Date(2026, 6, 21, 21, 59, 0, 0, time.UTC)
	listed("", as["eva"], 1, "2026-06-21 19:00")
}

func TestParallelSignUpsNeverExceedTheCapacity(t *testing.T) {
	t.Parallel()
	names := []string{"a", "b", "c", "d", "e", "f"}
	s, _, planner, as, _ := bar(t, names...)
	id := s.Post(shifts, evening(nil), planner).Is(201).ID()
	var wait sync.WaitGroup
	var got atomic.Int32
	for _, name := range names {
		wait.Go(func() {
			if a := s.Post(one(id)+"/signup", object{}, as[name]); a.StatusCode == 200 {
				got.Add(1)
			}
		})
	}
	wait.Wait()
	if got.Load() != 2 {
		t.Errorf("%d got one of two places", got.Load())
	}
	s.Get(one(id), planner).Is(200).Has("status", "full").Has("filled", 2.0)
}

func TestWhoDidHowManyThisSeason(t *testing.T) {
	t.Parallel()
	s, admin, planner, _, ids := bar(t, "jan", "eva")
	for _, of := range []struct {
		date   string
		status string
		who    []string
	}{{"2026-06-01", "completed", []string{"jan", "eva"}}, {"2026-06-02", "open", []string{"jan"}}, {"2026-06-20", "open", []string{"eva"}},
		{"2025-06-01", "open", []string{"eva"}}} {
		id := s.Post(shifts, evening(object{"date": of.date, "status": of.status}), planner).Is(201).ID()
		for _, name := range of.who {
			s.Post(one(id)+"/assignments", object{"person_id": ids[name]}, admin).Is(200)
		}
	}
	s.Get(shifts+"/served", planner).Is(200).Has("season", "2025-2026").Has("people.0.name", "jan").Has("people.0.count", 2.0).
		Has("people.1.count", 1.0)
	s.Get(shifts+"/served?season=2024-2025", planner).Is(200).Has("people.0.name", "eva")
	s.Get(shifts+"/served?season=2024-2026", planner).Is(400)
}

// contract: club §2.11-7
func TestTheDashboardLooksForPeople(t *testing.T) {
	t.Parallel()
	s, _, _, _, _ := bar(t, "jan")
	s.User("alles", access.Board, access.SectionRole(access.Volunteers))
	board := s.Program("alles")
	s.Post(shifts, evening(nil), board).Is(201)
	s.Get("/api/club/v1/dashboard/workspace", board).Is(200).Has("volunteers.open_shifts", 1.0).Has("volunteers.open_places", 2.0).
		Has("volunteers.items.0.needed", 2.0)
}

func TestASecondPlannerDoesNotOverwriteTheFirst(t *testing.T) {
	t.Parallel()
	s, admin, planner, as, _ := bar(t, "jan")
	made := s.Post(shifts, evening(nil), planner).Is(201).Has("etag", `"1"`)
	id := made.ID()
	if got := made.Header.Get("ETag"); got != `"1"` {
		t.Errorf("made with ETag %s", got)
	}
	first, second := apitest.With("If-Match", `"1"`), apitest.With("If-Match", `"2"`)
	s.Later(time.Minute)
	s.Send(http.MethodPut, one(id), object{"title": "Keuken"}, planner, first).Is(200).Has("etag", `"2"`)
	refused := func(a apitest.Answer) {
		t.Helper()
		a.Is(412).Has("code", "rest_precondition_failed").Has("data", object{
			"status": 412., "modified": "2026-06-15 14:31:45", "etag": `"2"`, "modified_by": "Heet plan",
		})
	}
	refused(s.Send(http.MethodPut, one(id), object{"title": "Poort"}, admin, first))
	refused(s.Send(http.MethodPut, one(id), object{"date": "x"}, admin, first)) // before its input is looked at
	refused(s.Send(http.MethodDelete, one(id), nil, admin, first))
	s.Send(http.MethodPut, one(id), object{"title": "Poort"}, as["jan"], first).Is(403)
	s.Get(one(id), planner).Is(200).Has("title", "Keuken").Has("etag", `"2"`)
	s.Post(one(id)+"/signup", object{}, as["jan"]).Is(200).Has("etag", `"3"`)
	s.Send(http.MethodDelete, one(id), nil, admin, second).Is(412)
	s.Send(http.MethodPut, one(id), object{"title": "Poort"}, admin).Is(200).Has("etag", `"4"`)
	s.Send(http.MethodPut, one(id), object{"title": "Bar"}, admin, apitest.With("If-Match", "*")).Is(200)
	s.Send(http.MethodDelete, one(id), nil, admin, apitest.With("If-Match", `"5"`)).Is(200)
}

func TestAPageFarBeyondTheEndIsEmpty(t *testing.T) {
	t.Parallel()
	s, _, planner, _, _ := bar(t)
	s.Post(shifts, evening(nil), planner).Is(201)
	s.Get(shifts+"?page=9223372036854775807&per_page=100", planner).Is(200).Has("shifts", []any{}).Has("total", 1.0).
		Has("total_pages", 1.0)
}
