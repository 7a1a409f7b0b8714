package run

// The systems that a problem can be of.
const (
	ClubSite    = "club site"
	Application = "application"
	MailLists   = "e-mail lists"
	Store       = "store"
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
