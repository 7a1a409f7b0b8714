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

// Apply reads the members into p and notes those of a wrong shape. It asks no rule: Settle does.
func (c Patch) Apply(p *Person, problems *fault.Problems) {
	Fields.Decode(p, c.ACF, "acf", problems)
	fields.DecodeExtra(&p.Meta, c.Meta, "meta", problems)
}
