package main

import "testing"

func TestAtLeast(t *testing.T) {
	t.Parallel()
	tests := []struct {
		have, want string
		enough     bool
	}{
		{"go1.26.0", "1.26.0", true},
		{"go1.26", "1.26.0", true},
		{"go1.26.8", "1.26.0", true},
		{"go1.100", "1.26.0", true},
		{"go1.27rc1", "1.26.0", true},
		{"go1.25.9", "1.26.0", false},
		{"go1.9", "1.26.0", false},
		{"v20.19.0", "20.19", true},
		{"v22.1.0", "20.19", true},
		{"v20.9.0", "20.19", false},
		{"v18.20.4", "20", false},
		{"", "20", false},
		{"devel", "20", false},
	}
	for _, test := range tests {
		if err := atLeast(test.have, test.want); (err == nil) != test.enough {
			t.Errorf("%q for %q: got %v, want enough: %t", test.have, test.want, err, test.enough)
		}
	}
}

func TestEngine(t *testing.T) {
	t.Parallel()
	got, err := engine([]byte(`{"engines": {"node": ">=20.19"}}`))
	if err != nil || got != "20.19" {
		t.Errorf("got %q, %v", got, err)
	}
	for _, content := range []string{`{}`, `{"engines": {"node": "^20"}}`, `nonsense`} {
		if _, err := engine([]byte(content)); err == nil {
			t.Errorf("%s was accepted", content)
		}
	}
}
