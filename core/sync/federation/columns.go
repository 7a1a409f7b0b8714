package federation

// Column is something that the search tells about every member. A column that is gone from the page is empty for everybody.
type Column int

// The columns whose loss would be taken for changes.
const (
	ColumnEmail Column = iota
	ColumnMobile
	ColumnBirth
	ColumnAddress
	ColumnParents
	ColumnPhoto
	ColumnTeams
)

// Columns are all of them, in order.
var Columns = []Column{ColumnEmail, ColumnMobile, ColumnBirth, ColumnAddress, ColumnParents, ColumnPhoto, ColumnTeams}

// Of is what a row tells in the column, "" for nothing.
func (c Column) Of(m Member) string {
	switch c {
	case ColumnEmail:
		return m.Email
	case ColumnMobile:
		return m.Mobile
	case ColumnBirth:
		return m.Birth.String()
	case ColumnAddress:
		return m.Address.Street
	case ColumnParents:
		return m.Parents[0].Email
	case ColumnPhoto:
		return m.PhotoOn.String()
	case ColumnTeams:
		return m.UnionTeams
	}
	return ""
}

// MayEmpty reports whether a column may become empty for many at once: in summer most teams are dissolved, though never all of
// them. It is gone only when nobody has it any more.
func (c Column) MayEmpty() bool { return c == ColumnTeams }

// Emptied counts the members of whom the site told something in a column before, and of how many it tells it no more. Rows of who
// was not there before, and those that skip names, do not count.
func Emptied(c Column, before map[string]Member, rows []Member, skip func(code string) bool) (told, emptied int) {
	for i := range rows {
		was, known := before[rows[i].Code]
		if !known || c.Of(was) == "" || skip != nil && skip(rows[i].Code) {
			continue
		}
		told++
		if c.Of(rows[i]) == "" {
			emptied++
		}
	}
	return told, emptied
}
