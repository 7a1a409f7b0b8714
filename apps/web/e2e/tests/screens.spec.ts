import type { Page } from '@playwright/test';

import { expectAccessible, type Part } from '../setup/axe';
import { environment } from '../setup/environment';
import { expect, test } from '../setup/fixtures';
import { makeGroup, makePerson, read } from '../setup/rest';
import { keepScreenshot, keepsScreenshots } from '../setup/screenshot';

interface Screen {
  name: string;
  path: string | ((page: Page) => Promise<string>);
  signedOut?: true;
  /** The picture goes beyond the screen; off for long lists. */
  whole?: true;
  /** What it looks like depends on how the screen was when it was opened. */
  anew?: true;
  prepare?: (page: Page) => Promise<unknown>;
  /** What stands there when the page is done. */
  ready: (page: Page) => Promise<unknown>;
}

const heading = (page: Page) => page.getByRole('heading', { level: 1 }).waitFor();
const text = (value: string | RegExp) => (page: Page) => page.getByText(value).first().waitFor();

/** A list of the shared table has something, on whatever screen. */
const row = (page: Page) => page.locator('[data-row]').first().waitFor();

/** The first person of the list, in the order that a question asks for. */
const someone = (question: string) => async (page: Page) => {
  const answer = await page.request.get(`/api/club/v1/people/filtered?per_page=1&${question}`);
  const { people } = (await answer.json()) as { people: { id: number }[] };
  return `/leden/${people[0]?.id ?? 0}`;
};

/** A group of the demo by its name. */
const firstGroup = (kind: 'teams' | 'commissies', name: string) => async (page: Page) => {
  const answer = await page.request.get(`/api/cms/v2/${kind}?search=${name}&_fields=id`);
  const groups = (await answer.json()) as { id: number }[];
  return `/${kind}/${groups[0]?.id ?? 0}`;
};

/** The first workspace of the demo. */
const firstWorkspace = async (page: Page) => {
  const [first] = await read<{ id: number }[]>(page, '/club/v1/workspaces');
  return `/werkruimtes/${first?.id ?? 0}`;
};

/** An item of the demo of which the agent asks something. */
const firstFeedback = async (page: Page) => {
  const [first] = await read<{ id: number }[]>(page, '/club/v1/feedback?status=needs_info');
  return `/feedback/${first?.id ?? 0}`;
};

/** Somebody of the demo with more than one relative. */
const someoneWithChildren = async (page: Page) => {
  const answer = await page.request.get(
    '/api/cms/v2/people?per_page=100&_fields=id,acf.relationships',
  );
  const people = (await answer.json()) as { id: number; acf: { relationships: unknown[] } }[];
  return `/leden/${people.find(({ acf }) => acf.relationships.length > 1)?.id ?? 0}`;
};

/** Somebody of the demo of whom several things were written down. */
const someoneWithMoments = async (page: Page) => {
  const answer = await page.request.get('/api/club/v1/todos');
  const todos = (await answer.json()) as { person_id: number }[];
  return `/leden/${todos.find(({ person_id }) => person_id !== 0)?.person_id ?? 0}`;
};

const failing = (page: Page) =>
  page.route(
    /\/dashboard\/workspace|\/v1\/leavers|\/people\/filtered|\/cms\/v2\/teams|\/shifts|\/training\/|\/anniversaries|\/club\/v1\/audit|\/changes\?/,
    (route) =>
      route.fulfill({ status: 400, json: { code: 'x', message: '', data: { status: 400 } } }),
  );

/** As many people as fit on the screen: axe takes its time over every row. */
const aScreenful = (page: Page) =>
  page.route('**/people/filtered*', async (route) => {
    const response = await route.fetch();
    const list = (await response.json()) as { people: unknown[] };
    await route.fulfill({ response, json: { ...list, people: list.people.slice(0, 14) } });
  });

/** Somebody of whom several things were changed, on a profile and on the photo. */
const someoneChanged = async (page: Page) => {
  const id = await makePerson(page, { first_name: 'Veranderd', city: 'Utrecht' });
  const answer = await page.request.get('/api/club/v1/session');
  const { nonce } = (await answer.json()) as { nonce: string };
  const headers = { 'X-CMS-Nonce': nonce };
  const made = await page.request.post('/api/club/v1/workspaces', {
    headers,
    data: { name: 'Jeugdcommissie en alle begeleiders van de onderbouw' },
  });
  const { id: workspace } = (await made.json()) as { id: number };
  for (const acf of [
    {
      first_name: 'Gewijzigd',
      birthdate: '2015-03-04',
      contact_info: [
        { contact_type: 'email', contact_value: 'een.heel.lang.adres.van.iemand@club.example' },
      ],
      work_history: [{ description: 'Kantine', job_title: 'Bar', start_date: '2024-08-01' }],
    },
    { _visibility: 'workspace', _assigned_workspaces: [workspace] },
  ]) {
    await page.request.put(`/api/cms/v2/people/${id}`, { headers, data: { acf } });
  }
  await page.request.get('/api/cms/v2/people/99999999');
  return `/leden/${id}?tab=wijzigingen`;
};

/** As many operations as fit on the screen. */
const aFewOperations = (page: Page) =>
  page.route('**/openapi.json', async (route) => {
    const response = await route.fetch();
    const described = (await response.json()) as { paths: Record<string, unknown> };
    const paths = Object.entries(described.paths).filter(([path]) => path.includes('/people'));
    await route.fulfill({ response, json: { ...described, paths: Object.fromEntries(paths) } });
  });

const screens: readonly Screen[] = [
  { name: 'dashboard', whole: true, path: '/', ready: text(/^Opgehaald|^Nog niet opgehaald/) },
  {
    name: 'dashboard-indelen',
    path: '/',
    ready: async (page) => {
      await page.getByRole('button', { name: 'Indeling' }).click();
      await text('Standaardindeling')(page);
    },
  },
  {
    name: 'dashboard-fout',
    path: '/',
    prepare: failing,
    ready: text('Dit blok kon niet worden geladen'),
  },
  { name: 'cluboverzicht', whole: true, path: '/?overzicht=club', ready: text('Vrijwilligers') },
  { name: 'aanmelden', path: '/aanmelden', signedOut: true, ready: heading },
  { name: 'wachtwoord-vergeten', path: '/wachtwoord', signedOut: true, ready: heading },
  {
    name: 'wachtwoord-instellen-link-onbekend',
    path: '/wachtwoord/x',
    signedOut: true,
    ready: text('Deze link bestaat niet'),
  },
  { name: 'leden', path: '/leden', prepare: aScreenful, ready: text('@') },
  {
    name: 'leden-oud',
    path: '/leden?oudLeden=1&sort=lid-tot&order=desc',
    prepare: aScreenful,
    ready: text('Oud-lid'),
  },
  { name: 'leden-leeg', path: '/leden?q=xqzxqz', ready: text('Niemand gevonden') },
  { name: 'leden-fout', path: '/leden', prepare: failing, ready: text('Opnieuw proberen') },
  {
    name: 'leden-nieuw',
    path: '/leden',
    prepare: aScreenful,
    ready: async (page) => {
      await page.getByRole('button', { name: 'Nieuwe persoon' }).click();
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'persoon-vrijwilliger',
    whole: true,
    path: someone('orderby=custom_huidig-vrijwilliger&order=desc'),
    ready: text('Bereikbaar'),
  },
  {
    name: 'persoon-oud-lid',
    whole: true,
    path: someone('include_former=1&orderby=custom_lid-tot&order=desc'),
    ready: text('Bereikbaar'),
  },
  {
    name: 'persoon-bewerken',
    whole: true,
    path: someone('orderby=custom_huidig-vrijwilliger&order=desc'),
    ready: async (page) => {
      for (const card of ['Bereikbaar', 'Adressen', 'Persoonsgegevens']) {
        await page.getByRole('button', { name: `${card} bewerken` }).click();
      }
    },
  },
  {
    name: 'menu',
    anew: true,
    path: '/instellingen/info',
    ready: async (page) => {
      await heading(page);
      const burger = page.getByRole('button', { name: 'Menu openen' });
      if (await burger.isVisible()) {
        await burger.click();
        await page.getByRole('dialog').waitFor();
      } else {
        await page.getByRole('button', { name: /Gebruikersmenu/ }).click();
        await page.getByRole('menu').waitFor();
      }
    },
  },
  { name: 'persoon-niet-gevonden', path: '/leden/99999999', ready: heading },
  {
    name: 'beveiliging',
    whole: true,
    path: '/instellingen/beveiliging',
    ready: text('Dit apparaat'),
  },
  {
    name: 'persoon-leeg',
    whole: true,
    path: async (page) => `/leden/${await makePerson(page, { first_name: 'Leeg' })}`,
    ready: text('Nog geen relaties.'),
  },
  {
    name: 'persoon-wissen',
    path: async (page) => `/leden/${await makePerson(page, { first_name: 'Gewist' })}`,
    ready: async (page) => {
      await page.getByRole('button', { name: 'Meer acties' }).click();
      await page.getByRole('menuitem', { name: 'Gegevens wissen' }).click();
      await text('Gegevens van de persoon')(page);
    },
  },
  {
    name: 'persoon-relaties',
    whole: true,
    path: someoneWithChildren,
    ready: async (page) => {
      await page.getByRole('button', { name: 'Gezin en relaties bewerken' }).click();
      await page.getByRole('button', { name: 'Relatie toevoegen' }).click();
      await page.getByRole('combobox', { name: 'Wie?', exact: true }).waitFor();
    },
  },
  { name: 'teams', path: '/teams', ready: text('JO9-1') },
  { name: 'teams-leeg', path: '/teams?q=xqzxqz', ready: text('Niets gevonden') },
  { name: 'teams-fout', path: '/teams', prepare: failing, ready: text('Opnieuw proberen') },
  {
    name: 'teams-nieuw',
    path: '/teams',
    ready: async (page) => {
      await page.getByRole('button', { name: 'Nieuw team' }).click();
      await page.getByRole('dialog').waitFor();
    },
  },
  { name: 'team', whole: true, path: firstGroup('teams', 'JO9-1'), ready: text('Verleden') },
  {
    name: 'team-bewerken',
    whole: true,
    path: firstGroup('teams', 'JO9-1'),
    ready: async (page) => {
      for (const card of ['Gegevens', 'Contactgegevens']) {
        await page.getByRole('button', { name: `${card} bewerken`, exact: true }).click();
      }
      await page.getByRole('textbox', { name: 'Naam' }).waitFor();
    },
  },
  {
    name: 'team-leeg',
    whole: true,
    path: async (page) => `/teams/${await makeGroup(page, 'teams', 'Leeg team')}`,
    ready: text('Geen subteams.'),
  },
  { name: 'commissies', path: '/commissies', ready: text('Verenigingsbreed') },
  {
    name: 'commissie',
    whole: true,
    path: firstGroup('commissies', 'Jeugdcommissie'),
    ready: text('Geen subcommissies.'),
  },
  { name: 'diensten', path: '/diensten', ready: text('Bardienst ochtend') },
  { name: 'diensten-kalender', path: '/diensten?toon=kalender', ready: text('Bardienst ochtend') },
  { name: 'diensten-seizoen', path: '/diensten?toon=seizoen', ready: text('mensen') },
  { name: 'diensten-leeg', path: '/diensten?van=2040-01-01', ready: text('Geen dienst gevonden') },
  {
    name: 'diensten-fout',
    path: '/diensten',
    prepare: failing,
    ready: text('Opnieuw proberen'),
  },
  { name: 'trainingsschema', path: '/trainingsschema', ready: text('Botst') },
  {
    name: 'trainingsschema-fout',
    path: '/trainingsschema',
    prepare: failing,
    ready: text('Opnieuw proberen'),
  },
  { name: 'vog', path: '/vog', prepare: aScreenful, ready: row },
  { name: 'vog-binnenkort', path: '/vog/binnenkort?dagen=180', ready: text('Geldig tot') },
  {
    name: 'vog-leeg',
    path: '/vog?stap=aanschrijven&herinnering=sent',
    ready: text('Niemand gevonden'),
  },
  { name: 'vog-fout', path: '/vog', prepare: failing, ready: text('Opnieuw proberen') },
  { name: 'vog-instellingen', whole: true, path: '/vog/instellingen', ready: text('voornaam') },
  { name: 'jubilarissen', path: '/jubilarissen', ready: row },
  {
    name: 'jubilarissen-leeg',
    path: '/jubilarissen?seizoen=1900-1901',
    ready: text('Geen jubilarissen'),
  },
  {
    name: 'jubilarissen-fout',
    path: '/jubilarissen',
    prepare: failing,
    ready: text('Opnieuw proberen'),
  },
  { name: 'taken', whole: true, path: '/taken', ready: text('Zaalrooster') },
  { name: 'taken-leeg', path: '/taken?toon=completed', ready: text('Er is nog niets afgerond') },
  {
    name: 'persoon-tijdlijn',
    whole: true,
    path: async (page) => `${await someoneWithMoments(page)}?tab=tijdlijn`,
    ready: async (page) => {
      await page.getByRole('heading', { level: 2 }).first().waitFor();
      await page.getByRole('button', { name: 'Activiteit vastleggen' }).click();
      await page.locator('[contenteditable="true"]').waitFor();
    },
  },
  {
    name: 'persoon-taken',
    path: async (page) => `/leden/${await makePerson(page, { first_name: 'Leeg' })}?tab=taken`,
    ready: text('Je hebt geen taken over deze persoon'),
  },
  { name: 'feedback', path: '/feedback', ready: text('Bedragen optellen') },
  {
    name: 'feedback-leeg',
    path: '/feedback?toon=in_progress',
    ready: text('Hier is geen feedback'),
  },
  {
    name: 'feedback-melding',
    whole: true,
    path: firstFeedback,
    ready: text('Onderaan wil ik'),
  },
  {
    name: 'feedback-goedkeuren',
    path: firstFeedback,
    ready: async (page) => {
      await page.getByRole('button', { name: 'Goedkeuren' }).click();
      await text('Item: ')(page);
    },
  },
  {
    name: 'feedback-geven',
    path: '/taken',
    ready: async (page) => {
      await page.getByRole('button', { name: 'Feedback geven' }).click();
      await page.getByRole('button', { name: 'Schermafbeelding maken' }).click();
      await page.getByRole('button', { name: 'Zonder afbeelding' }).waitFor();
    },
  },
  { name: 'werkruimtes', path: '/werkruimtes', ready: text('Jeugdcoördinatie') },
  {
    name: 'werkruimte',
    whole: true,
    path: firstWorkspace,
    ready: async (page) => {
      await text('jeugdtrainer@')(page);
      await page.getByRole('heading', { name: /^Personen/ }).waitFor();
    },
  },
  {
    name: 'uitnodiging-onbekend',
    path: '/workspace-invite/x',
    signedOut: true,
    ready: text('Deze uitnodiging werkt niet'),
  },
  { name: 'relatietypen', path: '/instellingen/relatietypen', ready: text('Grootouder') },
  { name: 'club', path: '/instellingen/club', ready: text('Kleur') },
  { name: 'bewaren', whole: true, path: '/instellingen/bewaren', ready: text('Marga Terpstra') },
  {
    name: 'bewaren-fout',
    path: '/instellingen/bewaren',
    prepare: failing,
    ready: text('Opnieuw proberen'),
  },
  { name: 'labels', path: '/instellingen/labels', ready: text('Naam van het label') },
  { name: 'gebruikers', path: '/instellingen/gebruikers', ready: text('Beheerder') },
  { name: 'functies', path: '/instellingen/functies', ready: text('Functie toevoegen') },
  { name: 'meldingen', path: '/instellingen/meldingen', ready: text('Dagoverzicht om') },
  { name: 'agenda', path: '/instellingen/agenda', ready: text('Scan de code') },
  { name: 'herinneringen', path: '/instellingen/herinneringen', ready: text('Opnieuw plannen') },
  { name: 'rechten', path: '/instellingen/rechten', ready: text('Wedstrijdzaken') },
  {
    name: 'logboek',
    path: async (page) => {
      await someoneChanged(page);
      return '/instellingen/logboek';
    },
    ready: (page) =>
      page.getByRole('listitem').filter({ hasText: 'Zichtbaarheid gewijzigd' }).first().waitFor(),
  },
  {
    name: 'logboek-leeg',
    path: '/instellingen/logboek?wat=log-purged',
    ready: text('Niets gevonden'),
  },
  {
    name: 'logboek-fout',
    path: '/instellingen/logboek',
    prepare: failing,
    ready: text('Opnieuw proberen'),
  },
  { name: 'persoon-wijzigingen', whole: true, path: someoneChanged, ready: text('Aangemaakt') },
  {
    name: 'persoon-wijzigingen-fout',
    path: someoneChanged,
    prepare: failing,
    ready: text('Opnieuw proberen'),
  },
  { name: 'zoeken', path: '/instellingen/zoeken', ready: text('Zoek ook in') },
  {
    name: 'vrijwilligers',
    path: '/instellingen/vrijwilligers',
    ready: text('Functies van spelers'),
  },
  { name: 'programmas', path: '/instellingen/programmas', ready: text('API-documentatie') },
  { name: 'info', path: '/instellingen/info', ready: text('Versie') },
  { name: 'niet-gevonden', path: '/bestaat-niet', ready: heading },
  {
    name: 'api',
    anew: true,
    path: '/reference',
    prepare: aFewOperations,
    ready: text('/cms/v2/people'),
  },
];

const colorSchemes = ['light', 'dark'] as const;
type ColorScheme = (typeof colorSchemes)[number];

interface Viewport {
  width: number;
  height: number;
  asked: Partial<Record<ColorScheme, Part>>;
}

/**
 * What axe is asked at each size: the colours are the same at every width, the rest in the dark, and a tablet has nothing that
 * the others have not.
 */
const viewports: readonly Viewport[] = [
  { width: 1440, height: 900, asked: { light: 'all', dark: 'colours' } },
  { width: 768, height: 1024, asked: {} },
  { width: 390, height: 844, asked: { light: 'all but colours' } },
];

test.describe.configure({ timeout: 120_000 });

for (const { name, path, signedOut, whole, anew, prepare, ready } of screens) {
  test(name, async ({ page, signInAs }) => {
    if (signedOut !== true) await signInAs(environment.admin());
    await prepare?.(page);
    const address = typeof path === 'string' ? path : await path(page);
    const open = async () => {
      await page.goto(address);
      await ready(page);
      await page.evaluate(() => document.fonts.ready);
    };
    for (const { asked, ...size } of viewports) {
      await page.setViewportSize(size);
      for (const colorScheme of colorSchemes) {
        const part = asked[colorScheme];
        if (colorScheme === 'dark' && part === undefined && !keepsScreenshots) continue;
        await page.emulateMedia({ colorScheme });
        if (anew === true || page.url() === 'about:blank') await open();
        // What a sticky bar covers on a whole picture is the top.
        if (whole === true) await page.evaluate(() => window.scrollTo(0, 0));
        await keepScreenshot(page, {
          path: `e2e/screenshots/${name}-${size.width}-${colorScheme}.png`,
          fullPage: whole,
        });
        if (part !== undefined) await expectAccessible(page, part);
      }
      // Nothing makes the page itself scroll sideways, once it has taken the size.
      await expect
        .poll(() => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth))
        .toBeLessThanOrEqual(0);
    }
  });
}
