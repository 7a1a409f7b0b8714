package rest

import (
	"math"
	"strconv"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"github.com/clubhuis/clubhuis/core/fault"
)

// Collection are the common parameters of a /cms/v2 collection (contract §4, §8).
type Collection struct {
	Page          int      `query:"page" minimum:"1" default:"1" doc:"Page of the list."`
	PerPage       int      `query:"per_page" minimum:"1" maximum:"100" default:"10" doc:"Records a page."`
	Search        string   `query:"search" maxLength:"200" doc:"Words that the name must hold."`
	OrderBy       string   `query:"orderby" enum:"date,title,modified" default:"date"`
	Order         string   `query:"order" enum:"asc,desc" default:"desc"`
	Include       []int64  `query:"include" doc:"Only these ids; 1,2 or repeated, with or without []."`
	Exclude       []int64  `query:"exclude" doc:"Not these ids."`
	Slug          []string `query:"slug" doc:"Only these slugs."`
	ModifiedAfter string   `query:"modified_after" doc:"Only records changed after this ISO 8601 time; without a zone it is the club's."`
	Selection
}

// mostIDs is how many ids a list takes as include or exclude.
const mostIDs = 1000

// Resolve implements huma.Resolver: it reads the lists once more, for the framework takes only the first of repeated ones.
func (l *Collection) Resolve(ctx huma.Context) []error {
	address := ctx.URL()
	query := address.Query()
	values := func(name string) (list []string) {
		for _, spelling := range []string{name, name + "[]"} {
			for _, value := range query[spelling] {
				for _, item := range strings.Split(value, ",") {
					if item = strings.TrimSpace(item); item != "" {
						list = append(list, item)
					}
				}
			}
		}
		return list
	}
	errs := l.Selection.Resolve(ctx)
	ids := func(name string) []int64 {
		var list []int64
		for _, text := range values(name) {
			id, err := strconv.ParseInt(text, 10, 64)
			if err != nil {
				errs = append(errs, &huma.ErrorDetail{Location: "query." + name, Message: fault.NotANumber})
				return nil
			}
			list = append(list, id)
		}
		if len(list) > mostIDs {
			errs = append(errs, &huma.ErrorDetail{Location: "query." + name, Message: fault.TooManyIDs})
		}
		return list
	}
	l.Include, l.Exclude = ids("include"), ids("exclude")
	if l.Slug = values("slug"); len(l.Slug) > mostIDs {
		errs = append(errs, &huma.ErrorDetail{Location: "query.slug", Message: fault.TooManyIDs})
	}
	return errs
}

// Desc reports whether the list runs from the last to the first.
func (l *Collection) Desc() bool { return l.Order == "desc" }

// Offset is how many records come before the page.
func (l *Collection) Offset() int { return Offset(l.Page, l.PerPage) }

// Offset is how many records come before a page.
func Offset(page, perPage int) int {
	if page-1 > math.MaxInt32/perPage {
		return math.MaxInt32
	}
	return (page - 1) * perPage
}

// Pages is how many pages there are.
func Pages(total, perPage int) int { return (total + perPage - 1) / perPage }

// Paged are the headers of a collection's page.
type Paged struct {
	Total      int `header:"X-WP-Total" doc:"Records in all."`
	TotalPages int `header:"X-WP-TotalPages" doc:"Pages in all."`
}

// Paged says how many there are. A page beyond the end is the contract's rest_post_invalid_page_number; an empty list has
// an empty first page.
func (l *Collection) Paged(total int) (Paged, error) {
	pages := Pages(total, l.PerPage)
	if l.Page > 1 && l.Page > pages {
		return Paged{}, fault.ErrNoSuchPage
	}
	return Paged{Total: total, TotalPages: pages}, nil
}
