package person

import (
	"encoding/json"

	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/fields"
)

// Patch is what a client wants to change: members of acf and of meta, as it sent them. Absent members stay as they are.
type Patch struct {
	ACF  map[string]json.RawMessage
	Meta map[string]json.RawMessage
}

// Related are the people to whom the patch makes relations. It finds nobody in relations that Apply refuses.
func (c Patch) Related() []ID {
	raw, sent := c.ACF["relationships"]
	if !sent {
		return nil
	}
	var p Person
	var refused fault.Problems
	Fields.Decode(&p, map[string]json.RawMessage{"relationships": raw}, "acf", &refused)
	return p.Related()
}

// Apply reads the members into p and notes those of a wrong shape. It asks no rule: Settle does.
func (c Patch) Apply(p *Person, problems *fault.Problems) {
	Fields.Decode(p, c.ACF, "acf", problems)
	fields.DecodeExtra(&p.Meta, c.Meta, "meta", problems)
}
