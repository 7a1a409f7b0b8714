import { expect, it } from 'vitest';

import { isSettingsPage, sectionsFor } from './sections';

const paths = (capabilities: string[], is_admin = false) =>
  sectionsFor({ capabilities, is_admin }).map(({ label, pages }) => [
    label,
    pages.map(({ to }) => to.replace('/instellingen/', '')),
  ]);

it('are one’s own alone for who is no administrator', () => {
  expect(paths(['vog', 'teams'])).toEqual([
    ['Mijn account', ['beveiliging', 'meldingen', 'agenda', 'info']],
    ['Club', ['prullenbak']],
  ]);
});

it('are also what is kept of people, and who is registered, for who keeps the members', () => {
  expect(paths(['ledenadministratie']).slice(1)).toEqual([
    ['Club', ['prullenbak', 'bewaren']],
    ['Beheer', ['importeren', 'dubbelen']],
  ]);
});

it('are also whom users see, for who decides about access', () => {
  expect(paths(['toegangscontrole']).slice(2)).toEqual([['Beheer', ['gebruikers']]]);
});

it('are divided for an administrator', () => {
  expect(paths([], true)).toEqual([
    ['Mijn account', ['beveiliging', 'meldingen', 'agenda', 'info']],
    [
      'Club',
      [
        'club',
        'labels',
        'relatietypen',
        'vrijwilligers',
        'zoeken',
        'financien',
        'prullenbak',
        'bewaren',
      ],
    ],
    [
      'Beheer',
      [
        'gebruikers',
        'functies',
        'rechten',
        'programmas',
        'importeren',
        'dubbelen',
        'mail',
        'herinneringen',
        'logboek',
      ],
    ],
  ]);
});

it('are known by their addresses, whoever asks', () => {
  expect(isSettingsPage('/instellingen/labels')).toBe(true);
  expect(isSettingsPage('/instellingen/onzin')).toBe(false);
});
