package termsapi

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"github.com/clubhuis/clubhuis/adapters/httpapi/rest"
	"github.com/clubhuis/clubhuis/adapters/httpapi/session"
	"github.com/clubhuis/clubhuis/core/term"
	"github.com/clubhuis/clubhuis/core/usecase/workspaces"
	"github.com/clubhuis/clubhuis/core/workspace"
)

// workspaceTerm is a workspace as a term of people and groups: its number is the workspace's.
type workspaceTerm struct {
	described
	Taxonomy string `json:"taxonomy" enum:"workspace_access"`
}

// AppendJSON implements rest.Appender.
func (t workspaceTerm) AppendJSON(dst []byte) []byte { return rest.AppendTagged(dst, t) }

// Schema implements huma.SchemaProvider.
func (workspaceTerm) Schema(r huma.Registry) *huma.Schema {
	return rest.TaggedComponent[workspaceTerm](r, "WorkspaceTerm")
}

func termOf(w *workspaces.Shown) term.Term {
	return term.Term{ID: w.ID, Name: w.Name, Slug: workspace.Slug(w.ID)}
}

// mountWorkspaces adds the terms of the workspaces that the caller sees. They are made and changed as workspaces.
func (h *Handler) mountWorkspaces(api huma.API) {
	const tag, path = workspace.Taxonomy, "/cms/v2/" + workspace.Taxonomy
	rest.Handle(api, rest.Operation{Name: tag + ".list", Method: http.MethodGet, Path: path, Tag: tag,
		Summary: "Terms of the workspaces of which the caller is a member; of all for administrators"},
		func(ctx context.Context, in *rest.Terms) (*listOutput[workspaceTerm], error) {
			all, err := h.workspaces.Visible(ctx, session.Viewer(ctx))
			if err != nil {
				return nil, err
			}
			terms := make([]term.Term, len(all))
			for i := range all {
				terms[i] = termOf(&all[i])
			}
			found := chosen(terms, func(t *term.Term) *term.Term { return t }, in)
			start := min(rest.Offset(in.Page, in.PerPage), len(found))
			output := &listOutput[workspaceTerm]{Paged: rest.Paged{Total: len(found), TotalPages: rest.Pages(len(found), in.PerPage)}}
			output.Body = rest.Answers[rest.Chosen[workspaceTerm]]{}
			for _, t := range found[start:min(start+in.PerPage, len(found))] {
				output.Body = append(output.Body, chosenTerm(t, &in.Selection))
			}
			return output, nil
		})
	rest.Handle(api, rest.Operation{Name: tag + ".show", Method: http.MethodGet, Path: path + "/{id}", Tag: tag,
		Summary: "The term of a workspace"}, func(ctx context.Context, in *oneInput) (*oneOutput[workspaceTerm], error) {
		shown, err := h.workspaces.Show(ctx, session.Viewer(ctx), in.ID)
		if err != nil {
			return nil, err
		}
		return &oneOutput[workspaceTerm]{chosenTerm(termOf(&shown), &in.Selection)}, nil
	})
}

func chosenTerm(t term.Term, selection *rest.Selection) rest.Chosen[workspaceTerm] {
	return rest.Chosen[workspaceTerm]{Record: workspaceTerm{describe(t), workspace.Taxonomy}, Selection: selection}
}
