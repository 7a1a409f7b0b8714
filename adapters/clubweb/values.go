package clubweb

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/money"
	"github.com/clubhuis/clubhuis/core/sync/federation"
)

// errEmpty is the cause of an answer without anything in it: {}, or null where the fields should stand.
var errEmpty = errors.New("the answer is empty")

// object is a JSON object. Numbers are json.Number.
type object = map[string]any

// parse reads the JSON of an answer.
func parse(body []byte) (any, error) {
	if len(bytes.TrimSpace(body)) == 0 {
		return nil, federation.ErrAnswer.Because(errors.New("the answer has no body"))
	}
	decoder := json.NewDecoder(bytes.NewReader(body))
	decoder.UseNumber()
	var answer any
	if err := decoder.Decode(&answer); err != nil {
		return nil, federation.ErrAnswer.Because(errors.New("the answer is no JSON"))
	}
	if o, is := answer.(object); is && len(o) == 0 {
		return nil, federation.ErrAnswer.Because(errEmpty)
	}
	return answer, nil
}

// rowsOf returns the rows of an answer: a list of objects, or one object in place of a list of one. Null is an empty list, but
// the member must be there.
func (r *request) rowsOf(answer any) ([]object, error) {
	list, bare := answer.([]any)
	if !bare {
		o, _ := answer.(object)
		found := slices.IndexFunc(r.Rows, func(name string) bool { _, there := o[name]; return there })
		if found < 0 {
			return nil, shape("%s is not in the answer of %s", strings.Join(r.Rows, ", "), r.Path)
		}
		value := o[r.Rows[found]]
		switch value := value.(type) {
		case nil:
		case object:
			list = []any{value}
		case []any:
			list = value
		default:
			return nil, shape("%s of %s is no list", r.Rows[found], r.Path)
		}
	}
	rows := make([]object, len(list))
	for i, value := range list {
		row, is := value.(object)
		if !is {
			return nil, shape("the list of %s has something else than objects in it", r.Path)
		}
		rows[i] = row
	}
	return rows, nil
}

// objectOf returns the object of an answer that holds the fields.
func (r *request) objectOf(answer any) (object, error) {
	o, is := answer.(object)
	if is && r.Object != "" {
		inner, there := o[r.Object]
		if !there {
			return nil, shape("%s is not in the answer of %s", r.Object, r.Path)
		}
		o, is = inner.(object)
		is = is || inner == nil
	}
	switch {
	case !is:
		return nil, shape("%s is no object", r.Path)
	case len(o) == 0:
		return nil, federation.ErrAnswer.Because(errEmpty)
	}
	return o, nil
}

func shape(format string, values ...any) error {
	return federation.ErrShape.Because(fmt.Errorf(format, values...))
}

// values reads the fields of one object. The first error stays in err; what is read after it does not count.
type values struct {
	request *request
	of      object
	err     error
	unread  error // the first date or amount that cannot be read, of values that let those pass
	lenient bool  // dates and amounts that cannot be read are no error
}

// columns checks that every field that must be there is in at least one row: a row may lack a field without a value, but a field
// that all rows lack is gone.
func (r *request) columns(rows []object) error {
	for _, field := range r.Always {
		there := slices.ContainsFunc(rows, func(row object) bool {
			_, has := (&values{request: r, of: row}).find(field)
			return has
		})
		if !there && len(rows) > 0 {
			return shape("%s: %s is missing", r.Path, field)
		}
	}
	return nil
}

// read begins to read an object, which must have all its required fields.
func (r *request) read(of object) *values {
	v := &values{request: r, of: of}
	for _, field := range r.Always {
		if _, there := v.find(field); !there {
			v.fail("%s is missing", field)
		}
	}
	return v
}

func (v *values) fail(format string, a ...any) {
	if v.err == nil {
		v.err = shape("%s: "+format, append([]any{v.request.Path}, a...)...)
	}
}

// find returns the value of a field, under the first of its names that is there.
func (v *values) find(field string) (any, bool) {
	for _, name := range v.request.Fields[field] {
		if value, there := at(v.of, name); there {
			return value, true
		}
	}
	return nil, false
}

// at returns the value behind a path with dots. A level that is null is there, with nothing below it.
func at(o object, path string) (any, bool) {
	first, rest, more := strings.Cut(path, ".")
	value, there := o[first]
	if !more || !there {
		return value, there
	}
	if value == nil {
		return nil, true
	}
	inner, is := value.(object)
	if !is {
		return nil, false
	}
	return at(inner, rest)
}

// text returns a field as text, "" for null and absent.
func (v *values) text(field string) string {
	value, _ := v.find(field)
	switch value := value.(type) {
	case nil:
		return ""
	case string:
		return tidy(value)
	case json.Number:
		return value.String()
	case bool:
		return fmt.Sprint(value)
	}
	v.fail("%s is no text", field)
	return ""
}

// date returns a field that is a day.
func (v *values) date(field string) civil.Date {
	text := v.text(field)
	on, ok := parseDate(text)
	if !ok {
		v.odd("%s is no date", field)
	}
	return on
}

// odd notes a value that cannot be read.
func (v *values) odd(format, field string) {
	switch {
	case !v.lenient:
		v.fail(format, field)
	case v.unread == nil:
		v.unread = fmt.Errorf(format, field)
	}
}

// amount returns a field that is an amount of euros, nil for null and absent.
func (v *values) amount(field string) *money.Cents {
	text := v.text(field)
	if text == "" {
		return nil
	}
	amount, err := money.Parse(text)
	if err != nil || amount < 0 {
		v.odd("%s is no amount", field)
		return nil
	}
	return &amount
}

// count returns a field that is a number of people, 0 for what is none.
func (v *values) count(field string) int {
	value, _ := v.find(field)
	n, err := strconv.Atoi(fmt.Sprint(value))
	if err != nil {
		return 0
	}
	return n
}

// texts returns a field that is a list of texts, or one text; empty ones are left out.
func (v *values) texts(field string) (list []string) {
	value, _ := v.find(field)
	several, is := value.([]any)
	if !is {
		several = []any{value}
	}
	for _, one := range several {
		part := &values{request: &request{Path: v.request.Path, Fields: map[string]names{field: {field}}}, of: object{field: one}}
		if text := part.text(field); text != "" {
			list = append(list, text)
		}
		if v.err == nil {
			v.err = part.err
		}
	}
	return list
}

// flag returns a field that is true or false; absent and null are false.
func (v *values) flag(field string) bool {
	switch strings.ToLower(v.text(field)) {
	case "true", "1", "ja":
		return true
	case "", "false", "0", "nee":
		return false
	}
	v.fail("%s is neither true nor false", field)
	return false
}

// noDates are what programs write for a day that nobody filled in: MySQL's zero date, and the least value of .NET's DateTime.
var noDates = []string{"0000-00-00", "0001-01-01"}

// parseDate reads Y-m-d or d-m-Y, also with a time of day behind it; "" is no date, and so are noDates.
func parseDate(text string) (civil.Date, bool) {
	day, _, _ := strings.Cut(text, " ")
	day, _, _ = strings.Cut(day, "T")
	if slices.Contains(noDates, day) {
		return civil.Date{}, true
	}
	if parts := strings.Split(day, "-"); len(parts) == 3 && len(parts[2]) == 4 {
		day = fmt.Sprintf("%s-%02s-%02s", parts[2], parts[1], parts[0])
	}
	if day == "" && text != "" || len(day) == len("20060102") {
		return civil.Date{}, false
	}
	return civil.Parse(day)
}

// tidy removes invisible characters and the blanks around a text. Blanks of other widths become plain ones.
func tidy(text string) string {
	return strings.TrimSpace(strings.Map(func(r rune) rune {
		switch {
		case unicode.Is(unicode.Cf, r):
			return -1
		case unicode.Is(unicode.Zs, r):
			return ' '
		}
		return r
	}, text))
}

func notLetter(r rune) bool { return !unicode.IsLetter(r) }
