package acf_test

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/clubhuis/clubhuis/core/acf"
	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/fault"
)

// thing is a noun with a field of every kind.
type thing struct {
	Text   string
	Colour colour
	Day    civil.Date
	Flag   bool
	ID     int64
	IDs    []int64
	Rows   []row
	Extra  acf.Extra
}

type colour string

type row struct {
	Text  string
	Day   civil.Date
	Extra acf.Extra
}

var rowTable = acf.NewTable(func(r *row) *acf.Extra { return &r.Extra },
	acf.Text("text", func(r *row) *string { return &r.Text }),
	acf.Date("day", func(r *row) *civil.Date { return &r.Day }),
)

var table = acf.NewTable(func(t *thing) *acf.Extra { return &t.Extra },
	acf.Text("text", func(t *thing) *string { return &t.Text }, acf.Synced, acf.Doc("A text.")),
	acf.Choice("colour", func(t *thing) *colour { return &t.Colour }, []colour{"red", "blue"}),
	acf.Date("day", func(t *thing) *civil.Date { return &t.Day }),
	acf.Flag("flag", func(t *thing) *bool { return &t.Flag }),
	acf.ID("id", func(t *thing) *int64 { return &t.ID }),
	acf.IDs("ids", func(t *thing) *[]int64 { return &t.IDs }),
	acf.Rows("rows", "Row", func(t *thing) *[]row { return &t.Rows }, rowTable),
	acf.Computed("length", acf.TypeText, func(dst []byte, t *thing) []byte {
		return append(append(append(dst, '"'), strings.Repeat("i", len(t.Text))...), '"')
	}, acf.Nullable),
	acf.OnRead[thing]("late", acf.TypeIDs, func(dst []byte, r *reader) []byte { return append(dst, r.Late...) }),
	acf.OnRead[thing]("later", acf.TypeFlag, func(dst []byte, r *reader) []byte { return append(dst, r.Later...) },
		acf.Doc("Last.")),
)

// reader is what the late fields are returned out of: JSON texts.
type reader struct{ Late, Later string }

// full has a value in every field.
func full() thing {
	return thing{
		Text: "old", Colour: "red", Day: civil.Date{Year: 2026, Month: 3, Day: 29}, Flag: true, ID: 7, IDs: []int64{1, 2},
		Rows: []row{{Text: "old"}}, Extra: acf.Extra{"old": json.RawMessage(`1`)},
	}
}

// decode sends the members of an object to a thing, and returns it with what was wrong, as "path: sentence".
func decode(dst thing, object string) (thing, []string) {
	var members map[string]json.RawMessage
	if err := json.Unmarshal([]byte(object), &members); err != nil {
		panic(err)
	}
	var problems fault.Problems
	table.Decode(&dst, members, "acf", &problems)
	if !problems.Any() {
		return dst, nil
	}
	var wrong []string
	params := fault.As(problems.Fault()).Params
	for _, path := range slices.Sorted(maps.Keys(params)) {
		wrong = append(wrong, path+": "+params[path])
	}
	return dst, wrong
}

// member returns the encoded value of one field.
func member(t *testing.T, src thing, key string) string {
	t.Helper()
	var members map[string]json.RawMessage
	if err := json.Unmarshal([]byte(table.Object(&src)), &members); err != nil {
		t.Fatal(err)
	}
	return string(members[key])
}

func TestWhatClientsSend(t *testing.T) {
	t.Parallel()
	for key, cases := range map[string][]struct{ name, sent, want string }{
		"text": {
			{"a text", `"Jan"`, `"Jan"`},
			{"null clears", `null`, `""`},
			{"an empty text clears", ` "" `, `""`},
			{"an integer stays as written", `12`, `"12"`},
			{"a number stays as written", `12.50`, `"12.50"`},
			{"a huge number stays as written", `1e400`, `"1e400"`},
			{"a negative number", `-1`, `"-1"`},
			{"true is the predecessor's 1", `true`, `"1"`},
			{"false is the predecessor's nothing", `false`, `""`},
			{"blanks stay", `"  "`, `"  "`},
			{"HTML stays text", `"<b>&amp;</b>"`, `"\u003cb\u003e\u0026amp;\u003c/b\u003e"`},
			{"accents, escapes and emoji", `"Jo\u00ebl \"x\" \ud83d\ude00"`, `"Joël \"x\" 😀"`},
		},
		"colour": {
			{"a choice", `"blue"`, `"blue"`}, {"null clears", `null`, `""`}, {"an empty text clears", `""`, `""`},
			{"false clears", `false`, `""`},
		},
		"day": {
			{"a day", `"2024-02-29"`, `"2024-02-29"`},
			{"a compact day", `"20240229"`, `"2024-02-29"`},
			{"a compact day as a number", `20240229`, `"2024-02-29"`},
			{"null clears", `null`, `""`}, {"an empty text clears", `""`, `""`}, {"false clears", `false`, `""`},
		},
		"flag": {
			{"true", `true`, `true`}, {"1", `1`, `true`}, {"the text 1", `"1"`, `true`}, {"the text true", `"true"`, `true`},
			{"Ja", `"Ja"`, `true`}, {"blanks around", " true\n", `true`},
			{"false", `false`, `false`}, {"0", `0`, `false`}, {"the text 0", `"0"`, `false`}, {"Nee", `"Nee"`, `false`},
			{"null clears", `null`, `false`}, {"an empty text clears", `""`, `false`},
		},
		"id": {
			{"a number", `12`, `12`}, {"a text", `"12"`, `12`}, {"a list of one", `[12]`, `12`}, {"a list of one text", `["12"]`, `12`},
			{"an empty list clears", `[]`, `0`}, {"0", `0`, `0`}, {"null clears", `null`, `0`}, {"an empty text clears", `""`, `0`},
			{"false clears", `false`, `0`},
		},
		"ids": {
			{"numbers", `[3,1,2]`, `[3,1,2]`}, {"texts", `["3","1"]`, `[3,1]`}, {"each once", `[3,3,"3"]`, `[3]`},
			{"no zeros", `[0,null,4]`, `[4]`},
			{"null clears", `null`, `[]`}, {"an empty text clears", `""`, `[]`}, {"false clears", `false`, `[]`},
			{"an empty list", `[]`, `[]`},
		},
		"rows": {
			{"a row", `[{"text":"x","day":"20260329"}]`, `[{"text":"x","day":"2026-03-29"}]`},
			{"members of a row that are absent are empty", `[{}]`, `[{"text":"","day":""}]`},
			{"unknown members are kept", `[{"text":"x","b":{"c":[1]},"a":null,"z":false}]`,
				`[{"text":"x","day":"","b":{"c":[1]},"z":false}]`},
			{"null clears", `null`, `[]`}, {"an empty text clears", `""`, `[]`}, {"the predecessor's empty repeater", `false`, `[]`},
		},
		"unknown": {
			{"a number keeps its spelling", `12.50`, `12.50`}, {"an empty text is kept", `""`, `""`}, {"null removes", `null`, ``},
			{"objects have one spelling", `{ "b" : 1, "a": [ ] }`, `{"a":[],"b":1}`}, {"HTML stays text", `"<b>"`, `"\u003cb\u003e"`},
		},
		"length": {{"computed fields are ignored", `"x"`, `"iii"`}},
		"late":   {{"late fields are neither read nor written", `[1]`, ``}},
	} {
		for _, c := range cases {
			got, wrong := decode(full(), `{"`+key+`":`+c.sent+`}`)
			if len(wrong) > 0 {
				t.Errorf("%s: %s: refused: %q", key, c.name, wrong)
			} else if encoded := member(t, got, key); encoded != c.want {
				t.Errorf("%s: %s: got %s, want %s", key, c.name, encoded, c.want)
			}
		}
	}
}

func TestWhatIsRefused(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("ë", acf.MaxText)
	rows := "[" + strings.Repeat("{},", acf.MaxRows) + "{}]"
	for _, c := range []struct {
		name, sent string
		want       []string // "path: sentence"
	}{
		{"a text that is an object", `{"text":{}}`, []string{"acf.text: " + fault.NotText}},
		{"a text that is a list", `{"text":["x"]}`, []string{"acf.text: " + fault.NotText}},
		{"10,000 characters are fine", `{"text":"` + long + `"}`, nil},
		{"10,001 are not", `{"text":"` + long + `x"}`, []string{"acf.text: " + fault.TooLong}},
		{"nor as a number", `{"text":` + strings.Repeat("1", acf.MaxText+1) + `}`, []string{"acf.text: " + fault.TooLong}},
		{"a NUL", `{"text":"a\u0000b"}`, []string{"acf.text: " + fault.BadCharacter}},
		{"no choice", `{"colour":"green"}`, []string{"acf.colour: " + fault.NotAChoice}},
		{"a choice in capitals", `{"colour":"RED"}`, []string{"acf.colour: " + fault.NotAChoice}},
		{"no such day", `{"day":"2023-02-29"}`, []string{"acf.day: " + fault.NotADate}},
		{"a day that is a list", `{"day":["2023-02-28"]}`, []string{"acf.day: " + fault.NotText}},
		{"a flag of 2", `{"flag":2}`, []string{"acf.flag: " + fault.NotAFlag}},
		{"a flag that is a list", `{"flag":[]}`, []string{"acf.flag: " + fault.NotAFlag}},
		{"a number that is none", `{"id":"x"}`, []string{"acf.id: " + fault.NotAnID}},
		{"a fraction", `{"id":1.5}`, []string{"acf.id: " + fault.NotAnID}},
		{"a negative number", `{"id":-1}`, []string{"acf.id: " + fault.NotAnID}},
		{"a number beyond 64 bits", `{"id":9223372036854775808}`, []string{"acf.id: " + fault.NotAnID}},
		{"two numbers for one", `{"id":[1,2]}`, []string{"acf.id: " + fault.NotAnID}},
		{"a number that is an object", `{"id":{"id":1}}`, []string{"acf.id: " + fault.NotAnID}},
		{"numbers that are one", `{"ids":1}`, []string{"acf.ids: " + fault.NotAList}},
		{"a wrong one among numbers", `{"ids":[1,"x",2,-3]}`, []string{"acf.ids[1]: " + fault.NotAnID, "acf.ids[3]: " + fault.NotAnID}},
		{"rows that are an object", `{"rows":{"0":{}}}`, []string{"acf.rows: " + fault.NotAList}},
		{"rows that are a text", `{"rows":"x"}`, []string{"acf.rows: " + fault.NotAList}},
		{"rows that are no objects", `{"rows":[1,null,{},[]]}`, []string{
			"acf.rows[0]: " + fault.NotAnObject, "acf.rows[1]: " + fault.NotAnObject, "acf.rows[3]: " + fault.NotAnObject,
		}},
		{"a member of a row", `{"rows":[{},{"day":"x","text":{}}]}`,
			[]string{"acf.rows[1].day: " + fault.NotADate, "acf.rows[1].text: " + fault.NotText}},
		{"more than 500 rows", `{"rows":` + rows + `}`, []string{"acf.rows: " + fault.TooManyRows}},
		{"a long text in an unknown member", `{"x":{"a":["","` + long + `x"]}}`, []string{"acf.x.a[1]: " + fault.TooLong}},
		{"a NUL in the name of a field", `{"\u0000":1}`, []string{"acf.\x00: " + fault.BadCharacter}},
		{"a NUL in the name of an unknown member", `{"x":{"a\u0000":1}}`, []string{"acf.x.a\x00: " + fault.BadCharacter}},
		{"a NUL in an unknown member of a row", `{"rows":[{"x":"\u0000"}]}`, []string{"acf.rows[0].x: " + fault.BadCharacter}},
		{"everything at once", `{"text":[],"day":1,"flag":"x"}`, []string{
			"acf.day: " + fault.NotADate, "acf.flag: " + fault.NotAFlag, "acf.text: " + fault.NotText,
		}},
		{"computed members are ignored, whatever they are", `{"length":{},"late":"x"}`, nil},
	} {
		if _, wrong := decode(full(), c.sent); !slices.Equal(wrong, c.want) {
			t.Errorf("%s: got %q, want %q", c.name, wrong, c.want)
		}
	}
}

func TestFiveHundredRowsAreFine(t *testing.T) {
	t.Parallel()
	got, wrong := decode(thing{}, `{"rows":[`+strings.Repeat("{},", acf.MaxRows-1)+`{}]}`)
	if len(wrong) > 0 || len(got.Rows) != acf.MaxRows {
		t.Errorf("got %d rows, %q", len(got.Rows), wrong)
	}
}

func TestAbsentMembersStayUntouched(t *testing.T) {
	t.Parallel()
	before := full()
	got, wrong := decode(full(), `{}`)
	if table.Object(&got) != table.Object(&before) || len(wrong) > 0 {
		t.Errorf("got %s, %q", table.Object(&got), wrong)
	}
	got, _ = decode(full(), `{"id":9,"new":2}`)
	want := before
	want.ID, want.Extra = 9, acf.Extra{"new": json.RawMessage(`2`), "old": json.RawMessage(`1`)}
	if table.Object(&got) != table.Object(&want) {
		t.Errorf("got %s, want %s", table.Object(&got), table.Object(&want))
	}
}

func TestObjectIsInTheTablesOrder(t *testing.T) {
	t.Parallel()
	src := thing{Extra: acf.Extra{"z": json.RawMessage(`1`), "a\"": json.RawMessage(`2`)}}
	want := `{"text":"","colour":"","day":"","flag":false,"id":0,"ids":[],"rows":[],"length":"","a\"":2,"z":1}`
	if got := table.Object(&src); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

func TestDescriptions(t *testing.T) {
	t.Parallel()
	all := map[string]acf.Description{}
	for _, d := range table.Descriptions() {
		all[d.Key] = d
	}
	if d := all["text"]; !d.Synced || d.Doc != "A text." || d.ReadOnly || d.OnRead {
		t.Errorf("text: %+v", d)
	}
	if d := all["colour"]; !slices.Equal(d.Choices, []string{"red", "blue"}) || d.Type != acf.TypeText {
		t.Errorf("colour: %+v", d)
	}
	if d := all["rows"]; d.Row != "Row" || len(d.Member) != 2 || d.Member[1].Key != "day" || d.Member[1].Type != acf.TypeDate {
		t.Errorf("rows: %+v", d)
	}
	if d := all["length"]; !d.ReadOnly || d.OnRead || !d.Nullable {
		t.Errorf("length: %+v", d)
	}
	if d := all["late"]; !d.ReadOnly || !d.OnRead || d.Type != acf.TypeIDs {
		t.Errorf("late: %+v", d)
	}
}

func TestAKeyStandsOnceInATable(t *testing.T) {
	t.Parallel()
	defer func() {
		if recover() == nil {
			t.Error("a table took a key twice")
		}
	}()
	text := acf.Text("text", func(r *row) *string { return &r.Text })
	acf.NewTable(func(r *row) *acf.Extra { return &r.Extra }, text, text)
}

func TestCheckText(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"": "", "Joël\n": "", "a\x00": fault.BadCharacter, "a\xff": fault.BadCharacter,
		strings.Repeat("ë", acf.MaxText): "", strings.Repeat("ë", acf.MaxText+1): fault.TooLong,
	} {
		var problems fault.Problems
		acf.CheckText(text, "x", &problems)
		if problems.Any() != (want != "") || want != "" && fault.As(problems.Fault()).Params["x"] != want {
			t.Errorf("%.10q: got %v", text, problems.Fault())
		}
	}
}

// What was kept under an earlier table stays readable when the rules become stricter; only damage is an error.
func TestLoadIsLenientWhereDecodeIsStrict(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("x", acf.MaxText+1)
	for name, object := range map[string]string{
		"a text that is too long":        `{"text":"` + long + `"}`,
		"a text with a NUL":              `{"text":"a\u0000"}`,
		"a choice that is none any more": `{"colour":"green"}`,
		"too many rows": `{"rows":[` + strings.Repeat(`{"text":"","day":""},`, acf.MaxRows) +
			`{"text":"","day":""}]}`,
		"a text in a row":                   `{"rows":[{"text":"` + long + `","day":""}]}`,
		"a long text in an unknown member":  `{"x":{"y":["` + long + `"]}}`,
		"an unknown member with a NUL":      `{"x":"\u0000","\u0000":1}`,
		"an unknown member of a row, a NUL": `{"rows":[{"text":"","day":"","x":"\u0000"}]}`,
	} {
		if _, wrong := decode(thing{}, object); len(wrong) == 0 {
			t.Errorf("%s: a client may send it", name)
		}
		var got thing
		if err := table.Load(&got, object); err != nil {
			t.Errorf("%s: %.200v", name, err)
			continue
		}
		var kept, again map[string]json.RawMessage
		if json.Unmarshal([]byte(object), &kept) != nil || json.Unmarshal([]byte(table.Object(&got)), &again) != nil {
			t.Fatal(name)
		}
		for key, want := range kept {
			if string(again[key]) != string(want) {
				t.Errorf("%s: %q came back as %.100s", name, key, again[key])
			}
		}
	}
	for name, damaged := range map[string]string{
		"nothing": ``, "half an object": `{"text":`, "a list": `[]`, "null": `null`, "no day": `{"day":"x"}`, "no flag": `{"flag":"x"}`,
		"no number": `{"id":"x"}`, "no list": `{"rows":1}`, "a row that is none": `{"rows":[1]}`,
		"a text that is an object": `{"text":{}}`,
	} {
		if err := table.Load(&thing{}, damaged); err == nil {
			t.Errorf("%s is read", name)
		}
	}
}

func TestLateFieldsAreAnsweredBehindTheObject(t *testing.T) {
	t.Parallel()
	src := thing{Text: "x", Extra: acf.Extra{"a": json.RawMessage(`2`)}}
	object := table.Object(&src)
	kept := strings.Clone(object)
	answer := func(dst []byte, object string) string {
		return string(acf.AppendAnswer(dst, table, object, &reader{Late: "[1]", Later: "true"}))
	}
	const late = `"late":[1],"later":true}`
	if got, want := answer([]byte("before "), object), "before "+kept[:len(kept)-1]+","+late; got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	if got := answer(nil, `{}`); got != "{"+late {
		t.Errorf("behind nothing: %s", got)
	}
	if object != kept {
		t.Errorf("the object became %s", object)
	}
	plain := rowTable.Object(&row{Text: "x"})
	if got := string(acf.AppendAnswer(nil, rowTable, plain, &reader{})); got != string(plain) {
		t.Errorf("without late fields: %s", got)
	}
}

// shelf has rows that are kept beside the object.
type shelf struct {
	Name  string
	Rows  []row
	Extra acf.Extra
}

var shelves = acf.NewTable(func(s *shelf) *acf.Extra { return &s.Extra },
	acf.OwnTable(acf.Rows("rows", "Row", func(s *shelf) *[]row { return &s.Rows }, rowTable),
		func(dst []byte, r *reader) []byte { return append(dst, r.Late...) }),
	acf.Text("name", func(s *shelf) *string { return &s.Name }),
)

func TestAFieldThatIsKeptApart(t *testing.T) {
	t.Parallel()
	var s shelf
	var problems fault.Problems
	shelves.Decode(&s, map[string]json.RawMessage{"rows": json.RawMessage(`[{"text":"a"}]`), "name": json.RawMessage(`"b"`)},
		"acf", &problems)
	if problems.Any() || len(s.Rows) != 1 || s.Rows[0].Text != "a" {
		t.Errorf("a client's rows are read as %+v, %v", s, problems.Fault())
	}
	object := shelves.Object(&s)
	if object != `{"name":"b"}` {
		t.Errorf("the object is %s", object)
	}
	if got := string(acf.AppendAnswer(nil, shelves, object, &reader{Late: `["late"]`})); got != `{"name":"b","rows":["late"]}` {
		t.Errorf("the answer is %s", got)
	}
	if d := shelves.Descriptions()[0]; !d.OnRead || d.ReadOnly || d.Row != "Row" || len(d.Member) != 2 {
		t.Errorf("described as %+v", d)
	}
	var older shelf // an object that was kept when the field was no part of its own
	if err := shelves.Load(&older, `{"rows":[{"text":"a"}],"name":"b"}`); err != nil || len(older.Rows) != 1 {
		t.Errorf("loaded %+v, %v", older, err)
	}
	before := s
	s.Rows = []row{{Text: "\x00"}}
	shelves.Check(&s, &before, "acf", &problems)
	if params := fault.As(problems.Fault()).Params; len(params) != 1 || params["acf.rows[0].text"] != fault.BadCharacter {
		t.Errorf("an edit in Go is refused for %v", params)
	}
}

func TestWhatIsNoJSONIsRefused(t *testing.T) {
	t.Parallel()
	for _, raw := range []string{"", `"`, `"a`, `[`, `[1,`, `{"a`, `{"a":`, `\`, `"\`, "x y", `{"a" 1}`, `{a:1}`, `{"a":1,}`,
		`{"a":1 "b"}`, `{"\x":1}`, "tru"} {
		for _, key := range []string{"text", "ids", "rows", "flag", "day", "unknown"} {
			var problems fault.Problems
			var n thing
			table.Decode(&n, map[string]json.RawMessage{key: json.RawMessage(raw)}, "acf", &problems)
			if problems.Fault() == nil {
				t.Errorf("%s: %q was taken", key, raw)
			}
		}
		for _, object := range []string{`{"text":` + raw + `}`, `{"rows":[{"text":` + raw + `}]}`, `{"unknown":` + raw + `}`, raw,
			`{} ` + raw} {
			var n thing
			if err := table.Load(&n, object); err == nil && strings.TrimSpace(object) != "{}" {
				t.Errorf("%q was loaded", object)
			}
		}
	}
}
