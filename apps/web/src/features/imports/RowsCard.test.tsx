// @vitest-environment happy-dom
import { useQuery } from '@tanstack/react-query';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';

import { importQuery } from '@/api/imports';
import type { PeopleImport } from '@/api/types';
import { later, serve, show } from '@/testing';
import { importTexts as texts } from '@/texts/imports';

import { ColumnsCard } from './ColumnsCard';
import { RowsCard } from './RowsCard';

const withFields = (...fields: string[]) => {
  const some: Partial<PeopleImport> = {
    ...{ id: 3, file: 'leden.csv', state: 'draft', undo_until: null, undone: 0 },
    columns: fields.map((field, at) => ({ heading: `Kop ${at}`, sample: '', field })),
  };
  return some as PeopleImport;
};

function Cards() {
  const { data } = useQuery(importQuery(3));
  return (
    data && (
      <>
        <ColumnsCard one={data} />
        <RowsCard one={data} />
      </>
    )
  );
}

it('offers to take over no file whose columns are being saved, and saves those in turn', async () => {
  const answers = [later<unknown>(), later<unknown>()];
  const bodies: unknown[] = [];
  serve({
    'GET /club/v1/imports/3': withFields('', ''),
    'GET /club/v1/import-fields': ['first_name', 'last_name'].map((key) => ({ key, label: key })),
    'GET /club/v1/imports/3/rows': {
      rows: [],
      counts: { new: 2, changed: 0, unchanged: 0, refused: 0 },
    },
    'PATCH /club/v1/imports/3': (body: unknown) => answers[bodies.push(body) - 1]?.promise,
  });
  show(<Cards />);
  const apply = await screen.findByRole<HTMLButtonElement>('button', { name: texts.apply });
  await waitFor(() => expect(apply.disabled).toBe(false));
  const column = (at: number) =>
    screen.getByLabelText<HTMLSelectElement>(texts.fieldOf(`Kop ${at}`));
  await waitFor(() => expect(column(0).disabled).toBe(false));
  fireEvent.change(column(0), { target: { value: 'first_name' } });
  await waitFor(() => expect(apply.disabled).toBe(true));
  fireEvent.change(column(1), { target: { value: 'last_name' } });
  await waitFor(() => expect(column(1).value).toBe('last_name'));
  expect(bodies).toEqual([{ fields: ['first_name', ''] }]);

  answers[0]?.resolve(withFields('first_name', ''));
  await waitFor(() => expect(bodies).toHaveLength(2));
  expect(bodies[1]).toEqual({ fields: ['first_name', 'last_name'] });
  expect(apply.disabled).toBe(true);
  answers[1]?.resolve(withFields('first_name', 'last_name'));
  await waitFor(() => expect(apply.disabled).toBe(false));
  expect([column(0).value, column(1).value]).toEqual(['first_name', 'last_name']);
});
