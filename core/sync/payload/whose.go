package payload

import (
	"cmp"

	"github.com/clubhuis/clubhuis/core/fold"
	"github.com/clubhuis/clubhuis/core/sync/federation"
)

// IsMember reports whether the record is that of the member with the code. It must be asked before a member's data is written to
// a remembered number, and before the record's data goes to the site: numbers may become somebody else's, for instance when an
// older backup of the application is restored.
//
// Codes are compared as the application does. Without one in the record the name in the member's row decides, which may be nil
// when it is not known. A stranger is nobody.
func (p Person) IsMember(code string, row *federation.Member) bool {
	switch {
	case !p.Administered:
		return false
	case p.Membership.Code != "":
		return fold.Same(p.Membership.Code, code)
	case row == nil:
		return false
	}
	return fold.Same(p.Name.First, firstName(row)) && fold.Same(p.Name.Last, row.Last)
}

// firstName is what is told as the first name of a member: the application needs one.
func firstName(row *federation.Member) string { return cmp.Or(row.First, row.Last, row.Code) }
