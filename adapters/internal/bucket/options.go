package bucket

import (
	"fmt"
	"net/url"
	"slices"
	"strconv"
)

// options are what stands behind the question mark of a URL. Each is taken once; what is left is not known.
type options struct {
	values url.Values
	wrong  error
}

// text takes the first of these options that is given.
func (o *options) text(names ...string) (value string) {
	for _, name := range names {
		if value == "" {
			value = o.values.Get(name)
		}
		o.values.Del(name)
	}
	return value
}

func (o *options) yes(names ...string) bool {
	text := o.text(names...)
	if text == "" {
		return false
	}
	value, err := strconv.ParseBool(text)
	if err != nil && o.wrong == nil {
		o.wrong = fmt.Errorf("%s must be true or false", names[0])
	}
	return value
}

// refuse takes options that earlier versions knew.
func (o *options) refuse(names ...string) {
	for _, name := range names {
		if o.values.Has(name) && o.wrong == nil {
			o.wrong = fmt.Errorf("the option %s of an earlier version is gone: leave it away", name)
		}
		o.values.Del(name)
	}
}

func (o *options) err() error {
	left := make([]string, 0, len(o.values))
	for name := range o.values {
		left = append(left, name)
	}
	if o.wrong == nil && len(left) > 0 {
		return fmt.Errorf("the option %s is not known", slices.Min(left))
	}
	return o.wrong
}
