import { describe, expect, it } from 'vitest';

import { type Newcomer, offersFor } from './offers';

const nobody: Newcomer = { is_admin: false, capabilities: [], linked_person_id: null };
const ids = (me: Newcomer) => offersFor(me).map(({ id }) => id);

describe('what somebody can do', () => {
  it('is for everybody what everybody may', () => {
    expect(ids(nobody)).toEqual(['people', 'groups', 'committees', 'todos', 'account']);
  });

  it('begins with who they are', () => {
    expect(ids({ ...nobody, linked_person_id: 7 })[0]).toBe('self');
  });

  it('follows what the club gave them', () => {
    const vog = { ...nobody, capabilities: ['vog', 'vrijwilligers'] };
    expect(ids(vog)).toEqual(expect.arrayContaining(['certificates', 'volunteers']));
    expect(ids(vog)).not.toContain('finance');
    const keeper = { ...nobody, capabilities: ['ledenadministratie', 'teams'] };
    expect(ids(keeper)).toEqual(expect.arrayContaining(['members', 'teams']));
    expect(ids(keeper)).not.toContain('people');
  });

  it('leads to all that the menu has for them', () => {
    const places = (me: Newcomer) => offersFor(me).map(({ link }) => link.to);
    const treasurer = { ...nobody, capabilities: ['financieel'] };
    expect(places(treasurer)).toEqual(expect.arrayContaining(['/contributie', '/facturen']));
    expect(ids(treasurer)).toContain('finance');
    expect(places(treasurer)).not.toContain('/tuchtzaken');
    const judge = { ...nobody, capabilities: ['fairplay'] };
    expect(places(judge)).toContain('/tuchtzaken');
    expect(places(judge)).not.toContain('/facturen');
  });

  it('leads a match secretary to the programme, and who keeps anniversaries to these', () => {
    const me = { ...nobody, capabilities: ['wedstrijdzaken', 'jubilarissen'] };
    const links = offersFor(me).map(({ id, link }) => [id, link.to]);
    expect(links).toContainEqual(['matches', '/']);
    expect(links).toContainEqual(['anniversaries', '/jubilarissen']);
    expect(ids(nobody)).not.toContain('matches');
  });

  it('leads who decides about access to where it is given', () => {
    const me = { ...nobody, capabilities: ['toegangscontrole'] };
    const links = offersFor(me).map(({ id, link }) => [id, link.to]);
    expect(links).toContainEqual(['access', '/instellingen/gebruikers']);
    expect(ids(me)).not.toContain('users');
  });

  it('is everything for an administrator', () => {
    const me = { ...nobody, is_admin: true };
    expect(ids(me)).toEqual(
      expect.arrayContaining(['members', 'certificates', 'finance', 'users', 'rights']),
    );
  });
});
