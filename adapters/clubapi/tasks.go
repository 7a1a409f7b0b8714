package clubapi

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"

	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/sync/payload"
	"github.com/clubhuis/clubhuis/ports"
)

type tasks struct{ client *Client }

var _ ports.ApplicationTasks = tasks{}

// tasksOf returns the path of the tasks about a person, 0 for those of everybody.
func tasksOf(person int64) string {
	if person == 0 {
		return "club/v1/todos"
	}
	return fmt.Sprintf("club/v1/people/%d/todos", person)
}

// givenTask is a task as the application returns it.
type givenTask struct {
	ID      int64  `json:"id"`
	Content string `json:"content"`
	Notes   string `json:"notes"`
	Due     string `json:"due_date"`
}

func (t tasks) Given(ctx context.Context, person int64) ([]payload.Task, error) {
	query := url.Values{}
	if person == 0 {
		query.Set("status", "all")
	}
	list, _, err := onePage[givenTask](ctx, t.client, tasksOf(person), query, 1)
	if err != nil {
		return nil, err
	}
	given := make([]payload.Task, len(list))
	for i, one := range list {
		due, _ := civil.Parse(one.Due) // the zero Date for what is none
		given[i] = payload.Task{ID: one.ID, Content: one.Content, Notes: one.Notes, Due: due}
		if one.ID <= 0 {
			return nil, errUnreadable.Because(errors.New("a task without a number"))
		}
	}
	return given, nil
}

func (t tasks) Give(ctx context.Context, person int64, task payload.Task) error {
	r, err := sending(http.MethodPost, tasksOf(person), struct {
		Content  string `json:"content"`
		Notes    string `json:"notes,omitempty"`
		Due      string `json:"due_date"`
		Status   string `json:"status"`
		Function string `json:"assignee_function,omitempty"`
	}{task.Content, task.Notes, task.Due.String(), "open", task.Function})
	if err != nil {
		return err
	}
	r.once = true
	_, err = t.client.send(ctx, r, new(givenTask))
	return err
}
