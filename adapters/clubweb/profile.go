package clubweb

import (
	"bytes"
	_ "embed"
	"errors"
	"fmt"
	"io"
	"maps"
	"net/http"
	"reflect"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/clubhuis/clubhuis/core/sync/federation"
)

// ProfileText is the profile of the site that the service was made for. A club copies and changes it; it explains itself.
//
//go:embed profile.yaml
var ProfileText string

// Profile says where everything is on the site: pages, controls, requests and what stands in their answers. ReadProfile makes
// one; what the parts mean stands in ProfileText.
type Profile struct {
	Pages struct {
		Start      string `yaml:"start"`
		Search     string `yaml:"search"`
		Member     string `yaml:"member"`
		UnionTeams string `yaml:"union-teams"`
		ClubTeams  string `yaml:"club-teams"`
		Team       string `yaml:"team"`
		Cases      string `yaml:"cases"`
	} `yaml:"pages"`
	Tabs struct {
		General   string `yaml:"general"`
		Functions string `yaml:"functions"`
		Other     string `yaml:"other"`
		Financial string `yaml:"financial"`
		Header    string `yaml:"header"`
	} `yaml:"tabs"`
	Blocked []string `yaml:"blocked,omitempty"`
	SignIn  struct {
		Address  string   `yaml:"address"`
		Username string   `yaml:"username"`
		Password string   `yaml:"password"`
		Code     string   `yaml:"code"`
		Submit   string   `yaml:"submit"`
		Refused  string   `yaml:"refused"`
		Inside   []string `yaml:"inside"`
	} `yaml:"sign-in"`
	Search struct {
		More     string   `yaml:"more"`
		Teams    string   `yaml:"teams"`
		Start    string   `yaml:"start"`
		Status   string   `yaml:"status"`
		Statuses []string `yaml:"statuses"`
		Former   []string `yaml:"former"`
	} `yaml:"search"`
	Cases struct {
		Tabs []string `yaml:"tabs"`
	} `yaml:"cases"`
	Active   []string           `yaml:"active"`
	Root     string             `yaml:"root"`
	Requests map[string]request `yaml:"requests"`
	Editing  struct {
		Edit   string   `yaml:"edit"`
		Save   []string `yaml:"save"`
		Alert  string   `yaml:"alert"`
		Never  []string `yaml:"never"`
		Former string   `yaml:"former"`
		Cards  []card   `yaml:"cards"`
	} `yaml:"editing"`
	Words string `yaml:"words"`

	words map[string]bool // that need no masking, in lower case
}

// request is a request for JSON and what its answer says.
type request struct {
	Method string           `yaml:"method"`
	Path   string           `yaml:"path"`
	ID     string           `yaml:"id,omitempty"`
	Own    string           `yaml:"own,omitempty"`
	Object string           `yaml:"object,omitempty"`
	Rows   names            `yaml:"rows,omitempty"`
	Fields map[string]names `yaml:"fields"`
	Always []string         `yaml:"always"`
}

// card is a card of a member.
type card struct {
	Tab      string                     `yaml:"tab"`
	Headings []string                   `yaml:"headings"`
	Request  string                     `yaml:"request"`
	Fields   map[federation.Field]input `yaml:"fields"`
}

// input is where a field is edited.
type input struct {
	Read   string   `yaml:"read"`
	Inputs []string `yaml:"inputs"`
	Labels []string `yaml:"labels"`
	Kind   kind     `yaml:"kind"`
}

// kind is how a value is typed and compared.
type kind string

const (
	textKind kind = "text"
	dateKind kind = "date"
	boxKind  kind = "box"
	choice   kind = "choice"
)

// names are what a thing may be called: one name or a list of them.
type names []string

// UnmarshalYAML implements yaml.Unmarshaler.
func (n *names) UnmarshalYAML(node *yaml.Node) error {
	if node.Kind == yaml.ScalarNode {
		*n = names{node.Value}
		return nil
	}
	return node.Decode((*[]string)(n))
}

// optional are the fields that a profile need not have: those of before did without.
var optional = []string{"people", "players"}

// fieldsOf are the requests that a profile has, and the fields of each.
var fieldsOf = map[string]string{
	"members": "code first infix last gender birth died status type age-class activity since until updated photo-on email email2 " +
		"mobile mobile2 telephone telephone2 street number appendix zip city country-code country " +
		"parent1 parent1-telephone parent1-email parent2 parent2-telephone parent2-email union-teams club-teams",
	"header":          "block photo photo-on type",
	"person":          "first infix last gender birth since died type",
	"communication":   "email email2 mobile mobile2 telephone telephone2",
	"addresses":       "street number appendix zip city country-code country",
	"parents":         "parent1 parent1-telephone parent1-email parent2 parent2-telephone parent2-email",
	"functions":       "title start end status",
	"committees":      "committee name title start end status",
	"free-fields":     "remarks1 remarks2 remarks3 remarks4 remarks5 remarks6 remarks7 remarks8",
	"invoice-address": "street number appendix zip city country default",
	"invoice":         "last infix initials email external",
	"union-teams":     "team name code activity gender people players connected",
	"club-teams":      "team name code activity gender people players connected",
	"union-players":   "member title",
	"union-staff":     "member title",
	"club-players":    "member title",
	"club-staff":      "member title",
	"cases":           "dossier member played processed match team codes charge sanction fee charged home away",
}

// DefaultProfile returns the profile of ProfileText.
func DefaultProfile() *Profile {
	p, err := ReadProfile(strings.NewReader(ProfileText))
	if err != nil {
		panic("clubweb: " + err.Error()) // a test reads it
	}
	return p
}

// ReadProfile reads a profile. The error names everything that is unknown, missing or impossible in it.
func ReadProfile(r io.Reader) (*Profile, error) {
	text, err := io.ReadAll(r)
	if err != nil {
		return nil, fmt.Errorf("read the site profile: %w", err)
	}
	decoder := yaml.NewDecoder(bytes.NewReader(text))
	decoder.KnownFields(true)
	p := &Profile{}
	if err := decoder.Decode(p); err != nil {
		return nil, fmt.Errorf("read the site profile: %w", err)
	}
	faults := append(missing("", reflect.ValueOf(p).Elem()), p.requestFaults()...)
	faults = append(faults, p.cardFaults()...)
	if len(faults) > 0 {
		slices.Sort(faults)
		return nil, fmt.Errorf("read the site profile: %w", errors.New(strings.Join(faults, "; ")))
	}
	p.words = p.unmasked()
	return p, nil
}

// missing names the parts of v that are empty and may not be.
func missing(path string, v reflect.Value) (faults []string) {
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			tag := v.Type().Field(i).Tag.Get("yaml")
			if name, optional := strings.CutSuffix(tag, ",omitempty"); tag != "" && !optional {
				faults = append(faults, missing(strings.TrimPrefix(path+"."+name, "."), v.Field(i))...)
			}
		}
		return faults
	case reflect.Map:
		for _, key := range v.MapKeys() {
			faults = append(faults, missing(path+"."+key.String(), v.MapIndex(key))...)
		}
	case reflect.Slice:
		for i := range v.Len() {
			faults = append(faults, missing(fmt.Sprintf("%s[%d]", path, i), v.Index(i))...)
		}
	}
	if v.IsZero() || v.Kind() != reflect.String && v.Len() == 0 {
		faults = append(faults, path+" is missing")
	}
	return faults
}

func (p *Profile) requestFaults() (faults []string) {
	faults = append(faults, differ("requests", slices.Collect(maps.Keys(p.Requests)), slices.Collect(maps.Keys(fieldsOf)))...)
	for name, r := range p.Requests {
		at := "requests." + name
		known := strings.Fields(fieldsOf[name])
		got := slices.Collect(maps.Keys(r.Fields))
		for _, field := range optional {
			if slices.Contains(known, field) && r.Fields[field] == nil {
				got = append(got, field)
			}
		}
		faults = append(faults, differ(at+".fields", got, known)...)
		for _, field := range r.Always {
			if !slices.Contains(known, field) {
				faults = append(faults, fmt.Sprintf("%s.always: %s is unknown", at, field))
			}
		}
		if !slices.Contains([]string{http.MethodGet, http.MethodPost, http.MethodPut, ""}, r.Method) {
			faults = append(faults, fmt.Sprintf("%s.method: %s is none", at, r.Method))
		}
	}
	return faults
}

// differ names what is missing in got, and what is superfluous.
func differ(at string, got, want []string) (faults []string) {
	for _, name := range got {
		if !slices.Contains(want, name) {
			faults = append(faults, fmt.Sprintf("%s.%s is unknown", at, name))
		}
	}
	for _, name := range want {
		if !slices.Contains(got, name) {
			faults = append(faults, fmt.Sprintf("%s.%s is missing", at, name))
		}
	}
	return faults
}

func (p *Profile) cardFaults() (faults []string) {
	var fields, known []string
	for i, c := range p.Editing.Cards {
		at := fmt.Sprintf("editing.cards[%d]", i)
		if !slices.Contains([]string{"general", "other", "financial", ""}, c.Tab) {
			faults = append(faults, fmt.Sprintf("%s.tab: %s is none", at, c.Tab))
		}
		if _, found := p.Requests[c.Request]; !found {
			faults = append(faults, fmt.Sprintf("%s.request: %s is unknown", at, c.Request))
		}
		for field, in := range c.Fields {
			fields = append(fields, string(field))
			if _, found := p.Requests[c.Request].Fields[in.Read]; !found {
				faults = append(faults, fmt.Sprintf("%s.fields.%s.read: %s is no field of %s", at, field, in.Read, c.Request))
			}
			if !slices.Contains([]kind{textKind, dateKind, boxKind, choice, ""}, in.Kind) {
				faults = append(faults, fmt.Sprintf("%s.fields.%s.kind: %s is none", at, field, in.Kind))
			}
		}
	}
	for _, field := range federation.Fields {
		known = append(known, string(field))
	}
	return append(faults, differ("editing.cards.fields", fields, known)...)
}

// unmasked returns the words that a report may show.
func (p *Profile) unmasked() map[string]bool {
	texts := append([]string{p.Words, p.Editing.Edit, p.Editing.Former}, p.Editing.Save...)
	texts = append(texts, p.Cases.Tabs...)
	for _, c := range p.Editing.Cards {
		texts = append(texts, c.Headings...)
		for _, in := range c.Fields {
			texts = append(texts, in.Labels...)
		}
	}
	known := map[string]bool{}
	for _, text := range texts {
		for word := range strings.FieldsFuncSeq(text, notLetter) {
			known[strings.ToLower(word)] = true
		}
	}
	return known
}
