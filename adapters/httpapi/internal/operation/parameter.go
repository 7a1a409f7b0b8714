package operation

import (
	"cmp"
	"errors"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/danielgtaylor/huma/v2"
)

// parameter is a field of the input that is read from the path, the query or a header.
type parameter struct {
	in, name string
	path     []int // of the field
	fallback string
	required bool
	schema   *huma.Schema
	set      setter
}

// unsupported are the tags of huma that change how an input is read, and that no operation of ours uses.
var unsupported = []string{"cookie", "form", "hidden", "timeFormat"}

// findParameters returns those of an input in the order of its fields, with those of the structs that it embeds.
func (o *operation) findParameters(t reflect.Type, path []int) (list []*parameter) {
	if t.Kind() != reflect.Struct {
		o.refuse("the input %s is no struct", t)
	}
	for i := range t.NumField() {
		f := t.Field(i)
		at := append(slices.Clone(path), i)
		switch {
		case !f.IsExported() || f.Name == "Body":
		case f.Anonymous:
			list = append(list, o.findParameters(f.Type, at)...)
		default:
			if p := o.parameterOf(f); p != nil {
				p.path = at
				list = append(list, p)
			}
		}
	}
	return list
}

// parameterOf is nil for a field that is none, such as what a resolver fills.
func (o *operation) parameterOf(f reflect.StructField) *parameter {
	for _, tag := range unsupported {
		if f.Tag.Get(tag) != "" {
			o.refuse("the tag %s of %s is not served", tag, f.Name)
		}
	}
	p := &parameter{fallback: f.Tag.Get("default"), required: f.Tag.Get("required") == "true"}
	var explode *bool
	for _, in := range []string{"path", "query", "header"} {
		if name := f.Tag.Get(in); name != "" && p.in == "" {
			p.in, p.name = in, name
		}
	}
	switch p.in {
	case "":
		return nil
	case "path":
		p.required = true
	case "query":
		if strings.Contains(p.name, ",") {
			o.refuse("the query parameter %s has a style, which is not served", p.name)
		}
		explode = new(bool) // lists are separated by commas
	}
	if p.set = setterOf(f.Type); p.set == nil {
		o.refuse("the parameter %s is of a type that is not served: %s", p.name, f.Type)
	}
	p.schema = huma.SchemaFromField(o.registry(), f, "")
	described := func(other *huma.Param) bool { return other.Name == p.name && other.In == p.in }
	if !slices.ContainsFunc(o.Parameters, described) {
		o.Parameters = append(o.Parameters, &huma.Param{
			Name: p.name, In: p.in, Description: p.schema.Description, Required: p.required, Explode: explode, Schema: p.schema,
		})
	}
	return p
}

func (p *parameter) read(o *operation, ctx huma.Context, field reflect.Value, found *findings) {
	var text string
	switch p.in {
	case "path":
		text = ctx.Param(p.name)
	case "query":
		text = ctx.Query(p.name)
	case "header":
		text = ctx.Header(p.name)
	}
	text = cmp.Or(text, p.fallback)
	if text == "" && !p.required {
		return
	}
	found.at.Reset()
	found.at.Push(p.in)
	found.at.Push(p.name)
	if text == "" {
		found.Add(found.at, "", "required "+p.in+" parameter is missing")
		return
	}
	value, err := p.set(field, text)
	if err != nil {
		found.Add(found.at, text, err.Error())
		return
	}
	huma.Validate(o.registry(), p.schema, found.at, huma.ModeWriteToServer, value, &found.ValidateResult)
}

// setter sets a field to what a text says, and returns the value as the schema checks it.
type setter func(field reflect.Value, text string) (any, error)

// The words of huma, which package rest puts into Dutch.
var (
	errInteger = errors.New("invalid integer")
	errBoolean = errors.New("invalid boolean")
)

func setterOf(t reflect.Type) setter {
	pointer := reflect.PointerTo(t)
	if pointer.Implements(reflect.TypeFor[huma.ParamWrapper]()) || pointer.Implements(reflect.TypeFor[huma.ParamReactor]()) {
		return nil
	}
	switch t.Kind() {
	case reflect.String:
		return setText
	case reflect.Int, reflect.Int64:
		return setNumber
	case reflect.Bool:
		return setFlag
	case reflect.Slice:
		switch t.Elem().Kind() {
		case reflect.String:
			return setTexts
		case reflect.Int64:
			return setNumbers
		}
	}
	return nil
}

func setText(field reflect.Value, text string) (any, error) {
	field.SetString(text)
	return text, nil
}

func setNumber(field reflect.Value, text string) (any, error) {
	number, err := strconv.ParseInt(text, 10, 64)
	if err != nil {
		return nil, errInteger
	}
	field.SetInt(number)
	return number, nil
}

func setFlag(field reflect.Value, text string) (any, error) {
	flag, err := strconv.ParseBool(text)
	if err != nil {
		return nil, errBoolean
	}
	field.SetBool(flag)
	return flag, nil
}

func setTexts(field reflect.Value, text string) (any, error) {
	list := strings.Split(text, ",")
	field.Set(reflect.MakeSlice(field.Type(), len(list), len(list)))
	for i, item := range list {
		field.Index(i).SetString(item)
	}
	return list, nil
}

func setNumbers(field reflect.Value, text string) (any, error) {
	var list []int64
	for item := range strings.SplitSeq(text, ",") {
		number, err := strconv.ParseInt(item, 10, 64)
		if err != nil {
			return nil, errInteger
		}
		list = append(list, number)
	}
	field.Set(reflect.ValueOf(list).Convert(field.Type()))
	return list, nil
}
