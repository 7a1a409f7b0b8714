// @vitest-environment happy-dom
import { type QueryClient, type QueryKey, useQueryClient } from '@tanstack/react-query';
import { waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';

import { serve, show } from '@/testing';

import { useUpdateGroup } from './groups/mutations';
import { groupQuery } from './groups/queries';
import { useUpdatePerson } from './people/mutations';
import { personQuery } from './people/queries';
import { useSavePreferences } from './preferences';
import { sessionQuery } from './session';

/** Shows a record and makes two edits of it, the second before the first is answered; both are refused, one after the other. */
async function refuseTwo(
  queryKey: QueryKey,
  record: object,
  use: () => (edit: never) => void,
  edits: readonly [object, object],
) {
  const refusals: (() => void)[] = [];
  serve({});
  const refused = { code: 'x', message: 'Dat mag niet.', data: { status: 403 } };
  vi.stubGlobal(
    'fetch',
    (request: Request) =>
      new Promise<Response>((resolve) => {
        // What is asked for anew does not come: what stands there is what the refusals left.
        if (request.method !== 'GET')
          refusals.push(() => resolve(Response.json(refused, { status: 403 })));
      }),
  );
  const seen: { client?: QueryClient; edit?: (edit: never) => void } = {};
  function Edits() {
    seen.client = useQueryClient();
    seen.edit = use();
    return null;
  }
  show(<Edits />);
  const { client } = seen;
  if (client === undefined) throw new Error('not shown');
  client.setQueryData(queryKey, record);
  for (const edit of edits) seen.edit?.(edit as never);
  const shown: unknown[] = [];
  for (const left of [1, 0]) {
    await waitFor(() => expect(refusals).toHaveLength(1));
    refusals.pop()?.();
    await waitFor(() => expect(client.isMutating()).toBe(left));
    shown.push(client.getQueryData(queryKey));
  }
  return { shown, isStale: client.getQueryState(queryKey)?.isInvalidated };
}

const edit = (change: object, before: object) => ({ change, before, etag: '"1"' });

it('takes of two refused edits of a person each its own fields back', async () => {
  const acf = { first_name: 'Jan', last_name: 'Bos' };
  const { shown, isStale } = await refuseTwo(
    personQuery(7).queryKey,
    { id: 7, acf },
    () => useUpdatePerson(7).mutate,
    [edit({ first_name: 'Piet' }, acf), edit({ last_name: 'Berk' }, acf)],
  );
  expect(shown).toEqual([
    { id: 7, acf: { first_name: 'Jan', last_name: 'Berk' } },
    { id: 7, acf },
  ]);
  expect(isStale).toBe(true);
});

it('takes of two refused edits of a group each its own fields back', async () => {
  const group = { id: 7, kind: 'teams', name: 'JO11', website: '' };
  const { shown, isStale } = await refuseTwo(
    groupQuery('teams', 7).queryKey,
    group,
    () => useUpdateGroup({ kind: 'teams', id: 7 }).mutate,
    [edit({ name: 'JO12' }, group), edit({ website: 'https://club.example' }, group)],
  );
  expect(shown).toEqual([{ ...group, website: 'https://club.example' }, group]);
  expect(isStale).toBe(true);
});

it('takes two refused choices of lists back when both are answered', async () => {
  const list_preferences = {
    density: 'compact',
    shortcuts: true,
    people: { columns: ['age'], widths: {} },
  };
  const { shown, isStale } = await refuseTwo(
    sessionQuery.queryKey,
    { id: 1, list_preferences },
    () => useSavePreferences(),
    [{ density: 'roomy' }, { people: { columns: ['city'] } }],
  );
  const both = { density: 'roomy', shortcuts: true, people: { columns: ['city'], widths: {} } };
  expect(shown).toEqual([
    { id: 1, list_preferences: both },
    { id: 1, list_preferences },
  ]);
  expect(isStale).toBe(true);
});

it('asks anew for the record when both edits were of the same field', async () => {
  const acf = { first_name: 'Jan' };
  const { isStale } = await refuseTwo(
    personQuery(7).queryKey,
    { id: 7, acf },
    () => useUpdatePerson(7).mutate,
    [edit({ first_name: 'Piet' }, acf), edit({ first_name: 'Klaas' }, acf)],
  );
  expect(isStale).toBe(true);
});
