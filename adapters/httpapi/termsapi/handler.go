// Package termsapi is the HTTP area of the words that a club describes its people with: /cms/v2/relationship_type (contract
// §2.4), /cms/v2/person_label, and /cms/v2/workspace_access.
package termsapi

import (
	"context"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"github.com/clubhuis/clubhuis/adapters/httpapi/rest"
	"github.com/clubhuis/clubhuis/adapters/httpapi/session"
	"github.com/clubhuis/clubhuis/core/fold"
	"github.com/clubhuis/clubhuis/core/relation"
	"github.com/clubhuis/clubhuis/core/sorting"
	"github.com/clubhuis/clubhuis/core/term"
	"github.com/clubhuis/clubhuis/core/usecase/terms"
	"github.com/clubhuis/clubhuis/core/usecase/workspaces"
)

// Handler is the area. Mount adds its routes to the API.
type Handler struct {
	types  *terms.Service[relation.Type]
	labels *terms.Service[term.Term]
	root   string // URL of the API

	workspaces *workspaces.Service
}

// New makes the area.
func New(
	types *terms.Service[relation.Type], labels *terms.Service[term.Term], spaces *workspaces.Service, rootURL string,
) *Handler {
	return &Handler{types: types, labels: labels, workspaces: spaces, root: rootURL}
}

// What the contract calls the two sorts.
const (
	typePath  = "relationship_type"
	labelPath = "person_label"
)

// Mount adds the area's routes: the same ones for both sorts.
func (h *Handler) Mount(api huma.API) {
	mount(h, api, sort[relation.Type, relationType, typeChange]{
		service: h.types, path: typePath, name: "a type of relationship",
		body: typeOf,
		edit: func(c *typeChange) (func(*relation.Type), error) { return c.edit() },
	})
	mount(h, api, sort[term.Term, label, labelChange]{
		service: h.labels, path: labelPath, name: "a label of people",
		body: labelOf,
		edit: func(c *labelChange) (func(*term.Term), error) { return c.edit() },
	})
	h.mountWorkspaces(api)
	rest.Handle(api, rest.Operation{Name: "relationship_type.restore", Method: http.MethodPost,
		Path: "/club/v1/relationship-types/restore-defaults", Tag: "relationship_type",
		Summary: "Give the default types their default settings again, for administrators"}, h.restore)
}

// sort is one sort of terms on the wire: clients read T as A and change it with C.
type sort[T any, A rest.Answer, C any] struct {
	service *terms.Service[T]
	path    string
	name    string
	body    func(T) A
	edit    func(*C) (func(*T), error)
}

type oneInput struct {
	ID int64 `path:"id" doc:"The term's number."`
	rest.Selection
}

type oneOutput[A rest.Answer] struct{ Body rest.Chosen[A] }

type changeInput[C any] struct {
	rest.Selection
	Body C
}

type updateInput[C any] struct {
	ID int64 `path:"id" doc:"The term's number."`
	rest.Selection
	Body C
}

type createOutput[A rest.Answer] struct {
	Location string `header:"Location" doc:"Where the term is."`
	Body     rest.Chosen[A]
}

type listOutput[A rest.Answer] struct {
	rest.Paged
	Body rest.Answers[rest.Chosen[A]]
}

type removeInput struct {
	ID    int64 `path:"id" doc:"The term's number."`
	Force bool  `query:"force" doc:"Accepted; the answer is the same with and without."`
}

type removeOutput[A rest.Answer] struct {
	rest.Undoable
	Body rest.Deleted[A]
}

func mount[T any, A rest.Answer, C any](h *Handler, api huma.API, s sort[T, A, C]) {
	collection := "/cms/v2/" + s.path
	one := collection + "/{id}"
	rest.Handle(api, rest.Operation{Name: s.path + ".list", Method: http.MethodGet, Path: collection, Tag: s.path,
		Summary: "List: " + s.name}, func(ctx context.Context, in *rest.Terms) (*listOutput[A], error) {
		all, err := s.service.All(ctx, session.Viewer(ctx))
		if err != nil {
			return nil, err
		}
		found := chosen(all, s.service.Term, in)
		start := min(rest.Offset(in.Page, in.PerPage), len(found))
		output := &listOutput[A]{Paged: rest.Paged{Total: len(found), TotalPages: rest.Pages(len(found), in.PerPage)}}
		output.Body = rest.Answers[rest.Chosen[A]]{}
		for _, t := range found[start:min(start+in.PerPage, len(found))] {
			output.Body = append(output.Body, rest.Chosen[A]{Record: s.body(t), Selection: &in.Selection})
		}
		return output, nil
	})
	rest.Handle(api, rest.Operation{Name: s.path + ".create", Method: http.MethodPost, Path: collection, Tag: s.path,
		Summary: "Make " + s.name + ", for administrators", Status: http.StatusCreated, OwnBody: true},
		func(ctx context.Context, in *changeInput[C]) (*createOutput[A], error) {
			edit, err := s.edit(&in.Body)
			if err != nil {
				return nil, err
			}
			t, err := s.service.Create(ctx, session.Viewer(ctx), edit)
			if err != nil {
				return nil, err
			}
			return &createOutput[A]{
				Location: h.root + collection + "/" + strconv.FormatInt(s.service.Term(&t).ID, 10),
				Body:     rest.Chosen[A]{Record: s.body(t), Selection: &in.Selection},
			}, nil
		})
	rest.Handle(api, rest.Operation{Name: s.path + ".show", Method: http.MethodGet, Path: one, Tag: s.path,
		Summary: "Show " + s.name}, func(ctx context.Context, in *oneInput) (*oneOutput[A], error) {
		t, err := s.service.Show(ctx, session.Viewer(ctx), in.ID)
		if err != nil {
			return nil, err
		}
		return &oneOutput[A]{rest.Chosen[A]{Record: s.body(t), Selection: &in.Selection}}, nil
	})
	update := func(ctx context.Context, in *updateInput[C]) (*oneOutput[A], error) {
		edit, err := s.edit(&in.Body)
		if err != nil {
			return nil, err
		}
		t, err := s.service.Change(ctx, session.Viewer(ctx), in.ID, edit)
		if err != nil {
			return nil, err
		}
		return &oneOutput[A]{rest.Chosen[A]{Record: s.body(t), Selection: &in.Selection}}, nil
	}
	for _, way := range []struct{ name, method string }{
		{"update", http.MethodPut}, {"patch", http.MethodPatch}, {"post", http.MethodPost},
	} {
		rest.Handle(api, rest.Operation{Name: s.path + "." + way.name, Method: way.method, Path: one, Tag: s.path,
			Summary: "Change " + s.name + ", for administrators", OwnBody: true}, update)
	}
	rest.Handle(api, rest.Operation{Name: s.path + ".delete", Method: http.MethodDelete, Path: one, Tag: s.path,
		Summary: "Remove " + s.name + ", for administrators"}, func(ctx context.Context, in *removeInput) (*removeOutput[A], error) {
		previous, undo, err := s.service.Remove(ctx, session.Viewer(ctx), in.ID)
		if err != nil {
			return nil, err
		}
		return &removeOutput[A]{rest.Undoable{Undo: undo}, rest.Deleted[A]{Previous: s.body(previous)}}, nil
	})
}

// chosen are the terms that a list asks for, in its order.
func chosen[T any](all []T, of func(*T) *term.Term, in *rest.Terms) []T {
	words := fold.Words(in.Search)
	found := slices.DeleteFunc(slices.Clone(all), func(t T) bool {
		described := of(&t)
		lacks := func(word string) bool { return !strings.Contains(fold.Key(described.Name), word) }
		return in.Include != nil && !slices.Contains(in.Include, described.ID) || slices.Contains(in.Exclude, described.ID) ||
			in.Slug != nil && !slices.Contains(in.Slug, described.Slug) || slices.ContainsFunc(words, lacks)
	})
	key := func(t T) string {
		switch described := of(&t); in.OrderBy {
		case "slug":
			return described.Slug
		case "name", "title":
			return fold.Key(described.Name)
		}
		return "" // a term has no dates: later ones have greater numbers
	}
	sorting.By(found, func(a, b T) int { return strings.Compare(key(a), key(b)) }) // they come by number
	if in.Order == "desc" {
		slices.Reverse(found)
	}
	return found
}

type restoreOutput struct{ Body Restored }

// Restored says that the default types are as they were.
type Restored struct {
	Success bool   `json:"success"`
	Message string `json:"message"`
}

func (h *Handler) restore(ctx context.Context, _ *struct{}) (*restoreOutput, error) {
	if err := terms.RestoreDefaults(ctx, h.types, session.Viewer(ctx)); err != nil {
		return nil, err
	}
	return &restoreOutput{Restored{Success: true, Message: "De standaardsoorten zijn hersteld."}}, nil
}
