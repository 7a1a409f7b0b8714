package clubapi

import (
	"context"
	"errors"
	"fmt"
	"net/http"

	"github.com/clubhuis/clubhuis/core/activity"
	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/sync/payload"
	"github.com/clubhuis/clubhuis/ports"
)

type activities struct{ client *Client }

var _ ports.ApplicationActivities = activities{}

func activitiesOf(person int64) string { return fmt.Sprintf("club/v1/people/%d/activities", person) }

// loggedActivity is an activity as the application returns it.
type loggedActivity struct {
	ID      int64  `json:"id"`
	Type    string `json:"activity_type"`
	Date    string `json:"activity_date"`
	Time    string `json:"activity_time"`
	Content string `json:"content"`
}

func (a activities) Latest(ctx context.Context, person int64) ([]payload.Activity, error) {
	list, _, err := onePage[loggedActivity](ctx, a.client, activitiesOf(person), nil, 1)
	if err != nil {
		return nil, err
	}
	latest := make([]payload.Activity, len(list))
	for i, logged := range list {
		on, _ := civil.Parse(logged.Date) // the zero Date for what is none
		latest[i] = payload.Activity{
			ID:      logged.ID,
			Type:    activity.Type(logged.Type),
			Content: logged.Content,
			On:      on,
			Time:    logged.Time,
		}
		if logged.ID <= 0 {
			return nil, errUnreadable.Because(errors.New("an activity without a number"))
		}
	}
	return latest, nil
}

func (a activities) Log(ctx context.Context, person int64, logged payload.Activity) error {
	r, err := sending(http.MethodPost, activitiesOf(person), struct {
		Content string `json:"content"`
		Type    string `json:"activity_type"`
		Date    string `json:"activity_date"`
		Time    string `json:"activity_time,omitempty"`
	}{logged.Content, string(logged.Type), logged.On.String(), logged.Time})
	if err != nil {
		return err
	}
	r.once = true
	var made loggedActivity
	if _, err = a.client.send(ctx, r, &made); err == nil && made.ID <= 0 {
		err = errUnreadable.Because(errors.New("a logged activity without a number"))
	}
	return err
}
