package peoplefile

import (
	"cmp"
	"slices"
	"time"

	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/undo"
)

// How long what an import holds is kept: a file that was not applied, and what it takes to take an applied one back.
const (
	KeptAsDraft = 7 * 24 * time.Hour
	Window      = 30 * 24 * time.Hour
)

// State is how far an import is.
type State string

// The states.
const (
	Draft    State = "draft"    // uploaded, not applied
	Applying State = "applying" // a job is at it
	Applied  State = "applied"
	Undoing  State = "undoing" // a job is at it
	Undone   State = "undone"  // as far as that could be
)

// Column is a column of the file and which field it is, "" for none.
type Column struct {
	Heading string `json:"heading"`
	Field   Field  `json:"field"`
	Sample  string `json:"sample,omitempty"` // the first value, until the rows are forgotten
}

// Import is one file, and how far it is.
type Import struct {
	ID        int64     `json:"-"`
	User      int64     `json:"user"`
	UserName  string    `json:"user_name"` // as it was then
	File      string    `json:"file"`
	Made      time.Time `json:"made"`
	State     State     `json:"state"`
	Columns   []Column  `json:"columns"`
	Notices   []string  `json:"notices,omitempty"`
	Date1904  bool      `json:"date1904,omitempty"`
	Total     int       `json:"total"` // rows
	Counts    Counts    `json:"counts"`
	Undo      Undo      `json:"undo"`
	After     int       `json:"after"` // the rows up to this number are done
	AppliedAt time.Time `json:"applied_at"`
	Stopped   string    `json:"stopped,omitempty"` // why a job ended before its time
	KeptUntil time.Time `json:"kept_until"`        // then the rows are forgotten
	Forgotten bool      `json:"forgotten,omitempty"`
}

// Rename gives users another name where the import has one of them, and reports whether it had.
func (i *Import) Rename(whose func(user int64, name string) bool, name string) bool {
	if !whose(i.User, i.UserName) {
		return false
	}
	i.UserName = name
	return true
}

// Counts are how many rows there are of each outcome.
type Counts struct {
	New       int `json:"new"`
	Changed   int `json:"changed"`
	Unchanged int `json:"unchanged"`
	Refused   int `json:"refused"`
}

// Add counts a row.
func (c *Counts) Add(outcome Outcome) {
	switch outcome {
	case New:
		c.New++
	case Changed:
		c.Changed++
	case Unchanged:
		c.Unchanged++
	case Refused:
		c.Refused++
	}
}

// Of returns how many rows there are of an outcome, all of them for "".
func (c *Counts) Of(outcome Outcome) int {
	return map[Outcome]int{New: c.New, Changed: c.Changed, Unchanged: c.Unchanged, Refused: c.Refused, "": c.All()}[outcome]
}

// All returns how many rows there are.
func (c *Counts) All() int { return c.New + c.Changed + c.Unchanged + c.Refused }

// Undo is how many people were brought back to what they were, and how many were left.
type Undo struct {
	Done int `json:"done"`
	Left int `json:"left"`
	// Tried is how many the job has come by that takes them back.
	Tried int `json:"tried,omitempty"`
}

// Restored is somebody who was brought back to what they were at a revision, and the revision that they have since.
type Restored struct{ Was, Is int64 }

// NewImport is a file that was just uploaded.
func NewImport(user int64, name, file string, t *Table, fields []Field, date1904 bool, at time.Time) Import {
	i := Import{
		User: user, UserName: name, File: file, Made: civil.Instant(at), State: Draft, Notices: t.Notices, Date1904: date1904,
		Total: len(t.Rows), KeptUntil: civil.Instant(at.Add(KeptAsDraft)),
	}
	for c, heading := range t.Headings {
		column := Column{Heading: heading, Field: fields[c]}
		for r := range t.Rows {
			if column.Sample = cut(t.Rows[r].cell(c), 60); column.Sample != "" {
				break
			}
		}
		i.Columns = append(i.Columns, column)
	}
	return i
}

// Clone returns a copy that shares nothing with i.
func (i Import) Clone() Import {
	i.Columns, i.Notices = slices.Clone(i.Columns), slices.Clone(i.Notices)
	return i
}

// Fields returns which field each column is.
func (i *Import) Fields() []Field {
	list := make([]Field, len(i.Columns))
	for c := range i.Columns {
		list[c] = i.Columns[c].Field
	}
	return list
}

// Working reports whether a job is at it. There is one such import at a time.
func (i *Import) Working() bool { return i.State == Applying || i.State == Undoing }

// Choose says which fields the columns are.
func (i *Import) Choose(fields []Field) error {
	if i.State != Draft {
		return ErrApplied
	}
	chosen := slices.Clone(i.Columns)
	for c := range chosen[:min(len(chosen), len(fields))] {
		chosen[c].Field = fields[c]
	}
	i.Columns = chosen
	return nil
}

// Begin begins to apply it.
func (i *Import) Begin(at time.Time) error {
	if i.State != Draft {
		return ErrApplied
	}
	if err := CheckColumns(i.Columns); err != nil {
		return err
	}
	i.State, i.After, i.Counts, i.AppliedAt = Applying, 0, Counts{}, civil.Instant(at)
	i.KeptUntil = civil.Instant(at.Add(Window))
	return nil
}

// MayUndo refuses to take back what was not applied, or too long ago.
func (i *Import) MayUndo(at time.Time) error {
	switch {
	case i.State != Applied && i.State != Undone:
		return ErrIdle
	case i.Forgotten || !at.Before(i.KeptUntil):
		return ErrTooLate
	}
	return nil
}

// BeginUndo begins to take it back.
func (i *Import) BeginUndo(at time.Time) error {
	if i.Working() {
		return ErrBusy
	}
	if err := i.MayUndo(at); err != nil {
		return err
	}
	i.State, i.After, i.Undo.Tried, i.Stopped = Undoing, 0, 0, ""
	return nil
}

// Open returns how many rows can still be taken back, as far as nobody changes those people.
func (i *Import) Open() int {
	if i.State == Undone && i.Stopped == "" { // all that is there was tried: who was erased is not
		return i.Undo.Left
	}
	return i.Counts.New + i.Counts.Changed - i.Undo.Done
}

// TookBack counts a row that was tried. before is why it was left until then, "" for one that was not tried.
func (i *Import) TookBack(row *Result, before string) {
	if before != "" {
		i.Undo.Left = max(0, i.Undo.Left-1) // an older version counted none that was tried on its own
	}
	if row.Undone {
		i.Undo.Done++
	} else {
		i.Undo.Left++
	}
}

// End notes that the job is done, or why it ended.
func (i *Import) End(why string) {
	i.Stopped = why
	if i.State == Undoing {
		i.State = Undone
	} else {
		i.State = Applied
	}
}

// Old reports whether its rows are to be forgotten, or a draft is to be destroyed: it was to be kept until a time before.
func (i *Import) Old(before time.Time) bool {
	return !i.Forgotten && !i.Working() && i.KeptUntil.Before(before)
}

// Forget drops what it holds of people.
func (i *Import) Forget() {
	i.Forgotten = true
	i.Columns = slices.Clone(i.Columns)
	for c := range i.Columns {
		i.Columns[c].Sample = ""
	}
}

// Result is a row of an import as it is kept, and what became of it.
type Result struct {
	Row
	Person  person.ID    // 0 before it was applied
	Outcome Outcome      // "" before it was applied
	Name    string       // as the person was called
	Changes []Change     //
	Kept    []Field      //
	Reasons []string     //
	Before  *undo.Before // of somebody who was changed
	After   int64        // the revision of the person as the import left it, 0 for one who was left
	From    int64        // the revision at which the import met the person, 0 for one before After
	Undone  bool         //
	Left    string       // why it was not taken back, "" otherwise
}

// Took says what became of the row.
func (r *Result) Took(d *Decision) {
	r.Person, r.Outcome, r.Name = d.Person, d.Outcome, d.Name
	r.Changes, r.Kept, r.Reasons = d.Changes, d.Kept, d.Reasons
}

// Refuse notes that nothing became of the row after all, and why.
func (r *Result) Refuse(reasons []string) { r.Outcome, r.Changes, r.Reasons = Refused, nil, reasons }

// Open reports whether the row can still be taken back.
func (r *Result) Open() bool { return r.After != 0 && !r.Undone }

// Follow notes that the person of the row was changed and brought back since, so that the row can be taken back as before. It
// reports whether that is so: whoever stands otherwise than the row left them is not followed.
func (r *Result) Follow(to Restored) bool {
	if !r.Open() || r.After != to.Was {
		return false
	}
	r.From = r.Met()
	if r.After = to.Is; r.Before != nil {
		before := *r.Before
		before.After, r.Before = to.Is, &before
	}
	return true
}

// Met returns the revision at which the import met the person.
func (r *Result) Met() int64 { return cmp.Or(r.From, r.After-1) }
