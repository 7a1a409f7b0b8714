package archive_test

import (
	"archive/tar"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"io"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/klauspost/compress/zstd"

	"github.com/clubhuis/clubhuis/adapters/archive"
	"github.com/clubhuis/clubhuis/core/backup"
)

// packer packs what a target invents, as backups are packed.
var packer = func() *zstd.Encoder {
	e, err := zstd.NewWriter(nil, zstd.WithEncoderConcurrency(1), zstd.WithEncoderLevel(zstd.SpeedFastest))
	if err != nil {
		panic(err)
	}
	return e
}()

// FuzzReader lets a backup hold anything: its rows are damaged or are the same when they are written again, and a backup that is
// read as whole has the tables and files of its manifest and comes back the same when it is written again.
func FuzzReader(f *testing.F) {
	const columns = `[{"name":"id","kind":"number"},{"name":"text","kind":"text"},{"name":"on","kind":"flag"},` +
		`{"name":"b","kind":"bytes"}]`
	f.Add([]byte(`{"name":"people","columns":`+columns+`,"last":7}`), []byte(`[7,"Joël",true,"AAE="]`), "media/a/full",
		[]byte("photo"), []byte(nil))
	f.Add([]byte(`{"name":"people","columns":`+columns+`}`),
		[]byte(`[null,{"base64":"/w=="},null,[1,2]]`+"\n[-0,\"\\ud800\",false,\"\"]\n"),
		"../x", []byte{}, packedTar(f, "backup.json", `{"format":3}`, "end.json", `{"tables":[],"files":[]}`))
	f.Add([]byte(`{"columns":[{"kind":"x"}]}`), []byte(`[1]`), "", []byte("\x00"), []byte("age-encryption.org/v1\n"))
	f.Add([]byte(`null`), []byte("[]\n[]"), "a//b", []byte("x"), packedTar(f, "backup.json", `{"format":-1}`, "tables/x/1", `[]`))
	small := content{files: []string{"media/a/full", "photo"}, rows: [][][]any{{{int64(7)}}}}
	small.Tables = []backup.Counted{{Table: backup.Table{Name: "x", Columns: []backup.Column{{Name: "id", Kind: backup.Number}}}}}
	f.Add([]byte(`[`), []byte(`[1e3]`), "/", []byte("x"), small.write(f))
	f.Add([]byte(`{"name":"../x","columns":[{"name":"id","kind":"number"}]}`), []byte(`[1]`), "x", []byte("x"),
		packedTar(f, "backup.json", `{"format":3}`, "tables/a/table.json", `{"name":"a"}`, "tables/a/table.json", `{"name":"a"}`,
			"tables/a/1", "[]", "end.json", `{"tables":[{"name":"a","rows":0,"sum":"`+strings.Repeat("00", 32)+`"}],"files":[]}`))
	f.Fuzz(func(t *testing.T, table, rows []byte, key string, file, raw []byte) {
		if len(table)+len(rows)+len(file)+len(raw) > 64<<10 {
			return
		}
		var m backup.Table
		if json.Unmarshal(table, &m) == nil {
			sameRows(t, &m, rows)
		}
		sameBackup(t, raw)
		sameBackup(t, packer.EncodeAll(raw, nil))
		// A backup that its own manifest describes, whatever stands in it.
		var counter backup.Counter
		for line := range bytes.Lines(rows) {
			if values, err := m.Decode(line); err == nil && (len(counter.Tables) > 0 || counter.Begin(m) == nil) {
				_ = counter.Row(values)
			}
		}
		sum := sha256.Sum256(file)
		end, err := json.Marshal(backup.Manifest{Format: 1, Tables: counter.Tables, Files: []backup.File{
			{Key: key, Size: int64(len(file)), Sum: hex.EncodeToString(sum[:])},
		}})
		ok(t, err)
		sameBackup(t, packedTar(t, "backup.json", `{"format":1}`, "tables/x/table.json", string(table), "tables/x/1", string(rows),
			"files/"+key, string(file), "end.json", string(end)))
	})
}

// packedTar packs entries, each a name and its content.
func packedTar(t testing.TB, entries ...string) []byte {
	t.Helper()
	var b bytes.Buffer
	w := tar.NewWriter(&b)
	for i := 0; i < len(entries); i += 2 {
		header := &tar.Header{Name: entries[i], Mode: 0o600, Size: int64(len(entries[i+1])), Format: tar.FormatPAX}
		if w.WriteHeader(header) != nil { // a name that tar does not take
			return nil
		}
		if _, err := w.Write([]byte(entries[i+1])); err != nil { // of a folder
			return nil
		}
	}
	ok(t, w.Close())
	return packer.EncodeAll(b.Bytes(), nil)
}

// sameRows fails when a row that is read is another one after it was written.
func sameRows(t *testing.T, table *backup.Table, rows []byte) {
	t.Helper()
	for line := range bytes.Lines(rows) {
		values, err := table.Decode(line)
		if err != nil {
			continue
		}
		again, err := table.Encode(values)
		ok(t, err)
		back, err := table.Decode(again)
		if err != nil || !reflect.DeepEqual(back, values) || !json.Valid(again) || bytes.ContainsRune(again, '\n') {
			t.Fatalf("%v: %q is written as %q", err, line, again)
		}
	}
}

// content is what a backup holds.
type content struct {
	backup.Counter
	rows  [][][]any // by table
	files []string  // key and content
}

// Begin implements backup.Writer.
func (c *content) Begin(t backup.Table) error {
	c.rows = append(c.rows, nil)
	return c.Counter.Begin(t)
}

// Row implements backup.Writer.
func (c *content) Row(values []any) error {
	c.rows[len(c.rows)-1] = append(c.rows[len(c.rows)-1], values)
	return c.Counter.Row(values)
}

// write writes a backup with the same content.
func (c *content) write(t testing.TB) []byte {
	t.Helper()
	var b bytes.Buffer
	w, err := archive.NewWriter(&b, backup.Manifest{Owner: "clubhuis"})
	ok(t, err)
	for i := range c.Tables {
		ok(t, w.Begin(c.Tables[i].Table))
		for _, row := range c.rows[i] {
			ok(t, w.Row(row))
		}
	}
	for i := 0; i < len(c.files); i += 2 {
		ok(t, w.File(c.files[i], int64(len(c.files[i+1])), strings.NewReader(c.files[i+1])))
	}
	_, err = w.End()
	ok(t, err)
	return b.Bytes()
}

// into reads a backup into the content.
func (c *content) into(data []byte) (m backup.Manifest, err error) {
	r, err := archive.NewReader(bytes.NewReader(data))
	if err != nil {
		return m, err
	}
	defer r.Close()
	return r.Read(archive.Contents{
		Tables: c,
		File: func(key string, _ int64, from io.Reader) error {
			text, err := io.ReadAll(from)
			c.files = append(c.files, key, string(text))
			return err
		},
		Extra: func(string, []byte) error { return nil },
	})
}

// sameBackup fails on a backup that is read as whole without being so.
func sameBackup(t *testing.T, data []byte) {
	t.Helper()
	var first, second content
	m, err := first.into(data)
	if err != nil {
		return
	}
	if len(m.Tables) != len(first.Tables) || len(backup.Differences(m.Tables, first.Tables)) > 0 {
		t.Fatalf("it has the tables %+v, and its manifest %+v", first.Tables, m.Tables)
	}
	if _, err := second.into(first.write(t)); err != nil || !slices.Equal(second.files, first.files) ||
		len(backup.Differences(first.Tables, second.Tables)) > 0 {
		t.Fatalf("%v: the tables %+v and files %q come back as %+v and %q", err, first.Tables, first.files, second.Tables, second.files)
	}
}
