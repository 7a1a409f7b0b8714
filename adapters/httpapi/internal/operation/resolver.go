package operation

import (
	"cmp"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/danielgtaylor/huma/v2"
)

// findResolvers returns the ways to the values in an input that check or fill themselves. What a struct with a resolver embeds
// is left to that resolver.
func (o *operation) findResolvers() (list [][]int) {
	o.walk(o.input, nil, nil, func(t reflect.Type, path []int) (embedded bool) {
		switch {
		case !resolves(t):
			return true
		case isMany(t):
			o.refuse("a resolver of lists and maps, %s, is not served", t)
		}
		list = append(list, path)
		return false
	})
	return list
}

func resolves(t reflect.Type) bool {
	pointer := reflect.PointerTo(t)
	return pointer.Implements(reflect.TypeFor[huma.Resolver]()) || pointer.Implements(reflect.TypeFor[huma.ResolverWithPath]())
}

func isMany(t reflect.Type) bool { return t.Kind() == reflect.Slice || t.Kind() == reflect.Map }

// resolve asks a value what is wrong with it.
func resolve(ctx huma.Context, v reflect.Value, at *huma.PathBuffer) []error {
	if r, ok := v.Addr().Interface().(huma.Resolver); ok {
		return r.Resolve(ctx)
	}
	return v.Addr().Interface().(huma.ResolverWithPath).Resolve(ctx, at)
}

// walk visits a type, the types of its exported fields, and so on, each with the way there by numbers of fields: what is behind
// pointers and in lists and maps has the way of these. Embedded structs are visited if visit says so of the struct around them.
func (o *operation) walk(
	t reflect.Type, path []int, above []reflect.Type, visit func(t reflect.Type, path []int) (embedded bool),
) {
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	if slices.Contains(above, t) {
		o.refuse("an input that holds a type within itself, %s, is not served", t)
	}
	embedded := visit(t, path)
	if isMany(t) {
		o.walk(t.Elem(), path, above, visit)
		return
	}
	if t.Kind() != reflect.Struct {
		return
	}
	above = append(slices.Clone(above), t)
	for i := range t.NumField() {
		if f := t.Field(i); f.IsExported() && (embedded || !f.Anonymous) {
			o.walk(f.Type, append(slices.Clone(path), i), above, visit)
		}
	}
}

// each calls with every value at the end of a way that walk found; at is its place in the request, in huma's words.
func each(v reflect.Value, path []int, at *huma.PathBuffer, call func(reflect.Value)) {
	v = reflect.Indirect(v)
	switch v.Kind() {
	case reflect.Invalid: // a pointer to nothing
	case reflect.Slice:
		for i := range v.Len() {
			at.PushIndex(i)
			each(v.Index(i), path, at, call)
			at.Pop()
		}
	case reflect.Map:
		for _, key := range v.MapKeys() {
			value := reflect.New(v.Type().Elem()).Elem()
			value.Set(v.MapIndex(key))
			at.Push(fmt.Sprint(key))
			each(value, path, at, call)
			at.Pop()
			v.SetMapIndex(key, value)
		}
	default:
		if len(path) == 0 {
			call(v)
			return
		}
		names := placeOf(v.Type().Field(path[0]), at.Len() == 0)
		for _, name := range names {
			at.Push(name)
		}
		each(v.Field(path[0]), path[1:], at, call)
		for range names {
			at.Pop()
		}
	}
}

// placeOf is what an error about a field calls it; outermost are parameters and the body.
func placeOf(f reflect.StructField, outermost bool) []string {
	if f.Anonymous {
		return nil
	}
	if outermost {
		for _, in := range []string{"path", "query", "header"} {
			if name := f.Tag.Get(in); name != "" {
				return []string{in, name}
			}
		}
	}
	name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
	return []string{cmp.Or(name, strings.ToLower(f.Name))}
}
