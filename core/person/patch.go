package person

import (
	"encoding/json"
	"slices"

	"github.com/clubhuis/clubhuis/core/acf"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/term"
)

// Patch is what a client wants to change: members of acf and of meta, as it sent them. Absent members stay as they are.
type Patch struct {
	ACF    map[string]json.RawMessage
	Meta   map[string]json.RawMessage
	Labels *[]term.ID // nil leaves them as they are
	Author *int64     // likewise
}

// Apply reads the members into p and notes those of a wrong shape. It asks no rule: Validate does.
func (c Patch) Apply(p *Person, problems *fault.Problems) {
	Fields.Decode(p, c.ACF, "acf", problems)
	MetaFields.Decode(p, c.Meta, "meta", problems)
	if c.Author != nil {
		p.Author = *c.Author
	}
	if c.Labels != nil {
		p.Labels = nil
		for _, id := range *c.Labels {
			if !slices.Contains(p.Labels, id) {
				p.Labels = append(p.Labels, id)
			}
		}
		if len(p.Labels) > acf.MaxRows {
			problems.Add("person_label", fault.TooManyRows)
		}
	}
}
