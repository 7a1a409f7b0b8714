// @vitest-environment happy-dom
import { notifications } from '@mantine/notifications';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, it, vi } from 'vitest';

import type { Group } from '@/api/groups/wire';
import type { WorkEntry } from '@/api/types';
import { outdated, serve, show } from '@/testing';
import { groupTexts } from '@/texts/groups';

import type { Player } from './roster';
import { RosterActions } from './RosterActions';

const texts = groupTexts.roster;

const works = (team: number, job_title: string): WorkEntry => ({
  ...{ team, job_title, entity_type: 'team', description: '' },
  ...{ start_date: '2025-08-01', end_date: '', is_current: true },
});

/** A server with one person, whose ETag is counted up by every change. */
function servePerson(...work_history: WorkEntry[]) {
  let person = { id: 7, acf: { work_history }, etag: '"1"' };
  const enter = (work: WorkEntry[]) => {
    const etag = `"${Number(person.etag.slice(1, -1)) + 1}"`;
    person = { ...person, acf: { work_history: work }, etag };
    return person;
  };
  serve({
    'GET /cms/v2/people/7': () => person,
    'PUT /cms/v2/people/7': (body: { acf: { work_history: WorkEntry[] } }, etag: string) =>
      etag === person.etag ? enter(body.acf.work_history) : outdated('Carla'),
  });
  return { enter, now: () => person.acf.work_history };
}

it('takes an ending back, and nothing that was changed after it', async () => {
  const said = vi.spyOn(notifications, 'show').mockReturnValue('');
  const [player, leader, trainer] = [works(1, 'Speler'), works(3, 'Leider'), works(2, 'Trainer')];
  const { enter, now } = servePerson(player, leader);
  const group = { id: 1, kind: 'teams', name: 'JO13-1' } as Group;
  const person = { id: 7, name: 'Hidde', titles: ['Speler'] } as Player;
  const entry = { group, person, role: 'player' } as const;
  const { show: again } = show(<RosterActions {...entry} />);
  fireEvent.click(screen.getByRole('button', { name: texts.actionsOf('Hidde') }));
  fireEvent.click(await screen.findByRole('menuitem', { name: texts.end }));
  await waitFor(() => expect(said).toHaveBeenCalled());
  const [ended] = now();
  expect(ended?.is_current).toBe(false);
  const { message } = said.mock.lastCall?.[0] as { message: ReactNode };

  const stopped = { ...leader, end_date: '2026-01-31', is_current: false };
  enter([...now().slice(0, 1), stopped, trainer]);
  again(<>{message}</>);
  fireEvent.click(screen.getByRole('button', { name: texts.undo }));
  await waitFor(() =>
    expect(said).toHaveBeenLastCalledWith({ color: 'green', message: texts.undone }),
  );
  expect(now()).toEqual([player, stopped, trainer]);
});
