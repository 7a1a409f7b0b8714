// Package savedview owns the views of the people list that users keep under a name: what it was narrowed to, in which order,
// with which columns, and the roles whose holders see the view too.
//
// It does not know what can be asked of the list (core/person) nor in which words: a view keeps the question as it was asked.
package savedview

import (
	"cmp"
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/account"
	"github.com/clubhuis/clubhuis/core/acf"
	"github.com/clubhuis/clubhuis/core/erasure"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/fold"
	"github.com/clubhuis/clubhuis/core/sorting"
)

// ID is a view's number, from 1; unique among the views of its user and never used again.
type ID = int64

// View is a list of people under a name.
type View struct {
	ID      ID              `json:"id"`
	Name    string          `json:"name"`
	Filter  json.RawMessage `json:"filter"` // an object, never nil
	OrderBy string          `json:"orderby"`
	Order   string          `json:"order"`
	Columns []string        `json:"columns"` // in order; nil for those of the user

	// Roles are those whose holders see the view too, sorted; nil for a view of the user alone. Each of them sees in it the people
	// whom they may see.
	Roles []access.Role `json:"roles,omitempty"`
}

// Shared is a view of somebody else.
type Shared struct {
	View
	Owner     account.UserID
	OwnerName string
}

// MostShared is how many views of others somebody is shown at most.
const MostShared = 100

// List is all views of a user.
type List struct {
	Last  ID     `json:"last"` // the greatest number that was given
	Views []View `json:"views"`
}

const (
	mostViews  = 50
	longest    = 80      // of a name, in characters
	mostFilter = 8 << 10 // bytes
)

// What can be wrong with views.
var (
	ErrAbsent  = fault.New(fault.NotFound, "view_not_found", "Deze weergave bestaat niet.")
	ErrTaken   = fault.New(fault.Conflict, "view_exists", "Je hebt al een weergave met deze naam.")
	ErrTooMany = fault.New(fault.Conflict, "too_many_views", "Je kunt hooguit 50 weergaven bewaren.")
)

// Sentences about one field.
const (
	TooLong       = "Deze naam is te lang (hooguit 80 tekens)."
	FilterTooLong = "Dit zijn te veel filters."
	NotYourRole   = "Je deelt een weergave met rollen die je zelf hebt."
)

// Clone returns a copy that shares nothing with l.
func (l List) Clone() List {
	l.Views = slices.Clone(l.Views)
	for i := range l.Views {
		v := &l.Views[i]
		v.Filter, v.Columns, v.Roles = slices.Clone(v.Filter), slices.Clone(v.Columns), slices.Clone(v.Roles)
	}
	return l
}

// ByName returns the views in the order of their names.
func (l List) ByName() []View {
	views := l.Clone().Views
	sorting.By(views, func(a, b View) int { return strings.Compare(fold.Key(a.Name), fold.Key(b.Name)) })
	return views
}

// Roles returns the roles that one of the views is shared with, sorted and each once.
func (l List) Roles() []access.Role {
	var roles []access.Role
	for _, v := range l.Views {
		roles = append(roles, v.Roles...)
	}
	slices.Sort(roles)
	return slices.Compact(roles)
}

// SharedWith returns the views that are shared with one of the roles.
func (l List) SharedWith(roles []access.Role) []View {
	return slices.DeleteFunc(l.Clone().Views, func(v View) bool {
		return !slices.ContainsFunc(v.Roles, func(role access.Role) bool { return slices.Contains(roles, role) })
	})
}

// SortShared sorts views of several users by name, owner and number.
func SortShared(views []Shared) {
	sorting.By(views, func(a, b Shared) int {
		return cmp.Or(
			strings.Compare(fold.Key(a.Name), fold.Key(b.Name)), cmp.Compare(a.Owner, b.Owner), cmp.Compare(a.ID, b.ID),
		)
	})
}

// MayShare reports whether somebody may share a view with a role: one that they hold, and an administrator with each.
func MayShare(viewer access.Viewer, role access.Role) bool {
	return viewer.Has(role) || viewer.Can(access.Manage)
}

// Add keeps a view under a new number, and returns it as it is kept. The fiftieth is the last: ErrTooMany. A name that another
// view has, whatever its case and accents, is ErrTaken.
func (l *List) Add(v View) (View, error) {
	v.ID = l.Last + 1
	if err := l.settle(&v); err != nil {
		return View{}, err
	}
	if len(l.Views) >= mostViews {
		return View{}, ErrTooMany
	}
	l.Last = v.ID
	l.Views = append(l.Views, v)
	return v, nil
}

// Change lets edit change a view, and returns it as it is kept. A view that there is not is ErrAbsent, a name that another one
// has ErrTaken.
func (l *List) Change(id ID, edit func(*View)) (View, error) {
	i := l.index(id)
	if i < 0 {
		return View{}, ErrAbsent
	}
	v := l.Views[i]
	edit(&v)
	v.ID = id
	if err := l.settle(&v); err != nil {
		return View{}, err
	}
	l.Views[i] = v
	return v, nil
}

// Remove drops a view. One that there is not is ErrAbsent.
func (l *List) Remove(id ID) error {
	i := l.index(id)
	if i < 0 {
		return ErrAbsent
	}
	l.Views = slices.Delete(l.Views, i, i+1)
	return nil
}

// Inherit adds the views that another user shares, who is called name; those that the other one alone saw are left out. A view
// whose name is taken gets the other one's name behind its own, or else a number: always a number when name is "". There may be
// more than fifty afterwards: those whom a view is shared with would miss it.
func (l *List) Inherit(from List, name string) {
	for _, v := range from.Clone().Views {
		if len(v.Roles) == 0 {
			continue
		}
		l.Last++
		v.ID = l.Last
		for own, try := v.Name, 1; l.named(v.Name, v.ID); try++ {
			if suffix := " (" + name + ")"; try == 1 && name != "" && len([]rune(suffix)) <= longest/2 {
				v.Name = suffixed(own, suffix)
			} else {
				v.Name = numbered(own, max(try, 2))
			}
		}
		l.Views = append(l.Views, v)
	}
}

// numbered returns a name with a number behind it.
func numbered(name string, number int) string { return suffixed(name, " ("+strconv.Itoa(number)+")") }

// suffixed returns a name with something behind it, cut off so that both fit.
func suffixed(name, suffix string) string {
	runes := []rune(name)
	return strings.TrimSpace(string(runes[:min(len(runes), longest-len([]rune(suffix)))])) + suffix
}

// Forget takes somebody out of the names and the filters of the views, and returns how many named them. erased takes a name out
// of a text. A filter asks for what stands there instead of the name, and finds nobody: without it the view would show everybody.
func (l *List) Forget(erased func(text string) (string, bool)) (count int) {
	for i := range l.Views {
		v := &l.Views[i]
		name, named := erased(v.Name)
		filter, filtered := erasure.ForgetJSON(v.Filter, erased)
		if !named && !filtered {
			continue
		}
		count++
		if v.Filter = filter; !named {
			continue
		}
		v.Name = suffixed(name, "")
		for own, try := v.Name, 2; l.named(v.Name, v.ID); try++ {
			v.Name = numbered(own, try)
		}
	}
	return count
}

// named reports whether another view than that with the number has the name, whatever its case and accents.
func (l *List) named(name string, id ID) bool {
	return slices.ContainsFunc(l.Views, func(v View) bool { return v.ID != id && fold.Same(v.Name, name) })
}

func (l *List) index(id ID) int {
	return slices.IndexFunc(l.Views, func(v View) bool { return v.ID == id })
}

// settle trims and checks an edited view against the others.
func (l *List) settle(v *View) error {
	v.Name = strings.TrimSpace(v.Name)
	var problems fault.Problems
	acf.CheckText(v.Name, "name", &problems)
	switch {
	case v.Name == "":
		problems.Add("name", fault.Required)
	case len([]rune(v.Name)) > longest:
		problems.Add("name", TooLong)
	}
	if len(v.Filter) == 0 {
		v.Filter = json.RawMessage("{}")
	}
	if len(v.Filter) > mostFilter {
		problems.Add("filter", FilterTooLong)
	}
	v.Columns = account.CleanColumns(v.Columns, "columns", &problems)
	v.Roles = slices.Clone(v.Roles)
	slices.Sort(v.Roles)
	v.Roles = slices.Compact(v.Roles)
	if slices.ContainsFunc(v.Roles, func(role access.Role) bool { return !role.Known() }) {
		problems.Add("roles", fault.NotAChoice)
	}
	if len(v.Roles) == 0 {
		v.Roles = nil
	}
	if err := problems.Fault(); err != nil {
		return err
	}
	if l.named(v.Name, v.ID) {
		return ErrTaken
	}
	return nil
}
