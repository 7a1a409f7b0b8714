package clubapi_test

import (
	"context"
	"encoding/json"
	"html"
	"io"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/clubhuis/clubhuis/adapters/inmem"
	"github.com/clubhuis/clubhuis/core/fault"
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
	case id != 0 && r.Method == http.MethodDelete && parts[2] == "people":
		ended(s.peopleOf(ctx).Remove(ctx, id))
	case id != 0 && r.Method == http.MethodDelete:
		ended(s.groupsOf(ctx).Remove(ctx, kinds[parts[2]], id))
	case id != 0 && r.Method == http.MethodGet:
		record, err := s.peopleOf(ctx).Person(ctx, id)
		answer(w, http.StatusOK, wire(record), err)
	case len(parts) == 3 && r.Method == http.MethodGet:
		s.list(w, r, parts[2])
	case len(parts) > 2:
		record, err := s.write(ctx, parts[2], id, sentIn(r))
		answer(w, http.StatusOK, wire(record), err)
	default:
		refuse(w, fault.New(fault.NotFound, "rest_no_route", "Dit adres bestaat niet."))
	}
}

var kinds = map[string]work.Kind{"teams": work.Team, "commissies": work.Committee}

// write creates for the number 0.
func (s served) write(ctx context.Context, collection string, id int64, change payload.Payload) (payload.Record, error) {
	kind, group := kinds[collection]
	switch {
	case group && id == 0:
		return s.groupsOf(ctx).Create(ctx, kind, change)
	case group:
		return s.groupsOf(ctx).Change(ctx, kind, id, change)
	case id == 0:
		return s.peopleOf(ctx).Create(ctx, change)
	}
	return s.peopleOf(ctx).Change(ctx, id, change)
}

func (s served) list(w http.ResponseWriter, r *http.Request, collection string) {
	ctx := r.Context()
	var list []payload.Record
	var err error
	if kind, group := kinds[collection]; group {
		list, err = s.groupsOf(ctx).List(ctx, kind)
	} else {
		after := time.Time{}
		if asked := r.FormValue("modified_after"); asked != "" {
			if after, err = time.Parse(time.RFC3339, asked); err != nil {
				refuse(w, fault.Param("modified_after", fault.NotATime))
				return
			}
		}
		err = s.peopleOf(ctx).Each(ctx, after, func(record payload.Record) error { list = append(list, record); return nil })
	}
	page, pages := part(w, r, &list)
	if page > 1 && page > pages {
		err = fault.ErrNoSuchPage
	}
	wires := []object{}
	for _, record := range list {
		wires = append(wires, wire(record))
	}
	answer(w, http.StatusOK, wires, err)
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

func sentIn(r *http.Request) (change payload.Payload) {
	var sent struct {
		Title     string
		ACF, Meta map[string]any
	}
	if err := json.NewDecoder(r.Body).Decode(&sent); err != nil {
		panic(err)
	}
	return payload.Payload{Title: sent.Title, ACF: sent.ACF, Meta: sent.Meta}
}

func wire(r payload.Record) object {
	return object{
		"id": r.ID, "modified_gmt": r.Modified.UTC().Format(time.DateTime), "title": object{"rendered": html.EscapeString(r.Title)},
		"acf": r.ACF, "meta": r.Meta, "slug": "not read", "administered": r.Administered,
	}
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
	fault.Invalid: 400, fault.Unauthenticated: 401, fault.Forbidden: 403, fault.NotFound: 404, fault.Unavailable: 503,
}

func refuse(w http.ResponseWriter, err error) {
	f := fault.As(err)
	status := statuses[f.Kind]
	answer(w, status, object{"code": f.Code, "message": f.Message, "data": object{"status": status, "params": f.Params}}, nil)
}
