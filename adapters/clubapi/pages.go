package clubapi

import (
	"context"
	"errors"
	"maps"
	"net/http"
	"net/url"
	"strconv"

	"github.com/clubhuis/clubhuis/core/fault"
)

// perPage is how many are asked for at a time.
const perPage = 100

// mostPages is how many pages a list has at most: an application whose pages never end has gone wrong.
const mostPages = 1000

var errEndless = errUnreadable.Because(errors.New("its pages never end"))

// pages is the length of a list, as its headers say.
type pages struct {
	known        bool
	total, count int
}

func pagesOf(header http.Header) pages {
	total, noTotal := strconv.Atoi(header.Get("X-WP-Total"))
	count, noCount := strconv.Atoi(header.Get("X-WP-TotalPages"))
	return pages{known: noTotal == nil && noCount == nil, total: total, count: count}
}

// last reports whether no page comes after this one, which holds so many.
func (p pages) last(page, held int) bool {
	if p.known {
		return page >= p.count
	}
	return held < perPage
}

// onePage reads a page of a list, from 1.
func onePage[T any](ctx context.Context, c *Client, path string, query url.Values, page int) (list []T, of pages, err error) {
	return sized[T](ctx, c, path, query, page, perPage)
}

// sized is onePage with so many on a page.
func sized[T any](ctx context.Context, c *Client, path string, query url.Values, page, size int) (list []T, of pages, err error) {
	if query = maps.Clone(query); query == nil {
		query = url.Values{}
	}
	query.Set("per_page", strconv.Itoa(size))
	query.Set("page", strconv.Itoa(page))
	header, err := c.send(ctx, get(path, query), &list)
	if err == nil && list == nil {
		err = errUnreadable.Because(errors.New("null instead of a list"))
	}
	return list, pagesOf(header), err
}

// isBeyondEnd reports whether a page was refused because the list is shorter.
func isBeyondEnd(err error) bool {
	return err != nil && fault.As(err).Code == fault.ErrNoSuchPage.Code
}
