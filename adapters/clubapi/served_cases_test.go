package clubapi_test

import (
	"encoding/json"
	"net/http"
	"time"

	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/season"
	"github.com/clubhuis/clubhuis/core/sync/payload"
)

// cases returns, files, changes or removes cases of discipline.
func (s served) cases(w http.ResponseWriter, r *http.Request, id int64) {
	ctx := r.Context()
	shown := func(c payload.Case) object {
		return wire(c.ID, time.Unix(1, 0), c.Title, false, object{"acf": orEmpty(c.Encode()), "seizoen": []int{int(c.Season)}})
	}
	switch r.Method {
	case http.MethodGet:
		found, err := s.Cases().List(ctx)
		list := []object{}
		for _, c := range found {
			list = append(list, shown(c))
		}
		if page, pages := part(w, r, &list); page > 1 && page > pages {
			err = fault.ErrNoSuchPage
		}
		answer(w, http.StatusOK, list, err)
	case http.MethodDelete:
		err := s.Cases().Remove(ctx, id)
		answer(w, http.StatusOK, object{"deleted": true}, err)
	default:
		sent := sentIn(r)
		change := payload.Case{}
		change.Title = sent.Title
		change.Read(sent.ACF)
		if len(sent.Seizoen) == 1 {
			change.Season = season.Season(sent.Seizoen[0] - firstTerm)
		}
		if id == 0 {
			kept, err := s.Cases().Create(ctx, change)
			answer(w, http.StatusCreated, shown(kept), err)
			return
		}
		kept, err := s.Cases().Change(ctx, id, change)
		answer(w, http.StatusOK, shown(kept), err)
	}
}

// firstTerm is added to a season: the number of a term need not be its year.
const firstTerm = 10_000

// seasons knows one season, and is told of the others.
func (s served) seasons(w http.ResponseWriter, r *http.Request) {
	term := func(of season.Season) object {
		return object{"id": int(of) + firstTerm, "slug": of.String(), "name": of.String()}
	}
	if r.Method == http.MethodPost {
		var named struct{ Name, Slug string }
		_ = json.NewDecoder(r.Body).Decode(&named)
		of, err := season.Parse(named.Name)
		if named.Slug != named.Name {
			err = season.ErrNotASeason
		}
		answer(w, http.StatusCreated, term(of), err)
		return
	}
	list := []object{}
	if of, err := season.Parse(r.FormValue("slug")); err == nil && of == 2024 {
		list = append(list, term(of))
	}
	answer(w, http.StatusOK, list, nil)
}

// todos returns the tasks about somebody, or gives one.
func (s served) todos(w http.ResponseWriter, r *http.Request, person int64) {
	shown := func(t payload.Task) object {
		return object{"id": t.ID, "content": t.Content, "notes": t.Notes, "due_date": t.Due.String()}
	}
	if r.Method == http.MethodGet {
		found, err := s.Tasks().Given(r.Context(), person)
		list := []object{}
		for _, t := range found {
			list = append(list, shown(t))
		}
		part(w, r, &list)
		answer(w, http.StatusOK, list, err)
		return
	}
	var sent struct {
		Content, Notes string
		Due            string `json:"due_date"`
		Function       string `json:"assignee_function"`
	}
	_ = json.NewDecoder(r.Body).Decode(&sent)
	due, _ := civil.Parse(sent.Due)
	task := payload.Task{ID: 1, Content: sent.Content, Notes: sent.Notes, Due: due, Function: sent.Function}
	err := s.Tasks().Give(r.Context(), person, task)
	answer(w, http.StatusOK, shown(task), err)
}
