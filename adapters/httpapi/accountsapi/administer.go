package accountsapi

import (
	"context"
	"net/http"
	"slices"

	"github.com/danielgtaylor/huma/v2"

	"github.com/clubhuis/clubhuis/adapters/httpapi/rest"
	"github.com/clubhuis/clubhuis/adapters/httpapi/session"
	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/account"
	"github.com/clubhuis/clubhuis/core/usecase/accounts"
)

// mountAdministration adds what administrators do with the accounts of others.
func (h *Handler) mountAdministration(api huma.API) {
	const user, tag = "/club/v1/users/{id}", "accounts"
	const roles, person = user + "/roles", "/club/v1/user/linked-person"
	rest.Handle(api, rest.Operation{Name: "users.roles", Method: http.MethodGet, Path: roles, Tag: tag,
		Summary: "The roles of a user and where they come from, for administrators"}, h.roles)
	rest.Handle(api, rest.Operation{Name: "users.set-roles", Method: http.MethodPut, Path: roles, Tag: tag, Audit: true,
		Needs: access.Manage, Confirm: true, Summary: "Decide which roles a user has by hand, for administrators"}, h.setRoles)
	rest.Handle(api, rest.Operation{Name: "users.set-email", Method: http.MethodPut, Path: user + "/email", Tag: tag, Audit: true,
		Needs: access.Manage, Confirm: true,
		Summary: "Give a user another e-mail address, for administrators; the one before is told, links sent before end"}, h.setEmail)
	rest.Handle(api, rest.Operation{Name: "users.delete", Method: http.MethodDelete, Path: user, Tag: tag, Audit: true,
		Needs: access.Manage, Confirm: true,
		Summary: "Destroy an account and hand over what its user made, for administrators; people are never deleted"}, h.deleteUser)
	rest.Handle(api, rest.Operation{Name: "users.block", Method: http.MethodPost, Path: user + "/block", Tag: tag, Audit: true,
		Summary: "Keep a user out and end all sessions, for administrators"}, h.block)
	rest.Handle(api, rest.Operation{Name: "users.unblock", Method: http.MethodPost, Path: user + "/unblock", Tag: tag, Audit: true,
		Summary: "Let a user in again, for administrators"}, h.unblock)
	rest.Handle(api, rest.Operation{Name: "users.reset", Method: http.MethodPost, Path: user + "/reset", Tag: tag, Audit: true,
		Summary: "Take a user's password away, end all sessions and mail a link that sets another, for administrators"}, h.resetUser)

	rest.Handle(api, rest.Operation{Name: "user.linked-person", Method: http.MethodGet, Path: person, Tag: tag,
		Summary: "Which person one is"}, h.linkedPerson)
	rest.Handle(api, rest.Operation{Name: "user.link-person", Method: http.MethodPost, Path: person, Tag: tag, Audit: true,
		Needs: access.Manage, Confirm: true, Summary: "Decide which person one is, or another user, for administrators"}, h.linkPerson)

	const functions = "/club/v1/functie-capability-map"
	rest.Handle(api, rest.Operation{Name: "functie-capability-map.show", Method: http.MethodGet, Path: functions, Tag: tag,
		Summary: "Which roles functions of the club bring, for administrators"}, h.functionMap)
	rest.Handle(api, rest.Operation{Name: "functie-capability-map.change", Method: http.MethodPost, Path: functions, Tag: tag,
		Audit: true, Needs: access.Manage, Confirm: true,
		Summary: "Replace the whole map of functions and roles, for administrators"}, h.setFunctionMap)
	rest.Handle(api, rest.Operation{Name: "capability-sync", Method: http.MethodPost, Path: "/club/v1/capability-sync", Tag: tag,
		Audit: true, Summary: "Tell which functions a member has now, for administrators and the synchronization: " +
			"roles that came with functions come and go with them. Status withheld: an administrator linked the account when the " +
			"person had another member code; roles end and none begin, until it is linked again"}, h.syncFunctions)
}

// Roles are the roles of a user.
type Roles struct {
	Roles      []string            `json:"roles" doc:"All of them, each once."`
	ByHand     []string            `json:"by_hand"`
	ByFunction []string            `json:"by_function"`
	Functions  map[string][]string `json:"functions" doc:"By role that came with functions: which functions bring it."`
}

type rolesOutput struct{ Body Roles }

func rolesBody(r accounts.Roles, err error) (*rolesOutput, error) {
	if err != nil {
		return nil, err
	}
	body := Roles{
		Roles: texts(r.Held()), ByHand: texts(r.User.Roles), ByFunction: texts(r.ByFunction), Functions: map[string][]string{},
	}
	for role, functions := range r.Functions {
		body.Functions[string(role)] = functions
	}
	return &rolesOutput{body}, nil
}

type userInput struct {
	ID int64 `path:"id"`
}

func (h *Handler) roles(ctx context.Context, in *userInput) (*rolesOutput, error) {
	return rolesBody(h.accounts.RolesOf(ctx, session.Viewer(ctx), in.ID))
}

type setRolesInput struct {
	ID   int64 `path:"id"`
	Body struct {
		Roles []string `json:"roles" maxItems:"50" doc:"Short names (admin, financieel) are understood, too."`
	}
}

func (h *Handler) setRoles(ctx context.Context, in *setRolesInput) (*rolesOutput, error) {
	return rolesBody(h.accounts.SetRolesByHand(ctx, session.Viewer(ctx), in.ID, namedRoles(in.Body.Roles)))
}

type setEmailInput struct {
	ID   int64 `path:"id"`
	Body struct {
		Email string `json:"email" maxLength:"320" doc:"Of no other user."`
	}
}

type emailOutput struct {
	Body struct {
		Email string `json:"email" doc:"As it is kept: in small letters."`
	}
}

func (h *Handler) setEmail(ctx context.Context, in *setEmailInput) (*emailOutput, error) {
	changed, err := h.accounts.ChangeEmail(ctx, session.Viewer(ctx), in.ID, in.Body.Email)
	if err != nil {
		return nil, err
	}
	output := &emailOutput{}
	output.Body.Email = changed.Email
	return output, nil
}

func namedRoles(names []string) []access.Role {
	roles := make([]access.Role, len(names))
	for i, name := range names {
		roles[i] = access.NamedRole(name)
	}
	return roles
}

func shortRoles(roles []access.Role) []string {
	names := make([]string, len(roles))
	for i, role := range roles {
		names[i] = role.Short()
	}
	slices.Sort(names)
	return names
}

type deleteUserInput struct {
	ID   int64 `path:"id"`
	Heir int64 `query:"reassign" doc:"Who gets what the user made; you, where it is not given."`
}

type deletedUserOutput struct {
	Body struct {
		Deleted  bool      `json:"deleted"`
		Heir     int64     `json:"reassigned_to"`
		Previous UserEntry `json:"previous"`
	}
}

func (h *Handler) deleteUser(ctx context.Context, in *deleteUserInput) (*deletedUserOutput, error) {
	gone, heir, err := h.accounts.Delete(ctx, session.Viewer(ctx), in.ID, in.Heir)
	if err != nil {
		return nil, err
	}
	output := &deletedUserOutput{}
	output.Body.Deleted, output.Body.Heir, output.Body.Previous = true, heir, wireUser(account.Listed{User: gone})
	return output, nil
}

type leftOutput struct {
	Body struct {
		Success   bool                  `json:"success"`
		Ended     int                   `json:"sessions_ended"`
		Passwords []ApplicationPassword `json:"application_passwords" doc:"Those that there still are, oldest first."`
		Revoked   int                   `json:"application_passwords_revoked"`
	}
}

func (h *Handler) leftBody(left accounts.Left, err error) (*leftOutput, error) {
	if err != nil {
		return nil, err
	}
	output := &leftOutput{}
	output.Body.Success, output.Body.Ended, output.Body.Revoked = true, left.Ended, left.Revoked
	output.Body.Passwords = wirePasswords(left.Passwords, h.accounts.Today())
	return output, nil
}

func (h *Handler) block(ctx context.Context, in *userInput) (*leftOutput, error) {
	return h.leftBody(h.accounts.KeepOut(ctx, session.Viewer(ctx), in.ID, true))
}

func (h *Handler) unblock(ctx context.Context, in *userInput) (*leftOutput, error) {
	return h.leftBody(h.accounts.KeepOut(ctx, session.Viewer(ctx), in.ID, false))
}

type resetUserInput struct {
	ID   int64 `path:"id"`
	Body *struct {
		Revoke bool `json:"revoke_application_passwords,omitempty"`
	}
}

func (h *Handler) resetUser(ctx context.Context, in *resetUserInput) (*leftOutput, error) {
	return h.leftBody(h.accounts.Reset(ctx, session.Viewer(ctx), in.ID, in.Body != nil && in.Body.Revoke))
}

type linkedOutput struct {
	Body struct {
		Person *int64 `json:"person_id" doc:"null for nobody."`
	}
}

func linkedBody(id int64) *linkedOutput {
	output := &linkedOutput{}
	if id != 0 {
		output.Body.Person = &id
	}
	return output
}

func (h *Handler) linkedPerson(ctx context.Context, _ *struct{}) (*linkedOutput, error) {
	id, err := h.accounts.LinkedPerson(ctx, session.Viewer(ctx))
	if err != nil {
		return nil, err
	}
	return linkedBody(id), nil
}

type linkInput struct {
	Body struct {
		Person *int64 `json:"person_id" nullable:"true" doc:"null for nobody."`
		User   int64  `json:"user_id,omitempty" doc:"Another user than oneself."`
	}
}

func (h *Handler) linkPerson(ctx context.Context, in *linkInput) (*linkedOutput, error) {
	viewer, to := session.Viewer(ctx), int64(0)
	if in.Body.Person != nil {
		to = *in.Body.Person
	}
	user := in.Body.User
	if user == 0 {
		user = viewer.User
	}
	if err := h.accounts.LinkPerson(ctx, viewer, user, to); err != nil {
		return nil, err
	}
	return linkedBody(to), nil
}

// FunctionMap says which roles functions of the club bring.
type FunctionMap map[string][]string

func wireFunctions(m access.FunctionMap) FunctionMap {
	wire := FunctionMap{}
	for function, roles := range m {
		wire[function] = shortRoles(roles)
	}
	return wire
}

type functionMapOutput struct {
	Body struct {
		Map FunctionMap `json:"map" doc:"By function: short names of roles (admin, financieel)."`
	}
}

func (h *Handler) functionMap(ctx context.Context, _ *struct{}) (*functionMapOutput, error) {
	m, err := h.accounts.FunctionMap(ctx, session.Viewer(ctx))
	if err != nil {
		return nil, err
	}
	output := &functionMapOutput{}
	output.Body.Map = wireFunctions(m)
	return output, nil
}

type setFunctionMapInput struct {
	Body struct {
		Map FunctionMap `json:"map" doc:"The whole map. The whole name of a role is understood, too."`
	}
}

type setFunctionMapOutput struct {
	Body struct {
		Success bool        `json:"success"`
		Map     FunctionMap `json:"map"`
	}
}

func (h *Handler) setFunctionMap(ctx context.Context, in *setFunctionMapInput) (*setFunctionMapOutput, error) {
	m := access.FunctionMap{}
	for function, roles := range in.Body.Map {
		m[function] = namedRoles(roles)
	}
	m, err := h.accounts.SetFunctionMap(ctx, session.Viewer(ctx), m)
	if err != nil {
		return nil, err
	}
	output := &setFunctionMapOutput{}
	output.Body.Success, output.Body.Map = true, wireFunctions(m)
	return output, nil
}

type syncFunctionsInput struct {
	Body struct {
		Code      string   `json:"assoc_id" doc:"Member code of the association."`
		Functions []string `json:"functies" doc:"All functions that the member has in the club now."`
	}
}

// What telling functions can come to.
const (
	functionsSynced   = "synced"
	functionsNoUser   = "no_user"
	functionsWithheld = "withheld"
)

type syncFunctionsOutput struct {
	Body struct {
		Status  string   `json:"status" enum:"synced,no_user,withheld" doc:"no_user: nobody has an account as this member."`
		Granted []string `json:"granted" doc:"Short names of the roles that the user got."`
		Revoked []string `json:"revoked" doc:"Short names of the roles that the user lost."`
	}
}

func (h *Handler) syncFunctions(ctx context.Context, in *syncFunctionsInput) (*syncFunctionsOutput, error) {
	synced, err := h.accounts.SyncFunctions(ctx, session.Viewer(ctx), in.Body.Code, in.Body.Functions)
	if err != nil {
		return nil, err
	}
	output := &syncFunctionsOutput{}
	output.Body.Status = functionsSynced
	switch {
	case synced.Withheld:
		output.Body.Status = functionsWithheld
	case synced.User == 0:
		output.Body.Status = functionsNoUser
	}
	output.Body.Granted, output.Body.Revoked = shortRoles(synced.Granted), shortRoles(synced.Revoked)
	return output, nil
}
