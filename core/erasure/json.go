package erasure

import (
	"bytes"
	"encoding/json"
)

// ForgetJSON takes somebody out of all texts of a JSON value, and reports whether somebody was named in one. erased is that of
// Subject.Eraser. What is not JSON is a text.
func ForgetJSON(raw json.RawMessage, erased func(text string) (string, bool)) (json.RawMessage, bool) {
	decoder := json.NewDecoder(bytes.NewReader(raw))
	decoder.UseNumber()
	var value any
	if err := decoder.Decode(&value); err != nil {
		after, named := erased(string(raw))
		return json.RawMessage(after), named
	}
	after, named := forgetValue(value, erased)
	if !named {
		return raw, false
	}
	encoded, _ := json.Marshal(after) // what was decoded can be encoded
	return encoded, true
}

func forgetValue(value any, erased func(text string) (string, bool)) (after any, named bool) {
	switch v := value.(type) {
	case string:
		return erased(v)
	case []any:
		for i, one := range v {
			without, so := forgetValue(one, erased)
			v[i], named = without, named || so
		}
	case map[string]any:
		clean := make(map[string]any, len(v))
		for key, one := range v {
			called, does := erased(key)
			without, so := forgetValue(one, erased)
			clean[called], named = without, named || does || so
		}
		return clean, named
	}
	return value, named
}
