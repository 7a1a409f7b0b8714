// Package workspacesapi is the HTTP area of workspaces, their members and invites (contract §2.6, §4.6).
package workspacesapi

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"github.com/clubhuis/clubhuis/adapters/httpapi/rest"
	"github.com/clubhuis/clubhuis/adapters/httpapi/session"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/usecase/workspaces"
	"github.com/clubhuis/clubhuis/core/workspace"
)

// Handler is the area. Mount adds its routes to the API.
type Handler struct {
	workspaces *workspaces.Service
	format     rest.Format
}

// New makes the area.
func New(service *workspaces.Service, format rest.Format) *Handler {
	return &Handler{workspaces: service, format: format}
}

const (
	tag     = "workspaces"
	all     = "/club/v1/workspaces"
	one     = all + "/{id}"
	members = one + "/members"
	invites = one + "/invites"
)

// Mount adds the area's routes.
func (h *Handler) Mount(api huma.API) {
	rest.Handle(api, rest.Operation{Name: "workspaces.list", Method: http.MethodGet, Path: all, Tag: tag,
		Summary: "The workspaces of which the caller is a member, by name; all of them for administrators who ask"}, h.list)
	rest.Handle(api, rest.Operation{Name: "workspaces.create", Method: http.MethodPost, Path: all, Tag: tag, Audit: true,
		Summary: "Make a workspace, which the caller owns"}, h.create)
	rest.Handle(api, rest.Operation{Name: "workspaces.show", Method: http.MethodGet, Path: one, Tag: tag,
		Summary: "Show a workspace with its members"}, h.show)
	for _, way := range []struct{ name, method string }{{"update", http.MethodPut}, {"patch", http.MethodPatch}} {
		rest.Handle(api, rest.Operation{Name: "workspaces." + way.name, Method: way.method, Path: one, Tag: tag, Audit: true,
			Summary: "WorkspaceChange the given members of a workspace, for its owner and its admins", Guard: h.guard}, h.edit)
	}
	rest.Handle(api, rest.Operation{Name: "workspaces.delete", Method: http.MethodDelete, Path: one, Tag: tag, Audit: true,
		Summary: "Delete a workspace, for its owner; the people and teams in it stay", Conditional: true}, h.remove)

	rest.Handle(api, rest.Operation{Name: "workspaces.members.search", Method: http.MethodGet, Path: all + "/members/search",
		Tag: tag, Summary: "Find other members of workspaces of one's own"}, h.search)
	rest.Handle(api, rest.Operation{Name: "workspaces.members.add", Method: http.MethodPost, Path: members, Tag: tag, Audit: true,
		Summary: "Make a user a member, or give a member another role, for the owner and the admins"}, h.addMember)
	rest.Handle(api, rest.Operation{Name: "workspaces.members.change", Method: http.MethodPut, Path: members + "/{user_id}",
		Tag: tag, Audit: true,
		Summary: "Give a member another role, for the owner and the admins; its owner hands a workspace over"}, h.changeMember)
	rest.Handle(api, rest.Operation{Name: "workspaces.members.remove", Method: http.MethodDelete, Path: members + "/{user_id}",
		Tag: tag, Audit: true, Summary: "End a membership, for the owner and the admins, or one's own"}, h.removeMember)

	h.mountInvites(api)
}

// guard refuses what may not be done with a workspace, or is meant for another revision.
func (h *Handler) guard(ctx context.Context, id int64) error {
	return h.workspaces.Expect(ctx, session.Viewer(ctx), id, rest.Expected(ctx))
}

type listInput struct {
	All bool `query:"all" doc:"All workspaces of the club, for administrators."`
}

type listOutput struct{ Body []Workspace }

func (h *Handler) list(ctx context.Context, in *listInput) (*listOutput, error) {
	viewer := session.Viewer(ctx)
	list, err := h.workspaces.List(ctx, viewer, in.All)
	if err != nil {
		return nil, err
	}
	output := &listOutput{make([]Workspace, len(list))}
	for i := range list {
		output.Body[i] = h.workspace(&list[i], viewer.User)
	}
	return output, nil
}

// WorkspaceChange is what clients send to make or change a workspace.
type WorkspaceChange struct {
	Name        *string `json:"name,omitempty" doc:"At most 100 characters; needed for a new one."`
	Title       *string `json:"title,omitempty" doc:"The name, for clients that call it so; name wins."`
	Description *string `json:"description,omitempty" doc:"At most 2,000 characters."`
}

func (c *WorkspaceChange) change() workspaces.Change {
	if c.Name == nil {
		c.Name = c.Title
	}
	return workspaces.Change{Name: c.Name, Description: c.Description}
}

type oneOutput struct {
	ETag string `header:"ETag" doc:"The workspace's revision, for If-Match."`
	Body WorkspaceDetail
}

func (h *Handler) one(ctx context.Context, shown workspaces.Shown, err error) (*oneOutput, error) {
	if err != nil {
		return nil, err
	}
	list, err := h.workspaces.Members(ctx, session.Viewer(ctx), shown.Workspace)
	if err != nil {
		return nil, err
	}
	output := &oneOutput{ETag: rest.ETag(shown.Revision)}
	output.Body = WorkspaceDetail{
		Workspace: h.workspace(&shown, session.Viewer(ctx).User), OwnerID: shown.OwnedBy(), Members: make([]WorkspaceMember, len(list)),
	}
	for i := range list {
		output.Body.Members[i] = h.member(&list[i], session.Viewer(ctx))
	}
	output.Body.CurrentUser.Role, output.Body.CurrentUser.IsOwner = string(shown.Role), shown.Role == workspace.Owner
	return output, nil
}

type createInput struct{ Body WorkspaceChange }

func (h *Handler) create(ctx context.Context, in *createInput) (*oneOutput, error) {
	shown, err := h.workspaces.Create(ctx, session.Viewer(ctx), in.Body.change())
	return h.one(ctx, shown, err)
}

type oneInput struct {
	ID int64 `path:"id" doc:"The workspace's number."`
}

func (h *Handler) show(ctx context.Context, in *oneInput) (*oneOutput, error) {
	shown, err := h.workspaces.Show(ctx, session.Viewer(ctx), in.ID)
	return h.one(ctx, shown, err)
}

type editInput struct {
	ID   int64 `path:"id" doc:"The workspace's number."`
	Body WorkspaceChange
}

func (h *Handler) edit(ctx context.Context, in *editInput) (*oneOutput, error) {
	shown, err := h.workspaces.Edit(ctx, session.Viewer(ctx), in.ID, rest.Expected(ctx), in.Body.change())
	return h.one(ctx, shown, err)
}

type doneOutput struct{ Body WorkspaceDone }

func (h *Handler) remove(ctx context.Context, in *oneInput) (*doneOutput, error) {
	if _, err := h.workspaces.Remove(ctx, session.Viewer(ctx), in.ID, rest.Expected(ctx)); err != nil {
		return nil, err
	}
	return &doneOutput{WorkspaceDone{true, in.ID, removedSpace}}, nil
}

type searchInput struct {
	Workspaces []int64 `query:"workspace_ids" doc:"Numbers of workspaces, at least one: 1,2 or repeated, with or without []."`
	Query      string  `query:"query" required:"true" minLength:"1" maxLength:"200" doc:"Words that the name must hold."`
}

// Resolve implements huma.Resolver: it reads the list once more, for the framework takes only the first of repeated ones.
func (in *searchInput) Resolve(ctx huma.Context) (errs []error) {
	in.Workspaces, errs = rest.IDs(ctx, "workspace_ids")
	if len(in.Workspaces) == 0 && len(errs) == 0 {
		errs = append(errs, &huma.ErrorDetail{Location: "query.workspace_ids", Message: fault.Required})
	}
	return errs
}

type searchOutput struct{ Body []MemberHit }

func (h *Handler) search(ctx context.Context, in *searchInput) (*searchOutput, error) {
	found, err := h.workspaces.Search(ctx, session.Viewer(ctx), in.Workspaces, in.Query)
	if err != nil {
		return nil, err
	}
	output := &searchOutput{make([]MemberHit, len(found))}
	for i := range found {
		output.Body[i] = MemberHit{found[i].ID, found[i].DisplayName}
	}
	return output, nil
}

type addMemberInput struct {
	ID   int64 `path:"id" doc:"The workspace's number."`
	Body struct {
		UserID int64  `json:"user_id"`
		Role   string `json:"role,omitempty" enum:"admin,member" doc:"Without one a newcomer is a member, and who is there already stays what they are."`
	}
}

type memberOutput struct{ Body MemberChanged }

func (h *Handler) addMember(ctx context.Context, in *addMemberInput) (*memberOutput, error) {
	added, err := h.workspaces.AddMember(ctx, session.Viewer(ctx), in.ID, in.Body.UserID, workspace.Role(in.Body.Role))
	if err != nil {
		return nil, err
	}
	return &memberOutput{h.memberChanged(&added)}, nil
}

type changeMemberInput struct {
	ID     int64 `path:"id" doc:"The workspace's number."`
	UserID int64 `path:"user_id" doc:"The member's number."`
	Body   struct {
		Role string `json:"role" enum:"owner,admin,member" doc:"owner: the workspace is handed over, by its owner."`
	}
}

func (h *Handler) changeMember(ctx context.Context, in *changeMemberInput) (*memberOutput, error) {
	changed, err := h.workspaces.ChangeMember(ctx, session.Viewer(ctx), in.ID, in.UserID, workspace.Role(in.Body.Role))
	if err != nil {
		return nil, err
	}
	return &memberOutput{h.memberChanged(&changed)}, nil
}

type memberInput struct {
	ID     int64 `path:"id" doc:"The workspace's number."`
	UserID int64 `path:"user_id" doc:"The member's number."`
}

func (h *Handler) removeMember(ctx context.Context, in *memberInput) (*doneOutput, error) {
	if err := h.workspaces.RemoveMember(ctx, session.Viewer(ctx), in.ID, in.UserID); err != nil {
		return nil, err
	}
	return &doneOutput{WorkspaceDone{true, in.UserID, removedMember}}, nil
}
