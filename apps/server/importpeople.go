package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/peoplefile"
	"github.com/clubhuis/clubhuis/core/usecase/imports"
)

type importPeopleCommand struct {
	storeFlags
	File    string   `arg:"" help:"A CSV file or an Excel workbook (.xlsx); - reads standard input."`
	Columns []string `name:"column" sep:"none" placeholder:"HEADING=FIELD" help:"What a column is, where its heading does not say so; without a field it is left out. Repeat it for several."`
	As      string   `placeholder:"NAME" help:"The administrator in whose name people come (default: the only one)."`
	Rows    int      `default:"100" help:"How many rows the preview shows at most; 0 is all (${default})."`
	DryRun  bool     `help:"Print what would become of each row, and keep nothing."`
}

// Help names the fields.
func (c *importPeopleCommand) Help() string {
	var fields []string
	for _, key := range peoplefile.Fields() {
		fields = append(fields, string(key)+" ("+peoplefile.Label(key)+")")
	}
	return "Registers and changes people as the page does under Leden → Importeren: who is known by member code, e-mail or name " +
		"is changed. 'import undo' takes it back within 30 days. The exit code is 1 when nothing was done, " +
		"3 when rows were refused.\n\n" +
		"The fields: " + strings.Join(fields, ", ") + "."
}

// exitRefused is the exit code when something was done, and something refused.
const exitRefused = 3

// Run shows what the rows would do, and does that.
func (c *importPeopleCommand) Run(ctx context.Context, s streams) error {
	data, err := c.read(s.stdin)
	if err != nil {
		return err
	}
	return c.loaded(ctx, func(p *program) error {
		viewer, err := p.administrator(ctx, c.As)
		if err != nil {
			return err
		}
		viewer.Entrance = access.Entrance{Way: access.ByCommand, Name: "import people"}
		return c.bring(ctx, p.club.Imports, viewer, data, s)
	})
}

// loaded opens the program with the club in memory, for one command.
func (f storeFlags) loaded(ctx context.Context, do func(*program) error) error {
	return f.with(ctx, func(p *program) error {
		if err := p.load(ctx); err != nil {
			return err
		}
		return do(p)
	})
}

// read reads the file, and no more of it than can be imported.
func (c *importPeopleCommand) read(stdin io.Reader) ([]byte, error) {
	from := stdin
	if c.File != "-" {
		file, err := os.Open(c.File)
		if err != nil {
			return nil, err
		}
		defer file.Close() //nolint:errcheck // it was only read
		from = file
	}
	data, err := io.ReadAll(io.LimitReader(from, peoplefile.MaxBytes+1))
	if err == nil && len(data) > peoplefile.MaxBytes {
		err = peoplefile.ErrTooBig
	}
	return data, err
}

func (c *importPeopleCommand) bring(
	ctx context.Context, service *imports.Service, viewer access.Viewer, data []byte, s streams,
) (err error) {
	name := c.File
	if name == "-" {
		name = "stdin"
	}
	draft, err := service.Upload(ctx, viewer, name, data)
	if err != nil {
		return err
	}
	kept := false
	defer func() {
		if !kept { // even when it was told to end
			err = errors.Join(err, service.Discard(context.WithoutCancel(ctx), viewer, draft.ID))
		}
	}()
	fields, err := c.fields(&draft)
	if err != nil {
		return err
	}
	if draft, err = service.Choose(ctx, viewer, draft.ID, fields); err != nil {
		return err
	}
	if err := c.preview(ctx, service, viewer, &draft, s.stdout); err != nil {
		return err
	}
	if c.DryRun {
		_, err := fmt.Fprintln(s.stdout, "\nThis was a dry run: nothing was kept.")
		return err
	}
	if _, err := service.Apply(ctx, viewer, draft.ID); err != nil {
		return err
	}
	kept = true
	asked := imports.Asked{Import: draft.ID, User: viewer.User}
	done, err := follow(ctx, service, viewer, draft.ID, s, func() error { return service.ApplyInPortions(ctx, asked) })
	if err != nil {
		return fmt.Errorf("import %d is not done: a server goes on with it: %w", draft.ID, err)
	}
	if _, err := fmt.Fprintf(s.stdout, "import %d: %s\n", done.ID, counted(&done.Counts)); err != nil {
		return err
	}
	switch {
	case done.Stopped != "":
		return errors.New(done.Stopped)
	case done.Counts.Refused > 0:
		return exitError{exitRefused, fmt.Sprintf("%d rows were refused", done.Counts.Refused)}
	}
	return nil
}

// fields returns what the columns are: as they were guessed, but for what the flags say.
func (c *importPeopleCommand) fields(draft *peoplefile.Import) ([]peoplefile.Field, error) {
	fields := draft.Fields()
	for _, said := range c.Columns {
		heading, key, is := strings.Cut(said, "=")
		if !is {
			return nil, fmt.Errorf("--column: %q is no HEADING=FIELD", said)
		}
		if field := peoplefile.Field(strings.TrimSpace(key)); !field.Known() {
			return nil, fmt.Errorf("--column: %q is no field: see 'clubhuis import people --help'", key)
		}
		found := false
		for i := range draft.Columns {
			if strings.EqualFold(strings.TrimSpace(draft.Columns[i].Heading), strings.TrimSpace(heading)) {
				fields[i], found = peoplefile.Field(strings.TrimSpace(key)), true
			}
		}
		if !found {
			return nil, fmt.Errorf("--column: the file has no column %q", heading)
		}
	}
	return fields, nil
}

// preview prints what the columns are, and what would become of the rows. What stays the same is counted alone.
func (c *importPeopleCommand) preview(
	ctx context.Context, service *imports.Service, viewer access.Viewer, draft *peoplefile.Import, to io.Writer,
) error {
	limit := c.Rows
	if limit == 0 {
		limit = draft.Total
	}
	var lines []peoplefile.Result
	var counts peoplefile.Counts
	for _, outcome := range []peoplefile.Outcome{peoplefile.Refused, peoplefile.New, peoplefile.Changed} {
		rows, err := service.Rows(ctx, viewer, draft.ID, outcome, 0, max(1, limit-len(lines)))
		if err != nil {
			return err
		}
		counts = rows.Counts
		lines = append(lines, rows.Rows[:min(len(rows.Rows), limit-len(lines))]...)
	}
	table := tabwriter.NewWriter(to, 0, 0, 2, ' ', 0)
	for i := range draft.Columns {
		column := &draft.Columns[i]
		meaning := "(left out)"
		if column.Field != "" {
			meaning = string(column.Field)
		}
		fmt.Fprintf(table, "column %s\t%s\n", plain(column.Heading), meaning)
	}
	for i := range lines {
		row := &lines[i]
		fmt.Fprintf(table, "row %d\t%s\t%s\t%s\n", row.Number, row.Outcome, plain(row.Name), plain(details(row)))
	}
	if err := table.Flush(); err != nil {
		return err
	}
	if shown := counts.New + counts.Changed + counts.Refused; shown > len(lines) {
		if _, err := fmt.Fprintf(to, "… and %d more rows: see --rows\n", shown-len(lines)); err != nil {
			return err
		}
	}
	_, err := fmt.Fprintln(to, counted(&counts))
	return err
}

// details says what changes of a person, or why nothing does.
func details(row *peoplefile.Result) string {
	var parts []string
	for i := range row.Changes {
		change := &row.Changes[i]
		text := peoplefile.Label(change.Field) + ": "
		if row.Outcome == peoplefile.Changed {
			text += strconv.Quote(change.From) + " → "
		}
		parts = append(parts, text+strconv.Quote(change.To))
	}
	return strings.Join(append(parts, row.Reasons...), "; ")
}

// plain keeps a text of a file from moving the cursor of a terminal, and from breaking a table.
func plain(text string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' || r >= 0x7f && r < 0xa0 {
			return ' '
		}
		return r
	}, text)
}

func counted(c *peoplefile.Counts) string {
	return fmt.Sprintf("%d new, %d changed, %d unchanged, %d refused", c.New, c.Changed, c.Unchanged, c.Refused)
}

// The waits while another process is at the same import.
const waitForOther = 200 * time.Millisecond

// follow works at an import until it is done, and shows how far it is. A server that runs may do a part.
func follow(
	ctx context.Context, service *imports.Service, viewer access.Viewer, id int64, s streams, work func() error,
) (i peoplefile.Import, err error) {
	ended := make(chan struct{})
	shown := make(chan struct{})
	go func() {
		defer close(shown)
		showProgress(ctx, service, viewer, id, s.stderr, ended)
	}()
	defer func() { close(ended); <-shown }()
	for {
		if err := work(); err != nil && !isAgain(err) {
			return i, err
		}
		if i, err = service.Show(ctx, viewer, id); err != nil || !i.Working() {
			return i, err
		}
		select {
		case <-ctx.Done():
			return i, ctx.Err()
		case <-time.After(waitForOther):
		}
	}
}
