// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import type { ComponentType } from 'react';
import { expect, it, vi } from 'vitest';

import type { ClubSettings, FinanceSettings } from '@/api/types';
import { UploadCard } from '@/features/imports/UploadCard';
import { ClubLogo } from '@/features/settings/ClubLogo';
import { Logo } from '@/features/settings/FinanceTab';
import { serve, show } from '@/testing';

const club = { logo_url: '', logo_id: 0 } as ClubSettings & FinanceSettings;

const places: [string, ComponentType][] = [
  ['an import', UploadCard],
  ['the logo of the club', () => <ClubLogo saved={club} />],
  ['the logo on invoices', () => <Logo saved={club} />],
];

it.each(places)('takes the same file again for %s after it was refused', async (_place, Place) => {
  serve({});
  show(<Place />);
  const input = document.querySelector<HTMLInputElement>('input[type=file]');
  if (input === null) throw new Error('no input of a file');
  const clear = vi.spyOn(input, 'value', 'set');
  fireEvent.change(input, { target: { files: [new File(['x'], 'x.csv')] } });
  expect(await screen.findByRole('alert')).toBeTruthy();
  // With the old value a browser does not tell when the same file is chosen once more.
  await waitFor(() => expect(clear).toHaveBeenCalledWith(''));
});
