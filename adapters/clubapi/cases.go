package clubapi

import (
	"context"
	"errors"
	"html"
	"net/http"
	"net/url"

	"github.com/clubhuis/clubhuis/core/discipline"
	core "github.com/clubhuis/clubhuis/core/record"
	"github.com/clubhuis/clubhuis/core/season"
	"github.com/clubhuis/clubhuis/core/sync/payload"
	"github.com/clubhuis/clubhuis/ports"
)

type cases struct{ client *Client }

var _ ports.ApplicationCases = cases{}

const (
	casesPath   collection = "cms/v2/discipline-cases"
	seasonsPath string     = "cms/v2/seizoen"
)

func (c cases) List(ctx context.Context) ([]payload.Case, error) {
	list := []payload.Case{}
	err := c.client.each(ctx, casesPath, url.Values{}, payload.ListedOfCases, func(r record) error {
		list = append(list, r.discipline())
		return nil
	})
	var unreadable *payload.Unreadable
	if err != nil && !errors.As(err, &unreadable) {
		return nil, err
	}
	return list, err
}

func (c cases) Create(ctx context.Context, filed payload.Case) (payload.Case, error) {
	told, err := c.about(ctx, filed)
	if err != nil {
		return payload.Case{}, err
	}
	kept, err := c.client.create(ctx, casesPath, told)
	return kept.discipline(), err
}

func (c cases) Change(ctx context.Context, id int64, changed payload.Case) (payload.Case, error) {
	told, err := c.about(ctx, changed)
	if err != nil {
		return payload.Case{}, err
	}
	kept, err := c.client.change(ctx, casesPath, id, 0, told)
	return kept.discipline(), err
}

func (c cases) Remove(ctx context.Context, id int64) error {
	return c.client.remove(ctx, casesPath, id, 0)
}

func (c cases) about(ctx context.Context, told payload.Case) (change, error) {
	sent := change{Status: published, Title: told.Title, ACF: told.Encode()}
	if told.Season == 0 {
		return sent, nil
	}
	number, err := c.season(ctx, told.Season)
	sent.Seasons = []int64{number}
	return sent, err
}

// term is a season as the application returns it.
type term struct {
	ID   int64
	Slug string
}

// season returns the application's number of a season, which it is told of when it does not know it. The client remembers the
// numbers.
func (c cases) season(ctx context.Context, of season.Season) (int64, error) {
	c.client.seasons.Lock()
	defer c.client.seasons.Unlock()
	if number := c.client.seasonNumbers[of]; number != 0 {
		return number, nil
	}
	var found []term
	if _, err := c.client.send(ctx, get(seasonsPath, url.Values{"slug": {of.String()}}), &found); err != nil {
		return 0, err
	}
	var number int64
	for _, t := range found {
		if t.Slug == of.String() && t.ID > 0 {
			number = t.ID
		}
	}
	if number == 0 {
		var made term
		r, err := sending(http.MethodPost, seasonsPath, map[string]string{"name": of.String(), "slug": of.String()})
		if err != nil {
			return 0, err
		}
		r.once = true
		if _, err := c.client.send(ctx, r, &made); err != nil {
			return 0, err
		}
		if number = made.ID; number <= 0 {
			return 0, errUnreadable.Because(errors.New("a season without a number"))
		}
	}
	c.client.seasonNumbers[of] = number
	return number, nil
}

// discipline returns the record as a case. Its season is that of the day of the match.
func (r record) discipline() payload.Case {
	c := payload.Case{Case: discipline.Case{
		Head: core.Head{ID: r.ID, Revision: int64(r.Revision)}, Title: html.UnescapeString(r.Title.Rendered),
	}}
	if r.ACF != nil {
		c.Read(r.ACF)
	}
	return c
}
