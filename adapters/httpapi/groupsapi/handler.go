// Package groupsapi is the HTTP area of teams and committees: /cms/v2/teams and /cms/v2/commissies (contract §4.1), and who is
// in them (§4.3).
package groupsapi

import (
	"context"
	"net/http"
	"strconv"

	"github.com/danielgtaylor/huma/v2"

	"github.com/clubhuis/clubhuis/adapters/httpapi/rest"
	"github.com/clubhuis/clubhuis/adapters/httpapi/session"
	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/fold"
	"github.com/clubhuis/clubhuis/core/group"
	"github.com/clubhuis/clubhuis/core/listing"
	"github.com/clubhuis/clubhuis/core/record"
	"github.com/clubhuis/clubhuis/core/usecase/groups"
	"github.com/clubhuis/clubhuis/core/work"
)

// Handler is the area. Mount adds its routes to the API.
type Handler struct {
	groups *groups.Service
	format rest.Format
}

// New makes the area.
func New(service *groups.Service, format rest.Format) *Handler {
	return &Handler{groups: service, format: format}
}

// Mount adds the area's routes: the same ones for both kinds, but for what a record holds.
func (h *Handler) Mount(api huma.API) {
	mount[team](h, api, kind{work.Team, "teams", "team", "/teams/"})
	mount[committee](h, api, kind{work.Committee, "commissies", "committee", "/commissies/"})
	rest.Handle(api, rest.Operation{Name: "groups.names", Method: http.MethodGet, Path: "/club/v1/groups", Tag: "teams",
		Summary: "The names of all teams and committees, by name"}, h.names)
}

type namesOutput struct{ Body []GroupName }

// GroupName is what a team or a committee is called.
type GroupName struct {
	ID   int64  `json:"id"`
	Name string `json:"name"`
	Type string `json:"type" enum:"team,commissie"`
}

func (h *Handler) names(ctx context.Context, _ *struct{}) (*namesOutput, error) {
	all, err := h.groups.Names(ctx, session.Viewer(ctx))
	if err != nil {
		return nil, err
	}
	output := &namesOutput{Body: make([]GroupName, len(all))}
	for i, g := range all {
		output.Body[i] = GroupName{ID: g.ID, Name: g.Title, Type: string(g.Kind)}
	}
	return output, nil
}

// kind is a kind of group on the wire.
type kind struct {
	work.Kind
	path string // below the namespaces, and the name of the routes
	name string // in summaries
	page string // where the page shows one
}

// of is a group of the kind that A is.
type of[A rest.Answer] interface {
	*A
	make(answer)
}

func mount[A rest.Answer, P of[A]](h *Handler, api huma.API, k kind) {
	collection, club := "/cms/v2/"+k.path, "/club/v1/"+k.path
	one, tag := collection+"/{id}", k.path
	guard := func(deed access.Verb) rest.Guard {
		return func(ctx context.Context, id int64) error {
			return h.groups.Expect(ctx, session.Viewer(ctx), deed, k.Kind, id, rest.Expected(ctx))
		}
	}
	chosen := func(found group.Record, selection *rest.Selection) rest.Chosen[A] {
		var a A
		P(&a).make(answer{group: found, format: &h.format, page: k.page, embedded: selection.Embedded})
		return rest.Chosen[A]{Record: a, Selection: selection}
	}
	rest.Handle(api, rest.Operation{Name: k.path + ".list", Method: http.MethodGet, Path: collection, Tag: tag,
		Summary: "List " + k.name + "s"}, func(ctx context.Context, in *listInput) (*listOutput[A], error) {
		page, paged, err := h.list(ctx, k, in)
		if err != nil {
			return nil, err
		}
		output := &listOutput[A]{Paged: paged, Body: make(rest.Answers[rest.Chosen[A]], len(page.Records))}
		for i, record := range page.Records {
			output.Body[i] = chosen(record, &in.Selection)
		}
		return output, nil
	})
	rest.Handle(api, rest.Operation{Name: k.path + ".create", Method: http.MethodPost, Path: collection, Tag: tag,
		Summary: "Make a " + k.name, Status: http.StatusCreated, OwnBody: true},
		func(ctx context.Context, in *createInput) (*createOutput[A], error) {
			edit, err := in.Body.edit(k.Kind)
			if err != nil {
				return nil, err
			}
			record, err := h.groups.Register(ctx, session.Viewer(ctx), k.Kind, edit)
			if err != nil {
				return nil, err
			}
			location := h.format.RootURL + collection + "/" + strconv.FormatInt(record.ID, 10)
			return &createOutput[A]{location, rest.ETag(record.Revision), chosen(record, &in.Selection)}, nil
		})
	rest.Handle(api, rest.Operation{Name: k.path + ".show", Method: http.MethodGet, Path: one, Tag: tag,
		Summary: "Show a " + k.name}, func(ctx context.Context, in *oneInput) (*oneOutput[A], error) {
		record, err := h.groups.Show(ctx, session.Viewer(ctx), k.Kind, in.ID)
		if err != nil {
			return nil, err
		}
		return &oneOutput[A]{rest.ETag(record.Revision), chosen(record, &in.Selection)}, nil
	})
	update := func(ctx context.Context, in *updateInput) (*oneOutput[A], error) {
		edit, err := in.Body.edit(k.Kind)
		if err != nil {
			return nil, err
		}
		record, err := h.groups.Change(ctx, session.Viewer(ctx), k.Kind, in.ID, rest.Expected(ctx), edit)
		if err != nil {
			return nil, err
		}
		return &oneOutput[A]{rest.ETag(record.Revision), chosen(record, &in.Selection)}, nil
	}
	for _, way := range []struct{ name, method string }{
		{"update", http.MethodPut}, {"patch", http.MethodPatch}, {"post", http.MethodPost},
	} {
		rest.Handle(api, rest.Operation{Name: k.path + "." + way.name, Method: way.method, Path: one, Tag: tag,
			Summary: "Change the given fields of a " + k.name, OwnBody: true, Guard: guard(access.Change)}, update)
	}
	rest.Handle(api, rest.Operation{Name: k.path + ".delete", Method: http.MethodDelete, Path: one, Tag: tag,
		Summary: "Remove a " + k.name, Guard: guard(access.Delete),
	}, func(ctx context.Context, in *removeInput) (*removeOutput[A], error) {
		previous, undo, err := h.groups.Remove(ctx, session.Viewer(ctx), k.Kind, in.ID, rest.Expected(ctx))
		if err != nil {
			return nil, err
		}
		return &removeOutput[A]{rest.Undoable{Undo: undo}, rest.Deleted[A]{Previous: chosen(previous, &rest.Selection{}).Record}}, nil
	})
	rest.Handle(api, rest.Operation{Name: k.path + ".adopt", Method: http.MethodPost, Path: club + "/{id}/adopt", Tag: tag,
		Summary: "Vouch for a " + k.name + " that somebody else made", Conditional: true, Audit: true,
	}, func(ctx context.Context, in *oneInput) (*oneOutput[A], error) {
		record, err := h.groups.Adopt(ctx, session.Viewer(ctx), k.Kind, in.ID, rest.Expected(ctx))
		if err != nil {
			return nil, err
		}
		return &oneOutput[A]{rest.ETag(record.Revision), chosen(record, &in.Selection)}, nil
	})
	rest.Handle(api, rest.Operation{Name: k.path + ".people", Method: http.MethodGet, Path: club + "/{id}/people", Tag: tag,
		Summary: "Who is and was in a " + k.name}, func(ctx context.Context, in *rosterInput) (*rosterOutput, error) {
		list, err := h.groups.Roster(ctx, session.Viewer(ctx), k.Kind, in.ID)
		if err != nil {
			return nil, err
		}
		return &rosterOutput{h.roster(list)}, nil
	})
}

type listInput struct{ rest.Nested }

type listOutput[A rest.Answer] struct {
	rest.Paged
	Body rest.Answers[rest.Chosen[A]]
}

// orders are the sort keys of the collections, by orderby.
var orders = map[string]string{"date": group.KeyCreated, "title": group.KeySort, "modified": group.KeyModified}

func (h *Handler) list(ctx context.Context, k kind, in *listInput) (record.Page[group.Record], rest.Paged, error) {
	filter := record.Filter{Include: in.Include, Exclude: in.Exclude, Slugs: in.Slug}.
		With(group.OfKind(k.Kind)).With(listing.ContainsAll(group.KeyTitle, fold.Words(in.Search))...)
	if in.Parent != nil {
		filter = filter.With(group.Below(in.Parent...))
	}
	tests, err := in.Tests(group.KeyModified, h.format.Zone)
	if err != nil {
		return record.Page[group.Record]{}, rest.Paged{}, err
	}
	page, err := h.groups.Collection(ctx, session.Viewer(ctx), filter.With(tests...), record.Window{
		Order:  listing.Order{By: []listing.Sort{{By: orders[in.OrderBy], Desc: in.Desc()}}},
		Offset: in.Offset(), Limit: in.PerPage,
	})
	if err != nil {
		return record.Page[group.Record]{}, rest.Paged{}, err
	}
	paged, err := in.Paged(page.Total)
	return page, paged, err
}

type oneInput struct {
	ID int64 `path:"id" doc:"The group's number."`
	rest.Selection
}

type oneOutput[A rest.Answer] struct {
	ETag string `header:"ETag" doc:"The group's revision, for If-Match."`
	Body rest.Chosen[A]
}

type createInput struct {
	rest.Selection
	Body change
}

type createOutput[A rest.Answer] struct {
	Location string `header:"Location" doc:"Where the record is."`
	ETag     string `header:"ETag" doc:"The group's revision, for If-Match."`
	Body     rest.Chosen[A]
}

type updateInput struct {
	ID int64 `path:"id" doc:"The group's number."`
	rest.Selection
	Body change
}

type removeInput struct {
	ID    int64 `path:"id" doc:"The group's number."`
	Force bool  `query:"force" doc:"Accepted; the answer is the same with and without."`
}

type removeOutput[A rest.Answer] struct {
	rest.Undoable
	Body rest.Deleted[A]
}

type rosterInput struct {
	ID int64 `path:"id" doc:"The group's number."`
}

type rosterOutput struct{ Body rosterBody }
