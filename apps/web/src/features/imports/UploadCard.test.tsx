// @vitest-environment happy-dom
import { fireEvent, waitFor } from '@testing-library/react';
import { useQuery } from '@tanstack/react-query';
import { expect, it } from 'vitest';

import { importsQuery } from '@/api/imports';
import { later, serve, show } from '@/testing';

import { UploadCard } from './UploadCard';

function Page({ card }: { card: boolean }) {
  useQuery(importsQuery);
  return card && <UploadCard />;
}

it.each([
  ['leads to what was read', true, '/instellingen/importeren?nummer=3'],
  ['leaves who went elsewhere meanwhile where they are', false, '/'],
])('%s', async (_what, stays, address) => {
  const { promise, resolve } = later<unknown>();
  const sent = serve({ 'GET /club/v1/imports': [], 'POST /club/v1/imports': () => promise });
  const { show: change, router } = show(<Page card />);
  const input = document.querySelector<HTMLInputElement>('input[type=file]');
  if (input === null) throw new Error('no input of a file');
  fireEvent.change(input, { target: { files: [new File(['x'], 'x.csv')] } });
  const asked = (call: string) => sent.filter((one) => one.call === call).length;
  await waitFor(() => expect(asked('POST /club/v1/imports')).toBe(1));
  if (!stays) change(<Page card={false} />);
  resolve({ id: 3 });
  await waitFor(() => expect(asked('GET /club/v1/imports')).toBe(2));
  await waitFor(() => expect(router.history.location.href).toBe(address));
});
