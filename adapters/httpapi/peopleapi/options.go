package peopleapi

import (
	"context"
	"strconv"

	"github.com/clubhuis/clubhuis/adapters/httpapi/rest"
	"github.com/clubhuis/clubhuis/adapters/httpapi/session"
	"github.com/clubhuis/clubhuis/core/listing"
	"github.com/clubhuis/clubhuis/core/usecase/people"
)

type optionsInput struct {
	IncludeFormer string `query:"include_former" enum:",0,1" doc:"1 counts former members too."`
}

type optionsOutput struct{ Body FilterOptions }

// FilterOptions are what the people list can be narrowed to.
type FilterOptions struct {
	Total       int          `json:"total"`
	AgeGroups   []ValueCount `json:"age_groups" doc:"Youngest to oldest."`
	MemberTypes []ValueCount `json:"member_types"`
	Genders     []ValueCount `json:"genders"`
	Functions   []ValueCount `json:"functions" doc:"Titles of current work, by their most frequent spelling."`
	Cities      []ValueCount `json:"cities" doc:"Of first addresses, by their most frequent spelling."`
	Teams       []IDCount    `json:"teams" doc:"With how many people are in them today; by name."`
	Committees  []IDCount    `json:"committees" doc:"Likewise."`
	Labels      []IDCount    `json:"labels"`
}

// ValueCount is a value that somebody has, and how many people have it.
type ValueCount struct {
	Value string `json:"value"`
	Count int    `json:"count"`
}

// IDCount is a record that people belong to, and how many do.
type IDCount struct {
	ID    int64  `json:"id"`
	Name  string `json:"name"`
	Count int    `json:"count"`
}

// AppendJSON implements rest.Appender: a large club has thousands of teams.
func (o FilterOptions) AppendJSON(dst []byte) []byte {
	dst = strconv.AppendInt(append(dst, `{"total":`...), int64(o.Total), 10)
	for _, of := range []struct {
		name   string
		values []ValueCount
	}{
		{"age_groups", o.AgeGroups}, {"member_types", o.MemberTypes}, {"genders", o.Genders}, {"functions", o.Functions},
		{"cities", o.Cities},
	} {
		dst = appendList(dst, of.name, of.values, func(dst []byte, c ValueCount) []byte {
			return appendCount(rest.AppendText(append(dst, `{"value":`...), c.Value), c.Count)
		})
	}
	for _, of := range []struct {
		name    string
		records []IDCount
	}{{"teams", o.Teams}, {"committees", o.Committees}, {"labels", o.Labels}} {
		dst = appendList(dst, of.name, of.records, func(dst []byte, c IDCount) []byte {
			dst = strconv.AppendInt(append(dst, `{"id":`...), c.ID, 10)
			return appendCount(rest.AppendText(append(dst, `,"name":`...), c.Name), c.Count)
		})
	}
	return append(dst, '}')
}

func appendList[T any](dst []byte, name string, list []T, appendOne func([]byte, T) []byte) []byte {
	dst = append(append(append(dst, `,"`...), name...), `":[`...)
	for i, one := range list {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = appendOne(dst, one)
	}
	return append(dst, ']')
}

func appendCount(dst []byte, count int) []byte {
	return append(strconv.AppendInt(append(dst, `,"count":`...), int64(count), 10), '}')
}

func (h *Handler) options(ctx context.Context, in *optionsInput) (*optionsOutput, error) {
	options, err := h.people.Options(ctx, session.Viewer(ctx), in.IncludeFormer == "1")
	if err != nil {
		return nil, err
	}
	return &optionsOutput{FilterOptions{
		Total: options.Total, AgeGroups: valueCounts(options.AgeGroups), MemberTypes: valueCounts(options.MemberTypes),
		Genders: valueCounts(options.Genders), Functions: valueCounts(options.Functions), Cities: valueCounts(options.Cities),
		Teams: idCounts(options.Teams), Committees: idCounts(options.Committees), Labels: idCounts(options.Labels),
	}}, nil
}

func idCounts(options []people.Option) []IDCount {
	list := make([]IDCount, len(options))
	for i, option := range options {
		list[i] = IDCount(option)
	}
	return list
}

func valueCounts(counts []listing.Count) []ValueCount {
	list := make([]ValueCount, len(counts))
	for i, count := range counts {
		list[i] = ValueCount(count)
	}
	return list
}
