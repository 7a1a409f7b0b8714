// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';

import type { ClubUser } from '@/api/types';
import { leaving } from '@/lib/unsaved';
import { serve, show } from '@/testing';
import { commonTexts } from '@/texts/common';
import { accountTexts as texts } from '@/texts/settings-admin';

import { roleOptions } from './roles';
import RolesDialog from './RolesDialog';

it('asks before roles that were chosen with the mouse are lost', async () => {
  serve({ 'GET /club/v1/users/4/roles': { by_hand: [], by_function: [], functions: {} } });
  const some: Partial<ClubUser> = { id: 4, name: 'Hidde', username: 'hidde', email: '' };
  show(
    <RolesDialog user={{ ...(some as ClubUser), linked_person_name: null }} onClose={vi.fn()} />,
  );
  const roles = await screen.findByRole('combobox', { name: texts.byHand });
  fireEvent.click(roles);
  fireEvent.click(screen.getByRole('option', { name: roleOptions()[0]?.label ?? '' }));
  fireEvent.click(screen.getByRole('button', { name: commonTexts.close }));
  expect(leaving.isAsked()).toBe(true);
  leaving.settle('stay');
});
