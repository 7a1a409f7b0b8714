package feedback

import (
	"net/url"
	"regexp"
	"strconv"
	"strings"

	"github.com/clubhuis/clubhuis/core/richtext"
)

// Brief returns all that a coding agent is told of an item: its texts and its thread, oldest first, as plain text. It does not
// name who reported it or who commented, and of the page's address only which page it is. Administrators read the same before
// they approve.
func Brief(i *Item, thread []Comment) string {
	var b strings.Builder
	line := func(label, value string) {
		if value = strings.Join(strings.Fields(value), " "); value != "" {
			b.WriteString(label + ": " + value + "\n")
		}
	}
	part := func(label, text string) {
		if text = strings.TrimSpace(text); text != "" {
			b.WriteString("\n" + label + ":\n" + text + "\n")
		}
	}
	line("Item", strconv.FormatInt(i.ID, 10))
	line("Type", string(i.Type))
	line("Title", i.Title)
	line("Priority", string(i.Priority))
	line("Project", i.Project)
	line("Page", PageOf(i.Address))
	line("Browser", i.Browser)
	line("Version", i.Version)
	part("Description", richtext.Text(i.Content))
	part("Steps to reproduce", richtext.Text(i.Steps))
	part("Expected", richtext.Text(i.Expected))
	part("Actual", richtext.Text(i.Actual))
	part("Use case", richtext.Text(i.UseCase))
	part("Last errors of the page", i.Errors)
	for _, comment := range thread {
		part("Comment of "+map[AuthorType]string{ByUser: "a user", ByAgent: "the agent"}[comment.By], richtext.Text(comment.Content))
	}
	return b.String()
}

var number = regexp.MustCompile(`\d+`)

// PageOf returns which page an address is of, without its host, what was searched for there and whose number it names.
func PageOf(address string) string {
	parsed, err := url.Parse(address)
	if err != nil || parsed.Path == "" {
		return ""
	}
	return number.ReplaceAllString(parsed.Path, "N")
}
