package peopleapi

import (
	"context"
	"encoding/json"

	"github.com/clubhuis/clubhuis/adapters/httpapi/session"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/person"
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

// mostAtOnce is how many people a bulk change takes.
const mostAtOnce = 1000

type bulkInput struct {
	Body struct {
		IDs     []int64     `json:"ids" doc:"At least one, at most 1,000."`
		Updates BulkUpdates `json:"updates"`
	}
}

// BulkUpdates are what is changed of everybody; absent ones stay as they are.
type BulkUpdates struct {
	Visibility   *string         `json:"visibility,omitempty" enum:"private,workspace,shared"`
	Workspaces   *[]int64        `json:"assigned_workspaces,omitempty" maxItems:"500"`
	Labels       *[]int64        `json:"person_label,omitempty" maxItems:"500"`
	Organization json.RawMessage `json:"organization_id,omitempty" doc:"Id of a team or committee: everybody gets a current entry in it, all others end; null ends all."`
}

type bulkOutput struct{ Body BulkResult }

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
	bulk, err := in.bulk()
	if err != nil {
		return nil, err
	}
	outcome, err := h.people.ChangeMany(ctx, session.Viewer(ctx), in.Body.IDs, bulk)
	if err != nil {
		return nil, err
	}
	result := BulkResult{Success: true, Updated: outcome.Updated, Failed: []BulkFailure{}}
	for _, id := range in.Body.IDs {
		if failed := outcome.Failed[id]; failed != nil {
			result.Failed = append(result.Failed, BulkFailure{ID: id, Error: fault.As(failed).Message})
			delete(outcome.Failed, id)
		}
	}
	return &bulkOutput{result}, nil
}

func (in *bulkInput) bulk() (people.Bulk, error) {
	var problems fault.Problems
	updates := in.Body.Updates
	bulk := people.Bulk{Workspaces: updates.Workspaces, Labels: updates.Labels}
	if updates.Visibility != nil {
		visibility := person.Visibility(*updates.Visibility)
		bulk.Visibility = &visibility
	}
	if len(updates.Organization) > 0 {
		var id *int64
		if json.Unmarshal(updates.Organization, &id) != nil || id != nil && *id <= 0 {
			problems.Add("updates.organization_id", fault.NotAnID)
		}
		if id == nil {
			id = new(int64)
		}
		bulk.Group = id
	}
	switch {
	case len(in.Body.IDs) == 0:
		problems.Add("ids", fault.Required)
	case len(in.Body.IDs) > mostAtOnce:
		problems.Add("ids", fault.TooManyIDs)
	}
	if bulk == (people.Bulk{}) {
		problems.Add("updates", fault.Required)
	}
	return bulk, problems.Fault()
}
