package payload

import (
	"fmt"
	"strings"
)

// Unreadable is the error of reading a list of which some records could not be read; all others were.
type Unreadable struct{ Records []UnreadableRecord }

// UnreadableRecord is what is known of a record that cannot be read.
type UnreadableRecord struct {
	ID    int64 // 0 when not even that is known
	Place int   // in the list, from 1
	// Code is its member code, and Administered as in Record. Both are known when ID is.
	Code         string
	Administered bool
	Cause        error
}

// Error says in plain words which records they are.
func (u *Unreadable) Error() string {
	var said []string
	for _, r := range u.Records {
		said = append(said, r.String())
	}
	return strings.Join(said, "; ")
}

// String says which record it is.
func (r UnreadableRecord) String() string {
	if r.ID == 0 {
		return fmt.Sprintf("een record van de applicatie is niet te lezen (het %de van de lijst): %v", r.Place, r.Cause)
	}
	return fmt.Sprintf("record %d van de applicatie is niet te lezen: %v", r.ID, r.Cause)
}

// Stranger reports whether the record is certainly a stranger's.
func (r UnreadableRecord) Stranger() bool { return r.ID != 0 && !r.Administered }
