package main

import (
	"bytes"
	"maps"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/clubhuis/clubhuis/apps/internal/program"
	"github.com/clubhuis/clubhuis/fixtures/postgres"
)

// A fuzz that finds nothing is worth what it would have found.
func TestTheFuzzCanFail(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name  string
		fake  *fake
		finds string // "" for nothing
	}{
		{"a good application", &fake{}, ""},
		{"one that has no room at this moment", &fake{room: true}, ""},
		{"a list with everybody in it", &fake{showsAll: true}, "is told zqx"},
		{"a count of everybody", &fake{countsAll: true}, "a search for the name of a hidden record finds"},
		{"a refusal with a name", &fake{tellsName: true}, "is told zqx"},
		{"a header with a name", &fake{namesInLink: true}, "in a header"},
		{"a list for nobody", &fake{openToNobody: true}, "for somebody who is not signed in"},
		{"a change by somebody who may not", &fake{changesAll: true}, "was changed by somebody who may not"},
		{"a failure", &fake{fails: true}, "status 500"},
		{"a connection that breaks", &fake{breaks: true}, "no answer"},
		{"busy, without saying how long", &fake{busy: true}, "status 503"},
		{"plain text", &fake{plainText: true}, "no JSON"},
		{"another status in the body", &fake{wrongStatus: true}, "without the body of an error"},
		{"a member that nobody promised", &fake{memberMore: true}, "password_hash"},
		{"a list that is shorter than it says", &fake{wrongTotal: true}, "but a total of"},
		{"nobody is let in", &fake{forgets: true}, "status 401"},
		{"a panic in the log", &fake{panics: true}, "the server's log has a \"panic\""},
		{"a name in the log", &fake{logsNames: true}, "the server's log has zqx"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			a := &attack{site: c.fake.start(t), name: "fake", seed: 1, say: t.Logf}
			err := a.run(t.Context(), limits{requests: 2000, round: 500, connections: 4})
			switch {
			case c.finds == "" && err != nil:
				t.Errorf("found %v", err)
			case c.finds != "" && (err == nil || !strings.Contains(err.Error(), c.finds)):
				t.Errorf("found %v", err)
			}
			if c.finds == "" && a.statuses[2] < 250 {
				t.Errorf("the requests are too bad to find anything: %s", a.summary())
			}
		})
	}
}

// Money is for who has the capability, also among those who see everybody; a secret is for nobody.
func TestMarksInMoneyAreForeignToWhoeverMayNotSeeThem(t *testing.T) {
	t.Parallel()
	m := newMarks(rand.New(rand.NewPCG(1, 0)))
	money, secret := m.new(treasury), m.new(secrets)
	for _, reader := range identities() {
		if got := m.foreign([]byte("an invoice of "+money), reader); (got == "") != (reader.role == "administrator") {
			t.Errorf("%s reads an invoice: %q", reader.name, got)
		}
		if m.foreign([]byte("a key of "+secret), reader) == "" {
			t.Errorf("%s may read a secret", reader.name)
		}
	}
	if m.any([]byte(money)) == "" || m.any([]byte(secret)) == "" {
		t.Error("the log may hold them")
	}
}

// The same seed is the same requests, or a failure could not be looked at.
func TestASeedIsRepeated(t *testing.T) {
	t.Parallel()
	operations, err := readOperations([]byte(fakeDescription))
	if err != nil {
		t.Fatal(err)
	}
	requests := func(seed uint64) (all []string) {
		s := &site{users: identities(), marks: newMarks(rand.New(rand.NewPCG(seed, 0)))}
		a := &attack{site: s, seed: seed, operations: operations, known: &knowledge{
			marks: []string{s.marks.new(s.users[1])}, records: map[string][]record{"people": {{1, 1, true}, {2, 2, false}, {3, 0, false}}},
		}}
		for number := range int64(2000) {
			r := a.make(number)
			all = append(all, r.by.name+r.method+r.path+"?"+r.query+string(r.body))
		}
		return all
	}
	first, again, other := requests(7), requests(7), requests(8)
	same := 0
	for i := range first {
		if first[i] != again[i] {
			t.Fatalf("request %d is\n%s\nand then\n%s", i, first[i], again[i])
		}
		if first[i] == other[i] {
			same++
		}
	}
	if same > len(first)/10 {
		t.Errorf("%d of %d requests of another seed are the same", same, len(first))
	}
}

func TestACommandLineRepeatsARequest(t *testing.T) {
	t.Parallel()
	r := &request{by: &identity{name: "lid", role: "club_user"}, method: "PUT", path: "/cms/v2/people/1", query: "_fields=id",
		body: []byte(`{"a":"it's"}`)}
	got := r.curl("http://127.0.0.1:1", "/api")
	want := "# as lid (club_user)\n" + `curl -i --path-as-is -g -X PUT -u 'lid:PASSWORD' ` +
		`--data-binary '{"a":"it'\''s"}' 'http://127.0.0.1:1/api/cms/v2/people/1?_fields=id'`
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestWhatIsWrongIsWrittenAsItIs(t *testing.T) {
	t.Parallel()
	value := object{"b": raw("1E400"), "a": []any{nil, "\xff\x00\"", twice(`"x":1`)}, "c": true}
	want := []byte("{\"a\":[null,\"\xff\\u0000\\\"\",{\"x\":1,\"x\":1}],\"b\":1E400,\"c\":true}")
	if got := encode(value); !bytes.Equal(got, want) {
		t.Errorf("got %q", got)
	}
}

// What `go run ./apps/dev fuzz` does, with as many requests as take about half a minute in all. They are always drawn from the
// same seed; which of four connections comes first differs.
func TestTheServerWithstandsTheFuzz(t *testing.T) {
	t.Parallel()
	binary := filepath.Join(t.TempDir(), "clubhuis")
	if err := program.Build(t.Context(), binary, "server"); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name     string
		database func(folder string) string
	}{
		{"SQLite", func(folder string) string { return "sqlite:" + filepath.Join(folder, "club.db") }},
		{"PostgreSQL", func(string) string { return postgres.NewDatabase(t) }},
	} {
		t.Run(c.name, func(t *testing.T) {
			folder := t.TempDir()
			s, err := startSite(t.Context(), binary, folder, c.database(folder), 1)
			if err != nil {
				t.Fatal(err)
			}
			defer func() {
				if err := s.close(); err != nil {
					t.Error(err)
				}
			}()
			a := &attack{site: s, name: c.name, seed: 1, say: t.Logf}
			if err := a.run(t.Context(), limits{requests: 6_000, round: 1000, connections: 4}); err != nil {
				t.Error(err)
			}
			owners := slices.Collect(maps.Values(s.marks.owners))
			if !slices.Contains(owners, treasury) || !slices.Contains(owners, secrets) {
				t.Error("no mark was planted in the club's money")
			}
			if len(a.succeeded) < len(a.operations)/2 {
				t.Errorf("too little of the API was reached: %s", a.summary())
			}
		})
	}
}
