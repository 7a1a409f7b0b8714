import { notifications } from '@mantine/notifications';
import { beforeEach, expect, it, vi } from 'vitest';

import { noteTold, notifyFailure } from './notify-failure';

const shown = vi.spyOn(notifications, 'show').mockReturnValue('');
beforeEach(() => void shown.mockClear());

it('tells a failure once', () => {
  const failure = new Error('a');
  notifyFailure(failure);
  notifyFailure(failure);
  expect(shown).toHaveBeenCalledOnce();
  notifyFailure(new Error('a'));
  expect(shown).toHaveBeenCalledTimes(2);
});

it('leaves out what was told in other words', () => {
  const failure = new Error('a');
  noteTold(failure);
  notifyFailure(failure);
  expect(shown).not.toHaveBeenCalled();
});
