package rest

import (
	"strconv"

	"github.com/danielgtaylor/huma/v2"
)

// Summary is what lists of names show of a person (contract §2.1 rule 4).
type Summary struct {
	ID                        int64
	Name, FirstName, LastName string
	Picture                   int64 // number of the photo, 0 for none
	Labels                    []string
	Former                    bool
}

// AppendSummary begins an object with the members of the summary; the caller adds the others and the closing brace.
func (f *Format) AppendSummary(dst []byte, s Summary) []byte {
	dst = strconv.AppendInt(append(dst, `{"id":`...), s.ID, 10)
	dst = AppendText(append(dst, `,"name":`...), s.Name)
	dst = AppendText(append(dst, `,"first_name":`...), s.FirstName)
	dst = AppendText(append(dst, `,"last_name":`...), s.LastName)
	dst = f.AppendPicture(append(dst, `,"thumbnail":`...), s.Picture)
	dst = AppendTexts(append(dst, `,"labels":`...), s.Labels)
	return strconv.AppendBool(append(dst, `,"former_member":`...), s.Former)
}

// AppendTexts adds a list of texts.
func AppendTexts(dst []byte, texts []string) []byte {
	dst = append(dst, '[')
	for i, text := range texts {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = AppendText(dst, text)
	}
	return append(dst, ']')
}

// SummaryMembers are the schemas of the members of a summary.
func SummaryMembers() map[string]*huma.Schema {
	return map[string]*huma.Schema{
		"id": Number(), "name": Text(""), "first_name": Text(""), "last_name": Text(""),
		"thumbnail": Text("Address of the photo, empty without one."), "labels": List(Text("")),
		"former_member": {Type: huma.TypeBoolean},
	}
}
