package access

// Entrance is by which way somebody came in. No rule asks for it: the log of what happened tells it.
type Entrance struct {
	Way     Way
	Name    string // of the application password, the command or the job
	Address string // of the client, "" for none
}

// Way is a way into the program.
type Way string

// The ways. A visitor is not signed in.
const (
	BySession             Way = "session"
	ByApplicationPassword Way = "application_password"
	ByCommand             Way = "command"
	ByJob                 Way = "job"
	AsVisitor             Way = "visitor"
)
