package timelineapi

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"github.com/clubhuis/clubhuis/adapters/httpapi/rest"
	"github.com/clubhuis/clubhuis/adapters/httpapi/session"
	"github.com/clubhuis/clubhuis/core/record"
	"github.com/clubhuis/clubhuis/core/task"
	"github.com/clubhuis/clubhuis/core/usecase/tasks"
)

func (h *Handler) mountTodos(api huma.API) {
	const all, one, raw, tag = "/club/v1/todos", "/club/v1/todos/{id}", "/cms/v2/todos/{id}", "todos"
	rest.Handle(api, rest.Operation{
		Name:    "todos.list",
		Method:  http.MethodGet,
		Path:    all,
		Tag:     tag,
		Summary: "The caller's todos, made or given: open ones by day, then those that wait the longest, then completed ones",
	}, h.listTodos)
	rest.Handle(api, rest.Operation{Name: "todos.create", Method: http.MethodPost, Path: all, Tag: tag,
		Summary: "Make a todo, about people or about nobody"}, h.createTodo)
	rest.Handle(api, rest.Operation{Name: "people.todos.list", Method: http.MethodGet, Path: of("todos"), Tag: tag,
		Summary: "The caller's todos about a person, newest first"}, h.todosAbout)
	rest.Handle(api, rest.Operation{Name: "people.todos.create", Method: http.MethodPost, Path: of("todos"), Tag: tag,
		Summary: "Make a todo about a person"}, h.createTodoAbout)
	rest.Handle(api, rest.Operation{Name: "todos.show", Method: http.MethodGet, Path: one, Tag: tag,
		Summary: "Show a todo that the caller made or was given"}, h.showTodo)
	for _, way := range []struct{ name, method string }{{"update", http.MethodPut}, {"patch", http.MethodPatch}} {
		rest.Handle(api, rest.Operation{Name: "todos." + way.name, Method: way.method, Path: one, Tag: tag,
			Summary: "Change the given members of a todo: who made it all, whom it is given to the status",
			Guard:   guard(h.tasks.Expect)}, h.changeTodo)
		rest.Handle(api, rest.Operation{Name: "todos.assign." + way.name, Method: way.method, Path: raw, Tag: tag,
			Summary: "Give a todo to a user", Guard: guard(h.tasks.Expect)}, h.assignTodo)
	}
	rest.Handle(api, rest.Operation{Name: "todos.delete", Method: http.MethodDelete, Path: one, Tag: tag,
		Summary: "Delete a todo that the caller made", Guard: guard(h.tasks.Expect)}, h.removeTodo)
	rest.Handle(api, rest.Operation{Name: "todos.remove", Method: http.MethodDelete, Path: raw, Tag: tag,
		Summary: "Delete a todo that the caller made", Guard: guard(h.tasks.Expect)}, h.removeTodo)
}

// TodoChange is what clients send to change a todo.
type TodoChange struct {
	Content    *string  `json:"content,omitempty" doc:"Plain text; needed for a new one."`
	Notes      *string  `json:"notes,omitempty" doc:"HTML, of which what is safe stays, or plain text; empty clears."`
	Status     *string  `json:"status,omitempty" doc:"open, awaiting or completed; open for a new one without."`
	DueDate    *string  `json:"due_date,omitempty" doc:"Y-m-d; empty clears."`
	PersonIDs  *[]int64 `json:"person_ids,omitempty" doc:"People whom the caller may see; replaced as a whole. Others whom it is about stay."`
	AssigneeID *int64   `json:"assignee_id,omitempty" doc:"The user whom it is given to, 0 for its author."`
}

// NewTodo is what clients send to make one.
type NewTodo struct {
	TodoChange
	AssigneeFunction string `json:"assignee_function,omitempty" maxLength:"200" doc:"Makes a todo for everybody who has this function in the club, such as Secretaris, else for the administrators; the answer is the first."`
}

func (c *TodoChange) change() (tasks.Change, error) {
	due, err := day(c.DueDate, "due_date")
	return tasks.Change{
		Content: c.Content, Notes: c.Notes, Status: (*task.Status)(c.Status), Due: due, People: c.PersonIDs, Assignee: c.AssigneeID,
	}, err
}

func (c *NewTodo) change() (tasks.Change, error) {
	change, err := c.TodoChange.change()
	change.Function = c.AssigneeFunction
	return change, err
}

type todosInput struct {
	Status string `query:"status" default:"open" doc:"open, awaiting, completed or all."`
	Window
}

type todosOutput struct {
	rest.Paged
	Body []Todo
}

func (h *Handler) todos(w *Window, page record.Page[tasks.Shown], err error) (*todosOutput, error) {
	if err != nil {
		return nil, err
	}
	output := &todosOutput{Paged: w.paged(page.Total), Body: make([]Todo, len(page.Records))}
	for i := range page.Records {
		output.Body[i] = h.todo(&page.Records[i])
	}
	return output, nil
}

func (h *Handler) listTodos(ctx context.Context, in *todosInput) (*todosOutput, error) {
	status := task.Status(in.Status)
	if status == "all" {
		status = ""
	} else if !status.Known() {
		return nil, task.ErrStatus
	}
	page, err := h.tasks.List(ctx, session.Viewer(ctx), status, in.offset(), in.limit())
	return h.todos(&in.Window, page, err)
}

func (h *Handler) todosAbout(ctx context.Context, in *pageInput) (*todosOutput, error) {
	page, err := h.tasks.About(ctx, session.Viewer(ctx), in.ID, in.offset(), in.limit())
	return h.todos(&in.Window, page, err)
}

type todoOutput struct {
	ETag string `header:"ETag" doc:"The todo's revision, for If-Match."`
	Body Todo
}

func (h *Handler) oneTodo(t tasks.Shown, err error) (*todoOutput, error) {
	if err != nil {
		return nil, err
	}
	return &todoOutput{rest.ETag(t.Revision), h.todo(&t)}, nil
}

type createTodoInput struct{ Body NewTodo }

func (h *Handler) createTodo(ctx context.Context, in *createTodoInput) (*todoOutput, error) {
	change, err := in.Body.change()
	if err != nil {
		return nil, err
	}
	return h.oneTodo(h.tasks.Create(ctx, session.Viewer(ctx), change))
}

type createTodoAboutInput struct {
	ID   int64 `path:"id" doc:"The person's number."`
	Body NewTodo
}

func (h *Handler) createTodoAbout(ctx context.Context, in *createTodoAboutInput) (*todoOutput, error) {
	change, err := in.Body.change()
	if err != nil {
		return nil, err
	}
	return h.oneTodo(h.tasks.CreateAbout(ctx, session.Viewer(ctx), in.ID, change))
}

type showTodoInput struct {
	ID int64 `path:"id" doc:"The todo's number."`
}

func (h *Handler) showTodo(ctx context.Context, in *showTodoInput) (*todoOutput, error) {
	return h.oneTodo(h.tasks.Show(ctx, session.Viewer(ctx), in.ID))
}

type changeTodoInput struct {
	ID   int64 `path:"id" doc:"The todo's number."`
	Body TodoChange
}

func (h *Handler) changeTodo(ctx context.Context, in *changeTodoInput) (*todoOutput, error) {
	change, err := in.Body.change()
	if err != nil {
		return nil, err
	}
	return h.oneTodo(h.tasks.Edit(ctx, session.Viewer(ctx), in.ID, rest.Expected(ctx), change))
}

type assignTodoInput struct {
	ID   int64 `path:"id" doc:"The todo's number."`
	Body struct {
		Author int64 `json:"author" doc:"The user whom it is given to."`
	}
}

func (h *Handler) assignTodo(ctx context.Context, in *assignTodoInput) (*todoOutput, error) {
	change := tasks.Change{Assignee: &in.Body.Author}
	return h.oneTodo(h.tasks.Edit(ctx, session.Viewer(ctx), in.ID, rest.Expected(ctx), change))
}

func (h *Handler) removeTodo(ctx context.Context, in *removeInput) (*removeOutput, error) {
	return removed(h.tasks.Remove(ctx, session.Viewer(ctx), in.ID, rest.Expected(ctx)))
}
