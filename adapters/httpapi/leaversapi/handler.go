// Package leaversapi is the HTTP area of the rules about people who left: /club/v1/leavers.
package leaversapi

import (
	"context"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"github.com/clubhuis/clubhuis/adapters/httpapi/rest"
	"github.com/clubhuis/clubhuis/adapters/httpapi/session"
	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/leaver"
	"github.com/clubhuis/clubhuis/core/usecase/leavers"
)

// Handler is the area. Mount adds its routes to the API.
type Handler struct {
	leavers *leavers.Service
	format  rest.Format
}

// New makes the area.
func New(service *leavers.Service, format rest.Format) *Handler { return &Handler{service, format} }

// Mount adds the area's routes.
func (h *Handler) Mount(api huma.API) {
	const root, tag = "/club/v1/leavers", "people"
	rest.Handle(api, rest.Operation{Name: "leavers.show", Method: http.MethodGet, Path: root, Tag: tag, Needs: access.Administration,
		Summary: "For how long the club keeps what it knows of people who left, and what became of that in the last year"}, h.show)
	rest.Handle(api, rest.Operation{Name: "leavers.change", Method: http.MethodPut, Path: root + "/rules", Tag: tag,
		Needs: access.Manage, Confirm: true, Audit: true,
		Summary: "Decide for how long that is, for administrators; switching the rules off stops what waits"}, h.change)
	rest.Handle(api, rest.Operation{Name: "leavers.rehearse", Method: http.MethodGet, Path: root + "/rehearsal", Tag: tag,
		Needs: access.Administration, Patience: time.Minute,
		Summary: "What the rules would destroy today if they were on; nothing is changed"}, h.rehearse)
	rest.Handle(api, rest.Operation{Name: "leavers.touched", Method: http.MethodGet, Path: root + "/proposals/{id}/people", Tag: tag,
		Needs:   access.Administration,
		Summary: "Whom a proposal that waits still touches, 100 at a time; an ended one touches nobody"}, h.touched)
	rest.Handle(api, rest.Operation{Name: "leavers.stop", Method: http.MethodDelete, Path: root + "/proposals/{id}", Tag: tag,
		Needs: access.Administration, Audit: true,
		Summary: "Stop a proposal that waits or is being carried out; the next one is made 30 days after it was made"}, h.stop)
	rest.Handle(api, rest.Operation{Name: "leavers.keep", Method: http.MethodPut, Path: root + "/kept/{id}", Tag: tag,
		Needs: access.Administration, Audit: true,
		Summary: "Keep all that is known of somebody who left, with a reason; also out of a proposal that waits"}, h.keep)
	rest.Handle(api, rest.Operation{Name: "leavers.unkeep", Method: http.MethodDelete, Path: root + "/kept/{id}", Tag: tag,
		Needs: access.Administration, Audit: true, Summary: "Let the rules be for somebody again"}, h.letGo)
}

// LeaverKind is a kind of data that a rule is about.
type LeaverKind leaver.Kind

// Schema implements huma.SchemaProvider.
func (LeaverKind) Schema(huma.Registry) *huma.Schema {
	schema := &huma.Schema{Type: huma.TypeString}
	for _, kind := range leaver.Kinds() {
		schema.Enum = append(schema.Enum, string(kind))
	}
	return schema
}

// RuleChoice is what is decided of one kind of data.
type RuleChoice struct {
	Kind    LeaverKind `json:"kind" doc:"person is the whole record, by an erasure that can be taken back for 30 days."`
	Enabled bool       `json:"enabled"`
	Months  int        `json:"months" doc:"So long after somebody left it goes: 0 to 240, a person from 12."`
}

// LeaverRule is for how long one kind of data is kept.
type LeaverRule struct {
	RuleChoice
	Title string `json:"title" doc:"What it is, in Dutch."`
	Why   string `json:"why" doc:"Why it is kept no longer, in Dutch."`
}

// KeptLeaver is somebody of whom everything is kept.
type KeptLeaver struct {
	Person int64  `json:"person"`
	Name   string `json:"name" doc:"Empty for who is in the trash."`
	Reason string `json:"reason"`
	By     string `json:"by"`
	Since  string `json:"since" doc:"YYYY-MM-DD."`
}

// LeaverCount is of how many people one kind goes.
type LeaverCount struct {
	Kind  LeaverKind `json:"kind"`
	Count int        `json:"count"`
	Done  int        `json:"done" doc:"Of how many it went."`
}

// LeaverProposal is what the rules would destroy.
type LeaverProposal struct {
	ID        int64         `json:"id"`
	State     string        `json:"state" enum:"waiting,stopped,done" doc:"One that is being carried out is waiting, too."`
	Made      string        `json:"made" doc:"YYYY-MM-DD HH:MM:SS in the club's zone."`
	Due       string        `json:"due" doc:"On this day it is carried out, or a week after the first mail of it went out."`
	Ended     string        `json:"ended" doc:"When it was carried out or stopped; empty while it waits."`
	StoppedBy string        `json:"stopped_by"`
	People    int           `json:"people" doc:"Of how many people something goes."`
	LeftOut   int           `json:"left_out" doc:"Of how many of them nothing went after all."`
	Counts    []LeaverCount `json:"counts"`
}

// Leavers are the rules about people who left.
type Leavers struct {
	Enabled   bool             `json:"enabled" doc:"Without, nothing is proposed and nothing goes."`
	Notice    int              `json:"notice_days" doc:"How many days lie between the mail and what it tells of."`
	Rules     []LeaverRule     `json:"rules" doc:"One of each kind."`
	Kept      []KeptLeaver     `json:"kept"`
	TellsTo   []string         `json:"tells_to" doc:"Who is mailed before anything goes."`
	Proposals []LeaverProposal `json:"proposals" doc:"The newest first, at most 12."`
	Mailed    string           `json:"mailed" doc:"When the first mail of the newest one went out; empty for not yet."`
	Next      string           `json:"next" doc:"From when on the next one may be made; empty while one waits."`
}

type leaversOutput struct{ Body Leavers }

func (h *Handler) show(ctx context.Context, _ *struct{}) (*leaversOutput, error) {
	return h.overview(ctx, nil)
}

// overview is what every change returns, too.
func (h *Handler) overview(ctx context.Context, err error) (*leaversOutput, error) {
	if err != nil {
		return nil, err
	}
	found, err := h.leavers.Show(ctx, session.Viewer(ctx))
	if err != nil {
		return nil, err
	}
	body := Leavers{
		Enabled: found.Rules.On, Notice: found.Rules.Notice, Kept: make([]KeptLeaver, len(found.Rules.Kept)),
		TellsTo: append([]string{}, found.TellsTo...), Proposals: make([]LeaverProposal, len(found.Proposals)),
		Mailed: h.stamp(found.Mailed),
	}
	for _, kind := range leaver.Kinds() {
		rule := found.Rules.Rules[kind]
		body.Rules = append(body.Rules, LeaverRule{RuleChoice{LeaverKind(kind), rule.On, rule.Months}, kind.Title(), kind.Why()})
	}
	for i, e := range found.Rules.Kept {
		body.Kept[i] = KeptLeaver{e.Person, found.Names[e.Person], e.Reason, e.By, e.Since.String()}
	}
	for i := range found.Proposals {
		body.Proposals[i] = h.proposal(&found.Proposals[i])
	}
	if len(found.Proposals) > 0 && found.Proposals[0].State != leaver.Waiting {
		body.Next = h.stamp(found.Proposals[0].Next())
	}
	return &leaversOutput{body}, nil
}

func (h *Handler) proposal(p *leaver.Proposal) LeaverProposal {
	return LeaverProposal{
		ID: p.ID, State: string(p.State), Made: h.stamp(p.Made), Due: h.stamp(p.Due), Ended: h.stamp(p.Ended), StoppedBy: p.Stopper,
		People: p.People, LeftOut: p.LeftOut, Counts: countsOf(p.Counts, p.Done),
	}
}

func countsOf(counts, done leaver.Counts) []LeaverCount {
	list := []LeaverCount{}
	for _, kind := range leaver.Kinds() {
		if counts[kind] > 0 {
			list = append(list, LeaverCount{LeaverKind(kind), counts[kind], done[kind]})
		}
	}
	return list
}

func (h *Handler) stamp(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.In(h.format.Zone).Format(civil.StampLayout)
}

// RuleChoices are what is decided.
type RuleChoices struct {
	Enabled bool         `json:"enabled"`
	Notice  int          `json:"notice_days" doc:"7 to 90."`
	Rules   []RuleChoice `json:"rules" maxItems:"8" doc:"What is not named is off."`
}

type leaverRulesInput struct{ Body RuleChoices }

func (h *Handler) change(ctx context.Context, in *leaverRulesInput) (*leaversOutput, error) {
	rules := leaver.Settings{On: in.Body.Enabled, Notice: in.Body.Notice, Rules: map[leaver.Kind]leaver.Rule{}}
	for _, rule := range in.Body.Rules {
		rules.Rules[leaver.Kind(rule.Kind)] = leaver.Rule{On: rule.Enabled, Months: rule.Months}
	}
	_, err := h.leavers.Change(ctx, session.Viewer(ctx), rules)
	return h.overview(ctx, err)
}

// TouchedLeaver is what of somebody goes.
type TouchedLeaver struct {
	Person int64        `json:"person"`
	Name   string       `json:"name" doc:"Empty for who is in the trash."`
	Left   string       `json:"left" doc:"YYYY-MM-DD; empty for who came back."`
	Kinds  []LeaverKind `json:"kinds"`
}

func touchedOf(list []leavers.Touched) []TouchedLeaver {
	wire := make([]TouchedLeaver, len(list))
	for i, one := range list {
		wire[i] = TouchedLeaver{Person: one.Person, Name: one.Name, Left: one.Left.String(), Kinds: make([]LeaverKind, len(one.Kinds))}
		for n, kind := range one.Kinds {
			wire[i].Kinds[n] = LeaverKind(kind)
		}
	}
	return wire
}

// SparedLeavers are former members of whom nothing goes.
type SparedLeavers struct {
	Why   string `json:"why" enum:"kept,undated,works,parent,account"`
	Count int    `json:"count"`
}

// LeaverRehearsal is what the rules would destroy today.
type LeaverRehearsal struct {
	People int             `json:"people"`
	Counts []LeaverCount   `json:"counts"`
	Spared []SparedLeavers `json:"spared" doc:"Former members of whom nothing goes, whatever the rules say."`
	First  []TouchedLeaver `json:"first" doc:"At most 100 of the people, by number."`
}

type rehearsalOutput struct{ Body LeaverRehearsal }

func (h *Handler) rehearse(ctx context.Context, _ *struct{}) (*rehearsalOutput, error) {
	found, err := h.leavers.Rehearse(ctx, session.Viewer(ctx))
	if err != nil {
		return nil, err
	}
	body := LeaverRehearsal{
		People: found.People, Counts: countsOf(found.Counts, nil), Spared: []SparedLeavers{}, First: touchedOf(found.First),
	}
	for _, why := range []leaver.Spared{leaver.Kept, leaver.Undated, leaver.Works, leaver.IsParent, leaver.SignsIn} {
		if n := found.Spared[why]; n > 0 {
			body.Spared = append(body.Spared, SparedLeavers{string(why), n})
		}
	}
	return &rehearsalOutput{body}, nil
}

type touchedInput struct {
	ID    int64 `path:"id" minimum:"1" doc:"The number of the proposal."`
	After int64 `query:"after" minimum:"0" doc:"The number of the last person who is known already."`
}

type touchedOutput struct{ Body []TouchedLeaver }

func (h *Handler) touched(ctx context.Context, in *touchedInput) (*touchedOutput, error) {
	found, err := h.leavers.Touched(ctx, session.Viewer(ctx), in.ID, in.After)
	if err != nil {
		return nil, err
	}
	return &touchedOutput{touchedOf(found)}, nil
}

type proposalInput struct {
	ID int64 `path:"id" minimum:"1" doc:"The number of the proposal."`
}

func (h *Handler) stop(ctx context.Context, in *proposalInput) (*leaversOutput, error) {
	return h.overview(ctx, h.leavers.Stop(ctx, session.Viewer(ctx), in.ID))
}

type personInput struct {
	ID int64 `path:"id" minimum:"1" doc:"The person's number."`
}

// LeaverReason is why somebody is kept.
type LeaverReason struct {
	Reason string `json:"reason" doc:"At most 200 characters."`
}

type keepInput struct {
	ID   int64 `path:"id" minimum:"1" doc:"The person's number."`
	Body LeaverReason
}

func (h *Handler) keep(ctx context.Context, in *keepInput) (*leaversOutput, error) {
	rest.EventOf(ctx).Record = in.ID
	return h.overview(ctx, h.leavers.Keep(ctx, session.Viewer(ctx), in.ID, in.Body.Reason))
}

func (h *Handler) letGo(ctx context.Context, in *personInput) (*leaversOutput, error) {
	rest.EventOf(ctx).Record = in.ID
	return h.overview(ctx, h.leavers.LetGo(ctx, session.Viewer(ctx), in.ID))
}
