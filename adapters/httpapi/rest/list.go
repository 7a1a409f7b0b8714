package rest

import (
	"math"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/listing"
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
	Author        []int64  `query:"author" doc:"Only records that these users created."`
	Workspace     []int64  `query:"workspace_access" doc:"Only records in these workspaces."`
	ModifiedAfter string   `query:"modified_after" doc:"Only records changed after this ISO 8601 time; without a zone it is the club's."`
	Selection
}

// mostIDs is how many ids a list takes as include or exclude.
const mostIDs = 1000

// Resolve implements huma.Resolver: it reads the lists once more, for the framework takes only the first of repeated ones.
func (l *Collection) Resolve(ctx huma.Context) []error {
	lists := listsOf(ctx)
	errs := l.Selection.Resolve(ctx)
	l.Include, l.Exclude, l.Slug = lists.ids("include", &errs), lists.ids("exclude", &errs), lists.texts("slug", &errs)
	l.Author, l.Workspace = lists.ids("author", &errs), lists.ids("workspace_access", &errs)
	return errs
}

// Tests are the conditions on keys that every noun has: when it was changed, by whom it was created, and in which workspaces it
// is. modified is the name of the noun's key.
func (l *Collection) Tests(modified string, zone *time.Location) (tests []listing.Test, err error) {
	if l.ModifiedAfter != "" {
		after, ok := civil.ParseInstant(l.ModifiedAfter, zone)
		if !ok {
			return nil, fault.Param("modified_after", fault.NotATime)
		}
		tests = append(tests, listing.Test{Key: modified, Is: listing.After, Value: listing.Instant(after)})
	}
	if l.Author != nil {
		anyOf := []listing.Test{}
		for _, author := range l.Author {
			anyOf = append(anyOf, listing.Test{Key: listing.KeyAuthor, Value: listing.Number(author)})
		}
		tests = append(tests, listing.Test{AnyOf: anyOf})
	}
	if l.Workspace != nil {
		anyOf := []listing.Test{}
		for _, id := range l.Workspace {
			anyOf = append(anyOf, listing.Test{Key: listing.KeyWorkspaces, Is: listing.Has, Value: listing.Number(id)})
		}
		tests = append(tests, listing.Test{AnyOf: anyOf})
	}
	return tests, nil
}

// Texts reads a list of texts from the parameters of a request: nil for an absent one.
func Texts(ctx huma.Context, name string) (list []string, errs []error) {
	list = listsOf(ctx).texts(name, &errs)
	return list, errs
}

// IDs is Texts for numbers.
func IDs(ctx huma.Context, name string) (list []int64, errs []error) {
	list = listsOf(ctx).ids(name, &errs)
	return list, errs
}

// Values is Texts for texts that may hold a comma. One that is spelled with [] is never taken apart. Without, each value counts
// as a whole, too, and blanks around a whole one stay.
func Values(ctx huma.Context, name string) (list []string) {
	query := listsOf(ctx).query
	for _, value := range query[name+"[]"] {
		if value != "" {
			list = append(list, value)
		}
	}
	for _, value := range query[name] {
		if value == "" {
			continue
		}
		list = append(list, value)
		if !strings.Contains(value, ",") {
			continue
		}
		for part := range strings.SplitSeq(value, ",") {
			if part = strings.TrimSpace(part); part != "" {
				list = append(list, part)
			}
		}
	}
	return list
}

// lists are the parameters of a request that are lists: 1,2 or repeated, with or without [].
type lists struct{ query url.Values }

func listsOf(ctx huma.Context) lists {
	address := ctx.URL()
	return lists{address.Query()}
}

// texts is nil for an absent list.
func (l lists) texts(name string, errs *[]error) (list []string) {
	for _, spelling := range []string{name, name + "[]"} {
		for _, value := range l.query[spelling] {
			for _, item := range strings.Split(value, ",") {
				if item = strings.TrimSpace(item); item != "" {
					list = append(list, item)
				}
			}
		}
	}
	if len(list) > mostIDs {
		*errs = append(*errs, &huma.ErrorDetail{Location: "query." + name, Message: fault.TooManyIDs})
	}
	return list
}

func (l lists) ids(name string, errs *[]error) []int64 {
	var list []int64
	for _, text := range l.texts(name, errs) {
		id, err := strconv.ParseInt(text, 10, 64)
		if err != nil {
			*errs = append(*errs, &huma.ErrorDetail{Location: "query." + name, Message: fault.NotANumber})
			return nil
		}
		list = append(list, id)
	}
	return list
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

// Nested are the parameters of a collection whose records stand below each other.
type Nested struct {
	Collection
	Parent []int64 `query:"parent" doc:"Only records right below these; 0 for those at the top."`
}

// Resolve implements huma.Resolver.
func (l *Nested) Resolve(ctx huma.Context) []error {
	errs := l.Collection.Resolve(ctx)
	l.Parent = listsOf(ctx).ids("parent", &errs)
	return errs
}

// Terms are the common parameters of a collection of terms.
type Terms struct {
	Page    int      `query:"page" minimum:"1" default:"1" doc:"Page of the list; one beyond the end is empty."`
	PerPage int      `query:"per_page" minimum:"1" maximum:"100" default:"10" doc:"Terms a page."`
	Search  string   `query:"search" maxLength:"200" doc:"Words that the name must hold."`
	OrderBy string   `query:"orderby" enum:"name,title,slug,id,date,modified" default:"name" doc:"title as name; dates as id."`
	Order   string   `query:"order" enum:"asc,desc" default:"asc"`
	Include []int64  `query:"include" doc:"Only these ids."`
	Exclude []int64  `query:"exclude" doc:"Not these ids."`
	Slug    []string `query:"slug" doc:"Only these slugs."`
	Selection
}

// Resolve implements huma.Resolver.
func (l *Terms) Resolve(ctx huma.Context) []error {
	lists := listsOf(ctx)
	errs := l.Selection.Resolve(ctx)
	l.Include, l.Exclude, l.Slug = lists.ids("include", &errs), lists.ids("exclude", &errs), lists.texts("slug", &errs)
	return errs
}
