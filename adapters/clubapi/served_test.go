package clubapi_test

import (
	"context"
	"encoding/json"
	"fmt"
	"html"
	"io"
	"maps"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/clubhuis/clubhuis/adapters/inmem"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/group"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/sync/federation"
	"github.com/clubhuis/clubhuis/core/sync/payload"
	"github.com/clubhuis/clubhuis/core/work"
	"github.com/clubhuis/clubhuis/ports"
)

const username, stranger, password = "clubsync", "mallory", "geheim wachtwoord"

// asked is the key of a context under which stands who asks.
type asked struct{}

// served is the application in memory behind the part of the interface that the client uses. That the real one has the same
// interface is proven beside the program (apps/server).
type served struct{ *inmem.Application }

type object = map[string]any

func (s served) peopleOf(ctx context.Context) ports.ApplicationPeople {
	if ctx.Value(asked{}) == stranger {
		people, _ := s.Strangers()
		return people
	}
	return s.People()
}

func (s served) groupsOf(ctx context.Context) ports.ApplicationGroups {
	if ctx.Value(asked{}) == stranger {
		_, groups := s.Strangers()
		return groups
	}
	return s.Groups()
}

func (s served) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	user, pass, _ := r.BasicAuth()
	if user != username && user != stranger || pass != password {
		refuse(w, fault.ErrNotSignedIn)
		return
	}
	ctx := context.WithValue(r.Context(), asked{}, user)
	r = r.WithContext(ctx)
	namespaced := strings.TrimPrefix(r.URL.Path, "/api/")
	parts := strings.Split(namespaced, "/")
	var id int64
	if len(parts) > 3 {
		id, _ = strconv.ParseInt(parts[3], 10, 64)
	}
	ended := func(err error) { answer(w, http.StatusOK, object{"deleted": true, "success": true}, err) }
	switch {
	case namespaced == "club/v1/people/find-by-email":
		found, err := s.peopleOf(ctx).ByEmail(ctx, r.FormValue("email"))
		who := object{"id": nil}
		if found != 0 {
			who["id"] = found
		}
		answer(w, http.StatusOK, who, err)
	case namespaced == "club/v1/capability-sync":
		var told struct {
			Code      string   `json:"assoc_id"`
			Functions []string `json:"functies"`
		}
		_ = json.NewDecoder(r.Body).Decode(&told)
		roles, err := s.Roles().Tell(ctx, told.Code, told.Functions)
		answer(w, http.StatusOK, roles, err)
	case namespaced == "club/v1/people/filtered":
		s.volunteers(w, r)
	case namespaced == "cms/v2/relationship_type":
		types, err := s.peopleOf(ctx).RelationTypes(ctx)
		list := []object{}
		for slug, id := range types {
			list = append(list, object{"id": id, "slug": slug})
		}
		answer(w, http.StatusOK, list, err)
	case strings.HasSuffix(namespaced, "/photo") && r.Method == http.MethodDelete:
		ended(s.Photos().Remove(ctx, id))
	case strings.HasSuffix(namespaced, "/photo"):
		s.putPhoto(w, r, id)
	case strings.HasSuffix(namespaced, "/photo-link"):
		link, err := s.Photos().Link(r.Context(), id)
		answer(w, http.StatusOK, object{"url": link.URL, "media_id": link.Picture}, err)
	case strings.HasSuffix(namespaced, "todos"):
		s.todos(w, r, id)
	case parts[2] == "seizoen":
		s.seasons(w, r)
	case parts[2] == "discipline-cases":
		s.cases(w, r, id)
	case strings.HasSuffix(namespaced, "/activities"):
		s.activities(w, r, id)
	case id != 0 && r.Method == http.MethodDelete && parts[2] == "people":
		ended(s.peopleOf(ctx).Remove(ctx, id, meant(r)))
	case id != 0 && r.Method == http.MethodDelete:
		ended(s.groupsOf(ctx).Remove(ctx, kinds[parts[2]], id))
	case id != 0 && r.Method == http.MethodGet:
		record, err := s.peopleOf(ctx).Person(ctx, id)
		answer(w, http.StatusOK, wirePerson(record), err)
	case len(parts) == 3 && r.Method == http.MethodGet:
		s.list(w, r, parts[2])
	case len(parts) > 2:
		record, err := s.write(r, parts[2], id)
		answer(w, http.StatusOK, record, err)
	default:
		refuse(w, fault.New(fault.NotFound, "rest_no_route", "Dit adres bestaat niet."))
	}
}

var kinds = map[string]work.Kind{"teams": work.Team, "commissies": work.Committee}

// write creates for the number 0.
func (s served) write(r *http.Request, collection string, id int64) (object, error) {
	ctx := r.Context()
	sent := sentIn(r)
	kind, isGroup := kinds[collection]
	if !isGroup {
		var change payload.Person
		change.Read(sent.ACF, sent.Meta)
		change.Revision = meant(r)
		write := s.peopleOf(ctx).Create
		if id != 0 {
			write = func(ctx context.Context, p payload.Person) (payload.Person, error) {
				return s.peopleOf(ctx).Change(ctx, id, p)
			}
		}
		change.Told = append(change.Told, person.Fields.Unread(&change.Person)...)
		p, err := write(ctx, change)
		return wirePerson(p), err
	}
	change := payload.Group{Group: group.Group{Kind: kind, Title: sent.Title}}
	change.Read(sent.ACF)
	write := s.groupsOf(ctx).Create
	if id != 0 {
		write = func(ctx context.Context, g payload.Group) (payload.Group, error) {
			return s.groupsOf(ctx).Change(ctx, id, g)
		}
	}
	g, err := write(ctx, change)
	return wireGroup(g), err
}

// duesAsked are the years of which a list is to tell what people have to pay.
func duesAsked(fields string) (years []int) {
	for name := range strings.SplitSeq(fields, ",") {
		var year int
		if n, _ := fmt.Sscanf(name, "acf._nikki_%d_total", &year); n == 1 {
			years = append(years, year)
		}
	}
	return years
}

func (s served) list(w http.ResponseWriter, r *http.Request, collection string) {
	ctx := r.Context()
	list := []object{}
	var err error
	if kind, isGroup := kinds[collection]; isGroup {
		var groups []payload.Group
		groups, err = s.groupsOf(ctx).List(ctx, kind)
		for _, g := range groups {
			list = append(list, wireGroup(g))
		}
	} else {
		after := time.Time{}
		if asked := r.FormValue("modified_after"); asked != "" {
			if after, err = time.Parse(time.RFC3339, asked); err != nil {
				refuse(w, fault.Param("modified_after", fault.NotATime))
				return
			}
		}
		add := func(p payload.Person) error { list = append(list, wirePerson(p)); return nil }
		if years := duesAsked(r.FormValue("_fields")); len(years) > 0 {
			err = s.Dues().Each(ctx, years, add)
		} else {
			err = s.peopleOf(ctx).Each(ctx, after, add)
		}
	}
	page, pages := part(w, r, &list)
	if page > 1 && page > pages {
		err = fault.ErrNoSuchPage
	}
	answer(w, http.StatusOK, list, err)
}

// part leaves of a list what is on the page that is asked for, and writes the headers.
func part[T any](w http.ResponseWriter, r *http.Request, list *[]T) (page, pages int) {
	page, _ = strconv.Atoi(r.FormValue("page"))
	size, _ := strconv.Atoi(r.FormValue("per_page"))
	total := len(*list)
	pages = (total + size - 1) / size
	w.Header().Set("X-WP-Total", strconv.Itoa(total))
	w.Header().Set("X-WP-TotalPages", strconv.Itoa(pages))
	*list = (*list)[min((page-1)*size, total):min(page*size, total)]
	return page, pages
}

func (s served) volunteers(w http.ResponseWriter, r *http.Request) {
	ctx := r.Context()
	if r.FormValue("huidig_vrijwilliger")+r.FormValue("vog_missing")+r.FormValue("vog_older_than_years") != "113" {
		refuse(w, fault.Param("huidig_vrijwilliger", fault.Required))
		return
	}
	codes, err := s.peopleOf(ctx).Volunteers(ctx)
	page, pages := part(w, r, &codes)
	rows := []object{}
	for _, code := range codes {
		rows = append(rows, object{"acf": object{"assoc-id": code}})
	}
	answer(w, http.StatusOK, object{"people": rows, "page": page, "total_pages": pages}, err)
}

func (s served) putPhoto(w http.ResponseWriter, r *http.Request, id int64) {
	file, _, err := r.FormFile("file")
	if err != nil {
		refuse(w, fault.New(fault.Invalid, "no_file", err.Error()))
		return
	}
	data, err := io.ReadAll(file)
	if err == nil {
		err = s.Photos().Put(r.Context(), id, federation.Picture{Data: data})
	}
	answer(w, http.StatusOK, object{"success": true}, err)
}

// sent is the body of a write.
type sent struct {
	Title     string
	ACF, Meta json.RawMessage
	Seizoen   []int
}

func sentIn(r *http.Request) (body sent) {
	if err := json.NewDecoder(r.Body).Decode(&body); err != nil {
		panic(err)
	}
	return body
}

// meant is the revision that a request means, 0 for any.
func meant(r *http.Request) int64 {
	revision, _ := strconv.ParseInt(strings.Trim(r.Header.Get("If-Match"), `"`), 10, 64)
	return revision
}

func wirePerson(p payload.Person) object {
	fields, meta := p.Encode()
	return wire(p.ID, p.Modified, p.FullName(), p.Administered, object{
		"acf": orEmpty(fields), "meta": orEmpty(meta), "featured_media": p.Photo, "linked_user_id": nullable(p.Account),
		"person_label": slices.Concat([]int64{}, p.Labels), "etag": fmt.Sprintf(`"%d"`, p.Revision),
	})
}

// nullable is a number, null for 0.
func nullable(number int64) any {
	if number == 0 {
		return nil
	}
	return number
}

func wireGroup(g payload.Group) object {
	return wire(g.ID, g.Modified, g.Title, g.Administered, object{"acf": orEmpty(g.Encode())})
}

// orEmpty is an object as the predecessor writes an empty one.
func orEmpty(members json.RawMessage) json.RawMessage {
	if members == nil {
		return json.RawMessage("[]")
	}
	return members
}

func wire(id int64, modified time.Time, title string, administered bool, more object) object {
	maps.Copy(more, object{
		"id": id, "modified_gmt": modified.UTC().Format(time.DateTime), "title": object{"rendered": html.EscapeString(title)},
		"slug": "not read", "administered": administered,
	})
	return more
}

func answer(w http.ResponseWriter, status int, body any, err error) {
	if err != nil {
		refuse(w, err)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	if err := json.NewEncoder(w).Encode(body); err != nil {
		panic(err)
	}
}

var statuses = map[fault.Kind]int{
	fault.Outdated: http.StatusPreconditionFailed,
	fault.Invalid:  400, fault.Unauthenticated: 401, fault.Forbidden: 403, fault.NotFound: 404, fault.Conflict: 409,
	fault.Unavailable: 503,
}

func refuse(w http.ResponseWriter, err error) {
	f := fault.As(err)
	status := statuses[f.Kind]
	answer(w, status, object{"code": f.Code, "message": f.Message, "data": object{"status": status, "params": f.Params}}, nil)
}
