package clubapi

import (
	"context"
	"net/http"
	"net/url"
	"strconv"

	"github.com/clubhuis/clubhuis/core/submission"
)

// collection is the path of a kind of records.
type collection string

const peoplePath collection = "cms/v2/people"

func (p collection) one(id int64) string { return string(p) + "/" + strconv.FormatInt(id, 10) }

func (c *Client) create(ctx context.Context, p collection, change submission.Change) (submission.Record, error) {
	r, err := sending(http.MethodPost, string(p), published(change))
	if err != nil {
		return submission.Record{}, err
	}
	r.once = true
	var kept record
	_, err = c.send(ctx, r, &kept)
	return kept.Record, err
}

func (c *Client) change(ctx context.Context, p collection, id int64, change submission.Change) (submission.Record, error) {
	r, err := sending(http.MethodPut, p.one(id), published(change))
	if err != nil {
		return submission.Record{}, err
	}
	var kept record
	_, err = c.send(ctx, r, &kept)
	return kept.Record, err
}

func (c *Client) remove(ctx context.Context, p collection, id int64) error {
	_, err := c.send(ctx, request{method: http.MethodDelete, path: p.one(id), query: url.Values{"force": {"true"}}}, new(done))
	return err
}

// each visits the records of a collection that the query asks for, each once, in the order in which they were made: what is changed
// meanwhile stays where it is. What comes or goes meanwhile moves others, perhaps to a page that was read already; then
// the pages are read once more.
func (c *Client) each(ctx context.Context, p collection, query url.Values, visit func(submission.Record) error) error {
	query.Set("orderby", "date")
	query.Set("order", "asc")
	seen := map[int64]bool{}
	for range mostReadings {
		moved, err := c.reading(ctx, p, query, func(r submission.Record) error {
			if seen[r.ID] {
				return nil
			}
			seen[r.ID] = true
			return visit(r)
		})
		if err != nil || !moved {
			return err
		}
	}
	return nil
}

// mostReadings is how often a list is read that is another one every time.
const mostReadings = 3

// reading visits what is on the pages of a collection, and reports whether it became another one meanwhile.
func (c *Client) reading(ctx context.Context, p collection, query url.Values, visit func(submission.Record) error) (moved bool, err error) {
	var first pages
	for page := 1; ; page++ {
		list, now, err := onePage[record](ctx, c, string(p), query, page)
		if page > 1 && isBeyondEnd(err) {
			return first.known, nil // when the application does not tell how many pages there are, this is how they end
		}
		if err != nil {
			return false, err
		}
		if page == 1 {
			first = now
		}
		for _, r := range list {
			if err := visit(r.Record); err != nil {
				return false, err
			}
		}
		if now.last(page, len(list)) {
			return now != first, nil
		}
	}
}
