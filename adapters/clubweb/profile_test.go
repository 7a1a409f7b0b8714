package clubweb

import (
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/clubhuis/clubhuis/core/sync/federation"
	"github.com/clubhuis/clubhuis/fixtures/clubsite/register"
)

func TestReadProfileNamesWhatIsWrong(t *testing.T) {
	t.Parallel()
	if p := DefaultProfile(); !slices.Contains(p.Requests["committees"].Fields["committee"], "CommitteeId") || !p.words["wijzig"] ||
		p.words["anna"] {
		t.Errorf("the default profile is %+v", p)
	}
	for _, trial := range []struct{ old, other, want string }{
		{"  start: /\n", "", "pages.start is missing"},
		{"  start: /\n", "  start: /\n  begin: /\n", "field begin not found"},
		{`  inside: [`, `  inside: [] #[`, "sign-in.inside is missing"},
		{"      first: FirstName\n      infix: Infix\n      last: LastName\n      gender: GenderCode\n      birth: DateOfBirth\n      died", "      frist: FirstName\n      infix: Infix\n      last: LastName\n      gender: GenderCode\n      birth: DateOfBirth\n      died", "requests.members.fields.frist is unknown"},
		{"      photo: Photo.Url\n", "", "requests.header.fields.photo is missing"},
		{"    path: team/ClubTeams\n", "", "requests.club-teams.path is missing"},
		{"    always: [block]", "    always: [blok]", "requests.header.always: blok is unknown"},
		{"    method: POST", "    method: FETCH", "requests.members.method: FETCH is none"},
		{"  club-staff:", "  club-staf:", "requests.club-staf is unknown"},
		{"        street: {read: street,", "        straat: {read: street,", "editing.cards.fields.straat is unknown"},
		{"{read: remarks8,", "{read: remarks9,", "datum-vog.read: remarks9 is no field of free-fields"},
		{"kind: box", "kind: boks", "financial-block.kind: boks is none"},
		{"inputs: [City]", "inputs: []", "fields.city.inputs is missing"},
		{"    - tab: financial", "    - tab: finance", "tab: finance is none"},
		{"      request: addresses", "      request: adres", "request: adres is unknown"},
		{"pages:", "pages: [", "read the site profile"},
		{ProfileText, "", "read the site profile"},
	} {
		text := strings.Replace(ProfileText, trial.old, trial.other, 1)
		if text == ProfileText {
			t.Errorf("%q is not in the profile", trial.old)
		}
		if p, err := ReadProfile(strings.NewReader(text)); err == nil || p != nil || !strings.Contains(err.Error(), trial.want) {
			t.Errorf("want %q, got %v", trial.want, err)
		}
	}
}

// A changed page is a change of the profile.
func TestAChangedSiteIsAnotherProfile(t *testing.T) {
	t.Parallel()
	changes := strings.NewReplacer(
		"headings: [Communicatie]", "headings: [Blok 12]", "inputs: [Email1]", "inputs: [fld_Email1]",
		"path: team/UnionTeams", "path: team/BondTeams", "union-teams: /teams/union-teams", "union-teams: /teams/bond-teams",
		"tabs: [Individuele tuchtzaken]", "tabs: [Tuchtzaken van spelers, Spelerszaken]",
		"      people: TeamMemberCount\n", "", "      players: PlayerCount\n", "", // a profile of before they were read
	)
	profile, err := ReadProfile(strings.NewReader(changes.Replace(ProfileText)))
	if err != nil {
		t.Fatal(err)
	}
	w := around(t, func(fake http.Handler) http.Handler {
		return http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
			r.URL.Path = strings.NewReplacer("/bond-teams", "/union-teams", "/BondTeams", "/UnionTeams").Replace(r.URL.Path)
			if r.URL.Path == "/assets/teams.js" {
				rw.Header().Set("Content-Type", "text/javascript")
				_,
					_ = rw.Write([]byte(`import { ask, el } from './core.js'; export const showTeams = (app, kind) => ask(kind === 'Union' ? 'team/BondTeams' : 'team/ClubTeams'); export const showTeam = showTeams; export const showDiscipline = (app) => app.append(el('button', { role: 'tab', onclick: () => ask('competition/DisciplineClubCasesPlayer', { Part: 'all' }) }, 'Spelerszaken'));`))
				return
			}
			if r.URL.Path == "/assets/app.js" {
				rw.Header().Set("Content-Type", "text/javascript")
				_, _ = rw.Write([]byte(`import { showDiscipline, showTeams } from './teams.js'; import { showMember } from './member.js';
					const app = document.getElementById('app'); const path = location.pathname.split('/');
					if (path[1] === 'competition-affairs') showDiscipline(app); else if (path[1] === 'teams') showTeams(app, path[2] === 'bond-teams' ? 'Union' : 'Club'); else if (path[1] === 'member') showMember(app, path[3], path[4]);`))
				return
			}
			fake.ServeHTTP(rw, r)
		})
	}, func(o *Options) { o.Profile = profile })
	f := w.federation()
	w.reads(t.Context(), w.site, nil)
	w.set("changed-card", always)
	kept, err := w.site.Edit(t.Context(), f.Member, contact)
	if err != nil || !slices.Equal(kept, []federation.Field{federation.FieldEmail}) {
		t.Errorf("kept %v, %v", kept, err)
	}
	if now, _ := w.fake.Register.Member(f.Member); now.Email != contact[federation.FieldEmail] {
		t.Errorf("stored %q", now.Email)
	}
}

// TestACardThatIsCalledOtherwiseIsFoundByItsInput opens one card after the other when neither heading nor labels are known.
func TestACardThatIsCalledOtherwiseIsFoundByItsInput(t *testing.T) {
	t.Parallel()
	profile := DefaultProfile()
	for i := range profile.Editing.Cards {
		c := &profile.Editing.Cards[i]
		c.Headings = []string{"Zo heet hier niets"}
		for field, in := range c.Fields {
			in.Labels = []string{"Zo ook niet"}
			c.Fields[field] = in
		}
	}
	w := newWorld(t, func(o *Options) { o.Profile = profile })
	m := w.fake.Register.Members(register.Active)[0]
	edits := federation.Edits{federation.FieldMobile2: "0612345678", federation.FieldCity: "Elders",
		federation.FieldCountry: "Duitsland", federation.FieldHelpdesk: "77"}
	kept, err := w.site.Edit(t.Context(), m.Code, edits)
	if err != nil || len(kept) != len(edits) {
		t.Fatalf("%v, %v", kept, err)
	}
	after, _ := w.fake.Register.Member(m.Code)
	if after.Mobile2 != "0612345678" || after.Addresses[0].City != "Elders" || after.Addresses[0].CountryCode != "DE" ||
		after.Remarks[3] != "77" || after.Email != m.Email {
		t.Errorf("on the site: %+v", after)
	}
}
