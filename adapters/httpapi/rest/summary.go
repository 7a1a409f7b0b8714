package rest

import "strconv"

// Summary is what lists of names show of a person (contract §2.1 rule 4).
type Summary struct {
	ID        int64    `json:"id"`
	Name      string   `json:"name"`
	FirstName string   `json:"first_name"`
	LastName  string   `json:"last_name"`
	Thumbnail string   `json:"thumbnail" doc:"Address of the photo, empty without one."`
	Labels    []string `json:"labels"`
	Former    bool     `json:"former_member"`
}

// AppendSummary begins an object with the members of the summary; the caller adds the others and the closing brace.
func AppendSummary(dst []byte, s Summary) []byte {
	dst = strconv.AppendInt(append(dst, `{"id":`...), s.ID, 10)
	dst = AppendText(append(dst, `,"name":`...), s.Name)
	dst = AppendText(append(dst, `,"first_name":`...), s.FirstName)
	dst = AppendText(append(dst, `,"last_name":`...), s.LastName)
	dst = AppendText(append(dst, `,"thumbnail":`...), s.Thumbnail)
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
