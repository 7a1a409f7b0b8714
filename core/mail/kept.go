package mail

import (
	"slices"
	"strings"
	"time"

	"github.com/clubhuis/clubhuis/core/job"
	"github.com/clubhuis/clubhuis/core/record"
	"github.com/clubhuis/clubhuis/core/timeline"
)

// State is how far a mail has come.
type State string

// The states. A mail is Sending before it is handed over: whoever finds it so does not know whether it was taken.
const (
	Waiting   State = "waiting"   // nobody tried yet
	Sending   State = "sending"   // it is being handed over, or was and nobody told the end
	Retrying  State = "retrying"  // it was surely not taken, and is tried again
	Sent      State = "sent"      // the transport has it
	Failed    State = "failed"    // it was refused so often that it is not tried again
	Uncertain State = "uncertain" // nobody knows whether it was taken, so it is not tried again

	Suppressed State = "suppressed" // nothing is sent to its addresses
	Withdrawn  State = "withdrawn"  // whom it was for does not get it any more, or it reminds of what is paid
)

// States are all of them.
var States = []State{Waiting, Sending, Retrying, Sent, Failed, Uncertain, Suppressed, Withdrawn}

// Pending reports whether a mail is on its way: something is still to be done with it.
func (s State) Pending() bool { return s == Waiting || s == Sending || s == Retrying }

// Lost reports whether a mail surely never goes out.
func (s State) Lost() bool { return s == Failed || s == Suppressed || s == Withdrawn }

// Draft is a mail as a use case writes it. It goes to a transport that decides about the sender.
type Draft struct {
	Kind        string  // which sort of mail it is: "password-reset"
	Person      int64   // on whose timeline it stands, 0 for nobody's
	Along       []int64 // others on whose timelines it stands
	Message     int64   // that it is a mail of, with its attachments; 0 for none
	To          []Address
	ReplyTo     Address
	Subject     string
	Text, HTML  string // where letter.Secret stands, Secret comes when it is sent
	Secret      string
	Unsubscribe string // the address where whoever gets it ends such mails, with letter.Secret where Secret comes; "" for none
	Attachments []Attachment
	Basis       Basis
}

// Mail is a mail that is kept, in the head who sent it. The zero author is the program.
type Mail struct {
	record.Head
	Kind        string
	Person      int64
	Along       []int64 // others on whose timelines it stands, like Person
	Message     int64   // see Draft
	To          []Address
	ReplyTo     Address
	Subject     string
	Text, HTML  string
	Sealed      string // see Draft.Sealing; "" without a secret and a basis, and when they are not needed any more
	Attachments []Attachment
	Unsubscribe string // see Draft

	State State
	Key   string    // that a transport may know it by: of all mails of all installations, and of each time that it is sent anew
	Tries int       // since it was sent, or sent anew
	Cause string    // the code of what went wrong at the last try
	Began time.Time // of the first of these tries
	Ended time.Time // when it was taken
}

// Clone returns a copy that shares nothing with m.
func (m *Mail) Clone() Mail {
	copied := *m
	copied.To, copied.Attachments, copied.Along = slices.Clone(m.To), slices.Clone(m.Attachments), slices.Clone(m.Along)
	for i, file := range copied.Attachments {
		copied.Attachments[i].Data = slices.Clone(file.Data)
	}
	return copied
}

// Shown says on whose timelines it stands.
func (m *Mail) Shown() timeline.Shown {
	if m.Person == 0 {
		return timeline.Shown{}
	}
	return timeline.Shown{People: append([]int64{m.Person}, m.Along...)}
}

// keyLife is how long a transport that knows keys surely knows one.
const keyLife = 23 * time.Hour

// Begin notes that a mail is about to be handed over, and reports whether it may be. once says that the transport knows
// keys: then one whose end is unknown may be, too, and else it is Uncertain from now on.
func (m *Mail) Begin(once bool, at time.Time) bool {
	switch m.State {
	case Waiting, Retrying:
	case Sending:
		if !m.mayRepeat(once, at) {
			m.close(Uncertain)
			m.Cause = causeLost
			return false
		}
	default:
		return false
	}
	if m.Tries == 0 {
		m.Began = at
	}
	m.State, m.Tries = Sending, m.Tries+1
	return true
}

// Addresses are those that the mail goes to, in lower case.
func (m *Mail) Addresses() []string {
	list := make([]string, len(m.To))
	for i, to := range m.To {
		list[i] = strings.ToLower(to.Email)
	}
	return list
}

// Reach returns to whom the mail goes, of whom nothing is sent to the suppressed addresses.
func (m *Mail) Reach(suppressed []string) []Address {
	return slices.DeleteFunc(slices.Clone(m.To), func(to Address) bool {
		return slices.Contains(suppressed, strings.ToLower(to.Email))
	})
}

// Suppress notes that nothing is sent to any address of the mail, and reports whether that is so: one that is being handed over
// may have been taken.
func (m *Mail) Suppress() bool {
	if m.State != Waiting && m.State != Retrying {
		return false
	}
	m.close(Suppressed)
	m.Cause = causeSuppressed
	return true
}

// passing reports whether a mail is of one day and comes every day: what it says serves nobody after its end.
func (m *Mail) passing() bool { return m.Unsubscribe != "" }

// close ends a mail that is not tried again, and destroys what one of a day says: it tells of many.
func (m *Mail) close(state State) {
	if m.State = state; m.passing() {
		m.wipe()
	}
}

func (m *Mail) wipe() { m.Text, m.HTML, m.Sealed, m.Attachments = "", "", "", nil }

// Withdraw ends a mail whose user does not get it any more, and destroys what it says. One that is being handed over may
// have been taken, and is Uncertain.
func (m *Mail) Withdraw() {
	switch m.State {
	case Waiting, Retrying:
		m.State, m.Cause = Withdrawn, causeWithdrawn
	case Sending:
		m.State, m.Cause = Uncertain, causeLost
	default:
		return
	}
	m.wipe()
}

func (m *Mail) mayRepeat(once bool, at time.Time) bool {
	return once && at.Sub(m.Began) < keyLife && m.Tries < job.Tries
}

// What went wrong where no transport told anything: the program ended meanwhile, or the key of the installation is
// another one.
const (
	causeLost   = "mail_interrupted"
	CauseSealed = "mail_sealed"
	CauseSender = "mail_no_sender"        // nobody set who it comes from
	CauseFiles  = "mail_attachments_gone" // those of a message that was sent long ago

	causeSuppressed = "mail_suppressed"
	causeWithdrawn  = "mail_withdrawn"
)

// End notes how a try ended, and returns after how long the next one comes, 0 for none. cause is the code of what went
// wrong, "" when it was taken; refused says that it surely was not.
func (m *Mail) End(cause string, refused, once bool, at time.Time) (again time.Duration) {
	m.Cause = cause
	switch {
	case cause == "":
		m.Ended, m.Sealed, m.Attachments = at, "", nil // what is not needed any more
		m.close(Sent)
		return 0
	case refused && m.Tries >= job.Tries:
		m.close(Failed)
		return 0
	case refused:
		m.State = Retrying
	case !m.mayRepeat(once, at):
		m.close(Uncertain)
		return 0
	}
	return job.Backoff(m.Tries)
}

// Busy reports whether a try to hand the mail over may go on.
func (m *Mail) Busy(at time.Time) bool {
	return m.State == Sending && at.Sub(m.Modified) < 3*job.TimeLimit
}

// Resend lets a mail be sent anew under another key. One that was sent or withdrawn, or whose try goes on, can't be, nor one of a
// day that has ended.
func (m *Mail) Resend(key string, at time.Time) error {
	switch {
	case m.State == Sent:
		return ErrSent
	case m.Busy(at):
		return ErrBusy
	case m.passing() && !m.State.Pending() && m.State != Withdrawn:
		return ErrPassed
	case m.Text == "" && m.HTML == "":
		return ErrWithdrawn
	}
	m.State, m.Key, m.Tries, m.Cause, m.Began = Waiting, key, 0, "", time.Time{}
	return nil
}

// Query asks for a part of the mails, newest first.
type Query struct {
	State   State   // "" for all
	IDs     []int64 // nil for all
	Message int64   // 0 for all
	Offset  int
	Limit   int // 0 counts only
}

// Match reports whether a mail is asked for.
func (q *Query) Match(m *Mail) bool {
	return (q.State == "" || m.State == q.State) && (q.IDs == nil || slices.Contains(q.IDs, m.ID)) &&
		(q.Message == 0 || m.Message == q.Message)
}

// Page is what a query finds.
type Page = record.Page[Mail]
