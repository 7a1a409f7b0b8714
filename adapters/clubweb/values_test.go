package clubweb

import (
	"errors"
	"testing"

	"github.com/clubhuis/clubhuis/core/sync/federation"
)

func TestParseDate(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"": "", "2023-10-30": "2023-10-30", "30-10-2023": "2023-10-30", "1-2-2020": "2020-02-01", "2023-10-30T12:00:00Z": "2023-10-30",
		"2023-10-30 23:59:59": "2023-10-30", "30-10-2023 08:00": "2023-10-30",
		"0000-00-00": "", "0001-01-01T00:00:00": "", "0000-00-00 00:00:00": "",
		"30 okt 2023": "no", "2023-02-29": "no", "31-11-2020": "no", "20231030": "no", "onbekend": "no", " 2023-10-30": "no",
		"10-30": "no",
	} {
		got, ok := parseDate(text)
		if !ok && want != "no" || ok && got.String() != want {
			t.Errorf("%q is %v, %v; want %s", text, got, ok, want)
		}
	}
}

func TestTidy(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		" Anna ": "Anna", "\u200e06-12345678\u200b\ufeff": "06-12345678", "\u00a0a\u00a0b\u00a0": "a b", "\u200b": "", "é\u00ad": "é",
		"\ta\n":      "a",
		"06 12 / 79": "06 12 / 79", "👩\u200d👩": "👩👩",
	} {
		if got := tidy(text); got != want {
			t.Errorf("%q becomes %q, want %q", text, got, want)
		}
	}
}

func TestAnswersThatAreNone(t *testing.T) {
	t.Parallel()
	list := request{Path: "x", Rows: names{"Rows"}, Fields: map[string]names{"a": {"A", "B.C"}}, Always: []string{"a"}}
	one := list
	one.Rows, one.Object = nil, "Object"
	for _, trial := range []struct {
		name, body string
		of         request
		want       error
		text       string
	}{
		{"a list", `{"Rows":[{"A":"x"}]}`, list, nil, "x"},
		{"a bare list", `[{"A":" x "}]`, list, nil, "x"},
		{"one object instead of a list", `{"Rows":{"A":7}}`, list, nil, "7"},
		{"another name", `{"Rows":[{"B":{"C":true}}]}`, list, nil, "true"},
		{"null", `{"Rows":[{"A":null}]}`, list, nil, ""},
		{"null above it", `{"Rows":[{"B":null}]}`, list, nil, ""},
		{"nothing in place of the list", `{"Rows":null}`, list, nil, ""},
		{"an object", `{"Object":{"A":1.50}}`, one, nil, "1.50"},
		{"a row without it", `{"Rows":[{"A":"x"},{"Z":1}]}`, list, federation.ErrShape, ""},
		{"a level that is text", `{"Rows":[{"B":"x"}]}`, list, federation.ErrShape, ""},
		{"a value that is a list", `{"Rows":[{"A":[]}]}`, list, federation.ErrShape, ""},
		{"no list", `{"Others":[]}`, list, federation.ErrShape, ""},
		{"a list that is text", `{"Rows":"x"}`, list, federation.ErrShape, ""},
		{"a list of texts", `{"Rows":["x"]}`, list, federation.ErrShape, ""},
		{"no object", `{"Others":{}}`, one, federation.ErrShape, ""},
		{"an object that is a list", `{"Object":[1]}`, one, federation.ErrShape, ""},
		{"a list instead of an object", `[1]`, one, federation.ErrShape, ""},
		{"an empty object", `{"Object":{}}`, one, errEmpty, ""},
		{"nothing in place of the object", `{"Object":null}`, one, errEmpty, ""},
		{"an empty answer", ` {} `, list, errEmpty, ""},
		{"no body", ``, list, federation.ErrAnswer, ""},
		{"half a body", `{"Rows":[{"A":"x"}`, list, federation.ErrAnswer, ""},
		{"HTML", `<html>`, list, federation.ErrAnswer, ""},
	} {
		t.Run(trial.name, func(t *testing.T) {
			t.Parallel()
			text, err := trial.of.firstText([]byte(trial.body))
			if !errors.Is(err, trial.want) || text != trial.text {
				t.Errorf("got %q, %v; want %q, %v", text, err, trial.text, trial.want)
			}
			if errors.Is(err, errEmpty) && !errors.Is(err, federation.ErrAnswer) {
				t.Errorf("%v is no error of the site", err)
			}
		})
	}
}

// firstText reads the field a of the first row, or of the object.
func (r *request) firstText(body []byte) (text string, err error) {
	answer, err := parse(body)
	if err != nil {
		return "", err
	}
	var rows []object
	if len(r.Rows) > 0 {
		rows, err = r.rowsOf(answer)
	} else {
		rows = make([]object, 1)
		rows[0], err = r.objectOf(answer)
	}
	if err != nil {
		return "", err
	}
	for i, row := range rows {
		v := r.read(row)
		read := v.text("a")
		if v.err != nil {
			return "", v.err
		}
		if i == 0 {
			text = read
		}
	}
	return text, nil
}

func TestFlags(t *testing.T) {
	t.Parallel()
	r := request{Path: "x", Fields: map[string]names{"a": {"A"}}}
	for _, trial := range []struct {
		value any
		want  bool
		good  bool
	}{{true, true, true}, {"true", true, true}, {"Ja", true, true}, {false, false, true}, {nil, false, true}, {"", false, true},
		{"misschien", false, false}} {
		v := r.read(object{"A": trial.value})
		if got := v.flag("a"); got != trial.want || (v.err == nil) != trial.good {
			t.Errorf("%v is %v, %v", trial.value, got, v.err)
		}
	}
}
