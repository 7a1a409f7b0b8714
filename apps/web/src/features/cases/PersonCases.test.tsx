// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';

import type { DisciplineCase } from '@/api/types';
import { serve, show } from '@/testing';
import { caseTexts as texts } from '@/texts/cases';

import PersonCases from './PersonCases';

const of = (id: number, administrative_fee: number | null) => {
  const acf: Partial<DisciplineCase['acf']> = {
    ...{
      dossier_id: `T-${id}`,
      person: 3,
      match_description: `Duel ${id}`,
      match_date: '20260314',
    },
    ...{ sanction_description: '', charge_description: '', charge_codes: '', team_name: '' },
    ...{ processing_date: '', is_charged: '', administrative_fee },
  };
  const some: Partial<DisciplineCase> = { id, card: 'red', person_name: 'Jan' };
  return { ...some, acf } as DisciplineCase;
};

it('bills no case of which nobody knows the fee', async () => {
  serve({
    'GET /club/v1/session': { user: { id: 1, is_admin: false, capabilities: ['financieel'] } },
    'GET /cms/v2/discipline-cases': [of(1, null), of(2, 13.85), of(3, 13.85)],
    'GET /club/v1/invoices/invoiced-cases': { case_ids: [3] },
  });
  show(<PersonCases person={3} />);
  const box = (id: number) =>
    screen.getByRole<HTMLInputElement>('checkbox', { name: texts.select(`Duel ${id}`) });
  await waitFor(() => {
    expect(box(2).disabled).toBe(false);
  });
  expect([box(1).disabled, box(1).title]).toEqual([true, texts.noFee]);
  expect([box(3).disabled, box(3).title]).toEqual([true, texts.billed]);
});
