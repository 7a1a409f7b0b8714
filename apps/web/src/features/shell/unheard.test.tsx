// @vitest-environment happy-dom
import { notifications } from '@mantine/notifications';
import { MutationObserver, QueryClient } from '@tanstack/react-query';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';

import { Star } from '@/features/search/Star';
import { later, refusal, serve, show } from '@/testing';
import { searchTexts } from '@/texts/search';

import { tellUnheard, useUnheard } from './unheard';

/** A call that somebody listens to, as a page does. */
function listened() {
  const onUnheard = vi.fn();
  const told = vi.fn();
  const ignore = () => undefined;
  const queryClient = new QueryClient();
  tellUnheard(queryClient, onUnheard);
  const calls = new MutationObserver(queryClient, {
    mutationFn: (answer: Promise<void>) => answer,
  });
  const leave = calls.subscribe(ignore);
  const call = () => {
    let reject: (cause: Error) => void = ignore;
    const promise = new Promise<void>((_, no) => (reject = no));
    const done = calls.mutate(promise, { onError: told });
    return { done, fail: (message: string) => reject(new Error(message)) };
  };
  const passed = () => new Promise((resolve) => setTimeout(resolve, 5));
  return { call, leave, told, onUnheard, passed };
}

it('leaves a failure to who asked for the change', async () => {
  const { call, told, onUnheard, passed } = listened();
  const { done, fail } = call();
  fail('a');
  await expect(done).rejects.toThrow('a');
  await passed();
  expect(told).toHaveBeenCalledOnce();
  expect(onUnheard).not.toHaveBeenCalled();
});

it('tells a failure once its page was left', async () => {
  const { call, leave, told, onUnheard, passed } = listened();
  const { done, fail } = call();
  leave();
  fail('a');
  await expect(done).rejects.toThrow('a');
  await passed();
  expect(told).not.toHaveBeenCalled();
  expect(onUnheard).toHaveBeenCalledExactlyOnceWith(new Error('a'));
});

it('tells a failure of a change that another one came after', async () => {
  const { call, told, onUnheard, passed } = listened();
  const first = call();
  const second = call();
  first.fail('a');
  second.fail('b');
  await expect(first.done).rejects.toThrow('a');
  await expect(second.done).rejects.toThrow('b');
  await passed();
  expect(told).toHaveBeenCalledOnce();
  expect(onUnheard).toHaveBeenCalledExactlyOnceWith(new Error('a'));
});

it('tells a failure of a change that was asked for after its page was left', async () => {
  const { call, leave, onUnheard, passed } = listened();
  leave();
  const { done, fail } = call();
  fail('a');
  await expect(done).rejects.toThrow('a');
  await passed();
  expect(onUnheard).toHaveBeenCalledOnce();
});

it('tells on another page that a favourite was not kept', async () => {
  const told = vi.spyOn(notifications, 'show').mockReturnValue('');
  const { promise, resolve } = later<Response>();
  serve({ 'PUT /club/v1/favorites/people/7': () => promise });
  const hit = { id: 7, name: 'Ans', is_favorite: false };
  function Frame({ leaves = false }) {
    useUnheard();
    return leaves ? <p>Elders</p> : <Star kind="people" hit={hit} />;
  }
  const { show: change } = show(<Frame />);
  fireEvent.click(await screen.findByRole('button', { name: searchTexts.favorite('Ans') }));
  change(<Frame leaves />);
  await screen.findByText('Elders');
  resolve(refusal('Nee.'));
  await waitFor(() =>
    expect(told).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ message: 'Nee.' })),
  );
});
