package peopleapi

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"

	"github.com/danielgtaylor/huma/v2"

	"github.com/clubhuis/clubhuis/adapters/httpapi/rest"
	"github.com/clubhuis/clubhuis/adapters/httpapi/session"
	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/record"
	"github.com/clubhuis/clubhuis/core/savedview"
)

func (h *Handler) mountViews(api huma.API) {
	const all, one, tag = "/club/v1/views", "/club/v1/views/{id}", "people"
	rest.Handle(api, rest.Operation{Name: "views.list", Method: http.MethodGet, Path: all, Tag: tag,
		Summary: "One's own saved views of the people list by name, then those that others share with a role of the " +
			"caller"}, h.listViews)
	rest.Handle(api, rest.Operation{Name: "views.create", Method: http.MethodPost, Path: all, Tag: tag,
		Summary: "Save a view of the people list, at most 50", Status: http.StatusCreated}, h.saveView)
	rest.Handle(api, rest.Operation{Name: "views.update", Method: http.MethodPut, Path: one, Tag: tag,
		Summary: "Change the given members of a saved view"}, h.changeView)
	rest.Handle(api, rest.Operation{Name: "views.delete", Method: http.MethodDelete, Path: one, Tag: tag,
		Summary: "Remove a saved view"}, h.removeView)
}

// SavedView is a view of the people list that its user keeps.
type SavedView struct {
	ID      int64    `json:"id" doc:"Unique among the views of its owner."`
	Owner   int64    `json:"owner" doc:"The user who keeps it. Nobody else changes it."`
	Sharer  string   `json:"owner_name" doc:"Of a view that somebody else shares; '' of one's own."`
	Name    string   `json:"name"`
	Filter  Filters  `json:"filter" doc:"The parameters of /club/v1/people/filtered."`
	OrderBy string   `json:"orderby"`
	Order   string   `json:"order"`
	Columns []string `json:"columns" doc:"In order; empty for the user's own."`
	Roles   []string `json:"roles" doc:"Those whose holders see it too, each with the people whom they may see."`
	Count   int      `json:"count" doc:"How many people it shows the caller now."`
}

func (h *Handler) wireView(ctx context.Context, v *savedview.Shared) (SavedView, error) {
	wire := SavedView{
		ID: v.ID, Owner: v.Owner, Sharer: v.OwnerName, Name: v.Name, OrderBy: v.OrderBy, Order: v.Order,
		Columns: append([]string{}, v.Columns...), Roles: []string{},
	}
	for _, role := range v.Roles {
		wire.Roles = append(wire.Roles, string(role))
	}
	if err := json.Unmarshal(v.Filter, &wire.Filter); err != nil {
		return wire, fault.ErrInternal.Because(fmt.Errorf("view %d of user %d is damaged: %w", v.ID, v.Owner, err))
	}
	viewer := session.Viewer(ctx)
	filter, err := wire.Filter.filter(h, viewer.User)
	if err != nil { // of an earlier version, which let more through
		return wire, nil
	}
	page, err := h.people.Browse(ctx, viewer, filter, wire.Filter.former(), record.Window{})
	wire.Count = page.Total
	return wire, err
}

// SavedViewChange is what clients send to save or change a view.
type SavedViewChange struct {
	Name    *string   `json:"name,omitempty" doc:"At most 80 characters; no two of a user are the same."`
	Filter  *Filters  `json:"filter,omitempty" doc:"The parameters of /club/v1/people/filtered; replaced as a whole."`
	OrderBy *string   `json:"orderby,omitempty" doc:"As for /club/v1/people/filtered; first_name for a new view."`
	Order   *string   `json:"order,omitempty" enum:"asc,desc" doc:"asc for a new view."`
	Columns *[]string `json:"columns,omitempty" maxItems:"500" doc:"In order; empty for the user's own."`
	Roles   *[]string `json:"roles,omitempty" maxItems:"50" doc:"Those whose holders see it too: of the caller's own roles, and an administrator's any. None for a view of the user alone."`
}

// edit returns the change as one of the noun's. What the people list would refuse is refused here, too.
func (h *Handler) edit(c *SavedViewChange, viewer int64) (func(*savedview.View), error) {
	var problems fault.Problems
	var filter json.RawMessage
	if c.Filter != nil {
		if _, err := c.Filter.filter(h, viewer); err != nil {
			for name, sentence := range fault.As(err).Params {
				problems.Add("filter."+name, sentence)
			}
		}
		text, err := json.Marshal(c.Filter)
		if err != nil {
			return nil, err
		}
		filter = text
	}
	if c.OrderBy != nil && filteredOrders[*c.OrderBy] == nil {
		problems.Add("orderby", fault.NotAChoice)
	}
	return func(v *savedview.View) {
		set(&v.Name, c.Name)
		set(&v.OrderBy, c.OrderBy)
		set(&v.Order, c.Order)
		if filter != nil {
			v.Filter = filter
		}
		if c.Columns != nil {
			v.Columns = slices.Clone(*c.Columns)
		}
		if c.Roles != nil {
			v.Roles = nil
			for _, role := range *c.Roles {
				v.Roles = append(v.Roles, access.Role(role))
			}
		}
	}, problems.Fault()
}

func set(into, given *string) {
	if given != nil {
		*into = *given
	}
}

type viewsOutput struct{ Body []SavedView }

type viewOutput struct{ Body SavedView }

func (h *Handler) listViews(ctx context.Context, _ *struct{}) (*viewsOutput, error) {
	viewer := session.Viewer(ctx)
	own, err := h.views.All(ctx, viewer)
	if err != nil {
		return nil, err
	}
	views := make([]savedview.Shared, len(own))
	for i, v := range own {
		views[i] = savedview.Shared{View: v, Owner: viewer.User}
	}
	shared, err := h.views.Shared(ctx, viewer)
	if err != nil {
		return nil, err
	}
	views = append(views, shared...)
	output := &viewsOutput{Body: make([]SavedView, len(views))}
	for i := range views {
		if output.Body[i], err = h.wireView(ctx, &views[i]); err != nil {
			return nil, err
		}
	}
	return output, nil
}

type saveViewInput struct{ Body SavedViewChange }

func (h *Handler) saveView(ctx context.Context, in *saveViewInput) (*viewOutput, error) {
	viewer := session.Viewer(ctx)
	edit, err := h.edit(&in.Body, viewer.User)
	if err != nil {
		return nil, err
	}
	v := savedview.View{OrderBy: "first_name", Order: "asc"}
	edit(&v)
	kept, err := h.views.Save(ctx, viewer, v)
	return h.answerView(ctx, kept, err)
}

type changeViewInput struct {
	ID   int64 `path:"id" doc:"The view's number."`
	Body SavedViewChange
}

func (h *Handler) changeView(ctx context.Context, in *changeViewInput) (*viewOutput, error) {
	viewer := session.Viewer(ctx)
	edit, err := h.edit(&in.Body, viewer.User)
	if err != nil {
		return nil, err
	}
	kept, err := h.views.Change(ctx, viewer, in.ID, edit)
	return h.answerView(ctx, kept, err)
}

func (h *Handler) answerView(ctx context.Context, kept savedview.View, err error) (*viewOutput, error) {
	if err != nil {
		return nil, err
	}
	wire, err := h.wireView(ctx, &savedview.Shared{View: kept, Owner: session.Viewer(ctx).User})
	if err != nil {
		return nil, err
	}
	return &viewOutput{wire}, nil
}

type removeViewInput struct {
	ID int64 `path:"id" doc:"The view's number."`
}

type removeViewOutput struct {
	Body struct {
		Deleted bool `json:"deleted"`
	}
}

func (h *Handler) removeView(ctx context.Context, in *removeViewInput) (*removeViewOutput, error) {
	if err := h.views.Remove(ctx, session.Viewer(ctx), in.ID); err != nil {
		return nil, err
	}
	output := &removeViewOutput{}
	output.Body.Deleted = true
	return output, nil
}
