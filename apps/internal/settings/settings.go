// Package settings owns the settings that several programs have: what their flags take, what is wrong with it in the operator's
// words, and how it is printed without a secret.
//
// It doesn't own which settings a program has: each has a struct for that. A value is read after all flags were taken, so
// that an operator hears of all problems at once; so the values do not validate while the flags are read.
package settings

import (
	"errors"
	"fmt"
	"io"
	"reflect"
	"strings"
	"unicode"
)

// Problems collects what is wrong with the settings.
type Problems []error

// Add notes a problem of a flag.
func (p *Problems) Add(flag, format string, args ...any) {
	*p = append(*p, fmt.Errorf("--%s: %w", flag, fmt.Errorf(format, args...)))
}

// Read reads a value and notes what is wrong with it.
func (p *Problems) Read(flag string, value interface{ Read() error }) {
	if err := value.Read(); err != nil {
		p.Add(flag, "%w", err)
	}
}

// Err returns all problems as one error, nil without any.
func (p *Problems) Err() error { return errors.Join(*p...) }

// errRequired is the problem of a setting that is needed and not there.
var errRequired = errors.New("is required")

// Require notes that a text is empty that is needed.
func (p *Problems) Require(flag, text string) {
	if strings.TrimSpace(text) == "" {
		p.Add(flag, "%w", errRequired)
	}
}

// Print writes a line for each setting of a struct, in the order of its fields: the name of its flag, of a secret without -file,
// and its value. The tag empty says what is printed when there is none; the tag print:"-" leaves out a field that only says where
// another one comes from.
func Print(w io.Writer, flags any) error {
	return print(w, reflect.ValueOf(flags), "")
}

func print(w io.Writer, flags reflect.Value, prefix string) error {
	for i := range flags.NumField() {
		field, value := flags.Type().Field(i), flags.Field(i)
		_, embedded := field.Tag.Lookup("embed")
		if field.Anonymous || embedded {
			if err := print(w, value, prefix+field.Tag.Get("prefix")); err != nil {
				return err
			}
			continue
		}
		if field.Tag.Get("print") == "-" {
			continue
		}
		name, text := prefix+flagName(field), fmt.Sprint(value.Interface())
		switch value.Interface().(type) {
		case Secret, SharedKey:
			name = strings.TrimSuffix(name, "-file")
		}
		if empty, ok := field.Tag.Lookup("empty"); ok && value.IsZero() {
			text = empty
		}
		if _, err := fmt.Fprintf(w, "%s: %s\n", name, text); err != nil {
			return err
		}
	}
	return nil
}

// flagName returns the name that kong gives a field's flag.
func flagName(field reflect.StructField) string {
	if name := field.Tag.Get("name"); name != "" {
		return name
	}
	var name strings.Builder
	letters := []rune(field.Name)
	for i, letter := range letters {
		lowerBeside := i > 0 && unicode.IsLower(letters[i-1]) || i > 0 && i+1 < len(letters) && unicode.IsLower(letters[i+1])
		if unicode.IsUpper(letter) && lowerBeside {
			name.WriteByte('-')
		}
		name.WriteRune(unicode.ToLower(letter))
	}
	return name.String()
}
