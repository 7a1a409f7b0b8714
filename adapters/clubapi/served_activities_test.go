package clubapi_test

import (
	"encoding/json"
	"net/http"

	"github.com/clubhuis/clubhuis/core/activity"
	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/sync/payload"
)

// activities returns what is logged of somebody, or logs it.
func (s served) activities(w http.ResponseWriter, r *http.Request, person int64) {
	wire := func(a payload.Activity) object {
		return object{"id": a.ID, "activity_type": a.Type, "activity_date": a.On.String(), "activity_time": a.Time, "content": a.Content}
	}
	if r.Method == http.MethodGet {
		latest, err := s.Activities().Latest(r.Context(), person)
		list := []object{}
		for _, a := range latest {
			list = append(list, wire(a))
		}
		part(w, r, &list)
		answer(w, http.StatusOK, list, err)
		return
	}
	var sent struct {
		Content string
		Type    activity.Type `json:"activity_type"`
		Date    string        `json:"activity_date"`
		Time    string        `json:"activity_time"`
	}
	on, isDate := civil.Date{}, false
	if json.NewDecoder(r.Body).Decode(&sent) == nil {
		on, isDate = civil.Parse(sent.Date)
	}
	if !isDate {
		refuse(w, fault.Param("activity_date", fault.NotADate))
		return
	}
	logged := payload.Activity{Type: sent.Type, Content: sent.Content, On: on, Time: sent.Time}
	err := s.Activities().Log(r.Context(), person, logged)
	if err == nil {
		logged = s.Logged(person)[0]
	}
	answer(w, http.StatusOK, wire(logged), err)
}
