package backup

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"math/bits"
	"path"
	"slices"
	"time"
)

// Format is the number of the form in which backups are written. It is raised when an older program could not read one. Files are
// told apart by SHA-256 in the first form, by BLAKE2b in the second, by BLAKE3 since the third.
const Format = 3

// Manifest says what a backup holds. It is written last: a backup without one was cut off.
type Manifest struct {
	Format  int       `json:"format"`
	Owner   string    `json:"owner"`   // which program's data it is: "clubhuis"
	Program string    `json:"program"` // the version that wrote it
	Made    time.Time `json:"made"`
	Club    string    `json:"club"`
	Schema  int64     `json:"schema"` // the version of the tables
	Tables  []Counted `json:"tables"`
	Files   []File    `json:"files"`
	Key     bool      `json:"key"` // it holds the key of the installation

	// Fingerprint is that of the key with which its secrets are sealed; "" where that was not known, as in older backups.
	Fingerprint string `json:"key_fingerprint,omitempty"`

	// Deleted are folders of files that its tables name and that were deleted while it was made.
	Deleted []string `json:"deleted,omitempty"`

	// Missing are other folders that its tables name and that have no file in it. It is found out when a backup is tried out.
	Missing []string `json:"-"`
}

// Without returns which of the folders have no file in it, though none was deleted while it was made.
func (m *Manifest) Without(folders []string) (missing []string) {
	there := map[string]bool{}
	for i := range m.Files {
		there[path.Dir(m.Files[i].Key)] = true
	}
	for _, folder := range m.Deleted {
		there[folder] = true
	}
	return slices.DeleteFunc(slices.Clone(folders), func(folder string) bool { return there[folder] })
}

// File is a file that a backup holds.
type File struct {
	Key  string `json:"key"`
	Size int64  `json:"size"`
	Sum  string `json:"sum"` // in hexadecimal digits; see Format
}

// Counted is a table with what proves that its rows are all there.
type Counted struct {
	Table
	Rows int64 `json:"rows"`
	Sum  Sum   `json:"sum"`
}

// Sum is the sum of the hashes of rows: it tells nothing of their order, which databases do not keep.
type Sum [sha256.Size]byte

// add adds the hash of a row.
func (s *Sum) add(line []byte) {
	hash := sha256.Sum256(line)
	var carry uint64
	for at := len(s) - 8; at >= 0; at -= 8 {
		var part uint64
		part, carry = bits.Add64(binary.BigEndian.Uint64(s[at:]), binary.BigEndian.Uint64(hash[at:]), carry)
		binary.BigEndian.PutUint64(s[at:], part)
	}
}

// MarshalText returns hexadecimal digits.
func (s Sum) MarshalText() ([]byte, error) { return []byte(hex.EncodeToString(s[:])), nil }

// UnmarshalText reads what MarshalText returned.
func (s *Sum) UnmarshalText(text []byte) error {
	sum, err := hex.DecodeString(string(text))
	if err == nil && len(sum) != len(s) {
		err = fmt.Errorf("a sum has %d bytes, not %d", len(s), len(sum))
	}
	if err == nil {
		copy(s[:], sum)
	}
	return err
}

// Counter is a Writer that counts what it passes on.
type Counter struct {
	Next   Writer // nil to count alone
	Tables []Counted
}

// Begin implements Writer.
func (c *Counter) Begin(t Table) error {
	c.Tables = append(c.Tables, Counted{Table: t})
	if c.Next == nil {
		return nil
	}
	return c.Next.Begin(t)
}

// Row implements Writer.
func (c *Counter) Row(values []any) error {
	if len(c.Tables) == 0 {
		return fmt.Errorf("a row without a table")
	}
	last := &c.Tables[len(c.Tables)-1]
	line, err := last.Encode(values)
	if err != nil {
		return err
	}
	last.Rows++
	last.Sum.add(line)
	if c.Next == nil {
		return nil
	}
	return c.Next.Row(values)
}

// Differences says in which tables there is something else than there should be, one line for each.
func Differences(should, are []Counted) (lines []string) {
	for _, want := range should {
		at := slices.IndexFunc(are, func(c Counted) bool { return c.Name == want.Name })
		switch {
		case at < 0:
			lines = append(lines, fmt.Sprintf("the table %s is missing", want.Name))
		case are[at].Rows != want.Rows:
			lines = append(lines, fmt.Sprintf("the table %s has %d rows, not %d", want.Name, are[at].Rows, want.Rows))
		case are[at].Sum != want.Sum:
			lines = append(lines, fmt.Sprintf("the table %s has other rows", want.Name))
		case are[at].Last != want.Last:
			lines = append(lines, fmt.Sprintf("the table %s goes on after number %d, not %d", want.Name, are[at].Last, want.Last))
		}
	}
	for at, found := range are {
		if slices.ContainsFunc(are[:at], func(c Counted) bool { return c.Name == found.Name }) {
			lines = append(lines, fmt.Sprintf("the table %s is there more than once", found.Name))
		}
		if !slices.ContainsFunc(should, func(c Counted) bool { return c.Name == found.Name }) {
			lines = append(lines, fmt.Sprintf("the table %s should not be there", found.Name))
		}
	}
	return lines
}
