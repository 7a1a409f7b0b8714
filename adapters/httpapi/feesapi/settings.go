package feesapi

import (
	"bytes"
	"context"
	"encoding/json"
	"maps"
	"reflect"
	"slices"
	"strconv"

	"github.com/danielgtaylor/huma/v2"

	"github.com/clubhuis/clubhuis/adapters/httpapi/rest"
	"github.com/clubhuis/clubhuis/adapters/httpapi/session"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/fee"
	"github.com/clubhuis/clubhuis/core/season"
	"github.com/clubhuis/clubhuis/core/usecase/fees"
)

// FeeSettings are those of this season and the next.
type FeeSettings struct {
	Current  FeeSeason      `json:"current_season"`
	Next     FeeSeason      `json:"next_season"`
	Warnings []fault.Detail `json:"warnings,omitempty" doc:"What is doubtful about settings that were changed."`
}

// FeeSeason are those of one season.
type FeeSeason struct {
	Key          string                 `json:"key"`
	BorrowedFrom *string                `json:"borrowed_from" doc:"The season whose settings these are; null for its own and for those of a new club."`
	Own          bool                   `json:"own" doc:"The season has settings of its own."`
	Categories   map[string]FeeCategory `json:"categories" doc:"By code."`
	Family       FeeFamilyDiscount      `json:"family_discount"`
	PlanThree    bool                   `json:"installment_plan_3_enabled"`
	PlanEight    bool                   `json:"installment_plan_8_enabled"`
}

// FeeCategory is a sort of membership.
type FeeCategory struct {
	Label      string     `json:"label"`
	Amount     rest.Euros `json:"amount" doc:"For a whole season."`
	AgeClasses []string   `json:"age_classes" doc:"A category without classes, teams and functions is for everybody whom no other one takes."`
	Youth      bool       `json:"is_youth" doc:"Takes part in the family discount."`
	SortOrder  int        `json:"sort_order"`
	Teams      []int64    `json:"matching_teams"`
	Functions  []string   `json:"matching_werkfuncties"`
}

// FeeFamilyDiscount is what youth of one address gets off.
type FeeFamilyDiscount struct {
	Second float64 `json:"second_child_percent" minimum:"0" maximum:"100"`
	Third  float64 `json:"third_child_percent" minimum:"0" maximum:"100"`
}

// FeeFamilyDiscountChange is what becomes of it: an absent percentage stays as it is.
type FeeFamilyDiscountChange struct {
	Second float64 `json:"second_child_percent,omitempty" minimum:"0" maximum:"100"`
	Third  float64 `json:"third_child_percent,omitempty" minimum:"0" maximum:"100"`
}

type feeSettingsOutput struct{ Body FeeSettings }

func settingsBody(s fees.Settings, err error) (*feeSettingsOutput, error) {
	if err != nil {
		return nil, err
	}
	body := FeeSettings{Current: seasonSettings(&s.Current), Next: seasonSettings(&s.Next)}
	body.Warnings = s.Warnings
	return &feeSettingsOutput{body}, nil
}

func seasonSettings(s *fees.Seasonal) FeeSeason {
	w := FeeSeason{
		Key: s.Season.String(), BorrowedFrom: text(s.Borrowed.String()), Own: s.Own, Categories: map[string]FeeCategory{},
		Family:    FeeFamilyDiscount{rest.Percentage(s.Family.Second), rest.Percentage(s.Family.Third)},
		PlanThree: s.PlanThree, PlanEight: s.PlanEight,
	}
	for i := range s.Categories {
		c := &s.Categories[i]
		w.Categories[c.Slug] = FeeCategory{
			Label: c.Label, Amount: rest.EurosOf(c.Amount), AgeClasses: append([]string{}, c.AgeClasses...), Youth: c.Youth,
			SortOrder: c.SortOrder, Teams: append([]int64{}, c.Teams...), Functions: append([]string{}, c.Functions...),
		}
	}
	return w
}

func (h *Handler) settings(ctx context.Context, _ *struct{}) (*feeSettingsOutput, error) {
	return settingsBody(h.fees.Settings(ctx, session.Viewer(ctx)))
}

// FeeSettingsChange is what clients send to change settings: absent parts stay as they are.
type FeeSettingsChange struct {
	raw json.RawMessage
}

// UnmarshalJSON implements json.Unmarshaler. What is wrong with it the handler says, by field.
func (c *FeeSettingsChange) UnmarshalJSON(data []byte) error {
	c.raw = bytes.Clone(data)
	return nil
}

// Schema implements huma.SchemaProvider.
func (FeeSettingsChange) Schema(r huma.Registry) *huma.Schema {
	type change struct {
		Season     string                  `json:"season,omitempty" doc:"This season or the next; this one without."`
		Categories map[string]FeeCategory  `json:"categories,omitempty" doc:"By code; replaced as a whole."`
		Family     FeeFamilyDiscountChange `json:"family_discount,omitempty"`
		PlanThree  bool                    `json:"installment_plan_3_enabled,omitempty"`
		PlanEight  bool                    `json:"installment_plan_8_enabled,omitempty"`
	}
	return rest.Component(r, "FeeSettingsChange", func() *huma.Schema { return huma.SchemaFromType(r, reflect.TypeFor[change]()) })
}

type feeChangeInput struct{ Body FeeSettingsChange }

func (h *Handler) change(ctx context.Context, in *feeChangeInput) (*feeSettingsOutput, error) {
	patch, err := in.Body.patch()
	if err != nil {
		return nil, err
	}
	return settingsBody(h.fees.Change(ctx, session.Viewer(ctx), patch))
}

type feeCopyInput struct {
	Body struct {
		From string `json:"from_season"`
		To   string `json:"to_season"`
	}
}

func (h *Handler) copy(ctx context.Context, in *feeCopyInput) (*feeSettingsOutput, error) {
	from, err := season.Parse(in.Body.From)
	if err != nil {
		return nil, fault.Param("from_season", season.ErrNotASeason.Message)
	}
	to, err := season.Parse(in.Body.To)
	if err != nil {
		return nil, fault.Param("to_season", season.ErrNotASeason.Message)
	}
	return settingsBody(h.fees.Copy(ctx, session.Viewer(ctx), from, to))
}

// FeePreview is what a change of settings would do.
type FeePreview struct {
	Season   string             `json:"season"`
	Changed  []FeePreviewChange `json:"changed" doc:"Whose fee becomes another one."`
	From     rest.Euros         `json:"total_from" doc:"What all fees come to now."`
	To       rest.Euros         `json:"total_to"`
	Warnings []fault.Detail     `json:"warnings" doc:"What is doubtful about the settings."`
}

// FeePreviewChange is what becomes of one fee.
type FeePreviewChange struct {
	PersonID int64       `json:"person_id"`
	Name     string      `json:"name"`
	From     *rest.Euros `json:"from" nullable:"true" doc:"Null for no fee."`
	To       *rest.Euros `json:"to" nullable:"true" doc:"Null for no fee."`
	Reason   string      `json:"reason" enum:"now_calculable,not_calculable,category,amount,family_discount"`
}

type feePreviewOutput struct{ Body FeePreview }

func (h *Handler) preview(ctx context.Context, in *feeChangeInput) (*feePreviewOutput, error) {
	patch, err := in.Body.patch()
	if err != nil {
		return nil, err
	}
	p, err := h.fees.Preview(ctx, session.Viewer(ctx), patch)
	if err != nil {
		return nil, err
	}
	body := FeePreview{
		Season: p.Season.String(), Changed: []FeePreviewChange{}, From: rest.EurosOf(p.From), To: rest.EurosOf(p.To),
		Warnings: append([]fault.Detail{}, p.Warnings...),
	}
	for _, c := range p.Changes {
		body.Changed = append(body.Changed, FeePreviewChange{c.Member.ID, c.Member.Name, euros(c.From), euros(c.To), string(c.Reason)})
	}
	return &feePreviewOutput{body}, nil
}

// patch reads the change. Members of the wrong type are fee.ErrInvalidSettings, all of them at once.
func (c *FeeSettingsChange) patch() (patch fees.Patch, err error) {
	r := reader{}
	body := r.object(c.raw, "")
	if key, has := body["season"]; has {
		name := ""
		r.read(key, &name, "season", fault.NotText)
		if patch.Season, err = seasonOf(name); err != nil {
			return patch, err
		}
	}
	if raw, has := body["categories"]; has {
		list := r.categories(raw)
		patch.Categories = &list
	}
	if raw, has := body["family_discount"]; has {
		discount := r.object(raw, "family_discount")
		for name, at := range map[string]**fee.Percent{"second_child_percent": &patch.Second, "third_child_percent": &patch.Third} {
			if raw, has := discount[name]; has {
				*at = new(fee.Percent)
				r.read(raw, *at, "family_discount."+name, fault.NotANumber)
			}
		}
	}
	for name, at := range map[string]**bool{
		"installment_plan_3_enabled": &patch.PlanThree, "installment_plan_8_enabled": &patch.PlanEight,
	} {
		if raw, has := body[name]; has {
			*at = new(bool)
			r.read(raw, *at, name, fault.NotAFlag)
		}
	}
	return patch, r.refusal()
}

// reader reads members of any type, and notes which ones can't be what they have to be.
type reader struct{ wrong []fault.Detail }

func (r *reader) add(field, sentence string) {
	r.wrong = append(r.wrong, fault.Detail{Field: field, Message: sentence})
}

// refusal is fee.ErrInvalidSettings with what was noted, nil for nothing.
func (r *reader) refusal() error {
	if len(r.wrong) == 0 {
		return nil
	}
	slices.SortStableFunc(r.wrong, func(a, b fault.Detail) int { return bytes.Compare([]byte(a.Field), []byte(b.Field)) })
	return fee.ErrInvalidSettings.Telling(r.wrong, nil)
}

func (r *reader) read(raw json.RawMessage, to any, field, sentence string) {
	if string(raw) == "null" || json.Unmarshal(raw, to) != nil {
		r.add(field, sentence)
	}
}

// object reads an object. The list of nothing, as which some clients write an object without members, is one, too.
func (r *reader) object(raw json.RawMessage, field string) (members map[string]json.RawMessage) {
	if string(bytes.TrimSpace(raw)) == "[]" {
		return nil
	}
	r.read(raw, &members, field, fault.NotAnObject)
	return members
}

func (r *reader) categories(raw json.RawMessage) []fee.Category {
	list := []fee.Category{}
	members := r.object(raw, "categories")
	for _, slug := range slices.Sorted(maps.Keys(members)) {
		at := "categories." + slug
		category := fee.Category{Slug: slug, Amount: fee.MissingAmount, SortOrder: len(list)}
		member := r.object(members[slug], at)
		for name, field := range map[string]struct {
			to       any
			sentence string
		}{
			"label": {&category.Label, fault.NotText}, "amount": {&category.Amount, fee.AmountInvalid},
			"age_classes": {&category.AgeClasses, fault.NotAList}, "is_youth": {&category.Youth, fault.NotAFlag},
			"sort_order": {&category.SortOrder, fault.NotANumber}, "matching_teams": {&category.Teams, fault.NotAList},
			"matching_werkfuncties": {&category.Functions, fault.NotAList},
		} {
			if raw, has := member[name]; has {
				r.read(unquoted(raw, name), field.to, at+"."+name, field.sentence)
			}
		}
		list = append(list, category)
	}
	return list
}

// unquoted is a number that a client wrote as text.
func unquoted(raw json.RawMessage, name string) json.RawMessage {
	if name != "amount" && name != "sort_order" {
		return raw
	}
	if text, err := strconv.Unquote(string(raw)); err == nil && text != "" {
		return json.RawMessage(text)
	}
	return raw
}
