package fault

import (
	"maps"
	"sort"
)

// Problems collects what is wrong with an input, field by field, so that a person hears everything at once.
// The zero value is ready for use; the first sentence about a field stays.
type Problems struct {
	params map[string]string
}

// Add notes a sentence about a field.
func (p *Problems) Add(field, sentence string) {
	if p.params == nil {
		p.params = map[string]string{}
	}
	if _, known := p.params[field]; !known {
		p.params[field] = sentence
	}
}

// Clone returns a copy that shares nothing with p.
func (p *Problems) Clone() Problems { return Problems{maps.Clone(p.params)} }

// Any reports whether something is wrong.
func (p *Problems) Any() bool { return len(p.params) > 0 }

// Fault returns nil when nothing is wrong, else the contract's rest_invalid_param (§7) with every field in Params.
func (p *Problems) Fault() error {
	if !p.Any() {
		return nil
	}
	fields := make([]string, 0, len(p.params))
	for field := range p.params {
		fields = append(fields, field)
	}
	sort.Strings(fields)
	message := InvalidParameters
	for i, field := range fields {
		if i > 0 {
			message += ","
		}
		message += " " + field
	}
	return &Fault{Kind: Invalid, Code: CodeInvalidParam, Message: message, Params: p.params}
}

// Param returns the fault about one field.
func Param(field, sentence string) error {
	var problems Problems
	problems.Add(field, sentence)
	return problems.Fault()
}
