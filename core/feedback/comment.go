package feedback

import (
	"strings"
	"time"

	"github.com/clubhuis/clubhuis/core/acf"
	"github.com/clubhuis/clubhuis/core/fault"
)

// Comment is one of the thread of an item.
type Comment struct {
	ID         int64
	Item       int64
	Author     int64
	AuthorName string // as it was then: it stays when the user is gone
	By         AuthorType
	Content    string // as richtext.Render returned it
	Created    time.Time
}

// AuthorType says who speaks.
type AuthorType string

// Who speaks.
const (
	ByUser  AuthorType = "user"
	ByAgent AuthorType = "agent"
)

// MostComments is the maximum length of a thread.
const MostComments = 500

// CheckComment refuses what can't be a comment, as it was written.
func CheckComment(content string) error {
	if strings.TrimSpace(content) == "" {
		return ErrNoComment
	}
	var problems fault.Problems
	acf.CheckText(content, "content", &problems)
	return problems.Fault()
}
