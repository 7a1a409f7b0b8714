package agent

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"github.com/clubhuis/clubhuis/core/fold"
)

// The branches that are ours: nothing else is ever pushed or removed.
const (
	feedbackBranches = "feedback/"
	optimizeBranches = "optimize/"
	longestBranch    = 60
)

// BranchOf returns the branch of an item: feedback/<id>-<slug-of-title>, of at most 60 characters.
func BranchOf(id int64, title string) string {
	name := feedbackBranches + strconv.FormatInt(id, 10)
	if words := fold.Slug(title, max(0, longestBranch-len(name)-1)); words != "" {
		name += "-" + words
	}
	return name
}

// ReviewBranch returns the branch of a file that was looked at without an item.
func ReviewBranch(s Source) string {
	short := s.Blob[:min(8, len(s.Blob))]
	return optimizeBranches + fold.Slug(s.Path, longestBranch-len(optimizeBranches)-len(short)-1) + "-" + fold.Slug(short,
		len(short))
}

// OfItem reports whether a branch is one of an item, whatever its title was.
func OfItem(branch string, id int64) bool {
	own := feedbackBranches + strconv.FormatInt(id, 10)
	return branch == own || strings.HasPrefix(branch, own+"-") && Ours(branch)
}

var ours = regexp.MustCompile(`^(feedback/[0-9]+(-[a-z0-9-]+)?|optimize/[a-z0-9-]+)$`)

// Ours reports whether a branch is one that the agent's work makes. Others are never pushed and never removed.
func Ours(branch string) bool { return len(branch) <= longestBranch && ours.MatchString(branch) }

// Title returns the title of a pull request and of its commit: "bug: Lijst leeg (feedback 7)". A title of an item is somebody's
// text: it neither calls people of the forge nor closes something there, and holds no e-mail address.
func Title(i *Item) string {
	return fmt.Sprintf("%s: %s (feedback %d)", i.Type, Short(harmless(i.Title), 120), i.ID)
}

var (
	anAddress = regexp.MustCompile(`[^\s<>()\[\]{},;:"']+@[\pL\pN][\pL\pN.-]*\.[\pL\pN-]+`)
	reference = regexp.MustCompile(`(?i)(?:#|\bGH-)(\d)`)
)

func harmless(text string) string {
	text = anAddress.ReplaceAllString(strings.Join(strings.Fields(Plain(text)), " "), "***")
	text = reference.ReplaceAllString(text, "nr. $1")
	// Forges take words in square brackets for orders: [skip ci], [no ci].
	return strings.NewReplacer("@", "(at)", "`", "'", "<", "(", ">", ")", "[", "(", "]", ")", "://", ": //").Replace(text)
}
