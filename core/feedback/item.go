// Package feedback owns what users report about Clubhuis, a fault or a wish: what an item says, how far it is (contract §3.1),
// who may do what with it, and exactly what of it a coding agent is told.
//
// It does not own the agent, which is a part of the synchronization, and does not make HTML safe (ports.Markup).
package feedback

import (
	"net/url"
	"reflect"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/acf"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/fold"
	"github.com/clubhuis/clubhuis/core/record"
)

// Item is one fault or wish. Its author reported it.
type Item struct {
	record.Head
	Title    string // plain text on one line
	Type     Type
	Status   Status
	Priority Priority
	Project  string // which program it is about

	// As richtext.Render returned them:
	Content  string
	Steps    string // of a fault: how to see it
	Expected string // likewise
	Actual   string // likewise
	UseCase  string // of a wish: what it is for

	// Where it was reported, as plain text:
	Browser string
	Version string // of the page
	Address string // of the page
	Errors  string // that the page met last, a line each

	Plan        string // of the agent, as richtext.Render returned it
	PullRequest string // address of the agent's pull request, "" without
	Branch      string // of the agent
	Owner       string // who claimed it: names one program; "" unless it is in progress
	ClaimedAt   time.Time

	DuplicateOf  int64   // the item that says the same, 0 for none
	Screenshots  []int64 // pictures of core/media, in the order in which they came
	ShowPictures bool    // the agent may see the screenshots: an administrator ticked that for those that were there
}

// Type is what an item is.
type Type string

// The types.
const (
	Bug            Type = "bug"
	FeatureRequest Type = "feature_request"
)

// Types are all of them.
var Types = []Type{Bug, FeatureRequest}

// Priority is how urgent an item is.
type Priority string

// The priorities.
const (
	Low      Priority = "low"
	Medium   Priority = "medium"
	High     Priority = "high"
	Critical Priority = "critical"
)

// Priorities are all of them, the least urgent first.
var Priorities = []Priority{Low, Medium, High, Critical}

// Rank returns the place of the priority among all.
func (p Priority) Rank() int { return slices.Index(Priorities, p) }

// DefaultProject is what an item is about that does not say.
const DefaultProject = "clubhuis"

// MostScreenshots is the maximum number of pictures of an item.
const MostScreenshots = 3

// Lengths in characters.
const (
	longestTitle   = 200
	longestName    = 100  // of a project and of a version
	longestAddress = 2000 // also of a browser's description
	longestErrors  = 4000
	longestBranch  = 200
)

// Validate trims an edited item first, and then adds to problems what may not be saved. before is the item as it stands: what was
// left alone is not checked again.
func (i *Item) Validate(before *Item, problems *fault.Problems) {
	i.Title = strings.Join(strings.Fields(i.Title), " ")
	i.Project = strings.TrimSpace(i.Project)
	if i.Project == "" {
		i.Project = DefaultProject
	}
	for _, text := range []struct {
		name       string
		value, was string
		most       int
	}{
		{"title", i.Title, before.Title, longestTitle}, {"project", i.Project, before.Project, longestName},
		{"content", i.Content, before.Content, acf.MaxText}, {"steps_to_reproduce", i.Steps, before.Steps, acf.MaxText},
		{"expected_behavior", i.Expected, before.Expected, acf.MaxText}, {"actual_behavior", i.Actual, before.Actual, acf.MaxText},
		{"use_case", i.UseCase, before.UseCase, acf.MaxText}, {"browser_info", i.Browser, before.Browser, longestAddress},
		{"app_version", i.Version, before.Version, longestName}, {"url_context", i.Address, before.Address, longestAddress},
		{"page_errors", i.Errors, before.Errors, longestErrors}, {"agent_plan", i.Plan, before.Plan, acf.MaxText},
		{"pr_url", i.PullRequest, before.PullRequest, longestAddress}, {"agent_branch", i.Branch, before.Branch, longestBranch},
		{"agent_owner", i.Owner, before.Owner, longestBranch},
	} {
		if text.value == text.was {
			continue
		}
		acf.CheckText(text.value, text.name, problems)
		if utf8.RuneCountInString(text.value) > text.most {
			problems.Add(text.name, TooLong)
		}
	}
	if !slices.Contains(Types, i.Type) {
		problems.Add("feedback_type", fault.NotAChoice)
	}
	if i.Priority.Rank() < 0 {
		problems.Add("priority", fault.NotAChoice)
	}
	if i.PullRequest != before.PullRequest && i.PullRequest != "" && !isWebAddress(i.PullRequest) {
		problems.Add("pr_url", NotAWebAddress)
	}
	if i.Title == "" {
		problems.Add("title", fault.Required)
	}
}

// isWebAddress reports whether a text is an address that a link of the page may lead to.
func isWebAddress(text string) bool {
	address, err := url.Parse(text)
	return err == nil && (address.Scheme == "http" || address.Scheme == "https") && address.Host != ""
}

// Clone returns a copy that shares nothing with i.
func (i *Item) Clone() Item {
	c := *i
	c.Screenshots = slices.Clone(i.Screenshots)
	return c
}

// Same reports whether two states of an item differ in nothing but who changed it and when.
func (i *Item) Same(before *Item) bool {
	a, b := i.Clone(), before.Clone()
	a.Head = b.Head
	return reflect.DeepEqual(a, b)
}

// TitleKey is what lists sort by.
func (i *Item) TitleKey() string { return fold.Key(i.Title) }

// Administers reports whether somebody decides about items.
func Administers(viewer access.Viewer) bool { return viewer.Can(access.Manage) }

// WorksFor reports whether somebody does the agent's work: the account of the synchronization, or an administrator.
func WorksFor(viewer access.Viewer) bool { return viewer.Synchronizes() || Administers(viewer) }

// ReadableBy reports whether somebody may read the item: who reported it, administrators, and the synchronization.
func (i *Item) ReadableBy(viewer access.Viewer) bool {
	return viewer.SignedIn() && (i.Author == viewer.User || WorksFor(viewer))
}

// PicturesReadableBy reports whether somebody may see the screenshots. The synchronization sees those that an administrator
// let go.
func (i *Item) PicturesReadableBy(viewer access.Viewer) bool {
	if i.Author == viewer.User || Administers(viewer) {
		return i.ReadableBy(viewer)
	}
	return i.ShowPictures && i.ReadableBy(viewer)
}

// EditableBy reports whether somebody may change what the item says: administrators always, and who reported it until it was
// approved, or while the agent asks.
func (i *Item) EditableBy(viewer access.Viewer) bool {
	return Administers(viewer) || viewer.SignedIn() && i.Author == viewer.User && (i.Status == New || i.Status == NeedsInfo)
}

// RemovableBy reports whether somebody may destroy the item: who reported it, and administrators.
func (i *Item) RemovableBy(viewer access.Viewer) bool {
	return viewer.SignedIn() && (i.Author == viewer.User || Administers(viewer))
}

// Attach adds a screenshot. One that somebody else than an administrator adds takes back that the agent may see them: no
// administrator has looked at it.
func (i *Item) Attach(viewer access.Viewer, picture int64) error {
	if len(i.Screenshots) >= MostScreenshots {
		return ErrTooManyScreenshots
	}
	i.Screenshots = append(i.Screenshots, picture)
	i.ShowPictures = i.ShowPictures && Administers(viewer)
	return nil
}

// Detach takes a screenshot away, and reports whether it was there.
func (i *Item) Detach(picture int64) bool {
	before := len(i.Screenshots)
	i.Screenshots = slices.DeleteFunc(i.Screenshots, func(id int64) bool { return id == picture })
	return len(i.Screenshots) < before
}
