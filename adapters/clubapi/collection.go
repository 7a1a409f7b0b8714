package clubapi

import (
	"context"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/clubhuis/clubhuis/core/sync/payload"
)

// collection is the path of a kind of records.
type collection string

const peoplePath collection = "cms/v2/people"

func (p collection) one(id int64) string { return string(p) + "/" + strconv.FormatInt(id, 10) }

func (c *Client) create(ctx context.Context, p collection, change change) (kept record, err error) {
	r, err := sending(http.MethodPost, string(p), change)
	if err != nil {
		return kept, err
	}
	r.once = true
	_, err = c.send(ctx, r, &kept)
	return kept, err
}

// change changes a record, if it has the revision; 0 is any.
func (c *Client) change(ctx context.Context, p collection, id, revision int64, change change) (kept record, err error) {
	r, err := sending(http.MethodPut, p.one(id), change)
	if err != nil {
		return kept, err
	}
	r.revision = revision
	_, err = c.send(ctx, r, &kept)
	return kept, err
}

// remove likewise removes one.
func (c *Client) remove(ctx context.Context, p collection, id, revision int64) error {
	_, err := c.send(ctx, request{
		method: http.MethodDelete, path: p.one(id), query: url.Values{"force": {"true"}}, revision: revision,
	}, new(done))
	return err
}

// each visits the records of a collection that the query selects, each once, in the order in which they were made: a change
// meanwhile does not move them. Of acf they have the listed fields. A record that is made or removed meanwhile moves others,
// perhaps to a page that was read already; then the pages are read again. Records that cannot be read are returned as the error,
// after all others were visited.
func (c *Client) each(ctx context.Context, p collection, query url.Values, listed []string, visit func(record) error) error {
	query.Set("orderby", "date")
	query.Set("order", "asc")
	query.Set("_fields", "id,title,modified_gmt,administered,featured_media,acf."+strings.Join(listed, ",acf."))
	r := reading[record]{client: c, path: p, query: query, seen: map[int64]bool{}, visit: visit}
	if err := r.all(ctx); err != nil {
		return err
	}
	if len(r.odd) > 0 {
		return &payload.Unreadable{Records: r.odd}
	}
	return nil
}

// mostReadings is how often a list is read whose length keeps changing.
const mostReadings = 3

// mostOdd is how many records of a list may be unreadable; with more, something is wrong with the application.
const mostOdd = 20

// numbered is a record that has a number.
type numbered interface{ number() int64 }

// reading is a list that is being read.
type reading[R numbered] struct {
	client *Client
	path   collection
	query  url.Values
	broken bool // a record may break the application: a 500 is taken for an answer that cannot be read
	seen   map[int64]bool
	visit  func(R) error
	odd    []payload.UnreadableRecord
	length pages // of the list, as the first answer told it; its count is not used, for parts have others
	moved  bool  // another answer told another length
}

// all visits the records of the list, and notes in odd those that cannot be read.
func (r *reading[R]) all(ctx context.Context) error {
	for range mostReadings {
		r.odd, r.length, r.moved = nil, pages{}, false
		moved, err := r.once(ctx)
		if err != nil {
			return err
		}
		if !moved {
			break
		}
	}
	r.odd = slices.DeleteFunc(r.odd, func(odd payload.UnreadableRecord) bool { return r.seen[odd.ID] })
	return nil
}

// once visits the records on all pages that were not visited before, and reports whether the list changed meanwhile.
func (r *reading[R]) once(ctx context.Context) (moved bool, err error) {
	var first pages
	for page := 1; ; page++ {
		if page > mostPages {
			return false, errEndless
		}
		held, now, err := r.part(ctx, page, perPage)
		if page > 1 && isBeyondEnd(err) {
			return first.known, nil // the end of the pages, when the application does not tell their number
		}
		if err != nil {
			return false, err
		}
		if page == 1 {
			first = now
		}
		if now.last(page, held) {
			return r.moved || now != first, nil
		}
	}
}

// smaller is the next smaller size of a page, for one that cannot be read as a whole.
var smaller = map[int]int{perPage: 50, 50: 25, 25: 5, 5: 1}

// part visits the records on a page of the size, in smaller parts when it cannot be read as a whole. It returns how many there
// are, unreadable ones included.
func (r *reading[R]) part(ctx context.Context, page, size int) (held int, of pages, err error) {
	list, of, err := sized[R](ctx, r.client, string(r.path), r.query, page, size)
	switch {
	case err == nil:
		r.told(of)
		for _, found := range list {
			if r.seen[found.number()] {
				continue
			}
			r.seen[found.number()] = true
			if err := r.visit(found); err != nil {
				return 0, of, err
			}
		}
		return len(list), of, nil
	case !r.isOdd(err):
		return 0, of, err
	case size == 1:
		return r.unreadable(ctx, page, err)
	}
	parts := size / smaller[size]
	for n := range parts {
		more, now, err := r.part(ctx, (page-1)*parts+n+1, smaller[size])
		if n > 0 && isBeyondEnd(err) {
			break
		}
		if err != nil {
			return 0, of, err
		}
		held += more
		if now.known {
			of = pages{known: true, total: now.total, count: (now.total + size - 1) / size}
		}
		if of.known && (page-1)*size+(n+1)*smaller[size] >= of.total {
			break
		}
	}
	return held, of, nil
}

func (r *reading[R]) isOdd(err error) bool { return isOdd(err) || r.broken && isBroken(err) }

// told notes the length of the list that an answer told.
func (r *reading[R]) told(of pages) {
	if !r.length.known {
		r.length = of
	}
	r.moved = r.moved || of.known && of.total != r.length.total
}

// unreadable notes a record that cannot be read, with the little that can be read of it.
func (r *reading[R]) unreadable(ctx context.Context, place int, cause error) (held int, of pages, err error) {
	if len(r.odd) == mostOdd {
		return 0, of, cause
	}
	odd := payload.UnreadableRecord{Place: place, Cause: cause}
	query := maps.Clone(r.query)
	query.Set("_fields", "id,administered,acf.assoc-id")
	list, of, err := sized[struct {
		ID           int64
		Administered bool
		ACF          object
	}](ctx, r.client, string(r.path), query, place, 1)
	switch {
	case err != nil && !r.isOdd(err):
		return 0, of, err
	case err == nil && len(list) == 1:
		r.told(of)
		odd.ID, odd.Administered = list[0].ID, list[0].Administered
		odd.Code = record{ACF: list[0].ACF}.person().Membership.Code
	}
	r.odd = append(r.odd, odd)
	return 1, of, nil
}
