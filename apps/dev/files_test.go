package main

import (
	"io/fs"
	"slices"
	"testing"
	"testing/fstest"
	"time"
)

func TestNewer(t *testing.T) {
	t.Parallel()
	built := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	before, after := built.Add(-time.Hour), built.Add(time.Hour)
	tests := []struct {
		name  string
		files fstest.MapFS
		want  bool
	}{
		{
			name:  "everything is older",
			files: fstest.MapFS{"src/app.ts": {ModTime: before}, "src": {Mode: fs.ModeDir, ModTime: before}},
		},
		{
			name:  "a source was edited",
			files: fstest.MapFS{"src/app.ts": {ModTime: after}, "src": {Mode: fs.ModeDir, ModTime: before}},
			want:  true,
		},
		{
			name:  "a source was removed",
			files: fstest.MapFS{"src": {Mode: fs.ModeDir, ModTime: after}},
			want:  true,
		},
		{
			name: "only what building writes is newer",
			files: fstest.MapFS{
				".":                  {Mode: fs.ModeDir, ModTime: after},
				"dist":               {Mode: fs.ModeDir, ModTime: after},
				"dist/assets/app.js": {ModTime: after},
				"fallback.html":      {ModTime: after},
			},
		},
		{
			name: "a source has the name of an ignored folder",
			files: fstest.MapFS{
				"src":           {Mode: fs.ModeDir, ModTime: before},
				"src/dist":      {Mode: fs.ModeDir, ModTime: before},
				"src/dist/a.ts": {ModTime: after},
			},
			want: true,
		},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			got, err := newer(test.files, []string{"dist", "fallback.html"}, built)
			if err != nil {
				t.Fatal(err)
			}
			if got != test.want {
				t.Errorf("got %t, want %t", got, test.want)
			}
		})
	}
}

func TestBuiltAt(t *testing.T) {
	t.Parallel()
	when := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	folder := fstest.MapFS{"dist/index.html": {ModTime: when}}

	if got, found, err := builtAt(folder, "dist/index.html"); err != nil || !found || !got.Equal(when) {
		t.Errorf("got %v, %t, %v", got, found, err)
	}
	if _, found, err := builtAt(folder, "dist/other.html"); err != nil || found {
		t.Errorf("an absent file: got %t, %v", found, err)
	}
}

func TestDifferences(t *testing.T) {
	t.Parallel()
	before, err := digests(fstest.MapFS{
		"docs/api/openapi.json": {Data: []byte("old")},
		"same.go":               {Data: []byte("same")},
		"gone.go":               {Data: []byte("gone")},
		"var/demo.db":           {Data: []byte("old")},
		".git/index":            {Data: []byte("old")},
	})
	if err != nil {
		t.Fatal(err)
	}
	after, err := digests(fstest.MapFS{
		"docs/api/openapi.json":      {Data: []byte("new")},
		"same.go":                    {Data: []byte("same")},
		"ports/mock.go":              {Data: []byte("new")},
		"var/demo.db":                {Data: []byte("new")},
		".git/index":                 {Data: []byte("new")},
		"apps/web/node_modules/a.js": {Data: []byte("new")},
		"apps/web/dist/index.html":   {Data: []byte("new")},
	})
	if err != nil {
		t.Fatal(err)
	}

	want := []string{"docs/api/openapi.json", "gone.go", "ports/mock.go"}
	if got := differences(before, after); !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	if got := differences(after, after); len(got) != 0 {
		t.Errorf("a tree differs from itself in %q", got)
	}
}

func TestGoFilesAreOurs(t *testing.T) {
	t.Parallel()
	got, err := goFiles(fstest.MapFS{
		"core/person/person.go":        {},
		"core/person/README.md":        {},
		"apps/web/embed.go":            {},
		"apps/web/node_modules/a/b.go": {},
		"var/scratch.go":               {},
	})
	if err != nil {
		t.Fatal(err)
	}
	if want := []string{"apps/web/embed.go", "core/person/person.go"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}
