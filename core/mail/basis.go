package mail

import (
	"encoding/json"
	"strings"
	"time"

	"github.com/clubhuis/clubhuis/core/timeline"
)

// Basis is what a mail to a user rests on: it is handed over only as long as that stands. The zero Basis always does.
type Basis struct {
	Rights string    `json:"rights,omitempty"` // what the user could read when it was written (directory.View.RightsOf), "" for whatever
	Texts  []Text    `json:"texts,omitempty"`  // of whose words it tells: the user must read each of them still
	People []int64   `json:"people,omitempty"` // whom it names: the user must see each of them still, and they be alive
	Tasks  []Task    `json:"tasks,omitempty"`  // that it tells of: each must be the user's still, open and as it is told
	Until  time.Time `json:"until,omitzero"`   // from when it is too late, zero for never

	// Of one that asks for money: what was noted on its invoice when it was kept, and is taken back when it never goes out.
	Part  int       `json:"part,omitzero"`  // that it is about, 0 for the whole
	Noted time.Time `json:"noted,omitzero"` // the instant of the note, zero for none
}

// Text is a record of which a mail tells.
type Text struct {
	Kind   timeline.Kind `json:"kind"`
	Record int64         `json:"record"`
}

// Task is a task of which a mail tells.
type Task struct {
	ID   int64  `json:"id"`
	Told string `json:"told"` // a digest of what the mail says of it (core/digest)
}

func (b *Basis) empty() bool {
	told := len(b.Texts) + len(b.People) + len(b.Tasks)
	return b.Rights == "" && told == 0 && b.Until.IsZero() && b.Part == 0 && b.Noted.IsZero()
}

// Sealing returns what is sealed of a draft: the secret, and on a line behind it the basis. It is "" when there is neither.
func (d *Draft) Sealing() string {
	if d.Basis.empty() {
		return d.Secret
	}
	basis, _ := json.Marshal(d.Basis) // it always can be
	return d.Secret + "\n" + string(basis)
}

// Unsealed takes apart what Sealing put together. Of a mail that was kept without a basis it is the zero one.
func Unsealed(sealing string) (secret string, basis Basis, err error) {
	secret, text, has := strings.Cut(sealing, "\n")
	if has {
		err = json.Unmarshal([]byte(text), &basis)
	}
	return secret, basis, err
}
