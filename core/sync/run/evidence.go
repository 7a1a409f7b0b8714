package run

import (
	"path"
	"strings"
)

// The systems that a problem can be of.
const (
	ClubSite            = "club site"
	Application         = "application"
	MailLists           = "e-mail lists"
	HelpdeskSystem      = "helpdesk"
	AgentSystem         = "coding agent"
	ContributionsSystem = "contributions"
	Store               = "store"
)

// Evidence is what was seen when something failed.
type Evidence struct {
	System     string
	Address    string
	Text       string // with personal data masked
	Screenshot []byte // PNG; nil for none
}

// Witness is an error that brings evidence.
type Witness interface {
	error
	Evidence() Evidence
}

// Locked is an error of a run that could not begin, because something holds its lock.
type Locked interface {
	error
	// Unlock returns the command that removes the lock; "" while its owner is at work.
	Unlock() string
}

// Picture returns the key of the picture beside a text of evidence.
func Picture(key string) string { return strings.TrimSuffix(key, path.Ext(key)) + ".png" }
