import { expect, it } from 'vitest';

import { createQuestion } from './question';

it('asks once for all who wait, and tells them how it ended', async () => {
  const confirmation = createQuestion<boolean>();
  let changes = 0;
  const stop = confirmation.subscribe(() => {
    changes += 1;
  });
  const waiting = Promise.all([confirmation.ask(), confirmation.ask()]);
  expect(confirmation.isAsked()).toBe(true);
  expect(changes).toBe(1);
  confirmation.settle(true);
  await expect(waiting).resolves.toEqual([true, true]);
  expect(confirmation.isAsked()).toBe(false);
  expect(changes).toBe(2);

  const refused = confirmation.ask();
  confirmation.settle(false);
  await expect(refused).resolves.toBe(false);
  stop();
  confirmation.settle(true);
  expect(changes).toBe(4);
});

it('does not remember an answer that nobody waited for', async () => {
  const confirmation = createQuestion<boolean>();
  confirmation.settle(true);
  const waiting = confirmation.ask();
  expect(confirmation.isAsked()).toBe(true);
  confirmation.settle(false);
  await expect(waiting).resolves.toBe(false);
});
