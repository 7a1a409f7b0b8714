package peopleapi

import (
	"cmp"
	"context"
	"encoding/json"
	"maps"
	"slices"

	"github.com/clubhuis/clubhuis/adapters/httpapi/rest"
	"github.com/clubhuis/clubhuis/adapters/httpapi/session"
	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/record"
	"github.com/clubhuis/clubhuis/core/usecase/people"
)

type emailInput struct {
	Email string `query:"email" required:"true" maxLength:"254" doc:"An e-mail address; its case does not matter."`
}

type emailOutput struct{ Body FoundPerson }

// FoundPerson is who was found.
type FoundPerson struct {
	ID *int64 `json:"id" doc:"null for nobody."`
}

func (h *Handler) findByEmail(ctx context.Context, in *emailInput) (*emailOutput, error) {
	id, err := h.people.FindByEmail(ctx, session.Viewer(ctx), in.Email)
	if err != nil || id == 0 {
		return &emailOutput{}, err
	}
	return &emailOutput{FoundPerson{&id}}, nil
}

// mostAtOnce is how many people a bulk change takes by number.
const mostAtOnce = 1000

// Selected says who a change of many people is about, in one of two ways.
type Selected struct {
	IDs      []int64  `json:"ids,omitempty" doc:"At least one, at most 1,000; or filter."`
	Filter   *Filters `json:"filter,omitempty" doc:"Everybody whom the people list would show."`
	Expected *int     `json:"expected,omitempty" minimum:"0" doc:"With filter, which it needs: how many people that is. When the filter finds another number, nobody is changed and the answer is 409 selection_changed."`

	named string // what IDs is called in the input, "" for ids
}

// BulkUpdates are what is changed of everybody; absent ones stay as they are.
type BulkUpdates struct {
	Visibility   *string         `json:"visibility,omitempty" enum:"private,workspace,shared"`
	Workspaces   *[]int64        `json:"assigned_workspaces,omitempty" maxItems:"500"`
	Labels       *[]int64        `json:"person_label,omitempty" maxItems:"500"`
	LabelMode    string          `json:"person_label_mode,omitempty" enum:"replace,add,remove" doc:"What person_label does to the labels that people have; replace when it is absent."`
	Organization json.RawMessage `json:"organization_id,omitempty" doc:"Id of a team or committee: everybody gets a current entry in it, all others end; null ends all."`
	GroupMode    string          `json:"organization_mode,omitempty" enum:"replace,add" doc:"add lets the other entries be; replace, which ends them, when it is absent."`
}

type bulkInput struct {
	Body struct {
		Selected
		Updates BulkUpdates `json:"updates"`
	}
}

type bulkOutput struct {
	rest.Undoable
	Body BulkResult
}

// BulkResult is what became of a bulk change.
type BulkResult struct {
	Success bool          `json:"success"`
	Updated []int64       `json:"updated"`
	Failed  []BulkFailure `json:"failed"`
}

// BulkFailure is somebody who was not changed.
type BulkFailure struct {
	ID    int64  `json:"id"`
	Error string `json:"error"`
}

func (h *Handler) bulkUpdate(ctx context.Context, in *bulkInput) (*bulkOutput, error) {
	who, bulk, err := in.change(h, session.Viewer(ctx))
	if err != nil {
		return nil, err
	}
	outcome, err := h.people.ChangeMany(ctx, session.Viewer(ctx), who, bulk)
	if err != nil {
		return nil, err
	}
	result := BulkResult{Success: true, Updated: outcome.Updated, Failed: []BulkFailure{}}
	for _, id := range slices.Sorted(maps.Keys(outcome.Failed)) {
		result.Failed = append(result.Failed, BulkFailure{ID: id, Error: fault.As(outcome.Failed[id]).Message})
	}
	return &bulkOutput{rest.Undoable{Undo: outcome.Undo}, result}, nil
}

type endingsOutput struct{ Body BulkEndings }

// BulkEndings is what a bulk change would end.
type BulkEndings struct {
	Total  int         `json:"total" doc:"People whom the change is about."`
	People int         `json:"people" doc:"Those of them for whom something ends."`
	Groups []BulkEnded `json:"groups" doc:"Those in which most people stop come first."`
}

// BulkEnded is a team or committee in which people would stop.
type BulkEnded struct {
	ID     int64  `json:"id" doc:"0 for all that the caller may not see."`
	Name   string `json:"name"`
	People int    `json:"people"`
}

func (h *Handler) bulkEndings(ctx context.Context, in *bulkInput) (*endingsOutput, error) {
	who, bulk, err := in.change(h, session.Viewer(ctx))
	if err != nil {
		return nil, err
	}
	ending, err := h.people.Endings(ctx, session.Viewer(ctx), who, bulk)
	if err != nil {
		return nil, err
	}
	body := BulkEndings{Total: ending.Total, People: ending.People, Groups: make([]BulkEnded, len(ending.Groups))}
	for i, ended := range ending.Groups {
		body.Groups[i] = BulkEnded{ID: ended.Group, Name: ended.Title, People: ended.People}
	}
	return &endingsOutput{body}, nil
}

// change is the input as the use case takes it.
func (in *bulkInput) change(h *Handler, viewer access.Viewer) (who people.Selection, bulk people.Bulk, err error) {
	var problems fault.Problems
	bulk = in.Body.Updates.bulk(&problems)
	if who, err = in.Body.selection(h, viewer, &problems); err != nil {
		return who, bulk, err
	}
	return who, bulk, problems.Fault()
}

// selection is the selection as use cases take it.
func (s *Selected) selection(h *Handler, viewer access.Viewer, problems *fault.Problems) (who people.Selection, err error) {
	switch {
	case s.Filter != nil && len(s.IDs) > 0:
		problems.Add(cmp.Or(s.named, "ids"), people.EitherWay)
	case s.Filter != nil && s.Expected == nil:
		problems.Add("expected", fault.Required)
	case s.Filter != nil:
		var filter record.Filter
		if filter, err = s.Filter.filter(h, viewer.User); err != nil {
			return who, err
		}
		who = people.Selection{Filter: &filter, Former: s.Filter.former(), Expected: *s.Expected}
	case len(s.IDs) == 0:
		problems.Add(cmp.Or(s.named, "ids"), fault.Required)
	case len(s.IDs) > mostAtOnce:
		problems.Add(cmp.Or(s.named, "ids"), fault.TooManyIDs)
	default:
		who.IDs = s.IDs
	}
	return who, nil
}

func (u *BulkUpdates) bulk(problems *fault.Problems) people.Bulk {
	bulk := people.Bulk{Workspaces: u.Workspaces, Labels: u.Labels}
	if u.Visibility != nil {
		visibility := person.Visibility(*u.Visibility)
		bulk.Visibility = &visibility
	}
	if len(u.Organization) > 0 {
		var id *int64
		if json.Unmarshal(u.Organization, &id) != nil || id != nil && *id <= 0 {
			problems.Add("updates.organization_id", fault.NotAnID)
		}
		if id == nil {
			id = new(int64)
		}
		bulk.Group = id
	}
	if bulk == (people.Bulk{}) {
		problems.Add("updates", fault.Required)
	}
	bulk.KeepGroups = u.GroupMode == "add"
	if u.LabelMode != "replace" {
		bulk.LabelMode = people.LabelMode(u.LabelMode)
	}
	return bulk
}
