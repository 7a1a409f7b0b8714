package inmem

import (
	"context"

	"github.com/clubhuis/clubhuis/core/sync/payload"
	"github.com/clubhuis/clubhuis/core/timeline"
	usetimelines "github.com/clubhuis/clubhuis/core/usecase/timelines"
	"github.com/clubhuis/clubhuis/ports"
)

type applicationActivities struct{ *Application }

var _ ports.ApplicationActivities = applicationActivities{}

// latest is how many activities are told.
const latest = 100

func (a applicationActivities) Latest(ctx context.Context, person int64) (list []payload.Activity, err error) {
	err = a.read(ctx, CallActivities, person, func() error {
		list, err = a.logged(ctx, person)
		return err
	})
	return cleared(list, err)
}

func (a applicationActivities) Log(ctx context.Context, person int64, logged payload.Activity) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	return a.write(CallLog, person, nil, func() (int64, error) {
		_, err := a.timelines.Log(ctx, administrator, person, usetimelines.ActivityChange{
			Content: &logged.Content, Type: &logged.Type, Date: &logged.On, Time: &logged.Time,
		})
		return person, err
	})
}

// logged returns the latest activities of somebody.
func (a *Application) logged(ctx context.Context, person int64) ([]payload.Activity, error) {
	page, err := a.timelines.Page(ctx, administrator, person, usetimelines.Part{
		Kinds: []timeline.Kind{timeline.Activity}, Limit: latest,
	})
	if err != nil {
		return nil, err
	}
	list := []payload.Activity{}
	for i := range page.Records {
		found := page.Records[i].Activity
		list = append(list, payload.Activity{ID: found.ID, Type: found.Type, Content: found.Content, On: found.Date, Time: found.Time})
	}
	return list, nil
}

// Logged returns the latest activities of somebody, newest first.
func (a *Application) Logged(person int64) []payload.Activity {
	list, err := a.logged(context.Background(), person)
	return settled(list, err)
}
